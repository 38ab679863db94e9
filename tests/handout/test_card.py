"""The card: the same words as the text, everything escaped, no script, readable without its style, in any kernel."""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from types import ModuleType

import nbclient
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from autograder import check, hint, predict
from autograder.notebook import card as cards
from autograder.notebook import checking

FIRST = "def attention_scores(Q, K):\n    return Q @ K.T / Q.shape[-1]\n"
LATER = "def attention_scores(Q, K):\n    d = Q.shape[-1]\n    return Q @ K.T / d\n"
HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>\x1b[2J\u202e"
VOID = {"img", "br", "hr", "meta", "link", "input"}


class Page(HTMLParser):
    """Tags, attributes and visible text of a piece of HTML; a tag that is not closed in order is a failed test."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.words: list[str] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self._open:
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[cards.Card]:
    """Every card that is shown, instead of showing it."""
    made: list[cards.Card] = []
    for module in (checking, sys.modules["autograder.notebook.predicting"]):
        monkeypatch.setattr(module, "show", made.append)
    return made


def defined(source: str, name: str = "attention_scores"):
    space = {"__name__": "__main__"}
    exec(source, space)
    return space[name]


def page(made: cards.Card) -> Page:
    return Page(made.html)


# --- words ------------------------------------------------------------------------------------------------------------


def test_each_check_stands_there_with_a_word(shown):
    check(defined(FIRST))
    text = page(shown[0]).text
    assert "attention_scores : public checks 3/5" in text
    assert "passed: the numbers are floating point" in text
    assert "failed: the scores are the dot products divided by the root of d_k" in text
    assert "next hint: run this cell again" in text
    assert "recognised" not in text
    assert "all passed" not in text


def test_the_second_changed_failure_names_it_and_shows_an_input_as_a_table(shown):
    check(defined(FIRST))
    check(defined(LATER))
    there = page(shown[1])
    assert "recognised: " in there.text
    assert "question: " in there.text
    assert "An input that goes wrong what value input Q = np.array([[1., 2.]," in there.text
    assert [value for name, value in there.attributes if name == "scope"] == ["col", "col", "row", "row", "row"]
    assert there.tags.count("table") == there.tags.count("caption") == 1


def test_the_cell_run_again_without_a_change_adds_a_hint(shown):
    for _ in range(3):
        check(defined(FIRST))
    first, second, third = (page(one).text for one in shown)
    assert "where to read: " not in first
    assert "Hint where to read: " in second
    assert "where to read: " in third
    assert "The next hint comes once the function has changed" in third
    assert "run this cell again" not in second


def test_hints_go_on_after_a_change_and_say_nothing_twice(shown):
    third = LATER.replace("    d =", "    width =").replace("/ d", "/ width")
    for source in (FIRST, LATER, third):
        check(defined(source))
        check(defined(source))
    assert "something to try: " in shown[3].text
    assert shown[5].text.count("counter-example: ") == 1


def test_what_passes_has_no_hint_and_is_no_mark(shown):
    for _ in range(2):
        check(defined("def attention_scores(Q, K):\n    return Q @ K.T / Q.shape[-1] ** 0.5\n"))
    assert page(shown[0]).text == page(shown[1]).text
    assert "5/5" in page(shown[0]).text
    assert "hidden checks run at grading" in page(shown[0]).text


def test_text_and_card_say_the_same(shown):
    check(defined(FIRST))
    check(defined(LATER))
    hint("attention_scores")
    predict("stable_softmax", [0.5, 0.5])
    for made in shown:
        words = page(made).text
        for line in made.text.splitlines():
            sentence = line.strip().removeprefix("failed: ")
            if line.startswith("    ") or ":" not in sentence or "counter-example" in sentence:
                continue  # the numbers of an example and a check's message are laid out otherwise
            assert " ".join(sentence.split(": ", 1)[-1].split()) in words, line


# --- safety -----------------------------------------------------------------------------------------------------------


def hostile_function(message: str):
    def attention_scores(Q, K):
        raise type(message, (ValueError,), {})(message)

    attention_scores.__doc__ = message
    return attention_scores


def test_names_and_messages_are_escaped_and_steer_nothing(shown):
    check(hostile_function(HOSTILE), name=True)
    there = page(shown[0])
    assert {"script", "img"}.isdisjoint(there.tags)
    assert not any(name.startswith("on") or name in ("src", "href") for name, _ in there.attributes)
    assert "<script>alert(1)</script>" in there.text
    for text in (shown[0].text, shown[0].html):
        assert "\x1b" not in text
        assert "\u202e" not in text


def test_every_template_escapes_what_it_is_given():
    made = cards.card("trouble", [HOSTILE], says=HOSTILE, tone="failed")
    assert {"script", "img"}.isdisjoint(page(made).tags)
    made = cards.card("hint", [HOSTILE], name=HOSTILE, hint=[HOSTILE], tone="note")
    assert {"script", "img"}.isdisjoint(page(made).tags)
    made = cards.card("prediction", [HOSTILE], name=HOSTILE, said=[HOSTILE], tone="note")
    assert {"script", "img"}.isdisjoint(page(made).tags)


def test_a_card_reaches_for_nothing_outside(shown):
    check(defined(FIRST))
    assert not re.search(r"https?:|url\(|@import|<script|<link", shown[0].html)


# --- look -------------------------------------------------------------------------------------------------------------


def test_colours_follow_the_notebooks_theme_and_else_the_reader(shown):
    check(defined(FIRST))
    style = shown[0].html.partition("</style>")[0]
    assert "@media (prefers-color-scheme: dark)" in style
    for variable in ("--jp-content-font-color1", "--jp-layout-color1", "--vscode-editor-foreground"):
        assert style.count(variable) == 2, "light and dark take it alike"


# --- in kernels -------------------------------------------------------------------------------------------------------


def test_without_a_notebook_the_text_is_printed(capsys, monkeypatch):
    monkeypatch.delitem(sys.modules, "IPython", raising=False)
    check(defined(FIRST))
    assert capsys.readouterr().out.startswith("attention_scores: public checks 3/5")


def test_ipython_that_is_imported_and_not_running_is_no_notebook(capsys, monkeypatch):
    idle = ModuleType("IPython")
    idle.get_ipython = lambda: None  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "IPython", idle)
    check(defined(FIRST))
    assert capsys.readouterr().out.startswith("attention_scores: public checks 3/5")


@pytest.mark.filterwarnings("ignore:IPython parent")
def test_a_kernel_shows_a_card_and_keeps_its_text_and_stops_an_endless_loop(tmp_path):
    endless = "def causal_mask(seq_len):\n    while True:\n        pass\n"
    cells = ["from autograder import check", f"{FIRST}\ncheck(attention_scores)", f"{endless}\ncheck(causal_mask)"]
    notebook = new_notebook(cells=[new_code_cell(cell) for cell in cells])
    nbclient.NotebookClient(notebook, timeout=60, resources={"metadata": {"path": str(tmp_path)}}).execute()
    (output,) = notebook.cells[1].outputs
    assert output.output_type == "display_data"
    assert output.data["text/plain"].startswith("attention_scores: public checks 3/5")
    assert "check of attention_scores" in output.data["text/html"]
    (stopped,) = notebook.cells[2].outputs
    assert "timeout: " in stopped.data["text/plain"]
    assert "too slow or endless" in stopped.data["text/plain"]
