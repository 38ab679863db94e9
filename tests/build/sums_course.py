"""A small made-up course, so that the build is tested on a page of text and not on the real one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from autograder import facts
from autograder.facts import Course

CONFIG = '''
"""The facts of a course of one morning."""

COURSE_ID = "sums"
COURSE_TITLE = "Sums from scratch"
SOURCE_DIRECTORY = "source"
RELEASE_DIRECTORY = "assignments"
SOLUTION_DIRECTORY = "solutions"
CLASSROOM_DIRECTORY = "classroom"
STRUCTURE_NEEDS_A_VALUE = True
AI_POLICY = "Ask whom you like."
RESUBMISSION_POLICY = "best"
LIMITS = {
    "call_seconds": 2.0, "cell_seconds": 6.0, "submission_seconds": 40.0, "wall_factor": 10.0,
    "memory_megabytes": 2048, "file_megabytes": 8, "output_characters": 4000, "submission_megabytes": 64,
}
TOLERANCES = {"float64": {"rtol": 1e-7, "atol": 1e-9}}
ALLOWED_IMPORTS = ("numpy",)
ASSIGNMENTS = {
    "sums": {
        "title": "Two sums",
        "day": 1,
        "minutes": 30,
        "allowed_imports": (),
        "exercises": {
            "weighted_total": {"points": 2.5, "minutes": 10, "difficulty": 1},
            "mean_square": {"points": 1.0, "minutes": 20, "difficulty": 2},
        },
    },
}
'''

TEXT = '''# %% [markdown]
# # Two sums
#
# On help: {ai_policy} On handing in again: {resubmission}

# %%
import numpy as np

from autograder import check, predict, ready_to_hand_in

# %% [markdown] title="weighted_total"
# ## 1. Weigh, then add — 加权
#
# {facts}

# %% exercise="weighted_total"
def weighted_total(values, weights):
    """The sum of each value times its weight."""
    # TODO: one number.
    ### BEGIN SOLUTION
    products = np.multiply(values, weights)
    return float(products[0] + np.sum(products[1:], initial=0.25) - 0.25)
    ### END SOLUTION


# %% check="weighted_total"
check(weighted_total)

# %% [markdown] title="mean_square"
# ## 2. The mean of squares
#
# {facts}

# %% predict="mean_square"
predict("mean_square", [None])

# %% exercise="mean_square"
def mean_square(values):
    """The mean of the squares of all values."""
    ### BEGIN SOLUTION
    squared = [value**2 for value in np.ravel(values)]

    return sum(squared) / max(len(squared), 1)
    ### END SOLUTION


# %% check="mean_square"
check(mean_square)

# %% [markdown]
# ## Hand in

# %% locked="ready_to_hand_in"
ready_to_hand_in()
'''

MakeCourse = Callable[..., Course]


def write_course(root: Path, *, text: str = TEXT, config: str = CONFIG) -> Course:
    (root / "source").mkdir(parents=True)
    (root / "source" / "sums.py").write_text(text, encoding="utf-8")
    (root / "course_config.py").write_text(config, encoding="utf-8")
    shown = Path(__file__).parents[2] / "nbgrader_config.py"
    (root / "nbgrader_config.py").write_text(shown.read_text(encoding="utf-8"), encoding="utf-8")
    return facts.load(root)


def tree(root: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in sorted(root.rglob("*")) if p.is_file()}
