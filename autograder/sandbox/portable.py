"""A student process for every system: a fresh interpreter on two pipes, with a time limit, and the system's limits.

It is slower than a fork and has no walls besides; whoever grades strangers with it must say that they are trusted.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from typing import Any

from autograder.sandbox.links import Expired, Link, Patience, PipeLink
from autograder.sandbox.message import WireError
from autograder.sandbox.meter import ProcessMeter, WallMeter
from autograder.sandbox.process import START_SECONDS, End, Layer, SandboxError, command, environment
from autograder.sandbox.sweep import sweep
from autograder.sandbox.wire import Ended, Reader


class Portable:
    """One submission in an interpreter of its own."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        self._end: End | None = None
        self._folder = tempfile.mkdtemp(prefix="softmarks-")
        self._process = subprocess.Popen(
            command("lone", json.dumps(dict(config))),
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self._folder,
            bufsize=0,
            start_new_session=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self.link: Link = PipeLink(self._process.stdin, self._process.stdout, self._kill)
        self.link.deadline = Patience(START_SECONDS)
        try:
            ready = Reader(self.link.read).message()
        except (Ended, Expired, WireError) as error:
            raise SandboxError(f"a fresh interpreter did not start: {self.stop().says}") from error
        self.no_limits = ready.text("limits")
        self.meter: ProcessMeter | WallMeter = WallMeter()

    def layers(self) -> tuple[Layer, ...]:
        """A process of its own, limits if the system has them, and no wall."""
        walls = Layer("walls", False, "this backend has none; on Linux the fork backend has")
        return Layer("process separation", True, ""), Layer("limits", not self.no_limits, self.no_limits), walls

    def _kill(self) -> None:
        with contextlib.suppress(OSError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def stop(self) -> End:
        if self._end is None:
            self._kill()
            status = self._process.wait()
            self.link.close()
            sweep(self._folder)
            self._end = End(
                f"it left with status {status}" if status >= 0 else f"it was ended by signal {-status}", 0.0
            )
        return self._end
