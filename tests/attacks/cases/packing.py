"""Attacks by packing: links, climbing names, bombs, devices, and libraries of the attacker's own beside the work."""

from __future__ import annotations

import io
import json
import os
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

from tests.attacks.attack import HONEST, PRELUDE, Attack, cell_text, notebook

RIGHT = PRELUDE + "\ndef stable_softmax(scores):\n    return right(scores)\n"
ZEROS = "import numpy as np\ndef stable_softmax(scores):\n    return np.zeros(np.shape(scores))\n"
EVIL = "raise SystemExit('STOLEN: the shipped file was run')\n"
NEIGHBOUR = "classroom/submitted/neighbour/attention/attention.ipynb"


def work(attack: str = RIGHT) -> bytes:
    return json.dumps(notebook(attack)).encode()


def zipped(*entries: tuple[str | zipfile.ZipInfo, bytes], name: str = "work.zip") -> Callable[[Path, Path], Path]:
    """A zip with these entries, under names that no honest tool would write."""

    def write(folder: Path, course: Path) -> Path:
        path = folder / name
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for entry, data in entries:
                archive.writestr(entry, data)
        return path

    return write


def link_entry(name: str, target: str) -> tuple[zipfile.ZipInfo, bytes]:
    entry = zipfile.ZipInfo(name)
    entry.create_system = 3
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return entry, target.encode()


def bomb(layers: int) -> bytes:
    """Zeros packed into a zip, again and again."""
    data = bytes(40 * 2**20)
    name = "attention.ipynb"
    for _ in range(layers):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(name, data)
        data, name = packed.getvalue(), "more.zip"
    return data


def as_file(make: Callable[[], bytes], name: str = "work.zip") -> Callable[[Path, Path], Path]:
    def write(folder: Path, course: Path) -> Path:
        (folder / name).write_bytes(make())
        return folder / name

    return write


def understated(folder: Path, course: Path) -> Path:
    """A zip whose directory says that a big file is small."""
    path = zipped(("attention.ipynb", bytes(30 * 2**20)))(folder, course)
    data = path.read_bytes()
    path.write_bytes(data.replace((30 * 2**20).to_bytes(4, "little"), (100).to_bytes(4, "little")))
    return path


def many(folder: Path, course: Path) -> Path:
    return zipped(*((f"f{k}.py", b"") for k in range(20_001)))(folder, course)


def shipped(*names: str) -> Callable[[Path, Path], Path]:
    """A folder with the work and libraries of the attacker's own beside it."""

    def write(folder: Path, course: Path) -> Path:
        (folder / "attention.ipynb").write_bytes(work())
        for name in names:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(EVIL, encoding="utf-8")
        return folder

    return write


def linked(make: Callable[[str, str], None], inside: bool = True) -> Callable[[Path, Path], Path]:
    """A neighbour's notebook under one's own name, by a link."""

    def write(folder: Path, course: Path) -> Path:
        make(str(course / NEIGHBOUR), str(folder / "attention.ipynb"))
        return folder if inside else folder / "attention.ipynb"

    return write


def linked_away(folder: Path, course: Path) -> Path:
    """A hard link to a neighbour's notebook; undone afterwards by whoever removes the folder."""
    copy = folder.parent / f"{folder.name}-neighbour.ipynb"
    copy.write_bytes((course / NEIGHBOUR).read_bytes())
    os.link(copy, folder / "attention.ipynb")
    return folder


def pipe(folder: Path, course: Path) -> Path:
    os.mkfifo(folder / "attention.ipynb")
    return folder


def sparse(folder: Path, course: Path) -> Path:
    with open(folder / "attention.ipynb", "wb") as file:
        file.truncate(2**40)
    return folder / "attention.ipynb"


def circle(folder: Path, course: Path) -> Path:
    """Folders that lead into themselves, and a work that leads to itself."""
    (folder / "attention.ipynb").write_bytes(work())
    (folder / "again").symlink_to(folder)
    (folder / "loop").symlink_to(folder / "loop")
    return folder


def deep(folder: Path, course: Path) -> Path:
    """The work, and beside it folders three hundred deep."""
    (folder / "attention.ipynb").write_bytes(work())
    here = folder
    for _ in range(300):
        here = here / "d"
        here.mkdir()
    return folder


def strange_names(folder: Path, course: Path) -> Path:
    (folder / "attention.ipynb").write_bytes(work())
    for name in ("-rf", "a\nb.py", "\x1b[2J.py", "<script>.py", "\u202eyp.x.py", "{{7*7}}.ipynb_", "=cmd().py"):
        (folder / name).write_text(cell_text("x = 1", course), encoding="utf-8")
    return folder


def beside(folder: Path, course: Path) -> Path:
    """A wrong notebook and a right script that is older; the notebook's function counts."""
    (folder / "attention.ipynb").write_bytes(work(ZEROS))
    script = folder / "attention.py"
    script.write_text(RIGHT + "\n" + HONEST, encoding="utf-8")
    os.utime(script, (0, 0))
    return folder


LIBRARIES = (
    "numpy.py",
    "sitecustomize.py",
    "usercustomize.py",
    "autograder.py",
    "conftest.py",
    "json.py",
    "os.py",
    "numpy/__init__.py",
    "autograder/specs/attention.py",
    "x.pth",
    "pytest.ini",
    "course_config.py",
    "nbgrader_config.py",
)
ATTACKS = (
    Attack(
        "shipped-libraries",
        "libraries, start-up files and configurations of its own beside the work",
        hand_in=shipped(*LIBRARIES),
        evidence="numpy.py is named like a library",
        quick=True,
    ),
    Attack(
        "shipped-in-a-zip",
        "the same inside a zip",
        hand_in=zipped(("attention.ipynb", work()), *((n, EVIL.encode()) for n in LIBRARIES)),
        evidence="sitecustomize.py is named like a library",
    ),
    Attack(
        "symbolic-link",
        "a neighbour's notebook by a symbolic link",
        hand_in=linked(os.symlink),
        report="refused",
        says="link",
        quick=True,
    ),
    Attack(
        "symbolic-link-alone",
        "the same, handed in as a file",
        hand_in=linked(os.symlink, inside=False),
        report="refused",
        says="link",
    ),
    Attack(
        "hard-link",
        "a neighbour's notebook by a hard link",
        hand_in=linked_away,
        report="refused",
        says="hard link",
        quick=True,
    ),
    Attack(
        "link-in-a-zip",
        "a symbolic link inside a zip",
        hand_in=zipped(link_entry("attention.ipynb", "/etc/passwd")),
        report="refused",
        says="link",
    ),
    Attack(
        "link-to-the-key",
        "links to the key and the gradebook beside honest work",
        hand_in=zipped(("attention.ipynb", work()), link_entry("key.txt", "../../course.key"), link_entry("d", "/")),
        repair="was not followed",
    ),
    Attack(
        "climbing-name",
        "a name in a zip that leads out of it",
        hand_in=zipped(("../../pwned-by-an-attack.ipynb", work())),
        report="refused",
        says="leads out of it",
        quick=True,
    ),
    Attack(
        "absolute-name",
        "an absolute name in a zip",
        hand_in=zipped(("/tmp/pwned-by-an-attack.ipynb", work())),
        report="refused",
        says="leads out of it",
    ),
    Attack(
        "drive-name",
        "a Windows drive and backslashes in a zip",
        hand_in=zipped(("C:\\pwned-by-an-attack.ipynb", work())),
        report="refused",
        says="leads out of it",
    ),
    Attack(
        "device-name",
        "names that are devices elsewhere",
        hand_in=zipped(("attention.ipynb", work()), ("NUL.py", b""), ("CON", b""), ("aux.ipynb.txt", b"x")),
        repair="left aside",
    ),
    Attack(
        "zip-bomb",
        "forty megabytes of zeros in a few kilobytes",
        hand_in=as_file(lambda: bomb(1)),
        report="refused",
        says="MB",
    ),
    Attack(
        "zip-in-zip-in-zip",
        "a bomb packed three times",
        hand_in=as_file(lambda: bomb(3)),
        report="refused",
        says="zip in a zip",
    ),
    Attack("understated-bomb", "a zip that lies about what it unpacks to", hand_in=understated, report="unreadable"),
    Attack("crowded-zip", "twenty thousand files in a zip", hand_in=many, report="refused", says="files"),
    Attack(
        "same-name-twice",
        "two works of one name in a zip",
        hand_in=zipped(("attention.ipynb", work(ZEROS)), ("attention.ipynb", work())),
        status=("failed", "passed"),
    ),
    Attack(
        "pipe",
        "a named pipe, at which a reader waits for ever",
        hand_in=pipe,
        report="refused",
        says="pipe",
        quick=True,
    ),
    Attack(
        "device",
        "a device that never ends, by its path",
        hand_in=lambda folder, course: Path("/dev/zero"),
        report="refused",
        says="device",
    ),
    Attack(
        "sparse-terabyte", "a notebook of a terabyte that takes no room", hand_in=sparse, report="refused", says="MB"
    ),
    Attack("folders-in-circles", "links that lead back into the folder", hand_in=circle),
    Attack("folders-without-end", "folders three hundred deep", hand_in=deep),
    Attack("strange-names", "names that are options, escapes, scripts and formulas", hand_in=strange_names),
    Attack("two-files", "a wrong notebook, and an older script with the right answer", hand_in=beside, status="failed"),
)
