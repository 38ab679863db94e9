"""What an attack is: a hostile submission, what it tries, and the verdict that it deserves."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

from tests.conftest import ROOT

EXERCISE = "stable_softmax"
FULL = 5.0
BESIDE = "weighted_sum"
BESIDE_FULL = 3.0

# Every attack can answer rightly where it wants to look harmless, and report what it got hold of where it must not.
PRELUDE = '''\
import numpy as np

LOOT = []

def right(scores):
    """The honest answer, for attacks that want to look harmless."""
    e = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)

def attempt(action, *arguments, **more):
    """Whatever an attempt gives back is loot, unless it is nothing or -1; that it failed is not interesting."""
    try:
        got = action(*arguments, **more)
    except BaseException:
        return None
    if type(got) is np.ndarray or got not in (None, -1, b"", "", [], {}, ()):
        LOOT.append((getattr(action, "__name__", "?"), repr(arguments)[:60], repr(got)[:200]))
    return got

def no_loot():
    """Stands at the end of a cell: an attack that got something shows it to everybody and defines nothing."""
    if LOOT:
        raise RuntimeError(f"STOLEN {LOOT}")
'''
HONEST = """\
import numpy

def weighted_sum(weights, V):
    weights, V = numpy.asarray(weights), numpy.asarray(V)
    if weights.dtype.kind in "iub":
        weights = weights.astype(float)
    return weights @ V
"""
HandIn = Callable[[Path, Path], Path]  # (an empty folder, the course) -> what is handed in


@dataclass(frozen=True)
class Attack:
    """One hostile submission. `code` is one cell; `hand_in` builds anything else. Where `@COURSE@` or `@KIT@` stands in
    the code, the attacker knows the path of the course, or of the kit's checkout.

    `status` and `score` are those of the exercise under attack, the `target` (`at_most` where the checks that it fails
    may vary); `others` is the score of an honest exercise beside it, None where the attack may spoil it. `says` stands
    in a sentence of the report, `repair` in one about the paper, `evidence` in one for the instructor. `alike`: what a
    student sees must not differ between two course keys. `within` so many seconds the grader must be back; it is there
    to notice that it hangs. `holes` is the reason why an attack still succeeds. None may harm a machine whose walls do
    not hold: an attack tries what the harm would begin with.
    """

    name: str
    tries: str
    code: str = ""
    hand_in: HandIn | None = None
    status: str | tuple[str, ...] = "passed"
    score: float | None = None
    at_most: float | None = None
    says: str = ""
    evidence: str = ""
    repair: str = ""
    others: float | None = BESIDE_FULL
    report: str = "graded"
    quick: bool = False
    alike: bool = False
    target: str = EXERCISE
    within: float = 120.0
    holes: str = ""

    @property
    def statuses(self) -> tuple[str, ...]:
        return (self.status,) if isinstance(self.status, str) else self.status

    @property
    def deserved(self) -> float | None:
        """The points for the exercise under attack; None where several verdicts are right."""
        if self.score is not None or self.at_most is not None or len(self.statuses) > 1:
            return self.score
        return FULL if self.status == "passed" else 0.0

    def build(self, folder: Path, course: Path) -> Path:
        """Write the submission into an empty folder."""
        if self.hand_in is not None:
            return self.hand_in(folder, course)
        path = folder / "attention.ipynb"
        path.write_text(json.dumps(notebook(cell_text(self.code, course), HONEST)), encoding="utf-8")
        return path


def cell_text(code: str, course: Path) -> str:
    return PRELUDE + "\n" + dedent(code).replace("@COURSE@", str(course)).replace("@KIT@", str(ROOT))


def cell(source: str, grade_id: str = "", **marks: Any) -> dict[str, Any]:
    """A code cell; with a grade id as nbgrader marks it."""
    made: dict[str, Any] = {
        "cell_type": "code",
        "metadata": {},
        "source": source,
        "outputs": [],
        "execution_count": None,
    }
    if grade_id:
        check = grade_id.startswith("check_")
        made["metadata"]["nbgrader"] = {
            "grade_id": grade_id,
            "grade": check,
            "solution": not check,
            "locked": check,
            "schema_version": 3,
            "task": False,
            **({"points": FULL if grade_id.endswith(EXERCISE) else BESIDE_FULL} if check else {}),
            **marks,
        }
    return made


def wrapped(*cells: dict[str, Any], **metadata: Any) -> dict[str, Any]:
    """A notebook around cells."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    known = {"kernelspec": kernel, "softmarks": {"course": "attention-from-scratch", "assignment": "attention"}}
    numbered = [{"id": f"cell-{k}", **one} for k, one in enumerate(cells)]
    return {"cells": numbered, "metadata": {**known, **metadata}, "nbformat": 4, "nbformat_minor": 5}


def notebook(attack: str, honest: str = HONEST) -> dict[str, Any]:
    """The attack in the cell of its exercise, an honest exercise behind it, and their check cells."""
    return wrapped(
        cell(attack, EXERCISE),
        cell(f"check({EXERCISE})", f"check_{EXERCISE}"),
        cell(honest, BESIDE),
        cell(f"check({BESIDE})", f"check_{BESIDE}"),
    )
