"""A counter-example is small and public, is asked again, and says what breaks; hidden numbers never come near it."""

from __future__ import annotations

import contextlib
import io
import re

import numpy as np
import pytest
from diagnosis_bench import PACKAGE, RIGHT, attend

from autograder import diagnosis, facts, fingerprints, misconceptions, specs
from autograder.batch import Grader
from autograder.counterexample import Search, contract, recognised
from autograder.counterexample.property import broken
from autograder.counterexample.shrink import linked_axes, rounder, size, smaller
from autograder.facts import Tolerance
from autograder.inprocess import FunctionPort
from autograder.outcome import Outcome
from autograder.probes import PUBLIC_KEY, Inputs
from autograder.report import Status
from autograder.runner import Runner, collect
from tests.conftest import KEYS, ROOT

pytestmark = pytest.mark.grading

COURSE = facts.load(ROOT)
PUBLIC = Inputs(PUBLIC_KEY, hidden=False)
EXERCISES = [exercise.name for assignment in COURSE.assignments for exercise in assignment.exercises]


class CountingPort(FunctionPort):
    """A port that keeps what it was asked."""

    def __init__(self, functions):
        super().__init__(functions)
        self.asked = []

    def call(self, function, arguments, **options):
        self.asked.append((function, arguments))
        with contextlib.redirect_stdout(io.StringIO()):
            return super().call(function, arguments, **options)


@pytest.fixture(scope="module")
def search():
    return Search(COURSE, PUBLIC, diagnosis.truth)


@pytest.fixture
def found(bench, search):
    """The counter-example of one function, with the port that was asked for it."""

    def find(name, function):
        port = CountingPort({name: function})
        with contextlib.redirect_stdout(io.StringIO()):
            judged = bench.judged(name, function)
        [one] = search.illustrated([judged.result], lambda: port)
        return one.counter_example, port

    return find


# --- the instructor edition's search ----------------------------------------------------------------------------------


def test_the_forgotten_scale_is_shown_on_whole_numbers(found):
    example, _ = found("attention_scores", lambda Q, K: Q @ K.T)
    assert example.inputs == "Q = np.array([[1., 1.]])\nK = np.array([[1., 1.]])"
    assert example.expected == "[[1.41421]]"
    assert example.received == "[[2.]]"
    assert example.property == "entry [0, 0] should be 1.41421, and it is 2"


def test_scores_of_any_number_of_axes_are_cut_down(found):
    example, _ = found("stable_softmax", lambda s: np.exp(s) / np.exp(s).sum(-1, keepdims=True))
    assert example.inputs == "scores = np.array([[1000.]])"
    assert example.received == "[[np.nan]]"


def one_head_at_worst(*arguments):
    [entry] = [e for e in misconceptions.of("multi_head_attention") if e.id == "falls_back_to_one_head"]
    return entry.function(*arguments)


PROPERTIES = [
    ("stable_softmax", lambda s: np.exp(s) / np.exp(s).sum(-1, keepdims=True), "should be a number, and it is nan"),
    ("stable_softmax", lambda s: np.exp(s - s.max()), "should sum to one, and it sums to"),
    ("stable_softmax", lambda s: list(RIGHT["stable_softmax"](s)), "an array is due, and a list came"),
    ("stable_softmax", lambda s: RIGHT["stable_softmax"](s).astype(np.float16), "should be float64 or float32"),
    ("weighted_sum", lambda w, V: w @ V + V[:, None], "the shape should be"),
    ("weighted_sum", lambda w, V: V[9], "an answer is due here, and IndexError came"),
    ("project_qkv", lambda x, q, k, v: (x @ q, x @ k), "3 arrays are due, and 2 came"),
    ("causal_mask", lambda n: np.tril(np.ones((n, n))), "should be True and False"),
    ("multi_head_attention", one_head_at_worst, "ValueError is due here, and an answer came"),
]


@pytest.mark.parametrize(("name", "function", "says"), PROPERTIES)
def test_the_sentence_names_the_broken_property(name, function, says, found):
    example, _ = found(name, function)
    assert says in example.property


def test_a_changed_argument_is_a_broken_property(found):
    def centring(x, gamma, beta, eps=1e-5):
        x -= x.mean(axis=-1, keepdims=True)
        return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps) * gamma + beta

    example, _ = found("layer_norm", centring)
    assert example.property == "x should be as it was before the call, and it was changed"
    assert "\nafter the call, x = np.array(" in example.received


def test_most_of_the_catalogue_gets_one_that_is_no_larger_than_a_public_input_and_true(bench, search):
    """Every example is rebuilt from its text and asked once more: wrong there, right by the specs."""
    shown = 0
    known = [(name, entry) for name in EXERCISES for entry in misconceptions.of(name)][::4]
    for name, entry in known:
        port = CountingPort({name: entry.function})
        with contextlib.redirect_stdout(io.StringIO()):
            judged = bench.judged(name, entry.function)
        [one] = search.illustrated([judged.result], lambda port=port: port)
        assert len(port.asked) <= 25
        example = one.counter_example
        if example is None:
            continue
        shown += 1
        if "..." in example.inputs:  # two rows over many keys: too long to be shown whole
            continue
        arguments = pasted(example.inputs)
        assert size(arguments) <= max(size(probe.arguments) for probe in PUBLIC.probes(name))
        assert any(alike(list(arguments), list(asked)) for _, asked in port.asked)
        if example.expected.startswith("[") and "..." not in example.expected:
            right = getattr(specs, name)(*arguments)
            np.testing.assert_allclose(np.array(pasted(f"a = {example.expected}")[0]), right, rtol=1e-4, atol=1e-4)
    assert shown >= 0.9 * len(known)


def alike(one, other):
    """Equal to the six digits that are shown, texts to the letter; arrays that stand together one by one."""
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, str):
        return one == other
    return np.shape(one) == np.shape(other) and np.allclose(one, other, rtol=1e-5, atol=1e-5, equal_nan=True)


def pasted(text):
    """The values of assignments, as Python reads them."""
    names = {}
    exec(text, {"np": np}, names)
    return list(names.values())


def test_what_passed_is_not_asked_and_nothing_is_opened(bench, search):
    judged = bench.judged("weighted_sum", RIGHT["weighted_sum"])
    assert search.illustrated([judged.result], lambda: pytest.fail("a port was opened")) == [judged.result]


def test_the_same_named_mistake_is_asked_once_with_what_was_smallest_before(bench, search):
    def unscaled(Q, K):
        return Q @ K.T

    result = bench.result("attention_scores", unscaled)
    first, second = CountingPort({"attention_scores": unscaled}), CountingPort({"attention_scores": unscaled})
    [one] = search.illustrated([result], lambda: first)
    [again] = search.illustrated([result], lambda: second)
    assert one.counter_example is not None
    assert one.counter_example == again.counter_example
    assert len(first.asked) > len(second.asked) == 1


def test_public_inputs_only_are_asked(bench, found):
    """Hidden numbers are drawn from another key: none of them stands in what was asked."""
    _, port = found("attention_scores", lambda Q, K: Q @ K.T)
    hidden = {
        float(v) for p in bench.inputs.probes("attention_scores") for a in p.arguments for v in a.ravel() if v % 1
    }
    asked = {float(v) for _, arguments in port.asked for a in arguments for v in np.ravel(a)}
    assert not hidden & asked


def test_what_a_function_remembers_of_hidden_calls_cannot_come_back(bench, search):
    """The search asks in a fresh process, so a function that hoards its arguments has nothing to tell."""

    def hoarding():
        hoard = []

        def stable_softmax(scores):
            hoard.append(scores)
            return hoard[0]

        return stable_softmax

    judged = bench.judged("stable_softmax", hoarding())
    [one] = search.illustrated([judged.result], lambda: FunctionPort({"stable_softmax": hoarding()}))
    example = one.counter_example
    hidden = np.concatenate([probe.arguments[0].ravel() for probe in bench.inputs.probes("stable_softmax")])
    numbers = {f"{v:.6g}" for v in hidden[np.isfinite(hidden)] if v % 1}
    told = set(re.findall(r"-?\d+\.\d+", f"{example.inputs} {example.received} {example.property}"))
    assert example is not None
    assert not numbers & told


@pytest.mark.parametrize("kind", ["timeout", "memory", "crashed", "missing"])
def test_a_stopped_call_ends_the_search_silently(kind, bench, search):
    class StoppingPort(CountingPort):
        def call(self, function, arguments, **options):
            super().call(function, arguments, **options)
            return Outcome(kind)

    port = StoppingPort({"weighted_sum": lambda w, V: w})
    judged = bench.judged("weighted_sum", lambda w, V: w)
    assert search.illustrated([judged.result], lambda: port) == [judged.result]
    assert len(port.asked) == 1


def test_slow_answers_end_the_search(bench, search):
    class SlowPort(CountingPort):
        def call(self, function, arguments, **options):
            super().call(function, arguments, **options)
            return Outcome("value", np.zeros((1, 1)), seconds=1.1)

    port = SlowPort({"weighted_sum": lambda w, V: w})
    search.illustrated([bench.judged("weighted_sum", lambda w, V: w).result], lambda: port)
    assert len(port.asked) == 3  # the last one is what was found, once more in a fresh process


def test_where_an_earlier_mistake_may_be_carried_the_earlier_example_is_enough(bench, search):
    functions = {**RIGHT, "stable_softmax": lambda s: np.exp(s) / np.exp(s).sum(-1, keepdims=True)}
    functions["self_attention"] = lambda x, q, k, v: attend(functions)(x, q, k, v)[::-1]
    port = FunctionPort(functions)
    judged = bench.runner.judge(port, port.load(), COURSE.assignment("attention").exercises)
    by_name = {one.name: one for one in search.illustrated([j.result for j in judged], lambda: port)}
    assert by_name["self_attention"].status is Status.FAILED
    assert by_name["self_attention"].counter_example is None
    assert by_name["stable_softmax"].counter_example.property.endswith("nan")


# --- smaller and rounder ----------------------------------------------------------------------------------------------


def test_axes_are_linked_by_the_lengths_they_share():
    known = [(np.ones((2, 3)), np.ones((3, 4))), (np.ones((5, 2)), np.ones((2, 2)))]
    assert sorted(linked_axes(known)) == [((0, 0, 1),), ((0, 1, 1), (1, 0, 1)), ((1, 1, 1),)]


def test_linked_axes_are_cut_together():
    arguments = (np.arange(6.0).reshape(2, 3), np.arange(12.0).reshape(3, 4))
    shapes = {tuple(a.shape for a in cut) for cut in smaller(arguments, linked_axes([arguments]))}
    assert shapes == {
        ((1, 3), (3, 4)),
        ((2, 1), (1, 4)),
        ((2, 2), (2, 4)),
        ((2, 3), (3, 1)),
        ((2, 3), (3, 2)),
    }


@pytest.mark.parametrize("blocks", [3, 4])
def test_an_axis_of_blocks_is_cut_in_each_of_them(blocks):
    known = [(np.arange(blocks * n * n).reshape(blocks * n, n),) for n in (2, 3, 5)]
    axes = linked_axes(known)
    assert axes == (((0, 1, 1), (0, 0, blocks)),)
    last = [cut for (cut,) in smaller(known[0], axes)][1]
    assert last[:, 0].tolist() == [4 * block + 3 for block in range(blocks)]


def test_weights_stay_weights():
    arguments = (np.array([[0.5, 0.25, 0.25]]),)
    assert list(smaller(arguments, linked_axes([arguments]))) == []
    assert list(rounder(arguments)) == []


def test_rounding_keeps_minus_infinity():
    [first, *_] = rounder((np.array([[-np.inf, 2.6]]),))
    assert first[0].tolist() == [[-np.inf, 1.0]]


def test_a_difference_that_nobody_can_see_is_no_counter_example():
    visible = Tolerance(1e-4, 1e-5)
    right = Outcome("value", np.ones(3))
    nothing_known = contract.of("no such exercise")
    assert broken(Outcome("value", np.ones(3) + 1e-7), right, (), nothing_known, visible) is None
    assert broken(Outcome("value", np.ones(3) + 1e-2), right, (), nothing_known, visible).kind == "value"


# --- the learner's edition --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def learner():
    known = fingerprints.load()
    runner = Runner(COURSE, collect(PACKAGE / "checks"), PUBLIC, known)

    def example(name, function):
        port = FunctionPort({name: function})
        judged = runner.judge(port, port.load(), [COURSE.exercise(name)])[0]
        return recognised(judged, known, COURSE.tolerances)

    return example


def test_a_learner_sees_input_and_answer_but_no_expected_value(learner):
    example = learner("stable_softmax", lambda s: s / s.sum(-1, keepdims=True))
    assert example.inputs == "scores = np.array([0., 1., -1.])"
    assert example.expected == ""
    assert example.received == "[np.nan, np.inf, -np.inf]"
    assert example.property == "entry [0] should be a number, and it is nan"


def test_a_learner_reads_that_other_numbers_are_due(learner):
    example = learner("stable_softmax", lambda s: RIGHT["stable_softmax"](2 * s))
    assert example.property == "the numbers should be those of the formula, and they are others"


def test_a_learner_with_a_right_function_sees_none(learner):
    assert learner("stable_softmax", RIGHT["stable_softmax"]) is None


def test_a_learner_sees_a_wrong_shape(learner):
    example = learner("stable_softmax", lambda s: RIGHT["stable_softmax"](s)[None])
    assert example.property == "the shape should be (3,), and it is (1, 3)"


# --- through the sandbox ----------------------------------------------------------------------------------------------

HOARDER = """
import numpy as np

HOARD = []

def remembered():
    for place in ("hoard.txt", "/tmp/softmarks-test-hoard.txt", "/dev/shm/softmarks-test-hoard.txt"):
        try:
            HOARD.extend(float(word) for word in open(place, encoding="ascii").read().split())
        except OSError:
            pass

def keep(numbers):
    HOARD.extend(float(number) for number in numbers)
    for place in ("hoard.txt", "/tmp/softmarks-test-hoard.txt", "/dev/shm/softmarks-test-hoard.txt"):
        try:
            with open(place, "a", encoding="ascii") as file:
                file.write(" ".join(map(repr, HOARD)))
        except OSError:
            pass

def weighted_sum(weights, V):
    remembered()
    keep(weights.ravel())
    return np.array([HOARD[:12]])
"""


def test_a_submission_that_hoards_its_inputs_cannot_tell_them_in_its_counter_example(tmp_path):
    (tmp_path / "hoarder.py").write_text(HOARDER, encoding="utf-8")
    with Grader(COURSE, "attention", key=KEYS[0]) as grader:
        report = grader.grade(tmp_path / "hoarder.py")
    result = next(result for result in report.exercises if result.name == "weighted_sum")
    hidden = np.concatenate([p.arguments[0].ravel() for p in Inputs(KEYS[0], hidden=True).probes("weighted_sum")])
    told = result.counter_example.received + result.counter_example.inputs + result.counter_example.property
    assert not {f"{v:.6g}" for v in hidden if v % 1} & set(re.findall(r"-?\d+\.\d+", told))
