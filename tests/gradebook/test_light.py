"""What importing nbgrader leaves out, and that it leaves nothing behind."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import pytest

GRAMMARS = "rfc3987_syntax"
pytestmark = pytest.mark.skipif(
    find_spec(GRAMMARS) is None, reason="without the grammars there is nothing to leave out"
)


def told(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    return done.stdout.strip()


def test_the_gradebook_is_imported_without_the_grammars_and_they_can_be_had_afterwards() -> None:
    code = f"import sys; import autograder.gradebook; print({GRAMMARS!r} in sys.modules); import {GRAMMARS}"
    assert told(code) == "False"


def test_who_has_the_grammars_keeps_them() -> None:
    code = f"import sys, {GRAMMARS}; import autograder.gradebook; print(sys.modules[{GRAMMARS!r}] is {GRAMMARS})"
    assert told(code) == "True"
