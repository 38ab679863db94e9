"""Wrong ideas about check_docs(claim), each with the evidence it leaves and the check that catches it."""

import math

import numpy as np

from autograder.misconceptions import misconception

PUBLISHED = (0.423, 3.464, 0.01, 0.0012, 2.08, math.inf, 237.0, 0.714, 1000.0, 88.7, 76.8, 0.9)


def _post(scale, draw=np.random.RandomState, seed=42, order="qk"):
    """Q, K and raw scores of the post's lines, with weights of this standard deviation."""
    random = draw(seed)
    x = random.normal(size=(8, 12))
    W = {name: scale * random.normal(size=(12, 12)) for name in order}
    Q, K = x @ W["q"], x @ W["k"]
    return Q, K, Q @ K.T


def _answers(post=_post, root=True):
    """The right answers, as far as `post` and the root are right."""
    Q, _, scores = post(0.01)
    shares = np.exp(scores[0] / (math.sqrt(12) if root else 12))
    return {
        1: ("does not", float(shares[1] / np.sum(shares)), "b"),
        2: ("holds", math.sqrt(12), "a"),
        3: ("does not", float(Q[0].std()), "c"),
        4: ("does not", float(scores.var()), "c"),
        5: ("holds", math.log(8), "a"),
        6: ("does not", math.exp(100), "d"),
        7: ("cannot be told", math.nan, "e"),
        8: ("holds", math.exp(-0.337), "a"),
        9: ("does not", float(np.abs(post(1.0)[2]).max()), "f"),
        10: ("does not", float(post(0.02)[2].max() / math.sqrt(12)), "f"),
        11: ("holds", 76.8, "a"),
        12: ("cannot be told", math.nan, "e"),
    }


def _but(claim, **others):
    """The right answer, but `others` (by "claim_4" and the like) where they are given."""
    return others.get(f"claim_{claim}", _answers()[claim])


# --- what is believed -------------------------------------------------------------------------------------------------


@misconception(hint="Which of the twelve have you run?", caught_by="test_weights_and_root")
def believes_what_is_printed(claim):
    """These answers are what comes out when every claim holds, with the number that is printed."""
    return "holds", PUBLISHED[claim - 1], "a"


@misconception(
    hint="Careful people are right most of the time: which of the twelve are?", caught_by="test_weights_and_root"
)
def believes_nothing(claim):
    """These verdicts are what comes out when no claim holds, whatever was computed."""
    return ("does not", *_answers()[claim][1:])


@misconception(
    hint="The value that is asked for: theirs, or the one that comes out?", caught_by="test_weights_and_root"
)
def repeats_the_printed_number(claim):
    """These values are what comes out when the printed number is repeated beside the right verdict."""
    verdict, value, reason = _answers()[claim]
    return verdict, value if math.isnan(value) else PUBLISHED[claim - 1], reason


@misconception(hint="Can a run refute what was never there to be run?", caught_by="test_overflow_and_lines")
def refutes_what_cannot_be_run(claim):
    """These verdicts are what comes out when a claim that nobody can check is said not to hold."""
    verdict, value, reason = _answers()[claim]
    return ("does not" if verdict == "cannot be told" else verdict), value, reason


@misconception(hint="Which value has a thing that cannot be computed?", caught_by="test_overflow_and_lines")
def has_a_value_for_the_unknown(claim):
    """This 0 is what comes out when a value that cannot be known is filled in."""
    verdict, value, reason = _answers()[claim]
    return verdict, 0.0 if math.isnan(value) else value, reason


@misconception(hint="Does a claim that can be computed count as one that cannot be told?", caught_by="test_verdicts")
def will_not_decide_about_sizes(claim):
    """These verdicts are what comes out when a guess about a size counts as one that cannot be told."""
    verdict, value, reason = _answers()[claim]
    return ("cannot be told" if reason == "f" else verdict), value, reason


# --- what is computed -------------------------------------------------------------------------------------------------


@misconception(
    hint="The spread of W_q is 0.01: is that of Q, a sum over twelve features, too?",
    caught_by="test_spread_and_entropy",
)
def takes_the_spread_of_the_weights(claim):
    """This answer is what comes out when the spread of W_q is taken for that of Q."""
    return _but(claim, claim_3=("holds", 0.01, "a"))


@misconception(hint="The claim is about one token: which numbers belong to it?", caught_by="test_spread_and_entropy")
def takes_the_spread_of_all_tokens(claim):
    """This value is what comes out when the spread is taken over the queries of all tokens."""
    return _but(claim, claim_3=("does not", float(_post(0.01)[0].std()), "c"))


@misconception(hint="0.01² · 12 is a variance: of the queries, or of the scores?", caught_by="test_variance_and_exp")
def takes_the_variance_of_the_queries(claim):
    """This answer is what comes out when the variance of Q is taken for that of the scores."""
    return _but(claim, claim_4=("holds", float(_post(0.01)[0].var()), "a"))


@misconception(
    hint="Which is the square of the other: variance or standard deviation?", caught_by="test_variance_and_exp"
)
def answers_with_the_standard_deviation(claim):
    """This value is what comes out when the standard deviation of the scores is returned instead of the variance."""
    return _but(claim, claim_4=("does not", float(_post(0.01)[2].std()), "c"))


@misconception(
    hint="Was QKᵀ divided by anything yet, when its variance was printed?", caught_by="test_variance_and_exp"
)
def scales_before_the_variance(claim):
    """This value is what comes out when the variance is that of the scaled scores."""
    return _but(claim, claim_4=("does not", float(_post(0.01)[2].var() / 12), "c"))


@misconception(hint="np.exp(100): which dtype has a plain 100 in NumPy?", caught_by="test_overflow_and_lines")
def computes_exp_in_single_precision(claim):
    """This answer is what comes out when exp(100) is computed in float32."""
    return _but(claim, claim_6=("holds", math.inf, "a"))


@misconception(hint="Are the scores divided before or after they are measured?", caught_by="test_size_and_head")
def scales_before_measuring(claim):
    """This value is what comes out when the largest score is measured after the division by √12."""
    return _but(claim, claim_9=("does not", float(np.abs(_post(1.0)[2]).max() / math.sqrt(12)), "f"))


@misconception(
    hint="Twice the weights, in Q and in K: how much larger are the scores?", caught_by="test_default_and_table"
)
def doubles_the_scores(claim):
    """This value is what comes out when scores at 0.02 are taken for twice, not four times, those at 0.01."""
    return _but(claim, claim_10=("does not", 2 * float(_post(0.01)[2].max() / math.sqrt(12)), "f"))


@misconception(hint="In which order does the post draw its arrays?", caught_by="test_spread_and_entropy")
def draws_the_keys_first(claim):
    """These values are what comes out when W_k is drawn before W_q."""
    return _answers(lambda scale: _post(scale, order="kq"))[claim]


@misconception(hint="Which generator does np.random.seed set?", caught_by="test_spread_and_entropy")
def draws_from_another_generator(claim):
    """These values are what comes out when numbers are drawn from default_rng(42)."""
    return _answers(lambda scale: _post(scale, draw=np.random.default_rng))[claim]


@misconception(hint="Which seed does the post set?", caught_by="test_spread_and_entropy")
def draws_from_another_seed(claim):
    """These values are what comes out when the seed is 0."""
    return _answers(lambda scale: _post(scale, seed=0))[claim]


@misconception(hint="The largest entropy of eight keys, in nats or in bits?", caught_by="test_spread_and_entropy")
def counts_in_bits(claim):
    """This answer is what comes out when log 8 is taken to base 2."""
    return _but(claim, claim_5=("does not", 3.0, "c"))


# --- reasons and form -------------------------------------------------------------------------------------------------


@misconception(
    hint="Is a number of another quantity the same thing as a printed result?",
    caught_by="test_reasons_of_the_first_half",
)
def gives_one_reason_for_all_that_fails(claim):
    """These reasons are what comes out when every claim that does not hold has reason b."""
    verdict, value, reason = _answers()[claim]
    return verdict, value, "b" if verdict == "does not" else reason


@misconception(
    hint="What is a size that nobody ran: a printed result, or a guess?", caught_by="test_reasons_of_the_second_half"
)
def takes_guesses_for_results(claim):
    """These reasons are what comes out when a guess about a size counts as a printed result."""
    verdict, value, reason = _answers()[claim]
    return verdict, value, "b" if reason == "f" else reason


@misconception(hint="How are the reasons named?", caught_by="test_form")
def writes_capital_letters(claim):
    """These letters are what comes out when reasons are written as capitals."""
    verdict, value, reason = _answers()[claim]
    return verdict, value, reason.upper()


@misconception(hint="Which three words are there for a verdict?", caught_by="test_form")
def answers_true_or_false(claim):
    """These verdicts are what comes out when True and False stand for holds and does not."""
    verdict, value, reason = _answers()[claim]
    return verdict == "holds", value, reason


@misconception(hint="In which order do the three come?", caught_by="test_form")
def puts_the_value_first(claim):
    """This order is what comes out when the value stands before the verdict."""
    verdict, value, reason = _answers()[claim]
    return value, verdict, reason


@misconception(hint="What stands for a value that there is none of?", caught_by="test_form")
def answers_none_where_nothing_can_be_told(claim):
    """This None is what comes out when a value that cannot be told is left out."""
    verdict, value, reason = _answers()[claim]
    return verdict, None if math.isnan(value) else value, reason
