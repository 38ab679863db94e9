"""A few numbers instead of an answer: enough to recognise a value, too few to reconstruct it.

For each public probe the wheel carries random projections of the right output and of each known mistake's output.
So a learner's own machine can say that a value is right, or which mistake it is, offline, without holding the answer.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any

import numpy as np

from autograder.facts import Tolerance
from autograder.outcome import Foreign, Outcome, Value, parts

FILE = "data/fingerprints.json"
PROJECTIONS = 3
WHOLE = frozenset("iuf")  # kinds that are alike where whole numbers were handed in
ANY = WHOLE | {"b", "f2"}  # kinds that are alike for a value; what kind it is has a check of its own
Signature = Mapping[str, Any]


def handed_back(probe: str) -> str:
    """The place of the arguments as they are after a call, beside the place of its answer."""
    return f"{probe}: arguments"


def signature(outcome: Outcome, exercise: str, probe: str) -> dict[str, Any]:
    """The kind, shapes and projections of an outcome; for an exception only its type."""
    if outcome.kind != "value":
        return {"kind": outcome.kind, "type": outcome.exception}
    value = outcome.value
    if isinstance(value, dict):
        entries = sorted((str(key), item) for key, item in value.items())
        parts = [{"key": _word(key, probe), **_part(item, f"{exercise}/{probe}/{key}")} for key, item in entries]
        return {"kind": "value", "form": "dict", "parts": parts}
    if isinstance(value, (tuple, list)):
        parts = [_part(item, f"{exercise}/{probe}/{i}") for i, item in enumerate(_members(value))]
        return {"kind": "value", "form": type(value).__name__, "parts": parts}
    return {"kind": "value", "form": "one", "parts": [_part(value, f"{exercise}/{probe}/0")]}


def _members(value: Sequence[Value]) -> Iterator[Value]:
    """The members one by one, those of a tuple among them too: arrays may be handed in together."""
    for item in value:
        if isinstance(item, tuple):
            yield from _members(item)
        else:
            yield item


def _part(value: Value, place: str) -> dict[str, Any]:
    if isinstance(value, Foreign):
        return {"foreign": value.type_name}
    if isinstance(value, str):
        return {"word": _word(value, place)}
    if isinstance(value, (tuple, list)) and value and all(isinstance(item, str) for item in value):
        return {"word": _word(repr(value), place)}
    if not isinstance(value, (np.ndarray, np.generic, bool, int, float)) or np.asarray(value).dtype.kind not in "biuf":
        return {"foreign": type(value).__name__}
    array = np.asarray(value)
    numbers = array.astype(np.float64).ravel()
    weights = _weights(place, numbers.size)
    finite = np.isfinite(numbers)
    return {
        "shape": list(array.shape),
        "dtype": "f2" if array.dtype == np.float16 else array.dtype.kind,
        "odd": _odd(numbers),
        "p": [float(f"{row[finite] @ numbers[finite]:.12g}") for row in weights],
        "size": [float(f"{np.abs(row[finite]) @ np.abs(numbers[finite]):.6g}") for row in weights],
        "noise": [float(f"{np.abs(row).sum():.6g}") for row in weights],
    }


def _word(text: str, place: str) -> str:
    return hashlib.sha256(f"{place}: {text}".encode()).hexdigest()[:12]


def _odd(numbers: np.ndarray[Any, Any]) -> str:
    """Where nan and the infinities stand, as a short digest; empty when there are none."""
    if np.isfinite(numbers).all():
        return ""
    kinds = np.select([np.isnan(numbers), numbers == np.inf, numbers == -np.inf], [3, 2, 1], 0)
    return hashlib.sha256(bytes(kinds.astype(np.uint8))).hexdigest()[:12]


def _weights(place: str, size: int) -> np.ndarray[Any, Any]:
    seed = int.from_bytes(hashlib.sha256(place.encode()).digest()[:16], "big")
    return np.random.default_rng(seed).normal(size=(PROJECTIONS, size))


def stored(one: Signature) -> dict[str, Any]:
    """The part of a signature that is kept in the file; how far it may differ is taken from what is received."""
    parts = [{k: v for k, v in part.items() if k not in ("size", "noise")} for part in one.get("parts", ())]
    return {**one, "parts": parts} if parts else dict(one)


def same(received: Signature, known: Signature, tolerance: Tolerance, *, alike: frozenset[str] = frozenset()) -> bool:
    """Whether a received outcome is the known one, within what `tolerance` allows each of its numbers.

    The kinds of number in `alike` are not told apart where their values are equal.
    """
    if received["kind"] != known["kind"]:
        return False
    if received["kind"] != "value":
        return bool(received["type"] == known["type"])
    if _form(received) != _form(known) or len(received["parts"]) != len(known["parts"]):
        return False
    return all(_same_part(a, b, tolerance, alike) for a, b in zip(received["parts"], known["parts"], strict=True))


def _apart(outcome: Outcome, known: Signature) -> Outcome:
    """The numbers of an array one by one, where several numbers are due: the contract takes them in either form."""
    due, value = known.get("parts", ()), outcome.value
    numbers = known.get("form") == "tuple" and all(part.get("shape") == [] for part in due)
    if numbers and isinstance(value, np.ndarray) and value.shape == (len(due),):
        return replace(outcome, value=tuple(value))
    return outcome


def _form(one: Signature) -> str:
    form: str = one["form"]
    return form if form in ("one", "dict") else "many"


def _same_part(a: Mapping[str, Any], b: Mapping[str, Any], tolerance: Tolerance, alike: frozenset[str]) -> bool:
    if a.get("key") != b.get("key"):
        return False
    if "shape" not in a or "shape" not in b:
        return (a.get("foreign"), a.get("word")) == (b.get("foreign"), b.get("word"))
    if (a["shape"], a["odd"]) != (b["shape"], b["odd"]):
        return False
    if a["dtype"] != b["dtype"] and not {a["dtype"], b["dtype"]} <= alike:
        return False
    for p, q, size, noise in zip(a["p"], b["p"], a["size"], a["noise"], strict=True):
        if not math.isclose(p, q, rel_tol=1e-11, abs_tol=2 * (tolerance.atol * noise + tolerance.rtol * size)):
            return False
    return True


def _is_single(outcome: Outcome) -> bool:
    return any(isinstance(part, np.ndarray) and part.dtype == np.float32 for part in parts(outcome.value))


@dataclass(frozen=True, slots=True)
class Mistake:
    """A known mistake as the wheel knows it: sentences and signatures, no code."""

    id: str
    says: str
    hint: str
    marks: Mapping[str, Signature | None]  # where it differs from the truth; None where it is not repeatable
    converting: bool = False  # made by who first brings the arguments to float64


@dataclass(frozen=True, slots=True)
class Fingerprints:
    """What the wheel knows about right and wrong answers on the public probes."""

    truths: Mapping[str, Mapping[str, Signature]]  # exercise -> probe -> signature
    mistakes: Mapping[str, Sequence[Mistake]]  # exercise -> mistakes
    hidden_checks: Mapping[str, int]

    def is_right(self, exercise: str, probe: str, outcome: Outcome, tolerance: Tolerance) -> bool:
        known = self.truths[exercise][probe]
        return same(signature(_apart(outcome, known), exercise, probe), known, tolerance, alike=ANY)

    def parts_off(self, exercise: str, probe: str, outcome: Outcome, tolerance: Tolerance) -> list[int]:
        """The places of those parts of an answer that are not the right ones; none where it has other parts at all."""
        known, received = self.truths[exercise][probe], signature(outcome, exercise, probe)
        came, right = received.get("parts", ()), known.get("parts", ())
        if len(came) != len(right) or _form(received) != _form(known):
            return []
        return [at for at, pair in enumerate(zip(came, right, strict=True)) if not _same_part(*pair, tolerance, ANY)]

    def named(
        self,
        exercise: str,
        seen: Mapping[str, Outcome],
        tolerances: Mapping[str, Tolerance],
        whole: frozenset[str] = frozenset(),
    ) -> Mistake | None:
        """The one mistake that gives what was seen on every probe; None when none or several do.

        At the places in `whole` an array of whole numbers was handed in, so that floats of equal value are the same.
        """
        tolerance = tolerances["float32" if any(map(_is_single, seen.values())) else "float64"]
        known = self.truths.get(exercise, {})
        received = {
            place: signature(_apart(outcome, known.get(place, {})), exercise, place) for place, outcome in seen.items()
        }
        alike = {place: WHOLE if place in whole else frozenset[str]() for place in seen}
        for converting in (False, True):
            ways = [one for one in self.mistakes.get(exercise, ()) if one.converting is converting]
            found = [one for one in ways if self._gives(one, exercise, received, tolerance, alike)]
            if found:
                return found[0] if len(found) == 1 else None
        return None

    def _gives(
        self,
        mistake: Mistake,
        exercise: str,
        received: Mapping[str, Signature],
        tolerance: Tolerance,
        alike: Mapping[str, frozenset[str]],
    ) -> bool:
        for place, one in received.items():
            known = mistake.marks.get(place, self.truths[exercise].get(place))
            if known is None or not same(one, known, tolerance, alike=alike[place]):
                return False
        return True


@cache
def load() -> Fingerprints | None:
    """The built fingerprints, or None where none were built; read once, since every shown verdict counts with them."""
    file = resources.files("autograder").joinpath(FILE)
    if not file.is_file():
        return None
    data = json.loads(file.read_text(encoding="utf-8"))["exercises"]
    return Fingerprints(
        truths={name: row["truths"] for name, row in data.items()},
        mistakes={name: [Mistake(**mistake) for mistake in row["mistakes"]] for name, row in data.items()},
        hidden_checks={name: row["hidden_checks"] for name, row in data.items()},
    )
