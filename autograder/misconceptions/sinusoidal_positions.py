"""Wrong ideas about sinusoidal_positions(seq_len, d_model), each with its evidence and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _table(angles):
    """sin and cos of the angles (seq_len, pairs), by turns."""
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(len(angles), -1)


def _angles(seq_len, d_model, base=10000.0):
    return np.arange(seq_len)[:, None] / base ** (np.arange(0, d_model, 2) / d_model)


# --- which column -----------------------------------------------------------------------------------------------------


@misconception(hint="What is the encoding of position 0?", caught_by="test_first_position")
def puts_cos_first(seq_len, d_model):
    """These numbers are what comes out when the even columns hold cos and the odd ones sin."""
    angles = _angles(seq_len, d_model)
    return np.stack([np.cos(angles), np.sin(angles)], axis=-1).reshape(seq_len, d_model)


@misconception(hint="Do sin and cos stand by turns, or in two halves?", caught_by="test_pairs_lie_on_circles")
def puts_them_in_halves(seq_len, d_model):
    """These numbers are what comes out when all sin stand in the left half and all cos in the right one."""
    angles = _angles(seq_len, d_model)
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1)


@misconception(hint="What stands in the odd columns?", caught_by="test_pairs_lie_on_circles")
def knows_only_sin(seq_len, d_model):
    """These numbers are what comes out when every column holds sin."""
    angles = _angles(seq_len, d_model)
    return np.stack([np.sin(angles), np.sin(angles)], axis=-1).reshape(seq_len, d_model)


@misconception(hint="Is there a row for each position or for each feature?", caught_by="test_shape")
def transposes_the_table(seq_len, d_model):
    """Here the table came back on its side, with one row for each feature."""
    return np.ascontiguousarray(_table(_angles(seq_len, d_model)).T)


# --- which frequency --------------------------------------------------------------------------------------------------


@misconception(hint="Do both members of a pair turn at the same speed?", caught_by="test_pairs_lie_on_circles")
def gives_cos_a_frequency_of_its_own(seq_len, d_model):
    """These numbers are what comes out when each column takes its own number as exponent, odd ones too."""
    columns = np.arange(d_model)
    angles = np.arange(seq_len)[:, None] / 10000 ** (columns / d_model)
    return np.where(columns % 2, np.cos(angles), np.sin(angles))


@misconception(hint="Is your i a number of a column or of a pair?", caught_by="test_values")
def doubles_the_exponent(seq_len, d_model):
    """These numbers are what comes out when the number of an even column is doubled once more in the exponent."""
    return _table(np.arange(seq_len)[:, None] / 10000 ** (2 * np.arange(0, d_model, 2) / d_model))


@misconception(hint="Is your i a number of a column or of a pair?", caught_by="test_values")
def halves_the_exponent(seq_len, d_model):
    """These numbers are what comes out when the number of the pair stands in the exponent without the factor 2."""
    return _table(np.arange(seq_len)[:, None] / 10000 ** (np.arange(d_model // 2) / d_model))


@misconception(hint="Which base stands in the formula?", caught_by="test_values")
def takes_the_base_1000(seq_len, d_model):
    """These numbers are what comes out with the base 1000 in place of 10000."""
    return _table(_angles(seq_len, d_model, 1000.0))


@misconception(hint="Which logarithm undoes exp?", caught_by="test_values")
def mixes_up_the_logarithms(seq_len, d_model):
    """These numbers are what comes out when exp meets the logarithm to the base 10 of 10000."""
    return _table(np.arange(seq_len)[:, None] * np.exp(-np.log10(10000) * np.arange(0, d_model, 2) / d_model))


@misconception(hint="Should later pairs turn faster or slower?", caught_by="test_values")
def multiplies_by_the_power(seq_len, d_model):
    """These numbers are what comes out when the position is multiplied by the power of 10000 and not divided."""
    return _table(np.arange(seq_len)[:, None] * 10000.0 ** (np.arange(0, d_model, 2) / d_model))


@misconception(hint="What is 2 // 8?", caught_by="test_values")
def divides_in_whole_numbers(seq_len, d_model):
    """These numbers are what comes out when the exponent is rounded down to a whole number."""
    return _table(np.arange(seq_len)[:, None] / 10000.0 ** (np.arange(0, d_model, 2) // d_model))


@misconception(hint="Which frequency has the last pair: is its exponent 1?", caught_by="test_values")
def reaches_the_base_with_the_last_pair(seq_len, d_model):
    """These numbers are what comes out when the exponents run from 0 to 1, the last pair included."""
    return _table(np.arange(seq_len)[:, None] / 10000 ** np.linspace(0, 1, d_model // 2))


@misconception(hint="Which pair turns fastest, the first or the last?", caught_by="test_values")
def runs_through_the_pairs_backwards(seq_len, d_model):
    """These numbers are what comes out when the slowest pair stands first."""
    return _table(_angles(seq_len, d_model)[:, ::-1])


# --- which position ---------------------------------------------------------------------------------------------------


@misconception(hint="What is the first position called?", caught_by="test_first_position")
def counts_from_one(seq_len, d_model):
    """These numbers are what comes out when the first position is 1."""
    return _table(_angles(seq_len + 1, d_model)[1:])


@misconception(
    hint="Does position 5 of a long sequence differ from position 5 of a short one?", caught_by="test_values"
)
def counts_in_parts_of_the_whole(seq_len, d_model):
    """These numbers are what comes out when positions are divided by the length of the sequence."""
    return _table(_angles(seq_len, d_model) / seq_len)


@misconception(hint="Does np.sin take degrees?", caught_by="test_values")
def turns_in_degrees(seq_len, d_model):
    """These numbers are what comes out when the angles are taken for degrees."""
    return _table(np.deg2rad(_angles(seq_len, d_model)))


@misconception(hint="How large would the numbers be at position 5000?", caught_by="test_pairs_lie_on_circles")
def repeats_the_plain_index(seq_len, d_model):
    """These numbers are the plain positions 0, 1, 2 and so on, in every column."""
    return np.repeat(np.arange(seq_len, dtype=float)[:, None], d_model, axis=1)


@misconception(
    hint="Which step is in float32, and how many digits does it keep of an angle of 699?", caught_by="test_long"
)
def computes_in_single_precision(seq_len, d_model):
    """These numbers are what comes out when float32 is used on the way or at the end, for angles or for the table."""
    return _table(_angles(seq_len, d_model).astype(np.float32)).astype(np.float64)


@misconception(hint="Is printing the same as computing?", caught_by="test_values")
def rounds_to_four_decimals(seq_len, d_model):
    """These numbers are what comes out when the table is rounded to four decimals."""
    return np.round(_table(_angles(seq_len, d_model)), 4)
