"""Which wrong steps of a pipeline are worth composing, and as which entry of the catalogue each of them is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from autograder import misconceptions
from autograder.answer import tolerance_for
from autograder.diagnosis.matching import same_outcome, same_value
from autograder.diagnosis.steps import Choice, answer
from autograder.diagnosis.table import Table
from autograder.facts import Tolerance
from autograder.inprocess import FunctionPort
from autograder.misconceptions import Misconception
from autograder.misconceptions.pipelines import Option, Pipeline, of
from autograder.outcome import Outcome
from autograder.probes import Probe

Row = Sequence[Outcome]  # the answers to every probe of the exercise, in order


class Sieve:
    """Keeps the wrong steps that leave a trace of their own.

    Left out is what changes from call to call, what writes into its arguments and so never answers here, what gives the
    same as another step of the same name, and what single precision cannot tell from the truth: beside another mistake
    its trace is noise.
    """

    def __init__(self, pipeline: Pipeline, probes: Sequence[Probe], tolerances: Mapping[str, Tolerance]) -> None:
        self._pipeline = pipeline
        self._probes = probes
        self._tolerances = tolerances
        self._coarse = {**tolerances, "float64": tolerances["float32"]}
        self._own = [(entry, self._entry_row(entry)) for entry in misconceptions.fresh(pipeline.exercise)]
        self._own_table = Table((number, row[0]) for number, (_, row) in enumerate(self._own))

    def useful(self) -> Pipeline:
        """The pipeline with the steps that are kept; one that alone equals an entry of the exercise is shown as it."""
        afresh = [_made(self._pipeline.exercise) for _ in self._probes]
        right = self._row(self._pipeline, self._alone(0, 0))
        stages = []
        for position, stage in enumerate(self._pipeline.stages):
            kept: list[tuple[Option, Row]] = []
            for number, option in enumerate(stage[1:], start=1):
                choice = self._alone(position, number)
                row = self._row(self._pipeline, choice)
                if self._same(row, right, self._coarse) or not _answers(row):
                    continue
                if not _steady(row, [answer(*one, choice) for one in zip(afresh, self._probes, strict=True)]):
                    continue
                option = Option(option.run, self._shown_as(option, row))
                if not any(_named_alike(option, other) and self._same(row, others) for other, others in kept):
                    kept.append((option, row))
            stages.append((stage[0], *(option for option, _ in kept)))
        return Pipeline(self._pipeline.exercise, self._pipeline.parameters, tuple(stages))

    def _alone(self, position: int, number: int) -> Choice:
        """The choice with a single wrong step."""
        return tuple(number if i == position else 0 for i in range(len(self._pipeline.stages)))

    def _row(self, pipeline: Pipeline, choice: Choice) -> Row:
        return [answer(pipeline, probe, choice) for probe in self._probes]

    def _entry_row(self, entry: Misconception) -> Row:
        port = FunctionPort({entry.exercise: entry.function})
        return [port.call(entry.exercise, probe.arguments) for probe in self._probes]

    def _shown_as(self, option: Option, row: Row) -> Misconception | None:
        """The one entry of the exercise itself that gives this row, else the option's own."""
        tolerance = tolerance_for(self._probes[0].arguments, row[0].value, self._tolerances)
        near = (self._own[number] for number in self._own_table.near(row[0], tolerance))
        equal = [entry for entry, own in near if self._same(row, own)]
        return equal[0] if len(equal) == 1 else option.entry

    def _same(self, a: Row, b: Row, tolerances: Mapping[str, Tolerance] | None = None) -> bool:
        rows = zip(a, b, self._probes, strict=True)
        return all(same_outcome(x, y, probe, tolerances or self._tolerances) for x, y, probe in rows)


def _made(exercise: str) -> Pipeline:
    """The steps with fresh functions, which no earlier call has touched."""
    pipeline = of(exercise)
    assert pipeline is not None
    return pipeline


def _answers(row: Row) -> bool:
    return any(outcome.kind == "value" for outcome in row)


def _steady(a: Row, b: Row) -> bool:
    return all(x.kind == y.kind and same_value(x.value, y.value, None) for x, y in zip(a, b, strict=True))


def _named_alike(a: Option, b: Option) -> bool:
    return a.entry is not None and b.entry is not None and a.entry.id == b.entry.id
