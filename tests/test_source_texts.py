"""The course texts hold together: conventions of their cells, numbers in their prose, reference bodies, no leak."""

from __future__ import annotations

import ast
import contextlib
import importlib.util
import io
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import jupytext
import numpy as np
import pytest
import scipy.special
import scipy.stats

import autograder
from autograder import facts, predictions
from autograder.build.words import PLACEHOLDERS

ROOT = Path(__file__).resolve().parents[1]
COURSE = facts.load(ROOT)
NAMES = [assignment.name for assignment in COURSE.assignments]
SOLUTION = re.compile(r"^( *)### BEGIN SOLUTION\n.*?^ *### END SOLUTION$", re.MULTILINE | re.DOTALL)

every_text = pytest.mark.parametrize("name", NAMES)


@dataclass(frozen=True)
class Text:
    """One cell: `mark` is what its first line carries, or "", `exercise` the name beside it."""

    prose: bool
    source: str
    mark: str
    exercise: str

    @property
    def released(self) -> str:
        """The source as a student gets it."""
        return SOLUTION.sub(r"\1raise NotImplementedError", self.source)


def texts(name: str) -> list[Text]:
    notebook = jupytext.read(ROOT / COURSE.source / f"{name}.py", fmt="py:percent")
    found = []
    for cell in notebook.cells:
        marks = [
            mark for mark in ("title", "predict", "recall", "exercise", "check", "locked") if mark in cell.metadata
        ]
        assert len(marks) <= 1, f"{name}: a cell is marked {' and '.join(marks)}"
        mark = marks[0] if marks else ""
        found.append(Text(cell.cell_type == "markdown", cell.source, mark, cell.metadata.get(mark, "")))
    return found


def prose_of(name: str) -> str:
    return "\n\n".join(text.source for text in texts(name) if text.prose)


@contextlib.contextmanager
def nobody_checks() -> Iterator[None]:
    """The text is under test here, not what its cells call: they are there and say nothing."""
    with pytest.MonkeyPatch.context() as patch:
        for name in autograder.__all__:
            patch.setitem(vars(autograder), name, lambda *_: None)
        yield


def run(name: str, released: bool) -> list[str]:
    """What each cell prints; a cell that raises is a failed test."""
    names: dict[str, Any] = {"__name__": name}
    outputs = []
    with nobody_checks():
        for number, text in enumerate(texts(name), start=1):
            printed = io.StringIO()
            if not text.prose:
                source = text.released if released else text.source
                with contextlib.redirect_stdout(printed):
                    exec(compile(source, f"{name}, cell {number}", "exec"), names)
            outputs.append(printed.getvalue())
    return outputs


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"source_{name}", ROOT / COURSE.source / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with nobody_checks():
        spec.loader.exec_module(module)
    return module


# --- conventions of the cells -----------------------------------------------------------------------------------------


@every_text
def test_every_exercise_has_a_title_a_prediction_a_function_and_a_check_in_course_order(name: str) -> None:
    marked = [(text.mark, text.exercise) for text in texts(name) if text.mark not in ("", "recall", "locked")]
    order = ("title", "predict", "exercise", "check")
    expected = [(mark, exercise.name) for exercise in COURSE.assignment(name).exercises for mark in order]
    assert marked == expected


@every_text
def test_titles_carry_number_and_facts_and_check_cells_nothing_but_the_check(name: str) -> None:
    order = [exercise.name for exercise in COURSE.assignment(name).exercises]
    for text in texts(name):
        if text.mark == "title":
            first, second = text.source.split("\n\n")[:2]
            assert re.fullmatch(rf"## {order.index(text.exercise) + 1}\. \S.*", first), first
            assert second == "{facts}"
        if text.mark == "check":
            assert text.source == f"check({text.exercise})"


@every_text
def test_an_exercise_is_a_documented_function_with_one_solution_that_can_be_taken_out(name: str) -> None:
    for text in (text for text in texts(name) if text.mark == "exercise"):
        assert len(re.findall(r"^    ### BEGIN SOLUTION$", text.source, re.MULTILINE)) == 1, text.exercise
        assert len(re.findall(r"^    ### END SOLUTION$", text.source, re.MULTILINE)) == 1, text.exercise
        assert "SOLUTION" not in text.released
        function = ast.parse(text.released).body[0]
        assert isinstance(function, ast.FunctionDef)
        assert function.name == text.exercise
        assert ast.unparse(function.body[1]) == "raise NotImplementedError"
        assert len(function.body) == 2
        assert "# TODO: " in text.released
        promised = ast.get_docstring(function) or ""
        assert [word for word in ("Takes", "Returns", "Numbers", "Raises") if f"\n{word} " not in promised] == []


@every_text
def test_the_last_cell_is_locked_and_hands_in(name: str) -> None:
    last = texts(name)[-1]
    assert (last.mark, last.exercise, last.source) == ("locked", "ready_to_hand_in", "ready_to_hand_in()")


@every_text
def test_a_prediction_asks_for_as_many_numbers_as_its_key_knows(name: str) -> None:
    keys = predictions.load()
    for text in (text for text in texts(name) if text.mark == "predict"):
        blanks = ", ".join(["None"] * keys[text.exercise].count)
        assert text.source.endswith(f'\npredict("{text.exercise}", [{blanks}])')
        assert text.source.startswith("# Predict first. ")


def first_code(name: str) -> str:
    return next(text.source for text in texts(name) if not text.prose)


@every_text
def test_the_first_code_cell_brings_numpy_and_what_a_notebook_calls(name: str) -> None:
    first = first_code(name)
    assert "import numpy as np" in first
    assert f"from autograder import {', '.join(autograder.__all__)}" in first


def test_the_first_cells_differ_in_what_they_need_and_in_nothing_else() -> None:
    bare = {re.sub(r"    from scipy.*\n| scipy|, show", "", first_code(name)).split("\n\n\ndef ")[0] for name in NAMES}
    assert len(bare) == 1


@every_text
def test_head_and_foot_say_what_a_reader_needs(name: str) -> None:
    day = COURSE.assignment(name)
    cells = [text for text in texts(name) if text.prose]
    assert cells[0].source.startswith(f"# Day {day.day}. {day.title}\n")
    assert f"Planned: {day.minutes} minutes" in cells[0].source
    assert sum(exercise.minutes for exercise in day.exercises if exercise.points) <= day.minutes
    assert "What you can now do" in cells[-2].source
    assert "`softmarks check FILE`" in cells[-1].source
    assert "Text: CC BY 4.0. Code: MIT." in cells[-1].source
    for wanted in ("{ai_policy}", "{resubmission}", "{checking}", "{handing_in}", "Python 3.11"):
        assert prose_of(name).count(wanted) == 1, wanted
    assert set(re.findall(r"\{[a-z_]+\}", prose_of(name))) == set(PLACEHOLDERS)


@every_text
def test_prose_needs_no_formula_renderer(name: str) -> None:
    assert not re.search(r"\$|\\\(|\\\[|\\frac", prose_of(name))


@every_text
def test_no_word_of_the_prose_is_taken_for_a_tag_and_swallowed(name: str) -> None:
    bare = re.sub(r"```.*?```|`[^`]*`", "", prose_of(name), flags=re.DOTALL)
    assert re.findall(r"<[^<>\n]*>", bare) == []


# --- running ----------------------------------------------------------------------------------------------------------


@every_text
def test_a_text_imports_as_plain_python_and_writes_nothing(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    module = load(name)
    assert all(callable(getattr(module, exercise.name)) for exercise in COURSE.assignment(name).exercises)
    assert list(tmp_path.iterdir()) == []


@every_text
@pytest.mark.parametrize("released", [False, True], ids=["solved", "untouched"])
@pytest.mark.filterwarnings("error")
def test_every_cell_runs_without_error_or_warning_and_prints_the_same_twice(name: str, released: bool) -> None:
    outputs = run(name, released)
    assert list(map(steady, outputs)) == list(map(steady, run(name, released)))
    assert all(output.isascii() for output in outputs), "a Windows console with an old code page must print it too"


def steady(output: str) -> str:
    """What a cell prints, less what it measures: milliseconds, memory that is held, and a power fitted to them."""
    return re.sub(r"(?<=power )[-.\d]+|[.\d]+(?= ms)|(?<=a difference of )[-.\d]+", "", output)


# --- numbers in the prose ---------------------------------------------------------------------------------------------

# Numbers of the prose that no cell computes, and whose they are.
NOT_OURS = {
    "3.11": "the Python version",
    "4.0": "the licence",
    "3.5": "a section of the paper",
    "42.3": "the post's own sentence, 0.423 in per cent",
    "0.125": "the post's own words; computed in `attention`, see CLAIMS",
    "0.1": "the post's rule",
    "0.5": "the post's rule",
    "0.8": "the post's rule",
    "1.5": "the post's rule",
    "1.8": "the post's rule",
    "2.3": "a section of the post",
    "3.3": "a section of the paper",
    "4.4": "a section of the post",
    "5.2": "a section of the post",
    "5.4": "a section of the post",
    "5.5": "a section of the post",
}
NUMBER = re.compile(r"(?<![\w.])[-−]?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w]|\.\d)")


def numbers(text: str) -> list[str]:
    return [found.replace("−", "-") for found in NUMBER.findall(text)]


@every_text
def test_every_decimal_and_every_list_of_numbers_is_computed_or_written_in_a_cell_close_by(name: str) -> None:
    cells, outputs = texts(name), run(name, released=False)
    code = [number for number, cell in enumerate(cells) if not cell.prose and cell.mark == ""]
    strangers = []
    for place, cell in enumerate(cells):
        if not cell.prose:
            continue
        close = [n for n in code if n < place][-2:] + [n for n in code if n > place][:2]
        known = {float(found) for n in close for found in numbers(cells[n].source + "\n" + outputs[n])}
        listed = [found for group in re.findall(r"\[[^\[\]\n]*\d[^\[\]\n]*\]", cell.source) for found in numbers(group)]
        claimed = [found for found in numbers(cell.source) if "." in found] + listed
        strangers += [(place, c) for c in claimed if c not in NOT_OURS and float(c) not in known]
    assert strangers == []


def post_scores() -> Any:
    """The raw scores of the post's own lines: seed 42, x, W_q, W_k drawn in this order, float32."""
    draw = np.random.RandomState(42)
    x, W_q, W_k = (draw.randn(*shape).astype(np.float32) for shape in ((8, 12), (12, 12), (12, 12)))
    return (x @ (0.01 * W_q)) @ (x @ (0.01 * W_k)).T


PUBLISHED_ROW = (0.112, 0.423, 0.087, 0.052, 0.098, 0.076, 0.081, 0.071)

# (text, what it says, the same computed here by another road)
CLAIMS = [
    ("attention", "Every weight is 0.125", f"{scipy.special.softmax(post_scores() / 12**0.5, axis=-1).max():.3f}"),
    ("attention", "Every weight is 0.125", f"{scipy.special.softmax(post_scores() / 12**0.5, axis=-1).min():.3f}"),
    ("attention", "Their spread is 0.0035", f"{post_scores().std():.4f}"),
    ("attention", "is 281 times", f"{0.892 / np.abs(post_scores()[0]).max():.0f}"),
    ("attention", "√12 = 3.464", f"{math.sqrt(12):.3f}"),
    ("attention", "in float64 it is 2.7e+43", f"{math.exp(100):.1e}"),
    ("attention", "Xavier's 0.289", f"{math.sqrt(2 / (12 + 12)):.3f}"),
    ("attention", "the score is 2.5", f"{np.dot([1, 2, 0, 2], [3, 1, 5, 0]) / math.sqrt(4):.1f}"),
    ("diagnostics", "Together: 0.736 nats", f"{scipy.stats.entropy([1 / 8, 1 / 8, 3 / 4]):.3f}"),
    ("diagnostics", "has log 3 = 1.099", f"{scipy.stats.entropy([1 / 3] * 3):.3f}"),
    ("diagnostics", "log 8 = 2.08", f"{scipy.stats.entropy([1 / 8] * 8):.2f}"),
    ("diagnostics", "there is has 1.39", f"{scipy.stats.entropy([1 / 4] * 4):.2f}"),
    ("diagnostics", "maximum is 1.79", f"{scipy.stats.entropy([1 / 6] * 6):.2f}"),
    ("diagnostics", "1.79: not healthy", f"{scipy.stats.entropy(PUBLISHED_ROW):.2f}"),
    ("encoder", "still receives 0.212", f"{math.exp(0) / (math.exp(0) + math.exp(1) + math.exp(0)):.3f}"),
    ("encoder", "the weights are 0.269", f"{1 / (1 + math.e):.3f}"),
    ("encoder", "10 for four tokens", f"{np.tril(np.ones((4, 4))).sum():.0f}"),
    ("encoder", "the head size is 76.8", f"{768 / 10}"),
]


@pytest.mark.parametrize(("name", "says", "computed"), CLAIMS, ids=[f"{c[0]}: {c[1]}" for c in CLAIMS])
def test_a_claim_of_the_prose_is_what_comes_out(name: str, says: str, computed: str) -> None:
    assert says in " ".join(prose_of(name).split())
    assert computed in says


# --- no leak ----------------------------------------------------------------------------------------------------------


def pieces(text: str) -> set[tuple[str, ...]]:
    """Runs of 8 tokens with a name in them; comments, docstrings and the given first lines of functions taken out."""
    bare = re.sub(r'"""(.|\n)*?"""|#.*|^def .*', "", text, flags=re.MULTILINE)
    tokens = re.findall(r"\w+|\*\*|[^\w\s]", bare)
    runs = (tuple(tokens[i : i + 8]) for i in range(len(tokens) - 7))
    return {run for run in runs if any(token[0].isalpha() for token in run)}


def test_no_released_text_shows_a_piece_of_any_solution() -> None:
    answers = {}
    for name in NAMES:
        for text in texts(name):
            if found := SOLUTION.search(text.source):
                answers[text.exercise] = pieces(found.group(0))
    shown = {name: pieces("\n".join(text.released for text in texts(name))) for name in NAMES}
    leaks = [(name, exercise) for name in NAMES for exercise, body in answers.items() if shown[name] & body]
    assert len(answers) == sum(len(assignment.exercises) for assignment in COURSE.assignments)
    assert leaks == []


@pytest.mark.parametrize("later", NAMES[1:])
def test_a_later_text_neither_calls_nor_defines_an_earlier_answer(later: str) -> None:
    earlier = {e.name for name in NAMES[: NAMES.index(later)] for e in COURSE.assignment(name).exercises}
    # What is asked again in the morning names yesterday's functions, and neither calls nor defines one.
    words = set(re.findall(r"\w+", "\n".join(text.source for text in texts(later) if text.mark != "recall")))
    assert words & earlier == set()
