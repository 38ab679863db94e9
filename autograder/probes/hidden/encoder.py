"""Hidden inputs of the exercises on masks, norms and many heads."""

from __future__ import annotations

import numpy as np

from autograder.probes import probe
from autograder.probes.hidden import Arrays, Rng, weight_rows

# --- causal_mask ------------------------------------------------------------------------------------------------------


@probe("causal_mask")
def causal_mask_five(rng: Rng) -> Arrays:
    """five tokens: direction, diagonal and kind"""
    return (5,)


@probe("causal_mask")
def causal_mask_nine(rng: Rng) -> Arrays:
    """nine tokens: a mask fixed at eight shows"""
    return (9,)


@probe("causal_mask")
def causal_mask_long(rng: Rng) -> Arrays:
    """three hundred tokens: windows of any usual width, and positions in a small integer type, give way"""
    return (300,)


@probe("causal_mask")
def causal_mask_eight(rng: Rng) -> Arrays:
    """eight tokens, the documents' size: what was copied from there and fits only there is still counted right here"""
    return (8,)


@probe("causal_mask")
def causal_mask_two(rng: Rng) -> Arrays:
    """two tokens, the smallest mask with a future: a single entry is forbidden"""
    return (2,)


@probe("causal_mask")
def causal_mask_one(rng: Rng) -> Arrays:
    """a single token sees itself"""
    return (1,)


# --- masked_weights ---------------------------------------------------------------------------------------------------


def _masked(rng: Rng, n_q: int, n_k: int, spread: float = 1.5) -> Arrays:
    """Scores, and a mask that is neither a triangle nor symmetric and leaves every query at least one key."""
    mask = rng.random((n_q, n_k)) < 0.5
    own = rng.permutation(max(n_q, n_k))[:n_q] % n_k
    mask[np.arange(n_q), own] = True
    mask[np.arange(n_q), (own + 1) % n_k] = False
    return rng.normal(scale=spread, size=(n_q, n_k)), mask


@probe("masked_weights")
def masked_weights_rectangular(rng: Rng) -> Arrays:
    """three queries, five keys, a mask without a pattern: a mask that is ignored, turned round or replaced shows"""
    return _masked(rng, 3, 5)


@probe("masked_weights")
def masked_weights_causal(rng: Rng) -> Arrays:
    """six tokens and the mask that hides the future"""
    return rng.normal(scale=1.5, size=(6, 6)), np.tri(6, dtype=bool)


@probe("masked_weights")
def masked_weights_square(rng: Rng) -> Arrays:
    """as many queries as keys: a mask or a sum along the wrong axis runs silently"""
    scores, mask = _masked(rng, 4, 4)
    mask[0, 3], mask[3, 0] = True, False
    return scores, mask


@probe("masked_weights")
def masked_weights_longer(rng: Rng) -> Arrays:
    """more queries than keys"""
    return _masked(rng, 7, 2)


@probe("masked_weights")
def masked_weights_no_key(rng: Rng) -> Arrays:
    """one query of four may look nowhere: its row is all zeros, neither nan nor even"""
    scores, mask = _masked(rng, 4, 6)
    mask[rng.integers(4)] = False
    return scores, mask


@probe("masked_weights")
def masked_weights_no_key_at_all(rng: Rng) -> Arrays:
    """nobody may look anywhere"""
    return rng.normal(size=(2, 3)), np.zeros((2, 3), dtype=bool)


@probe("masked_weights")
def masked_weights_one_key(rng: Rng) -> Arrays:
    """a single key, which two queries of five may see"""
    mask = np.zeros((5, 1), dtype=bool)
    mask[rng.choice(5, 2, replace=False)] = True
    return rng.normal(size=(5, 1)), mask


@probe("masked_weights")
def masked_weights_low(rng: Rng) -> Arrays:
    """allowed scores around -2000: a forbidden one that is set to -10 or -1000 wins"""
    scores, mask = _masked(rng, 3, 4)
    return scores - 2000, mask


@probe("masked_weights")
def masked_weights_peak(rng: Rng) -> Arrays:
    """a forbidden score 3000 above the rest: a shift by it, or a mask after the softmax, leaves nothing of the row"""
    scores, mask = _masked(rng, 3, 6)
    return np.where(mask, scores, scores + 3000 * (rng.random((3, 6)) < 0.6)), mask


@probe("masked_weights")
def masked_weights_large(rng: Rng) -> Arrays:
    """scores of up to 10000 and rows of very different level: only a shift row by row survives"""
    scores, mask = _masked(rng, 3, 5)
    return scores + np.array([[10000.0], [0.0], [-10000.0]]), mask


@probe("masked_weights")
def masked_weights_integers(rng: Rng) -> Arrays:
    """integer scores are computed in floating point"""
    _, mask = _masked(rng, 3, 4)
    return rng.integers(-3, 4, size=(3, 4)), mask


@probe("masked_weights")
def masked_weights_single(rng: Rng) -> Arrays:
    """float32 input: half precision and integer buffers show in the dtype"""
    scores, mask = masked_weights_rectangular(rng)
    return scores.astype(np.float32), mask


# --- layer_norm -------------------------------------------------------------------------------------------------------


def _norm(rng: Rng, n: int, d: int, mean: float, spread: float, eps: float) -> Arrays:
    return rng.normal(mean, spread, (n, d)), rng.normal(1.5, 0.6, d), rng.normal(-0.5, 1, d), eps


@probe("layer_norm")
def layer_norm_rectangular(rng: Rng) -> Arrays:
    """rows with a mean and a spread of their own, gamma and beta far from 1 and 0"""
    return _norm(rng, 3, 5, 2.0, 3.0, 1e-5)


@probe("layer_norm")
def layer_norm_square(rng: Rng) -> Arrays:
    """as many tokens as features: row statistics broadcast over columns run silently"""
    return _norm(rng, 4, 4, -1.0, 2.0, 1e-5)


@probe("layer_norm")
def layer_norm_large_eps(rng: Rng) -> Arrays:
    """eps 0.1, where inside and outside the root differ"""
    return _norm(rng, 3, 6, 0.5, 0.8, 0.1)


@probe("layer_norm")
def layer_norm_larger_eps(rng: Rng) -> Arrays:
    """eps 2, above the variance: an eps that is ignored, doubled or squared shows"""
    return _norm(rng, 2, 4, 0.5, 1.0, 2.0)


@probe("layer_norm")
def layer_norm_constant(rng: Rng) -> Arrays:
    """a row without any variance must come out as beta"""
    x, gamma, beta, eps = _norm(rng, 3, 4, 1.0, 2.0, 1e-5)
    x[1] = 2.5
    return x, gamma, beta, eps


@probe("layer_norm")
def layer_norm_small(rng: Rng) -> Arrays:
    """a variance near eps, which then decides the result"""
    return _norm(rng, 3, 5, 0.0, 3e-3, 1e-5)


@probe("layer_norm")
def layer_norm_tiny_eps(rng: Rng) -> Arrays:
    """eps 1e-12 on small rows: a fixed 1e-5 shows"""
    return _norm(rng, 2, 5, 0.0, 1e-4, 1e-12)


@probe("layer_norm")
def layer_norm_offset(rng: Rng) -> Arrays:
    """a mean of 1000 beside a spread of 1: steps in float32 show"""
    return _norm(rng, 6, 12, 1000.0, 1.0, 1e-5)


@probe("layer_norm")
def layer_norm_outlier(rng: Rng) -> Arrays:
    """one feature of 128 more than ten spreads from the mean: whatever is clipped at 3 or 10 shows"""
    x, gamma, beta, eps = _norm(rng, 2, 128, 0.5, 1.0, 1e-5)
    x[[0, 1], rng.integers(128, size=2)] += (400, -400)
    return x, gamma, beta, eps


@probe("layer_norm")
def layer_norm_integers(rng: Rng) -> Arrays:
    """integer arrays are legal input and are computed in floating point"""
    return rng.integers(-9, 10, size=(3, 4)), rng.integers(1, 4, size=4), rng.normal(size=4), 1e-5


@probe("layer_norm")
def layer_norm_single(rng: Rng) -> Arrays:
    """float32 input: half precision and integer buffers show in the dtype"""
    x, gamma, beta, eps = layer_norm_rectangular(rng)
    return x.astype(np.float32), gamma.astype(np.float32), beta.astype(np.float32), eps


# --- output_drift -----------------------------------------------------------------------------------------------------


def _moved(rng: Rng, n: int, d: int, step: float = 1.0) -> Arrays:
    x = rng.normal(0.5, 1.5, (n, d))
    return x + rng.normal(0.2, step, (n, d)), x


@probe("output_drift")
def output_drift_rectangular(rng: Rng) -> Arrays:
    """three tokens of five features: which axis, which length, and which way round"""
    return _moved(rng, 3, 5)


@probe("output_drift")
def output_drift_longer(rng: Rng) -> Arrays:
    """seven tokens of two features"""
    return _moved(rng, 7, 2)


@probe("output_drift")
def output_drift_square(rng: Rng) -> Arrays:
    """as many tokens as features: a sum over the wrong axis has the right shape"""
    return _moved(rng, 4, 4)


@probe("output_drift")
def output_drift_near(rng: Rng) -> Arrays:
    """tokens near 1000 that moved by a thousandth: lengths subtracted from each other, and float32, lose it"""
    x = rng.normal(1000, 5, (4, 6))
    return x + rng.normal(scale=1e-3, size=(4, 6)), x


@probe("output_drift")
def output_drift_still(rng: Rng) -> Arrays:
    """one token of three that did not move at all"""
    output, x = _moved(rng, 3, 4)
    output[1] = x[1]
    return output, x


@probe("output_drift")
def output_drift_one_token(rng: Rng) -> Arrays:
    """a single token: its answer is still an array"""
    return _moved(rng, 1, 6)


@probe("output_drift")
def output_drift_integers(rng: Rng) -> Arrays:
    """integer arrays are legal input and are computed in floating point"""
    return rng.integers(-9, 10, size=(3, 4)), rng.integers(-9, 10, size=(3, 4))


@probe("output_drift")
def output_drift_single(rng: Rng) -> Arrays:
    """float32 input: half precision and integer buffers show in the dtype"""
    output, x = output_drift_rectangular(rng)
    return output.astype(np.float32), x.astype(np.float32)


# --- split_heads ------------------------------------------------------------------------------------------------------


@probe("split_heads")
def split_heads_rectangular(rng: Rng) -> Arrays:
    """five tokens, three heads of four features: all sizes differ"""
    return rng.normal(size=(5, 12)), 3


@probe("split_heads")
def split_heads_two(rng: Rng) -> Arrays:
    """seven tokens, two heads of five features"""
    return rng.normal(size=(7, 10)), 2


@probe("split_heads")
def split_heads_square(rng: Rng) -> Arrays:
    """three tokens, heads and features of a head each: swapped axes have the right shape"""
    return rng.normal(size=(3, 9)), 3


@probe("split_heads")
def split_heads_one_head(rng: Rng) -> Arrays:
    """a single head keeps all features"""
    return rng.normal(size=(4, 5)), 1


@probe("split_heads")
def split_heads_thin(rng: Rng) -> Arrays:
    """as many heads as features: every head is one feature wide"""
    return rng.normal(size=(2, 6)), 6


@probe("split_heads")
def split_heads_indivisible(rng: Rng) -> Arrays:
    """twelve features cannot be divided into five heads"""
    return rng.normal(size=(4, 12)), 5


@probe("split_heads")
def split_heads_indivisible_tokens_fit(rng: Rng) -> Arrays:
    """ten tokens of eight features and five heads: the numbers could be dealt out, the features cannot"""
    return rng.normal(size=(10, 8)), 5


@probe("split_heads")
def split_heads_fewer_features_indivisible(rng: Rng) -> Arrays:
    """four features cannot be divided into eight heads"""
    return rng.normal(size=(2, 4)), 8


@probe("split_heads")
def split_heads_integers(rng: Rng) -> Arrays:
    """integer arrays are legal input"""
    return rng.integers(-9, 10, size=(4, 6)), 2


@probe("split_heads")
def split_heads_single(rng: Rng) -> Arrays:
    """float32 input: half precision and integer buffers show in the dtype"""
    return rng.normal(size=(5, 12)).astype(np.float32), 3


# --- merge_heads ------------------------------------------------------------------------------------------------------


@probe("merge_heads")
def merge_heads_rectangular(rng: Rng) -> Arrays:
    """three heads, five tokens, four features of a head: all sizes differ"""
    return (rng.normal(size=(3, 5, 4)),)


@probe("merge_heads")
def merge_heads_two(rng: Rng) -> Arrays:
    """two heads, seven tokens, three features of a head"""
    return (rng.normal(size=(2, 7, 3)),)


@probe("merge_heads")
def merge_heads_square(rng: Rng) -> Arrays:
    """three of everything: swapped axes have the right shape"""
    return (rng.normal(size=(3, 3, 3)),)


@probe("merge_heads")
def merge_heads_one_head(rng: Rng) -> Arrays:
    """a single head is returned as it is, without its axis"""
    return (rng.normal(size=(1, 4, 5)),)


@probe("merge_heads")
def merge_heads_one_token(rng: Rng) -> Arrays:
    """a single token keeps its row"""
    return (rng.normal(size=(4, 1, 2)),)


@probe("merge_heads")
def merge_heads_thin(rng: Rng) -> Arrays:
    """heads of a single feature"""
    return (rng.normal(size=(6, 2, 1)),)


@probe("merge_heads")
def merge_heads_integers(rng: Rng) -> Arrays:
    """integer arrays are legal input"""
    return (rng.integers(-9, 10, size=(2, 4, 3)),)


@probe("merge_heads")
def merge_heads_single(rng: Rng) -> Arrays:
    """float32 input: half precision and integer buffers show in the dtype"""
    return (rng.normal(size=(3, 5, 4)).astype(np.float32),)


# --- multi_head_attention ---------------------------------------------------------------------------------------------


def _heads(rng: Rng, seq_len: int, d_model: int, num_heads: int, spread: float = 1.0) -> Arrays:
    x = rng.normal(0.3, spread, (seq_len, d_model))
    return x, *(rng.normal(scale=0.4, size=(d_model, d_model)) for _ in range(4)), num_heads


@probe("multi_head_attention")
def multi_head_attention_three_heads(rng: Rng) -> Arrays:
    """seq_len 5, three heads of four features: splits, merges, scales and W_o"""
    return _heads(rng, 5, 12, 3)


@probe("multi_head_attention")
def multi_head_attention_two_heads(rng: Rng) -> Arrays:
    """seq_len 7, two heads of five features"""
    return _heads(rng, 7, 10, 2)


@probe("multi_head_attention")
def multi_head_attention_square(rng: Rng) -> Arrays:
    """seq_len = d_model, num_heads = d_head: swapped axes run silently"""
    return _heads(rng, 4, 4, 2)


@probe("multi_head_attention")
def multi_head_attention_one_head(rng: Rng) -> Arrays:
    """a single head is plain attention followed by W_o; the root of its width, 2.65, lies nearer 3 than 2"""
    return _heads(rng, 5, 7, 1)


@probe("multi_head_attention")
def multi_head_attention_thin_heads(rng: Rng) -> Arrays:
    """as many heads as features: each head is one feature wide and its scale is 1"""
    return _heads(rng, 3, 6, 6)


@probe("multi_head_attention")
def multi_head_attention_large(rng: Rng) -> Arrays:
    """scores in the thousands: a softmax that overflows gives nan"""
    return _heads(rng, 4, 6, 2, spread=60.0)


@probe("multi_head_attention")
def multi_head_attention_lowered(rng: Rng) -> Arrays:
    """scores near -1400 in one head and -2900 in the other that differ by little: exp without a shift leaves zeros,
    whatever is added below the line; the first token's own score lies so far below its others that a mask after the
    softmax leaves nothing of it
    """
    x, W_q, W_k, W_v, W_o, num_heads = _heads(rng, 4, 6, 2)
    x[:, 0], W_q[:, [0, 3]], W_k[:, [0, 3]] = 1, 0, 0
    x[0, 0] = 3
    W_q[0], W_k[0] = (50, 0, 0, 100, 0, 0), (-50, 0, 0, -50, 0, 0)
    return x, W_q, W_k, W_v, W_o, num_heads


@probe("multi_head_attention")
def multi_head_attention_indivisible(rng: Rng) -> Arrays:
    """twelve features cannot be divided into five heads"""
    return _heads(rng, 4, 12, 5)


@probe("multi_head_attention")
def multi_head_attention_fewer_features(rng: Rng) -> Arrays:
    """four features cannot be divided into eight heads"""
    return _heads(rng, 3, 4, 8)


@probe("multi_head_attention")
def multi_head_attention_integers(rng: Rng) -> Arrays:
    """integer arrays are legal input and are computed in floating point"""
    W_q, W_k, W_v, W_o = (rng.integers(-1, 2, size=(4, 4)) for _ in range(4))
    return rng.integers(-2, 3, size=(3, 4)), W_q, W_k + rng.normal(scale=0.3, size=(4, 4)), W_v, W_o, 2


@probe("multi_head_attention")
def multi_head_attention_single(rng: Rng) -> Arrays:
    """float32 input: half precision and integer buffers show in the dtype"""
    *arrays, num_heads = multi_head_attention_three_heads(rng)
    return *(a.astype(np.float32) for a in arrays), num_heads


# --- feed_forward -----------------------------------------------------------------------------------------------------


def _ffn(rng: Rng, d_model: int, d_ff: int, spread: float = 0.5) -> Arrays:
    W_1, W_2 = rng.normal(scale=spread, size=(d_model, d_ff)), rng.normal(scale=spread, size=(d_ff, d_model))
    return W_1, rng.normal(0.2, 0.8, d_ff), W_2, rng.normal(-0.3, 0.8, d_model)


@probe("feed_forward")
def feed_forward_rectangular(rng: Rng) -> Arrays:
    """three tokens of four features, seven hidden ones: which bias, which order, and where the cut at zero stands"""
    return rng.normal(0.3, 1.5, (3, 4)), *_ffn(rng, 4, 7)


@probe("feed_forward")
def feed_forward_narrow(rng: Rng) -> Arrays:
    """six tokens of five features, three hidden ones"""
    return rng.normal(0.3, 1.5, (6, 5)), *_ffn(rng, 5, 3)


@probe("feed_forward")
def feed_forward_square(rng: Rng) -> Arrays:
    """four of everything: transposed matrices and biases added to the wrong axis run silently"""
    return rng.normal(0.3, 1.5, (4, 4)), *_ffn(rng, 4, 4)


@probe("feed_forward")
def feed_forward_zero(rng: Rng) -> Arrays:
    """an x of zeros: only the biases speak"""
    return np.zeros((2, 3)), *_ffn(rng, 3, 5)


@probe("feed_forward")
def feed_forward_silent(rng: Rng) -> Arrays:
    """hidden numbers that are all below zero: only the second bias is left, and whatever leaks shows"""
    x, (W_1, b_1, W_2, b_2) = rng.normal(size=(3, 4)), _ffn(rng, 4, 6)
    return x, W_1, b_1 - 40, W_2, b_2


@probe("feed_forward")
def feed_forward_large(rng: Rng) -> Arrays:
    """hidden numbers in the hundreds: a cut from above shows"""
    return rng.normal(0, 200, (2, 5)), *_ffn(rng, 5, 4)


@probe("feed_forward")
def feed_forward_one_token(rng: Rng) -> Arrays:
    """a single token keeps its row"""
    return rng.normal(0.3, 1.5, (1, 3)), *_ffn(rng, 3, 6)


@probe("feed_forward")
def feed_forward_integers(rng: Rng) -> Arrays:
    """integer arrays are legal input and are computed in floating point"""
    x, W_1, W_2 = rng.integers(-3, 4, size=(3, 4)), rng.integers(-2, 3, size=(4, 5)), rng.integers(-2, 3, size=(5, 4))
    return x, W_1, rng.integers(-2, 3, size=5), W_2, rng.normal(size=4)


@probe("feed_forward")
def feed_forward_single(rng: Rng) -> Arrays:
    """float32 input: half precision and integer buffers show in the dtype"""
    return tuple(array.astype(np.float32) for array in feed_forward_rectangular(rng))


# --- head_diversity ---------------------------------------------------------------------------------------------------


def _maps(rng: Rng, num_heads: int, n_q: int, n_k: int, spread: float = 1.5) -> Arrays:
    return (np.stack([weight_rows(rng, n_q, n_k, spread) for _ in range(num_heads)]),)


@probe("head_diversity")
def head_diversity_three_heads(rng: Rng) -> Arrays:
    """three heads, four queries, five keys: which pairs, and what is summed or averaged"""
    return _maps(rng, 3, 4, 5)


@probe("head_diversity")
def head_diversity_two_heads(rng: Rng) -> Arrays:
    """two heads, a single pair"""
    return _maps(rng, 2, 3, 6)


@probe("head_diversity")
def head_diversity_many_heads(rng: Rng) -> Arrays:
    """six heads, two queries, three keys: neighbours alone, or the first head alone, do not stand for all pairs"""
    return _maps(rng, 6, 2, 3)


@probe("head_diversity")
def head_diversity_square(rng: Rng) -> Arrays:
    """four of everything: wrong axes run silently"""
    return _maps(rng, 4, 4, 4)


@probe("head_diversity")
def head_diversity_equal(rng: Rng) -> Arrays:
    """three equal heads: 0"""
    return (np.repeat(_maps(rng, 1, 3, 4)[0], 3, axis=0),)


@probe("head_diversity")
def head_diversity_apart(rng: Rng) -> Arrays:
    """two heads that look at different keys altogether: 1"""
    order = rng.permutation(5)[:4]
    return (np.stack([np.eye(5)[order[:2]], np.eye(5)[order[2:]]]),)


@probe("head_diversity")
def head_diversity_small(rng: Rng) -> Arrays:
    """independent heads at a small initialisation: small, and not 0"""
    return _maps(rng, 4, 5, 8, spread=1e-3)


@probe("head_diversity")
def head_diversity_hair(rng: Rng) -> Arrays:
    """two heads that differ by a hundred-millionth: float32 sees no difference"""
    step = 1e-8 * rng.uniform(0.8, 1.2)
    return (np.array([[[0.5, 0.5]], [[0.5 + step, 0.5 - step]]]),)


@probe("head_diversity")
def head_diversity_integers(rng: Rng) -> Arrays:
    """one-hot maps as integers"""
    return (np.stack([np.eye(4, dtype=int)[rng.integers(4, size=5)] for _ in range(3)]),)


@probe("head_diversity")
def head_diversity_single(rng: Rng) -> Arrays:
    """float32 input"""
    return (head_diversity_three_heads(rng)[0].astype(np.float32),)


# --- encoder_layer ----------------------------------------------------------------------------------------------------


def _layer(rng: Rng, seq_len: int, d_model: int, d_ff: int, num_heads: int, pre_norm: bool) -> Arrays:
    x = rng.normal(0.4, 1.3, (seq_len, d_model))
    attention = tuple(rng.normal(scale=0.4, size=(d_model, d_model)) for _ in range(4))
    gammas, betas = rng.normal(1.4, 0.4, (2, d_model)), rng.normal(-0.4, 0.7, (2, d_model))
    norms = (gammas[0].copy(), betas[0].copy(), gammas[1].copy(), betas[1].copy())
    return x, attention, _ffn(rng, d_model, d_ff), norms, num_heads, pre_norm


@probe("encoder_layer")
def encoder_layer_post(rng: Rng) -> Arrays:
    """post-norm, five tokens, three heads of two features, eight hidden ones: order of steps, norms and residuals"""
    return _layer(rng, 5, 6, 8, 3, False)


@probe("encoder_layer")
def encoder_layer_pre(rng: Rng) -> Arrays:
    """pre-norm, three tokens, two heads of four features, five hidden ones"""
    return _layer(rng, 3, 8, 5, 2, True)


@probe("encoder_layer")
def encoder_layer_post_square(rng: Rng) -> Arrays:
    """post-norm with four of everything: wrong axes and exchanged matrices run silently"""
    return _layer(rng, 4, 4, 4, 2, False)


@probe("encoder_layer")
def encoder_layer_pre_square(rng: Rng) -> Arrays:
    """pre-norm with four of everything"""
    return _layer(rng, 4, 4, 4, 2, True)


@probe("encoder_layer")
def encoder_layer_post_one_head(rng: Rng) -> Arrays:
    """post-norm with a single head"""
    return _layer(rng, 7, 3, 5, 1, False)


@probe("encoder_layer")
def encoder_layer_post_quiet(rng: Rng) -> Arrays:
    """post-norm where W_o, W_2 and b_2 are zero: what is left are the residuals and two norms"""
    x, attention, (W_1, b_1, W_2, b_2), norms, *rest = _layer(rng, 3, 6, 4, 2, False)
    return x, (*attention[:3], 0 * attention[3]), (W_1, b_1, 0 * W_2, 0 * b_2), norms, *rest


@probe("encoder_layer")
def encoder_layer_pre_quiet(rng: Rng) -> Arrays:
    """pre-norm where W_o, W_2 and b_2 are zero: x itself is left"""
    return *encoder_layer_post_quiet(rng)[:5], True


@probe("encoder_layer")
def encoder_layer_post_small(rng: Rng) -> Arrays:
    """post-norm on tokens so small that eps decides: another eps, or one outside the root, shows"""
    x, attention, (W_1, b_1, W_2, b_2), norms, *rest = _layer(rng, 4, 6, 5, 3, False)
    return x * 3e-3, attention, (W_1, b_1 * 1e-3, W_2, b_2 * 1e-3), norms, *rest


@probe("encoder_layer")
def encoder_layer_pre_small(rng: Rng) -> Arrays:
    """pre-norm on tokens so small that eps decides"""
    return *encoder_layer_post_small(rng)[:5], True


@probe("encoder_layer")
def encoder_layer_pre_large(rng: Rng) -> Arrays:
    """pre-norm on tokens in the hundreds: the residual carries them past both norms"""
    x, *rest = _layer(rng, 2, 6, 7, 2, True)
    return x * 300, *rest


@probe("encoder_layer")
def encoder_layer_post_integers(rng: Rng) -> Arrays:
    """post-norm on integer tokens and matrices, computed in floating point"""
    _, attention, ffn, norms, *rest = _layer(rng, 3, 4, 6, 2, False)
    whole = tuple(np.round(2 * matrix).astype(int) for matrix in attention[:3])
    return rng.integers(-3, 4, size=(3, 4)), (*whole, attention[3]), ffn, norms, *rest


@probe("encoder_layer")
def encoder_layer_single(rng: Rng) -> Arrays:
    """post-norm in float32: half precision and integer buffers show in the dtype"""
    x, *groups, num_heads, pre_norm = encoder_layer_post(rng)
    narrow = (tuple(array.astype(np.float32) for array in group) for group in groups)
    return x.astype(np.float32), *narrow, num_heads, pre_norm


# --- batched_attention ------------------------------------------------------------------------------------------------


def _batch(rng: Rng, batch: int, seq_len: int, d_model: int, d_k: int, d_v: int, spread: float = 1.0) -> Arrays:
    x = rng.normal(0.3, spread, (batch, seq_len, d_model))
    shapes = ((d_model, d_k), (d_model, d_k), (d_model, d_v))
    return x, *(rng.normal(scale=0.4, size=shape) for shape in shapes)


@probe("batched_attention")
def batched_attention_rectangular(rng: Rng) -> Arrays:
    """three sequences of five tokens; seven features, queries of four, values of two: all sizes differ"""
    return _batch(rng, 3, 5, 7, 4, 2)


@probe("batched_attention")
def batched_attention_square(rng: Rng) -> Arrays:
    """four of everything: sequences and tokens that change places run silently"""
    return _batch(rng, 4, 4, 4, 4, 4)


@probe("batched_attention")
def batched_attention_one_sequence(rng: Rng) -> Arrays:
    """a batch of one sequence keeps its axis"""
    return _batch(rng, 1, 6, 3, 2, 5)


@probe("batched_attention")
def batched_attention_one_token(rng: Rng) -> Arrays:
    """sequences of a single token, whose weight is 1"""
    return _batch(rng, 5, 1, 4, 3, 2)


@probe("batched_attention")
def batched_attention_levels(rng: Rng) -> Arrays:
    """one sequence with scores in the thousands beside ordinary ones: a maximum shared by the batch leaves nothing"""
    x, *rest = _batch(rng, 3, 4, 6, 3, 2)
    return x * np.array([1.0, 120.0, 1.0])[:, None, None], *rest


@probe("batched_attention")
def batched_attention_lowered(rng: Rng) -> Arrays:
    """scores near -1400 that differ by little: exp without a shift leaves zeros"""
    x, W_q, W_k, W_v = _batch(rng, 2, 3, 5, 4, 6)
    x[:, :, 0], W_q[:, 0], W_k[:, 0] = 1, 0, 0
    W_q[0], W_k[0] = (56, 0, 0, 0), (-50, 0, 0, 0)
    return x, W_q, W_k, W_v


@probe("batched_attention")
def batched_attention_integers(rng: Rng) -> Arrays:
    """integer arrays are legal input and are computed in floating point"""
    W_q, W_k, W_v = (rng.integers(-1, 2, size=shape) for shape in ((4, 3), (4, 3), (4, 5)))
    return rng.integers(-2, 3, size=(2, 3, 4)), W_q, W_k + rng.normal(scale=0.3, size=(4, 3)), W_v


@probe("batched_attention")
def batched_attention_single(rng: Rng) -> Arrays:
    """float32 input: half precision and integer buffers show in the dtype"""
    return tuple(array.astype(np.float32) for array in batched_attention_rectangular(rng))
