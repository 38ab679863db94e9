"""What a page does that nobody asked for, and the text that would make it do so if it were let."""

from __future__ import annotations

from dataclasses import dataclass, field

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, ConsoleMessage, Dialog, Frame, Locator, Page

# What planted code does: a title that a person could see, a mark on the window, a line on the console, a dialog.
DEED = "document.title=window.planted=1,console.log(`planted`),alert(1)"
# None of them holds a slash, so that a file or a student may be called so; quotes and brackets end what they stand in.
NAMES = (f"<img src=x onerror={DEED}>", f'"><svg onload={DEED}>', f"'><details open ontoggle={DEED}>")
MISCHIEF = "\n".join(
    (
        *NAMES,
        f"<script>{DEED}</script>",
        f"</pre></code></style></textarea></title><script>{DEED}</script>",
        f'<iframe srcdoc="<script>parent.{DEED}</script>"></iframe>',
        f"<b onmouseover={DEED} onfocus={DEED} tabindex=0 autofocus>over</b>",
        f'<math><mtext><img src=x onerror="{DEED}"></mtext></math>',
        f"{{{{ ''.__class__ }}}} $\\unicode{{<img src=x onerror={DEED}>}}$ $\\href{{javascript:{DEED}}}{{x}}$",
        f'[link](javascript:{DEED}) ![picture](x" onerror="{DEED})',
        "\x1b]0;planted\x07\x1b[2J\x1b[31mred\x1b[0m\u202edetnalp\u202c",
    )
)
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa"]}


@dataclass(frozen=True, slots=True)
class Watch:
    """Listens to every page of a context, its frames included. `host` is the only place it may ask."""

    context: BrowserContext
    host: str
    dialogs: list[str] = field(default_factory=list)
    console: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)

    def begin(self) -> None:
        # Not the methods themselves: Playwright writes attributes onto the owner of a method, and this one is frozen.
        self.context.on("dialog", lambda dialog: self._dialog(dialog))
        self.context.on("console", lambda message: self._said(message))
        self.context.on("weberror", lambda error: self.console.append(f"error: {error.error}"))
        self.context.on("request", lambda request: self._asked(request.url))

    def _dialog(self, dialog: Dialog) -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def _said(self, message: ConsoleMessage) -> None:
        self.console.append(f"{message.type}: {message.text}")

    def _asked(self, url: str) -> None:
        if not url.startswith((self.host, "file:", "data:", "blob:", "about:")):
            self.foreign.append(url)

    @property
    def planted(self) -> list[str]:
        """Every sign that planted code ran; empty when none did."""
        frames = [frame for page in self.context.pages for frame in page.frames]
        marks = [f"mark in {frame.url[:80]}" for frame in frames if _is_marked(frame)]
        return marks + self.dialogs + [line for line in self.console if "planted" in line]

    @property
    def errors(self) -> list[str]:
        """What the browser complained of, such as a script that a page's policy stopped."""
        return [line for line in self.console if line.startswith("error: ")]


def _is_marked(frame: Frame) -> bool:
    return bool(frame.evaluate("window.planted !== undefined || document.title === '1'"))


def active(where: Page | Locator) -> list[str]:
    """Elements and attributes in what is ours that could act; it has none of its own, so each one is somebody's."""
    found: list[str] = where.locator("script, iframe, img, svg, object, embed, form, math, base, link").evaluate_all(
        "all => all.map(one => one.outerHTML.slice(0, 200))"
    )
    handlers: list[str] = where.locator("*").evaluate_all(
        "all => all.flatMap(one => [...one.attributes]).filter(a => a.name.startsWith('on')"
        " || a.value.trim().startsWith('javascript:')).map(a => `${a.name}=${a.value}`)"
    )
    return found + handlers


def hard_to_read(page: Page, selector: str | None = None) -> list[str]:
    """What axe finds against WCAG 2.1 AA in the page, or in one part of it: contrast, headings of tables, language."""
    found = Axe().run(page, context=selector, options=RULES).response["violations"]
    return [f"{one['id']}: {node['html'][:160]}: {node['failureSummary']}" for one in found for node in one["nodes"]]
