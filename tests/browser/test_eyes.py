"""What the other tests see with: a browser that is missing is not passed over, planted code and pale text are seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import DEMANDED, Open, find_chromium
from tests.browser.watch import MISCHIEF, active, hard_to_read


def test_a_missing_browser_is_a_skipped_test_and_a_failed_one_where_it_is_demanded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(DEMANDED, raising=False)
    with pytest.raises(pytest.skip.Exception, match="apt-get install chromium"):
        find_chromium()
    monkeypatch.setenv(DEMANDED, "required")
    with pytest.raises(pytest.fail.Exception, match="apt-get install chromium"):
        find_chromium()


def test_what_is_let_is_seen(open_page: Open) -> None:
    page, watch = open_page()
    with page.expect_event("dialog"):
        page.set_content(f"<main>{MISCHIEF}</main>")
    page.wait_for_function("document.title === '1'")
    assert watch.dialogs
    assert [line for line in watch.planted if line.startswith("mark in ")]
    assert [line for line in watch.planted if line == "log: planted"]
    assert active(page)
    page.set_content('<html><p style="color: #aaa; background: #fff">pale</p></html>')
    assert any(line.startswith("color-contrast") for line in hard_to_read(page))
