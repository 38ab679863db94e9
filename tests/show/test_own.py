"""softmarks show: a learner's own functions, run in the sandbox, step by step as far as they go."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from autograder import facts, sample
from autograder.cli.app import app
from tests.conftest import ROOT

COURSE = facts.load(ROOT)
RELEASED, SOLVED = ROOT / COURSE.release, ROOT / COURSE.solution


def shown(*arguments, status=0):
    done = CliRunner().invoke(app, ["show", "--course", str(ROOT), *map(str, arguments)])
    assert done.exit_code == status, done.output
    return done.output


def saved(folder, cells):
    """The solved notebook with other cells in some places."""
    solved = sample.read_notebook(SOLVED / "attention" / "attention.ipynb")
    path = folder / "attention.ipynb"
    path.write_text(json.dumps(sample.filled(solved, cells)), encoding="utf-8")
    return path


def test_every_step_of_day_1_is_shown_with_shape_values_and_health():
    text = shown(SOLVED / "attention" / "attention.ipynb")
    assert "All 7 steps are healthy" in text
    assert "step weights: shape (3, 3), first 3 values 0." in text
    assert "row sums 1.000, health good" in text
    assert "The largest weight is " in text
    assert "The 9 scores lie between " in text


@pytest.mark.parametrize(("name", "said"), [("diagnostics", "log 3 = 1.10"), ("encoder", "3 heads; most alike are ")])
def test_the_other_days_show_what_theirs_give(name, said):
    assert said in shown(SOLVED / name / f"{name}.py")


def test_the_page_needs_nothing_but_itself(tmp_path):
    out = tmp_path / "figures 图.html"
    text = shown(SOLVED / "attention" / "attention.py", "--out", out)
    page = out.read_text(encoding="utf-8")
    assert f"figures: {out}" in text
    assert page.count('role="img"') == 3
    assert "http" not in page.replace("http://www.w3.org/", "")
    assert "prefers-color-scheme: dark" in page


def test_what_is_not_written_yet_ends_the_steps_in_a_sentence():
    text = shown(RELEASED / "attention" / "attention.ipynb")
    assert "project_qkv is not written yet; what it gives is shown once it is." in text
    assert "step x: shape (3, 5)" in text


CELLS = {
    "raises": ("raise ValueError('<b>no</b>')", "attention_scores raised ValueError: <b>no</b> (cell "),
    "gives nothing": ("pass", "attention_scores gave nothing; softmarks check says more."),
    "gives an object": ("return object()", "attention_scores gave a value of type object"),
    "gives words": ("return 'scores'", "expected: scores as an array of real numbers; came: str"),
    "gives an empty array": ("return K[:0]", "expected: scores with numbers in it and at most 3 axes"),
    "gives too many axes": ("return K[None, None]", "expected: scores with numbers in it and at most 3 axes"),
    "leaves": ("import os; os._exit(3)", "attention_scores ended its process"),
    "gives nan": ("return Q @ K.T * float('nan')", "The first step that is not healthy is scores: 9 of 9 not finite"),
}


@pytest.mark.parametrize(("body", "said"), CELLS.values(), ids=CELLS)
def test_whatever_a_function_does_is_a_sentence(body, said, tmp_path):
    path = saved(tmp_path, {"attention_scores": f"def attention_scores(Q, K):\n    {body}\n"})
    out = tmp_path / "figures.html"
    text = shown(path, "--out", out)
    assert said in text
    assert "Traceback" not in text
    assert "<b>no</b>" not in out.read_text(encoding="utf-8")


@pytest.mark.parametrize("value", ["Q", "(Q, K)", "{'Q': Q}", "None"])
def test_three_arrays_are_asked_of_the_projections(value, tmp_path):
    path = saved(tmp_path, {"project_qkv": f"def project_qkv(Q, K, W, V):\n    return {value}\n"})
    text = shown(path)
    assert "look at: its return" in text or "project_qkv gave nothing" in text or "project_qkv gave a value" in text


def test_what_cannot_be_read_is_said_and_status_1(tmp_path):
    assert "does not exist" in shown(tmp_path / "none.ipynb", status=1)


def test_a_page_that_cannot_be_written_is_said_and_status_2(tmp_path):
    text = shown(SOLVED / "diagnostics" / "diagnostics.py", "--out", tmp_path / "no" / "page.html", status=2)
    assert "cannot be written: No such file or directory; give another --out" in text
