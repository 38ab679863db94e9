"""The real assignments, loaded with all their cells and with those that are enough: the functions answer alike."""

from __future__ import annotations

import numpy as np
import pytest

from autograder import facts
from autograder.outcome import parts
from autograder.probes import PUBLIC_KEY, Inputs
from autograder.sandbox import Sandbox
from autograder.submission import read
from autograder.submission.scenery import Scenery
from tests.conftest import ROOT

COURSE = facts.load(ROOT)
PUBLIC = Inputs(PUBLIC_KEY, hidden=False)


def same(one, two):
    return np.array_equal(one, two, equal_nan=np.asarray(one).dtype.kind == "f")


@pytest.mark.parametrize("assignment", COURSE.assignments, ids=lambda one: one.name)
def test_fewer_cells_make_the_same_functions(assignment):
    submission = read(COURSE.folder("solution") / assignment.name / f"{assignment.name}.ipynb", COURSE)
    wanted = [exercise.name for exercise in assignment.exercises]
    fewer = Scenery.of(COURSE.handout(assignment.name)).cleared(submission.cells, wanted)
    assert len(fewer) < len(submission.cells) / 2
    with Sandbox(assignment.allowed_imports, COURSE.limits) as sandbox:
        port, other = sandbox.open(submission.cells, wanted), sandbox.open(fewer, wanted)
        assert port.load().defined
        assert port.load().defined == other.load().defined
        # Cells of the text that need what the stand-ins have not stop here; they stop with all the others around, too.
        assert {t.cell for t in other.load().troubles} <= {t.cell for t in port.load().troubles}
        for name in sorted(port.load().defined):
            for probe in PUBLIC.probes(name):
                one, two = port.call(name, probe.arguments), other.call(name, probe.arguments)
                assert (one.kind, one.exception) == (two.kind, two.exception)
                assert all(map(same, parts(one.value), parts(two.value)))
        port.close()
        other.close()
