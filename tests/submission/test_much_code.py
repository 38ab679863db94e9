"""A megabyte of hostile code is read in the time that it takes to look at it, whatever it is made of."""

from __future__ import annotations

import contextlib
import json
import time

import pytest
from handins import code, course, notebook, save, work

from autograder.submission import Refused, Unreadable, read
from autograder.submission import code as reading
from autograder.submission.magics import plain

COURSE = course()
HANG = 20.0  # processor seconds; they take less than one, and where time grows with the square more than thirty
_LINES = ("%%time\n", "!ls\n", "x = !a\n", "a?\n", "(\n", "'''\n", "def f(\n", "x\r\n", "\\\n", "# %%\n")
_BLOCKS = ("# %% [markdown]\n# x\n", "x = 1\n\n", "x = (\n\n", "x = '''\n\n")
UNITS = (*_LINES, *_BLOCKS, "%", "x=", '"\\', "{[(", ">>> ")


def files(folder, unit):
    """In one cell, in cells that are short enough to be parsed, and in a script of either length."""
    whole, part = unit * (990_000 // len(unit)), unit * (190_000 // len(unit))
    last = "\n" + work("stable_softmax")
    yield save(folder / "one.ipynb", notebook([code(whole + last)]))
    yield save(folder / "five.ipynb", notebook([code(part + last)] * 5))
    yield save(folder / "whole.py", whole + last)
    yield save(folder / "part.py", part + last)


@pytest.mark.parametrize("unit", UNITS, ids=map(json.dumps, UNITS))
def test_a_megabyte_of_anything_is_read_without_growing(tmp_path, monkeypatch, unit):
    parsed = []
    original = reading._tree
    monkeypatch.setattr(reading, "_tree", lambda text: parsed.append(len(text)) or original(text))
    for path in files(tmp_path, unit):
        parsed.clear()
        before = time.process_time()
        with contextlib.suppress(Refused, Unreadable):
            read(path, COURSE)
        assert time.process_time() - before < HANG
        # What is read, and once more what its magics were turned into.
        assert sum(parsed) <= 2 * reading._MOST_PARSED


def test_cell_magics_above_one_another_do_not_take_the_square_of_their_number():
    before = time.process_time()
    plain("%%time\n" * 150_000)
    assert time.process_time() - before < HANG


def test_a_cell_behind_a_great_deal_of_data_still_counts(tmp_path):
    data = "DATA = [\n" + "    0.123456789,\n" * 24_000 + "]\n"
    book = notebook([code(data), code(data), code(work("stable_softmax"))])
    submission = read(save(tmp_path / "attention.ipynb", book), COURSE)
    assert [cell.exercise for cell in submission.cells] == [None, None, "stable_softmax"]
    script = read(save(tmp_path / "attention.py", f"{data}\n\n{data}\n\n{work('stable_softmax')}"), COURSE)
    assert any(cell.exercise == "stable_softmax" for cell in script.cells)
