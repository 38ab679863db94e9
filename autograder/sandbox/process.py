"""The grader's hold on the clean process (zygote) and on the children that it forks, one for each submission."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from autograder.sandbox.links import Link, SocketLink
from autograder.sandbox.meter import ProcessMeter, WallMeter

BOOT = Path(__file__).with_name("boot.py")
START_SECONDS = 60.0  # matplotlib's first import on a machine may build its list of fonts
ANSWER_SECONDS = 60.0  # far longer than it takes, on a machine that hardly moves
MESSAGE = 2**20

# What a clean process needs to find its libraries and to stay on one thread; it forgets all of it before it forks.
# One arena, because each further one takes 128 MB of the addresses that a child may use.
_ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "MALLOC_ARENA_MAX"), "1")
_KEPT = (
    *("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE", "LD_LIBRARY_PATH"),
    *("HOME", "USERPROFILE", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP"),
)


class SandboxError(Exception):
    """The sandbox itself cannot be had; nothing is said about the student."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One wall: whether it holds on this machine, and if not, why."""

    name: str
    holds: bool
    why: str


@dataclass(frozen=True, slots=True)
class End:
    """How a student process ended, and the most memory that it held."""

    says: str
    peak_megabytes: float


class Process(Protocol):
    """One student process, by whatever means it runs."""

    link: Link
    meter: ProcessMeter | WallMeter

    def stop(self) -> End:
        """Kill it and everything that it started; the second call does nothing new."""
        ...


def environment() -> dict[str, str]:
    """The environment in which a clean process starts."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    return {**kept, **_ONE_THREAD, "MPLBACKEND": "Agg"}


def command(*arguments: str) -> list[str]:
    """Start the child side alone: no user site, no environment, no current folder."""
    return [sys.executable, "-I", "-X", "utf8", str(BOOT), *arguments]


class Zygote:
    """One clean process that holds nothing but its preloaded imports."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        self._owner = os.getpid()
        self._turn = threading.Lock()  # threads that share a sandbox take turns on the line
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                command("fork", str(theirs.fileno())),
                env=environment(),
                pass_fds=(theirs.fileno(),),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                cwd="/",
                start_new_session=True,  # what is typed at the grader's terminal is not meant for it
            )
        try:
            answer = self._ask({**config, "grader": os.getpid()}, START_SECONDS)
        except SandboxError as error:
            self.close()
            raise SandboxError(f"the clean process did not start: {self._last_words() or error}") from error
        self._last_words()
        self.layers = tuple(Layer(name, not why, why) for name, why in answer["layers"].items())
        if not any(layer.holds for layer in self.layers if layer.name == "limits"):
            self.close()
            raise SandboxError("the limits on memory and time cannot be set here, so nothing is run")

    @property
    def alive(self) -> bool:
        """False when it died, or when this process is a fork of the one that started it."""
        return self._owner == os.getpid() and self._process.poll() is None

    def fork(self) -> Forked:
        """A fresh child, confined and waiting for cells."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        with theirs:
            try:
                answer = self._ask({"do": "fork"}, ANSWER_SECONDS, theirs.fileno())
            except SandboxError:
                ours.close()
                raise
        return Forked(self, answer["pid"], ours)

    def stop(self, pid: int) -> End:
        """Kill a child with all that it started, and say how it ended."""
        answer = self._ask({"do": "stop", "pid": pid}, ANSWER_SECONDS)
        return End(answer["says"], answer["peak_megabytes"])

    def _ask(self, request: Mapping[str, Any], seconds: float, *fds: int) -> dict[str, Any]:
        with self._turn:
            try:
                self._control.settimeout(seconds)
                socket.send_fds(self._control, [json.dumps(request).encode()], fds)
                answer = self._control.recv(MESSAGE)
            except OSError as error:
                self._process.kill()
                raise SandboxError(f"the clean process does not answer: {error}") from error
        if not answer:
            raise SandboxError("the clean process is gone")
        told: dict[str, Any] = json.loads(answer)
        return told

    def _last_words(self) -> str:
        """What it wrote on its way to nowhere; once it serves, it writes nothing more."""
        assert self._process.stderr is not None
        with self._process.stderr as stream:
            return stream.read().decode(errors="replace")[-2000:] if self._process.poll() is not None else ""

    def close(self) -> None:
        """End it and its children. In a forked copy of the grader only the copy's ends are closed."""
        self._control.close()
        if self._owner == os.getpid():
            try:
                self._process.wait(ANSWER_SECONDS)  # it ends by itself when its line is cut
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()


class Forked:
    """A child of the zygote: one submission."""

    def __init__(self, zygote: Zygote, pid: int, sock: socket.socket) -> None:
        self._zygote = zygote
        self._pid = pid
        self._end: End | None = None
        self.link: Link = SocketLink(sock)
        self.meter: ProcessMeter | WallMeter = ProcessMeter(pid)

    def stop(self) -> End:
        if self._end is None:
            self._end = End("it ended with its clean process", 0.0)
            self.link.close()
            if self._zygote.alive:
                with contextlib.suppress(SandboxError):  # then it died with the clean process
                    self._end = self._zygote.stop(self._pid)
        return self._end
