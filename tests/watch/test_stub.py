"""Putting a stub back: exactly the stub that was handed out, nothing else touched, and a copy kept."""

from __future__ import annotations

import json

import pytest

from autograder import facts, sample
from autograder.cli.watching import stub
from autograder.cli.watching.stub import CannotReset, reset
from autograder.submission import read
from tests.conftest import ROOT
from tests.watch.conftest import COURSE, RELEASED, RIGHT, SOLVED, reference, saved

EXERCISES = [one for assignment in COURSE.assignments for one in assignment.exercises]
each_exercise = pytest.mark.parametrize("exercise", EXERCISES, ids=lambda one: one.name)


def cells(path):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    return {cell["metadata"].get("nbgrader", {}).get("grade_id"): cell for cell in notebook["cells"]}


@each_exercise
def test_a_solved_notebook_gets_the_released_stub_back(exercise, work):
    name = exercise.assignment
    released, solved = (folder / name / f"{name}.ipynb" for folder in (RELEASED, SOLVED))
    file = work / solved.name
    file.write_bytes(solved.read_bytes())
    reset(file, exercise.name)
    wanted = "".join(cells(released)[exercise.name]["source"]).rstrip()
    assert "".join(cells(file)[exercise.name]["source"]).rstrip() == wanted
    others = {grade_id: cell for grade_id, cell in cells(file).items() if grade_id != exercise.name}
    assert others == {grade_id: cell for grade_id, cell in cells(solved).items() if grade_id != exercise.name}
    assert exercise.name in read(file, facts.load(ROOT)).untouched


@each_exercise
def test_a_solved_script_becomes_the_released_one_step_by_step(exercise, work):
    name = exercise.assignment
    file = work / f"{name}.py"
    file.write_bytes((SOLVED / name / f"{name}.py").read_bytes())
    for one in COURSE.assignment(name).exercises:
        reset(file, one.name)
    wanted = (RELEASED / name / f"{name}.py").read_text(encoding="utf-8")
    assert file.read_text(encoding="utf-8") == wanted


def test_the_notebook_is_written_as_jupyter_writes_it(work):
    file = saved(work / "attention.ipynb", {"attention_scores": RIGHT})
    before = file.read_text(encoding="utf-8")
    reset(file, "attention_scores")
    after = file.read_text(encoding="utf-8")
    changed = [line for line in after.splitlines() if line not in before]
    assert all("NotImplementedError" in line for line in changed)


def test_the_copy_is_the_file_as_it_was_and_no_copy_is_ever_lost(work):
    file = saved(work / "attention.ipynb", {"attention_scores": RIGHT})
    first = file.read_bytes()
    assert reset(file, "attention_scores").name == "attention.ipynb.bak"
    saved(file, {"attention_scores": f"{RIGHT}\n# again\n"})
    second = file.read_bytes()
    assert reset(file, "attention_scores").name == "attention.ipynb.bak2"
    assert (work / "attention.ipynb.bak").read_bytes() == first
    assert (work / "attention.ipynb.bak2").read_bytes() == second
    assert read(work, COURSE).untouched >= {"attention_scores"}  # no door reads the copies


BODIES = {
    "broken": "    return Q @ (K.T\n    if so: what\n",
    "magic": "    %timeit 1\n    return Q\n",
    "empty": "",
    "comment at the edge": "    a = 1\n# aside\n    return a\n",
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_body_that_is_no_python_is_put_back_as_well(body, work):
    text = '    """Says what.\n\n    Returns it.\n    """\n'
    head = f"def attention_scores(Q, K):\n{text}    # TODO: one line\n    # or two\n"
    after = "\n\ndef helper():\n    return 1\n"
    file = work / "attention.py"
    file.write_text(f"# %%\n{head}{body}{after}", encoding="utf-8")
    reset(file, "attention_scores")
    assert file.read_text(encoding="utf-8").endswith(f"{head}    raise NotImplementedError\n{after}")


def test_what_stands_beside_the_function_stays(work):
    source = f"import numpy as np\n\n@decorated\n{RIGHT}\nscale = 3\n"
    file = saved(work / "attention.ipynb", {"attention_scores": source})
    reset(file, "attention_scores")
    kept = "".join(cells(file)["attention_scores"]["source"])
    assert kept.startswith(
        "import numpy as np\n\n@decorated\ndef attention_scores(Q, K):\n    raise NotImplementedError"
    )
    assert kept.rstrip().endswith("scale = 3")


def test_every_cell_that_writes_the_function_is_put_back(work):
    file = saved(work / "attention.ipynb", {"attention_scores": RIGHT, "weighted_sum": RIGHT})
    reset(file, "attention_scores")
    assert "attention_scores" in read(file, COURSE).untouched


def test_a_signature_over_several_lines_is_kept(work):
    head = 'def attention_scores(\n    Q,  # queries\n    K=")",\n) -> "array":\n'
    file = work / "attention.py"
    file.write_text(f"{head}    return Q\n", encoding="utf-8")
    reset(file, "attention_scores")
    assert file.read_text(encoding="utf-8") == f"{head}    raise NotImplementedError\n"


def test_line_ends_and_byte_order_mark_stay_as_they_were(work):
    file = work / "attention.py"
    file.write_bytes("\ufeff# é\r\ndef attention_scores(Q, K):\r\n    return Q\r\n".encode())
    reset(file, "attention_scores")
    wanted = "\ufeff# é\r\ndef attention_scores(Q, K):\r\n    raise NotImplementedError\r\n"
    assert file.read_bytes() == wanted.encode()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"attention_scores = lambda Q, K: Q\n", "holds no written function"),
        (b"def attention_scores(Q, K): return Q\n", "holds no written function"),
        (b"\xff\xfe\x00", "cannot be read"),
    ],
)
def test_what_cannot_be_put_back_is_said_and_nothing_changes(text, said, work):
    file = work / "attention.py"
    file.write_bytes(text)
    with pytest.raises(CannotReset, match=said):
        reset(file, "attention_scores")
    assert [path.name for path in work.iterdir()] == ["attention.py"]
    assert file.read_bytes() == text


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"cells": 3}', '{"cells": [{"cell_type": "code"}]}'])
def test_a_notebook_that_is_not_whole_is_left_alone(text, work):
    file = work / "attention.ipynb"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CannotReset, match="no whole notebook just now"):
        reset(file, "attention_scores")
    assert file.read_text(encoding="utf-8") == text


def test_nothing_is_changed_when_no_copy_can_be_kept(work, monkeypatch):
    file = saved(work / "attention.ipynb", {"attention_scores": reference("attention_scores")})
    before = file.read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(stub, "open", full, raising=False)
    with pytest.raises(CannotReset, match="No space left on device; nothing was changed"):
        reset(file, "attention_scores")
    assert file.read_bytes() == before
    assert sample.read_notebook(file)
