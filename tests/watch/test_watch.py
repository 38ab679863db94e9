"""The command itself: at a terminal with its keys, and off one as plain lines; it ends cleanly either way."""

from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import sys
import threading

import pytest

from tests.conftest import ROOT
from tests.watch.conftest import COURSE, WRONG, reference, saved

pexpect = pytest.importorskip("pexpect", reason="keys need a pseudo-terminal")
COMMAND = [sys.executable, "-u", "-m", "autograder", "watch", "--course", str(ROOT)]
PATIENT = 60  # seconds; only a hang takes so long
POSIX = pytest.mark.skipif(os.name == "nt", reason="pseudo-terminals and signals of POSIX")
NAMES = [one.name for one in COURSE.assignment("attention").exercises]
PROJECTED = {"project_qkv": reference("project_qkv")}


class Piped:
    """A watch whose lines go into a pipe."""

    def __init__(self, place, *options, **settings):
        self._lines = queue.Queue()
        self.process = subprocess.Popen(
            [*COMMAND, str(place), *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env={**os.environ, **settings},
            start_new_session=True,
        )
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))

    def until(self, text):
        """The lines up to the one that holds `text`."""
        seen = []
        while True:
            try:
                seen.append(self._lines.get(timeout=PATIENT))
            except queue.Empty:
                raise AssertionError(f"{text!r} never came; there was {seen}") from None
            if text in seen[-1]:
                return seen

    def end(self):
        """Press Ctrl-C: the exit status, and what stood on the error stream."""
        self.process.send_signal(signal.SIGINT)
        _, errors = self.process.communicate(timeout=PATIENT)
        return self.process.returncode, errors


@pytest.fixture
def piped():
    started = []

    def start(*arguments, **settings):
        started.append(Piped(*arguments, **settings))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.process.kill()
        one.process.wait()


@pytest.fixture
def typed(work):
    """A watch at a terminal."""
    file = saved(work / "attention.ipynb", {})
    options = {"encoding": "utf-8", "dimensions": (50, 160), "timeout": PATIENT, "env": {**os.environ, "TERM": "xterm"}}
    child = pexpect.spawn(COMMAND[0], [*COMMAND[1:], str(file)], **options)
    child.file = file
    yield child
    child.close(force=True)


def screen(child, wanted):
    """The screen that has this text on it, once it has come, without colours."""
    text = ""
    while wanted not in text:
        child.expect_exact("q quit")
        text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", child.before + child.after)
    return text


# --- off a terminal ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", ["fork", "portable"])
def test_each_save_becomes_plain_lines_and_ctrl_c_ends_it(backend, work, piped):
    file = saved(work / "attention.ipynb", {})
    watch = piped(file, SOFTMARKS_BACKEND=backend)
    watch.until("exercise project_qkv: planned")
    saved(file, PROJECTED)
    lines = watch.until("exercise attention_scores: planned")
    assert not any("\x1b" in line or "keys:" in line for line in lines)
    status, errors = watch.end()
    assert (status, errors) == (130, "")


def test_a_file_may_be_named_before_it_is_there(work, piped):
    watch = piped(work / "attention.ipynb")
    watch.until("attention.ipynb is not there; it is checked as soon as it is")
    saved(work / "attention.ipynb", {})
    watch.until("exercise project_qkv: planned")


def test_a_folder_without_work_says_so_and_waits(work, piped):
    watch = piped(work)
    watch.until("no notebook or script of this course lies here yet")
    saved(work / "attention.ipynb", {})
    watch.until("checked attention.ipynb in ")


def test_what_stays_half_written_is_said_once(work, piped):
    file = saved(work / "attention.ipynb", {})
    watch = piped(file)
    watch.until("exercise project_qkv: planned")
    file.write_text('{"cells": [', encoding="utf-8")
    *_, trouble = watch.until("attention.ipynb")
    saved(file, PROJECTED)
    between = watch.until("exercise attention_scores: planned")
    assert trouble not in between


def test_a_folder_of_thousands_is_wrong_use(work):
    for number in range(501):
        (work / f"{number}.py").touch()
    done = subprocess.run([*COMMAND, str(work)], capture_output=True, encoding="utf-8", timeout=PATIENT, check=False)
    assert done.returncode == 2
    assert "give the file, or its own folder" in " ".join(done.stderr.split())


# --- at a terminal ----------------------------------------------------------------------------------------------------


@POSIX
def test_keys_without_enter(typed):
    first = screen(typed, "exercise project_qkv")
    assert "[........................................]" in first
    saved(typed.file, {**PROJECTED, "attention_scores": WRONG})
    second = screen(typed, "exercise attention_scores")
    filled = round(40 / len(NAMES))
    assert f"[{'#' * filled}{'.' * (40 - filled)}]" in second
    typed.send("h")
    screen(typed, "where to read: ")
    typed.send("n")
    screen(typed, "exercise stable_softmax")
    typed.send("\x1b[A")  # an arrow key is none of ours
    typed.send("r")
    screen(typed, "stable_softmax is the stub already.")
    typed.send("n" * (len(NAMES) - NAMES.index("stable_softmax")))  # past the last one, round to the first unsolved
    screen(typed, "exercise attention_scores")
    typed.send("q")
    typed.expect(pexpect.EOF)
    typed.close()
    assert typed.exitstatus == 0


@POSIX
def test_reset_asks_first(typed):
    screen(typed, "exercise project_qkv")
    saved(typed.file, {**PROJECTED, "attention_scores": WRONG})
    screen(typed, "exercise attention_scores")
    before = typed.file.read_bytes()
    typed.send("r")
    screen(typed, "Put attention_scores back to its stub?")
    typed.send("q")  # any key but y leaves everything as it is, this one too
    screen(typed, "Nothing was changed.")
    assert typed.file.read_bytes() == before
    typed.send("ry")
    screen(typed, "attention_scores is a stub again")
    assert typed.file.with_name("attention.ipynb.bak").read_bytes() == before


@POSIX
def test_ctrl_c_gives_the_terminal_back(work):
    """A shell stands around the watch, so that the terminal outlives it and can be asked."""
    file = saved(work / "attention.ipynb", {})
    options = {"encoding": "utf-8", "dimensions": (50, 160), "timeout": PATIENT, "env": {**os.environ, "TERM": "xterm"}}
    shell = pexpect.spawn(
        "sh", ["-c", 'trap : INT; stty -g; "$@"; echo "left with $?"; stty -g', "sh", *COMMAND, str(file)], **options
    )
    shell.expect(r"([0-9a-f:]{20,})\r\n")
    before = shell.match.group(1)
    shell.expect_exact("q quit")
    shell.sendintr()
    shell.expect_exact("left with 130")
    shell.expect(r"([0-9a-f:]{20,})\r\n")
    assert shell.match.group(1) == before
    shell.close(force=True)
