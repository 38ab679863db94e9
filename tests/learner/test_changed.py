"""A change is a change of what runs: not a comment, not a docstring, not the layout; a helper counts."""

from __future__ import annotations

import linecache

import pytest

from autograder import facts
from autograder.hints.changed import in_file, in_kernel
from autograder.submission import read
from tests.conftest import ROOT

COURSE = facts.load(ROOT)
FIRST = """
def helper(a):
    return a * 2

def weighted_sum(weights, V):
    return helper(weights) @ V
"""
SAME = """
def helper(a):
    '''Twice.'''
    return (a*2)   # doubled

def somebody_else(b):
    return b


def weighted_sum(weights, V):
    "mixes"

    # here
    return helper( weights )@V
"""
OTHERS = {
    "body": FIRST.replace("@ V", "@ V / 2"),
    "helper": FIRST.replace("a * 2", "a * 3"),
    "default": FIRST.replace("(weights, V)", "(weights, V=None)", 1),
    "defined again": FIRST + "\ndef weighted_sum(weights, V):\n    return V\n",
    "bound again": FIRST + "\nweighted_sum = helper\n",
}


def from_file(tmp_path, source):
    path = tmp_path / "attention.py"
    path.write_text(f"import numpy as np\n{source}", encoding="utf-8")
    return in_file(read(path, COURSE), "weighted_sum")


def from_kernel(source, name="cell"):
    """As a notebook defines it: the source is known to linecache and lies in no file."""
    space = {"__name__": "__main__"}
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    exec(compile(source, name, "exec"), space)
    return in_kernel(space["weighted_sum"])


def test_comments_docstrings_and_layout_do_not_count(tmp_path):
    assert from_file(tmp_path, FIRST) == from_file(tmp_path, SAME) != ""
    assert from_kernel(FIRST, "one cell") == from_kernel(SAME, "another cell") != ""


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_what_runs_counts_and_helpers_too(tmp_path, other):
    assert from_file(tmp_path, FIRST) != from_file(tmp_path, other)


@pytest.mark.parametrize("other", ["body", "helper", "default"])
def test_in_a_kernel_as_well(other):
    assert from_kernel(FIRST, "one cell") != from_kernel(OTHERS[other], "another cell")


def test_the_saved_file_and_the_kernel_agree(tmp_path):
    assert from_file(tmp_path, FIRST) == from_kernel(FIRST)


def test_without_a_source_the_compiled_code_is_compared():
    def compiled(source):
        space = {"__name__": "__main__"}
        exec(compile(source, "<gone>", "exec"), space)
        return in_kernel(space["weighted_sum"])

    assert compiled(FIRST) == compiled(SAME.replace('"mixes"', "").replace("'''Twice.'''", "")) != ""
    assert compiled(FIRST) != compiled(OTHERS["body"])


def test_a_stub_a_missing_function_and_what_is_no_function_have_none(tmp_path):
    stub = ROOT / COURSE.release / "attention" / "attention.ipynb"
    assert in_file(read(stub, COURSE), "weighted_sum") == ""
    assert from_file(tmp_path, "def project_qkv(x):\n    return x\n") == ""
    assert in_kernel(7) == ""


def test_a_cell_that_is_no_python_is_still_seen_to_change(tmp_path):
    broken = "def weighted_sum(weights, V):\n    return weights @ @ V\n"
    assert from_file(tmp_path, broken) != from_file(tmp_path, broken.replace("@ @", "@ / @"))
