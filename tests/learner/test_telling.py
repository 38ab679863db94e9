"""When a learner is told a mistake's name, in terminal and notebook; and that nothing leaves their machine."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import autograder.hints
from autograder import facts, notebook, sample
from autograder.attempts import FILE, Attempts
from autograder.batch import Job, grade_one
from autograder.cli import screen
from autograder.cli.app import app
from autograder.facts import CourseError
from autograder.hints import Step, ladder
from tests.conftest import ROOT

COURSE = facts.load(ROOT)
FIRST = "def attention_scores(Q, K):\n    return Q @ K.T / Q.shape[-1]\n"  # a known mistake
LATER = "def attention_scores(Q, K):\n    d = Q.shape[-1]\n    return Q @ K.T / d\n"  # the same mistake, other code
RIGHT = "def attention_scores(Q, K):\n    return Q @ K.T * float(Q.shape[-1]) ** -0.5\n"
NAMED = "recognised: These numbers"


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    """The learner's state folder, wherever this system would have it."""
    folder = tmp_path / "state"
    for name in ("XDG_STATE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(folder))
    monkeypatch.delenv(notebook.EXECUTION, raising=False)
    monkeypatch.setenv("COLUMNS", "200")
    return folder


@pytest.fixture
def work(tmp_path):
    folder = tmp_path / "work"
    folder.mkdir()
    return folder


def softmarks(*arguments):
    done = CliRunner().invoke(app, [*map(str, arguments), "--course", str(ROOT)])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.stdout


def saved(folder, source, name="attention.ipynb"):
    """The released notebook with the exercise written."""
    released = sample.read_notebook(ROOT / COURSE.release / "attention" / "attention.ipynb")
    path = folder / name
    path.write_text(json.dumps(sample.filled(released, {"attention_scores": source})), encoding="utf-8")
    return path


def checked(path, *options):
    return softmarks("check", path, "--exercise", "attention_scores", *options)


# --- in the terminal --------------------------------------------------------------------------------------------------


def test_the_first_failure_shows_the_checks_sentence_and_how_to_ask(work):
    said = checked(saved(work, FIRST))
    assert "check: failed: the scores are the dot products divided by the root of d_k" in said
    assert NAMED not in said
    assert "counter-example" not in said
    assert said.count("to see more: --name") == 1


def test_the_same_code_again_is_the_same_attempt(work):
    path = saved(work, FIRST)
    assert checked(path) == checked(path) == checked(saved(work, f"# thinking\n{FIRST}"))


def test_the_second_failure_with_changed_code_names_it(work):
    checked(saved(work, FIRST))
    said = checked(saved(work, LATER))
    assert NAMED in said
    assert "question: " in said
    assert "counter-example: an input that goes wrong" in said
    assert "to see more" not in said


def test_who_asks_is_told_at_once_and_the_attempt_still_counts(work):
    assert NAMED in checked(saved(work, FIRST), "--name")
    assert NAMED in checked(saved(work, LATER))


def test_a_machine_is_always_told_and_leaves_no_trace(work, state):
    (report,) = map(json.loads, checked(saved(work, FIRST), "--json").splitlines())
    (result,) = report["exercises"]
    assert result["misconception"]["says"].startswith("These numbers")
    assert result["counter_example"]["received"]
    assert not state.exists()


def test_the_full_grading_always_names_it_and_leaves_no_trace(work, state):
    assert NAMED in checked(saved(work, FIRST), "--hidden")
    assert not state.exists()


def test_several_files_are_no_attempts_of_one_person(work, state):
    files = [saved(work, source, name) for source, name in ((FIRST, "one.ipynb"), (LATER, "two.ipynb"))]
    said = softmarks("check", *files, "--exercise", "attention_scores", "--plain")
    assert NAMED not in said
    assert said.count("to see more") == 2
    assert not state.exists()


def test_lines_read_well_aloud_and_never_say_that_all_is_passed(work):
    said = checked(saved(work, RIGHT), "--plain")
    assert "exercise attention_scores: public checks 5/5; " in said
    assert "hidden checks run at grading" in said
    assert "all passed" not in said
    labels = ("submission: ", "repaired: ", "exercise ", "  check: ")
    assert all(line.startswith(labels) for line in said.splitlines())
    assert said.isprintable() or set(filter(lambda c: not c.isprintable(), said)) == {"\n"}
    assert set(said).isdisjoint("─│┌└✓✗✔✘█")


def written(folder, **sources):
    """The released notebook with several exercises written."""
    released = sample.read_notebook(ROOT / COURSE.release / "attention" / "attention.ipynb")
    path = folder / "attention.ipynb"
    path.write_text(json.dumps(sample.filled(released, sources)), encoding="utf-8")
    return path


HALVED = "def weighted_sum(weights, V):\n    return weights @ V / 2\n"


def test_only_the_first_that_does_not_hold_is_told_in_full(work):
    said = softmarks("check", written(work, attention_scores=FIRST, weighted_sum=HALVED))
    lines = said.splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("exercise weighted_sum: public checks "))
    assert any(line.startswith("    expected: ") for line in lines[:at])
    assert not any(line.startswith("    ") for line in lines[at:])
    assert lines[-1] == (
        "next: mend attention_scores, save, and check again; --all says as much about the others that do not hold"
    )
    everything = softmarks("check", work / "attention.ipynb", "--all")
    assert everything.count("    expected: ") > said.count("    expected: ")
    assert "next: " not in everything


def test_in_a_terminal_there_is_a_line_for_each_exercise_and_what_to_mend_first(work):
    path = written(work, attention_scores=FIRST, weighted_sum=HALVED)
    report = grade_one(Job(path, "attention.ipynb", ROOT, None, False))
    lines = list(screen.brief_lines(report, frozenset()))
    titles = [line for line in lines if line.startswith("exercise ")]
    assert len(titles) == len(facts.load(ROOT).assignment("attention").exercises)
    assert lines.index("first to mend: attention_scores") == lines.index(titles[-1]) + 1
    assert not [line for line in lines if line.startswith("  check: passed")]
    assert not [line for line in lines if "width of V" in line]


def test_what_is_not_written_yet_is_next_when_all_that_is_written_holds(work):
    said = checked(saved(work, RIGHT))
    assert "next: " not in said
    said = softmarks("check", saved(work, RIGHT))
    assert said.splitlines()[-1] == "next: write project_qkv, which is still as it was handed out"


def test_who_grades_reads_everything(work):
    said = softmarks("check", "--hidden", written(work, attention_scores=FIRST, weighted_sum=HALVED))
    assert "next: " not in said
    assert said.count("counter-example: ") == 2


def test_nobody_is_told_how_many_hints_there_are(work):
    path = saved(work, FIRST)
    said = "".join(softmarks("hint", "attention_scores", path) for _ in range(3))
    assert not re.search(r"\d (of|/) \d|\d/\d", said)


# --- in the notebook --------------------------------------------------------------------------------------------------


def defined(source):
    space = {"__name__": "__main__"}
    exec(source, space)
    return space["attention_scores"]


def printed(capsys, call):
    call()
    return capsys.readouterr().out


def test_in_the_notebook_the_second_changed_failure_names_it(capsys):
    first, later = defined(FIRST), defined(LATER)
    said = printed(capsys, lambda: notebook.check(first))
    assert NAMED not in said
    assert "check(attention_scores, name=True)" in said
    assert NAMED not in printed(capsys, lambda: notebook.check(first))
    assert NAMED in printed(capsys, lambda: notebook.check(later))


def test_in_the_notebook_asking_names_it_at_once(capsys):
    said = printed(capsys, lambda: notebook.check(defined(FIRST), name=True))
    assert NAMED in said
    assert "counter-example" in said


def test_the_notebook_says_what_is_still_to_come(capsys):
    said = printed(capsys, lambda: notebook.check(defined(RIGHT)))
    assert said.startswith("attention_scores: public checks 5/5; ")
    assert said.endswith("hidden checks run at grading\n")
    assert "all passed" not in said


def test_an_error_in_the_notebook_is_told_with_function_and_line(capsys):
    said = printed(capsys, lambda: notebook.check(defined("def attention_scores(Q, K):\n    return Q @ K\n")))
    assert "look at: your code in attention_scores, line 2" in said


def test_nbgraders_run_is_no_attempt(monkeypatch, capsys, state):
    monkeypatch.setenv(notebook.EXECUTION, "validate")
    with pytest.raises(notebook.NotPassed):
        notebook.check(defined(FIRST))
    assert not state.exists()


# --- hints ------------------------------------------------------------------------------------------------------------


def test_hints_for_a_file_go_on_as_the_function_changes(work):
    texts = autograder.hints.load()["attention_scores"]
    path = saved(work, "def attention_scores(Q, K):\n    raise NotImplementedError\n")
    assert texts.where in softmarks("hint", "attention_scores", path)
    assert texts.property in softmarks("hint", "attention_scores", path)
    assert ladder.FIRST_A_START in softmarks("hint", "attention_scores", path)
    saved(work, FIRST)
    assert "what does not hold:" in softmarks("hint", "attention_scores", path)
    assert ladder.FIRST_A_CHANGE in softmarks("hint", "attention_scores", path)
    saved(work, LATER)
    assert NAMED in softmarks("hint", "attention_scores", path)
    saved(work, FIRST)
    assert texts.sibling in softmarks("hint", "attention_scores", path)
    saved(work, RIGHT)
    assert softmarks("hint", "attention_scores", path).strip() == ladder.NOTHING_TO_MEND


def test_a_hint_finds_the_file_in_the_folder(work, monkeypatch):
    saved(work, FIRST)
    monkeypatch.chdir(work)
    softmarks("hint", "attention_scores")
    assert Attempts(COURSE.id).of("attention_scores").hinted != ""


def test_a_hint_in_the_notebook_by_name_or_by_function(monkeypatch, capsys):
    texts = autograder.hints.load()["attention_scores"]
    assert texts.where in printed(capsys, lambda: autograder.hint("attention_scores"))
    monkeypatch.setattr(sys.modules["__main__"], "attention_scores", defined(FIRST), raising=False)
    assert texts.property in printed(capsys, lambda: autograder.hint("attention_scores"))
    assert "what does not hold:" in printed(capsys, lambda: autograder.hint(defined(LATER)))
    assert Attempts(COURSE.id).of("attention_scores").step == Step.COUNTER_EXAMPLE


def test_a_hint_for_what_is_no_exercise_says_which_there_are():
    with pytest.raises(CourseError, match="attention_scores"):
        autograder.hint("attention")


def test_a_hint_for_a_file_that_cannot_be_read_says_so(work):
    done = CliRunner().invoke(app, ["hint", "attention_scores", str(work / "nowhere.ipynb"), "--course", str(ROOT)])
    assert done.exit_code == 1
    assert "nowhere.ipynb" in done.stderr


# --- what leaves the machine ------------------------------------------------------------------------------------------


def files_below(folder: Path) -> set[str]:
    return {os.path.relpath(path, folder) for path in folder.rglob("*") if path.is_file()}


def test_attempts_and_hints_stand_in_the_state_folder_and_nowhere_else(work, state, monkeypatch):
    monkeypatch.chdir(work)
    path = saved(work, FIRST)
    before = path.read_bytes()
    said = checked(path) + softmarks("hint", "attention_scores", path)
    assert path.read_bytes() == before
    assert files_below(work) == {"attention.ipynb"}
    (kept,) = state.rglob(FILE)
    assert files_below(state) == {os.path.relpath(kept, state)}
    remembered = json.loads(kept.read_text(encoding="utf-8"))[f"{COURSE.id}/attention_scores"]
    said += checked(path, "--json") + checked(path, "--json", "--hidden")
    assert remembered["code"] not in said
    assert not {"failures", "hinted", "step", "attempts"} & set(keys(json.loads(checked(path, "--json"))))


def keys(data):
    """Every key in nested dicts and lists."""
    if isinstance(data, dict):
        yield from data
        data = list(data.values())
    for item in data if isinstance(data, list) else ():
        yield from keys(item)


def test_a_state_folder_that_cannot_be_used_never_breaks_a_check(work, state):
    state.write_text("a file where a folder should be", encoding="utf-8")
    said = checked(saved(work, FIRST))
    assert "check: failed: " in said
    assert "where to read" in softmarks("hint", "attention_scores", work / "attention.ipynb")
