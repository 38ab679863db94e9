"""The main job from the outside: files in, verdicts out, through the command that people run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from autograder import facts, sample
from tests.conftest import ROOT

pytestmark = pytest.mark.grading

COURSE = facts.load(ROOT)
SOFTMARKS = Path(sys.executable).with_name("softmarks")
ASSIGNMENTS = [assignment.name for assignment in COURSE.assignments]
BACKENDS = ("fork", "portable")


@pytest.fixture(params=BACKENDS)
def backend(request):
    return request.param


@pytest.fixture
def check(tmp_path, backend):
    """Runs `softmarks check --hidden --json` from another folder with an empty environment; gives lines and status."""

    def run(*arguments, cwd=tmp_path):
        env = {"SOFTMARKS_BACKEND": backend, "HOME": str(tmp_path)}
        command = [str(SOFTMARKS), "check", "--hidden", "--json", *map(str, arguments), "--course", str(ROOT)]
        done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=300)
        assert "Traceback" not in done.stderr, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()], done.returncode

    return run


def built(folder, name, kind):
    return ROOT / folder / name / f"{name}.{kind}"


def by_name(report):
    return {exercise["name"]: exercise for exercise in report["exercises"]}


def notebook_with(tmp_path, cells, assignment="attention", name="attention.ipynb"):
    """The solved notebook with some exercises' cells replaced."""
    solved = sample.read_notebook(built(COURSE.solution, assignment, "ipynb"))
    path = tmp_path / name
    path.write_text(json.dumps(sample.filled(solved, cells)), encoding="utf-8")
    return path


@pytest.mark.parametrize("kind", ["ipynb", "py"])
def test_the_stub_scores_nothing_and_the_solution_everything(check, kind):
    stubs = [built(COURSE.release, name, kind) for name in ASSIGNMENTS]
    solved = [built(COURSE.solution, name, kind) for name in ASSIGNMENTS]
    reports, status = check(*stubs, *solved)
    assert status == 1
    for report in reports[: len(stubs)]:
        assert report["score"] == 0
        assert {exercise["status"] for exercise in report["exercises"]} == {"not_attempted"}
    for report in reports[len(stubs) :]:
        assert report["score"] == report["max_score"] == COURSE.assignment(report["assignment"]).max_score
        assert report["repairs"] == []


def test_twenty_files_give_twenty_lines_in_order(check, tmp_path):
    paths = []
    for number in range(20):
        path = tmp_path / f"{number:02}.py"
        path.write_bytes(built(COURSE.solution if number % 2 else COURSE.release, "diagnostics", "py").read_bytes())
        paths.append(path)
    paths[7] = tmp_path / "nowhere.ipynb"
    reports, _ = check(*paths)
    assert [report["submission"] for report in reports] == [str(path) for path in paths]
    assert reports[7]["status"] == "unreadable"
    assert reports[7]["score"] is None


HOSTILE = {
    "endless": ("def stable_softmax(scores):\n    while True:\n        pass", "timeout"),
    "memory": ("import numpy as np\ndef stable_softmax(scores):\n    return np.ones(10**9)", "memory"),
    "dead": ("import os\ndef stable_softmax(scores):\n    os._exit(0)", "crashed"),
    "patched": (
        "import numpy as np\nnp.allclose = np.isclose = np.array_equal = lambda *a, **k: True\n"
        "def stable_softmax(scores):\n    return np.zeros_like(scores)",
        "failed",
    ),
    "loud": (
        "import numpy as np\ndef stable_softmax(scores):\n    print('x' * 10**8)\n"
        "    e = np.exp(scores - np.max(scores, axis=-1, keepdims=True))\n    return e / e.sum(axis=-1, keepdims=True)",
        "passed",
    ),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_function_gets_its_verdict_and_the_others_theirs(check, tmp_path, case):
    source, expected = HOSTILE[case]
    hostile = notebook_with(tmp_path, {"stable_softmax": source})
    reports, _ = check(hostile, built(COURSE.solution, "attention", "ipynb"))
    verdicts = by_name(reports[0])
    assert verdicts["stable_softmax"]["status"] == expected
    assert verdicts["weighted_sum"]["status"] == "passed"
    assert verdicts["project_qkv"]["score"] == 3
    assert reports[1]["score"] == COURSE.assignment("attention").max_score


@pytest.mark.parametrize("line", ["import sys; sys.exit()", "exit()", "raise KeyboardInterrupt", "1/0", "def broken(:"])
def test_a_cell_that_stops_does_not_stop_the_next(check, tmp_path, line):
    solved = sample.read_notebook(built(COURSE.solution, "attention", "ipynb"))
    extra = {"cell_type": "code", "metadata": {}, "source": line, "outputs": [], "execution_count": None, "id": "x"}
    solved["cells"].insert(1, extra)
    path = tmp_path / "attention.ipynb"
    path.write_text(json.dumps(solved), encoding="utf-8")
    reports, status = check(path)
    assert (reports[0]["score"], status) == (20, 0)


def test_scipy_is_refused_where_it_holds_the_answer_and_allowed_where_it_does_not(check, tmp_path):
    source = "from scipy.special import softmax\ndef stable_softmax(scores):\n    return softmax(scores, axis=-1)"
    reports, _ = check(notebook_with(tmp_path, {"stable_softmax": source}), built(COURSE.solution, "encoder", "ipynb"))
    verdict = by_name(reports[0])["stable_softmax"]
    assert verdict["status"] == "refused_import"
    assert any("scipy" in c["message"] for c in verdict["checks"])
    assert reports[1]["score"] == COURSE.assignment("encoder").max_score


def test_one_mistake_costs_once(check, tmp_path):
    source = "import numpy as np\ndef attention_scores(Q, K):\n    return Q @ K.T / np.sqrt(max(K.shape[1], 2))"
    reports, _ = check(notebook_with(tmp_path, {"attention_scores": source}))
    verdicts = by_name(reports[0])
    assert verdicts["attention_scores"]["score"] < 4
    assert verdicts["self_attention"]["score"] == 5


def test_hidden_numbers_never_stand_in_what_a_student_reads(check, tmp_path):
    source = "def stable_softmax(scores):\n    raise ValueError(repr(scores))"
    reports, _ = check(notebook_with(tmp_path, {"stable_softmax": source}))
    said = json.dumps(by_name(reports[0])["stable_softmax"]["checks"])
    assert "array(" not in said
    assert "ValueError" in said


def test_a_public_check_gives_no_score():
    done = subprocess.run(
        [str(SOFTMARKS), "check", "--json", str(built(COURSE.solution, "encoder", "py"))],
        capture_output=True, text=True, timeout=120, env={**os.environ, "PATH": ""},
    )  # fmt: skip
    (report,) = map(json.loads, done.stdout.splitlines())
    assert done.returncode == 0, done.stderr
    assert (report["score"], report["max_score"], report["hidden"]) == (None, None, False)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check"], "paths"),
        (["check", "x.py", "--assignment", "nonsense"], "nonsense"),
        (["check", "x.py", "--exercise", "nonsense"], "nonsense"),
        (["check", "x.py", "--evidence"], "--hidden"),
        (["check", "x.py", "--course", "/nonexistent"], "course_config.py"),
        (["nonsense"], "nonsense"),
    ],
)
def test_wrong_use_exits_two_with_a_sentence(arguments, said):
    done = subprocess.run([str(SOFTMARKS), *arguments], capture_output=True, text=True, timeout=60, cwd=ROOT)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
