"""What one process may use at most, as the operating system counts it; imported on every system."""

from __future__ import annotations

import sys
from typing import Any

_OPEN_FILES = 64
_STACK = 8 * 2**20
_GRACE_SECONDS = 5  # every deadline of the grader's comes first


def held() -> int:
    """Bytes of addresses that the libraries take up before any of the student's code runs; 0 where nobody tells."""
    if sys.platform != "linux":
        return 0
    import resource

    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[0]) * resource.getpagesize()


def apply(config: dict[str, Any], held: int) -> None:
    """Stops too much memory, big files, many files, core dumps, and processor time past every other deadline.

    OSError where the system has no such limits, or none on memory.
    """
    try:
        import resource
    except ImportError as error:
        raise OSError("this system sets no limits on a process") from error
    cap(resource.RLIMIT_CPU, int(config["cpu_seconds"]) + _GRACE_SECONDS)
    cap(resource.RLIMIT_FSIZE, config["file_megabytes"] * 2**20)
    cap(resource.RLIMIT_NOFILE, _OPEN_FILES)
    cap(resource.RLIMIT_STACK, _STACK)
    cap(resource.RLIMIT_CORE, 0)
    if not held:
        raise OSError("this system does not limit the memory of a process")
    cap(resource.RLIMIT_AS, held + config["memory_megabytes"] * 2**20)


def cap(which: int, value: int) -> None:
    """Lower one limit for good; never above what was allowed before."""
    import resource

    _, hard = resource.getrlimit(which)
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(which, (value, value))
