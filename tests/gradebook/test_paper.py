"""The graded notebook is valid whatever was handed in, shows the work, and carries the marks that nbgrader reads."""

from __future__ import annotations

import copy
import json
import math
import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import nbformat
import pytest
from gradebook_samples import ASSIGNMENT, cell, named, released_notebook, report, save
from nbconvert.filters.markdown_mistune import markdown2html_mistune
from nbgrader.nbgraderformat import MetadataValidator
from nbgrader.utils import compute_checksum, determine_grade, is_grade

from autograder.facts import Course
from autograder.gradebook import Released, Target, is_whole, paper, read_stamp, save_graded, with_verdicts
from autograder.gradebook.connect import reading
from autograder.gradebook.prose import harmless
from autograder.gradebook.released import released
from autograder.report import Report, Status
from autograder.submission import read

DONE = "def stable_softmax(scores):\n    return scores  # ≤ 张三"


@pytest.fixture
def known(target: Target) -> Released:
    with reading(target.url) as connection:
        return released(connection, target)


@pytest.fixture
def handed_in(course: Course) -> dict[str, Any]:
    return released_notebook(course, {"stable_softmax": DONE})


def made(course: Course, tmp_path: Path, notebook: Any, known: Released) -> dict[str, Any]:
    path = save(tmp_path / "in" / f"{ASSIGNMENT}.ipynb", notebook)
    result = paper(read(path.parent, course, ASSIGNMENT), known)
    graded = with_verdicts(result, named(course), known)
    for one in (result, graded):
        valid(one, known)
    return graded


def valid(notebook: dict[str, Any], known: Released) -> None:
    """What nbformat and nbgrader ask of it, and no cell twice."""
    nbformat.validate(notebook)
    node = nbformat.from_dict(copy.deepcopy(notebook))
    MetadataValidator().validate_nb(node)
    names = [c.metadata.nbgrader.grade_id for c in node.cells if "nbgrader" in c.metadata]
    assert len(names) == len(set(names))
    assert {name for name in known.cells if name.startswith("check_")} <= set(names)
    for c in node.cells:
        if "nbgrader" in c.metadata and c.metadata.nbgrader.locked:
            assert compute_checksum(c) == c.metadata.nbgrader.checksum


def by_name(notebook: dict[str, Any]) -> dict[str, dict[str, Any]]:
    marked = [c for c in notebook["cells"] if "nbgrader" in c["metadata"]]
    return {c["metadata"]["nbgrader"]["grade_id"]: c for c in marked}


def find(notebook: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = by_name(notebook)[name]
    return found


def test_nbgrader_reads_the_same_mark_out_of_the_outputs(course, tmp_path, handed_in, known) -> None:
    graded = nbformat.from_dict(made(course, tmp_path, handed_in, known))
    marks = {c.metadata.nbgrader.grade_id: determine_grade(c) for c in graded.cells if is_grade(c)}
    points = {f"check_{e.name}": e.points for e in course.assignment(ASSIGNMENT).exercises}
    assert marks == {name: (1.0 if most else 0.0, most) for name, most in points.items()}


def test_partial_credit_is_a_plain_number(course, known) -> None:
    one = with_verdicts(paper(None, known), report(course, stable_softmax=1.25), known)
    last = find(one, "check_stable_softmax")["outputs"][-1]
    assert (last["output_type"], last["data"]) == ("execute_result", {"text/plain": "1.25"})


@pytest.mark.parametrize("status", [Status.UNREADABLE, Status.REFUSED, Status.GRADER_FAULT])
def test_without_a_mark_nbgrader_stops_and_invents_none(course, known, status: Status) -> None:
    notebook = with_verdicts(paper(None, known), Report("x", ASSIGNMENT, True, status, "it broke"), known)
    valid(notebook, known)
    for c in nbformat.from_dict(notebook).cells:
        if is_grade(c):
            with pytest.raises(KeyError, match="text/plain"):
                determine_grade(c)
            assert "This is not a zero" in c.outputs[0]["data"]["text/html"]


def test_nan_has_no_mark_either(course, known) -> None:
    one = replace(report(course, stable_softmax=math.nan), score=1.0)
    c = nbformat.from_dict(find(with_verdicts(paper(None, known), one, known), "check_stable_softmax"))
    with pytest.raises(KeyError):
        determine_grade(c)


def test_the_students_cells_stay_in_their_order(course, tmp_path, handed_in, known) -> None:
    handed_in["cells"].insert(1, cell("markdown", "my *thoughts*"))
    handed_in["cells"].append(cell("code", "x = 1"))
    graded = made(course, tmp_path, handed_in, known)
    assert [c["source"] for c in graded["cells"]] == [c["source"] for c in handed_in["cells"]]
    assert find(graded, "stable_softmax")["source"] == DONE


def test_duplicated_cells_keep_one_name_each_and_the_last_counts(course, tmp_path, handed_in, known) -> None:
    handed_in["cells"] += copy.deepcopy(handed_in["cells"])
    graded = made(course, tmp_path, handed_in, known)
    assert sum(c["source"] == DONE for c in graded["cells"]) == 2
    last = max(index for index, c in enumerate(graded["cells"]) if c["source"] == DONE)
    assert "nbgrader" in graded["cells"][last]["metadata"]


def test_deleted_check_cells_come_back_after_their_function(course, tmp_path, handed_in, known) -> None:
    handed_in["cells"] = [c for c in handed_in["cells"] if not c["source"].startswith("check(")]
    graded = made(course, tmp_path, handed_in, known)
    sources = [c["source"] for c in graded["cells"]]
    assert sources[sources.index(DONE) + 1] == "check(stable_softmax)"


def test_stripped_metadata_is_found_again_by_what_the_cells_do(course, tmp_path, handed_in, known) -> None:
    for c in handed_in["cells"]:
        c["metadata"] = {}
    assert set(by_name(made(course, tmp_path, handed_in, known))) == set(known.cells)


@pytest.mark.parametrize(
    "marks",
    [
        {"grade_id": "stable_softmax"},
        {"grade_id": 7, "grade": "yes"},
        {"grade_id": "../x", "schema_version": 99},
        {"grade": True, "solution": True, "grade_id": "check_stable_softmax", "points": -1, "schema_version": 1},
        [],
        "text",
        None,
    ],
)
def test_malformed_metadata_is_replaced(course, tmp_path, handed_in, known, marks: Any) -> None:
    for c in handed_in["cells"]:
        c["metadata"]["nbgrader"] = marks
    made(course, tmp_path, handed_in, known)


def test_changed_points_type_and_flags_are_as_they_went_out(course, tmp_path, handed_in, known) -> None:
    for c in handed_in["cells"]:
        if c["source"] == "check(stable_softmax)":
            c["metadata"]["nbgrader"] |= {"points": 99.0, "locked": False, "grade": False, "solution": True}
            c["cell_type"] = "markdown"
            del c["outputs"], c["execution_count"]
    graded = made(course, tmp_path, handed_in, known)
    check = find(graded, "check_stable_softmax")
    assert check["metadata"]["nbgrader"] == known.cells["check_stable_softmax"].metadata()
    assert check["cell_type"] == "code"


def test_code_typed_into_a_locked_cell_stays_visible(course, tmp_path, handed_in, known) -> None:
    for c in handed_in["cells"]:
        if c["source"] == "check(stable_softmax)":
            c["source"] = "import math\ncheck(stable_softmax)"
    graded = made(course, tmp_path, handed_in, known)
    assert find(graded, "check_stable_softmax")["source"] == "check(stable_softmax)"
    assert "import math\ncheck(stable_softmax)" in [c["source"] for c in graded["cells"]]


def test_an_unknown_grade_id_is_dropped_and_its_cell_kept(course, tmp_path, handed_in, known) -> None:
    handed_in["cells"].append(cell("code", "y = 2", grade_id="mine", grade=True, locked=True, points=50.0))
    graded = made(course, tmp_path, handed_in, known)
    assert "mine" not in by_name(graded)
    assert graded["cells"][-1]["source"] == "y = 2"


def test_a_script_is_shown_cell_by_cell(course, tmp_path, known) -> None:
    path = tmp_path / "in" / f"{ASSIGNMENT}.py"
    save(path, f"import numpy as np\n\n\n{DONE}\n")
    graded = with_verdicts(paper(read(path.parent, course, ASSIGNMENT), known), named(course), known)
    valid(graded, known)
    assert "return scores" in find(graded, "stable_softmax")["source"]


def test_outputs_and_what_editors_note_about_a_person_are_left_behind(course, tmp_path, handed_in, known) -> None:
    handed_in["metadata"] |= {"interpreter": "/home/ada/venv", "colab": {"name": "Ada"}}
    for c in handed_in["cells"]:
        c["metadata"]["executionInfo"] = {"user": {"displayName": "Ada L"}}
        if c["cell_type"] == "code":
            c["outputs"] = [{"output_type": "stream", "name": "stderr", "text": "/home/ada/secret"}]
    handed_in["cells"][0]["attachments"] = {"a.svg": {"image/svg+xml": "<svg onload=x>"}, "b.png": {"image/png": "aa"}}
    graded = made(course, tmp_path, handed_in, known)
    text = json.dumps(graded)
    assert not any(word in text for word in ("/home/ada", "Ada", "svg", "stderr", str(tmp_path)))
    assert graded["cells"][0]["attachments"] == {"b.png": {"image/png": "aa"}}


def test_strange_ids_and_characters_do_no_harm(course, tmp_path, handed_in, known) -> None:
    for c in handed_in["cells"]:
        c["id"] = "same id, and not a legal one"
    handed_in["cells"][0]["source"] = "half \ud800 a character\x00 \u202e and more"
    graded = made(course, tmp_path, handed_in, known)
    save_graded(tmp_path / "out" / ASSIGNMENT, graded, tmp_path / "in")
    assert is_whole(tmp_path / "out" / ASSIGNMENT)


def test_what_was_mended_stands_on_top(course, known) -> None:
    one = replace(report(course), repairs=("cell 7 was <b>a copy</b> of cell 5",))
    first = with_verdicts(paper(None, known), one, known)["cells"][0]
    assert first["cell_type"] == "markdown"
    assert r"cell 7 was \<b\>a copy\</b\> of cell 5" in first["source"]


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "a <img src=x onerror=alert(1)> b",
        "[x](javascript:alert(1))",
        "[x]( <javascript:alert(1)>)",
        "[x](&#106;avascript:alert(1))",
        "[x][1]\n\n[1]: javascript:alert(1)",
        "![x](data:text/html;base64,AAAA)",
        "<javascript:alert(1)>",
        "&lt;script&gt;",
        r"$\href{javascript:alert(1)}{x}$",
        "````\n```\n<script>alert(1)</script>",
        "<!-- -->",
    ],
)
def test_markdown_that_could_act_is_shown_word_for_word(text: str) -> None:
    shown = harmless(text)
    assert text in shown
    html = markdown2html_mistune(shown)
    assert re.fullmatch(r'<div class="highlight"><pre><span></span>[^<]*</pre></div>\s*', html)


@pytest.mark.parametrize(
    "text",
    ["# Title", "a < b and `x <= y` & $a < b$", "[paper](https://arxiv.org/abs/1706.03762)", "![p](attachment:p.png)"],
)
def test_ordinary_markdown_stays_as_it_is(text: str) -> None:
    assert harmless(text) == text


# --- the folder -------------------------------------------------------------------------------------------------------


def test_the_stamp_comes_along_and_is_what_nbgrader_compares(tmp_path: Path, course, known) -> None:
    save(tmp_path / "in" / "timestamp.txt", "2026-03-01 10:00:00.5 UTC\n")
    folder = tmp_path / "out" / ASSIGNMENT
    save_graded(folder, with_verdicts(paper(None, known), report(course), known), tmp_path / "in")
    assert read_stamp(folder) == read_stamp(tmp_path / "in")
    assert str(read_stamp(folder)) == "2026-03-01 10:00:00.500000"


@pytest.mark.parametrize("text", ["", "yesterday", "9" * 500, "2026-13-45 99:99"])
def test_a_stamp_that_is_no_time_is_no_stamp(tmp_path: Path, text: str) -> None:
    save(tmp_path / "timestamp.txt", text)
    assert read_stamp(tmp_path) is None


def test_a_stamp_that_is_a_pipe_or_a_link_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "timestamp.txt")
    assert read_stamp(tmp_path) is None
    (tmp_path / "timestamp.txt").unlink()
    save(tmp_path / "elsewhere", "2026-03-01 10:00 UTC")
    (tmp_path / "timestamp.txt").symlink_to(tmp_path / "elsewhere")
    assert read_stamp(tmp_path) is None


def test_a_newer_notebook_takes_the_place_of_the_old_one(tmp_path: Path, course, known) -> None:
    folder = tmp_path / "ada" / ASSIGNMENT
    for share in (0.0, 1.0):
        notebook = with_verdicts(paper(None, known), report(course, share), known)
        save_graded(folder, notebook, tmp_path)
    assert "5 of 5 points" in (folder / f"{ASSIGNMENT}.ipynb").read_text(encoding="utf-8")
    assert [path.name for path in folder.parent.iterdir()] == [ASSIGNMENT]


@pytest.mark.parametrize("moment", ["before the old one moves", "before the new one moves"])
def test_killed_on_the_way_leaves_the_old_folder_or_none(
    tmp_path: Path, course, known, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    folder = tmp_path / "ada" / ASSIGNMENT
    notebook = with_verdicts(paper(None, known), report(course), known)
    save_graded(folder, notebook, tmp_path)
    allowed = iter([moment == "before the new one moves", False])
    rename = Path.rename

    def killed(self: Path, target: Path) -> Path:
        if not next(allowed):
            raise KeyboardInterrupt
        return rename(self, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", killed)
        with pytest.raises(KeyboardInterrupt):
            save_graded(folder, notebook, tmp_path)
    assert is_whole(folder) == (moment == "before the old one moves")
    assert folder.exists() == is_whole(folder)
    save_graded(folder, notebook, tmp_path)
    assert is_whole(folder)
    assert [path.name for path in folder.parent.iterdir()] == [ASSIGNMENT]


def test_what_a_killed_nbgrader_left_is_not_whole(tmp_path: Path, handed_in) -> None:
    folder = tmp_path / ASSIGNMENT
    assert not is_whole(folder)
    save(folder / f"{ASSIGNMENT}.ipynb", handed_in)
    assert not is_whole(folder)
    save(folder / f"{ASSIGNMENT}.ipynb", json.dumps(handed_in)[:300])
    assert not is_whole(folder)
