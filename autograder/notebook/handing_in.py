"""ready_to_hand_in() at the end of a notebook: the file on disk, checked afresh, held against what the kernel knows."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from autograder import hints
from autograder.feedback.words import duration
from autograder.notebook import whereabouts
from autograder.notebook.card import card, show
from autograder.notebook.kernel import Difference, compared
from autograder.notebook.kit import is_run_by_nbgrader, kit
from autograder.notebook.whereabouts import Found
from autograder.report import ExerciseResult, Report, Status
from autograder.submission import Refused, Submission, Unreadable, read

PATIENCE = 600  # seconds, far above what the time limits of a submission come to
SAME = "what this kernel holds is what the file holds"
NOTHING_RUN = "nothing of it has been run in this kernel, so there is nothing to compare it with"
SAVE = "If the file should be as the kernel has it: save it, then run this cell again."
HIDDEN_STATE = "To see what a grader sees: restart the kernel, run all cells, save, then run this cell again."
ALL_HOLD = "Every public check holds in this file. Hidden checks look further: a good sign, and not yet a mark."
ALL_THERE_IS = "Every check holds in this file, and there are no others: you are done with it."
SOME_HOLD_ALONE = "Not every check holds in this file yet."
SOME_HOLD = "Not every public check holds in this file. You may hand it in; what does not hold may cost points."


class _NoVerdict(Exception):
    """The file could not be checked; the text says why."""


@dataclass(frozen=True, slots=True)
class _Said:
    """What is shown: the file, whether the kernel agrees, a line for each exercise, and what follows from it."""

    found: Found
    saved: str
    kernel: list[str]
    exercises: list[str]
    end: list[str]
    tone: str


def ready_to_hand_in(file: str | Path | None = None) -> None:
    """Check the saved file in a fresh process, as `softmarks check FILE` does, and compare it with this kernel.

    The file is the notebook or script that this kernel runs, or the one that is given.
    """
    is_imported = sys._getframe(1).f_globals.get("__name__") != "__main__"
    if is_imported or is_run_by_nbgrader():  # nobody is at the keyboard, and of nbgrader's cells the checks have spoken
        return
    try:
        found = whereabouts.find(file, kit().course)
        said = _told(found)
    except (whereabouts.NotFound, Unreadable, Refused, _NoVerdict) as trouble:
        show(card("trouble", [f"ready to hand in? {trouble}"], says=str(trouble), tone="failed"))
        return
    show(card("hand_in", _lines(said), said=said, tone=said.tone))


def _told(found: Found) -> _Said:
    submission = read(found.path, kit().course)
    report = _checked(found.path)
    differences = compared(submission, report, sys.modules["__main__"])
    exercises = [f"{one.name}: {_in_a_word(one)}" for one in report.exercises]
    holds = all(one.status is Status.PASSED for one in report.exercises)
    agrees = differences == []
    return _Said(
        found,
        _age(found.path),
        [*_about_kernel(differences)],
        exercises,
        [*_end(differences, submission, holds)],
        "passed" if holds and agrees else "failed",
    )


def _checked(path: Path) -> Report:
    """The public verdict on the file by the very command that a terminal would run, with nothing of this kernel."""
    # -P: a file of the learner's that is called like a library is not taken for it. utf8: no console's old code page.
    command = [sys.executable, "-P", "-X", "utf8", "-m", "autograder", "check", "--json", str(path)]
    try:
        done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False)
        report = Report.from_json(json.loads(done.stdout))
    except (OSError, ValueError, LookupError, TypeError, subprocess.TimeoutExpired) as error:
        raise _NoVerdict(f"{path.name} could not be checked ({type(error).__name__}); run softmarks doctor") from error
    if report.status is not Status.GRADED:
        raise _NoVerdict(f"{path.name}: {report.message}")
    return report


# --- in words ---------------------------------------------------------------------------------------------------------


def _about_kernel(differences: list[Difference] | None) -> Iterator[str]:
    if differences is None:
        yield NOTHING_RUN
    elif not differences:
        yield SAME
    for one in differences or ():
        yield one.says


def _end(differences: list[Difference] | None, submission: Submission, holds: bool) -> Iterator[str]:
    yield from submission.repairs
    alone = kit().course.self_study
    yield (ALL_THERE_IS if alone else ALL_HOLD) if holds else (SOME_HOLD_ALONE if alone else SOME_HOLD)
    kinds = {one.kind for one in differences or ()}
    if "text" in kinds:
        yield SAVE
    if "state" in kinds:
        yield HIDDEN_STATE


def _in_a_word(result: ExerciseResult) -> str:
    """One line on an exercise: what does not hold, and of what stopped also why; the rest is for its check cell."""
    if result.status is Status.NOT_ATTEMPTED:
        return "not written yet"
    first = next((c for c in result.checks if c.status not in (Status.PASSED, Status.SKIPPED)), None)
    if first is None:
        return hints.public_count(result)
    why = "" if first.status is Status.FAILED else f"; {first.message}"
    return f"{hints.public_count(result)}; {str(first.status).replace('_', ' ')}: {first.says}{why}"


def _age(path: Path) -> str:
    saved = path.stat().st_mtime
    return f"saved {duration(max(time.time() - saved, 0))} ago"


def _lines(said: _Said) -> Iterator[str]:
    yield f"file: {said.found.shown}, {said.saved}"
    yield from (f"note: {note}" for note in said.found.notes)
    yield from (f"kernel: {line}" for line in said.kernel)
    yield from (f"exercise {line}" for line in said.exercises)
    yield from said.end
