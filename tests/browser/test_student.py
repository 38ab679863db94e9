"""A student in JupyterLab: the first cell, a mistake that gets its name, mending it, and handing in what was saved."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from nbconvert import HTMLExporter
from playwright.sync_api import Locator, Page, expect

from autograder import misconceptions
from tests.browser.classroom import planted, planted_code, save, solved_and_stub
from tests.browser.conftest import Open, Picture
from tests.browser.lab import CARD, DARK, LIGHT, Lab
from tests.browser.server import Server
from tests.browser.watch import NAMES, active, hard_to_read
from tests.conftest import ROOT

UNSCALED = "def attention_scores(Q, K):\n    return Q @ K.T"
BY_WIDTH = "def attention_scores(Q, K):\n    return Q @ K.T / K.shape[-1]"
RIGHT = "def attention_scores(Q, K):\n    return Q @ K.T / K.shape[-1] ** 0.5"
CHECK, LAST = "check_attention_scores", "ready_to_hand_in()"
COUNTED = re.compile(r"attention_scores: public checks \d+/\d+;")
ALL_HOLD = re.compile(r"attention_scores: public checks (\d+)/\1;")


@dataclass(frozen=True, slots=True)
class Sitting:
    """A student before an open notebook, and whoever looks over the shoulder."""

    lab: Lab
    picture: Picture

    def look(self, card: Locator, name: str) -> None:
        """Keep the card in the theme that is worn, then in the other one; it must read well in both."""
        worn = self.lab.theme()
        for theme in (worn, DARK if worn == LIGHT else LIGHT):
            self.lab.wear(theme)
            assert hard_to_read(self.lab.page, CARD) == []
            self.picture(card, f"student-{name}-{theme.split()[-1].lower()}")
        assert active(card) == []


def test_from_the_first_cell_to_handing_in(lab_server: Server, open_page: Open, picture: Picture) -> None:
    path = lab_server.root / "ada" / "attention.ipynb"
    path.parent.mkdir()
    shutil.copy(ROOT / "assignments" / "attention" / "attention.ipynb", path)
    page, watch = open_page(lab_server.host)
    ada = Sitting(Lab.open(page, lab_server, path), picture)
    begin(ada)
    be_wrong_twice(ada)
    mend(ada)
    hand_in(ada)
    assert watch.planted == []
    assert watch.foreign == []
    read_elsewhere(page, path, picture)


def begin(ada: Sitting) -> None:
    expect(ada.lab.run("import numpy as np")).to_have_text("")
    ada.lab.run("attention_scores")
    card = ada.lab.card(CHECK)
    expect(card).to_contain_text("attention_scores: not written yet")
    ada.picture(card, "student-1-stub")


def be_wrong_twice(ada: Sitting) -> None:
    ada.lab.write("attention_scores", UNSCALED)
    card = ada.lab.card(CHECK)
    expect(card).to_contain_text(COUNTED)
    expect(card).to_contain_text("failed: ")
    expect(card).to_contain_text("next hint: run this cell again")
    expect(card).not_to_contain_text("recognised")
    ada.picture(card, "student-2-first-try")

    ada.lab.write("attention_scores", BY_WIDTH)
    card = ada.lab.card(CHECK)
    mistake = next(one for one in misconceptions.of("attention_scores") if one.id == "divides_by_d_k")
    expect(card).to_contain_text(f"recognised: {mistake.says}")
    expect(card.get_by_role("table")).to_contain_text("An input that goes wrong")
    ada.look(card, "3-named")
    ada.picture(ada.lab.page, "student-3-screen")

    card = ada.lab.card(CHECK)
    expect(card).to_contain_text("where to read: ")
    ada.look(card, "4-hint")


def mend(ada: Sitting) -> None:
    ada.lab.write("attention_scores", RIGHT)
    card = ada.lab.card(CHECK)
    expect(card).to_contain_text(ALL_HOLD)
    expect(card).not_to_contain_text("recognised")
    ada.look(card, "5-mended")


def hand_in(ada: Sitting) -> None:
    card = ada.lab.card(LAST)
    expect(card).to_contain_text("attention_scores: the file has another version than this kernel")
    expect(card).to_contain_text("attention_scores: not written yet")
    expect(card).to_contain_text("save it, then run this cell again")
    ada.look(card, "6-not-saved")

    ada.lab.save()
    assert RIGHT.splitlines()[-1] in ada.lab.path.read_text(encoding="utf-8")
    card = ada.lab.card(LAST)
    expect(card).to_contain_text("what this kernel holds is what the file holds")
    expect(card).to_contain_text(ALL_HOLD)
    expect(card).to_contain_text("weighted_sum: not written yet")
    expect(card).not_to_contain_text("all passed")
    ada.look(card, "7-saved")
    ada.lab.save()


def read_elsewhere(page: Page, path: Path, picture: Picture) -> None:
    """The saved notebook as nbconvert's HTML: the cards are in it, in both of its themes."""
    for theme in ("light", "dark"):
        exported = path.with_name(f"{theme}.html")
        exported.write_text(HTMLExporter(theme=theme).from_filename(str(path))[0], encoding="utf-8")
        page.goto(exported.as_uri())
        card = page.locator(CARD, has_text=ALL_HOLD).first
        expect(card).to_be_visible()
        assert hard_to_read(page, CARD) == []
        picture(card, f"student-8-exported-{theme}")


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
