"""Which fonts of this machine can draw which letters; where none can, tokens are numbered instead of drawn as boxes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

USUAL = "DejaVu Sans"  # comes with matplotlib
# Families made to be read that know Chinese, Japanese or Korean, in the order of preference.
KNOWN = (
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
    "Microsoft YaHei",
    "PingFang SC",
    "Hiragino Sans GB",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "SimHei",
    "Noto Sans CJK JP",
    "Arial Unicode MS",
)
ORDINARY = (400, "normal", "regular", "book")
BOXES = "Last Resort"  # draws every letter there is, as a box


def families(texts: Iterable[str]) -> tuple[str, ...] | None:
    """Font families that together draw every letter of the texts; None where this machine has no such fonts."""
    letters = {ord(letter) for text in texts for letter in text}
    return _families(frozenset(letters))


@lru_cache(maxsize=64)
def _families(letters: frozenset[int]) -> tuple[str, ...] | None:
    chosen = [USUAL]
    missing = letters - _letters(USUAL)
    for family in _candidates() if missing else ():
        if found := missing & _letters(family):
            chosen.append(family)
            missing -= found
        if not missing:
            break
    return None if missing else tuple(chosen)


def _candidates() -> list[str]:
    """The families of this machine, those first that are known to be good; never matplotlib's own for formulas."""
    there = set(_upright())
    return [name for name in KNOWN if name in there] + sorted(there - {*KNOWN, USUAL})


def _upright() -> dict[str, str]:
    """Family and file of every upright face of ordinary weight."""
    import matplotlib
    from matplotlib import font_manager

    own = Path(matplotlib.get_data_path())
    return {
        entry.name: entry.fname
        for entry in font_manager.fontManager.ttflist
        if entry.style == "normal"
        and entry.weight in ORDINARY
        and not entry.name.startswith(BOXES)
        and (entry.name == USUAL or not Path(entry.fname).is_relative_to(own))
    }


@lru_cache(maxsize=512)
def _letters(family: str) -> frozenset[int]:
    """The code points that a family can draw; none for a font that cannot be read."""
    from matplotlib import font_manager

    try:
        return frozenset(font_manager.get_font(_upright()[family]).get_charmap())
    except (OSError, RuntimeError, ValueError):
        return frozenset()
