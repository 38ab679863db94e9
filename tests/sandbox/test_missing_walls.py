"""Does the sandbox say what a poorer machine lacks, and grade there all the same?"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="walls exist on Linux only")

# A grader on a machine that refuses what containers often refuse: the calls named on the command line.
GRADER = """
import errno, json, sys
import psutil
from autograder.facts import Limits
from autograder.sandbox import Sandbox, SandboxError

denied, source, filtered = sys.argv[1].split(), *sys.argv[2:]
if denied:
    import pyseccomp as sc
    rules = sc.SyscallFilter(sc.ALLOW)
    for name in denied:
        rules.add_rule(sc.ERRNO(errno.ENOSYS if name == "clone3" else errno.EPERM), name)
    rules.load()
if filtered == "no":
    sys.modules["pyseccomp"] = None

class Cell:
    number, label, first_line = 1, "cell 1", 1

Cell.source = source
with Sandbox(("numpy",), Limits(1.0, 2.0, 20.0, 20.0, 256, 1, 200, 64), backend="fork") as sandbox:
    layers = {layer.name: layer.why for layer in sandbox.layers()}
    port = sandbox.open([Cell], ["f"])
    outcome = port.call("f", [])
    port.close()
    started = len(psutil.Process().children(recursive=True))
told = {"layers": layers, "kind": outcome.kind, "value": outcome.value, "started": started}
print(json.dumps(told))
"""
NAMESPACES = "unshare clone3 mount pivot_root"
LANDLOCK = "landlock_create_ruleset landlock_restrict_self"


def graded(tmp_path: Path, denied: str, source: str, filtered: str = "yes") -> dict[str, Any]:
    pytest.importorskip("pyseccomp")
    script = tmp_path / "grader.py"
    script.write_text(GRADER, encoding="utf-8")
    call = [sys.executable, script, denied, source, filtered]
    folder = tmp_path / "temporary"
    folder.mkdir()
    environment = {**os.environ, "TMPDIR": str(folder)}
    done = subprocess.run(call, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    assert list(folder.iterdir()) == []
    assert told["started"] == 1  # the clean process
    return told


def missing(told: dict[str, Any]) -> set[str]:
    return {name for name, why in told["layers"].items() if why}


WORK = """
import numpy as np, os, random, statistics
open("x.txt", "w").write("mine")
def f(): return float(np.linalg.norm(np.ones(4))), os.listdir(".")
"""


def test_without_namespaces_the_other_walls_hold(tmp_path: Path) -> None:
    told = graded(tmp_path, NAMESPACES, WORK)
    lost = {"process namespace", "network namespace", "ipc namespace", "file tree", "scratch folder", "user namespace"}
    assert missing(told) <= lost | {"unprivileged user"}
    assert {"process namespace", "file tree", "scratch folder"} <= missing(told)
    assert "Operation not permitted" in told["layers"]["file tree"]
    assert "their sum is not" in told["layers"]["scratch folder"]
    assert told["value"] == [2.0, ["x.txt"]]


def test_without_landlock_the_other_walls_hold(tmp_path: Path) -> None:
    told = graded(tmp_path, LANDLOCK, WORK)
    assert "landlock" in missing(told)
    assert told["value"] == [2.0, ["x.txt"]]


def test_with_limits_alone_it_still_stops_and_cleans_up(tmp_path: Path) -> None:
    """Nothing but a process, its limits and its own user; what it starts dies with it all the same."""
    source = """
import os, signal
def f():
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            signal.pause()
    return os.listdir(".")
"""
    told = graded(tmp_path, f"{NAMESPACES} {LANDLOCK}", source, filtered="no")
    assert {"landlock", "system calls", "process namespace"} <= missing(told)
    assert told["layers"]["limits"] == ""
    assert told["value"] == []


def test_without_limits_nothing_is_run(tmp_path: Path) -> None:
    script = tmp_path / "grader.py"
    script.write_text(GRADER, encoding="utf-8")
    pytest.importorskip("pyseccomp")
    call = [sys.executable, script, "setrlimit prlimit64", "raise SystemExit", "yes"]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    assert "SandboxError: the limits on memory and time cannot be set here, so nothing is run" in done.stderr
