"""Checks are read from their files without pytest, and a file that does not fit is named."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from autograder.runner import collect
from tests.conftest import ROOT

HEAD = "from autograder.judge import check\n\n"
FITS = HEAD + '@check(share=1)\ndef test_it(student):\n    """it\n    holds"""\n'


def test_a_check_is_its_name_its_sentence_and_its_place(tmp_path: Path) -> None:
    later = '@check(share=2, needs=test_it, value=True)\ndef test_a_second(student):\n    """so does this"""\n'
    (tmp_path / "test_thing.py").write_text(FITS + later, encoding="utf-8")
    (tmp_path / "helper.py").write_text("raise SystemExit", encoding="utf-8")
    first, second = collect(tmp_path)["thing"]
    assert (first.name, first.says, first.place.share, first.place.needs) == ("test_it", "it holds", 1, None)
    assert (second.name, second.place.needs, second.place.value) == ("test_a_second", "test_it", True)


DOES_NOT_FIT = {
    "another fixture": (FITS.replace("(student)", "(student, tmp_path)"), "a function of `student` alone"),
    "no mark": ("def test_it(student):\n    pass\n", "a function of `student` alone"),
    "no sentence": (HEAD + "@check(share=1)\ndef test_it(student):\n    pass\n", "has no docstring"),
    "a file that breaks": ("import nowhere\n", "No module named 'nowhere'"),
}


@pytest.mark.parametrize(("text", "says"), DOES_NOT_FIT.values(), ids=DOES_NOT_FIT)
def test_a_file_that_does_not_fit_is_named(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "test_thing.py").write_text(text, encoding="utf-8")
    with pytest.raises(RuntimeError, match=r"test_thing\.py cannot be used") as trouble:
        collect(tmp_path)
    assert says in str(trouble.value)


def test_a_learners_check_does_without_pytest() -> None:
    ask = "import sys; sys.modules['pytest'] = None; import autograder.notebook, autograder.cli.check"
    subprocess.run([sys.executable, "-c", ask], cwd=ROOT, check=True, timeout=60)
