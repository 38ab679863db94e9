"""Single keys from a terminal, without Enter; where there is no terminal, the same waiting without keys."""

from __future__ import annotations

import os
import sys
import time
from collections import deque
from typing import Any, Protocol, Self


class Keys(Protocol):
    """What the watching loop waits with."""

    are_there: bool  # whether a person can press any

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def wait(self, seconds: float) -> str:
        """A key as soon as one is pressed, else "" after so many seconds."""
        ...


def keys() -> Keys:
    """Keys where a person can press them: at a terminal that is in front."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return NoKeys()
    if os.name == "nt":
        return WindowsKeys()
    # Reading from a terminal in the background would stop the process.
    return PosixKeys() if os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp() else NoKeys()


class NoKeys:
    """Off a terminal."""

    are_there = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def wait(self, seconds: float) -> str:
        time.sleep(seconds)
        return ""


class PosixKeys:
    """A terminal that hands over every key at once and does not show it; as it was before, on leaving."""

    are_there = True

    def __init__(self) -> None:
        self._line = sys.stdin.fileno()
        self._before: Any = None
        self._pressed: deque[str] = deque()

    def __enter__(self) -> Self:
        import termios
        import tty

        self._before = termios.tcgetattr(self._line)
        tty.setcbreak(self._line)
        return self

    def __exit__(self, *_: object) -> None:
        import termios

        termios.tcsetattr(self._line, termios.TCSADRAIN, self._before)

    def wait(self, seconds: float) -> str:
        import select

        if not self._pressed and select.select([self._line], [], [], seconds)[0]:
            came = os.read(self._line, 64)
            if not came:  # the terminal has gone
                time.sleep(seconds)
            elif not came.startswith(b"\x1b"):  # an arrow or function key is no letter
                self._pressed.extend(came.decode("utf-8", "ignore"))
        return self._pressed.popleft() if self._pressed else ""


class WindowsKeys:
    """The console of Windows, asked many times a second."""

    are_there = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def wait(self, seconds: float) -> str:
        import msvcrt

        console: Any = msvcrt
        until = time.monotonic() + seconds
        while not console.kbhit():
            if time.monotonic() >= until:
                return ""
            time.sleep(0.01)
        key = str(console.getwch())
        if key in ("\x00", "\xe0"):  # an arrow or function key: its second half is no letter
            console.getwch()
            return ""
        if key == "\x03":
            raise KeyboardInterrupt
        return key
