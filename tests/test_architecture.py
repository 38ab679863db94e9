"""Imports go downward only, and rooms stay small: this test names the arrow or the wall that is wrong."""

from __future__ import annotations

import ast
from fnmatch import fnmatch
from pathlib import Path

import pytest

import autograder

PACKAGE = Path(autograder.__file__).parent
FLOORS = {
    0: {"facts", "report", "outcome", "judge", "shipped", "filehash"},
    1: {
        "predictions",
        "specs",
        "clinic",
        "probes",
        "misconceptions",  # what is handed to a learner's own test is an input, too
        "variants",
        "submission",
        "sandbox",
        "answer",
        "inprocess",
        "fingerprints",
    },
    2: {"graders", "checks", "questions", "sample"},
    3: {
        "runner",
        "batch",
        "workers",
        "class_run",
        "classroom",
        "class_zip",
        "far",
        "forgetting",
        "journal",
        "logbook",
        "diagnosis",
        "naming",
        "attempts",
        "hints",
        "evidence",
        "counterexample",
        "gradebook",
        "feedback",
        "lms",
        "show",
    },
    4: {"cli", "build", "audit", "bench", "notebook"},
}
FLOOR_OF = {room: floor for floor, rooms in FLOORS.items() for room in rooms}
# Rooms whose business is attention; everywhere else the word softmax has no place.
KNOWS_ATTENTION = {"specs", "clinic", "probes", "questions", "graders", "checks", "misconceptions", "variants", "show"}
KNOWS_ATTENTION |= {"data"}
LONG_TEXTS = {"misconceptions", "variants", "probes"}
FILES = sorted(path for path in PACKAGE.rglob("*.py") if "data" not in path.parts)


def room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path):
    """The rooms of this package that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "autograder":
            parts = node.module.split(".")
            yield from ([parts[1]] if len(parts) > 1 else [alias.name for alias in node.names])
        elif isinstance(node, ast.Import):
            yield from (a.name.split(".")[1] for a in node.names if a.name.startswith("autograder."))


each_file = pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(PACKAGE)))


@each_file
def test_imports_go_downward(path):
    if room(path) in ("__init__", "__main__") or path.name == "conftest.py":
        return
    here = FLOOR_OF[room(path)]
    for other in imported(path):
        if other in FLOOR_OF:
            assert FLOOR_OF[other] <= here, f"{path}: floor {here} imports {other} of floor {FLOOR_OF[other]}"


@each_file
def test_a_file_opens_with_what_it_is_for_and_stays_small(path):
    text = path.read_text(encoding="utf-8")
    assert ast.get_docstring(ast.parse(text)) or not text.strip(), f"{path} does not say what it is for"
    if room(path) not in LONG_TEXTS:
        assert text.count("\n") <= 300, f"{path} has more than 300 lines"


@each_file
def test_functions_are_short(path):
    if room(path) in LONG_TEXTS:
        return
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            assert node.end_lineno - node.lineno < 40, f"{path}: {node.name} has more than 40 lines"


@each_file
def test_only_the_rooms_of_attention_know_the_word(path):
    if room(path) in KNOWS_ATTENTION or path == PACKAGE / "misconceptions":
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {node.id.lower() for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert not any("softmax" in name for name in names), f"{path} names an exercise"


def test_every_room_has_a_floor():
    rooms = {room(path) for path in FILES} - {"__init__", "__main__"}
    assert rooms <= FLOOR_OF.keys(), f"no floor for {rooms - FLOOR_OF.keys()}"


def test_no_folder_of_tests_is_left_out(pytestconfig):
    """pytest passes over folders of some usual names, such as build, without a word."""
    skipped = pytestconfig.getini("norecursedirs")
    folders = {folder.name for folder in Path(__file__).parent.rglob("*") if folder.is_dir()}
    assert [name for name in folders if any(fnmatch(name, pattern) for pattern in skipped)] == []
