"""Small audits to look at, without running one."""

from __future__ import annotations

from autograder.audit.findings import (
    Altered,
    CheckUse,
    Findings,
    Missed,
    Mistake,
    ProbeUse,
    Right,
    Verdict,
)
from autograder.report import Status


def verdict(*failed, full=False, named="", off_at=()):
    checks = {name: Status.FAILED if name in failed else Status.PASSED for name in ("test_shape", "test_values")}
    return Verdict(checks, full, named, frozenset(off_at))


def findings(**other):
    """What an exercise looks like whose graders are as they should be."""
    caught = verdict("test_values", named="halves")
    right = verdict(full=True)
    usual = {
        "exercise": "doubled",
        "mistakes": (Mistake("halves", "These numbers are halved.", "test_values", (caught, caught)),),
        "variants": (Right("adds_to_itself", "A sum instead of a product.", ()),),
        "mutants": (
            Altered("doubled-1", "swap_op", "return 2 * x", "return 2 / x", "", (caught, caught)),
            Altered("doubled-2", "operands_swapped", "return 2 * x", "return x * 2", "Either order.", (right, right)),
        ),
        "checks": (
            CheckUse("test_shape", "the shape is that of x", 0, ()),
            CheckUse("test_values", "each number is doubled", 2, ("halves",)),
        ),
        "probes": (ProbeUse("plain", "ordinary numbers", ("halves",), 1, 0),),
        "alike": (),
        "missed": Missed(1, 1, 1, 0),
        "stale": (),
    }
    return Findings(**(usual | other))
