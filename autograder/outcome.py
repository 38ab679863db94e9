"""What one call of a student's function came to: a value, an exception, or a process that had to be stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

import numpy as np

Kind = Literal["value", "raised", "missing", "refused_import", "timeout", "memory", "crashed"]


@dataclass(frozen=True, slots=True)
class Foreign:
    """A value that is no array, number, string or flat collection of these; only its type name crossed over."""

    type_name: str


class UsedUp(RuntimeError):
    """An offered function was called more often than it may be."""


class Declined(RuntimeError):
    """An offered function does not take what it was handed; the text is one sentence that a student may read."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A function of the grader's among the arguments: the student's may call it so often while its own call lasts.

    The first refusal of the latest such call stays in `refused`, since the student's own except may hide it.
    """

    name: str
    function: Callable[..., Any]
    budget: int
    refused: list[str] = field(default_factory=list, compare=False, repr=False)

    def __call__(self, *arguments: Any) -> Any:
        """For the grader's own side, such as a truth that tries the function out; nobody counts there."""
        return self.function(*arguments)

    def counted(self) -> Callable[..., Any]:
        """The function for the length of one call, with its budget."""
        left = self.budget
        self.refused.clear()

        def ask(*arguments: Any) -> Any:
            nonlocal left
            left -= 1
            try:
                return self._answer(arguments, left)
            except (UsedUp, Declined) as refusal:
                if not self.refused:
                    self.refused.append(str(refusal))
                raise

        ask.__name__ = ask.__qualname__ = self.name
        return ask

    def _answer(self, arguments: tuple[Any, ...], left: int) -> Any:
        if left < 0:
            raise UsedUp(f"{self.name} was called too often")
        try:
            return self.function(*arguments)
        except Declined:
            raise
        except Exception as error:  # the arguments are the student's: whatever they break is theirs to hear
            raise Declined(f"{self.name} cannot take these arguments: {type(error).__name__}") from None


FAMILIAR_BYTES = 2**16  # comparing larger arrays would cost more than it shows
# ndarray | np.generic | bool | int | float | str | None | tuple | list | dict of these | Foreign
Value = Any


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer to one call.

    `text` is the exception's own text: it may carry hidden inputs and is never shown for a hidden check.
    `where` is the student's own line, e.g. "cell 4, line 3: return x / 0", or in their own kernel the function's name
    and the line in its cell.
    """

    kind: Kind
    value: Value = None
    arguments_after: tuple[Value, ...] | None = None
    exception: str = ""
    bases: tuple[str, ...] = ()  # names of the built-in classes among the exception's ancestors
    text: str = ""
    where: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class CellTrouble:
    """A cell that did not run to its end."""

    cell: int  # as the person counts: 1 is the first cell
    kind: Literal["syntax", "raised", "refused_import", "timeout", "memory", "crashed", "exit"]
    exception: str = ""
    text: str = ""
    where: str = ""

    def says(self) -> str:
        """The trouble as a person reads it; the text of an exception in a cell carries no hidden input."""
        if self.kind in ("timeout", "memory", "crashed"):
            return {
                "timeout": f"cell {self.cell} was too slow or endless",
                "memory": f"cell {self.cell} needed more memory than the limit",
                "crashed": f"the process died in cell {self.cell}",
            }[self.kind]
        place = self.where or f"cell {self.cell}"
        return f"{place} ({self.exception}: {self.text})" if self.exception else place


@dataclass(frozen=True, slots=True)
class Loaded:
    """What running a submission's cells left behind."""

    defined: frozenset[str] = frozenset()  # wanted names that are now bound to something callable
    not_callable: frozenset[str] = frozenset()  # wanted names bound to something else
    troubles: tuple[CellTrouble, ...] = ()
    refused: tuple[str, ...] = ()  # modules whose import was refused, in order
    outputs: Mapping[int, str] = field(default_factory=dict)  # cell number -> what it printed, cut with a notice
    seconds: float = 0.0


Asked = tuple[Sequence[Value], int]  # the arguments of a call, and the kilobytes that it may take


class Port(Protocol):
    """The one narrow bridge to a student's functions: the sandbox, a catalogue entry and a kernel all fit it."""

    def load(self) -> Loaded:
        """Run the submission's cells (once; again after the process had to be stopped)."""
        ...

    def call(self, function: str, arguments: Sequence[Value], kilobytes: int = 0) -> Outcome:
        """Call one function. Arrays reach it as writeable copies, and come back as it left them.

        Where `kilobytes` is not 0, a call that takes more than these beside its arguments comes to "memory".

        A copy is fresh, unless the one at the same place in the call before is still equal: then it is that one again,
        as in a notebook, where weights stay the same objects from call to call.

        What is `Offered` among the arguments reaches it as a function that it may call.
        """
        ...

    def calls(self, function: str, asked: Sequence[Asked]) -> list[Outcome]:
        """The same for many calls in order, which takes less time; no more follow one that had to be stopped."""
        ...

    def alone(self) -> Port:
        """The same submission in a process of its own, in which nothing was called yet; closed with this one."""
        ...

    def close(self) -> None:
        """Stop whatever is still running."""
        ...


def familiar(given: Sequence[Value], before: Sequence[Value]) -> tuple[Value, ...]:
    """The arguments of a call, in which small arrays that equal those of the call before are the same objects."""
    found = list(given)
    for at, (new, old) in enumerate(zip(given, before, strict=False)):
        if _is_again(new, old):
            found[at] = old
    return tuple(found)


def _is_again(new: Value, old: Value) -> bool:
    if type(new) is tuple and type(old) is tuple:  # arrays that are handed in together
        return 0 < len(new) == len(old) and all(map(_is_again, new, old))
    small = type(new) is np.ndarray and type(old) is np.ndarray and new.nbytes <= FAMILIAR_BYTES
    return small and new.dtype == old.dtype and new.shape == old.shape and bool(new.tobytes() == old.tobytes())


def parts(value: Value) -> tuple[Value, ...]:
    """The members of a tuple or list; else the value alone."""
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)


def arrays_in(values: Sequence[Value]) -> Iterator[np.ndarray[Any, Any]]:
    """The arrays among arguments, those that stand together in a tuple too."""
    for value in values:
        if isinstance(value, np.ndarray):
            yield value
        elif isinstance(value, tuple):
            yield from arrays_in(value)


def each_array(
    values: Sequence[Value], change: Callable[[np.ndarray[Any, Any]], np.ndarray[Any, Any]]
) -> tuple[Value, ...]:
    """The arguments with every array changed, those that stand together in a tuple too."""
    return tuple(
        change(value)
        if isinstance(value, np.ndarray)
        else each_array(value, change)
        if isinstance(value, tuple)
        else value
        for value in values
    )


def is_plain_array(value: Value) -> bool:
    """True for numpy.ndarray itself; numpy.matrix, masked arrays and other subclasses are not plain."""
    return type(value) is np.ndarray


def same(a: Value, b: Value) -> bool:
    """Equal to the last bit, nan to nan; a list is as good as a tuple."""
    if isinstance(a, (tuple, list)) and isinstance(b, (tuple, list)):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, (np.ndarray, np.generic)) and isinstance(b, (np.ndarray, np.generic)):
        left, right = np.asarray(a), np.asarray(b)
        if left.shape != right.shape or left.dtype != right.dtype:
            return False
        return bool(np.array_equal(left, right, equal_nan=left.dtype.kind in "fc"))
    return type(a) is type(b) and bool(a == b)
