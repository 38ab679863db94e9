"""Puts the commands together and turns every known trouble into one sentence and an exit status."""

from __future__ import annotations

import io
import sys

import typer

from autograder.batch import NeedsInstructorEdition
from autograder.cli.audit import audit
from autograder.cli.build import build
from autograder.cli.check import check
from autograder.cli.doctor import doctor
from autograder.cli.forget import forget
from autograder.cli.grade import grade
from autograder.cli.hint import hint
from autograder.cli.marks import export, report
from autograder.cli.screen import say
from autograder.cli.show import show
from autograder.cli.watch import watch
from autograder.cli.week import week
from autograder.facts import CourseError

WRONG_USE = 2
INTERRUPTED = 130

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # help without boxes reads well aloud
    pretty_exceptions_enable=False,
    help="softmarks: implement attention from scratch, have it graded, learn which idea was wrong.",
    epilog="Example: softmarks check attention.ipynb",
)
app.command("check", epilog="Example: softmarks check attention.ipynb --exercise stable_softmax")(check)
app.command("watch", epilog="Example: softmarks watch attention.ipynb")(watch)
app.command("show", epilog="Example: softmarks show attention.ipynb --out figures.html")(show)
app.command("week", epilog="Example: softmarks week")(week)
app.command("hint", epilog="Example: softmarks hint stable_softmax attention.ipynb")(hint)
app.command("build", epilog="Example: softmarks build --check")(build)
app.command("grade", epilog="Example: softmarks grade attention --jobs 2")(grade)
app.command("report", epilog="Example: softmarks report attention")(report)
app.command("export", epilog="Example: softmarks export attention --format moodle")(export)
app.command("forget", epilog="Example: softmarks forget student-07")(forget)
app.command("audit", epilog="Example: softmarks audit --out docs/audit.html")(audit)
app.command("doctor", epilog="Example: softmarks doctor")(doctor)


def main() -> None:
    """The console script."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal without a sign for it is no reason to stop
    try:
        app(standalone_mode=True)
    except (CourseError, NeedsInstructorEdition) as trouble:
        say(f"softmarks: {trouble}", error=True)
        sys.exit(WRONG_USE)
    except KeyboardInterrupt:
        print("softmarks: interrupted; run the same command again to go on", file=sys.stderr)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # The reader, such as head, has had enough; that is no error.
        sys.stderr.close()
        sys.exit(0)
