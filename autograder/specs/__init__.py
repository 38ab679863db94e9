"""The truth, written a second time as loops over indices: slow, and unable to share a broadcasting mistake.

Every function obeys the exercise contract in float64. Shapes are in the docstrings; the formulas are those of
Vaswani et al. 2017 (section 3.2) and, for layer_norm, Ba, Kiros and Hinton 2016.
"""

from autograder.specs.attention import attention_scores, project_qkv, self_attention, stable_softmax, weighted_sum
from autograder.specs.diagnostics import attention_entropy, is_uniform
from autograder.specs.encoder import causal_mask, layer_norm, multi_head_attention

__all__ = [
    "attention_entropy",
    "attention_scores",
    "causal_mask",
    "is_uniform",
    "layer_norm",
    "multi_head_attention",
    "project_qkv",
    "self_attention",
    "stable_softmax",
    "weighted_sum",
]
