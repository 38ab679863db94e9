"""The leak linter finds what was pasted, however it is laid out, and is silent about what is public."""

from __future__ import annotations

import ast
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from autograder.build import leaks, script, tokens, wheel
from autograder.build.course import secrets_of
from autograder.build.leaks import Reviewed, Secrets, search

ROOT = Path(__file__).parents[2]
SECRET = '''
"""A grader."""
from math import tau

TABLE = [3, 1, 4, 1, 5, 9, 2, 6]


def answer(values, weights):
    """What this does is said in a docstring of more than eight words."""
    # and in a comment that is even longer than that docstring
    total: dict[str, list[tuple[int, int]]] = {}
    for value, weight in zip(values, weights):
        total[value] = "seen" if weight > 0.125 else seed(20240817)
    return total
'''
BODY = 'for value, weight in zip(values, weights):\n    total[value] = "seen" if weight > 0.125 else None'


def secrets(source: str = SECRET) -> Secrets:
    found = Secrets()
    found.add("autograder/graders/secret.py", tokens.bodies(source))
    return found


def found(name: str, text: str, reviewed: Reviewed | None = None, source: str = SECRET) -> list[str]:
    return list(search(secrets(source), name, text.encode("utf-8"), reviewed or Reviewed()))


def as_notebook(cell) -> str:
    return nbformat.writes(new_notebook(cells=[new_markdown_cell("# Hello"), cell]))


PASTED = {
    "as it stands": BODY,
    "on one line": "for value, weight in zip(values, weights): total[value] = 'seen' if weight > 0.125 else 0",
    "spread out": "for value , weight in zip (\n    values ,\n    weights ,\n):\n    print(value)",
    "with comments between": "for value, weight in zip(  # pairs\n    values,  # all\n    weights):\n    pass",
    "in other quotes": "x = 1\ntotal[value] = '''seen''' if weight > 0.125 else 2",
    "in a comment": "x = 1  # for value, weight in zip(values, weights):",
    "in comments of two lines": "# for value, weight in\n# zip(values, weights):\nx = 1",
    "in a string": "hint = 'for value, weight in zip(values, weights):'",
    "in a docstring": 'def f():\n    """Use for value, weight in zip(values, weights) here."""',
    "in code that does not run": "x = = 1\nfor value, weight in zip(values, weights):",
    "a table of the module": "x = 3, 1, 4, 1, 5, 9, 2",
    "with numbers written otherwise": "y = 1 if True else 'seen' if weight > 1.25e-1 else seed(2)",
}


@pytest.mark.parametrize("pasted", PASTED.values(), ids=PASTED)
def test_eight_tokens_of_a_body_are_found_in_a_script_and_in_a_code_cell(pasted):
    assert len(found("assignments/a/a.py", pasted)) == 1
    assert len(found("assignments/a/a.ipynb", as_notebook(new_code_cell(pasted)))) == 1


@pytest.mark.parametrize("prose", ["It isn't `for value, weight in zip(values, weights)`.", f"```python\n{BODY}\n```"])
def test_quoted_code_is_found_in_prose(prose):
    assert found("assignments/a/a.ipynb", as_notebook(new_markdown_cell(prose)))
    assert found("softmarks/README.md", prose)


PUBLIC = {
    "seven tokens": "for value, weight in zip(other, things)",
    "the signature": "def answer(values, weights):\n    raise NotImplementedError",
    "imports": "from math import tau",
    "the docstring": '"""What this does is said in a docstring of more than eight words."""',
    "the comment": "# and in a comment that is even longer than that docstring",
    "an annotation": "total: dict[str, list[tuple[int, int]]] = None",
    "the same words in other order": "zip(weights, values) for weight, value in ()",
}


@pytest.mark.parametrize("text", PUBLIC.values(), ids=PUBLIC)
def test_what_is_public_is_no_leak(text):
    assert found("assignments/a/a.py", text) == []


def test_a_leak_is_told_once_with_both_places():
    text = "x = 1\n\n" + BODY
    assert found("assignments/a/a.py", text) == [
        "assignments/a/a.py, line 3: 23 code tokens in a row also stand in autograder/graders/secret.py, line 12: "
        "`for value , weight in zip ( values , weights ) : total [ value ] = 'seen' if weight > 0.125 else`; "
        "reword it, or list it with a reason in allowed_leaks.toml"
    ]


@pytest.mark.parametrize("text", ["rng = seed(20240817)", "drawn with 20240817", '{"seed": 20240817}'])
def test_a_long_number_of_a_secret_file_is_found_anywhere(text):
    (leak,) = found("autograder/show.py", text)
    assert "the number 20240817 also stands in autograder/graders/secret.py, line 13" in leak


@pytest.mark.parametrize("text", ["weight > 0.125", "tau = 100000", "65504"])
def test_short_and_round_numbers_are_no_leak(text):
    assert found("autograder/show.py", text, source=SECRET + "\nROUND = 100000, 65504\n") == []


def test_the_course_key_is_found_as_text_and_as_hexadecimal():
    known = Secrets()
    known.add_key(b"0123456789abcdef0123456789abcdef\n")
    for text in ("key = 0123456789abcdef0123456789abcdef", "30313233343536373839616263646566" * 2):
        assert "course key" in next(search(known, "assignments/a/a.py", text.encode(), Reviewed()))
    assert list(search(known, "assignments/a/a.py", b"key = 0123456789", Reviewed())) == []


def test_idioms_count_for_nothing_and_excuse_nothing_else():
    reviewed = Reviewed(idioms=(tokens.of_idiom("for value, weight in zip("),))
    assert found("autograder/show.py", "for value, weight in zip(values, weights):\n    pass", reviewed) == []
    assert len(found("autograder/show.py", BODY, reviewed)) == 1


def test_a_pair_excuses_one_secret_in_one_place():
    reviewed = Reviewed(pairs=(("autograder/graders/*", "autograder/checks/*"),))
    assert found("autograder/checks/test_a.py", BODY, reviewed) == []
    assert len(found("autograder/show.py", BODY, reviewed)) == 1
    known = secrets()
    known.add("autograder/variants/a.py", tokens.bodies(SECRET))
    assert len(list(search(known, "autograder/checks/test_a.py", BODY.encode(), reviewed))) == 1


@pytest.mark.parametrize("entry", ['[[idiom]]\ncode = "a"', '[[pair]]\nsecret = "a"\nopen = "b"\nreason = " "'])
def test_an_exception_without_a_reason_is_refused(tmp_path, entry):
    path = tmp_path / "allowed.toml"
    path.write_text(entry, encoding="utf-8")
    with pytest.raises(ValueError, match="has no reason"):
        leaks.reviewed(path)


def test_the_reviewed_list_is_read_and_no_idiom_is_so_long_that_it_could_be_an_answer():
    reviewed = leaks.reviewed()
    assert reviewed.pairs
    assert all(0 < len(idiom) <= 12 for idiom in reviewed.idioms)


def test_every_answer_of_the_kit_would_be_found_if_it_were_pasted_into_a_notebook(course):
    """Bodies are pasted as Python prints them anew: other layout, quotes, brackets, no comments. The shortest are left
    out, because of eight tokens an added bracket leaves seven."""
    texts = [script.read(course, assignment) for assignment in course.assignments]
    known, reviewed = secrets_of(course, ROOT, texts), leaks.reviewed()
    sources = [ROOT / text.name for text in texts] + list(wheel.secret_files(ROOT))
    asked = {exercise.name for assignment in course.assignments for exercise in assignment.exercises}
    pasted = 0
    for path in sources:
        for function in ast.parse(path.read_text(encoding="utf-8")).body:
            if not isinstance(function, ast.FunctionDef):
                continue
            if path.parent.name == "source" and function.name not in asked:
                continue  # a text gives it to everyone
            body = ast.unparse(function.body)
            rows = [[token.text for token in row] for row in tokens.of_code(body)]
            if any(reviewed.weight(row) >= 2 * leaks.RUN for row in rows):
                assert list(search(known, "assignments/a/a.py", body.encode(), reviewed)), f"{path}: {function.name}"
                pasted += 1
    assert pasted > 100
