"""The nouns of the audit: what the graders said to wrong, right and mutated answers, under each of several keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from autograder.diagnosis import twins
from autograder.report import Status

ENOUGH_NAMED = 0.98
CALM = (Status.PASSED, Status.SKIPPED)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the graders said to one function under one key; `off_at` are the probes that it answers wrongly."""

    checks: Mapping[str, Status]
    full: bool
    named: str
    off_at: frozenset[str]

    @property
    def failed(self) -> frozenset[str]:
        return frozenset(name for name, status in self.checks.items() if status not in CALM)


@dataclass(frozen=True, slots=True)
class Mistake:
    """A catalogued misconception before the graders."""

    id: str
    says: str
    caught_by: str
    verdicts: tuple[Verdict, ...]

    @property
    def caught(self) -> bool:
        """Caught by the check that its entry names, under every key."""
        return all(self.caught_by in verdict.failed for verdict in self.verdicts)

    @property
    def named(self) -> bool:
        """Given its own name, under every key."""
        return all(verdict.named == self.id for verdict in self.verdicts)

    @property
    def wrongly_named(self) -> str:
        """The name of another mistake that it was given; empty when there is none."""
        return next((verdict.named for verdict in self.verdicts if verdict.named not in ("", self.id)), "")

    @property
    def failed(self) -> frozenset[str]:
        """The checks that fail under every key."""
        return frozenset.intersection(*(verdict.failed for verdict in self.verdicts))

    def cell(self, check: str) -> str:
        """One word for what the check says to this mistake."""
        statuses = {verdict.checks.get(check, Status.SKIPPED) for verdict in self.verdicts}
        if len(statuses) > 1:
            return "by key"
        status = statuses.pop()
        if status in CALM:
            return {Status.PASSED: "passes", Status.SKIPPED: "waits"}[status]
        return "catches" if check == self.caught_by else "fails"


@dataclass(frozen=True, slots=True)
class Right:
    """A variant before the graders: correct but unusual. `objections` says what was held against it, and where."""

    id: str
    says: str
    objections: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Altered:
    """A mutant before the graders; `reason` says why it is no mistake, where a person has looked at it."""

    id: str
    operator: str
    was: str
    becomes: str
    reason: str
    verdicts: tuple[Verdict, ...]

    @property
    def killed(self) -> bool:
        """It loses marks under every key."""
        return not any(verdict.full for verdict in self.verdicts)

    @property
    def failed(self) -> frozenset[str]:
        return frozenset.intersection(*(verdict.failed for verdict in self.verdicts))

    @property
    def outcome(self) -> str:
        """One word: killed, equivalent or escaped."""
        return "killed" if self.killed else "equivalent" if self.reason else "escaped"


@dataclass(frozen=True, slots=True)
class CheckUse:
    """What a check is good for: how many it fails, and the mistakes that nothing else catches."""

    name: str
    says: str
    fails: int
    needed_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProbeUse:
    """What a probe is good for: the mistakes and mutants that only it exposes, the pairs that only it tells apart."""

    name: str
    sees: str
    mistakes: tuple[str, ...]
    mutants: int
    pairs: int

    @property
    def needed(self) -> bool:
        return bool(self.mistakes or self.mutants or self.pairs)


@dataclass(frozen=True, slots=True)
class Missed:
    """How many mistakes a comparison of values misses, by input and tolerance."""

    default_ours: int
    default_fine: int
    default_coarse: int
    probes: int


@dataclass(frozen=True, slots=True)
class Findings:
    """Everything that was found out about one exercise."""

    exercise: str
    mistakes: tuple[Mistake, ...]
    variants: tuple[Right, ...]
    mutants: tuple[Altered, ...]
    checks: tuple[CheckUse, ...]
    probes: tuple[ProbeUse, ...]
    alike: tuple[tuple[str, str], ...]
    missed: Missed
    stale: tuple[str, ...]  # reviewed equivalents that are no survivors any more

    @property
    def rejected(self) -> tuple[Right, ...]:
        return tuple(variant for variant in self.variants if variant.objections)

    @property
    def unnamed(self) -> tuple[Mistake, ...]:
        return tuple(mistake for mistake in self.mistakes if not mistake.named)

    @property
    def escaped(self) -> tuple[Mistake | Altered, ...]:
        """Mistakes that their check does not catch, and mutants that keep full marks and that nobody has reviewed."""
        mutants = (mutant for mutant in self.mutants if mutant.outcome == "escaped")
        return (*(mistake for mistake in self.mistakes if not mistake.caught), *mutants)

    def count(self, outcome: str) -> int:
        """How many mutants are killed, equivalent or escaped."""
        return sum(mutant.outcome == outcome for mutant in self.mutants)


@dataclass(frozen=True, slots=True)
class Audit:
    """The graders' own marks."""

    findings: Sequence[Findings]

    def as_json(self) -> dict[str, object]:
        """The object that `softmarks audit --json` prints."""
        mistakes = [mistake for one in self.findings for mistake in one.mistakes]
        return {
            "misconceptions": len(mistakes),
            "caught": sum(mistake.caught for mistake in mistakes),
            "named": sum(mistake.named for mistake in mistakes),
            "variants": sum(len(one.variants) for one in self.findings),
            "accepted": sum(len(one.variants) - len(one.rejected) for one in self.findings),
            "mutants": sum(len(one.mutants) for one in self.findings),
            "killed": sum(one.count("killed") for one in self.findings),
            "equivalent": sum(one.count("equivalent") for one in self.findings),
            "escaped": [f"{one.exercise}: {item.id}" for one in self.findings for item in one.escaped],
            "rejected": [f"{one.exercise}: {item.id}" for one in self.findings for item in one.rejected],
            "unnamed": [
                f"{one.exercise}: {item.id}" for one in self.findings for item in one.mistakes if not item.named
            ],
        }

    def troubles(self) -> list[str]:
        """One sentence for each thing that is wrong with the graders; empty when they pass their audit."""
        return [sentence for one in self.findings for sentence in _troubles(one)] + self._names()

    def _names(self) -> list[str]:
        mistakes = [mistake for one in self.findings for mistake in one.mistakes]
        named = sum(mistake.named for mistake in mistakes)
        if named >= ENOUGH_NAMED * len(mistakes):
            return []
        return [f"only {named} of {len(mistakes)} misconceptions are named; at least {ENOUGH_NAMED:.0%} must be"]


def _troubles(one: Findings) -> list[str]:
    said = []
    for mistake in one.mistakes:
        if not mistake.caught:
            said.append(f"{one.exercise}: {mistake.id} escapes {mistake.caught_by}, the check that should catch it")
        if mistake.wrongly_named:
            said.append(f"{one.exercise}: {mistake.id} is given the name of {mistake.wrongly_named}")
    for variant in one.rejected:
        said.append(f"{one.exercise}: the right answer {variant.id} is rejected: {'; '.join(variant.objections)}")
    for mutant in one.mutants:
        if mutant.outcome == "escaped":
            said.append(f"{one.exercise}: mutant {mutant.id} keeps full marks: {mutant.was} becomes {mutant.becomes}")
    said += [twins.sentence(one.exercise, a, b) for a, b in one.alike]
    said += [f"{one.exercise}: equivalents.toml lists what is no survivor: {entry}" for entry in one.stale]
    return said
