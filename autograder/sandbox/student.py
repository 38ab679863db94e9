"""The student as a check sees them: functions to call on named probes, answers to compare, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from autograder.answer import Answer, Observation, Spec, Stopped, tolerance_for
from autograder.facts import Tolerance
from autograder.fingerprints import Fingerprints
from autograder.judge import Wrong
from autograder.outcome import CellTrouble, Loaded, Outcome, Port, Value, arrays_in, same
from autograder.probes import Inputs, Probe
from autograder.report import Status
from autograder.sandbox.carrying import Composition, Earlier

Ways = tuple[Composition, Mapping[str, Composition]]  # the right one, and wrong ones by id


class Student:
    """One exercise of one submission. Checks know this object and nothing behind it."""

    def __init__(
        self,
        port: Port,
        loaded: Loaded,
        exercise: str,
        inputs: Inputs,
        tolerances: Mapping[str, Tolerance],
        *,
        fingerprints: Fingerprints | None = None,
        untouched: bool = False,
        lost: CellTrouble | None = None,
        objection: str = "",
        carried: tuple[str, ...] = (),
        losing: tuple[str, ...] = (),
    ) -> None:
        self.exercise = exercise
        self.inputs = inputs
        self.observations: list[Observation] = []
        self.asked: Observation | None = None  # the call that was looked at last, for the evidence
        self.carried_from: tuple[str, ...] = ()
        self.amiss = ""  # the one wrong way to join the student's own earlier functions that gives what came
        self._port = port
        self._loaded = loaded
        self._tolerances = tolerances
        self._fingerprints = fingerprints
        self._untouched = untouched
        self._lost = lost  # the trouble of the cell that should have defined the function
        self._objection = objection  # what the paper shows that may not be there
        self._earlier = Earlier(port, carried, tolerances)  # whose loss costs nothing here
        self._losing = Earlier(port, losing, tolerances, apart=False)  # whose loss explains something here
        self._ways: Ways | None = None
        self._answers: dict[str, Outcome] = {}
        self._spoiled: tuple[Observation, int] | None = None  # the first call that changed an argument, and which

    # --- definition ---------------------------------------------------------------------------------------------------

    def defines(self) -> None:
        """Stopped unless the function exists and is more than the stub; Wrong where its text stands against it."""
        name = self.exercise
        if self._untouched:
            raise Stopped(Status.NOT_ATTEMPTED, f"{name} is still the stub: its body only raises NotImplementedError")
        if self._objection:
            raise Wrong(self._objection)
        if name in self._loaded.defined:
            return
        if name in self._loaded.not_callable:
            raise Stopped(Status.ERROR, f"expected: a function {name}; came: {name} is bound to something else")
        raise Stopped(*self._why_missing())

    def _why_missing(self) -> tuple[Status, str]:
        name = self.exercise
        statuses = {
            "refused_import": Status.REFUSED_IMPORT,
            "timeout": Status.TIMEOUT,
            "memory": Status.MEMORY,
            "crashed": Status.CRASHED,
        }
        if self._lost is not None:
            status = statuses.get(self._lost.kind, Status.ERROR)
            return status, f"{name} was not defined, because its cell stopped: {self._lost.says()}"
        return Status.MISSING, f"expected: a function {name}; came: none; look at: was its cell deleted or renamed?"

    # --- calls --------------------------------------------------------------------------------------------------------

    def outcome(self, probe: str) -> Outcome:
        """What calling the function on the named probe came to. Asked twice, it is called once.

        Whoever asks for the first time asks every probe, in their own order: all at once takes a fraction of the time,
        and after a failure all are wanted anyway.
        """
        if not self.observations:
            self._ask(*self.inputs.names(self.exercise))
        if probe not in self._answers:
            self._ask(probe)
        self.asked = Observation(self.inputs.probe(self.exercise, probe), self._answers[probe])
        return self._answers[probe]

    def _ask(self, *probes: str) -> None:
        """The calls, kept for diagnosis; the first answer to each probe is its answer."""
        asked = self._called([self.inputs.probe(self.exercise, name) for name in probes])
        self.observations += asked
        for one in asked:
            self._answers.setdefault(one.probe.name, one.outcome)

    def answer(self, probe: str) -> Answer:
        """The value for the named probe, or Stopped when there is none."""
        outcome = self.outcome(probe)
        self._insist(outcome)
        return Answer(self.inputs.probe(self.exercise, probe), outcome.value, self._tolerances, self.inputs)

    def explain(self) -> None:
        """After a failure, answer every probe, and one of them twice.

        One wrong shape or exception fits many known mistakes; only the whole behaviour tells them apart.
        """
        names = self.inputs.names(self.exercise)
        if any(self.outcome(name).kind not in ("value", "raised") for name in names):
            return
        self._ask(names[0])
        if self._ways and self._losing.any:
            self.amiss = self._losing.amiss(self.observations, *self._ways)
            self.carried_from = self._losing.lost if self.amiss else ()

    def call(self, *arguments: Any) -> Answer:
        """The answer to arguments made on the spot, for properties such as shift invariance."""
        [asked] = self._called([self._made(*arguments)])
        self._insist(asked.outcome)
        return Answer(asked.probe, asked.outcome.value, self._tolerances, self.inputs)

    def _made(self, *arguments: Any) -> Probe:
        return Probe(self.exercise, "made on the spot", "", arguments)

    def _called(self, given: Sequence[Probe]) -> list[Observation]:
        """Call the function on each, up to one that has to be stopped."""
        outcomes = self._port.calls(self.exercise, [(probe.arguments, probe.kilobytes) for probe in given])
        return [self._seen(probe, outcome) for probe, outcome in zip(given, outcomes, strict=False)]

    def _seen(self, given: Probe, outcome: Outcome) -> Observation:
        """A call that was made; every one is looked at for arguments that it changed."""
        self.asked = asked = Observation(given, outcome)
        pairs = enumerate(zip(given.arguments, outcome.arguments_after or (), strict=False))
        changed = [
            at
            for at, (before, now) in pairs
            if now is not before and isinstance(before, (np.ndarray, tuple, list)) and not same(before, now)
        ]
        if changed and self._spoiled is None:
            self._spoiled = asked, changed[0]
        return asked

    def _insist(self, outcome: Outcome) -> None:
        if outcome.kind == "value":
            return
        place = f" {'at' if outcome.where.startswith('line ') else 'in'} {outcome.where}" if outcome.where else ""
        if outcome.kind == "raised" and "NotImplementedError" in outcome.bases:
            raise Stopped(Status.NOT_ATTEMPTED, f"{self.exercise} is not written yet: it raises NotImplementedError")
        if outcome.kind == "refused_import" or (outcome.exception == "NameError" and self._loaded.refused):
            refused = ", ".join(self._loaded.refused) or outcome.text
            raise Stopped(
                Status.REFUSED_IMPORT,
                f"the import of {refused} was refused, because it already holds the answer; it is needed{place}",
            )
        if outcome.kind == "raised":
            said = "" if self.inputs.hidden else f": {outcome.text}" if outcome.text else ""
            came = f"{outcome.exception}{said}"
            raise Stopped(Status.ERROR, f"expected: an answer; came: {came}; look at: your code{place}")
        raise Stopped(Status(outcome.kind), _STOPPED[outcome.kind])

    def tolerance(self, row: str) -> Tolerance:
        """The named row of the course's tolerances."""
        return self._tolerances[row]

    # --- comparisons --------------------------------------------------------------------------------------------------

    def compare(
        self, spec: Spec, *probes: str, look_at: str, names: Sequence[str] = (), only: str = "", row: str | None = None
    ) -> None:
        """Every probe's answer equals the spec's; `names` for several arrays or numbers, `only` to compare one."""
        for probe in probes:
            answer = self.answer(probe)
            truth = answer.truth(spec)
            if not names:
                answer.expect(answer.like(truth), np.asarray(truth), look_at, row)
                continue
            for name, received, expected in zip(names, answer.each_like(truth, names), truth, strict=True):
                if only in ("", name):
                    answer.expect(received, np.asarray(expected), f"{name}: {look_at}", row)

    def agree_in_words(self, spec: Spec, *probes: str, look_at: str) -> None:
        """Every probe's answer is the spec's word, or its True or False."""
        for probe in probes:
            answer = self.answer(probe)
            if answer.word() != answer.truth(spec):
                raise Wrong(
                    f"expected: another verdict; came: {answer.word()!r}; look at: {look_at}",
                    expected=answer.truth(spec),
                    received=answer.value,
                )

    def agree_in_names(self, spec: Spec, *probes: str, look_at: str) -> None:
        """Every probe's answer is the spec's dictionary; the order of its entries does not matter."""
        for probe in probes:
            answer = self.answer(probe)
            received, expected = answer.names(), answer.truth(spec)
            if received != expected:
                right = len(received.items() & expected.items())
                verb = "is" if right == 1 else "are"
                came = f"{len(received)}, of which {right} {verb} right" if received else "none"
                entries = "1 entry" if len(expected) == 1 else f"{len(expected)} entries" if expected else "no entry"
                raise Wrong(
                    f"expected: {entries}; came: {came}; look at: {look_at}", expected=expected, received=answer.value
                )

    def recognise(self, *probes: str, look_at: str, row: str | None = None, names: Sequence[str] = ()) -> None:
        """Every public probe's answer has the fingerprint of the right one; no expected value is needed for that.

        With `names` for its parts, the message says which of them are other ones.
        """
        if self._fingerprints is None:
            raise Stopped(Status.SKIPPED, "no fingerprints are built in; run softmarks build")
        for probe in probes:
            answer = self.answer(probe)
            outcome = self.outcome(probe)
            tolerance = tolerance_for(answer.arguments, answer.value, self._tolerances, row)
            if not self._fingerprints.is_right(self.exercise, probe, outcome, tolerance):
                off = self._fingerprints.parts_off(self.exercise, probe, outcome, tolerance) if names else []
                came = f"another {' and another '.join(names[at] for at in off)}" if off else "other values"
                raise Wrong(
                    f"expected: the formula's values on {answer.probe.sees}; came: {came}; look at: {look_at}",
                    received=answer.value,
                )

    def leaves_arguments_alone(self) -> None:
        """Wrong when any call until now changed an array that it was handed; so this is the last check."""
        if self._spoiled is not None:
            self.asked, position = self._spoiled
            raise Wrong(
                f"expected: arguments that are as before the call; came: argument {position + 1} was changed; "
                "look at: -=, /=, out= and assignments to slices, which write into the caller's array"
            )

    def same_answer_twice(self, probe: str) -> None:
        """Wrong when two calls with equal arguments disagree, whatever was called before them."""
        first, given = self.answer(probe).value, self.inputs.probe(self.exercise, probe)
        again, *turns = self._called([given, *self._turns(given)])
        self.observations.append(again)
        self._insist_on_the_same(first, again)
        if turns:
            self._insist(turns[0].outcome)
            self._insist_on_the_same(turns[0].outcome.value, turns[-1])

    def _insist_on_the_same(self, before: Value, asked: Observation) -> None:
        self.asked = asked
        self._insist(asked.outcome)
        if not same(before, asked.outcome.value):
            raise Wrong(
                "expected: the same answer for the same arguments; came: two different answers; "
                "look at: random numbers, and what is kept from one call to the next"
            )

    def _turns(self, given: Probe) -> Sequence[Probe]:
        """The same twice: just after the given call, whose weights are then the same objects, and after another one."""
        first, *rest = given.arguments
        if not isinstance(first, np.ndarray) or next(arrays_in(rest), None) is None:
            return ()
        turned = self._made(np.ascontiguousarray(first[::-1]), *rest)
        other = next(name for name in self.inputs.names(self.exercise) if name != given.name)
        return turned, self.inputs.probe(self.exercise, other), turned

    def joins(self, right: Composition, wrong: Mapping[str, Composition]) -> None:
        """Say how earlier functions are joined, and by id how they may be joined wrongly, for a later explanation."""
        self._ways = right, wrong

    def follows(self, probe: str, composition: Composition, spec: Spec) -> bool:
        """True when the answer is wrong as the right composition of the student's own earlier functions is wrong."""
        carries = self._earlier.explain(self.answer(probe), composition, spec)
        if carries:
            self.carried_from = self._earlier.lost
        return carries

    def behind(self, probe: str, composition: Composition, spec: Spec) -> tuple[str, ...]:
        """The earlier functions that are to blame for a wrong answer, where it is all theirs."""
        blamed = self._losing.explain(self.answer(probe), composition, spec)
        return self._losing.lost if blamed else ()


_STOPPED = {
    "timeout": "too slow or endless: the call was stopped at the time limit; look at: loops that never end",
    "memory": "the call needed more memory than the limit; look at: which array grows with seq_len times seq_len?",
    "crashed": "the process died during the call; look at: os._exit, ctypes, very deep recursion",
    "missing": "the function was gone when it was called; look at: code that deletes or renames it",
}
