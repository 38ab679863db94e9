"""Chromium for these tests: the one of this machine, watched, without a network, its pictures kept."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.browser.server import Server, serving
from tests.browser.watch import Watch
from tests.conftest import ROOT

HERE = Path(__file__).parent
PICTURES = ROOT / "build-cache" / "browser"
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
DEMANDED = "SOFTMARKS_BROWSER"  # set by .ci/run: a browser is there, so a skipped test is a failed one
PATIENCE = 120_000  # milliseconds: only for noticing that something hangs
ARGUMENTS = ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
Scheme = Literal["light", "dark"]
Open = Callable[..., tuple[Page, Watch]]
Picture = Callable[[Page | Locator, str], None]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """Tell the fixtures whether the test failed, so that they can keep what was on the screen."""
    report = yield
    if report.when == "call" and report.failed:
        item.stash[_FAILED] = True
    return report


_FAILED = pytest.StashKey[bool]()


@pytest.fixture(scope="session")
def chromium() -> str:
    return find_chromium()


def find_chromium() -> str:
    """The path of this machine's browser; without one the test is skipped, or failed where a browser is demanded."""
    found = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if found is None:
        reason = f"none of {', '.join(PROGRAMS)} is on PATH; on Debian: apt-get install chromium"
        (pytest.fail if os.environ.get(DEMANDED) else pytest.skip)(reason)
    return found


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Open]:
    """`open_page(host)` gives an empty page that may ask this host, and what watches over it."""
    contexts = []
    failed = f"failed-{re.sub(r'[^a-z0-9]+', '-', request.node.name)}"
    for left in PICTURES.glob(f"{failed}*"):
        left.unlink()

    def opened(host: str = "file:", scheme: Scheme = "light") -> tuple[Page, Watch]:
        context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme=scheme)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        watch = Watch(context, host)
        watch.begin()
        return context.new_page(), watch

    yield opened
    pages = [page for context in contexts for page in context.pages]
    if request.node.stash.get(_FAILED, False):
        for number, page in enumerate(pages):
            page.screenshot(path=PICTURES / f"{failed}-{number}.png")
    for context in contexts:
        context.close()


@pytest.fixture
def picture() -> Picture:
    """Keep what a page or a part of it looks like, under a name without its ending."""
    PICTURES.mkdir(parents=True, exist_ok=True)

    def kept(what: Page | Locator, name: str) -> None:
        assert re.fullmatch(r"[a-z0-9-]+", name)
        whole = {"full_page": True} if isinstance(what, Page) else {}
        what.screenshot(path=PICTURES / f"{name}.png", animations="disabled", **whole)

    return kept


@pytest.fixture(scope="session")
def lab_server(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """JupyterLab over an empty folder of learners' work, whose name has a space and is not ASCII."""
    own = tmp_path_factory.mktemp("jupyter")
    work = own / "my 课程"
    work.mkdir()
    PICTURES.mkdir(parents=True, exist_ok=True)
    with serving(work, own, PICTURES / "jupyterlab.log") as server:
        yield server
