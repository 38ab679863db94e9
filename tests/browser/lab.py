"""A notebook in JupyterLab, as a person uses it: cells that are typed into and run, saving, themes."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Locator, Page, expect

from tests.browser.server import Server

LIGHT, DARK = "JupyterLab Light", "JupyterLab Dark"
CARD = ".softmarks"


@dataclass(frozen=True, slots=True)
class Lab:
    """One open notebook; `cells` are those of the file as it was opened."""

    page: Page
    path: Path
    cells: list[dict[str, Any]]

    @classmethod
    def open(cls, page: Page, server: Server, path: Path) -> Lab:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        # A workspace of its own, or JupyterLab opens again what was open before.
        shown = f"lab/workspaces/{path.parent.name}/tree/{quote(path.relative_to(server.root).as_posix())}"
        page.goto(server.url(shown))
        # Not the sign beside the kernel's name: it says idle from the start, and a cell without a kernel is not run.
        page.locator("#jp-main-statusbar").get_by_text("| Idle").wait_for()
        return cls(page, path, cells)

    def cell(self, name: str) -> Locator:
        """The cell of this grade id, else the first code cell that holds this text."""
        for number, cell in enumerate(self.cells):
            if cell["metadata"].get("nbgrader", {}).get("grade_id") == name:
                return self._at(number)
        for number, cell in enumerate(self.cells):
            if cell["cell_type"] == "code" and name in "".join(cell["source"]):
                return self._at(number)
        raise AssertionError(f"no cell is called or holds {name}")

    def _at(self, number: int) -> Locator:
        return self.page.locator(".jp-Notebook .jp-Cell").nth(number)

    def write(self, name: str, source: str) -> None:
        """Type over what a cell holds, and run it."""
        self.cell(name).locator(".cm-content").fill(source)
        self.run(name)

    def run(self, name: str) -> Locator:
        """Run a cell to its end; gives back what stands below it."""
        cell = self.cell(name)
        prompt = cell.locator(".jp-InputPrompt")
        before = prompt.inner_text()
        prompt.click()
        self.page.keyboard.press("Control+Enter")
        expect(prompt).to_have_text(re.compile(rf"^(?!{re.escape(before)})\[\d+\]:$"))
        return cell.locator(".jp-OutputArea")

    def card(self, name: str) -> Locator:
        """Run a cell that shows a card; gives back the card."""
        card = self.run(name).locator(CARD)
        expect(card).to_have_count(1)
        return card

    def save(self) -> None:
        self.page.keyboard.press("Control+s")
        expect(self.page.locator(".lm-DockPanel-tabBar .lm-mod-current")).not_to_have_class(re.compile("jp-mod-dirty"))

    def theme(self) -> str:
        return self.page.locator("body").get_attribute("data-jp-theme-name") or ""

    def wear(self, theme: str) -> None:
        """Choose a theme in the menu, unless it is the one that is worn."""
        if theme == self.theme():
            return
        self.page.locator(".lm-MenuBar-item", has_text="Settings").click()
        for entry in ("Theme", theme):
            self.page.locator(".lm-Menu-itemLabel", has_text=re.compile(f"^{entry}$")).click()
        expect(self.page.locator("body")).to_have_attribute("data-jp-theme-name", theme)
