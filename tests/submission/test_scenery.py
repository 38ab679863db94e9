"""Which cells of the hand-out grading does without, and which it always runs."""

from __future__ import annotations

import json
from textwrap import indent

import pytest

from autograder.submission import Cell
from autograder.submission.scenery import Scenery

IMPORTS = "import numpy as np\nfrom autograder import check\n\nnp.seterr(all='warn')"  # does more than show
STUB = 'def f(x):\n    """Mix the shares of all."""\n    raise NotImplementedError'
PICTURE = "shares = np.ones(3)\nfor share in shares:\n    print(share)"
SUM = "whole = shares.sum()\nprint(whole)"
CHECK = "check(f)"
TRIAL = "try:\n    print(f(whole))\nexcept NotImplementedError:\n    print('not yet')"
HANDED_OUT = (IMPORTS, PICTURE, SUM, STUB, CHECK, TRIAL)


def handout(*sources: str) -> bytes:
    cells = [{"cell_type": "code", "source": source.splitlines(keepends=True)} for source in sources]
    return json.dumps({"cells": [{"cell_type": "markdown", "source": "# f"}, *cells]}).encode()


def left(*sources: str, given: tuple[str, ...] = HANDED_OUT) -> list[str]:
    """What is left of these cells, where `given` was handed out."""
    cells = [Cell(k, source, None, "other", f"cell {k}", 1) for k, source in enumerate(sources, 1)]
    return [cell.source for cell in Scenery.of(handout(*given)).cleared(cells, ["f"])]


def written(body: str) -> str:
    return f'def f(x):\n    """Mix the shares of all."""\n    {body}'


def test_untouched_pictures_sums_checks_and_trials_are_left_out():
    own = written("return x / 2")
    assert left(IMPORTS, PICTURE, SUM, own, CHECK, TRIAL) == [IMPORTS, own]


def test_a_changed_cell_stays_with_all_that_it_speaks_of():
    changed = SUM + "\nprint('mine')"
    assert left(IMPORTS, PICTURE, changed, STUB) == [IMPORTS, PICTURE, changed, STUB]


def test_what_a_student_speaks_of_stays_and_so_does_what_that_speaks_of():
    own = written("return x / whole")
    assert left(IMPORTS, PICTURE, SUM, own, CHECK) == [IMPORTS, PICTURE, SUM, own]


def test_a_name_in_a_text_counts_as_spoken_of():
    own = written("return x / globals()['whole']")
    assert left(IMPORTS, PICTURE, SUM, own) == [IMPORTS, PICTURE, SUM, own]


@pytest.mark.parametrize(
    "body",
    ["return x / eval('whole + 0')", "exec('y = x / whole')\n    return x", "return x"],
)
def test_what_stands_in_text_that_is_run_is_spoken_of(body):
    own = written(body)
    if body == "return x":
        own = "get_ipython().run_line_magic('time', 'w = whole + 0')\n" + own
    assert left(IMPORTS, PICTURE, SUM, own) == [IMPORTS, PICTURE, SUM, own]


def test_a_cell_that_binds_what_is_asked_for_stays():
    answer = "f = print"
    assert left(IMPORTS, answer, given=(IMPORTS, answer)) == [IMPORTS, answer]


@pytest.mark.parametrize(
    "body", ["whole = x.max()\n    return x / whole", "return sum(whole for whole in x)", "'a whole'"]
)
def test_a_variable_of_a_function_and_a_word_in_a_text_speak_of_nothing(body):
    own = written(body)
    assert left(IMPORTS, PICTURE, SUM, own) == [IMPORTS, own]


@pytest.mark.parametrize("body", ["return (lambda y: y / whole)(x)", "def g():\n        return whole\n    return g()"])
def test_a_function_inside_of_another_speaks_as_well(body):
    own = written(body)
    assert left(IMPORTS, PICTURE, SUM, own) == [IMPORTS, PICTURE, SUM, own]


def test_a_cell_that_would_take_hours_to_compile_is_read_at_once():
    doubled = "whole"
    for _ in range(19):  # each is compiled twice
        doubled = "try:\n    pass\nfinally:\n" + indent(doubled, "    ")
    assert left(IMPORTS, PICTURE, SUM, doubled) == [IMPORTS, PICTURE, SUM, doubled]


def test_a_cell_that_cannot_be_read_speaks_of_nothing_since_it_does_not_run():
    assert left(IMPORTS, SUM, "whole +", STUB) == [IMPORTS, "whole +", STUB]


@pytest.mark.parametrize(
    "working",
    [
        "np.seterr(all='raise')",
        "from math import *",
        "np.pi = 3",
        "table['width'] = 3",
        "@print\ndef helper():\n    return 1",
        "def helper():\n    global whole\n    whole = 1",
        "mine = np.pi\nmine += 1",
        "mine = np\nmine.pi = 3",
        "for mine in table:\n    mine[0] = 3",
        "mine = shares.reshape(3, 1)\nmine[0] = 5",
        "mine = [shares]\nmine[0] += 5",
        "for width in (1, 2):\n    np.random.seed(width)",
        "del whole",
        "total += 1",
    ],
)
def test_a_cell_that_does_more_than_show_stays(working):
    own = written("return x / 2")
    assert left(IMPORTS, working, own, given=(IMPORTS, PICTURE, working, STUB)) == [IMPORTS, working, own]


@pytest.mark.parametrize(
    "working",
    [
        "import math\nprint(math.pi)",
        "from math import pi",
        "def helper():\n    return 1\n\nprint(helper())",
        "mine = np.ones(3)\nmine /= 2\nmine[0] += 1\nmine[1:], last = 3, 4",
        "counts = {}\nfor width in (1, 2):\n    counts[width] = 1\ncounts",
    ],
)
def test_a_cell_that_keeps_to_itself_is_left_out_unless_it_is_spoken_of(working):
    own = written("return x / 2")
    assert left(IMPORTS, working, own, given=(IMPORTS, working, STUB)) == [IMPORTS, own]
    own = written("return x / (pi or helper() or mine or counts or math)")
    assert left(IMPORTS, working, own, given=(IMPORTS, PICTURE, working, STUB)) == [IMPORTS, working, own]


def test_what_was_not_handed_out_stays():
    assert left(IMPORTS, "extra = 1", STUB) == [IMPORTS, "extra = 1", STUB]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"cells": [1]}', '{"cells": [{"cell_type": "code", "source": "("}]}'])
def test_without_a_readable_hand_out_every_cell_stays(text):
    cells = [Cell(1, PICTURE, None, "other", "cell 1", 1)]
    assert Scenery.of(text.encode()).cleared(cells, []) == cells
