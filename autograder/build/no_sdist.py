"""The hook that stops a source distribution: it would carry the graders to every learner."""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class NoSourceDistribution(BuildHookInterface[Any]):
    """Found by hatchling through pyproject.toml; its own name there is `custom`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        raise SystemExit(
            "softmarks makes no source distribution, because it would carry the graders. "
            "Run `softmarks build` or `python -m hatchling build -t wheel` for the learner's wheel."
        )
