"""A learner's own test is run alone: no oracle in its cell, none beside it, and no name of what it is shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from autograder import facts, misconceptions
from autograder.batch import Grader
from autograder.report import ExerciseResult, Report, Status
from tests.conftest import KEYS, ROOT

pytestmark = pytest.mark.grading

COURSE = facts.load(ROOT)
SOURCE = (ROOT / "source" / "diagnostics.py").read_text(encoding="utf-8")
CELL = re.compile(r'# %% exercise="accepts"\n.*?(?=\n# %%)', re.DOTALL)
OWN = """
def own(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


"""
TRIES = """
    for scores in ([[0.0, 1.0, 0.0], [1.0, 1.0, 0.0]], [[1000.0, 900.0], [0.0, 0.0]], [[-np.inf, 0.0]], [1, 1]):
        if not np.allclose(softmax(np.array(scores)), own(np.array(scores)), atol=1e-4):
            return False
    return True
"""


@pytest.fixture(scope="module", params=["hidden", "public"])
def grader(request):
    with Grader(COURSE, "diagnostics", hidden=request.param == "hidden", exercise="accepts", key=KEYS[0]) as ready:
        yield ready


def handed_in(folder: Path, cell: str, before: str = "") -> Path:
    path = folder / "diagnostics.py"
    marked = f'{before}# %% exercise="accepts"\n{cell}'
    path.write_text(CELL.sub(lambda _: marked, SOURCE), encoding="utf-8")
    return path


def judged(grader: Grader, path: Path) -> ExerciseResult:
    report: Report = grader.grade(path)
    (result,) = report.exercises
    return result


def earned(result: ExerciseResult) -> float:
    """What it is worth; in public, the share of checks that hold besides the first."""
    if result.score is not None:
        return result.score
    return float(sum(check.status is Status.PASSED for check in result.checks if check.name != "test_defined"))


def test_the_reference_passes_alone(grader, tmp_path):
    path = tmp_path / "diagnostics.py"
    path.write_text(SOURCE, encoding="utf-8")
    assert judged(grader, path).status is Status.PASSED


CHEATS = {
    "its own softmax in another cell": ("def accepts(softmax):" + TRIES, "# %%" + OWN),
    "its own softmax in the cell": (OWN.strip() + "\n\n\ndef accepts(softmax):" + TRIES, ""),
    "a power": ("def own(x):\n    y = 2.718281828 ** x\n    return y / y.sum()\n\n\ndef accepts(softmax):" + TRIES, ""),
    "a renamed import": (
        "def own(x):\n    return e(x) / e(x).sum()\n\n\ndef accepts(softmax):" + TRIES,
        "# %%\nfrom numpy import exp as e\n\n",
    ),
    "a name in pieces": (
        "def own(x):\n    y = getattr(np, 'ex' + 'p')(x)\n    return y / y.sum()\n\n\ndef accepts(softmax):" + TRIES,
        "",
    ),
    "a door in the back": (
        "def own(x):\n    y = np.__dict__['ex' + 'p'](x)\n    return y / y.sum()\n\n\ndef accepts(softmax):" + TRIES,
        "",
    ),
    "a sine of an imaginary number": (
        "def own(x):\n    y = np.cos(1j * x) - 1j * np.sin(1j * x)\n    return y / y.sum()\n\n\ndef accepts(softmax):"
        + TRIES,
        "",
    ),
    "a name that stands for itself": (
        "exp = exp\n\n\ndef own(x):\n    return exp(x) / exp(x).sum()\n\n\ndef accepts(softmax):" + TRIES,
        "# %%\nfrom numpy import *\n\n",
    ),
    "a value that is never given": (
        "if 1 > 2:\n    exp = 0.5\n\n\ndef own(x):\n    return exp(x) / exp(x).sum()\n\n\ndef accepts(softmax):"
        + TRIES,
        "# %%\nfrom numpy import *\n\n",
    ),
    "a parameter of another function": (
        "def other(exp, getattr):\n    return exp\n\n\ndef own(x):\n    y = getattr(np, 'ex' + 'p')(x)\n"
        "    return y / y.sum()\n\n\ndef accepts(softmax):" + TRIES,
        "",
    ),
    "a default": (
        "def own(x, exp=exp):\n    return exp(x) / exp(x).sum()\n\n\ndef accepts(softmax):" + TRIES,
        "# %%\nfrom numpy import *\n\n",
    ),
    "a value that is taken away": (
        "getattr = 0.5\ndel getattr\n\n\ndef own(x):\n    y = getattr(np, 'ex' + 'p')(x)\n    return y / y.sum()\n\n\n"
        "def accepts(softmax):" + TRIES,
        "",
    ),
    "a value that an except takes away": (
        "getattr = 0.5\ntry:\n    1 / 0\nexcept ZeroDivisionError as getattr:\n    pass\n\n\n"
        "def own(x):\n    y = getattr(np, 'ex' + 'p')(x)\n    return y / y.sum()\n\n\ndef accepts(softmax):" + TRIES,
        "",
    ),
    "a value that comes too late": (
        "def own(x):\n    y = getattr(np, 'ex' + 'p')(x)\n    return y / y.sum()\n\n\ndef accepts(softmax):"
        + TRIES
        + "\n\ngetattr = 0.5\n",
        "",
    ),
    "the practice candidates": (
        "from autograder.clinic import practice_candidates\n\nown = practice_candidates()[0][0]\n\n\n"
        "def accepts(softmax):" + TRIES,
        "",
    ),
}


@pytest.mark.parametrize("name", CHEATS)
def test_a_comparison_with_an_own_softmax_earns_nothing(name, grader, tmp_path):
    cell, before = CHEATS[name]
    result = judged(grader, handed_in(tmp_path, cell, before))
    assert result.status is not Status.PASSED
    assert earned(result) == 0


def test_what_may_not_be_there_is_told_in_words(grader, tmp_path):
    result = judged(grader, handed_in(tmp_path, *CHEATS["its own softmax in the cell"]))
    message = next(check.message for check in result.checks if check.status is Status.FAILED)
    assert re.fullmatch(r"expected: a cell .* without exp; came: exp in line \d+; look at: .*", message)


@pytest.mark.parametrize("word", [True, False, "yes", None])
def test_one_word_for_all_earns_nothing(word, grader, tmp_path):
    result = judged(grader, handed_in(tmp_path, f"def accepts(softmax):\n    return {word!r}"))
    assert result.status is not Status.PASSED
    assert (result.score or 0) == 0


@pytest.mark.parametrize(
    "body",
    ["softmax(np.zeros((1, 5)))", "[softmax(np.zeros(2)) for _ in range(9)]", "softmax(np.zeros((1, 1, 1)))"],
    ids=["five columns", "nine calls", "three axes"],
)
def test_more_than_is_allowed_is_an_error_and_no_catch(body, grader, tmp_path):
    result = judged(grader, handed_in(tmp_path, f"def accepts(softmax):\n    {body}\n    return True"))
    assert result.status is Status.ERROR
    assert (result.score or 0) == 0


SWALLOWED = """def accepts(softmax):
    try:
        {}
        return np.abs(softmax(np.zeros(2)) - 0.5).max() < 1e-4
    except Exception:
        return False
"""


@pytest.mark.parametrize(
    ("body", "said"),
    [("[softmax(np.zeros(2)) for _ in range(8)]", "softmax was called too often"),
     ("softmax(np.zeros((1, 5)))", "softmax is tried on arrays of at most 4 x 4")],
    ids=["nine calls", "five columns"],
)  # fmt: skip
def test_a_refusal_that_is_swallowed_is_told(body, said, grader, tmp_path):
    result = judged(grader, handed_in(tmp_path, SWALLOWED.format(body)))
    message = next(check.message for check in result.checks if check.name == "test_accepts_what_is_right")
    assert "which your own except may hide" in message
    assert said in message


def test_where_nothing_was_refused_the_comparison_is_asked_about(grader, tmp_path):
    result = judged(grader, handed_in(tmp_path, SWALLOWED.format("return False")))
    message = next(check.message for check in result.checks if check.name == "test_accepts_what_is_right")
    assert "how exactly do you compare" in message


OWN_NAMES = {
    "in the function": "def accepts(softmax):\n    log2 = 0.69314718\n    scores = np.array([0.0, log2])\n"
    "    return bool(np.abs(softmax(scores) - np.array([1 / 3, 2 / 3])).max() < 1e-4)\n",
    "above it": "log2 = 0.69314718\n\n\ndef accepts(softmax):\n"
    "    return bool(np.abs(softmax(np.array([0.0, log2])) - np.array([1 / 3, 2 / 3])).max() < 1e-4)\n",
    "in a loop": "def accepts(softmax):\n    for log, share in [(0.69314718, 2 / 3), (0.0, 1 / 2)]:\n"
    "        if not abs(softmax(np.array([0.0, log]))[1] - share) < 1e-4:\n            return False\n    return True\n",
}


@pytest.mark.parametrize("where", OWN_NAMES)
def test_a_name_that_the_cell_gives_a_value_is_no_second_softmax(where, grader, tmp_path):
    result = judged(grader, handed_in(tmp_path, OWN_NAMES[where]))
    accepted = next(check for check in result.checks if check.name == "test_accepts_what_is_right")
    assert accepted.status is Status.PASSED


def test_a_helper_and_constants_in_the_cell_are_fine(grader, tmp_path):
    cell = """
CASES = [(np.array([[0.0, 0.6931471805599453]]), [[1 / 3, 2 / 3]])]


def close(a, b):
    return np.abs(np.asarray(a) - b).max() < 1e-4


def accepts(softmax):
    return all(close(softmax(scores), weights) for scores, weights in CASES)
"""
    result = judged(grader, handed_in(tmp_path, cell))
    accepted = next(check for check in result.checks if check.name == "test_accepts_what_is_right")
    assert accepted.status is Status.PASSED


def test_no_name_of_a_mistake_is_ever_shown(grader, tmp_path):
    """Neither in a message nor as the name of what the test shows."""
    result = judged(grader, handed_in(tmp_path, "def accepts(softmax):\n    return len(softmax(np.zeros(2))) == 2"))
    said = " ".join([check.message for check in result.checks] + [check.says for check in result.checks])
    names = [entry.id for entry in misconceptions.of("stable_softmax")]
    assert not any(name in said for name in names)
    assert result.counter_example is None
