"""The page and the command: nothing unescaped, nothing from elsewhere, and a page that is out of date is found out."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from typer.testing import CliRunner

import autograder.audit
from autograder.audit import PAGE, is_stale, page
from autograder.audit.findings import Altered, Audit, Mistake, Right
from autograder.cli.app import app
from tests.audit.small import findings, verdict

EVIL = "<script>alert('1')</script>"
KEYS = {
    "misconceptions",
    "caught",
    "named",
    "variants",
    "accepted",
    "mutants",
    "killed",
    "equivalent",
    "escaped",
    "rejected",
    "unnamed",
}


def broken():
    """An audit in which everything goes wrong, said in words that a page must not believe."""
    passed = verdict(full=True, named="another")
    return Audit(
        [
            findings(
                mistakes=(Mistake("halves", EVIL, "test_values", (passed, passed)),),
                variants=(Right("adds_to_itself", EVIL, (EVIL,)),),
                mutants=(Altered("doubled-1", "swap_op", EVIL, f"{EVIL} & more", "", (passed, passed)),),
                alike=(("halves", "doubles"),),
                stale=(EVIL,),
            )
        ]
    )


def test_nothing_that_is_said_becomes_markup():
    text = page(broken(), 3)
    assert "<script" not in text
    assert text.count("&lt;script&gt;") >= 4
    assert "&amp; more" in text


def test_the_page_needs_nothing_but_itself(sound):
    text = page(sound, 3)
    assert not re.search(r"https?:|src=|@import|url\(", text)
    assert "prefers-color-scheme: dark" in text


def test_every_heading_of_a_table_says_what_it_heads(sound):
    headings = re.findall(r"<th\b[^>]*>", page(sound, 3))
    assert headings
    assert all("scope=" in heading for heading in headings)


def test_the_page_is_the_same_for_the_same_graders(sound):
    assert page(sound, 3) == page(Audit([findings()]), 3)


def test_cells_are_words(sound):
    text = page(sound, 3)
    for word in (">catches<", ">passes<", ">needed<", ">accepted<", "never failed anyone", "one mistake only"):
        assert word in text


def test_a_page_is_stale_when_it_is_missing_or_says_something_else(sound, tmp_path):
    file = tmp_path / "audit.html"
    assert is_stale(page(sound, 3), file)
    file.write_text(page(sound, 3), encoding="utf-8")
    assert not is_stale(page(sound, 3), file)
    assert is_stale(page(broken(), 3), file)


def test_every_kind_of_trouble_has_its_sentence(sound):
    assert sound.troubles() == []
    said = " | ".join(broken().troubles())
    for part in ("escapes test_values", "name of another", "is rejected", "keeps full marks", "answer alike"):
        assert part in said
    assert "no survivor" in said
    assert "0 of 1 misconceptions are named" in said


def test_a_mutant_that_survives_under_one_key_only_has_escaped():
    caught, passed = verdict("test_values"), verdict(full=True)
    mutant = Altered("doubled-1", "swap_op", "2 * x", "2 / x", "", (caught, passed))
    assert mutant.outcome == "escaped"
    assert replace(mutant, reason="Looked at.").outcome == "equivalent"


# --- the command ------------------------------------------------------------------------------------------------------


@pytest.fixture
def command(monkeypatch, tmp_path, root):
    """Runs `softmarks audit` on a course folder of its own, with an audit that has been made beforehand."""
    (tmp_path / "course_config.py").write_bytes((root / "course_config.py").read_bytes())

    def run(made, *options):
        monkeypatch.setattr(autograder.audit, "audit", lambda *_, **__: made)
        return CliRunner().invoke(app, ["audit", "--course", str(tmp_path), *options])

    run.folder = tmp_path
    return run


def test_a_sound_audit_with_a_fresh_page_ends_with_0(command, sound):
    page_file = command.folder / PAGE
    assert command(sound, "--out", str(page_file)).exit_code == 0
    told = command(sound, "--plain")
    assert told.exit_code == 0
    assert "doubled: misconceptions 1, caught 1, named 1, variants 1, accepted 1, mutants 2, killed 1" in told.stdout
    assert told.stderr == ""


def test_a_stale_page_ends_with_1_and_the_way_out(command, sound):
    told = command(sound, "--plain")
    assert told.exit_code == 1
    assert "softmarks audit --out docs/audit.html" in told.stderr


def test_the_json_has_the_fixed_keys(command, sound):
    told = command(sound, "--json", "--out", str(command.folder / PAGE))
    row = json.loads(told.stdout)
    assert row.keys() == KEYS
    assert (row["misconceptions"], row["mutants"], row["escaped"]) == (1, 2, [])


def test_trouble_ends_with_1_and_leaves_the_json_whole(command):
    told = command(broken(), "--json", "--out", str(command.folder / PAGE))
    assert told.exit_code == 1
    row = json.loads(told.stdout)
    assert row["escaped"] == ["doubled: halves", "doubled: doubled-1"]
    assert row["rejected"] == ["doubled: adds_to_itself"]
    assert row["unnamed"] == ["doubled: halves"]
    assert "is rejected" in told.stderr
