"""The clean process: preloads one set of allowed imports, holds no grader and no answer, forks for each submission."""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import socket
import sys
from typing import Any

from autograder.sandbox import confine
from autograder.sandbox.child import Child, raw_line
from autograder.sandbox.preload import preload

_MESSAGE = 2**20


class Zygote:
    """Answers the grader's requests, one datagram each, until the grader is gone."""

    def __init__(self, control: socket.socket, config: dict[str, Any]) -> None:
        self._control = control
        self._config = config
        self._children: set[int] = set()

    def serve(self) -> None:
        """Fork and stop on request. Ends with the line or with the grader, whichever goes first."""
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        poll.register(os.pidfd_open(self._config["grader"]), select.POLLIN)
        while True:
            ready = {fd for fd, _ in poll.poll()}
            if self._control.fileno() not in ready:
                break
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

    def _answer(self, answer: dict[str, Any]) -> None:
        self._control.send(json.dumps(answer).encode())

    def _fork(self, line: int) -> int:
        pid = os.fork()
        if pid == 0:
            self._be_child(line)
        self._children.add(pid)
        return pid

    def _be_child(self, line: int) -> None:
        try:
            self._control.close()
            confine.apply(self._config)
            read, write = raw_line(line, line)
            Child(read, write, self._config["allowed"]).serve()
            os._exit(0)
        finally:
            os._exit(70)

    def _stop(self, pid: int) -> dict[str, Any]:
        if pid not in self._children:
            return {"says": "it was not there", "peak_megabytes": 0.0}
        os.kill(pid, signal.SIGKILL)
        _, status, usage = os.wait4(pid, 0)
        self._children.discard(pid)
        return {"says": how_it_ended(status), "peak_megabytes": usage.ru_maxrss / 1024}


def how_it_ended(status: int) -> str:
    """A wait status in words."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return f"it was ended by {signal.Signals(number).name if number in set(signal.Signals) else number}"
    return f"it left with status {os.WEXITSTATUS(status)}"


def main(control_fd: int) -> None:
    """Start, preload, and serve."""
    control = socket.socket(fileno=control_fd)
    config = json.loads(control.recv(_MESSAGE))
    preload(config["preload"])
    os.environ.clear()
    sys.argv[:] = [""]
    control.send(json.dumps({"layers": confine.layers(config)}).encode())
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 2)
    gc.collect()
    gc.freeze()
    Zygote(control, config).serve()
