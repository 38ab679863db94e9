"""The grader's end of the line to one student process: bytes out, bytes in, never longer than a deadline allows."""

from __future__ import annotations

import os
import select
import socket
import threading
import time
from array import array
from collections.abc import Callable, Sequence
from typing import IO, Protocol

from autograder.sandbox.wire import Buffer, Ended

LOOK = 0.1  # seconds between two looks at a process that is silent


class Expired(Exception):
    """The process used up its time."""


class Deadline(Protocol):
    """How long something may still take; processor time, or the wall clock."""

    def wait(self) -> float:
        """Seconds to wait before looking again, or Expired."""
        ...


class Link(Protocol):
    """Two directions and the deadline under which they stand."""

    deadline: Deadline

    def write(self, parts: Sequence[Buffer]) -> None: ...

    def read(self, view: memoryview) -> int: ...

    def unasked(self) -> bool:
        """True where bytes lie there that nobody has read; False where there is no telling."""
        ...

    def close(self) -> None: ...


class Patience:
    """A deadline on the wall clock alone."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def wait(self) -> float:
        left = self._end - time.monotonic()
        if left <= 0:
            raise Expired
        return left


class SocketLink:
    """Over a socket that never blocks: while nothing moves, the deadline is looked at."""

    def __init__(self, sock: socket.socket) -> None:
        sock.setblocking(False)
        self._deadline: Deadline = Patience(0)
        self._there: int | None = None  # once the deadline has passed: of the bytes that lay there, how many still do
        self._sock = sock
        self._coming, self._going = select.poll(), select.poll()
        self._coming.register(sock, select.POLLIN)
        self._going.register(sock, select.POLLOUT)

    @property
    def deadline(self) -> Deadline:
        return self._deadline

    @deadline.setter
    def deadline(self, deadline: Deadline) -> None:
        self._deadline, self._there = deadline, None

    def write(self, parts: Sequence[Buffer]) -> None:
        for part in parts:
            view = memoryview(part)
            while view:
                try:
                    view = view[self._sock.send(view) :]
                except BlockingIOError:
                    self._wait(self._going)
                except OSError as error:
                    raise Ended from error

    def read(self, view: memoryview) -> int:
        self._await_bytes()
        try:
            count = self._sock.recv_into(view)
        except OSError as error:
            raise Ended from error
        if self._there is not None:
            self._there -= count
        if not count:
            raise Ended
        return count

    def unasked(self) -> bool:
        try:
            return bool(self._coming.poll(0)) and bool(self._sock.recv(1, socket.MSG_PEEK))
        except OSError:
            return False

    def _await_bytes(self) -> None:
        """Until some are there. When the deadline has passed, what lay there then may still be taken.

        A grader that is held up on a full machine comes late to an answer, while its process goes on to the next call.
        """
        try:
            self._wait(self._coming)
        except Expired:
            if self._there is None:
                self._there = self._lying_there()
            if self._there <= 0:
                raise

    def _lying_there(self) -> int:
        import fcntl
        import termios  # neither is everywhere, and where they are not there is no such link

        count = array("i", [0])
        fcntl.ioctl(self._sock, termios.FIONREAD, count)
        return count[0]

    def _wait(self, for_it: select.poll) -> None:
        while not for_it.poll(1000 * min(self._deadline.wait(), LOOK) + 1):
            pass

    def close(self) -> None:
        self._sock.close()


class PipeLink:
    """Over blocking pipes, which every system has: whoever overstays the deadline is ended by a watching thread."""

    def __init__(self, to_child: IO[bytes], from_child: IO[bytes], end: Callable[[], object]) -> None:
        self.deadline: Deadline = Patience(0)
        self._to_child, self._from_child, self._end = to_child, from_child, end

    def write(self, parts: Sequence[Buffer]) -> None:
        with _Watch(self.deadline, self._end):
            for part in parts:
                view = memoryview(part)
                while view:
                    try:
                        view = view[os.write(self._to_child.fileno(), view[: 2**20]) :]
                    except OSError as error:
                        raise Ended from error

    def read(self, view: memoryview) -> int:
        with _Watch(self.deadline, self._end):
            data = os.read(self._from_child.fileno(), len(view))
        if not data:
            raise Ended
        view[: len(data)] = data
        return len(data)

    def unasked(self) -> bool:
        return False

    def close(self) -> None:
        self._to_child.close()
        self._from_child.close()


class _Watch:
    """Ends the process when the deadline passes before the block is left; the block then raises Expired."""

    def __init__(self, deadline: Deadline, end: Callable[[], object]) -> None:
        self._deadline, self._end = deadline, end
        self._left = threading.Event()
        self._expired = False
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> None:
        self._deadline.wait()
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._left.set()
        self._thread.join()
        if self._expired:
            raise Expired

    def _watch(self) -> None:
        try:
            while not self._left.wait(min(self._deadline.wait(), LOOK)):
                pass
        except Expired:
            self._expired = True
            self._end()
