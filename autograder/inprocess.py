"""A port to functions that are trusted or already here: catalogue entries, and a learner's own kernel.

Nothing is walled off. Hidden inputs must never be handed to a stranger's function through this port.
"""

from __future__ import annotations

import _thread
import copy
import io
import itertools
import linecache
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any

import numpy as np

from autograder import outcome
from autograder.outcome import Asked, Declined, Foreign, Loaded, Offered, Outcome, UsedUp, Value, arrays_in, familiar
from autograder.sandbox.honest import bare_name, builtin_bases, is_array, type_name
from autograder.sandbox.peak import Peak
from autograder.sandbox.wire import DTYPES

OFFERING = outcome.__file__  # through it an offered function is called: what is behind is not the student's


class FunctionPort:
    """Calls plain Python functions by name; satisfies `outcome.Port`. After `seconds` a call is interrupted."""

    def __init__(self, functions: Mapping[str, Callable[..., Any]], seconds: float | None = None) -> None:
        self._functions = functions
        self._seconds = seconds
        self._before: tuple[Value, ...] = ()  # the arguments of the call before

    def load(self) -> Loaded:
        callable_names = frozenset(name for name, thing in self._functions.items() if callable(thing))
        return Loaded(defined=callable_names, not_callable=frozenset(self._functions) - callable_names)

    def call(self, function: str, arguments: Sequence[Value], kilobytes: int = 0) -> Outcome:
        fresh = tuple(a.counted() if isinstance(a, Offered) else copy.deepcopy(a) for a in arguments)
        for array in arrays_in(fresh):
            array.setflags(write=True)
        self._before = fresh = familiar(fresh, self._before)
        start = time.perf_counter()
        try:
            with _quiet(), warnings.catch_warnings(), _interrupted_after(self._seconds) as alarm:
                warnings.simplefilter("ignore")
                with Peak(kilobytes) as peak:
                    value = self._functions[function](*fresh)
        except KeyboardInterrupt:
            if not alarm.is_set():
                raise  # the person pressed stop, not we
            return Outcome(kind="timeout", seconds=time.perf_counter() - start)
        except MemoryError:
            return Outcome(kind="memory", seconds=time.perf_counter() - start)
        except Exception as error:
            return _raised(error, time.perf_counter() - start, familiar(come_back(fresh), arguments))
        seconds = time.perf_counter() - start
        if peak.exceeded:
            return Outcome("memory", None, familiar(come_back(fresh), arguments), seconds=seconds)
        return Outcome("value", crossed(value), familiar(come_back(fresh), arguments), seconds=seconds)

    def calls(self, function: str, asked: Sequence[Asked]) -> list[Outcome]:
        outcomes: list[Outcome] = []
        for arguments, kilobytes in asked:
            outcomes.append(self.call(function, arguments, kilobytes=kilobytes))
            if outcomes[-1].kind == "timeout":
                break
        return outcomes

    def alone(self) -> FunctionPort:
        """The same functions: what they share with each other is not walled off here."""
        return self

    def close(self) -> None:
        """Nothing runs on its own here."""


@contextmanager
def _quiet() -> Iterator[None]:
    """Printing and NumPy's warnings inside a function are allowed and ignored."""
    nowhere = io.StringIO()
    with redirect_stdout(nowhere), redirect_stderr(nowhere), np.errstate(all="ignore"):
        yield


@contextmanager
def _interrupted_after(seconds: float | None) -> Iterator[threading.Event]:
    """Interrupt the main thread, as Ctrl-C would on every platform, when its body takes longer than `seconds`."""
    fired = threading.Event()

    def interrupt() -> None:
        fired.set()
        _thread.interrupt_main()

    timer = threading.Timer(seconds, interrupt) if seconds else None
    if timer:
        timer.daemon = True
        timer.start()
    try:
        yield fired
    finally:
        if timer:
            timer.cancel()


def _raised(error: Exception, seconds: float, after: tuple[Value, ...] | None) -> Outcome:
    bases = tuple(builtin_bases(type(error)))
    # A student's process knows nothing of the two kinds of refusal: there both are what they are kinds of.
    name = "RuntimeError" if isinstance(error, (UsedUp, Declined)) else bare_name(type(error))
    frames = traceback.extract_tb(error.__traceback__)[1:]
    where = ""
    if frames:
        theirs = list(itertools.takewhile(lambda f: f.filename != OFFERING, frames)) or frames
        last = next((f for f in reversed(theirs) if "site-packages" not in f.filename), theirs[-1])
        line = last.line or linecache.getline(last.filename, last.lineno or 0).strip()
        where = f"{last.name}, line {last.lineno}: {line}"
    return Outcome("raised", None, after, name, bases, str(error)[:500], where, seconds)


def come_back(arguments: Sequence[Any]) -> tuple[Value, ...]:
    """The arguments as they come back: a function that was offered is only a function."""
    return tuple(Foreign("function") if callable(argument) else argument for argument in arguments)


def crossed(value: Any) -> Value:
    """The value as it would look after crossing the wire: what may not cross becomes Foreign."""
    if value is None or type(value) in (bool, int, float, str) or isinstance(value, np.generic):
        return value
    kind = type(value)
    if is_array(kind):
        if value.dtype not in DTYPES.values():
            return Foreign(f"{type_name(kind)} of dtype {value.dtype.name}")
        return np.ndarray.view(value, np.ndarray)
    if isinstance(value, tuple):
        return tuple(crossed(item) for item in tuple.__iter__(value))
    if type(value) is list:
        return [crossed(item) for item in value]
    if type(value) is dict:
        return {str(key): crossed(item) for key, item in value.items()}
    return Foreign(type_name(kind))
