"""Wrong ideas about causal_mask(seq_len), each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _allowed(seq_len):
    return np.tril(np.ones((seq_len, seq_len), dtype=bool))


# --- another kind of mask ---------------------------------------------------------------------------------------------


@misconception(hint="Which two values does the docstring say the mask is made of?", caught_by="test_dtype")
def returns_floats(seq_len):
    """This dtype is what comes out when the triangle is cut from np.ones and left as floats."""
    return np.tril(np.ones((seq_len, seq_len)))


@misconception(hint="Which two values does the docstring say the mask is made of?", caught_by="test_dtype")
def returns_integers(seq_len):
    """This dtype is what comes out when ones and zeros are stored as integers."""
    return _allowed(seq_len).astype(int)


@misconception(hint="Is the mask to be added to the scores, or to say who may look?", caught_by="test_dtype")
def returns_minus_infinity(seq_len):
    """This dtype is what comes out when the mask is made to be added: 0 where allowed, -inf where not."""
    return np.where(_allowed(seq_len), 0.0, -np.inf)


@misconception(hint="Is the mask to be added to the scores, or to say who may look?", caught_by="test_dtype")
def returns_minus_a_billion(seq_len):
    """This dtype is what comes out when the mask is made to be added: 0 where allowed, a number such as -1e9 where
    not.
    """
    return np.where(_allowed(seq_len), 0.0, -1e9)


@misconception(hint="What is zero times infinity?", caught_by="test_dtype")
def multiplies_zero_by_infinity(seq_len):
    """These numbers are what comes out when a triangle of zeros and ones is multiplied by -inf."""
    return (1.0 - _allowed(seq_len)) * -np.inf


@misconception(hint="Is the mask to say how much a token counts, or whether it may be seen?", caught_by="test_dtype")
def returns_equal_weights(seq_len):
    """These numbers are what comes out when every allowed token receives an equal share of one."""
    return _allowed(seq_len) / np.arange(1, seq_len + 1)[:, None]


@misconception(hint="What does type() say about the value that is returned?", caught_by="test_shape")
def returns_a_nested_list(seq_len):
    """This type is what comes out when the rows are collected in a list and never made into an array."""
    return [[j <= i for j in range(seq_len)] for i in range(seq_len)]


@misconception(hint="Is the mask a table of who may look, or a list of places?", caught_by="test_shape")
def returns_the_places(seq_len):
    """This is what comes out when the row and column numbers of the triangle are returned in place of a table."""
    return np.tril_indices(seq_len)


# --- another shape ----------------------------------------------------------------------------------------------------


@misconception(hint="How many queries does the mask have to answer for?", caught_by="test_shape")
def makes_a_single_row(seq_len):
    """This shape is what comes out when the mask is made for the last token alone."""
    return np.arange(seq_len) < seq_len


@misconception(hint="Where does the number 8 come from?", caught_by="test_shape")
def is_always_eight_tokens_long(seq_len):
    """This shape is what comes out when the mask is made for 8 tokens, whatever seq_len is."""
    return _allowed(8)


@misconception(hint="Does the docstring ask for a batch axis?", caught_by="test_shape")
def keeps_a_batch_axis(seq_len):
    """This shape is what comes out when room is left for a batch."""
    return _allowed(seq_len)[None]


@misconception(hint="How many axes does the docstring name?", caught_by="test_shape")
def keeps_axes_for_batch_and_heads(seq_len):
    """This shape is what comes out when room is left for a batch and for heads."""
    return _allowed(seq_len)[None, None]


@misconception(hint="What is the shape for a sequence of one token?", caught_by="test_one_token")
def squeezes_a_single_token(seq_len):
    """This shape is what comes out when every axis of length one is squeezed away, also for a single token."""
    return _allowed(seq_len)[None].squeeze()


@misconception(hint="How many tokens does the last row of the mask count?", caught_by="test_shape")
def makes_room_for_one_more(seq_len):
    """This shape is what comes out when the mask is made for seq_len + 1 tokens."""
    return _allowed(seq_len + 1)


@misconception(hint="How many tokens does the last row of the mask count?", caught_by="test_shape")
def makes_room_for_one_less(seq_len):
    """This shape is what comes out when the mask is made for seq_len - 1 tokens."""
    return _allowed(seq_len - 1)


# --- another pattern --------------------------------------------------------------------------------------------------


@misconception(hint="May the first token see the last?", caught_by="test_values")
def allows_the_future(seq_len):
    """This pattern is what comes out when a token may look at itself and at every later one."""
    return _allowed(seq_len).T


@misconception(hint="Does True mean 'may look' or 'is blocked' here?", caught_by="test_diagonal_allowed")
def marks_what_is_blocked(seq_len):
    """This pattern is what comes out when True stands where attention is forbidden."""
    return ~_allowed(seq_len)


@misconception(hint="May a token look at itself?", caught_by="test_diagonal_allowed")
def forbids_the_token_itself(seq_len):
    """This pattern is what comes out when a token may look only at those before it."""
    return np.tril(np.ones((seq_len, seq_len), dtype=bool), k=-1)


@misconception(hint="If the next token changes, may the answer of this one change?", caught_by="test_values")
def allows_one_token_ahead(seq_len):
    """This pattern is what comes out when a token may look at the one right after it, too."""
    return np.tril(np.ones((seq_len, seq_len), dtype=bool), k=1)


@misconception(hint="What does the first token know of the second?", caught_by="test_values")
def allows_everything(seq_len):
    """This pattern is what comes out when every token may look at every other."""
    return np.ones((seq_len, seq_len), dtype=bool)


@misconception(hint="Is there anybody whom a token may look at?", caught_by="test_diagonal_allowed")
def forbids_everything(seq_len):
    """This pattern is what comes out when no place of the mask is ever set to True."""
    return np.zeros((seq_len, seq_len), dtype=bool)


@misconception(hint="Whom else may the last token look at?", caught_by="test_values")
def allows_only_the_token_itself(seq_len):
    """This pattern is what comes out when a token may look at nobody but itself."""
    return np.eye(seq_len, dtype=bool)


@misconception(hint="How far back may the last token look?", caught_by="test_values")
def allows_only_the_token_before(seq_len):
    """This pattern is what comes out when a token may look at itself and one step back, no further."""
    return _allowed(seq_len) & ~np.tril(np.ones((seq_len, seq_len), dtype=bool), k=-2)


@misconception(hint="Is it nearness or order that decides who may be seen?", caught_by="test_values")
def allows_the_neighbours(seq_len):
    """This pattern is what comes out when a token may look one step back and one step ahead."""
    places = np.arange(seq_len)
    return np.abs(places[:, None] - places) <= 1


@misconception(hint="Whom may the first token look at: the first key or the last?", caught_by="test_diagonal_allowed")
def counts_keys_from_the_end(seq_len):
    """This pattern is what comes out when the triangle is mirrored left to right."""
    return _allowed(seq_len)[:, ::-1]


@misconception(hint="Which token sees the most: the first or the last?", caught_by="test_diagonal_allowed")
def counts_queries_from_the_end(seq_len):
    """This pattern is what comes out when the triangle is mirrored top to bottom."""
    return _allowed(seq_len)[::-1]


@misconception(hint="Whom may the first token look at?", caught_by="test_diagonal_allowed")
def leaves_the_first_token_out(seq_len):
    """This pattern is what comes out when the loop over the queries starts at the second token."""
    mask = _allowed(seq_len)
    mask[0] = False
    return mask


@misconception(hint="Whom may the last token look at?", caught_by="test_diagonal_allowed")
def leaves_the_last_token_out(seq_len):
    """This pattern is what comes out when the loop over the queries stops before the last token."""
    mask = _allowed(seq_len)
    mask[-1] = False
    return mask


@misconception(hint="If a later token changes, may the answer of this one change?", caught_by="test_values")
def allows_two_tokens_ahead(seq_len):
    """This pattern is what comes out when a token may look at the two right after it, too."""
    return np.tril(np.ones((seq_len, seq_len), dtype=bool), k=2)


@misconception(hint="How far back may the last token look?", caught_by="test_values")
def looks_back_over_three_tokens(seq_len):
    """This pattern is what comes out when a token may look at itself and two steps back, no further."""
    return _allowed(seq_len) & ~np.tril(np.ones((seq_len, seq_len), dtype=bool), k=-3)


@misconception(hint="How far back may the last token look?", caught_by="test_values")
def looks_back_over_four_tokens(seq_len):
    """This pattern is what comes out when a token may look at itself and three steps back, no further."""
    return _allowed(seq_len) & ~np.tril(np.ones((seq_len, seq_len), dtype=bool), k=-4)


@misconception(hint="How far back may the last token look?", caught_by="test_values")
def looks_back_over_eight_tokens(seq_len):
    """This pattern is what comes out when a token may look at itself and seven steps back, no further."""
    return _allowed(seq_len) & ~np.tril(np.ones((seq_len, seq_len), dtype=bool), k=-8)


@misconception(hint="Whom but the first token may the second one look at?", caught_by="test_values")
def hides_the_first_key(seq_len):
    """This pattern is what comes out when nobody but the first token may look at the first token."""
    mask = _allowed(seq_len)
    mask[1:, 0] = False
    return mask


@misconception(hint="May a token look at itself?", caught_by="test_diagonal_allowed")
def forbids_all_but_the_first_token_itself(seq_len):
    """This pattern is what comes out when a token may look only at those before it, and the first one at itself."""
    mask = np.tril(np.ones((seq_len, seq_len), dtype=bool), k=-1)
    mask[0, 0] = True
    return mask


@misconception(
    hint="May the first token see the last, and of which two values is the mask made?", caught_by="test_dtype"
)
def allows_the_future_in_integers(seq_len):
    """These numbers are what comes out when ones and zeros let a token look at itself and at every later one."""
    return _allowed(seq_len).T.astype(int)


@misconception(
    hint="May the first token see the last, and of which two values is the mask made?", caught_by="test_dtype"
)
def allows_the_future_in_an_additive_mask(seq_len):
    """These numbers are what comes out when a mask to be added has -inf before a token and 0 from it on."""
    return np.where(_allowed(seq_len).T, 0.0, -np.inf)


@misconception(hint="What is the dtype of a plain comparison in NumPy?", caught_by="test_shape")
def returns_objects(seq_len):
    """This dtype is what comes out when truth values are stored as Python objects."""
    return _allowed(seq_len).astype(object)


@misconception(hint="Is the number of tokens the same in every call?", caught_by="test_shape")
def keeps_the_first_mask(seq_len, masks=[]):
    """This shape is what comes out when the mask of the first call is used in all later ones."""
    masks.append(_allowed(seq_len))
    return masks[0]


@misconception(hint="What is the largest number that eight bits hold?", caught_by="test_values")
def counts_tokens_in_eight_bits(seq_len):
    """This pattern is what comes out when positions beyond 127 wrap around to negative numbers, as in int8."""
    places = np.arange(seq_len).astype(np.int8)
    return places <= places[:, None]


@misconception(hint="What is the largest number that eight bits hold?", caught_by="test_values")
def counts_tokens_in_eight_bits_without_a_sign(seq_len):
    """This pattern is what comes out when positions beyond 255 wrap around to 0, as in uint8."""
    places = np.arange(seq_len).astype(np.uint8)
    return places <= places[:, None]


# --- slips of copying, counting and precedence ------------------------------------------------------------------------


@misconception(hint="Which two values does the docstring say the mask is made of?", caught_by="test_dtype")
def marks_what_is_blocked_in_floats(seq_len):
    """These numbers are what comes out when 1.0 stands where attention is forbidden."""
    return np.triu(np.ones((seq_len, seq_len)), k=1)


@misconception(hint="Which two values does the docstring say the mask is made of?", caught_by="test_dtype")
def marks_what_is_blocked_in_integers(seq_len):
    """These numbers are what comes out when the whole number 1 stands where attention is forbidden."""
    return np.triu(np.ones((seq_len, seq_len), dtype=int), k=1)


@misconception(hint="Which two values does the docstring say the mask is made of?", caught_by="test_dtype")
def allows_the_future_in_floats(seq_len):
    """These numbers are what comes out when 1.0 stands where a token looks at itself and at every later one."""
    return np.triu(np.ones((seq_len, seq_len)))


@misconception(hint="May a token look at itself, and which two values is the mask made of?", caught_by="test_dtype")
def forbids_the_token_itself_in_floats(seq_len):
    """These numbers are what comes out when 1.0 stands only below the diagonal."""
    return np.tril(np.ones((seq_len, seq_len)), k=-1)


@misconception(hint="Is the mask to be added to the scores, or to say who may look?", caught_by="test_dtype")
def hides_the_token_itself_in_an_additive_mask(seq_len):
    """These numbers are what comes out when a mask to be added has -inf on the diagonal, too."""
    return np.where(np.tri(seq_len, k=-1) > 0, 0.0, -np.inf)


@misconception(hint="How many of a token's rows does the sum of i and j tell?", caught_by="test_values")
def compares_the_sum_with_the_length(seq_len):
    """This pattern is what comes out when i + j must be at least seq_len, one place off the mirrored triangle."""
    i, j = np.indices((seq_len, seq_len))
    return i + j >= seq_len
