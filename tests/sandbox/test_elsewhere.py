"""Does the portable side load where Unix is not, and does the front door stay light?"""

from __future__ import annotations

import subprocess
import sys

import pytest

UNIX_ONLY = ["resource", "fcntl", "pwd", "grp", "termios", "pyseccomp"]


@pytest.mark.parametrize("modules", ["autograder.sandbox", "autograder.sandbox.lone"])
def test_it_loads_where_unix_is_not(modules: str) -> None:
    """What Windows does not have is missing here too: modules, and the names that os, signal and select lack there."""
    script = f"""
import sys
for name in {UNIX_ONLY}: sys.modules[name] = None
import numpy
import os, select, signal, socket, subprocess, threading, tempfile, linecache, unittest
for module, names in (
    (os, "fork getuid geteuid setsid killpg sysconf pidfd_open sched_getaffinity wait4".split()),
    (signal, ["SIGKILL"]), (select, ["poll"]), (socket, ["AF_UNIX", "send_fds"]),
):
    for name in names:
        if hasattr(module, name): delattr(module, name)
import {modules}
unwanted = [name for name in sys.modules if name.startswith(("autograder.graders", "autograder.sandbox.confine"))]
assert not unwanted, unwanted
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
