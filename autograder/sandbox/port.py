"""The port to one submission: runs its cells, calls its functions, and starts anew when a process had to be stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal, TypeVar, cast, get_args

from autograder.facts import Limits
from autograder.outcome import Asked, CellTrouble, Loaded, Outcome, Value
from autograder.sandbox.claims import Cell, Claims
from autograder.sandbox.links import Expired
from autograder.sandbox.message import Message, WireError
from autograder.sandbox.meter import Allowance
from autograder.sandbox.process import Process
from autograder.sandbox.questions import Callbacks, Question, afterwards, in_one_piece, together
from autograder.sandbox.watch import SAYS
from autograder.sandbox.wire import Buffer, Ended, Reader, pack

Stop = Literal["timeout", "memory", "crashed"]
_CellKind = Literal["syntax", "raised", "refused_import", "memory", "exit"]
_CallKind = Literal["value", "raised", "missing", "refused_import", "memory"]
_CELL_KINDS, _CALL_KINDS = get_args(_CellKind), get_args(_CallKind)
T = TypeVar("T")


class Stopped(Exception):
    """The process had to be stopped, or died."""

    def __init__(self, kind: Stop, text: str) -> None:
        super().__init__(text)
        self.kind = kind
        self.text = text


class SandboxPort:
    """`outcome.Port` over a process that `start` makes afresh."""

    def __init__(
        self,
        start: Callable[[], Process],
        cells: Sequence[Cell],
        wanted: Sequence[str],
        limits: Limits,
    ) -> None:
        self._start = start
        self._cells = tuple(cells)
        self._claims = Claims(self._cells)
        self._wanted = list(wanted)
        self._limits = limits
        self._process: Process | None = None
        self._reader: Reader | None = None
        self._loaded: Loaded | None = None
        self._skipped: dict[int, CellTrouble] = {}  # cells that stopped their process: they are not run again
        self._used = 0.0
        self._noticed: set[str] = set()
        self._crashed = False
        self._others: list[SandboxPort] = []
        self._room = limits.memory_megabytes * 2**20 // 4  # bytes of answers that the grader will keep
        self._questions = 0  # asked so far

    # --- loading ------------------------------------------------------------------------------------------------------

    def load(self) -> Loaded:
        if self._loaded is None:
            self._loaded = self._load()
        return self._loaded

    def _load(self) -> Loaded:
        """Run the cells; each time that one of them stops the process, once more without it."""
        before = self._used
        while True:
            outputs: dict[int, str] = {}
            troubles = dict(self._skipped)
            try:
                loaded = self._run_cells(outputs, troubles)
            except Stopped as stopped:
                bad = next((cell.number for cell in self._to_run() if cell.number not in outputs), None)
                if bad is None or self._left() <= 0:
                    return self._given_up(stopped, outputs, troubles, self._used - before)
                self._skipped[bad] = CellTrouble(bad, stopped.kind, text=stopped.text)
                continue
            known = tuple(troubles[number] for number in sorted(troubles))
            return replace(loaded, troubles=known, outputs=outputs, seconds=self._used - before)

    def _to_run(self) -> list[Cell]:
        return [cell for cell in self._cells if cell.number not in self._skipped]

    def _run_cells(self, outputs: dict[int, str], troubles: dict[int, CellTrouble]) -> Loaded:
        """One process, all cells that may run; fills in what each printed and what went wrong."""
        cells = self._to_run()
        self._process = self._start()
        self._reader = Reader(self._process.link.read)
        rows = [[cell.number, cell.label, cell.first_line, cell.source] for cell in cells]
        frame = pack("load", {"cells": rows, "wanted": self._wanted, "characters": self._limits.output_characters})
        for cell in cells:
            output, trouble = self._exchange(frame, self._limits.cell_seconds, partial(self._cell_told, cell.number))
            frame = []
            outputs[cell.number] = output
            if trouble is not None:
                troubles[cell.number] = trouble
        return self._exchange(frame, self._limits.cell_seconds, self._loaded_told)

    def _cell_told(self, number: int, told: Message) -> tuple[str, CellTrouble | None]:
        output = told.block("output", self._limits.output_characters + 200)
        if not told.text("trouble"):
            return output, None
        kind = cast(_CellKind, told.word("trouble", _CELL_KINDS))
        exception = self._claims.exception(told.text("exception"), told.texts("bases"))
        return output, CellTrouble(number, kind, exception, told.text("text"), self._where(told))

    def _loaded_told(self, told: Message) -> Loaded:
        wanted = frozenset(self._wanted)
        defined, rest = frozenset(told.texts("defined")) & wanted, frozenset(told.texts("not_callable")) & wanted
        return Loaded(defined, rest - defined, refused=told.texts("refused"))

    def _given_up(
        self, stopped: Stopped, outputs: dict[int, str], troubles: dict[int, CellTrouble], seconds: float
    ) -> Loaded:
        """Nothing more can be run: every cell without an answer is in trouble, nothing is defined."""
        for cell in self._cells:
            if cell.number not in outputs and cell.number not in troubles:
                troubles[cell.number] = CellTrouble(cell.number, stopped.kind, text=stopped.text)
        rest = tuple(troubles[number] for number in sorted(troubles))
        return Loaded(troubles=rest, outputs=outputs, seconds=seconds)

    # --- calling ------------------------------------------------------------------------------------------------------

    def call(self, function: str, arguments: Sequence[Value], kilobytes: int = 0) -> Outcome:
        (outcome,) = self.calls(function, [(arguments, kilobytes)])
        return outcome

    def calls(self, function: str, asked: Sequence[Asked]) -> list[Outcome]:
        """Those that fit onto the line together are sent together: it is waiting for each other that takes the time."""
        self.load()
        outcomes: list[Outcome] = []
        for row in together(self._question(function, *one) for one in asked):
            before = len(outcomes)
            outcomes += self._answers(row)
            if len(outcomes) < before + len(row) or self._process is None:
                break
        return outcomes

    def _question(self, function: str, arguments: Sequence[Value], kilobytes: int) -> Question:
        self._questions += 1
        fields = {"function": function, "kilobytes": kilobytes, "number": self._questions}
        return Question(self._questions, arguments, pack("call", fields, arguments))

    def _answers(self, row: Sequence[Question]) -> Iterator[Outcome]:
        """The outcomes of calls that are sent together, up to the first that had to be stopped."""
        before = self._used
        try:
            if self._process is None:
                self._run_cells({}, {})
            frame = in_one_piece(row)
            for question in row:
                before = self._used
                read = partial(self._call_told, question)
                told = self._exchange(frame, self._limits.call_seconds, read, Callbacks(question.offered))
                frame = []
                yield told(seconds=self._used - before)
        except Stopped as stopped:
            yield Outcome(stopped.kind, text=stopped.text, seconds=self._used - before)

    def _call_told(self, question: Question, told: Message) -> Callable[..., Outcome]:
        """What makes the outcome as soon as its seconds are known."""
        if told.number("number") != question.number:
            raise WireError("an answer to another question")
        arguments = question.arguments
        kind = cast(_CallKind, told.word("kind", _CALL_KINDS))
        assert self._reader is not None
        self._room -= self._reader.bytes
        if self._room < 0:
            raise self._stopped("memory", "the answers of the submission are too large to be kept")
        claims, values = self._claims, told.values
        if kind == "value":
            if not values:
                raise WireError("a value is missing")
            return partial(Outcome, kind, claims.value(values[0]), afterwards(arguments, told, values[1:]))
        text = told.text("text")
        return partial(
            Outcome,
            kind,
            None,
            afterwards(arguments, told, values),
            claims.exception(told.text("exception"), told.texts("bases")) if kind == "raised" else "",
            claims.bases(told.texts("bases")),
            claims.module(text) if kind == "refused_import" else text,
            self._where(told),
        )

    def _where(self, told: Message) -> str:
        return self._claims.where(told.number("cell"), told.number("line"))

    @property
    def noticed(self) -> tuple[str, ...]:
        """What the submission reached for that no exercise needs, so far: facts for the instructor."""
        words = self._noticed.union(*(other._noticed for other in self._others))
        return tuple(sentence for word, sentence in SAYS.items() if word in words)

    @property
    def died(self) -> bool:
        """Whether one of its processes ended unasked, by the submission's own doing or by somebody else's."""
        return self._crashed or any(other._crashed for other in self._others)

    # --- the line -----------------------------------------------------------------------------------------------------

    def _left(self) -> float:
        return self._limits.submission_seconds - self._used

    def _exchange(
        self, frame: Sequence[Buffer], seconds: float, read: Callable[[Message], T], offered: Callbacks | None = None
    ) -> T:
        """Send a frame, serve callbacks, read the answer; Stopped when it comes too late or makes no sense."""
        assert self._process is not None
        assert self._reader is not None
        allowed = min(seconds, self._left())
        if allowed <= 0:
            raise self._stopped("timeout", f"the submission used up its {self._limits.submission_seconds:g} seconds")
        allowance = Allowance(self._process.meter, allowed, allowed * self._limits.wall_factor)
        link = self._process.link
        link.deadline = allowance
        try:
            if frame and (self._reader.pending or link.unasked()):
                raise WireError("an answer before the question")
            link.write(frame)
            while (told := self._reader.message()).kind == "callback":
                with allowance.paused():
                    answer = (offered or Callbacks()).answer(told)
                link.write(answer)
            self._noticed.update(told.texts("noticed"))
            return read(told)
        except Expired:
            raise self._stopped("timeout", f"it ran longer than {allowed:g} seconds") from None
        except Ended:
            raise self._died() from None
        except WireError as error:
            self._noticed.add("line")
            raise self._stopped("crashed", f"it sent what cannot be read: {error}") from error
        finally:
            self._used += allowance.used()

    def _died(self) -> Stopped:
        assert self._process is not None
        end = self._process.stop()
        memory = end.peak_megabytes > 0.8 * self._limits.memory_megabytes
        return self._stopped("memory" if memory else "crashed", end.says)

    def _stopped(self, kind: Stop, text: str) -> Stopped:
        self._crashed |= kind == "crashed"
        self._end_process()
        return Stopped(kind, text)

    def _end_process(self) -> None:
        if self._process is not None:
            self._process.stop()
            self._process = self._reader = None

    def alone(self) -> SandboxPort:
        left = replace(self._limits, submission_seconds=max(self._left(), 0.0))
        other = SandboxPort(self._start, self._to_run(), self._wanted, left)
        self._others.append(other)
        return other

    def close(self) -> None:
        for port in (self, *self._others):
            port._end_process()
