"""Stand-ins for what a notebook reaches for and grading does not need: our own package, IPython, missing figures.

Everything that is asked of them does nothing, at once.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

import numpy as np

STAND_INS = frozenset({"autograder", "IPython"})
_FIGURES = "matplotlib"
# How many things a call returns that people unpack.
_COUNTS = {"hist": 3, "plot": 1, "boxplot": 1, "practice_candidates": 2}


class Nothing:
    """Can be called, read, indexed, entered and looped over, and is always nothing."""

    def __init__(self, name: str = "nothing") -> None:
        self._name = name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self._name == "subplots":
            return Nothing(), _axes(*args, **kwargs)
        return [Nothing()] * _COUNTS[self._name] if self._name in _COUNTS else self

    def __getattr__(self, name: str) -> Nothing:
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing(name)

    def __getitem__(self, key: object) -> Nothing:
        return self

    def __setitem__(self, key: object, value: object) -> None:
        pass

    def __iter__(self) -> Iterator[Nothing]:
        return iter(())

    def __len__(self) -> int:
        return 0

    def __enter__(self) -> Nothing:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def __repr__(self) -> str:
        return ""


def _axes(nrows: int = 1, ncols: int = 1, *_: Any, squeeze: bool = True, **__: Any) -> Any:
    """What plt.subplots hands back beside the figure: one axis, a row, a column or a grid."""
    grid = np.empty((nrows, ncols), dtype=object)
    for place in np.ndindex(grid.shape):
        grid[place] = Nothing()
    if not squeeze:
        return grid
    return grid[0, 0] if grid.size == 1 else grid.squeeze()


class StandIn(ModuleType):
    """A module in which every name and every submodule is there and is nothing."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__path__: list[str] = []
        self.__all__ = ["check", "hint", "predict", "ready_to_hand_in", "show"] if name == "autograder" else []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing(name)


class StandInFinder:
    """Finds the stand-ins, and makes their modules."""

    def __init__(self, roots: frozenset[str], special: dict[str, dict[str, Any]]) -> None:
        self._roots, self._special = roots, special

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        return ModuleSpec(name, self, is_package=True) if name.partition(".")[0] in self._roots else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = StandIn(spec.name)
        vars(module).update(self._special.get(spec.name, {}))
        return module

    def exec_module(self, module: ModuleType) -> None:
        """There is nothing to run."""


def install(special: dict[str, dict[str, Any]], *, figures: bool) -> None:
    """Take our own package out of reach and put the stand-ins before every other finder."""
    roots = STAND_INS | ({_FIGURES} if figures else set())
    for name in list(sys.modules):
        if name.partition(".")[0] in roots:
            del sys.modules[name]
    sys.meta_path.insert(0, StandInFinder(frozenset(roots), special))
