"""Mutants: small, different from the reference and from each other, and called by the change itself."""

from __future__ import annotations

import ast
import re

import libcst as cst
import pytest

from autograder.audit.mutants import mutants
from autograder.audit.operators import OPERATORS, other_name
from autograder.audit.reference import Reference, reference

FUNCTION = '''def mean_of(x, axis):
    """The mean of 2 numbers."""
    if axis > 1:
        raise ValueError(f"axis {axis} is beyond {x.ndim - 1}")
    total = np.sum(x, axis=-1, keepdims=True)
    return total / x.shape[-1]'''


def made_of(function):
    return mutants(Reference("mean_of", f"import numpy as np\n\n\n{function}\n", function))


def changed(code, operator):
    """What an operator makes of an expression or statement."""
    module = cst.parse_module(code)
    found = []

    class Look(cst.CSTVisitor):
        def on_visit(self, node):
            for kind, known in OPERATORS:
                if known.__name__ == operator and isinstance(node, kind):
                    found.extend(module.deep_replace(node, other).code.strip() for other in known(node))
            return True

    module.visit(Look())
    return found


def test_every_mutant_differs_from_the_reference_and_from_the_others():
    meanings = [ast.dump(ast.parse(mutant.text)) for mutant in made_of(FUNCTION)]
    assert len(meanings) > 30
    assert len({*meanings, ast.dump(ast.parse(f"import numpy as np\n{FUNCTION}"))}) == len(meanings) + 1


def test_ids_are_distinct():
    found = made_of(FUNCTION)
    assert len({mutant.id for mutant in found}) == len(found)


def test_an_id_outlives_an_edit_elsewhere():
    edited = FUNCTION.replace('"""The mean of 2 numbers."""', '"""The mean."""\n    # NumPy would warn here.')
    edited = edited.replace("if axis > 1:", "if axis > x.ndim:")
    before = {mutant.id: mutant for mutant in made_of(FUNCTION) if "total" in mutant.was}
    after = {mutant.id for mutant in made_of(edited)}
    assert before.keys()
    assert before.keys() <= after


def test_the_same_change_at_two_places_has_two_ids():
    found = made_of("def twice(x):\n    x = x * 2\n    x = x * 2\n    return x")
    same = [mutant for mutant in found if (mutant.was, mutant.becomes) == ("x = x * 2", "x = x / 2")]
    assert [mutant.again for mutant in same] == [0, 1]
    assert len({mutant.id for mutant in same}) == 2


def test_neither_docstring_nor_the_text_of_an_error_is_changed():
    for mutant in made_of(FUNCTION):
        assert '"""The mean of 2 numbers."""' in mutant.text
        kept = 'ValueError(f"axis {axis} is beyond {x.ndim - 1}")' in mutant.text
        assert kept or mutant.operator in ("other_exception", "condition_left_out")


@pytest.mark.parametrize(
    ("code", "operator", "wanted"),
    [
        ("a @ b", "operands_swapped", ["(b @ a)"]),
        ("a @ b", "factor_transposed", ["a.T @ b", "a @ b.T"]),
        ("a - b", "one_operand", ["a", "b"]),
        ("a * b", "operands_swapped", []),
        ("K.T", "not_transposed", ["K"]),
        ("np.var(x, axis=1)", "sample_variance", ["np.var(x, axis=1, ddof = 1)"]),
        ("np.max(x)", "other_function", ["np.min(x)", "np.mean(x)", "np.median(x)"]),
        ("np.sqrt(x)", "call_left_out", ["x"]),
        ("x.reshape(2, 3)", "call_left_out", ["x"]),
        ("f(a, b)", "arguments_swapped", ["f(b, a)"]),
        ("x[None, :]", "subscripts_swapped", ["x[:, None]"]),
        ("as_float(x)", "other_dtype", [f"as_float(x).astype({d})" for d in ("np.float32", "np.float16", "int")]),
        ("np.sum(x, axis=-1)", "other_axis", [f"np.sum(x, axis={axis})" for axis in ("None", "0", "1", "-2")]),
        ("np.sum(x, axis=1)", "other_keepdims", ["np.sum(x, axis=1, keepdims = True)"]),
        ("np.sum(x)", "other_keepdims", []),
        ("(a, b)", "elements_swapped", ["(b, a)"]),
        ("2", "number_less", ["1", "0"]),
        ("if a:\n    b()", "condition_left_out", ["pass"]),
        ("raise ValueError()", "other_exception", ["raise TypeError()", "raise Exception()"]),
    ],
)
def test_an_operator_makes_the_slip_that_it_is_named_after(code, operator, wanted):
    assert changed(code, operator) == wanted


def test_names_are_only_mixed_up_with_their_own_kind():
    operator = other_name(frozenset({"Q", "K"}))
    assert [other.value for other in operator(cst.Name("Q"))] == ["K"]
    assert not [*operator(cst.Name("np"))]


def test_every_reference_loads_without_the_cells_around_it(course):
    for assignment in course.assignments:
        for exercise in assignment.exercises:
            found = reference(course, exercise)
            assert callable(found.load())
            assert not re.search(r"\bcheck\(", found.text)
            assert found.with_function("XYZ").count("XYZ") == 1
