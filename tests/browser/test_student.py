"""A student in JupyterLab: the first cell, a mistake that gets its name, mending it, and handing in what was saved."""

from __future__ import annotations

import re
import shutil

from nbconvert import HTMLExporter
from playwright.sync_api import Locator, expect

from autograder import misconceptions
from tests.browser.classroom import planted, planted_code, save, solved_and_stub
from tests.browser.conftest import Open, Picture
from tests.browser.jupyter import Server
from tests.browser.lab import CARD, DARK, LIGHT, Lab
from tests.browser.watch import NAMES, active, hard_to_read
from tests.conftest import ROOT

UNSCALED = "def attention_scores(Q, K):\n    return Q @ K.T"
BY_WIDTH = "def attention_scores(Q, K):\n    return Q @ K.T / K.shape[-1]"
RIGHT = "def attention_scores(Q, K):\n    return Q @ K.T / K.shape[-1] ** 0.5"
LAST = "ready_to_hand_in()"
COUNTED = re.compile(r"attention_scores: public checks \d+/\d+;")
ALL_HOLD = re.compile(r"attention_scores: public checks (\d+)/\1;")


def says(identifier: str) -> str:
    """The sentence of a known mistake."""
    return next(one.says for one in misconceptions.of("attention_scores") if one.id == identifier)


def test_from_the_first_cell_to_handing_in(lab_server: Server, open_page: Open, picture: Picture) -> None:
    path = lab_server.root / "ada" / "attention.ipynb"
    path.parent.mkdir()
    shutil.copy(ROOT / "assignments" / "attention" / "attention.ipynb", path)
    page, watch = open_page(lab_server.host)
    lab = Lab.open(page, lab_server, path)

    def look(card: Locator, name: str) -> None:
        """Keep the card in the theme that is worn, then in the other one; it must read well in both."""
        for theme in (lab.theme(), DARK if lab.theme() == LIGHT else LIGHT):
            lab.wear(theme)
            assert hard_to_read(page, CARD) == []
            picture(card, f"student-{name}-{theme.split()[-1].lower()}")
        assert active(card) == []

    expect(lab.run("import numpy as np")).to_have_text("")
    lab.run("attention_scores")
    card = lab.card("check_attention_scores")
    expect(card).to_contain_text("attention_scores: not written yet")
    picture(card, "student-1-stub")

    lab.write("attention_scores", UNSCALED)
    card = lab.card("check_attention_scores")
    expect(card).to_contain_text(COUNTED)
    expect(card).to_contain_text("failed: ")
    expect(card).to_contain_text("next hint: run this cell again")
    expect(card).not_to_contain_text("recognised")
    picture(card, "student-2-first-try")

    lab.write("attention_scores", BY_WIDTH)
    card = lab.card("check_attention_scores")
    expect(card).to_contain_text(f"recognised: {says('divides_by_d_k')}")
    expect(card.get_by_role("table")).to_contain_text("An input that goes wrong")
    look(card, "3-named")
    picture(page, "student-3-screen")

    card = lab.card("check_attention_scores")
    expect(card).to_contain_text("where to read: ")
    look(card, "4-hint")

    lab.write("attention_scores", RIGHT)
    card = lab.card("check_attention_scores")
    expect(card).to_contain_text(ALL_HOLD)
    expect(card).not_to_contain_text("recognised")
    look(card, "5-mended")

    card = lab.card(LAST)
    expect(card).to_contain_text("attention_scores: the file has another version than this kernel")
    expect(card).to_contain_text("attention_scores: not written yet")
    expect(card).to_contain_text("save it, then run this cell again")
    look(card, "6-not-saved")

    lab.save()
    assert RIGHT.splitlines()[-1] in path.read_text(encoding="utf-8")
    card = lab.card(LAST)
    expect(card).to_contain_text("what this kernel holds is what the file holds")
    expect(card).to_contain_text(ALL_HOLD)
    expect(card).to_contain_text("weighted_sum: not written yet")
    expect(card).not_to_contain_text("all passed")
    look(card, "7-saved")
    assert watch.planted == []
    assert watch.foreign == []

    lab.save()
    for theme in ("light", "dark"):
        exported = path.with_name(f"{theme}.html")
        exported.write_text(HTMLExporter(theme=theme).from_filename(str(path))[0], encoding="utf-8")
        page.goto(exported.as_uri())
        card = page.locator(CARD, has_text=ALL_HOLD)
        expect(card.first).to_be_visible()
        assert hard_to_read(page, CARD) == []
        picture(card.first, f"student-8-exported-{theme}")


def test_what_a_notebook_has_planted_does_nothing(lab_server: Server, open_page: Open, picture: Picture) -> None:
    path = lab_server.root / "mallory" / f"{NAMES[0]}.ipynb"
    _, stub = solved_and_stub()
    save(path.parent, planted(stub), path.name)
    page, watch = open_page(lab_server.host)
    lab = Lab.open(page, lab_server, path)
    lab.run("import numpy as np")
    for name in planted_code():
        lab.run(name)
        card = lab.card(f"check_{name}")
        expect(card).to_contain_text(f"{name}: ")
        assert active(card) == []
        picture(card, f"planted-{name.replace('_', '-')}")
    lab.write("my_guess", f"predict('attention_scores', type({NAMES[0]!r}, (), {{}})())")
    said = lab.cell("my_guess").locator(CARD)
    expect(said).to_contain_text("expected: numbers")
    assert active(said) == []
    card = lab.card(LAST)
    expect(card).to_contain_text(NAMES[0])
    assert active(card) == []
    picture(card, "planted-hand-in")
    assert watch.planted == []
    assert watch.foreign == []
