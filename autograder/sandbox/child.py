"""The student's process: runs the cells in one namespace, then answers calls, until the line is cut."""

from __future__ import annotations

import ast
import linecache
import os
import sys
import warnings
from collections.abc import Callable, Sequence
from types import CodeType, ModuleType, TracebackType
from typing import Any

from numpy import ndarray

from autograder.clinic import labels
from autograder.outcome import FAMILIAR_BYTES, Value, familiar
from autograder.sandbox import stage, standins
from autograder.sandbox.gate import Gate, RefusedImport
from autograder.sandbox.honest import builtin_bases, inherits, type_name
from autograder.sandbox.message import Message
from autograder.sandbox.peak import Peak
from autograder.sandbox.watch import Watch
from autograder.sandbox.wire import Buffer, Ended, Reader, pack
from autograder.shipped import can_import, module

_FUTURE = 0x1FE0000  # the bits of co_flags that `from __future__` sets and that later cells keep
_TEXT = 500
_SOURCE_BYTES = 2**27  # of a submission's cells in one frame; the paper's reader bounds them more tightly


Read = Callable[[memoryview], int]
Write = Callable[[Sequence[Buffer]], None]


class Child:
    """One submission's process, made and prepared before anything forks, so that a submission does not pay for it."""

    _reader: Reader
    _write: Write

    def __init__(self, allowed: Sequence[str]) -> None:
        self._allowed = allowed
        self._gate = Gate(allowed)
        self._output = stage.Output()
        self._watch = Watch()
        self._main = ModuleType("__main__")
        self._flags = 0
        self._cell = ""  # the file name of the cell that runs
        self._arguments: Sequence[Value] = ()  # of the call before
        self._question = 0  # the number of the call that runs
        self._numbers: dict[str, int] = {}  # file name of a compiled cell -> its number

    def serve(self, read: Read, write: Write) -> None:
        """Answer the grader's frames until there are none."""
        self._reader = Reader(read, max_header=_SOURCE_BYTES, callback=self._proxy)
        self._write = write
        self._watch.begin()
        while True:
            try:
                asked = self._reader.message()
            except Ended:
                return
            if asked.kind == "load":
                self._load(asked)
            elif asked.kind == "call":
                self._write(self._call(asked))

    def prepare(self) -> None:
        """Make this interpreter a notebook's: streams, stand-ins, gate and an empty __main__. Once, for good."""
        stage.take_streams(self._output)
        warnings.simplefilter("ignore")
        shell = stage.Shell(self._run_text, self._output)
        ipython = {"get_ipython": lambda: shell, "display": stage.display}
        special = dict.fromkeys(("IPython", "IPython.display", "IPython.core.display"), ipython)
        special["autograder.clinic"] = {name: getattr(labels, name) for name in ("BUDGET", "LABELS", "MOST_CALLS")}
        special["autograder.shipped"] = {"can_import": can_import, "module": module}
        standins.install(special, figures="matplotlib" in self._allowed and "matplotlib" not in sys.modules)
        own = self._gate.install()
        own.update(ipython)
        vars(self._main)["__builtins__"] = own
        sys.modules["__main__"] = self._main

    # --- cells --------------------------------------------------------------------------------------------------------

    def _load(self, asked: Message) -> None:
        for number, label, first_line, source in asked.fields["cells"]:
            self._output.start(asked.fields["characters"])
            trouble = self._run_cell(number, label, first_line, source)
            self._write(pack("cell", {"output": self._output.text(), **trouble, **self._watch.news()}))
        self._output.start(0)
        names, wanted = vars(self._main), asked.fields["wanted"]
        bound = [name for name in wanted if name in names]
        defined = [name for name in bound if callable(names[name])]
        rest = [name for name in bound if name not in defined]
        self._write(pack("loaded", {"defined": defined, "not_callable": rest, "refused": self._gate.refused}))

    def _run_cell(self, number: int, label: str, first_line: int, source: str) -> dict[str, Any]:
        """Run one cell; what went wrong, if anything, as fields of the answer."""
        name = label or f"piece {number}"
        source = "\n" * (first_line - 1) + source  # so that every line has its number in the file
        self._numbers[name] = number
        linecache.cache[name] = (len(source), None, [line + "\n" for line in source.split("\n")], name)
        self._cell = name
        stage.no_input()
        try:
            code = self._compiled(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError) as error:
            return self._syntax(error, name)
        try:
            exec(code, vars(self._main))
        except BaseException as error:
            told = self._told(error, sys.exc_info()[2])
            return {"trouble": told.pop("kind"), **told}
        return {}

    def _compiled(self, source: str) -> CodeType:
        text: str | ast.Module = source
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if "import" in source:
                tree = compile(source, self._cell, "exec", self._flags | ast.PyCF_ONLY_AST, dont_inherit=True)
                text = self._gate.soften(tree)
            code: CodeType = compile(text, self._cell, "exec", self._flags, dont_inherit=True)
        self._flags |= code.co_flags & _FUTURE
        return code

    def _run_text(self, source: str) -> object:
        """Run what stands in a magic, in the notebook's namespace; the value if it is an expression."""
        try:
            code = compile(source.strip(), self._cell, "eval", self._flags, dont_inherit=True)
        except SyntaxError:
            exec(self._compiled(source), vars(self._main))
            return None
        return eval(code, vars(self._main))

    def _syntax(self, error: BaseException, name: str) -> dict[str, Any]:
        line = getattr(error, "lineno", None) or 0
        text = error.msg if isinstance(error, SyntaxError) else str(error)
        told = {"trouble": "syntax", "exception": type(error).__name__, "text": text}
        return {**told, "cell": self._numbers[name], "line": line}

    # --- calls --------------------------------------------------------------------------------------------------------

    def _call(self, asked: Message) -> list[Buffer]:
        self._question = asked.number("number")
        function = vars(self._main).get(asked.fields["function"])
        if not callable(function):
            return self._answer({"kind": "missing"}, [], [])
        self._arguments = arguments = familiar(asked.values, self._arguments)
        before = list(map(_mark, arguments))
        try:
            with Peak(asked.number("kilobytes")) as peak:
                value = function(*arguments)
            if peak.exceeded:
                return self._answer({"kind": "memory"}, [], before)
            return self._answer({"kind": "value"}, [value], before)
        except BaseException as error:
            told = self._told(error, sys.exc_info()[2])
        if told["kind"] == "exit":
            told["kind"] = "raised"
        return self._answer(told, [], before)

    def _answer(self, told: dict[str, Any], value: list[Value], before: list[object]) -> list[Buffer]:
        """The frame with the value, if there is one, and those arguments that are not as they were before."""
        changed = [at for at, mark in enumerate(before) if _mark(self._arguments[at]) != mark]
        fields = {**told, "number": self._question, "changed": changed, **self._watch.news()}
        return pack("answer", fields, [*value, *(self._arguments[at] for at in changed)])

    def _proxy(self, name: str) -> Callable[..., Value]:
        """A function of the grader's, for the length of one call."""

        def ask(*arguments: Value) -> Value:
            self._write(pack("callback", {"function": name}, arguments))
            answer = self._reader.message()
            if answer.kind == "raise":
                raise RuntimeError(answer.text("text"))
            return answer.values[0]

        ask.__name__ = ask.__qualname__ = name
        return ask

    # --- exceptions ---------------------------------------------------------------------------------------------------

    def _told(self, error: BaseException, trace: TracebackType | None) -> dict[str, Any]:
        """An exception as fields: its kind, type, ancestors, text and the student's own line."""
        known = {RefusedImport: "refused_import", MemoryError: "memory", SystemExit: "exit", KeyboardInterrupt: "exit"}
        kind = next((word for one, word in known.items() if inherits(type(error), one)), "raised")
        return {
            "kind": kind,
            "exception": type_name(type(error)),
            "bases": builtin_bases(type(error)),
            "text": _text(error),
            **self._last_own_line(trace),
        }

    def _last_own_line(self, trace: TracebackType | None) -> dict[str, int]:
        """Which cell and line; the grader has the text and writes the sentence."""
        place = {"cell": 0, "line": 0}
        while trace is not None:
            name = trace.tb_frame.f_code.co_filename
            if name in self._numbers:
                place = {"cell": self._numbers[name], "line": trace.tb_lineno}
            trace = trace.tb_next
        return place


def _mark(argument: Value) -> object:
    """What is another after a call that has changed the argument; where there is no telling it always is."""
    if type(argument) is ndarray and argument.nbytes <= FAMILIAR_BYTES:
        return argument.shape, argument.dtype, argument.tobytes()
    return argument if type(argument) in (bool, int, float, str) else object()


def _text(error: BaseException) -> str:
    try:
        return str.__getitem__(str(error), slice(0, _TEXT))
    except BaseException:
        return ""


def raw_line(read_fd: int, write_fd: int) -> tuple[Read, Write]:
    """Reading and writing on two blocking file descriptors."""

    def read(view: memoryview) -> int:
        data = os.read(read_fd, len(view))
        if not data:
            raise Ended
        view[: len(data)] = data
        return len(data)

    def write(parts: Sequence[Buffer]) -> None:
        for part in parts:
            view = memoryview(part)
            while view:
                view = view[os.write(write_fd, view[: 2**20]) :]

    return read, write
