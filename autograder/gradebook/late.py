"""What a late submission costs: the policy of the course's own nbgrader_config.py, asked and never replaced."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from traitlets.config import Config
from traitlets.config.loader import PyFileConfigLoader

# (student id, score, seconds late) -> points to take off, or None
Policy = Callable[[str, float, float], float | None]


def late_policy(root: Path | None) -> Policy:
    """The late policy plugin that nbgrader_config.py in `root` names; nbgrader's own (no penalty) where none is."""
    from nbgrader.preprocessors import AssignLatePenalties  # here, since it takes a while and few runs need it

    config = Config()
    if root is not None and (root / "nbgrader_config.py").is_file():
        config = PyFileConfigLoader("nbgrader_config.py", path=str(root)).load_config()
    step = AssignLatePenalties(config=config)
    step.init_plugin()
    policy: Policy = step.plugin_inst.late_submission_penalty
    return policy


def penalty(policy: Policy, student: str, score: float, seconds: float) -> float | None:
    """Points to take off, within 0 … score; None when nothing is late."""
    if seconds <= 0:
        return None
    asked = policy(student, score, seconds)
    return None if asked is None else min(max(float(asked), 0.0), score)
