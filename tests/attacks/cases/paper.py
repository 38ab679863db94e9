"""Attacks on paper: metadata, cell types, ids, markup; nothing of it may move a mark, and most of it is noticed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.attacks.attack import BESIDE, EXERCISE, HONEST, PRELUDE, Attack, cell, cell_text, notebook, wrapped

Notebook = dict[str, Any]
MARKUP = "<script>alert(1)</script>{{7*7}}{% include '/etc/passwd' %}$\\href{javascript:alert(1)}{x}$"
ZEROS = "import numpy as np\ndef stable_softmax(scores):\n    return np.zeros(np.shape(scores))\n"
RIGHT = PRELUDE + "\ndef stable_softmax(scores):\n    return right(scores)\n"
CHECK = f"check_{EXERCISE}"


def hand_in(made: Callable[[], Notebook | bytes], name: str = "attention.ipynb") -> Callable[[Path, Path], Path]:
    """A notebook that `made` makes, written under a name."""

    def write(folder: Path, course: Path) -> Path:
        content = made()
        path = folder / name
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return path

    return write


def changed(change: Callable[[Notebook], object], attack: str = ZEROS) -> Callable[[Path, Path], Path]:
    """The usual notebook after `change`."""

    def made() -> Notebook:
        one = notebook(attack)
        change(one)
        return one

    return hand_in(made)


def marks(one: Notebook, which: int, **values: Any) -> None:
    one["cells"][which]["metadata"]["nbgrader"].update(values)


def rot13(folder: Path, course: Path) -> Path:
    import codecs

    path = folder / "attention.py"
    path.write_text("# -*- coding: rot13 -*-\n" + codecs.encode(cell_text(RIGHT, course), "rot13"), encoding="utf-8")
    return path


SCRIPT_RIGHT = RIGHT + "\n\n" + HONEST
ATTACKS = (
    Attack(
        "more-points",
        "the check cell is worth a thousand points",
        hand_in=changed(lambda n: marks(n, 1, points=1000)),
        status="failed",
        evidence="points of check_stable_softmax were changed to 1000",
        quick=True,
    ),
    Attack(
        "points-not-a-number",
        "the check cell is worth not-a-number points",
        hand_in=changed(lambda n: marks(n, 1, points=float("nan"))),
        status="failed",
        evidence="points",
    ),
    Attack(
        "unlocked-check",
        "the check cell is unlocked and prints its own mark",
        hand_in=changed(lambda n: (marks(n, 1, locked=False), n["cells"][1].update(source="print(10.0)\n10.0"))),
        status="failed",
        evidence="metadata of check_stable_softmax was changed",
    ),
    Attack(
        "forged-outputs",
        "full marks as stored outputs of the check cell",
        hand_in=changed(
            lambda n: n["cells"][1].update(
                outputs=[
                    {
                        "output_type": "execute_result",
                        "metadata": {},
                        "execution_count": 1,
                        "data": {"text/plain": "5.0"},
                    }
                ]
            )
        ),
        status="failed",
    ),
    Attack(
        "swapped-ids",
        "two exercises' cells carry each other's id",
        hand_in=changed(lambda n: (marks(n, 0, grade_id=BESIDE), marks(n, 2, grade_id=EXERCISE))),
        status="failed",
    ),
    Attack(
        "id-of-nobody",
        "the cell carries an id that leads somewhere else",
        hand_in=changed(lambda n: marks(n, 0, grade_id="../../classroom/gradebook")),
        status="failed",
        evidence="which this course never gave",
    ),
    Attack(
        "same-id-twice",
        "a second, right cell with the same id, in front of the wrong one",
        hand_in=changed(lambda n: n["cells"].insert(0, cell(RIGHT, EXERCISE))),
        status="failed",
        repair="are all marked",
    ),
    Attack(
        "check-cell-thrice",
        "the check cell three times, to be counted three times",
        hand_in=changed(lambda n: n["cells"].extend(2 * [cell(f"check({EXERCISE})", CHECK)]), RIGHT),
        repair="stands more than once",
    ),
    Attack(
        "code-in-the-check-cell",
        "the check cell rewires the checks and defines the function anew",
        hand_in=changed(
            lambda n: n["cells"][1].update(
                source=f"import autograder\nautograder.check = print\n{ZEROS}\ncheck({EXERCISE})"
            ),
            RIGHT,
        ),
        status="failed",
        repair="locked check cell",
    ),
    Attack(
        "markdown-instead-of-code",
        "the exercise's cell is text, and a hidden one does the work",
        hand_in=changed(lambda n: n["cells"][0].update(cell_type="markdown")),
        status="failed",
        repair="run as code",
    ),
    Attack(
        "no-metadata",
        "every mark of nbgrader's is gone",
        hand_in=changed(lambda n: [c["metadata"].clear() for c in n["cells"]], RIGHT),
        repair="lost the marks",
    ),
    Attack(
        "metadata-as-bombs",
        "metadata of every wrong type and a depth that no reader likes",
        hand_in=changed(
            lambda n: (
                n["metadata"].update(kernelspec=7, softmarks=["x"], language_info=None, name={"a": 1}),
                n["cells"][0]["metadata"].update(nbgrader=[1], tags={"x": 1}, deep=json.loads("[" * 500 + "]" * 500)),
            ),
            RIGHT,
        ),
    ),
    Attack(
        "another-assignment",
        "claims to be another assignment, and another course",
        hand_in=changed(lambda n: n["metadata"].update(softmarks={"course": "x", "assignment": "../../etc"}), RIGHT),
    ),
    Attack(
        "hostile-markup",
        "scripts, templates and formulas in text cells, names, ids and attachments",
        hand_in=hand_in(
            lambda: wrapped(
                cell(RIGHT, EXERCISE),
                {
                    "cell_type": "markdown",
                    "metadata": {},
                    "source": MARKUP,
                    "attachments": {'x"><script>': {"image/png": '"><script>alert(1)</script>', "text/html": "<b>"}},
                },
                cell(HONEST, BESIDE),
                title="<script>alert(1)</script>",
                authors=[{"name": "{{7*7}}"}],
            )
        ),
    ),
    Attack(
        "hidden-direction",
        "letters that turn the direction of reading, so that a person reads other code than is run",
        hand_in=changed(lambda n: n["cells"][0].update(source=RIGHT.replace("honest", "\u202etsenoh\u202c"))),
        evidence="U+202E",
        quick=True,
    ),
    Attack(
        "look-alike-name",
        "a function whose name only looks right: the first letter is Cyrillic",
        hand_in=changed(lambda n: None, RIGHT.replace("def stable_softmax", "def \u0455table_softmax")),
        status="missing",
        says="none",
    ),
    Attack(
        "ligature-name",
        "a name that is the right one only after Unicode has been put in order, as Python does",
        hand_in=changed(lambda n: None, RIGHT.replace("def stable_softmax", "def \ufb06able_softmax")),
    ),
    Attack(
        "null-byte",
        "a null byte in the code, where readers in C stop reading",
        hand_in=changed(lambda n: None, RIGHT + "\n#\x00\n1/0"),
        status="error",
        says="null byte",
    ),
    Attack(
        "one-long-line",
        "a line of nine hundred thousand characters",
        hand_in=changed(lambda n: None, RIGHT + "\nx = '" + "y" * 900_000 + "'"),
    ),
    Attack(
        "deep-nesting",
        "brackets, operators and blocks nested deeper than any parser likes",
        hand_in=changed(
            lambda n: n["cells"].extend(
                [
                    cell("x = " + "(" * 90_000),
                    cell("x = " + "-" * 100_000 + "1"),
                    cell("x = " + "[" * 150 + "]" * 150),
                    cell("\n".join(" " * k + "if 1:" for k in range(99)) + "\n" + " " * 99 + "pass"),
                    cell("x = a" + ".a" * 50_000),
                    cell("lambda: " * 20_000 + "1"),
                    cell("x = " + "f'{" * 100 + "1" + "}'" * 100),
                ]
            ),
            RIGHT,
        ),
    ),
    Attack(
        "too-many-cells",
        "ten thousand cells",
        hand_in=changed(lambda n: n["cells"].extend([cell("x = 1")] * 10_000)),
        report="refused",
        says="code cells",
    ),
    Attack(
        "too-much-code",
        "two megabytes of code",
        hand_in=changed(lambda n: n["cells"].append(cell("# " + "x" * 2_000_000))),
        report="refused",
        says="characters of code",
    ),
    Attack(
        "many-magics",
        "thirty thousand magics, shell commands and questions",
        hand_in=changed(
            lambda n: n["cells"].extend(
                [
                    cell("%%time\n" * 20_000),
                    cell("!rm -rf / --no-preserve-root\n" * 3000),
                    cell("%run @COURSE@/course_config.py\n%load_ext x\n%%writefile /tmp/pwned-by-an-attack\nx"),
                    cell("x?\n" * 3000 + "?" * 500),
                ]
            ),
            RIGHT,
        ),
    ),
    Attack(
        "broken-texts",
        "halves of characters, odd line ends and separators in the code",
        hand_in=hand_in(
            lambda: json.dumps(
                notebook(RIGHT.replace("\n", "\r\n") + "\n# \ud800 \u2028 \u2029 \x0c \x85 \x1c\n")
            ).encode()
        ),
    ),
    Attack(
        "empty-lines",
        "thirty thousand empty lines in a cell that fails, for whoever searches it with a pattern",
        hand_in=changed(lambda n: n["cells"].insert(0, cell("1/0" + "\n" * 30_000 + "x = 1")), RIGHT),
        within=20.0,
    ),
    Attack("rot13", "a script in an encoding that is no encoding of text", hand_in=rot13, status="missing", others=0.0),
    Attack(
        "utf-7",
        "a script that says it is UTF-7, in which +AGE- is a letter",
        hand_in=hand_in(lambda: b"# coding: utf-7\n" + SCRIPT_RIGHT.encode(), "attention.py"),
    ),
    Attack(
        "duplicate-keys",
        "JSON with every key twice, the second one hostile",
        hand_in=hand_in(lambda: json.dumps(notebook(RIGHT)).encode()[:-1] + b',"cells":"none","nbformat":{"x":1}}'),
        report="unreadable",
        says="no cells",
    ),
    Attack(
        "numbers-in-json",
        "numbers of a million digits, not-a-numbers and infinities where versions stand",
        hand_in=hand_in(
            lambda: json.dumps(notebook(RIGHT)).replace('"nbformat": 4', '"nbformat": 1e999, "x": NaN').encode()
        ),
    ),
    Attack(
        "deep-json",
        "a notebook a hundred thousand brackets deep",
        hand_in=hand_in(lambda: b'{"cells":' + b"[" * 100_000),
        report="unreadable",
        says="nested",
    ),
    Attack(
        "polyglot",
        "a file that is a notebook, a script and a zip at once",
        hand_in=hand_in(lambda: json.dumps(notebook(ZEROS)).encode() + b"\nPK\x05\x06" + bytes(18)),
        report="unreadable",
    ),
)
