"""Wrong ideas about layer_norm(x, gamma, beta, eps), each with the evidence it leaves and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _centred(x):
    return x - x.mean(axis=-1, keepdims=True)


def _normalised(x, eps):
    return _centred(x) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)


# --- which numbers are taken together ---------------------------------------------------------------------------------


@misconception(hint="If another token changes, may the answer for this one change?", caught_by="test_rows_are_centred")
def normalises_over_the_tokens(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when each feature is normalised over the tokens."""
    return (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0) + eps) * gamma + beta


@misconception(hint="How many means should there be for seq_len tokens?", caught_by="test_rows_are_centred")
def normalises_all_at_once(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when one mean and one variance serve the whole array."""
    return (x - x.mean()) / np.sqrt(x.var() + eps) * gamma + beta


@misconception(hint="How many variances should there be for seq_len tokens?", caught_by="test_rows_are_centred")
def shares_one_variance(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when every token has its own mean but all share one variance."""
    return _centred(x) / np.sqrt(x.var() + eps) * gamma + beta


@misconception(hint="How many means should there be for seq_len tokens?", caught_by="test_rows_are_centred")
def shares_one_mean(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when every token has its own variance but all share one mean."""
    return (x - x.mean()) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) * gamma + beta


@misconception(hint="Are mean and variance taken over the same numbers?", caught_by="test_rows_are_centred")
def takes_mean_and_variance_across(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when the mean is the token's and the variance is the feature's."""
    return _centred(x) / np.sqrt(x.var(axis=0) + eps) * gamma + beta


@misconception(hint="Which shape has the mean, and how is it stretched over x?", caught_by="test_shape")
def forgets_keepdims(x, gamma, beta, eps=1e-5):
    """This is what comes out when mean and variance are taken without keepdims."""
    return (x - x.mean(axis=-1)) / np.sqrt(x.var(axis=-1) + eps) * gamma + beta


@misconception(hint="Which shape has the variance, and how is it stretched over x?", caught_by="test_shape")
def forgets_keepdims_in_the_variance(x, gamma, beta, eps=1e-5):
    """This is what comes out when the variance is taken without keepdims."""
    return _centred(x) / np.sqrt(x.var(axis=-1) + eps) * gamma + beta


# --- which spread -----------------------------------------------------------------------------------------------------


@misconception(hint="Is the sum of squares divided by d_model or by d_model - 1?", caught_by="test_rows_are_centred")
def divides_by_one_less(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when the sum of squares is divided by d_model - 1."""
    return _centred(x) / np.sqrt(x.var(axis=-1, ddof=1, keepdims=True) + eps) * gamma + beta


@misconception(
    hint="After your step, what is the variance of a row that had variance 9?", caught_by="test_rows_are_centred"
)
def divides_by_the_variance(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when the rows are divided by their variance, with no root."""
    return _centred(x) / (x.var(axis=-1, keepdims=True) + eps) * gamma + beta


@misconception(hint="Should a row with a large spread come out calmer or wilder?", caught_by="test_rows_are_centred")
def multiplies_by_the_spread(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when the rows are multiplied by their spread instead of divided."""
    return _centred(x) * np.sqrt(x.var(axis=-1, keepdims=True) + eps) * gamma + beta


@misconception(
    hint="Is the mean of the squares the variance when the mean is not zero?", caught_by="test_rows_are_centred"
)
def squares_before_centring(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when the variance is taken as the mean of the squares of x."""
    return _centred(x) / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps) * gamma + beta


@misconception(hint="Should the length of a row become one, or its variance?", caught_by="test_rows_are_centred")
def divides_by_the_length(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when the centred rows are divided by their length."""
    return _centred(x) / (np.linalg.norm(_centred(x), axis=-1, keepdims=True) + eps) * gamma + beta


@misconception(hint="Is a variance a sum or a mean?", caught_by="test_rows_are_centred")
def sums_the_squares(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when the squares are summed under the root and not averaged."""
    return _centred(x) / np.sqrt((_centred(x) ** 2).sum(axis=-1, keepdims=True) + eps) * gamma + beta


@misconception(hint="Which measure of spread does the formula name?", caught_by="test_rows_are_centred")
def averages_absolute_deviations(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when the spread is the mean distance from the mean."""
    return _centred(x) / (np.abs(_centred(x)).mean(axis=-1, keepdims=True) + eps) * gamma + beta


@misconception(hint="Which two statistics name this normalisation?", caught_by="test_rows_are_centred")
def stretches_between_minimum_and_maximum(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when each row is stretched to run from 0 to 1."""
    low, high = x.min(axis=-1, keepdims=True), x.max(axis=-1, keepdims=True)
    return (x - low) / (high - low + eps) * gamma + beta


@misconception(
    hint="After your step, what is the variance of a row that had variance 9?", caught_by="test_rows_are_centred"
)
def never_divides(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when the rows are centred and not divided by their spread."""
    return _centred(x) * gamma + beta


@misconception(hint="What is the spread of a row that has been normalised already?", caught_by="test_values")
def normalises_twice(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when the normalised rows are normalised once more."""
    return _normalised(_normalised(x, eps), eps) * gamma + beta


# --- which centre -----------------------------------------------------------------------------------------------------


@misconception(hint="Add a constant to a row: should the answer notice?", caught_by="test_rows_are_centred")
def divides_by_the_root_mean_square(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when rows are divided by their root mean square and not centred."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps) * gamma + beta


@misconception(hint="Add a constant to a row: should the answer notice?", caught_by="test_rows_are_centred")
def never_centres(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when x is divided by its spread with the mean still in it."""
    return x / np.sqrt(x.var(axis=-1, keepdims=True) + eps) * gamma + beta


@misconception(
    hint="Which number has as much above it as below it, and which one balances?", caught_by="test_rows_are_centred"
)
def centres_on_the_median(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when the median of each row is subtracted."""
    return (x - np.median(x, axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) * gamma + beta


# --- eps --------------------------------------------------------------------------------------------------------------


@misconception(hint="With a large eps, is it inside or outside the root?", caught_by="test_values")
def adds_eps_outside_the_root(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when eps is added to the root of the variance, not under it."""
    return _centred(x) / (x.std(axis=-1, keepdims=True) + eps) * gamma + beta


@misconception(hint="How often does eps stand in the formula?", caught_by="test_values")
def adds_eps_twice(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when eps is added under the root and once more after it."""
    return _centred(x) / (np.sqrt(x.var(axis=-1, keepdims=True) + eps) + eps) * gamma + beta


@misconception(hint="Is the root of a sum the sum of the roots?", caught_by="test_rows_are_centred")
def adds_the_root_of_eps(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when the roots of the variance and of eps are added up."""
    return _centred(x) / (x.std(axis=-1, keepdims=True) + np.sqrt(eps)) * gamma + beta


@misconception(hint="Which power of eps stands in the formula?", caught_by="test_values")
def squares_eps(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when the square of eps is added under the root."""
    return _normalised(x, eps**2) * gamma + beta


@misconception(hint="What is the variance of a row whose numbers are all equal?", caught_by="test_values")
def forgets_eps(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when nothing is added to the variance."""
    return _normalised(x, 0) * gamma + beta


@misconception(hint="Does eps count only where the variance is zero?", caught_by="test_values")
def guards_only_against_zero(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when eps is replaced by a guard for rows without any spread."""
    spread = x.std(axis=-1, keepdims=True)
    return _centred(x) / np.where(spread < 1e-12, 1, spread) * gamma + beta


@misconception(hint="Is eps added to the variance, or is it a floor below it?", caught_by="test_values")
def uses_eps_as_a_floor(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when the spread is replaced by eps where it is smaller, and kept elsewhere."""
    return _centred(x) / np.maximum(x.std(axis=-1, keepdims=True), eps) * gamma + beta


@misconception(hint="Is eps added to the variance, or is it a floor below it?", caught_by="test_values")
def uses_eps_as_a_floor_of_the_variance(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when the variance is replaced by eps where it is smaller, and kept elsewhere."""
    return _centred(x) / np.sqrt(np.maximum(x.var(axis=-1, keepdims=True), eps)) * gamma + beta


@misconception(hint="Call it with two different eps: does the answer move?", caught_by="test_large_eps")
def fixes_eps_at_1e_5(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when eps is 1e-5, whatever the argument says."""
    return _normalised(x, 1e-5) * gamma + beta


@misconception(hint="Call it with two different eps: does the answer move?", caught_by="test_values")
def fixes_eps_at_1e_6(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when eps is 1e-6, whatever the argument says."""
    return _normalised(x, 1e-6) * gamma + beta


@misconception(hint="Call it with two different eps: does the answer move?", caught_by="test_values")
def fixes_eps_at_1e_8(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when eps is 1e-8, whatever the argument says."""
    return _normalised(x, 1e-8) * gamma + beta


@misconception(hint="Call it with two different eps: does the answer move?", caught_by="test_values")
def fixes_eps_at_1e_12(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when eps is tiny, 1e-12 or so, whatever the argument says."""
    return _normalised(x, 1e-12) * gamma + beta


@misconception(
    hint="What is left of a constant row once it is centred, and what is added after that?",
    caught_by="test_constant_row",
)
def answers_zero_for_constant_rows(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when a row without spread is answered with zeros."""
    return np.where(x.std(axis=-1, keepdims=True) < 1e-12, 0, _normalised(x, eps) * gamma + beta)


@misconception(
    hint="What is left of a constant row once it is centred, and what is added after that?",
    caught_by="test_constant_row",
)
def hands_constant_rows_back(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when a row without spread is returned as it came."""
    return np.where(x.std(axis=-1, keepdims=True) < 1e-12, x, _normalised(x, eps) * gamma + beta)


# --- gamma and beta ---------------------------------------------------------------------------------------------------


@misconception(hint="Which of the arguments are never read?", caught_by="test_values")
def ignores_gamma_and_beta(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when the rows are normalised and neither stretched nor shifted."""
    return _normalised(x, eps)


@misconception(hint="What should come out for a constant row?", caught_by="test_values")
def forgets_beta(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when the rows are stretched by gamma and not shifted by beta."""
    return _normalised(x, eps) * gamma


@misconception(hint="Which of the arguments is never read?", caught_by="test_values")
def forgets_gamma(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when the rows are shifted by beta and not stretched by gamma."""
    return _normalised(x, eps) + beta


@misconception(hint="Which parameter stretches and which one shifts?", caught_by="test_rows_are_centred")
def swaps_gamma_and_beta(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when beta stretches and gamma shifts."""
    return _normalised(x, eps) * beta + gamma


@misconception(hint="Should the learned shift survive the normalisation?", caught_by="test_values")
def stretches_and_shifts_first(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when gamma and beta are applied to x and the result is normalised."""
    return _normalised(x * gamma + beta, eps)


@misconception(hint="Which comes last: stretch or shift?", caught_by="test_values")
def shifts_before_it_stretches(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when beta is added first and gamma stretches both."""
    return (_normalised(x, eps) + beta) * gamma


@misconception(hint="Is there one gamma per token or one per feature?", caught_by="test_shape")
def stretches_each_token(x, gamma, beta, eps=1e-5):
    """This is what comes out when gamma and beta run along the tokens."""
    return _normalised(x, eps) * gamma[:, None] + beta[:, None]


@misconception(hint="What should come out when gamma is all ones?", caught_by="test_rows_are_centred")
def stretches_by_one_plus_gamma(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when the rows are stretched by 1 + gamma."""
    return _normalised(x, eps) * (1 + gamma) + beta


@misconception(hint="How many features does one token have, and how many gammas are there?", caught_by="test_values")
def uses_the_first_gamma_and_beta(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when the first gamma and the first beta serve every feature."""
    return _normalised(x, eps) * gamma[0] + beta[0]


@misconception(hint="Whose job is it to add the old signal back?", caught_by="test_rows_are_centred")
def adds_the_residual(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when x is added to the normalised rows."""
    return x + _normalised(x, eps) * gamma + beta


# --- arguments, types and precision -----------------------------------------------------------------------------------


@misconception(hint="Does the caller expect x to be different afterwards?", caught_by="test_leaves_arguments_alone")
def centres_x_in_place(x, gamma, beta, eps=1e-5):
    """This change to x is what is left behind when the mean is subtracted in place."""
    x -= x.mean(axis=-1, keepdims=True)
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps) * gamma + beta


@misconception(hint="Does the caller expect x to be different afterwards?", caught_by="test_leaves_arguments_alone")
def writes_the_answer_into_x(x, gamma, beta, eps=1e-5):
    """This change to x is what is left behind when the answer is stored in x."""
    x[:] = _normalised(x, eps) * gamma + beta
    return x


@misconception(hint="What can an array of integers keep of the number 0.7?", caught_by="test_integers")
def keeps_the_dtype_of_x(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when the answer is stored in an array with the dtype of x."""
    output = np.empty_like(x)
    output[:] = _normalised(x, eps) * gamma + beta
    return output


@misconception(hint="How many results does the docstring promise?", caught_by="test_shape")
def returns_the_statistics_too(x, gamma, beta, eps=1e-5):
    """This is what comes out when mean and variance are returned beside the answer."""
    return _normalised(x, eps) * gamma + beta, x.mean(axis=-1), x.var(axis=-1)


@misconception(hint="How many digits does a half-precision number carry?", caught_by="test_dtype")
def computes_in_half_precision(x, gamma, beta, eps=1e-5):
    """This dtype is what comes out when everything is computed in float16."""
    x, gamma, beta = (a.astype(np.float16) for a in (x, gamma, beta))
    return (_normalised(x, np.float16(eps)) * gamma + beta).astype(np.float16)


@misconception(hint="Does converting back to float64 bring lost digits back?", caught_by="test_values")
def passes_through_single_precision(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when everything is computed in float32 and converted back to float64."""
    x, gamma, beta = (a.astype(np.float32) for a in (x, gamma, beta))
    return (_normalised(x, np.float32(eps)) * gamma + beta).astype(float)


@misconception(hint="Which measure of spread does the formula name?", caught_by="test_rows_are_centred")
def squares_the_mean_deviation(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when the squared mean distance from the mean serves as the variance."""
    variance = np.abs(_centred(x)).mean(axis=-1, keepdims=True) ** 2
    return _centred(x) / np.sqrt(variance + eps) * gamma + beta


@misconception(hint="May a token's answer change with another token, and by what is divided?", caught_by="test_values")
def normalises_over_the_tokens_by_one_less(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when each feature is normalised over the tokens, divided by seq_len - 1."""
    return (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0, ddof=1) + eps) * gamma + beta


@misconception(hint="Add a constant to a row: should the answer notice?", caught_by="test_rows_are_centred")
def divides_by_the_root_mean_square_plus_eps(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when rows are not centred, and eps is added to their root mean square."""
    return x / (np.sqrt((x**2).mean(axis=-1, keepdims=True)) + eps) * gamma + beta


@misconception(hint="Call it with a smaller eps: does the answer move?", caught_by="test_small_rows")
def keeps_eps_above_1e_5(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when an eps below 1e-5 is raised to it."""
    return _normalised(x, max(eps, 1e-5)) * gamma + beta


@misconception(hint="How far from the mean may one feature of many lie?", caught_by="test_values")
def clips_the_normalised_rows_at_3(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when the normalised rows are clipped to the range from -3 to 3."""
    return np.clip(_normalised(x, eps), -3, 3) * gamma + beta


@misconception(hint="How far from the mean may one feature of many lie?", caught_by="test_values")
def clips_the_normalised_rows_at_5(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when the normalised rows are clipped to the range from -5 to 5."""
    return np.clip(_normalised(x, eps), -5, 5) * gamma + beta


@misconception(hint="What can an array of integers keep of the number 0.7?", caught_by="test_integers")
def brings_gamma_and_beta_to_the_dtype_of_x(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when gamma and beta are converted to the dtype of x."""
    return _normalised(x, eps) * gamma.astype(x.dtype) + beta.astype(x.dtype)


@misconception(hint="Does the caller expect x to be different afterwards?", caught_by="test_leaves_arguments_alone")
def centres_the_features_in_place(x, gamma, beta, eps=1e-5):
    """This change to x is what is left behind when each feature's mean over the tokens is subtracted in place."""
    x -= x.mean(axis=0)
    return x / np.sqrt(x.var(axis=0) + eps) * gamma + beta


# --- slips of copying, counting and precedence ------------------------------------------------------------------------


@misconception(hint="Which is computed first, the difference or the quotient?", caught_by="test_rows_are_centred")
def divides_only_the_mean(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when only the mean is divided by the spread, and then taken off."""
    return (x - x.mean(axis=-1, keepdims=True) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)) * gamma + beta


@misconception(hint="Up to where does the root reach, and where is eps added?", caught_by="test_values")
def adds_eps_to_the_normalised_rows(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when eps is added to the normalised numbers, and nothing under the root."""
    return (_normalised(x, 0) + eps) * gamma + beta


@misconception(hint="In Python, what is computed first: the power or the quotient?", caught_by="test_rows_are_centred")
def halves_the_quotient(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when the rows are divided by the variance and by 2, which is how
    / (variance + eps) ** 1 / 2 is read.
    """
    return _centred(x) / (x.var(axis=-1, keepdims=True) + eps) ** 1 / 2 * gamma + beta


@misconception(hint="Has the spread a root in it already?", caught_by="test_rows_are_centred")
def takes_the_root_twice(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when the root is taken of the spread, which already is one, plus eps."""
    return _centred(x) / np.sqrt(x.std(axis=-1, keepdims=True) + eps) * gamma + beta


@misconception(hint="Which parameter stretches and which one shifts?", caught_by="test_rows_are_centred")
def shifts_by_gamma(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when gamma stretches and gamma shifts."""
    return _normalised(x, eps) * gamma + gamma


@misconception(hint="Which parameter stretches and which one shifts?", caught_by="test_rows_are_centred")
def stretches_by_beta(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when beta stretches and beta shifts."""
    return _normalised(x, eps) * beta + beta


@misconception(hint="Which sign has the last term of the formula?", caught_by="test_values")
def takes_beta_off(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when beta is subtracted at the end."""
    return _normalised(x, eps) * gamma - beta


@misconception(hint="Which one is taken away: the mean from x, or x from the mean?", caught_by="test_values")
def takes_x_off_the_mean(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when x is subtracted from the mean."""
    return -_normalised(x, eps) * gamma + beta


@misconception(hint="Which operation joins gamma and the normalised rows?", caught_by="test_values")
def divides_by_gamma(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when the normalised rows are divided by gamma."""
    return _normalised(x, eps) / gamma + beta


@misconception(hint="Which sign has eps under the root?", caught_by="test_values")
def takes_eps_off(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when eps is subtracted under the root."""
    return _normalised(x, -eps) * gamma + beta


@misconception(hint="At which index does range(n - 1) end?", caught_by="test_values")
def leaves_out_the_last_token(x, gamma, beta, eps=1e-5):
    """These numbers are what comes out when the row of the last token stays 0."""
    output = np.zeros(x.shape)
    output[:-1] = (_normalised(x, eps) * gamma + beta)[:-1]
    return output
