"""A font that knows a few Chinese letters, so that no test depends on which fonts a machine has."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from matplotlib import font_manager

from autograder.show import fonts

LETTERS = "我喜欢"


@pytest.fixture(autouse=True)
def plain_machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine that has matplotlib's own fonts and no others."""
    own = [entry for entry in font_manager.fontManager.ttflist if "matplotlib" in entry.fname]
    monkeypatch.setattr(font_manager.fontManager, "ttflist", copy.copy(own))
    _forget()
    yield
    _forget()


@pytest.fixture
def chinese_font(tmp_path: Path, plain_machine: None) -> str:
    """The same machine with one more font."""
    path = tmp_path / "few.ttf"
    _made(LETTERS).save(path)
    font_manager.fontManager.addfont(str(path))
    _forget()
    return "Few Letters"


def _forget() -> None:
    fonts._families.cache_clear()
    fonts._letters.cache_clear()


def _made(letters: str) -> FontBuilder:
    """A font in which every letter is a triangle."""
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    pen.lineTo((500, 700))
    pen.lineTo((1000, 0))
    pen.closePath()
    drawn = pen.glyph()
    names = [".notdef", *(f"uni{ord(letter):04X}" for letter in letters)]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(letter): name for letter, name in zip(letters, names[1:], strict=True)})
    builder.setupGlyf(dict.fromkeys(names, drawn))
    builder.setupHorizontalMetrics(dict.fromkeys(names, (1000, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Few Letters", "styleName": "Regular", "psName": "FewLetters"})
    builder.setupOS2(usWeightClass=400)
    builder.setupPost()
    return builder
