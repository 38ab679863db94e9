"""What watching says: the exercise in front, how far the learner has come, and which keys there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from autograder import hints
from autograder.cli import screen
from autograder.cli.watching.session import Session, State
from autograder.report import ExerciseResult, Status
from autograder.submission.record import printable

KEYS = "keys: h hint, n next exercise, r reset to the stub, q quit"
PROGRESS = "progress: the public checks of {done} of {count} exercises hold"
FINISHED = "every public check of “{title}” holds; that is a good sign and not yet a mark: hidden checks look further"
# Where nobody grades, there are no others.
PROGRESS_ALONE = "progress: the checks of {done} of {count} exercises hold"
FINISHED_ALONE = "every check of “{title}” holds"
WIDTH = 40  # of the bar
MOST_CHECKS = 2  # that do not hold; those after them mostly follow from them
COLOURS = {"progress": "bold", "holds now": "green", "exercise": "bold", "failed": "red", "error": "red", "keys": "dim"}


def lines(session: Session, state: State) -> Iterator[str]:
    """Everything about the last verdict, on lines that read well aloud."""
    report = state.report
    name = printable(state.path.name)
    yield f"checked {name} in {state.seconds:.2f} s"
    if report.status is not Status.GRADED:
        yield f"{screen.word(report.status)}: {report.message}"
        return
    yield from (f"repaired: {repair}" for repair in report.repairs)
    yield from (f"holds now: {_holds(report.exercises, one)}" for one in state.solved)
    progress = PROGRESS_ALONE if session.course.self_study else PROGRESS
    yield progress.format(done=len(state.done), count=len(report.exercises))
    if state.front is None:
        yield from _finished(session)
    else:
        yield from _front(session, state.front)
        if state.held:
            yield "  there is more to say about this answer: ask for a hint, or save a second try"


def _holds(exercises: Sequence[ExerciseResult], name: str) -> str:
    """A solved exercise in one line."""
    result = next(one for one in exercises if one.name == name)
    return f"{name}: {hints.public_count(result)}"


def _front(session: Session, result: ExerciseResult) -> Iterator[str]:
    facts = session.course.exercise(result.name)
    yield f"exercise {result.name}: planned {facts.minutes} minutes, difficulty {facts.difficulty} of 5"
    if result.status is Status.NOT_ATTEMPTED:
        yield "  not written yet: write its body, and delete the line that raises NotImplementedError"
        return
    yield f"  {hints.public_count(result)}"
    wrong = [one for one in result.checks if one.status not in (Status.PASSED, Status.SKIPPED)]
    for check in wrong[:MOST_CHECKS]:
        yield f"  {screen.word(check.status)}: {check.says}"
        yield f"    {check.message}"
    if len(wrong) > MOST_CHECKS:
        yield f"  {len(wrong) - MOST_CHECKS} more do not hold; softmarks check shows them"
    yield from (f"  {line}" for line in hints.explanation(result))


def _finished(session: Session) -> Iterator[str]:
    here, after = session.assignment(), session.following()
    title = here.title if here else "this file"
    yield (FINISHED_ALONE if session.course.self_study else FINISHED).format(title=title)
    if after is not None:
        yield f"next: day {after.day}, “{after.title}”: open {after.name}.ipynb or {after.name}.py, and watch that"


def bar(state: State) -> Text:
    """How far the learner has come, for eyes; the line above it says the same."""
    filled = round(WIDTH * len(state.done) / max(1, len(state.report.exercises)))
    return Text(f"[{'#' * filled}{'.' * (WIDTH - filled)}]", style="bold")


def coloured(line: str) -> Text:
    """The line with its first word in colour; the word itself says the same."""
    text = Text(line)
    for word, colour in COLOURS.items():
        if line.lstrip().startswith(word):
            start = len(line) - len(line.lstrip())
            text.stylize(colour, start, start + len(word))
    return text
