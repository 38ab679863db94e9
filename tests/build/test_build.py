"""What the build makes: the same bytes each time, notebooks that nbgrader accepts, stubs without answers."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import jupytext
import nbformat
import pytest
from nbgrader.nbgraderformat import MetadataValidator
from sums_course import CONFIG, TEXT, tree, write_course

from autograder.build import build
from autograder.build.script import pieces_of

PLACES = ("source", "assignments", "solutions")
ANSWERS = ("np.multiply", "initial", "0.25", "value**2", "squared")


def notebook(course, which: str):
    return nbformat.read(course.folder(which) / "sums" / "sums.ipynb", as_version=4)


def script(course, which: str) -> str:
    return (course.folder(which) / "sums" / "sums.py").read_text(encoding="utf-8")


def test_two_builds_in_different_places_are_equal_byte_for_byte(built, made_up):
    other = made_up()
    written = build(other, check=False).written
    assert sorted(written) == sorted(
        [f"{place}/sums/sums.ipynb" for place in PLACES] + [f"{place}/sums/sums.py" for place in PLACES[1:]]
    )
    assert tree(other.root) == tree(built.root)


def test_a_build_touches_no_classroom_and_leaves_nothing_else(built):
    assert not built.folder("classroom").exists()
    assert [path.name for path in (built.folder("source") / "sums").iterdir()] == ["sums.ipynb"]


@pytest.mark.parametrize("which", ["source", "release", "solution"])
def test_notebooks_are_valid_for_nbformat_and_for_nbgrader(built, which):
    made = notebook(built, which)
    nbformat.validate(made)
    MetadataValidator().validate_nb(made)
    assert (made.nbformat, made.nbformat_minor) == (4, 5)
    assert made.metadata.softmarks == {"course": "sums", "assignment": "sums"}
    assert made.metadata.kernelspec == {"display_name": "Python 3", "language": "python", "name": "python3"}
    code = [cell for cell in made.cells if cell.cell_type == "code"]
    assert [cell.outputs for cell in code] == [[]] * 7
    assert {cell.execution_count for cell in code} == {None}


@pytest.mark.parametrize("which", ["source", "release", "solution"])
def test_files_end_in_a_newline_with_sorted_keys(built, which):
    text = (built.folder(which) / "sums" / "sums.ipynb").read_text(encoding="utf-8")
    assert text == json.dumps(json.loads(text), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def test_exercise_and_check_cells_carry_nbgraders_metadata(built):
    marked = {c.metadata.nbgrader.grade_id: c for c in notebook(built, "release").cells if "nbgrader" in c.metadata}
    exercises = ["weighted_total", "check_weighted_total", "mean_square", "check_mean_square"]
    assert list(marked) == [*exercises, "ready_to_hand_in"]
    kinds = {
        name: [cell.metadata.nbgrader[key] for key in ("schema_version", "solution", "grade", "locked", "task")]
        for name, cell in marked.items()
    }
    assert kinds["mean_square"] == [3, True, False, False, False]
    assert kinds["check_mean_square"] == [3, False, True, True, False]
    assert kinds["ready_to_hand_in"] == [3, False, False, True, False]
    assert marked["check_weighted_total"].metadata.nbgrader.points == 2.5
    assert "points" not in marked["weighted_total"].metadata.nbgrader
    assert marked["check_mean_square"].metadata.editable is False
    assert marked["check_mean_square"].metadata.deletable is False
    assert marked["mean_square"].metadata.deletable is False
    assert "editable" not in marked["mean_square"].metadata


def test_cell_ids_say_what_the_cell_is_and_are_unique(built):
    ids = [cell.id for cell in notebook(built, "release").cells]
    assert ids == [
        "sums-text-001",
        "sums-code-002",
        "sums-text-003",
        "sums-weighted_total",
        "sums-check_weighted_total",
        "sums-text-006",
        "sums-predict_mean_square",
        "sums-mean_square",
        "sums-check_mean_square",
        "sums-text-010",
        "sums-ready_to_hand_in",
    ]


def test_placeholders_are_filled_in(built):
    for text in (script(built, "release"), "\n".join(cell.source for cell in notebook(built, "release").cells)):
        assert "2.5 points · planned 10 minutes · difficulty 1 of 5" in text
        assert "1 point · planned 20 minutes · difficulty 2 of 5" in text
        assert "On help: Ask whom you like. On handing in again: You may hand in as often" in text
        assert "the best file counts" in text
        assert "{" not in text


@pytest.mark.parametrize("kind", ["ipynb", "py"])
def test_the_stub_raises_and_holds_no_piece_of_an_answer(built, kind):
    text = (built.folder("release") / "sums" / f"sums.{kind}").read_text(encoding="utf-8")
    assert text.count("raise NotImplementedError") == 2
    assert [answer for answer in (*ANSWERS, "SOLUTION") if answer in text] == []
    assert "TODO: one number." in text
    assert "Weigh, then add — 加权" in text


@pytest.mark.parametrize("kind", ["ipynb", "py"])
def test_the_solution_holds_the_answers_without_their_markers(built, kind):
    text = (built.folder("solution") / "sums" / f"sums.{kind}").read_text(encoding="utf-8")
    assert "NotImplementedError" not in text
    assert "SOLUTION" not in text
    assert [answer for answer in ANSWERS if answer not in text] == []


def test_a_released_function_runs_as_far_as_its_stub(built):
    names: dict = {}
    stub = next(cell for cell in notebook(built, "release").cells if cell.id == "sums-mean_square")
    exec(compile(stub.source, "stub", "exec"), names)
    assert names["mean_square"].__doc__ == "The mean of the squares of all values."
    with pytest.raises(NotImplementedError):
        names["mean_square"]([1.0])


@pytest.mark.parametrize("which", ["release", "solution"])
def test_the_script_is_the_notebook_prose_and_all(built, which):
    text, made = script(built, which), notebook(built, which)
    assert text.startswith("# softmarks: sums/sums\n\n# %% [markdown]\n")
    ast.parse(text)
    cells = jupytext.reads(text.split("\n", 2)[2], fmt="py:percent").cells
    assert [(cell.cell_type, cell.source) for cell in cells] == [(cell.cell_type, cell.source) for cell in made.cells]
    pieces = pieces_of(text.split("\n", 2)[2], "sums.py")
    assert [dict(piece.marks) for piece in pieces if piece.marks] == [
        {"exercise": "weighted_total"},
        {"check": "weighted_total"},
        {"exercise": "mean_square"},
        {"check": "mean_square"},
    ]


def test_check_names_what_is_stale_and_writes_nothing(made_up):
    course = made_up()
    assert len(build(course, check=True).stale) == 5
    assert not course.folder("release").exists()
    build(course, check=False)
    assert build(course, check=True).clean
    assert build(course, check=False).written == ()
    (course.folder("release") / "sums" / "sums.py").write_text("# mine\n", encoding="utf-8")
    before = tree(course.root)
    assert build(course, check=True).stale == (
        "assignments/sums/sums.py is not what source/ makes of it; run `softmarks build`",
    )
    assert tree(course.root) == before


def test_a_changed_text_makes_what_comes_of_it_stale(made_up):
    course = made_up()
    build(course, check=False)
    path = course.folder("source") / "sums.py"
    path.write_text(TEXT.replace("# ## Hand in", "# ## Hand it in"), encoding="utf-8")
    assert len(build(course, check=True).stale) == 5


def test_files_that_no_text_makes_are_named(made_up):
    course = made_up()
    build(course, check=False)
    (course.folder("source") / "sums" / "reference.py").write_text("answer = 1\n", encoding="utf-8")
    (course.folder("release") / "old").mkdir()
    (course.folder("release") / "old" / "old.ipynb").write_text("{}", encoding="utf-8")
    checkpoints = course.folder("release") / "sums" / ".ipynb_checkpoints"
    checkpoints.mkdir()
    (checkpoints / "sums-checkpoint.ipynb").write_text("{}", encoding="utf-8")
    assert build(course, check=True).stale == (
        "source/sums/reference.py: nbgrader would release it to students; move it elsewhere or delete it",
        "assignments/old/old.ipynb: no text in source/ makes it; move it elsewhere or delete it",
    )


PLANTED = "squared = [ value ** 2 for value in np . ravel(values) ]"
PLACES_TO_PLANT = {
    "prose": ("# ## Hand in", f"# ## Hand in\n#\n# As everybody knows, `{PLANTED}` isn't hard."),
    "comment": ("import numpy as np", f"import numpy as np  # {PLANTED}"),
    "string": ("import numpy as np", f'import numpy as np\n\nprint("{PLANTED}")'),
    "code": ("import numpy as np", f"import numpy as np\n\nvalues = 1\n{PLANTED}"),
}


@pytest.mark.parametrize(("old", "new"), PLACES_TO_PLANT.values(), ids=PLACES_TO_PLANT)
def test_an_answer_planted_in_the_text_is_found_and_nothing_is_written(made_up, old, new):
    text = TEXT.replace(old, new)
    line = next(n for n, line in enumerate(text.split("\n"), start=1) if line.startswith("    squared"))
    course = made_up(text=text)
    report = build(course, check=False)
    assert report.written == ()
    assert len(report.leaks) == 2
    assert all(f"code tokens in a row also stand in source/sums.py, line {line}: " in leak for leak in report.leaks)
    assert not course.folder("release").exists()
    assert build(course, check=True).leaks == report.leaks


def test_the_course_key_in_a_release_is_a_leak(made_up):
    key = "0123456789abcdef" * 4
    course = made_up(text=TEXT.replace("# ## Hand in", f"# {key}"))
    course.folder("classroom").mkdir()
    (course.folder("classroom") / "course.key").write_text(key + "\n", encoding="ascii")
    assert [leak for leak in build(course, check=True).leaks if "course key" in leak] != []


def test_the_real_course_is_fresh_and_leaks_nothing(course):
    report = build(course, check=True)
    assert report.problems == ()
    assert report.leaks == ()
    assert report.stale == ()


def test_two_texts_of_one_course_do_not_mix(tmp_path: Path):
    row = CONFIG[CONFIG.index('    "sums": {') : CONFIG.rindex("}")]
    config = CONFIG.replace(row, row + row.replace('"sums"', '"more"').replace("weighted_total", "other_total"))
    course = write_course(tmp_path, config=config)
    text = TEXT.replace("weighted_total", "other_total")
    (course.folder("source") / "more.py").write_text(text, encoding="utf-8")
    assert len(build(course, check=False).written) == 10
    assert "other_total" not in script(course, "release")
