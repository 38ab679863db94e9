"""Smaller and rounder arguments of the same kind: which axes belong together is read off the exercise's own inputs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from autograder.counterexample.contract import rows_sum_to_one
from autograder.outcome import Value, arrays_in

Array = np.ndarray[Any, Any]
Arguments = tuple[Value, ...]
Axis = tuple[int, int, int]  # which argument, which of its axes, how many blocks lie along it
BLOCKS = (3, 4)  # the maps of Q, K and V under one another; the four gates of an LSTM side by side


def size(arguments: Sequence[Value]) -> float:
    """How much there is to look at: entries of arrays and lists, and whole numbers, which often stand for a length."""
    whole = (len(a) if isinstance(a, list) else abs(a) for a in arguments if isinstance(a, (int, list)))
    return sum(array.size for array in arrays_in(arguments)) + sum(whole)


def linked_axes(known: Sequence[Arguments]) -> tuple[tuple[Axis, ...], ...]:
    """The axes that have the same length as each other in every known input, so that they must be cut together.

    An axis that is as long as some blocks of another length, in every known input, is cut in each of its blocks.
    """
    linked: dict[tuple[int, ...], list[Axis]] = defaultdict(list)
    for lengths, position, axis in sorted(_lengths(known)):
        unit, blocks = _as_blocks(lengths, linked)
        linked[unit].append((position, axis, blocks))
    return tuple(map(tuple, linked.values()))


def _lengths(known: Sequence[Arguments]) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """How long an axis is in each known input, for each argument that is an array in all of them."""
    for position, first in enumerate(known[0]):
        same = [arguments[position] for arguments in known if position < len(arguments)]
        if isinstance(first, np.ndarray) and all(a.ndim == first.ndim for a in same) and len(same) == len(known):
            for axis in range(first.ndim):
                yield tuple(a.shape[axis] for a in same), position, axis


def _as_blocks(lengths: tuple[int, ...], units: Iterable[tuple[int, ...]]) -> tuple[tuple[int, ...], int]:
    """One of the shorter lengths and how often it lies in these; themselves, once, where none does."""
    for unit in units:
        for blocks in BLOCKS:
            if len(set(unit)) > 1 and lengths == tuple(blocks * length for length in unit):
                return unit, blocks
    return lengths, 1


def smaller(arguments: Arguments, axes: Sequence[Sequence[Axis]]) -> Iterator[Arguments]:
    """Each time one length cut to its first, its last or its first two, or one whole number lowered; smallest first."""
    tried = []
    for linked in axes:
        position, axis, blocks = linked[0]
        length = arguments[position].shape[axis] // blocks
        kept = ((0,), (length - 1,), (0, 1))
        tried += [_cut(arguments, linked, places) for places in kept if len(places) < length]
    for position, value in enumerate(arguments):
        if type(value) is int:
            tried += [(*arguments[:position], less, *arguments[position + 1 :]) for less in (1, 2) if less < value]
    yield from sorted((cut for cut in tried if _same_sums(arguments, cut)), key=size)


def rounder(arguments: Arguments) -> Iterator[Arguments]:
    """The same shapes with small whole numbers, with larger ones, or with few digits; the roundest first."""
    for most, digits in ((1, 0), (3, 0), (np.inf, 0), (np.inf, 1), (np.inf, 3)):
        rounded = tuple(_rounded(a, most, digits) if isinstance(a, np.ndarray) else a for a in arguments)
        if not _equal(rounded, arguments) and _same_sums(arguments, rounded):
            yield rounded


def others(arguments: Arguments) -> Iterator[Arguments]:
    """The same shapes with other numbers, for mistakes that need a sign, a fraction or a mixture of kinds."""
    for position, value in enumerate(arguments):
        if isinstance(value, np.ndarray) and value.dtype.kind in "fi":
            for changed in (-value, value / 3) if value.dtype.kind == "f" else (-value,):
                other = (*arguments[:position], changed, *arguments[position + 1 :])
                if _same_sums(arguments, other):
                    yield other


def _cut(arguments: Arguments, linked: Sequence[Axis], places: Sequence[int]) -> Arguments:
    cut = list(arguments)
    for position, axis, blocks in linked:
        length = cut[position].shape[axis] // blocks
        kept = [block * length + place for block in range(blocks) for place in places]
        cut[position] = np.take(cut[position], kept, axis=axis)
    return tuple(cut)


def _rounded(array: Array, most: float, digits: int) -> Array:
    if array.dtype.kind != "f":
        return np.clip(array, -most, most).astype(array.dtype) if most != np.inf else array
    finite = np.isfinite(array)
    return np.where(finite, np.clip(np.round(np.where(finite, array, 0), digits), -most, most), array) + 0.0


def _same_sums(before: Arguments, after: Arguments) -> bool:
    """Rows that summed to one still do: weights must stay weights."""
    pairs = [(b, a) for b, a in zip(before, after, strict=True) if isinstance(b, np.ndarray) and b.ndim]
    return all(rows_sum_to_one(a) for b, a in pairs if rows_sum_to_one(b))


def _equal(a: Arguments, b: Arguments) -> bool:
    return all(x is y or np.array_equal(x, y) for x, y in zip(a, b, strict=True))
