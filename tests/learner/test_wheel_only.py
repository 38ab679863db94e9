"""A machine that holds the wheel alone names the catalogue's mistakes and accepts its variants, offline."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from autograder import facts, misconceptions, sample, variants
from tests.conftest import ROOT
from tests.learner.conftest import Machine

pytestmark = pytest.mark.slow

COURSE = facts.load(ROOT)
EXERCISES = [exercise for assignment in COURSE.assignments for exercise in assignment.exercises]
ROOMS_OF_THE_INSTRUCTOR = (
    "graders",
    "specs",
    "misconceptions",
    "variants",
    "diagnosis",
    "build",
    "audit",
    "sample.py",
)
CHUNK = 100
SHARE_NAMED = 0.95  # the others, such as most tests of accepts, answer every public input as a right one does
# The notebook's own run comes first and is 12 wide, so that it does divide by the root of 12 ever after.
TRUE_BY_THEN = {("self_attention", "remembers_the_first_divisor"): "scales_by_the_root_of_twelve"}


def handed_in(folder: Path, exercise: facts.Exercise, sources: dict[str, str]) -> dict[str, Path]:
    """The released notebook with the exercise's cell filled by each source, one file each."""
    name = exercise.assignment
    released = sample.read_notebook(ROOT / COURSE.release / name / f"{name}.ipynb")
    files = {}
    for identifier, source in sources.items():
        files[identifier] = folder / f"{exercise.name} {identifier}.ipynb"
        text = json.dumps(sample.filled(released, {exercise.name: source}), ensure_ascii=False)
        files[identifier].write_text(text, encoding="utf-8")
    return files


def verdicts(machine: Machine, exercise: facts.Exercise, files: dict[str, Path]) -> dict[str, dict]:
    """The public verdict on the exercise in each file, as the learner's machine gives it."""
    found = {}
    names = list(files)
    for start in range(0, len(names), CHUNK):
        chunk = names[start : start + CHUNK]
        reports = machine.check("--exercise", exercise.name, *(files[name] for name in chunk))
        assert len(reports) == len(chunk)
        for name, report in zip(chunk, reports, strict=True):
            (found[name],) = [one for one in report["exercises"] if one["name"] == exercise.name]
    return found


@pytest.fixture(scope="module")
def named(machine, tmp_path_factory):
    """What every known mistake is called there, None where nothing is said; by exercise and id."""
    given = {}
    for exercise in EXERCISES:
        sources = {one.id: sample.mistake_source(exercise.name, one.id) for one in misconceptions.of(exercise.name)}
        files = handed_in(tmp_path_factory.mktemp("mistakes"), exercise, sources)
        for identifier, result in verdicts(machine, exercise, files).items():
            given[exercise.name, identifier] = result["misconception"] and result["misconception"]["id"]
    return given


def test_nothing_of_the_instructor_is_on_the_machine(machine):
    where = machine.run(
        "python", "-c", "import autograder, sys; print(autograder.__file__); print(*sys.path, sep='\\n')"
    )
    installed, *searched = where.stdout.splitlines()
    assert Path(installed).parent == machine.packages / "autograder"
    assert not any(Path(folder).is_relative_to(ROOT) for folder in searched if folder)
    there = {path.name for path in (machine.packages / "autograder").iterdir()}
    assert there.isdisjoint(ROOMS_OF_THE_INSTRUCTOR)
    assert not (machine.packages / "autograder" / "probes" / "hidden").exists()


def test_the_network_is_really_cut(machine):
    tried = machine.run("python", "-c", "import socket; socket.create_connection(('localhost', 9))")
    assert tried.returncode != 0
    assert "reached for the network" in tried.stderr


def test_nearly_every_mistake_is_named(named):
    assert len(named) >= 160
    silent = sorted(place for place, given in named.items() if given is None)
    assert 1 - len(silent) / len(named) >= SHARE_NAMED, silent


def test_no_mistake_gets_another_ones_name(named):
    others = {place: given for place, given in named.items() if given not in (None, place[1])}
    assert {place: given for place, given in others.items() if TRUE_BY_THEN.get(place) != given} == {}


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.name)
def test_every_right_answer_is_accepted(machine, exercise, tmp_path):
    sources = {one.id: sample.variant_source(exercise.name, one.id) for one in variants.of(exercise.name)}
    assert len(sources) >= 4
    results = verdicts(machine, exercise, handed_in(tmp_path, exercise, sources))
    wrong = {name: result["checks"] for name, result in results.items() if result["status"] != "passed"}
    assert wrong == {}
