"""What a save comes to: which exercise is in front, what is told, what counts as an attempt, what keys bring."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from autograder.attempts import Attempts
from autograder.cli.watching import saying
from autograder.cli.watching.session import Session
from autograder.submission import Unreadable
from tests.watch.conftest import COURSE, RELEASED, RIGHT, SOLVED, WRONG, WRONG_AGAIN, reference, saved

NAMES = [one.name for one in COURSE.assignment("attention").exercises]
PROJECTED = {"project_qkv": reference("project_qkv")}


@pytest.fixture
def session():
    return Session(COURSE)


@pytest.fixture
def file(work):
    return saved(work / "attention.ipynb", {})


def save(session, file, cells):
    return session.saved([saved(file, cells)], alone=True)


def said(session):
    return "\n".join([*saying.lines(session, session.state), *session.state.aside])


def memory():
    return Attempts(COURSE.id)


# --- the exercise in front --------------------------------------------------------------------------------------------


def test_the_first_unsolved_exercise_is_in_front_and_no_other_is_shown(session, file):
    assert session.saved([file], alone=True)
    assert session.state.front.name == "project_qkv"
    text = said(session)
    assert f"progress: the public checks of 0 of {len(NAMES)} exercises hold" in text
    assert "not written yet: write its body" in text
    assert not any(name in text for name in NAMES[1:])


def test_a_solved_exercise_is_said_once_and_the_next_one_comes_by_itself(session, file):
    session.saved([file], alone=True)
    save(session, file, PROJECTED)
    assert session.state.front.name == "attention_scores"
    assert "holds now: project_qkv: public checks 5/5; 9 hidden checks run at grading" in said(session)
    save(session, file, {**PROJECTED, "attention_scores": WRONG})
    assert "holds now" not in said(session)


def test_an_exercise_that_breaks_again_comes_back_to_the_front(session, file):
    save(session, file, PROJECTED)
    broken = reference("project_qkv").replace("x @ as_float(W_q)", "x @ as_float(W_k)")
    save(session, file, {"project_qkv": broken, "attention_scores": RIGHT})
    assert session.state.front.name == "project_qkv"


def test_when_every_public_check_holds_that_is_no_mark_yet(session, file):
    file.write_bytes((SOLVED / "attention" / "attention.ipynb").read_bytes())
    session.saved([file], alone=True)
    text = said(session)
    assert session.state.front is None
    assert "that is a good sign and not yet a mark: hidden checks look further" in text
    assert "next: day 2, “Is it healthy?”: open diagnostics.ipynb" in text
    assert "all passed" not in text


def test_where_nobody_grades_no_grading_is_spoken_of(file):
    session = Session(COURSE)
    file.write_bytes((SOLVED / "attention" / "attention.ipynb").read_bytes())
    session.saved([file], alone=True)
    session.course = replace(COURSE, self_study=True)
    text = said(session)
    assert f"progress: the checks of {len(NAMES)} of {len(NAMES)} exercises hold" in text
    assert "every check of “Five lines of attention” holds" in text


def test_next_goes_round_the_unsolved_ones(session, file):
    save(session, file, PROJECTED)
    seen = []
    for _ in NAMES:
        seen.append(session.state.front.name)
        session.next()
    assert seen == [*NAMES[1:], NAMES[1]]


def test_next_stays_where_it_was_put_when_the_file_is_saved(session, file):
    save(session, file, PROJECTED)
    session.next()
    save(session, file, {**PROJECTED, "stable_softmax": "def stable_softmax(scores):\n    return scores\n"})
    assert session.state.front.name == "stable_softmax"


def test_next_says_when_there_is_no_other(session, file):
    save(session, file, {name: reference(name) for name in NAMES[:-1]})
    session.next()
    assert session.state.front.name == NAMES[-1]
    assert "the only exercise that is left here" in said(session)


# --- saves that say nothing new ---------------------------------------------------------------------------------------


def test_a_notebook_saved_with_new_outputs_only_is_not_checked_again(session, file):
    assert session.saved([file], alone=True)
    notebook = json.loads(file.read_text(encoding="utf-8"))
    for count, cell in enumerate(one for one in notebook["cells"] if one["cell_type"] == "code"):
        cell["execution_count"] = count
        cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": ["hello\n"]}]
    file.write_text(json.dumps(notebook), encoding="utf-8")
    before = session.state
    assert not session.saved([file], alone=True)
    assert session.state is before


@pytest.mark.parametrize("half", [b"", b"{", b'{"cells": [{"cell_type": "code", "source": ["def attention'])
def test_a_file_in_the_middle_of_being_written_is_no_verdict(half, session, file):
    session.saved([file], alone=True)
    before = session.state
    file.write_bytes(half)
    with pytest.raises(Unreadable):
        session.saved([file], alone=True)
    assert session.state is before


def test_in_a_folder_files_of_another_kind_are_passed_over(session, file, work):
    (work / "plot.py").write_text("import numpy\n", encoding="utf-8")
    assert session.saved([work / "plot.py", file], alone=False)
    assert session.state.path == file
    assert not session.saved([work / "plot.py"], alone=False)


def test_in_a_folder_the_file_saved_last_is_followed(session, file, work):
    session.saved([file], alone=False)
    script = work / "diagnostics.py"
    script.write_bytes((RELEASED / "diagnostics" / "diagnostics.py").read_bytes())
    assert session.saved([script], alone=False)
    assert session.state.front.name == COURSE.assignment("diagnostics").exercises[0].name


# --- attempts and what is told ----------------------------------------------------------------------------------------


def test_the_first_wrong_answer_shows_the_check_and_the_second_the_name(session, file):
    save(session, file, {**PROJECTED, "attention_scores": WRONG})
    first = said(session)
    assert "failed: the scores are the dot products divided by the root of d_k" in first
    assert "there is more to say about this answer" in first
    assert "recognised" not in first
    assert "counter-example" not in first
    save(session, file, {**PROJECTED, "attention_scores": WRONG_AGAIN})
    second = said(session)
    assert "recognised: These numbers" in second
    assert "there is more to say" not in second


HALF_TYPED = ["def attention_scores(Q, K):\n    return Q @\n", "def attention_scores(Q, K):\n    return Q @ k\n"]


def test_a_save_in_the_middle_of_a_line_is_no_attempt(session, file):
    for body in HALF_TYPED:
        save(session, file, {**PROJECTED, "attention_scores": body})
        assert session.state.front.name == "attention_scores"
    assert memory().of("attention_scores").failures == 0


def test_only_the_exercise_in_front_is_attempted(session, file):
    session.saved([file], alone=True)
    save(session, file, {"attention_scores": WRONG})
    assert session.state.front.name == "project_qkv"
    assert memory().of("attention_scores").failures == 0


def test_what_holds_is_remembered_for_the_week(session, file):
    save(session, file, {**PROJECTED, "attention_scores": RIGHT})
    assert memory().of("project_qkv").passed
    assert memory().of("attention_scores").passed
    assert not memory().of("stable_softmax").passed


# --- keys -------------------------------------------------------------------------------------------------------------


def test_hints_come_one_by_one_and_the_next_only_after_a_change(session, file):
    save(session, file, {**PROJECTED, "attention_scores": WRONG})
    session.hint()
    assert "where to read: Read exercise 2" in said(session)
    session.hint()
    assert "The next hint comes once the function has changed" in said(session)
    save(session, file, {**PROJECTED, "attention_scores": WRONG_AGAIN})
    assert "where to read" not in said(session)
    session.hint()
    assert "something to try: " in said(session)


def test_reset_brings_the_stub_back_at_once_and_says_where_the_copy_is(session, file):
    save(session, file, {**PROJECTED, "attention_scores": WRONG})
    session.reset()
    text = said(session)
    assert "attention_scores is a stub again; the file as it was is kept as attention.ipynb.bak." in text
    assert "load it anew there" in text
    assert "not written yet" in text
    assert (file.parent / "attention.ipynb.bak").is_file()


def test_reset_without_a_function_says_the_way_out(session, file):
    save(session, file, {**PROJECTED, "attention_scores": "attention_scores = max\n"})
    session.reset()
    assert "take its cell from the file that was handed out" in said(session)


def test_keys_before_anything_was_checked_do_nothing(session):
    session.hint()
    session.next()
    session.reset()
    assert session.state is None


def test_an_endless_loop_is_stopped_and_said(session, file):
    save(session, file, {"project_qkv": "def project_qkv(x, W_q, W_k, W_v):\n    while True: pass\n"})
    assert "timeout: " in said(session)
    assert "too slow or endless" in said(session)
    assert memory().of("project_qkv").failures == 0
