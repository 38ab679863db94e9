"""Wrong ideas about tiled_attention(Q, K, V, block_size), each with its evidence and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _attention(Q, K, V):
    scores = Q @ K.T / np.sqrt(Q.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers @ V / powers.sum(axis=-1, keepdims=True)


def _blocks(K, block_size):
    return [slice(start, start + block_size) for start in range(0, len(K), block_size)]


def _online(Q, K, V, block_size, **changes):
    """Attention in tiles with a running maximum."""
    total, mix = _sums(Q, K, V, block_size, **changes)
    return mix / total


def _sums(Q, K, V, block_size, *, blocks=None, shrink=None, level=-np.inf, first=0, scale=None, mask=None, still=()):
    """The two sums at the end; the keywords change one step each, `still` names the sums that never shrink."""
    highest = np.full((len(Q), 1), level)
    total, mix = np.full((len(Q), 1), float(first)), np.zeros((len(Q), V.shape[1]))
    for block in _blocks(K, block_size) if blocks is None else blocks:
        scores = Q @ K[block].T * (1 / np.sqrt(Q.shape[-1]) if scale is None else scale)
        if mask is not None:
            scores = np.where(mask(np.arange(len(Q))[:, None], np.arange(len(K))[block]), scores, -np.inf)
        higher = np.maximum(highest, scores.max(axis=-1, keepdims=True))
        factor = (shrink or (lambda old, new: np.exp(old - new)))(highest, higher)
        powers = np.exp(scores - higher)
        total = total * (1 if "total" in still else factor) + powers.sum(axis=-1, keepdims=True)
        mix = mix * (1 if "mix" in still else factor) + powers @ V[block]
        highest = higher
    return total, mix


# --- what happens to the old sums -------------------------------------------------------------------------------------


@misconception(hint="A later tile raises the maximum: what has happened to the old sums?", caught_by="test_rising")
def never_shrinks_the_old_sums(Q, K, V, block_size):
    """These numbers are what comes out when the maximum moves and the sums of earlier tiles stay as they were."""
    return _online(Q, K, V, block_size, still=("total", "mix"))


@misconception(
    hint="Both running sums were built at the old level: which one still stands there?", caught_by="test_values"
)
def shrinks_the_total_only(Q, K, V, block_size):
    """These numbers are what comes out when the sum of weights shrinks and the mixed values do not."""
    return _online(Q, K, V, block_size, still=("mix",))


@misconception(
    hint="Both running sums were built at the old level: which one still stands there?", caught_by="test_values"
)
def shrinks_the_mixture_only(Q, K, V, block_size):
    """These numbers are what comes out when the mixed values shrink and the sum of weights does not."""
    return _online(Q, K, V, block_size, still=("total",))


@misconception(hint="When the maximum grows, should old terms shrink or grow?", caught_by="test_values")
def stretches_the_old_sums(Q, K, V, block_size):
    """These numbers are what comes out when old sums are multiplied by exp(new maximum - old maximum)."""

    def shrink(old, new):
        return np.exp(np.where(np.isfinite(old), new - old, 0))

    return _online(Q, K, V, block_size, shrink=shrink)


@misconception(hint="Do all tiles count from the same level?", caught_by="test_values")
def forgets_the_maximum_of_earlier_tiles(Q, K, V, block_size):
    """These numbers are what comes out when each tile counts from its own maximum and the sums are just added up."""
    total, mix = 0, 0
    for block in _blocks(K, block_size):
        scores = Q @ K[block].T / np.sqrt(Q.shape[-1])
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
        total, mix = total + powers.sum(axis=-1, keepdims=True), mix + powers @ V[block]
    return mix / total


@misconception(
    hint="When a tile holds nothing higher, at which level are its own powers taken?", caught_by="test_falling"
)
def lets_the_maximum_fall(Q, K, V, block_size):
    """These numbers are what comes out when each tile's own maximum replaces the running one, even a higher one."""
    highest = np.full((len(Q), 1), -np.inf)
    total, mix = np.zeros((len(Q), 1)), np.zeros((len(Q), V.shape[1]))
    for block in _blocks(K, block_size):
        scores = Q @ K[block].T / np.sqrt(Q.shape[-1])
        own = scores.max(axis=-1, keepdims=True)
        shrink, powers = np.exp(np.minimum(highest - own, 0)), np.exp(scores - own)
        total, mix = total * shrink + powers.sum(axis=-1, keepdims=True), mix * shrink + powers @ V[block]
        highest = own
    return mix / total


@misconception(hint="When scores fall by 800, what is exp(old maximum - new maximum)?", caught_by="test_falling")
def moves_the_level_down(Q, K, V, block_size):
    """This nan is what comes out when everything is brought to each tile's own maximum, however far below the old."""
    highest = np.full((len(Q), 1), -np.inf)
    total, mix = np.zeros((len(Q), 1)), np.zeros((len(Q), V.shape[1]))
    for block in _blocks(K, block_size):
        scores = Q @ K[block].T / np.sqrt(Q.shape[-1])
        own = scores.max(axis=-1, keepdims=True)
        factor, powers = np.exp(highest - own), np.exp(scores - own)
        total, mix = total * factor + powers.sum(axis=-1, keepdims=True), mix * factor + powers @ V[block]
        highest = own
    return mix / total


@misconception(hint="Is one level enough for all queries?", caught_by="test_falling")
def shares_one_level(Q, K, V, block_size):
    """This is what comes out when one maximum is taken over all queries of a tile."""
    highest, total, mix = -np.inf, 0, 0
    for block in _blocks(K, block_size):
        scores = Q @ K[block].T / np.sqrt(Q.shape[-1])
        higher = max(highest, scores.max())
        shrink, powers = np.exp(highest - higher), np.exp(scores - higher)
        total, mix = total * shrink + powers.sum(axis=-1, keepdims=True), mix * shrink + powers @ V[block]
        highest = higher
    return mix / total


@misconception(hint="What is exp(3000), and what did the first day do about it?", caught_by="test_rising")
def takes_no_maximum(Q, K, V, block_size):
    """This is what comes out when exp is taken of the scores as they are."""
    total, mix = 0, 0
    for block in _blocks(K, block_size):
        powers = np.exp(Q @ K[block].T / np.sqrt(Q.shape[-1]))
        total, mix = total + powers.sum(axis=-1, keepdims=True), mix + powers @ V[block]
    return mix / total


@misconception(hint="Which number is below every score there can be?", caught_by="test_falling")
def begins_above_some_scores(Q, K, V, block_size):
    """This is what comes out when the running maximum begins at a number that is not below every score."""
    return _online(Q, K, V, block_size, level=0.0)


@misconception(hint="With V all ones, what must come out?", caught_by="test_values")
def begins_with_a_total_of_one(Q, K, V, block_size):
    """These numbers are what comes out when the sum of weights begins at 1."""

    def shrink(old, new):
        return np.exp(np.where(np.isfinite(old), old - new, 0))

    return _online(Q, K, V, block_size, shrink=shrink, first=1)


# --- how tiles are put together ---------------------------------------------------------------------------------------


@misconception(hint="Does each tile deserve the same share of the result?", caught_by="test_values")
def averages_the_tiles(Q, K, V, block_size):
    """These numbers are what comes out when attention is computed in each tile and the results are averaged."""
    return np.mean([_attention(Q, K[block], V[block]) for block in _blocks(K, block_size)], axis=0)


@misconception(hint="How much of the whole weight lies in one tile?", caught_by="test_values")
def adds_the_tiles_up(Q, K, V, block_size):
    """These numbers are what comes out when attention is computed in each tile and the results are added up."""
    return np.sum([_attention(Q, K[block], V[block]) for block in _blocks(K, block_size)], axis=0)


@misconception(hint="Does a tile's share of the result depend on its length or on its scores?", caught_by="test_ragged")
def averages_the_tiles_by_length(Q, K, V, block_size):
    """These numbers are what comes out when the tiles' results are averaged, each by its number of keys."""
    blocks = _blocks(K, block_size)
    return sum(len(K[block]) * _attention(Q, K[block], V[block]) for block in blocks) / len(K)


@misconception(hint="How often may the weights be normalised?", caught_by="test_values")
def divides_in_every_tile(Q, K, V, block_size):
    """These numbers are what comes out when the mixture is divided by the total in every tile and carried on so."""
    highest = np.full((len(Q), 1), -np.inf)
    total, mix = np.zeros((len(Q), 1)), np.zeros((len(Q), V.shape[1]))
    for block in _blocks(K, block_size):
        scores = Q @ K[block].T / np.sqrt(Q.shape[-1])
        higher = np.maximum(highest, scores.max(axis=-1, keepdims=True))
        shrink, powers = np.exp(highest - higher), np.exp(scores - higher)
        total = total * shrink + powers.sum(axis=-1, keepdims=True)
        mix = (mix * shrink + powers @ V[block]) / total
        highest = higher
    return mix


@misconception(hint="By what must the mixture be divided at the end?", caught_by="test_values")
def never_divides(Q, K, V, block_size):
    """These numbers are what comes out when the mixture is not divided by the sum of weights."""
    return _sums(Q, K, V, block_size)[1]


# --- which keys -------------------------------------------------------------------------------------------------------


@misconception(hint="How many keys does your loop visit?", caught_by="test_ragged")
def drops_the_shorter_tile(Q, K, V, block_size):
    """These numbers are what comes out when only whole tiles are visited."""
    whole = [block for block in _blocks(K, block_size) if block.stop <= len(K)]
    return _online(Q, K, V, block_size, blocks=whole)


@misconception(hint="What does a query see after the first tile?", caught_by="test_values")
def sees_the_first_tile_only(Q, K, V, block_size):
    """These numbers are what comes out when the function returns after the first tile."""
    return _attention(Q, K[:block_size], V[:block_size])


@misconception(hint="What is left of the first tile at the end?", caught_by="test_values")
def sees_the_last_tile_only(Q, K, V, block_size):
    """These numbers are what comes out when only the last tile is kept."""
    block = _blocks(K, block_size)[-1]
    return _attention(Q, K[block], V[block])


@misconception(hint="By how much does the loop move on, and how many keys does a tile hold?", caught_by="test_ragged")
def lets_the_last_tile_overlap(Q, K, V, block_size):
    """These numbers are what comes out when the last tile reaches back, so that some keys count twice."""
    blocks = _blocks(K, block_size)
    blocks[-1] = slice(max(len(K) - block_size, 0), len(K))
    return _online(Q, K, V, block_size, blocks=blocks)


@misconception(hint="May a query see keys that stand after it?", caught_by="test_values")
def masks_the_future(Q, K, V, block_size):
    """These numbers are what comes out when each query sees only the keys up to its own place."""
    return _online(Q, K, V, block_size, mask=lambda query, key: key <= query)


# --- the scores -------------------------------------------------------------------------------------------------------


@misconception(hint="Compare with the full product on a single tile: what is missing?", caught_by="test_values")
def forgets_the_scale(Q, K, V, block_size):
    """These numbers are what comes out when the scores are not divided by the root of d_k."""
    return _online(Q, K, V, block_size, scale=1.0)


@misconception(hint="By the root of what are the scores divided?", caught_by="test_values")
def divides_by_d_k(Q, K, V, block_size):
    """These numbers are what comes out when the scores are divided by d_k."""
    return _online(Q, K, V, block_size, scale=1 / Q.shape[-1])


@misconception(hint="Which length stands under the root, a key's or a tile's?", caught_by="test_values")
def scales_by_the_tile(Q, K, V, block_size):
    """These numbers are what comes out when the scores are divided by the root of the block size."""
    return _online(Q, K, V, block_size, scale=1 / np.sqrt(block_size))


@misconception(hint="With V all ones, what must come out? Which step is missing?", caught_by="test_values")
def multiplies_without_softmax(Q, K, V, block_size):
    """These numbers are what comes out of Q Kᵀ V as the post writes it, without a softmax."""
    return sum(Q @ K[block].T @ V[block] for block in _blocks(K, block_size))


@misconception(hint="Did the scores matter?", caught_by="test_values")
def averages_all_values(Q, K, V, block_size):
    """These numbers are the plain average of all values, the same for every query."""
    return np.repeat(V.mean(axis=0)[None, :], len(Q), axis=0)


# --- memory and manners -----------------------------------------------------------------------------------------------


@misconception(
    hint="Which arrays are there at once, and how many numbers do they hold together?", caught_by="test_memory"
)
def makes_the_whole_table(Q, K, V, block_size):
    """The numbers are right, but at some time they took about as much memory as the table of all scores, or more."""
    return _attention(Q, K, V)


@misconception(hint="What does *= do to the array of whoever calls you?", caught_by="test_leaves_arguments_alone")
def scales_the_callers_queries(Q, K, V, block_size):
    """The numbers are right, but the array Q that was handed in is scaled for good."""
    found = _online(Q, K, V, block_size)
    Q *= Q.dtype.type(2)
    return found
