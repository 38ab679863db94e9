"""Right but unusual answers to diagnose(scores, weights); every one keeps full marks."""

import math
from enum import StrEnum

import numpy as np


def _share(weights):
    n_k = weights.shape[-1]
    logs = np.log(np.where(weights > 0, weights, 1.0))
    return -(weights * logs).sum(axis=-1) / (math.log(n_k) if n_k > 1 else 1.0)


def asks_one_after_the_other(scores, weights):
    """Early returns, in order."""
    if np.isnan(scores).any() or (scores == np.inf).any() or not np.isfinite(weights).all():
        return "not finite"
    if (weights < 0).any() or abs(weights.sum(axis=1) - 1).max() > 1e-3:
        return "not weights"
    mean = np.mean(_share(weights))
    if mean > 0.95:
        return "uniform"
    if mean < 0.25:
        return "peaked"
    return "healthy"


def walks_a_table_of_tests(scores, weights):
    """Verdicts and their tests in a list; next() finds the first that fits."""
    tests = [
        ("not finite", lambda: not np.all(np.isfinite(weights)) or bool(np.sum(~(scores < np.inf)))),
        ("not weights", lambda: weights.min() < 0 or not np.allclose(weights.sum(-1), 1, rtol=0, atol=1e-3)),
        ("uniform", lambda: _share(weights).mean() > 0.95),
        ("peaked", lambda: _share(weights).mean() < 0.25),
    ]
    return next((verdict for verdict, holds in tests if holds()), "healthy")


def chains_conditional_expressions(scores, weights):
    """One long expression."""
    ill = not (np.isfinite(weights).all() and (scores != np.inf).all() and (scores == scores).all())
    sums = [] if ill else [abs(math.fsum(row) - 1) for row in weights.tolist()]
    mean = 0.0 if ill else float(_share(weights).sum()) / len(weights)
    return (
        "not finite" if ill
        else "not weights" if max(sums) > 1e-3 or (weights < 0).any()
        else "uniform" if mean > 0.95
        else "peaked" if mean < 0.25
        else "healthy"
    )  # fmt: skip


def matches_on_the_mean(scores, weights):
    """A match statement with guards."""
    weights = np.asarray(weights, dtype=float)
    finite = bool(np.isfinite(weights).all()) and not (np.isnan(scores) | np.isposinf(scores)).any()
    sums = np.einsum("ij->i", weights)
    match bool(finite), bool(weights.min() >= 0 and (abs(sums - 1) <= 1e-3).all()):
        case False, _:
            return "not finite"
        case _, False:
            return "not weights"
    mean = _share(weights).mean()
    return np.select([mean > 0.95, mean < 0.25], ["uniform", "peaked"], "healthy").item()


class _Verdict(StrEnum):
    SICK = "not finite"
    ODD = "not weights"
    EVEN = "uniform"
    SHARP = "peaked"
    WELL = "healthy"


def names_its_verdicts_in_an_enum(scores, weights):
    """An enum of texts, whose values are returned."""
    if not np.isfinite(weights).all() or not np.isfinite(np.where(np.isneginf(scores), 0, scores)).all():
        return _Verdict.SICK.value
    if bool((weights < 0).any()) or any(abs(sum(row) - 1) > 1e-3 for row in weights.tolist()):
        return _Verdict.ODD.value
    place = np.digitize(_share(weights).mean(), [0.25, 0.95], right=True)
    return [_Verdict.SHARP, _Verdict.WELL, _Verdict.EVEN][int(place)].value


def bisects_the_bands(scores, weights):
    """Sorts the mean into the bands with searchsorted."""
    if np.isnan(scores.max()) or scores.max() == np.inf or not np.isfinite(weights).all():
        return "not finite"
    if weights.min() < 0 or not all(0.999 <= total <= 1.001 for total in weights.sum(axis=1)):
        return "not weights"
    return ("peaked", "healthy", "uniform")[int(np.searchsorted([0.25, 0.95], _share(weights).mean()))]


def looks_at_the_total_for_nan(scores, weights):
    """A sum of zeros times everything is nan where anything is not finite."""
    with np.errstate(invalid="ignore"):
        known = 0 * weights.sum() + 0 * np.fmax(scores, -1e308).max()
        bad = known != 0 or np.isnan(scores).any()
    if bad:
        return "not finite"
    if (np.sign(weights) < 0).any() or (np.abs(1 - np.add.reduce(weights, axis=-1)) > 1e-3).any():
        return "not weights"
    mean = np.average(_share(weights))
    return "uniform" if mean > 0.95 else ("healthy", "peaked")[int(mean < 0.25)]
