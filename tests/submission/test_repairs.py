"""What is mended in a notebook, what is said about it, and what an instructor is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from handins import check, code, course, notebook, released, save, solution, solved, stub, work

from autograder.submission import Submission, read

COURSE = course()


def of(tmp_path: Path, *cells: dict) -> Submission:
    return read(save(tmp_path / "attention.ipynb", notebook(list(cells))), COURSE)


def run(submission: Submission) -> dict:
    names: dict = {"check": lambda function: None}
    for cell in submission.cells:
        exec(cell.source, names)
    return names


def both() -> list[dict]:
    """The other exercise, complete, so that a test's own cells are the only ones spoken of."""
    return [solution("attention_scores"), check("attention_scores")]


def test_code_typed_into_a_locked_cell_runs_and_is_said(tmp_path):
    typed = check("stable_softmax", "helper = 3\ncheck(stable_softmax)")
    submission = of(tmp_path, *both(), solution("stable_softmax"), typed)
    assert run(submission)["helper"] == 3
    assert submission.repairs == (
        "code typed into the locked check cell of stable_softmax (cell 4) was run; move it into a cell of your own",
    )


def test_a_function_typed_into_a_locked_cell_counts(tmp_path):
    typed = check("stable_softmax", work("stable_softmax", "'typed'") + "check(stable_softmax)")
    submission = of(tmp_path, *both(), solution("stable_softmax", stub("stable_softmax")), typed)
    assert run(submission)["stable_softmax"](1) == "typed"
    assert submission.untouched == frozenset()


def test_a_comment_in_a_locked_cell_is_not_worth_a_word(tmp_path):
    typed = check("stable_softmax", "# mine\ncheck(stable_softmax)")
    assert of(tmp_path, *both(), solution("stable_softmax"), typed).repairs == ()


def test_of_two_copies_the_last_definition_counts(tmp_path):
    first, second = (solution("stable_softmax", work("stable_softmax", f"'{n}'")) for n in ("first", "second"))
    submission = of(tmp_path, *both(), first, second, check("stable_softmax"))
    assert run(submission)["stable_softmax"](1) == "second"
    assert submission.repairs == (
        "cell 3 and cell 4 are all marked as the cell of stable_softmax; "
        "all were run in order, so that the last definition counts",
    )


@pytest.mark.parametrize("stub_first", [True, False])
def test_an_untouched_copy_never_undoes_the_work(tmp_path, stub_first):
    cells = [solution("stable_softmax"), solution("stable_softmax", stub("stable_softmax"))]
    if stub_first:
        cells.reverse()
    submission = of(tmp_path, *both(), *cells, check("stable_softmax"))
    assert run(submission)["stable_softmax"](7) == 7
    assert submission.untouched == frozenset()
    stub_cell, work_cell = (3, 4) if stub_first else (4, 3)
    assert submission.repairs == (
        f"the untouched stub of stable_softmax in cell {stub_cell} was left out, "
        f"because cell {work_cell} defines that function",
    )


def test_only_the_stub_is_left_out_of_a_cell_and_lines_keep_their_numbers(tmp_path):
    mixed = solution("stable_softmax", "before = 1\n\n" + stub("stable_softmax") + "\nafter = 2\nhere = 1 / 0")
    submission = of(tmp_path, *both(), code(work("stable_softmax")), mixed, check("stable_softmax"))
    source = submission.cells[3].source
    assert "NotImplementedError" not in source
    assert "before = 1" in source
    lines = mixed["source"].split("\n")
    assert source.split("\n").index("here = 1 / 0") == lines.index("here = 1 / 0")


def test_a_stub_beside_a_broken_attempt_does_not_hide_it(tmp_path):
    broken = code("def stable_softmax(x)\n    return x")
    submission = of(tmp_path, *both(), solution("stable_softmax", stub("stable_softmax")), broken)
    assert submission.untouched == frozenset()
    assert all("NotImplementedError" not in cell.source for cell in submission.cells)


def test_missing_check_cells_cost_nothing_and_are_named(tmp_path):
    submission = of(tmp_path, *both(), solution("stable_softmax"))
    assert submission.repairs == ("the check cells of stable_softmax are missing; nothing is lost by that",)


def test_a_doubled_check_cell(tmp_path):
    twice = [check("stable_softmax"), check("stable_softmax")]
    submission = of(tmp_path, *both(), solution("stable_softmax"), *twice)
    assert submission.repairs == (
        "the check cell of stable_softmax stands more than once, in cell 4 and cell 5; nothing is lost by that",
    )


@pytest.mark.parametrize("kind", ["markdown", "raw"])
def test_a_cell_whose_type_was_changed_is_code_again(tmp_path, kind):
    changed = solution("stable_softmax") | {"cell_type": kind}
    submission = of(tmp_path, *both(), changed, check("stable_softmax"))
    assert run(submission)["stable_softmax"](7) == 7
    assert submission.repairs == (
        f"attention.ipynb: the cell of stable_softmax had been changed to {kind} and was run as code",
    )
    assert [c.number for c in submission.cells] == [1, 2, 3, 4]
    assert submission.notebook is not None
    assert all(cell["cell_type"] == "code" for cell in submission.notebook["cells"])


def test_a_helper_beside_a_single_file_will_not_be_there_when_it_is_graded(tmp_path):
    save(tmp_path / "helpers.py", "x = 1")
    save(tmp_path / "random.py", "x = 1")
    imports = code("import numpy, random, nowhere\nfrom helpers import x")
    submission = of(tmp_path, imports, *both(), solution("stable_softmax"), check("stable_softmax"))
    assert submission.repairs == (
        "helpers.py lies beside, but only attention.ipynb is run; copy what you need from it into a cell",
    )


def test_a_function_imported_from_a_file_beside_is_not_an_attempt(tmp_path):
    save(tmp_path / "folder" / "helpers.py", "def nothing(): pass")
    book = released()
    book["cells"][1]["source"] = "from helpers import stable_softmax"
    save(tmp_path / "folder" / "attention.ipynb", book)
    assert "stable_softmax" in read(tmp_path / "folder", COURSE).untouched


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"locked": False}, "the metadata of check_stable_softmax was changed (locked)"),
        ({"grade": False, "solution": True}, "the metadata of check_stable_softmax was changed (grade, solution)"),
        ({"points": 99}, "the points of check_stable_softmax were changed to 99"),
        ({"points": float("nan")}, "the points of check_stable_softmax were changed to nan"),
        ({"points": "\u202e5"}, "the points of check_stable_softmax were changed to '\\u202e5'"),
    ],
)
def test_changed_metadata_is_evidence_and_no_more(tmp_path, changed, says):
    submission = of(tmp_path, *both(), solution("stable_softmax"), check("stable_softmax", **changed))
    assert submission.evidence == (f"cell 4: {says}",)
    assert submission.repairs == ()


def test_a_locked_solution_cell_is_evidence(tmp_path):
    cell = solution("stable_softmax")
    cell["metadata"]["nbgrader"]["locked"] = True
    evidence = of(tmp_path, *both(), cell, check("stable_softmax")).evidence
    assert evidence == ("cell 3: the metadata of stable_softmax was changed (locked)",)


def test_a_check_that_no_longer_checks_is_evidence(tmp_path):
    submission = of(tmp_path, *both(), solution("stable_softmax"), check("stable_softmax", "pass"))
    assert submission.evidence == (
        "cell 4: the locked cell of check_stable_softmax no longer calls check(stable_softmax)",
    )


def test_forged_and_foreign_grade_ids_are_evidence(tmp_path):
    foreign, forged = check("is_uniform"), check("give_me_points", "x = 1")
    evidence = of(tmp_path, *both(), solution("stable_softmax"), check("stable_softmax"), foreign, forged).evidence
    assert evidence == (
        "cell 5 carries the grade id check_is_uniform of another assignment",
        "cell 6 carries the grade id check_give_me_points, which this course never gave",
    )


def test_hidden_characters_are_evidence(tmp_path):
    cell = solution("stable_softmax", work("stable_softmax") + "# \u202egnp\u2066 \u200b")
    evidence = of(tmp_path, *both(), cell, check("stable_softmax")).evidence
    assert evidence == ("cell 3 holds characters that do not show or turn the line around: U+200B, U+202E, U+2066",)


def test_chinese_and_joined_characters_are_not(tmp_path):
    cell = solution("stable_softmax", work("stable_softmax") + "# 注意力 👩\u200d🔬 می\u200cخواهم")
    assert of(tmp_path, *both(), cell, check("stable_softmax")).evidence == ()


def test_nothing_that_is_said_changes_the_code(tmp_path):
    clean = of(tmp_path / "a", *solved()["cells"])
    forged = solved()
    for cell in forged["cells"]:
        if "nbgrader" in cell["metadata"]:
            cell["metadata"]["nbgrader"] |= {"points": 99, "locked": "maybe"}
    marked = of(tmp_path / "b", *forged["cells"])
    assert marked.evidence
    assert marked.cells == clean.cells
