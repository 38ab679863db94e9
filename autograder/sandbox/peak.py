"""How much memory one call takes beside its arguments, counted where Python and NumPy ask for it: alike everywhere.

What the system says about a process is too coarse for this: a matrix of a megabyte fits into memory that was given back
before, and the limit of another process may be set only by who has the right to.
"""

from __future__ import annotations

# Taken here, before any student's code can put something else in their place.
from tracemalloc import get_traced_memory, is_tracing, reset_peak, start, stop
from types import TracebackType

KILOBYTE = 1024
SLACK = 4 * KILOBYTE  # what the count itself and the call's own frame take


class Peak:
    """Counts while its body runs. With `kilobytes` 0 nothing is counted and nothing is too much."""

    def __init__(self, kilobytes: int) -> None:
        self._room = kilobytes * KILOBYTE
        self._ours = False
        self._floor = 0
        self.exceeded = False

    def __enter__(self) -> Peak:
        if self._room:
            self._ours = not is_tracing()
            if self._ours:
                start()
            reset_peak()
            self._floor = get_traced_memory()[0] + self._room
            bytearray(self._room)  # raises the peak to what is allowed: whoever resets it leaves it lower
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._room:
            return
        peak = get_traced_memory()[1] if is_tracing() else 0
        self.exceeded = not self._floor <= peak <= self._floor + SLACK
        if self._ours:
            stop()
