"""How long a learner waits: the first check(f) after the import, later ones, and `softmarks check FILE`."""

from __future__ import annotations

import json
import statistics
import sys
from dataclasses import dataclass
from pathlib import Path

from autograder.bench.clock import program, spent

TIMES = 5
KERNEL = """
import json, os, sys, time
start = time.perf_counter()
import numpy as np
from autograder import check
imported = time.perf_counter()

def attention_scores(Q, K):
    return Q @ K.T / np.sqrt(K.shape[-1])

moments = [time.perf_counter()]
sys.stdout = open(os.devnull, "w")
for _ in range(6):
    check(attention_scores)
    moments.append(time.perf_counter())
sys.stdout = sys.__stdout__
print(json.dumps([imported - start, *(b - a for a, b in zip(moments, moments[1:]))]))
"""


@dataclass(frozen=True, slots=True)
class Waits:
    """Seconds, medians over fresh processes."""

    first: float  # check(f), right after the import
    later: float  # check(f) once more
    command: float  # softmarks check FILE, from start to end


def measure(notebook: Path, times: int = TIMES) -> Waits:
    """`times` fresh processes each; `notebook` is the file that the command checks."""
    firsts, laters, commands = [], [], []
    for _ in range(times):
        lines: list[str] = []
        spent([sys.executable, "-c", KERNEL], cwd=notebook.parent, hear=lines.append)
        _, first, *later = json.loads(lines[-1])
        firsts.append(first)
        laters.append(statistics.median(later))
        commands.append(spent([program("softmarks"), "check", str(notebook)], cwd=notebook.parent).wall)
    return Waits(*map(statistics.median, (firsts, laters, commands)))
