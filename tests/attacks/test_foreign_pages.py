"""A student's notebook on nbgrader's pages, which run with the instructor's rights: shown, and nothing of it acts."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import nbgrader
import pytest
from bs4 import BeautifulSoup, Tag
from nbconvert import HTMLExporter
from nbformat import NotebookNode, from_dict
from traitlets.config import Config

from autograder.build.nbgrader_tools import configuration
from autograder.facts import Course
from autograder.feedback import verdict_html
from autograder.gradebook import tame
from autograder.report import Check, CounterExample, ExerciseResult, NamedMistake, Report, Status
from tests.conftest import ROOT

pytestmark = pytest.mark.attack
BAD = "alert(666)"
EXTENSION = Path(nbgrader.__file__).parent / "server_extensions" / "formgrader"
RESOURCES = {
    "base_url": "",
    "index": 0,
    "total": 1,
    "nbgrader": {"notebook": "attention", "score": 1.0, "max_score": 2.0, "late_penalty": 0},
    **dict.fromkeys(("assignment_id", "notebook_id", "submission_id", "student", "notebook_path"), "x"),
    **dict.fromkeys(("last_name", "first_name"), None),
}
PNG = "iVBORw0KGgo="
MARKDOWN = {
    "script": f"<script>{BAD}</script>",
    "script in half": f"<scr<script>ipt>{BAD}</scr</script>ipt>",
    "script in upper case": f"<SCRIPT SRC=//evil.example/{BAD}></SCRIPT>",
    "handler": f"<img src=x onerror={BAD}>",
    "handler behind a slash": f"<svg/onload={BAD}>",
    "handler on a tag that may stand": f'<p onclick="{BAD}" onmouseover={BAD}>text</p>',
    "handler in broken markup": f'<p title="a" b="<img src=x onerror={BAD}>',
    "comment that ends early": f"<!--><img src=x onerror={BAD}>-->",
    "link": f"[x](javascript:{BAD})",
    "link by reference": f"[x]\n\n[x]: javascript:{BAD}",
    "link with a tab in it": f'<a href="java\tscript:{BAD}">x</a>',
    "link in entities": f'<a href="&#106;avascript:{BAD}">x</a>',
    "link to data": f"[x](data:text/html,<script>{BAD}</script>)",
    "link in pointed brackets": f"<javascript:{BAD}>",
    "picture that is a link": f"![x](javascript:{BAD})",
    "picture of markup": f"![x](data:image/svg+xml,<svg onload={BAD}>)",
    "picture on the own server": "![x](/logout)",
    "picture on the own machine": '<img src="http://127.0.0.1:8888/logout">',
    "frame": f'<iframe srcdoc="<script>{BAD}</script>"></iframe>',
    "plug-in": f'<object data="javascript:{BAD}"></object><embed src="javascript:{BAD}">',
    "form": f'<form action="javascript:{BAD}"><button formaction="javascript:{BAD}">x</button></form>',
    "head": '<base href="//evil.example/"><meta http-equiv="refresh" content="0;url=//evil.example"><link href="//e">',
    "style": "<style>body { display: none }</style><p style='position: fixed'>x</p>",
    "our style and more": f"{tame._look()[:-8]}</style><script>{BAD}</script>",
    "our style in an attribute": f'<p title="{tame._look()}<script>{BAD}</script>">x</p>',
    "a field of formgrader": '<input class="score" id="check_stable_softmax"><p id="x-comment" class="comment">x</p>',
    "heading with the id of a field": "# check_stable_softmax",
    "mathematics": f"$\\href{{javascript:{BAD}}}{{x}}$ $$\\class{{score}}{{\\cssId{{x}}{{y}}}} \\require{{html}}$$",
    "code": f"```html\n<script>{BAD}</script>\n```\n\n`<script>{BAD}</script>`",
    "code with a strange language": f'```"><script>{BAD}</script>\ntext\n```',
    "diagram": f"```mermaid\n<img src=x onerror={BAD}>\n```",
    "table": f"| a |\n| --- |\n| <img src=x onerror={BAD}> |",
    "missing attachment": "![x](attachment:nothing.png)",
    "deeper than a parser follows": ">" * 3000 + " x",
    "half a character": "\ud800",
}
ATTACHED = {
    "markup": {"text/html": f"<script>{BAD}</script>"},
    "drawing": {"image/svg+xml": f"<svg onload={BAD}>"},
    "broken out": {"image/png": f'" onerror="{BAD}'},
    "kind broken out": {f'image/png" onerror="{BAD}': PNG},
    "no text": {"image/png": [PNG]},
    "nothing": {},
}
OUTPUTS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "script": ({"text/html": f"<script>{BAD}</script><p onclick={BAD}>x</p>"}, {}),
    "isolated": ({"text/html": f"<script>{BAD}</script>"}, {"text/html": {"isolated": True}}),
    "markdown": ({"text/markdown": f"<script>{BAD}</script>[x](javascript:{BAD})"}, {}),
    "program": ({"application/javascript": BAD, "text/plain": "x"}, {}),
    "drawing": ({"image/svg+xml": f"<svg xmlns='http://www.w3.org/2000/svg' onload='{BAD}'/>"}, {}),
    "diagram": ({"text/vnd.mermaid": f"</pre><img src=x onerror={BAD}>"}, {}),
    "widget": ({"application/vnd.jupyter.widget-view+json": {"model_id": f"</script><script>{BAD}</script>"}}, {}),
    "mathematics": ({"text/latex": f"$\\href{{javascript:{BAD}}}{{x}}$"}, {}),
    "unknown": ({"text/x-unknown": f"<script>{BAD}</script>", "application/pdf": f"<script>{BAD}</script>"}, {}),
    "size broken out": ({"image/png": PNG}, {"image/png": {"width": f"1 onerror={BAD}", "alt": f'" onerror="{BAD}'}}),
    "file name": ({"image/png": PNG}, {"filenames": {"image/png": f"javascript:{BAD}"}}),
    "data broken out": ({"image/jpeg": f'" onerror="{BAD}'}, {}),
    "plain": ({"text/plain": f"<script>{BAD}</script>\x1b[31m<img src=x onerror={BAD}>"}, {}),
}


def book(*cells: dict[str, Any], **metadata: Any) -> NotebookNode:
    numbered = [{"id": f"c{number}", "metadata": {}, **cell} for number, cell in enumerate(cells)]
    return from_dict({"cells": numbered, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5})


def text(source: str, **more: Any) -> dict[str, Any]:
    return {"cell_type": "markdown", "source": source, **more}


def code(source: str, *outputs: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"cell_type": "code", "source": source, "execution_count": None, "outputs": list(outputs), **more}


@pytest.fixture(scope="module", params=["feedback", "formgrade", "lab", "classic"])
def show(request: pytest.FixtureRequest, course: Course) -> Any:
    """The page that nbgrader makes of a notebook, by its own templates, and by nbconvert's own for good measure."""
    config = configuration(course)
    config.HTMLExporter.template_name = request.param
    config.HTMLExporter.extra_template_basedirs = [str(EXTENSION / "templates")]
    config.HTMLExporter.extra_template_paths = [str(EXTENSION / "static/node_modules/bootstrap/dist/css")]
    exporter = HTMLExporter(config=config)

    def made(notebook: NotebookNode) -> BeautifulSoup:
        page, _ = exporter.from_notebook_node(notebook, resources=json.loads(json.dumps(RESOURCES)))
        return BeautifulSoup(page, "html.parser")

    return made


@pytest.fixture(scope="module")
def own(show: Any) -> frozenset[str]:
    """The elements that a page has without anybody's work, word for word."""
    return frozenset(acting(show(book(text("x"), code("x")))))


def acting(page: BeautifulSoup) -> list[str]:
    """Every element that could do something, in words."""
    return [str(tag) for tag in page.find_all(True) if _acts(tag)]


ACTING = (
    *("script", "style", "iframe", "object", "embed", "form", "input", "button", "base", "meta", "link", "svg"),
    *("math", "template"),
)


def _acts(tag: Tag) -> bool:
    attributes = {name.lower(): "".join(str(value).split()).lower() for name, value in tag.attrs.items()}
    links = [attributes.get(name, "#") for name in ("href", "src", "action", "formaction", "data", "xlink:href")]
    harmless = ("https://", "#", "mailto:", "data:image/png;base64,", "data:image/jpeg;base64,")
    return (
        tag.name.lower() in ACTING
        or any(name.startswith("on") or name in ("style", "srcdoc") for name in attributes)
        or not all(link.startswith(harmless) or (link.startswith("http://") and tag.name == "a") for link in links)
    )


def check(page: BeautifulSoup, own: frozenset[str]) -> None:
    assert [tag for tag in acting(page) if tag not in own and tag != tame._look()] == []
    for tag in page.select("[id]"):
        assert not str(tag["id"]).startswith("check_")
    for tag in page.select(".score, .comment"):
        assert "x" not in tag.get_text().split(), "a student's element would be taken for a field"
    commands = [word for word in ("\\href", "\\class", "\\cssId", "\\require") if word in page.get_text()]
    assert commands == [] or page.find("script", string=lambda said: bool(said and commands[0] in said))


@pytest.mark.parametrize("name", MARKDOWN)
@pytest.mark.parametrize("kind", ["markdown", "raw"])
def test_a_text_cell(show: Any, own: frozenset[str], name: str, kind: str) -> None:
    source = MARKDOWN[name].encode("utf-8", "replace").decode()
    page = show(book(text(source, cell_type=kind), text("The end.")))
    check(page, own)
    assert "The end." in page.get_text(), "the page goes on behind it"


@pytest.mark.parametrize("name", MARKDOWN)
def test_a_comment_and_what_lies_in_the_margins(show: Any, own: frozenset[str], name: str) -> None:
    marks = {"grade_id": "a", "solution": True, "grade": False, "comment": MARKDOWN[name]}
    strange = {"tags": [f'"><script>{BAD}</script>'], "name": f"<script>{BAD}</script>", "nbgrader": marks}
    widgets = {"application/vnd.jupyter.widget-state+json": {"state": f"</script><script>{BAD}</script>"}}
    language = {"name": f"<script>{BAD}</script>", "pygments_lexer": f"<script>{BAD}</script>"}
    source = f"# </pre><script>{BAD}</script>\n'''<img src=x onerror={BAD}>'''"
    notebook = book(code(source, metadata=strange), title=f"</title><script>{BAD}</script>", widgets=widgets)
    notebook.metadata.language_info = from_dict(language)
    check(show(notebook), own)


@pytest.mark.parametrize("name", ATTACHED)
def test_an_attachment(show: Any, own: frozenset[str], name: str) -> None:
    check(show(book(text("![x](attachment:a.png)", attachments={"a.png": ATTACHED[name]}))), own)


@pytest.mark.parametrize("name", OUTPUTS)
@pytest.mark.parametrize("kind", ["display_data", "execute_result"])
def test_an_output(show: Any, own: frozenset[str], name: str, kind: str) -> None:
    data, metadata = OUTPUTS[name]
    output = {"output_type": kind, "data": data, "metadata": metadata}
    more = {"execution_count": 1} if kind == "execute_result" else {}
    streams = [
        {"output_type": "stream", "name": "stdout", "text": f"<script>{BAD}</script>\x1b]8;;javascript:{BAD}\x1b\\x"},
        {
            "output_type": "error",
            "ename": f"<script>{BAD}</script>",
            "evalue": "x",
            "traceback": [f"<img onerror={BAD}>"],
        },
    ]
    check(show(book(code("x", output | more, *streams))), own)


def test_what_is_honest_is_shown_as_it_was(show: Any) -> None:
    words = (
        "**Bold** `x < 1` [site](https://example.org) $a_1 < b$\n\n| a | b |\n| --- | ---: |\n| 1 | 2 |\n\n- [ ] one\n"
    )
    picture = text("![p](attachment:a.png)", attachments={"a.png": {"image/png": PNG}})
    output = {"output_type": "display_data", "data": {"image/png": PNG}, "metadata": {}}
    page = show(book(text(f"# Title\n\n{words}\n```python\nx = 1\n```"), picture, code("y = 2", output)))
    assert page.select_one("h1").get_text() == "Title"
    assert page.select_one("strong").get_text() == "Bold"
    assert page.select_one("a[href='https://example.org']")
    assert [cell.get_text() for cell in page.select("table td")] == ["1", "2"]
    assert "$a_1 < b$" in page.get_text()
    assert page.select_one("code").get_text() == "x < 1"
    assert len(page.select(f"img[src='data:image/png;base64,{PNG}']")) == 2
    assert page.select_one(".highlight .mi")


def reports() -> list[Report]:
    mistake = NamedMistake("axis_0", "These numbers < come out & so.", "Along which axis?")
    example = CounterExample('[[1, "2"]]', "<expected>", "&received", "rows sum to 1")
    checks = tuple(Check(f"test_{status}", "it says <so>", status, "a & b", 0.5, 1.0) for status in Status)
    found = [
        ExerciseResult("stable_softmax", status, checks, 1.0, 5.0, 0.1, mistake, mistake, example, ("weighted_sum",))
        for status in Status
    ]
    ungraded = (Status.UNREADABLE, Status.REFUSED, Status.GRADER_FAULT)
    return [Report("x", "attention", True, Status.GRADED, exercises=(result,)) for result in found] + [
        Report("x", "attention", True, status, message="torn & <broken>") for status in ungraded
    ]


def test_a_verdict_of_an_older_kit_is_shown_and_not_spelled_out(show: Any) -> None:
    style = "<style>.softmarks th { color: #123457 }</style>"
    old = f'<div class="softmarks">{style}<p><strong>f: passed.</strong></p></div>'
    output = {"output_type": "display_data", "data": {"text/html": old}, "metadata": {}}
    page = show(book(code("check(f)", output)))
    assert page.select_one(".softmarks strong").get_text() == "f: passed."
    assert "#123457" not in str(page)
    assert [str(tag) for tag in page.select(".softmarks style")] == [tame._look()]


@pytest.mark.parametrize("report", reports(), ids=lambda report: str(report.status))
def test_our_own_verdict_comes_through_whole(report: Report) -> None:
    verdict = verdict_html(report, "stable_softmax")
    before, after = (BeautifulSoup(said, "html.parser") for said in (verdict, tame.clean(verdict)))
    for body in (*before.select("tbody"), *after.select("tbody")):
        body.unwrap()  # every browser puts it in where it is missing
    assert str(after) == str(before)
    assert after.select_one("style")
    assert '"' not in tame._look(), "in an attribute it ends nothing"


def test_a_guest_gets_the_same_by_the_lines_of_the_guide() -> None:
    guide = (ROOT / "docs" / "adopt.md").read_text(encoding="utf-8")
    (lines,) = (block for block in re.findall(r"```python\n(.*?)```", guide, re.DOTALL) if "tame" in block)
    config = Config()
    exec(lines, {"c": config})
    assert config == tame.settings()
