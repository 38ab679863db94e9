"""One sandbox for many submissions: a clean process per set of preloaded imports, started when it is first needed."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import threading
import weakref
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Self

from autograder.facts import Limits
from autograder.sandbox import seccomp
from autograder.sandbox.claims import Cell
from autograder.sandbox.port import SandboxPort
from autograder.sandbox.portable import Portable
from autograder.sandbox.process import Layer, Process, SandboxError, Zygote

BACKENDS = ("fork", "portable")
_ALSO_SAYS = {"matplotlib": "matplotlib|pyplot|seaborn"}  # how a text betrays that it wants a library


class Sandbox:
    """Opens ports to submissions that may import `allowed_imports` and no other third-party library."""

    def __init__(self, allowed_imports: Sequence[str], limits: Limits, *, backend: str | None = None) -> None:
        self.backend = backend or os.environ.get("SOFTMARKS_BACKEND") or default_backend()
        if self.backend not in BACKENDS:
            raise ValueError(f"expected a backend out of {', '.join(BACKENDS)}; came: {self.backend}")
        self._allowed = tuple(allowed_imports)
        self.limits = limits
        self._starting = threading.Lock()
        self._zygotes: dict[tuple[str, ...], Zygote] = {}
        self._last: tuple[str, ...] | None = None  # the imports of the submission before
        self._ready: dict[tuple[str, ...], Future[Portable]] = {}  # interpreters that were started ahead
        self._starter: ThreadPoolExecutor | None = None
        weakref.finalize(self, _stop_all, self._ready)  # also when nobody closes it before the program ends

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def open(self, cells: Sequence[Cell], wanted: Sequence[str]) -> SandboxPort:
        """A port to one submission; nothing runs before its load() or first call()."""
        preload = self._preload("\n".join(cell.source for cell in cells))
        return SandboxPort(lambda: self._start(preload), cells, wanted, self.limits)

    def layers(self) -> tuple[Layer, ...]:
        """The walls of this machine, and why one does not hold."""
        if self.backend == "fork":
            return self._zygote(self._preload("")).layers
        alone = Portable(self._config(self._preload("")))
        alone.stop()
        return alone.layers()

    def _preload(self, text: str) -> tuple[str, ...]:
        """NumPy, and of the other allowed libraries those that the text speaks of."""
        roots = {name: name.partition(".")[0] for name in self._allowed}
        spoken = [name for name, root in roots.items() if re.search(_ALSO_SAYS.get(root, root), text)]
        return tuple(dict.fromkeys(["numpy", *spoken]))

    def _start(self, preload: tuple[str, ...]) -> Process:
        try:
            return self._begin(preload)
        except SandboxError:
            dead = self._zygotes.pop(preload, None)
            if dead is not None:
                dead.close()
            return self._begin(preload)  # what died may have died of somebody else's doing, so it gets a second try

    def _begin(self, preload: tuple[str, ...]) -> Process:
        return self._portable(preload) if self.backend == "portable" else self._zygote(preload).fork()

    def _portable(self, preload: tuple[str, ...]) -> Portable:
        """A fresh interpreter: one that was started ahead, since starting it takes longer than all checks.

        Who asks a second time is likely to ask again, so from then on one is kept ready.
        """
        again, self._last = preload == self._last, preload
        ready = self._ready.pop(preload, None)
        process = ready.result() if ready is not None else Portable(self._config(preload))
        if again:
            self._starter = self._starter or ThreadPoolExecutor(max_workers=1)
            self._ready[preload] = self._starter.submit(Portable, self._config(preload))
        return process

    def _zygote(self, preload: tuple[str, ...]) -> Zygote:
        with self._starting:
            zygote = self._zygotes.get(preload)
            if zygote is None or not zygote.alive:
                if zygote is not None:
                    zygote.close()
                self._zygotes[preload] = zygote = Zygote({**self._config(preload), **_system_calls()})
            return zygote

    def _config(self, preload: tuple[str, ...]) -> dict[str, object]:
        return {
            "preload": list(preload),
            "allowed": list(self._allowed),
            "memory_megabytes": self.limits.memory_megabytes,
            "file_megabytes": self.limits.file_megabytes,
            "cpu_seconds": self.limits.submission_seconds,
        }

    def close(self) -> None:
        """End the clean processes."""
        for zygote in self._zygotes.values():
            zygote.close()
        self._zygotes.clear()
        _stop_all(self._ready)


def _stop_all(started: dict[tuple[str, ...], Future[Portable]]) -> None:
    """End the interpreters that nobody came for, and what they left on the disk."""
    while started:
        _, ready = started.popitem()
        with contextlib.suppress(SandboxError, OSError):
            ready.result().stop()


def _system_calls() -> dict[str, str]:
    """The filter of system calls, or why there is none."""
    try:
        return {"system_calls": seccomp.compiled().hex(), "no_system_calls": ""}
    except (ImportError, OSError, RuntimeError) as error:
        return {"system_calls": "", "no_system_calls": f"no filter can be compiled: {error}"}


def default_backend() -> str:
    """Forking is safe and walls exist on Linux; elsewhere a fresh process per submission does the work."""
    return "fork" if sys.platform == "linux" else "portable"
