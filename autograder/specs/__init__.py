"""The truth, written a second time as loops over indices: slow, and unable to share a broadcasting mistake.

Every function obeys the exercise contract in float64. Shapes are in the docstrings; the formulas are those of
Vaswani et al. 2017 (section 3.2) and, for layer_norm, Ba, Kiros and Hinton 2016.
"""

from autograder.specs.attention import (
    attention_scores,
    project_qkv,
    self_attention,
    stable_softmax,
    weighted_sum,
    xavier_std,
)
from autograder.specs.diagnostics import (
    attention_entropy,
    diagnose,
    is_uniform,
    normalized_entropy,
    overflow_risk,
    score_stats,
)
from autograder.specs.efficient import (
    attention_backward,
    decode_step,
    fitted_exponent,
    grad_check,
    layer_norm_backward,
    sinusoidal_positions,
    softmax_backward,
    tiled_attention,
)
from autograder.specs.encoder import (
    batched_attention,
    causal_mask,
    encoder_layer,
    feed_forward,
    head_diversity,
    layer_norm,
    masked_weights,
    merge_heads,
    multi_head_attention,
    output_drift,
    split_heads,
)
from autograder.specs.special import accepts, check_docs, triage
from autograder.specs.transfer import (
    bert_names,
    biased_attention,
    from_linear,
    from_packed,
    lstm_cell,
    rnn_cell,
    with_temperature,
)
from autograder.specs.warmup import pairwise_dots, row_means, scale_columns

__all__ = [
    "accepts",
    "attention_backward",
    "attention_entropy",
    "attention_scores",
    "batched_attention",
    "bert_names",
    "biased_attention",
    "causal_mask",
    "check_docs",
    "decode_step",
    "diagnose",
    "encoder_layer",
    "feed_forward",
    "fitted_exponent",
    "from_linear",
    "from_packed",
    "grad_check",
    "head_diversity",
    "is_uniform",
    "layer_norm",
    "layer_norm_backward",
    "lstm_cell",
    "masked_weights",
    "merge_heads",
    "multi_head_attention",
    "normalized_entropy",
    "output_drift",
    "overflow_risk",
    "pairwise_dots",
    "project_qkv",
    "rnn_cell",
    "row_means",
    "scale_columns",
    "score_stats",
    "self_attention",
    "sinusoidal_positions",
    "softmax_backward",
    "split_heads",
    "stable_softmax",
    "tiled_attention",
    "triage",
    "weighted_sum",
    "with_temperature",
    "xavier_std",
]
