"""The walls around a student's process, each one function that says what it stops."""

from __future__ import annotations

import resource
from pathlib import Path
from typing import Any


def limits(config: dict[str, Any]) -> None:
    """Stops too much memory, files too big or too many, core dumps, and processor time past every other deadline."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    memory = pages * resource.getpagesize() + config["memory_megabytes"] * 2**20
    _limit(resource.RLIMIT_AS, memory)
    _limit(resource.RLIMIT_CPU, int(config["cpu_seconds"]) + 5)
    _limit(resource.RLIMIT_FSIZE, config["file_megabytes"] * 2**20)
    _limit(resource.RLIMIT_NOFILE, 64)
    _limit(resource.RLIMIT_CORE, 0)


def _limit(which: int, value: int) -> None:
    _, hard = resource.getrlimit(which)
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(which, (value, value))


def apply(config: dict[str, Any]) -> None:
    limits(config)


def layers(config: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"name": "limits", "holds": True, "why": ""}]
