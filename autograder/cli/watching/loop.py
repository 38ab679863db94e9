"""The loop of watching: wait for a key, look at the files, judge what was saved, say it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from autograder.cli import screen
from autograder.cli.watching import saying
from autograder.cli.watching.keys import Keys
from autograder.cli.watching.looking import REST, Looker
from autograder.cli.watching.session import NOTHING_LEFT, Session
from autograder.report import Status
from autograder.submission import Refused, Unreadable
from autograder.submission.record import printable

EVERY = 0.05  # seconds between two looks while nothing happens
PATIENCE = 1.0  # seconds for which a file may be half-written, or gone, before a word is said about it


class Watching:
    """One file or folder, watched until q is pressed."""

    def __init__(self, session: Session, place: Path, heard: Keys, *, plain: bool) -> None:
        self._session = session
        self._place = place
        self._heard = heard
        self._plain = plain
        self._console = screen.console(plain)
        self._looker = Looker(place)
        self._unread = ""  # why what was saved last could not be read
        self._minded, self._since, self._is_told = "", time.monotonic(), False  # a trouble, and since when
        self._is_asking = False  # whether a reset waits for its answer

    def run(self) -> None:
        """Until q is pressed."""
        shown = printable(str(self._place.resolve().name if self._place == Path(".") else self._place))
        self._print((f"watching {shown}: it is checked each time it is saved; Ctrl-C ends",))
        while True:
            key = self._heard.wait(REST if self._looker.is_restless else max(EVERY, 10 * self._looker.cost))
            if key and not self._goes_on(key.lower()):
                return
            self._look()

    # --- looking ------------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        if files := self._looker.saved():
            self._judge(files)
        self._mind(self._trouble())

    def _judge(self, files: list[Path]) -> None:
        try:
            is_new = self._session.saved(files, alone=not self._place.is_dir())
        except (Unreadable, Refused) as trouble:
            self._unread = str(trouble)
            return
        self._unread = ""
        if is_new:
            self._show()

    def _trouble(self) -> str:
        """Why nothing could be judged last, if so."""
        if not self._looker.is_there():
            return f"{printable(str(self._place))} is not there; it is checked as soon as it is"
        if self._session.state is None and not self._unread:
            return "no notebook or script of this course lies here yet; one is checked as soon as it is saved"
        return self._unread

    def _mind(self, trouble: str) -> None:
        """Say a trouble that lasts: a file that is half-written, or replaced by its editor, is whole in a moment."""
        if trouble != self._minded:
            self._minded, self._since, self._is_told = trouble, time.monotonic(), False
        if trouble and not self._is_told and time.monotonic() - self._since > PATIENCE:
            self._is_told = True
            self._print((trouble,))

    # --- keys ---------------------------------------------------------------------------------------------------------

    def _goes_on(self, key: str) -> bool:
        """Do what a key asks for; False when it ends the watch."""
        if self._is_asking:
            self._answered(key)
        elif key == "q":
            return False
        elif key == "h":
            self._session.hint()
            self._show(key=True)
        elif key == "n":
            self._session.next()
            self._show()
        elif key == "r":
            self._ask()
        return True

    def _ask(self) -> None:
        state = self._session.state
        if state is None or state.front is None:
            self._session.tell(NOTHING_LEFT)
        elif state.front.status is Status.NOT_ATTEMPTED:
            self._session.tell(f"{state.front.name} is the stub already.")
        else:
            self._is_asking = True
            self._session.tell(
                f"Put {state.front.name} back to its stub? What you wrote in it goes; a copy of the file is kept.",
                "y does it; any other key leaves everything as it is.",
            )
        self._show(key=True)

    def _answered(self, key: str) -> None:
        self._is_asking = False
        if key == "y":
            self._session.reset()
        else:
            self._session.tell("Nothing was changed.")
        self._show(key=True)

    # --- saying -------------------------------------------------------------------------------------------------------

    def _show(self, *, key: bool = False) -> None:
        """The whole screen anew; on plain lines, after a key, only what it brought."""
        state = self._session.state
        if state is None:
            return
        if self._plain:
            self._print(state.aside if key else ("", *saying.lines(self._session, state), *state.aside, *self._keys()))
            return
        self._console.clear()
        for line in saying.lines(self._session, state):
            self._console.print(saying.coloured(line))
            if line.startswith("progress"):
                self._console.print(saying.bar(state))
        for line in ("", *state.aside):
            self._console.print(line, markup=False)
        self._console.print(saying.coloured(f"{datetime.now():%H:%M:%S}  {next(iter(self._keys()), '')}"))

    def _keys(self) -> Iterable[str]:
        return (saying.KEYS,) if self._heard.are_there else ()

    def _print(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._console.print(line, markup=False)
