"""Wrong ideas about encoder_layer, each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def _attend(x, attention, num_heads, *, mask=None, root_of=None):
    W_q, W_k, W_v, W_o = attention
    q, k, v = ((x @ W).reshape(len(x), num_heads, -1).transpose(1, 0, 2) for W in (W_q, W_k, W_v))
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(root_of or q.shape[-1])
    weights = _softmax(scores if mask is None else np.where(mask, scores, -np.inf))
    return (weights @ v).transpose(1, 0, 2).reshape(x.shape) @ W_o


def _feed(x, ffn):
    W_1, b_1, W_2, b_2 = ffn
    return np.maximum(x @ W_1 + b_1, 0) @ W_2 + b_2


def _norm(x, gamma, beta, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / np.sqrt(x.var(axis=-1, keepdims=True) + eps) * gamma + beta


def _layer(x, attention, ffn, norms, num_heads, pre_norm, *, attend=_attend, feed=_feed, norm=_norm):
    """The right layer, one of whose parts may be another."""
    g1, c1, g2, c2 = norms
    if pre_norm:
        x = x + attend(norm(x, g1, c1), attention, num_heads)
        return x + feed(norm(x, g2, c2), ffn)
    x = norm(x + attend(x, attention, num_heads), g1, c1)
    return norm(x + feed(x, ffn), g2, c2)


# --- which order ------------------------------------------------------------------------------------------------------


@misconception(hint="Which argument decides on the order?", caught_by="test_pre_norm")
def always_normalises_afterwards(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when the order is post-norm, whatever pre_norm says."""
    return _layer(x, attention, ffn, norms, num_heads, False)


@misconception(hint="Which argument decides on the order?", caught_by="test_post_norm")
def always_normalises_first(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when the order is pre-norm, whatever pre_norm says."""
    return _layer(x, attention, ffn, norms, num_heads, True)


@misconception(hint="Does True stand for normalising before or after the part?", caught_by="test_post_norm")
def exchanges_the_two_orders(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when pre_norm is read the other way round."""
    return _layer(x, attention, ffn, norms, num_heads, not pre_norm)


@misconception(hint="Which of the two parts comes first?", caught_by="test_post_norm")
def feeds_forward_before_it_attends(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when the feed-forward part comes before attention."""
    g1, c1, g2, c2 = norms
    if pre_norm:
        x = x + _feed(_norm(x, g1, c1), ffn)
        return x + _attend(_norm(x, g2, c2), attention, num_heads)
    x = _norm(x + _feed(x, ffn), g1, c1)
    return _norm(x + _attend(x, attention, num_heads), g2, c2)


@misconception(hint="Does the feed-forward part see what attention brought home?", caught_by="test_post_norm")
def runs_both_parts_side_by_side(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when both parts see the same x and their results are added."""
    g1, c1, g2, c2 = norms
    if pre_norm:
        return x + _attend(_norm(x, g1, c1), attention, num_heads) + _feed(_norm(x, g2, c2), ffn)
    return _norm(_norm(x + _attend(x, attention, num_heads) + _feed(x, ffn), g1, c1), g2, c2)


# --- what is normalised -----------------------------------------------------------------------------------------------


@misconception(hint="In post-norm, does the residual pass through the norm?", caught_by="test_post_norm")
def normalises_the_branch_only(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when, in post-norm, the part is normalised before x is added to it."""
    g1, c1, g2, c2 = norms
    if pre_norm:
        return _layer(x, attention, ffn, norms, num_heads, True)
    x = x + _norm(_attend(x, attention, num_heads), g1, c1)
    return x + _norm(_feed(x, ffn), g2, c2)


@misconception(hint="In pre-norm, what is carried around the part: x, or x normalised?", caught_by="test_pre_norm")
def carries_the_normalised_tokens(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when, in pre-norm, the normalised tokens are also what is carried around."""
    g1, c1, g2, c2 = norms
    if not pre_norm:
        return _layer(x, attention, ffn, norms, num_heads, False)
    x = _norm(x, g1, c1)
    x = x + _attend(x, attention, num_heads)
    x = _norm(x, g2, c2)
    return x + _feed(x, ffn)


@misconception(hint="In pre-norm, is the last thing you do an addition?", caught_by="test_pre_norm")
def normalises_once_more_at_the_end(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when, in pre-norm, the result is normalised once more."""
    out = _layer(x, attention, ffn, norms, num_heads, pre_norm)
    return _norm(out, norms[2], norms[3]) if pre_norm else out


@misconception(hint="How many norms have a gamma of their own?", caught_by="test_post_norm")
def shares_the_first_norm(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when gamma_1 and beta_1 serve both norms."""
    return _layer(x, attention, ffn, (norms[0], norms[1]) * 2, num_heads, pre_norm)


@misconception(hint="How many norms have a gamma of their own?", caught_by="test_post_norm")
def shares_the_second_norm(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when gamma_2 and beta_2 serve both norms."""
    return _layer(x, attention, ffn, (norms[2], norms[3]) * 2, num_heads, pre_norm)


@misconception(hint="Which norm belongs to attention?", caught_by="test_post_norm")
def exchanges_the_norms(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when the two norms exchange their gammas and betas."""
    return _layer(x, attention, ffn, (norms[2], norms[3], norms[0], norms[1]), num_heads, pre_norm)


@misconception(hint="In which order do the four numbers of `norms` stand?", caught_by="test_post_norm")
def takes_both_gammas_first(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when `norms` is read as both gammas, then both betas."""
    return _layer(x, attention, ffn, (norms[0], norms[2], norms[1], norms[3]), num_heads, pre_norm)


@misconception(hint="Which of the numbers of `norms` were never used?", caught_by="test_post_norm")
def ignores_gamma_and_beta(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when both norms leave gamma and beta out, as the post's four lines do."""
    return _layer(x, attention, ffn, norms, num_heads, pre_norm, norm=lambda x, g, c: _norm(x, 1, 0))


@misconception(hint="How often is something normalised in the drawing?", caught_by="test_post_norm")
def leaves_out_the_second_norm(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when the feed-forward part has no norm."""
    g1, c1, _, _ = norms
    if pre_norm:
        x = x + _attend(_norm(x, g1, c1), attention, num_heads)
        return x + _feed(x, ffn)
    x = _norm(x + _attend(x, attention, num_heads), g1, c1)
    return x + _feed(x, ffn)


@misconception(hint="How often is something normalised in the drawing?", caught_by="test_post_norm")
def leaves_out_the_first_norm(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when the attention part has no norm."""
    _, _, g2, c2 = norms
    x = x + _attend(x, attention, num_heads)
    return x + _feed(_norm(x, g2, c2), ffn) if pre_norm else _norm(x + _feed(x, ffn), g2, c2)


@misconception(hint="How often is something normalised in the drawing?", caught_by="test_post_norm")
def never_normalises(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when neither part has a norm."""
    return _layer(x, attention, ffn, norms, num_heads, pre_norm, norm=lambda x, g, c: x)


@misconception(hint="Which eps does the docstring name?", caught_by="test_small_tokens")
def forgets_eps(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when the norms have no eps."""
    return _layer(x, attention, ffn, norms, num_heads, pre_norm, norm=lambda x, g, c: _norm(x, g, c, 0.0))


@misconception(hint="Which eps does the docstring name?", caught_by="test_small_tokens")
def takes_eps_1e_6(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when the norms have an eps of 1e-6."""
    return _layer(x, attention, ffn, norms, num_heads, pre_norm, norm=lambda x, g, c: _norm(x, g, c, 1e-6))


@misconception(hint="Which eps does the docstring name?", caught_by="test_small_tokens")
def takes_eps_1e_12(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when the norms have an eps of 1e-12, as BERT's have."""
    return _layer(x, attention, ffn, norms, num_heads, pre_norm, norm=lambda x, g, c: _norm(x, g, c, 1e-12))


@misconception(hint="Does eps stand under the root?", caught_by="test_small_tokens")
def adds_eps_outside_the_root(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when eps is added to the spread after the root."""

    def norm(x, gamma, beta):
        centred = x - x.mean(axis=-1, keepdims=True)
        return centred / (x.std(axis=-1, keepdims=True) + 1e-5) * gamma + beta

    return _layer(x, attention, ffn, norms, num_heads, pre_norm, norm=norm)


@misconception(hint="Are the squares divided by d_model or by d_model - 1?", caught_by="test_post_norm")
def divides_by_one_less(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when the norms divide the squares by d_model - 1."""

    def norm(x, gamma, beta):
        variance = x.var(axis=-1, ddof=1, keepdims=True)
        return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(variance + 1e-5) * gamma + beta

    return _layer(x, attention, ffn, norms, num_heads, pre_norm, norm=norm)


@misconception(hint="May another token change this token's norm?", caught_by="test_post_norm")
def normalises_over_the_tokens(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when the norms run over the tokens, feature by feature."""

    def norm(x, gamma, beta):
        return (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0) + 1e-5) * gamma + beta

    return _layer(x, attention, ffn, norms, num_heads, pre_norm, norm=norm)


# --- what is added ----------------------------------------------------------------------------------------------------


@misconception(hint="If attention returned zeros, what should be left?", caught_by="test_post_norm")
def forgets_the_first_residual(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when x is not added to what attention gives."""
    g1, c1, g2, c2 = norms
    if pre_norm:
        x = _attend(_norm(x, g1, c1), attention, num_heads)
        return x + _feed(_norm(x, g2, c2), ffn)
    x = _norm(_attend(x, attention, num_heads), g1, c1)
    return _norm(x + _feed(x, ffn), g2, c2)


@misconception(hint="How many residuals does the drawing show?", caught_by="test_post_norm")
def forgets_the_second_residual(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when nothing is added to what the feed-forward part gives."""
    g1, c1, g2, c2 = norms
    if pre_norm:
        return _feed(_norm(x + _attend(_norm(x, g1, c1), attention, num_heads), g2, c2), ffn)
    return _norm(_feed(_norm(x + _attend(x, attention, num_heads), g1, c1), ffn), g2, c2)


@misconception(hint="How many residuals does the drawing show?", caught_by="test_post_norm")
def forgets_both_residuals(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when nothing is added to either part."""
    g1, c1, g2, c2 = norms
    if pre_norm:
        return _feed(_norm(_attend(_norm(x, g1, c1), attention, num_heads), g2, c2), ffn)
    return _norm(_feed(_norm(_attend(x, attention, num_heads), g1, c1), ffn), g2, c2)


@misconception(hint="Which x is carried around the second part?", caught_by="test_post_norm")
def adds_the_first_x_twice(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when the x that came in is added to the feed-forward part, too."""
    g1, c1, g2, c2 = norms
    if pre_norm:
        middle = x + _attend(_norm(x, g1, c1), attention, num_heads)
        return x + _feed(_norm(middle, g2, c2), ffn)
    middle = _norm(x + _attend(x, attention, num_heads), g1, c1)
    return _norm(x + _feed(middle, ffn), g2, c2)


@misconception(hint="Count the x's: how many are added?", caught_by="test_post_norm")
def adds_x_once_too_often(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when attention adds x itself and the layer adds it again."""
    return _layer(x, attention, ffn, norms, num_heads, pre_norm, attend=lambda x, a, h: x + _attend(x, a, h))


@misconception(hint="Is a residual added or multiplied?", caught_by="test_post_norm")
def multiplies_by_the_residual(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when x is multiplied by what attention gives."""
    g1, c1, g2, c2 = norms
    if pre_norm:
        x = x * _attend(_norm(x, g1, c1), attention, num_heads)
        return x + _feed(_norm(x, g2, c2), ffn)
    x = _norm(x * _attend(x, attention, num_heads), g1, c1)
    return _norm(x + _feed(x, ffn), g2, c2)


@misconception(hint="Is a sum or a mean asked for?", caught_by="test_pre_norm")
def averages_with_the_residual(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when x and what a part gives are averaged instead of added."""
    g1, c1, g2, c2 = norms
    if pre_norm:
        x = (x + _attend(_norm(x, g1, c1), attention, num_heads)) / 2
        return (x + _feed(_norm(x, g2, c2), ffn)) / 2
    x = _norm((x + _attend(x, attention, num_heads)) / 2, g1, c1)
    return _norm((x + _feed(x, ffn)) / 2, g2, c2)


# --- the parts --------------------------------------------------------------------------------------------------------


@misconception(hint="Which parameters have not been used?", caught_by="test_post_norm")
def stops_after_attention(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when the layer ends after attention, its residual and its norm."""
    g1, c1, _, _ = norms
    if pre_norm:
        return x + _attend(_norm(x, g1, c1), attention, num_heads)
    return _norm(x + _attend(x, attention, num_heads), g1, c1)


@misconception(hint="Which parameters have not been used?", caught_by="test_post_norm")
def leaves_out_attention(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when only the feed-forward part is run."""
    g1, c1, g2, c2 = norms
    return (
        x + _feed(_norm(x, g2, c2), ffn) if pre_norm else _norm(_norm(x, g1, c1) + _feed(_norm(x, g1, c1), ffn), g2, c2)
    )


@misconception(hint="What do two linear maps in a row equal?", caught_by="test_post_norm")
def leaves_out_the_cut(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when the feed-forward part has no cut at zero."""

    def feed(x, ffn):
        return (x @ ffn[0] + ffn[1]) @ ffn[2] + ffn[3]

    return _layer(x, attention, ffn, norms, num_heads, pre_norm, feed=feed)


@misconception(hint="Where does the cut at zero stand?", caught_by="test_post_norm")
def cuts_after_the_second_map(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when the feed-forward part cuts its result at zero, not its middle."""

    def feed(x, ffn):
        return np.maximum((x @ ffn[0] + ffn[1]) @ ffn[2] + ffn[3], 0)

    return _layer(x, attention, ffn, norms, num_heads, pre_norm, feed=feed)


@misconception(hint="Feed zeros into the feed-forward part: what comes out?", caught_by="test_post_norm")
def forgets_the_biases(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when the feed-forward part has no biases."""

    def feed(x, ffn):
        return np.maximum(x @ ffn[0], 0) @ ffn[2]

    return _layer(x, attention, ffn, norms, num_heads, pre_norm, feed=feed)


@misconception(hint="Who mixes what the heads bring home?", caught_by="test_post_norm")
def forgets_W_o(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when the heads are never mixed by W_o."""
    same = np.eye(x.shape[1])
    return _layer(x, (*attention[:3], same), ffn, norms, num_heads, pre_norm)


@misconception(hint="How many heads were asked for?", caught_by="test_post_norm")
def uses_one_head(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when a single head does all the work."""
    return _layer(x, attention, ffn, norms, 1, pre_norm)


@misconception(hint="How long are the vectors that one head compares?", caught_by="test_post_norm")
def scales_by_d_model(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when the scores are divided by the root of d_model, not of d_head."""

    def attend(x, a, h):
        return _attend(x, a, h, root_of=x.shape[1])

    return _layer(x, attention, ffn, norms, num_heads, pre_norm, attend=attend)


@misconception(hint="Does an encoder hide the future?", caught_by="test_tokens_in_another_order")
def hides_the_future(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when no token may look at a later one, as in a decoder."""
    mask = np.tri(len(x), dtype=bool)

    def attend(x, a, h):
        return _attend(x, a, h, mask=mask)

    return _layer(x, attention, ffn, norms, num_heads, pre_norm, attend=attend)


# --- what is returned, precision and arguments ------------------------------------------------------------------------


@misconception(hint="How many arrays does the docstring promise?", caught_by="test_shape")
def returns_what_attention_gave_as_well(x, attention, ffn, norms, num_heads, pre_norm):
    """This is what comes out when what attention gave is returned beside the result."""
    return _layer(x, attention, ffn, norms, num_heads, pre_norm), _attend(x, attention, num_heads)


@misconception(hint="Does the docstring ask for a batch axis?", caught_by="test_shape")
def keeps_a_batch_axis(x, attention, ffn, norms, num_heads, pre_norm):
    """This shape is what comes out when room is left for a batch."""
    return _layer(x, attention, ffn, norms, num_heads, pre_norm)[None]


@misconception(hint="Is printing the same as computing?", caught_by="test_post_norm")
def rounds_to_three_decimals(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when the result is rounded to three decimals."""
    return np.round(_layer(x, attention, ffn, norms, num_heads, pre_norm), 3)


@misconception(hint="How many digits does a half-precision number carry?", caught_by="test_dtype")
def returns_half_precision(x, attention, ffn, norms, num_heads, pre_norm):
    """This dtype is what comes out when the result is stored in float16."""
    return _layer(x, attention, ffn, norms, num_heads, pre_norm).astype(np.float16)


@misconception(hint="Does converting back to float64 bring lost digits back?", caught_by="test_post_norm")
def passes_through_single_precision(x, attention, ffn, norms, num_heads, pre_norm):
    """These numbers are what comes out when everything is computed in float32 and converted back to float64."""
    groups = (tuple(array.astype(np.float32) for array in group) for group in (attention, ffn, norms))
    return _layer(x.astype(np.float32), *groups, num_heads, pre_norm).astype(float)


@misconception(hint="Does the caller expect another x afterwards?", caught_by="test_leaves_arguments_alone")
def adds_into_x(x, attention, ffn, norms, num_heads, pre_norm):
    """This change to x is what is left behind when what attention gives is added to it in place."""
    result = _layer(x, attention, ffn, norms, num_heads, pre_norm)
    if x.dtype.kind == "f":
        x += _attend(x, attention, num_heads)
    return result


@misconception(hint="Does the caller expect another W_1 afterwards?", caught_by="test_leaves_arguments_alone")
def writes_into_a_matrix(x, attention, ffn, norms, num_heads, pre_norm):
    """This change to W_1 is what is left behind when its negative numbers are cut in place."""
    result = _layer(x, attention, ffn, norms, num_heads, pre_norm)
    np.maximum(ffn[0], 0, out=ffn[0])
    return result
