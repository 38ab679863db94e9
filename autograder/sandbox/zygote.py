"""The clean process: preloads one set of allowed imports, holds no grader and no answer, forks for each submission."""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import socket
import sys
from typing import Any, NoReturn

from autograder.sandbox import preload
from autograder.sandbox.child import Child, raw_line
from autograder.sandbox.confine import Walls
from autograder.sandbox.sweep import sweep

_MESSAGE = 2**20
_LINE = 3  # the one file descriptor that a child keeps beside its three dead streams


class Zygote:
    """Answers the grader's requests, one datagram each, until the grader is gone."""

    def __init__(self, control: socket.socket, grader: int, walls: Walls, child: Child) -> None:
        self._control = control
        self._grader = grader
        self._walls = walls
        self._child = child  # what every child is a copy of
        self._children: dict[int, str] = {}  # pid -> folder to remove afterwards

    def serve(self) -> None:
        """Fork and stop on request. Ends with the line or with the grader, whichever goes first."""
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        poll.register(self._grader, select.POLLIN)
        while self._control.fileno() in {fd for fd, _ in poll.poll()}:
            data, fds, _, _ = socket.recv_fds(self._control, _MESSAGE, 1)
            if not data:
                break
            request = json.loads(data)
            if request["do"] == "fork":
                self._answer({"pid": self._fork(fds[0])})
                os.close(fds[0])
            else:
                self._answer(self._stop(request["pid"]))
        for pid in list(self._children):
            self._stop(pid)
        self._walls.leave()

    def probe(self) -> dict[str, str]:
        """What a child finds in place once all its walls stand."""
        read, write = os.pipe()
        pid, folder = self._walls.fork()
        if pid == 0:
            os.write(write, json.dumps(self._walls.layers).encode())
            os._exit(0)
        os.close(write)
        self._children[pid] = folder
        with os.fdopen(read, "rb") as pipe:
            told: dict[str, str] = json.loads(pipe.read() or "{}")
        self._stop(pid)
        return told

    def _answer(self, answer: dict[str, Any]) -> None:
        self._control.send(json.dumps(answer).encode())

    def _fork(self, line: int) -> int:
        pid, folder = self._walls.fork()
        if pid == 0:
            self._be_child(line)
        self._children[pid] = folder
        return pid

    def _be_child(self, line: int) -> NoReturn:
        try:
            os.dup2(line, _LINE)
            os.closerange(_LINE + 1, 256)
            self._child.serve(*raw_line(_LINE, _LINE))
            os._exit(0)
        finally:
            os._exit(70)

    def _stop(self, pid: int) -> dict[str, Any]:
        if pid not in self._children:
            return {"says": "it was not there", "peak_megabytes": 0.0}
        os.kill(pid, signal.SIGKILL)
        _, status, usage = os.wait4(pid, 0)
        self._bury_orphans()
        if folder := self._children.pop(pid):
            sweep(folder)
        return {"says": how_it_ended(status), "peak_megabytes": usage.ru_maxrss / 1024}

    def _bury_orphans(self) -> None:
        """Without a process namespace, what a child started is ours now: end it too."""
        if self._walls.holds("process namespace"):
            return
        with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
            orphans = [int(pid) for pid in file.read().split() if int(pid) not in self._children]
        for pid in orphans:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def how_it_ended(status: int) -> str:
    """A wait status in words."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return f"it was ended by {signal.Signals(number).name if number in set(signal.Signals) else number}"
    return f"it left with status {os.WEXITSTATUS(status)}"


def main(control_fd: int, before: frozenset[str]) -> None:
    """Start, preload, put up the walls, and serve. `before` names the modules that came with the interpreter."""
    control = socket.socket(fileno=control_fd)
    config = json.loads(control.recv(_MESSAGE))
    grader = os.pidfd_open(config["grader"])
    preload.often(config["preload"])
    os.environ.clear()
    sys.argv[:] = [""]
    walls = Walls(config, before)
    walls.around_zygote()
    if not walls.holds("file tree"):
        preload.rarely()  # their files may be out of reach once privileges are dropped
    child = Child(config["allowed"])
    zygote = Zygote(control, grader, walls, child)
    control.send(json.dumps({"layers": zygote.probe()}).encode())
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 2)
    os.close(null)
    child.prepare()
    gc.collect()
    gc.freeze()
    zygote.serve()
