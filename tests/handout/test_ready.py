"""ready_to_hand_in(): the saved file is what is judged, and where the kernel holds something else that is said."""

from __future__ import annotations

import json
import linecache
import os
import sys
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from types import ModuleType

import pytest
from typer.testing import CliRunner

from autograder import notebook, ready_to_hand_in
from autograder.cli.app import app
from autograder.notebook import EXECUTION
from tests.conftest import ROOT
from tests.handout.conftest import Save

SUM = "def weighted_sum(weights, V):\n    return weights @ V\n"
WRONG = "def weighted_sum(weights, V):\n    return V * 0 + weights.sum()\n"
WITH_HELPER = "def weighted_sum(weights, V):\n    return _mix(weights, V)\n"
HELPER = "def _mix(weights, V):\n    return weights @ V\n"
Kernel = Callable[..., str]


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Kernel:
    """Run cells as a kernel would, then ready_to_hand_in() as the last one; gives back what it says."""
    numbers = count(1)

    def run(*cells: str, call: str = "ready_to_hand_in()") -> str:
        main = ModuleType("__main__")
        vars(main).update(ready_to_hand_in=ready_to_hand_in)
        monkeypatch.setitem(sys.modules, "__main__", main)
        for source in cells:
            name = f"<cell {next(numbers)} of a test>"
            linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
            exec(compile(source, name, "exec"), vars(main))
        capsys.readouterr()
        exec(call, vars(main))
        return capsys.readouterr().out

    return run


@pytest.fixture
def opened(save: Save, monkeypatch: pytest.MonkeyPatch) -> Callable[[Mapping[str, str]], Path]:
    """Save the notebook and open it, so that the kernel is told of it as by Jupyter."""

    def saved(sources: Mapping[str, str]) -> Path:
        path = save(sources)
        monkeypatch.setenv("JPY_SESSION_NAME", str(path))
        return path

    return saved


def line_of(said: str, exercise: str) -> str:
    return next(line for line in said.splitlines() if line.startswith(f"exercise {exercise}: "))


# --- the file and the kernel ------------------------------------------------------------------------------------------


def test_a_saved_file_that_the_kernel_agrees_with(opened, kernel):
    path = opened({"weighted_sum": SUM})
    said = kernel(SUM)
    assert f"file: {path}, saved " in said
    assert "kernel: what this kernel holds is what the file holds" in said
    assert "public checks 6/6" in line_of(said, "weighted_sum")
    assert line_of(said, "self_attention") == "exercise self_attention: not written yet"
    assert "Not every public check holds" in said


def test_unsaved_changes_are_named_and_the_file_is_what_counts(opened, kernel):
    opened({"weighted_sum": WRONG})
    said = kernel(SUM)
    assert "kernel: weighted_sum: the file has another version than this kernel" in said
    assert "failed: " in line_of(said, "weighted_sum")
    assert "save it, then run this cell again" in said


def test_a_stub_in_the_file_is_another_version_too(opened, kernel):
    opened({})
    said = kernel(SUM)
    assert "the file has another version than this kernel" in said
    assert line_of(said, "weighted_sum") == "exercise weighted_sum: not written yet"


def test_a_helper_that_only_the_kernel_remembers_is_named(opened, kernel):
    opened({"weighted_sum": WITH_HELPER})
    said = kernel(HELPER, WITH_HELPER)
    assert "kernel: weighted_sum uses _mix, which this kernel holds and the file does not define" in said
    assert "NameError" in line_of(said, "weighted_sum")
    assert "restart the kernel" in said


def test_a_helper_that_was_changed_and_not_saved_is_named(opened, kernel):
    opened({"weighted_sum": HELPER + "\n\n" + WITH_HELPER})
    said = kernel(HELPER.replace("weights @ V", "V"), WITH_HELPER)
    assert "_mix, which weighted_sum uses: the file has another version than this kernel" in said


def test_a_value_that_only_the_kernel_remembers_shows_in_the_verdict(opened, kernel):
    source = "def weighted_sum(weights, V):\n    return weights @ V * SCALE\n"
    opened({"weighted_sum": source})
    said = kernel("SCALE = 1", source)
    assert "kernel: weighted_sum: the same text, another verdict. In this kernel: public checks 6/6" in said
    assert "restart the kernel" in said


def test_comments_and_layout_are_no_difference(opened, kernel):
    opened({"weighted_sum": SUM.replace("    return", "    # the mixture\n\n    return")})
    assert "what this kernel holds is what the file holds" in kernel(SUM)


def test_a_fresh_kernel_has_nothing_to_compare(opened, kernel):
    opened({"weighted_sum": SUM})
    said = kernel()
    assert "nothing of it has been run in this kernel" in said
    assert "public checks 6/6" in line_of(said, "weighted_sum")


# --- what is said -----------------------------------------------------------------------------------------------------


def test_it_never_says_that_all_is_passed(opened, kernel):
    solved = ROOT / "solutions" / "attention" / "attention.ipynb"
    path = opened({})
    path.write_bytes(solved.read_bytes())
    said = kernel()
    assert "Every public check holds in this file. Hidden checks look further" in said
    assert "not yet a mark" in said
    assert "all passed" not in said.lower()


def test_it_agrees_with_the_command_on_the_saved_file(opened, kernel):
    path = opened({"weighted_sum": SUM, "attention_scores": "def attention_scores(Q, K):\n    return Q @ K.T\n"})
    said = kernel()
    done = CliRunner().invoke(app, ["check", "--plain", str(path)])
    for name in ("weighted_sum", "attention_scores"):
        (counted,) = (line for line in done.stdout.splitlines() if line.startswith(f"exercise {name}: "))
        assert line_of(said, name).startswith(counted)


# --- which file -------------------------------------------------------------------------------------------------------


def test_without_an_editors_word_the_newest_file_of_the_course_is_taken_and_others_are_named(
    save, work, kernel, monkeypatch
):
    path = save({"weighted_sum": SUM})
    copy = work / "attention (1).ipynb"
    copy.write_bytes(path.read_bytes())
    os.utime(copy, (1, 1))
    (work / "other.ipynb").write_text(json.dumps({"cells": [], "metadata": {}}), encoding="utf-8")
    monkeypatch.chdir(work)
    said = kernel()
    assert f"file: {path}, " in said
    assert "note: beside it: attention (1).ipynb. What was checked" in said
    assert "other.ipynb" not in said


def test_a_wrong_folder_is_said_with_the_way_out(work, kernel, monkeypatch):
    monkeypatch.chdir(work)
    said = kernel()
    assert f"no file of this course lies in {work}" in said
    assert 'ready_to_hand_in("path/to/your/notebook.ipynb")' in said


def test_a_notebook_that_was_moved_away_is_said(save, work, kernel, monkeypatch):
    path = save({"weighted_sum": SUM})
    monkeypatch.chdir(work)
    monkeypatch.setenv("JPY_SESSION_NAME", str(work / "old name.ipynb"))
    said = kernel()
    assert f"file: {path}, " in said
    assert "old name.ipynb, which this kernel was started for, is not there any more" in said


def test_a_path_may_be_given(save, kernel):
    path = save({"weighted_sum": SUM})
    assert f"file: {path}, " in kernel(call=f"ready_to_hand_in({str(path)!r})")
    assert "there is no file" in kernel(call="ready_to_hand_in('nowhere.ipynb')")


def test_the_home_folder_is_not_named_in_what_is_handed_in(opened, kernel, monkeypatch):
    path = opened({"weighted_sum": SUM})
    monkeypatch.setenv("HOME", str(path.parents[1]))
    monkeypatch.setenv("USERPROFILE", str(path.parents[1]))
    said = kernel()
    assert f"file: {Path('~', path.parent.name, path.name)}, saved " in said
    assert str(path.parents[1]) not in said


def test_a_file_that_cannot_be_read_is_said_in_a_sentence(opened, kernel):
    path = opened({})
    path.write_text('{"cells": [', encoding="utf-8")
    said = kernel(SUM)
    assert said.startswith("ready to hand in? ")
    assert "attention.ipynb" in said
    assert "Traceback" not in said


# --- when nobody is at the keyboard -----------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["validate", "autograde"])
def test_under_nbgrader_it_returns_at_once(opened, kernel, monkeypatch, where):
    opened({"weighted_sum": SUM})
    monkeypatch.setenv(EXECUTION, where)
    assert kernel(SUM) == ""


def test_a_text_that_is_imported_hands_nothing_in(opened, capsys):
    opened({"weighted_sum": SUM})
    exec("ready_to_hand_in()", {"ready_to_hand_in": notebook.ready_to_hand_in, "__name__": "attention"})
    assert capsys.readouterr().out == ""
