"""Mutation operators that fit arrays: each takes a piece of code and yields what a slip of the hand makes of it.

They have the form of mutmut's own operators (a libcst node in, libcst nodes out) and stand beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any

import libcst as cst
import libcst.matchers as m

Operator = Callable[[Any], Iterable[cst.CSTNode]]

ARITHMETIC = (cst.Add, cst.Subtract, cst.Multiply, cst.Divide, cst.FloorDivide, cst.Modulo, cst.Power)
COMPARISONS = (cst.LessThan, cst.LessThanEqual, cst.GreaterThan, cst.GreaterThanEqual, cst.Equal, cst.NotEqual)
IN_EITHER_ORDER = (cst.Add, cst.Multiply)
NEIGHBOURS = {
    "max": ("min", "mean", "median"),
    "min": ("max",),
    "sum": ("mean", "max", "prod", "nansum"),
    "mean": ("sum", "median", "max"),
    "var": ("std", "mean", "ptp"),
    "std": ("var",),
    "all": ("any",),
    "any": ("all",),
    "exp": ("exp2", "expm1", "abs", "square"),
    "log": ("log2", "log10", "log1p"),
    "abs": ("negative", "square"),
    "sqrt": ("cbrt", "square"),
    "softmax": ("log_softmax",),
}
AXES = ("None", "0", "1", "-2")
DTYPES = ("np.float32", "np.float16", "int")


def _bracketed(code: Any) -> Any:
    """The expression in brackets where its own operator could bind to what now stands beside it."""
    if isinstance(code, (cst.BinaryOperation, cst.UnaryOperation, cst.Comparison)) and not code.lpar:
        return code.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    return code


def _positional(call: cst.Call) -> list[int]:
    return [place for place, arg in enumerate(call.args) if arg.keyword is None and not arg.star]


# --- sums, products and their order -----------------------------------------------------------------------------------


def other_arithmetic(code: cst.BinaryOperation) -> Iterator[cst.CSTNode]:
    """Another sign between the same two things; a matrix product becomes one number by number."""
    for operator in ARITHMETIC:
        if not isinstance(code.operator, operator):
            yield _bracketed(
                code.with_changes(left=_bracketed(code.left), operator=operator(), right=_bracketed(code.right))
            )


def one_operand(code: cst.BinaryOperation) -> Iterator[cst.CSTNode]:
    """A term or factor left out."""
    yield _bracketed(code.left)
    yield _bracketed(code.right)


def operands_swapped(code: cst.BinaryOperation) -> Iterator[cst.CSTNode]:
    """The two sides of a product, quotient or difference exchanged."""
    if not isinstance(code.operator, IN_EITHER_ORDER):
        yield _bracketed(code.with_changes(left=_bracketed(code.right), right=_bracketed(code.left)))


def number_less(code: cst.BaseNumber) -> Iterator[cst.CSTNode]:
    """Off by one downwards, and nothing at all."""
    value = getattr(code, "evaluated_value", 0)
    for other in (value - 1, type(value)(0)):
        if other != value:
            yield cst.parse_expression(f"({other!r})" if other < 0 else repr(other))


# --- axes and shapes --------------------------------------------------------------------------------------------------


def other_axis(code: cst.Arg) -> Iterator[cst.CSTNode]:
    """Another axis, or all at once."""
    if code.keyword is not None and code.keyword.value == "axis":
        for axis in AXES:
            yield code.with_changes(value=cst.parse_expression(axis))


def other_keepdims(code: cst.Call) -> Iterator[cst.CSTNode]:
    """The reduced axis kept where it was dropped."""
    if m.matches(code, m.Call(args=[m.AtLeastN(n=1), m.Arg(keyword=m.Name("axis"))])):
        yield code.with_changes(args=[*code.args, cst.Arg(cst.Name("True"), cst.Name("keepdims"))])


def factor_transposed(code: cst.BinaryOperation) -> Iterator[cst.CSTNode]:
    """One factor of a matrix product on its side."""
    if isinstance(code.operator, cst.MatrixMultiply):
        for side in ("left", "right"):
            turned = cst.Attribute(_bracketed(getattr(code, side)), cst.Name("T"))
            yield code.with_changes(**{side: turned})


def not_transposed(code: cst.Attribute) -> Iterator[cst.CSTNode]:
    """A transpose forgotten."""
    if code.attr.value == "T":
        yield code.value


def subscripts_swapped(code: cst.Subscript) -> Iterator[cst.CSTNode]:
    """[None, :] for [:, None]."""
    if len(code.slice) == 2:
        first, second = (element.slice for element in code.slice)
        swapped = [code.slice[0].with_changes(slice=second), code.slice[1].with_changes(slice=first)]
        yield code.with_changes(slice=swapped)


# --- calls ------------------------------------------------------------------------------------------------------------


def other_function(code: cst.Call) -> Iterator[cst.CSTNode]:
    """The function's neighbour: a sum for a mean, a logarithm of another base."""
    name = code.func.attr if isinstance(code.func, cst.Attribute) else code.func
    if isinstance(name, cst.Name):
        for other in NEIGHBOURS.get(name.value, ()):
            wanted = f"scipy.special.{other}" if isinstance(code.func, cst.Name) else f"np.{other}"
            yield code.with_changes(func=cst.parse_expression(wanted))


def call_left_out(code: cst.Call) -> Iterator[cst.CSTNode]:
    """f(x) becomes x, and x.method() becomes x."""
    places = _positional(code)
    if isinstance(code.func, cst.Attribute) and not m.matches(code.func.value, m.Name("np")):
        yield _bracketed(code.func.value)
    elif places:
        yield _bracketed(code.args[places[0]].value)


def arguments_swapped(code: cst.Call) -> Iterator[cst.CSTNode]:
    """Two neighbouring arguments exchanged."""
    places = _positional(code)
    for left, right in pairwise(places):
        args = list(code.args)
        args[left] = args[left].with_changes(value=code.args[right].value)
        args[right] = args[right].with_changes(value=code.args[left].value)
        yield code.with_changes(args=args)


def sample_variance(code: cst.Call) -> Iterator[cst.CSTNode]:
    """The unbiased variance, with one degree of freedom less."""
    if m.matches(code.func, m.Attribute(attr=m.Name("var") | m.Name("std"))):
        yield code.with_changes(args=[*code.args, cst.Arg(cst.Integer("1"), cst.Name("ddof"))])


def other_dtype(code: cst.Call) -> Iterator[cst.CSTNode]:
    """The same numbers, kept with fewer digits or none."""
    if m.matches(code.func, m.Name("as_float")):
        for dtype in DTYPES:
            cast = cst.Attribute(code, cst.Name("astype"))
            yield cst.Call(cast, [cst.Arg(cst.parse_expression(dtype))])


# --- statements -------------------------------------------------------------------------------------------------------


def other_comparison(code: cst.ComparisonTarget) -> Iterator[cst.CSTNode]:
    """Another comparison of the same two things."""
    for operator in COMPARISONS:
        if not isinstance(code.operator, operator):
            yield code.with_changes(operator=operator())


def elements_swapped(code: cst.Tuple) -> Iterator[cst.CSTNode]:
    """Two neighbours of a tuple exchanged."""
    for place in range(len(code.elements) - 1):
        values = [element.value for element in code.elements]
        values[place], values[place + 1] = values[place + 1], values[place]
        changed = [e.with_changes(value=v) for e, v in zip(code.elements, values, strict=True)]
        yield code.with_changes(elements=changed)


def condition_left_out(code: cst.If) -> Iterator[cst.CSTNode]:
    """A case that is no longer looked at."""
    yield cst.SimpleStatementLine([cst.Pass()])


def other_exception(code: cst.Raise) -> Iterator[cst.CSTNode]:
    """Another kind of error."""
    for kind in ("TypeError", "Exception"):
        yield code.with_changes(exc=cst.parse_expression(f"{kind}()"))


def other_name(names: frozenset[str]) -> Operator:
    """Another of `names`, which are the function's arguments or the names it gives to what it computes."""

    def operator(code: cst.Name) -> Iterator[cst.CSTNode]:
        if code.value in names:
            for name in sorted(names - {code.value}):
                yield code.with_changes(value=name)

    operator.__name__ = "other_name"
    return operator


OPERATORS: tuple[tuple[type[cst.CSTNode], Operator], ...] = (
    (cst.BinaryOperation, other_arithmetic),
    (cst.BinaryOperation, one_operand),
    (cst.BinaryOperation, operands_swapped),
    (cst.BinaryOperation, factor_transposed),
    (cst.BaseNumber, number_less),
    (cst.Arg, other_axis),
    (cst.Attribute, not_transposed),
    (cst.Subscript, subscripts_swapped),
    (cst.Call, other_keepdims),
    (cst.Call, other_function),
    (cst.Call, call_left_out),
    (cst.Call, arguments_swapped),
    (cst.Call, sample_variance),
    (cst.Call, other_dtype),
    (cst.ComparisonTarget, other_comparison),
    (cst.Tuple, elements_swapped),
    (cst.If, condition_left_out),
    (cst.Raise, other_exception),
)
