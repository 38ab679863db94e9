"""IPython's own syntax turned into plain Python, line for line, as IPython itself would turn it.

IPython's transformer is the referee in the tests and not the tool here: it reads a cell anew for every magic in it
(a stranger's cell could keep a grader busy for minutes), it moves lines when a cell begins with empty ones, and a mark
must not depend on whether IPython is installed. Where a cell magic runs its own cell (%%time and the like), the code
stays where it stands and the magic is called with an empty cell, so that line numbers and definitions are the cell's.
"""

from __future__ import annotations

import re

# These run the cell in the notebook's own namespace; the others hand their cell to something that is not Python here.
_RUN_THEIR_CELL = frozenset({"time", "capture", "prun"})
# Words that IPython takes for a magic without % where they stand alone in a cell.
_BARE = re.compile(r"(?:pip|conda|cd|ls|pwd|cat|mkdir|clear|whos?|matplotlib|timeit|time|load_ext|run|history)(?= |$)")
_PROMPT = re.compile(r"^\s*(?:>>> ?|In \[\d+\]: ?)")
_NEXT_PROMPT = re.compile(r"^\s*(?:>>> ?|In \[\d+\]: ?|\.\.\.+:? ?)")
_ASSIGNED = re.compile(r"=[ \t]*(?=%[^\W\d]|!(?!=))")
_TARGET = re.compile(r"\s*[^\W\d][\w.\[\], \t'\"]*")
_HELP = re.compile(r"(%{0,2}(?!\d)[\w*]+(?:\.(?!\d)[\w*]+|\[-?[0-9]+\])*)(\?\??)$")
_MOST_CELL_MAGICS = 20  # one above the other; each costs a look at all that follows
_LONGEST_HELP = 500  # nobody asks for help on more; the pattern above takes quadratic time
# What can hide the end of a statement: comments, strings of both lengths, brackets, continued lines.
_TOKEN = re.compile(
    r"#[^\n]*|\"\"\"(?:\\.|[^\\])*?(?:\"\"\"|\Z)|'''(?:\\.|[^\\])*?(?:'''|\Z)"
    r"|\"(?:\\.|[^\"\\\n])*\"?|'(?:\\.|[^'\\\n])*'?|[(\[{]|[)\]}]|\\\n|\n",
    re.DOTALL,
)


def plain(source: str) -> str:
    """The cell as plain Python with as many lines; what is not IPython's syntax stays as it is."""
    text = _without_prompts(source)
    done = ""
    for _ in range(_MOST_CELL_MAGICS):
        first = _first_line(text)
        if not first.startswith("%%") or first.endswith("?"):
            break
        call, text = _cell_magic(text)
        done += call
        if not text.strip():
            return done + text
    first = _first_line(text)
    if text.strip() == first and _BARE.match(first):
        return done + text.replace(first, _escaped("%" + first))
    return done + "".join(_statements(text))


def _first_line(text: str) -> str:
    return text.strip().split("\n", 1)[0].rstrip()


def _without_prompts(source: str) -> str:
    """Pasted prompts, and an indentation that the whole cell shares, are taken off as IPython does."""
    lines = source.split("\n")
    first = next((line for line in lines if line.strip()), "")
    if _PROMPT.match(first):
        return "\n".join(_NEXT_PROMPT.sub("", line, count=1) for line in lines)
    indent = first[: len(first) - len(first.lstrip())]
    return "\n".join(line.removeprefix(indent) for line in lines) if indent else source


def _cell_magic(text: str) -> tuple[str, str]:
    """The call for the cell magic that begins `text`, and the code after it that is still to be turned."""
    first, newline, body = text.lstrip().partition("\n")
    before = text[: len(text) - len(text.lstrip())]
    name, _, line = first[2:].partition(" ")
    if name in _RUN_THEIR_CELL:
        return f"{before}get_ipython().run_cell_magic({name!r}, {line!r}, ''){newline}", body
    handed = body if body.endswith("\n") or not body else body + "\n"
    return f"{before}get_ipython().run_cell_magic({name!r}, {line!r}, {handed!r})", "\n" * text.lstrip().count("\n")


def _statements(text: str) -> list[str]:
    """The text cut into statements; those in IPython's syntax are replaced, with their lines kept."""
    pieces = []
    start = 0
    while start < len(text):
        line_end = text.find("\n", start)
        line_end = len(text) if line_end < 0 else line_end
        end = line_end
        if text[start:end].lstrip()[:1] in ("%", "!", "?"):
            while text.startswith("\\", end - 1) and end < len(text):
                line_end = text.find("\n", end + 1)
                end = len(text) if line_end < 0 else line_end
        else:
            end = _statement_end(text, start)
        statement = text[start:end]
        call = _replaced(statement)
        pieces.append(statement if call is None else call + "\n" * statement.count("\n"))
        pieces.append(text[end : end + 1])
        start = end + 1
    return pieces


def _statement_end(text: str, start: int) -> int:
    """Where the logical line that begins at `start` ends: the next line end outside brackets and strings."""
    depth = 0
    for token in _TOKEN.finditer(text, start):
        first = token.group()[0]
        if first in "([{":
            depth += 1
        elif first in ")]}":
            depth -= 1
        elif first == "\n" and depth <= 0:
            return token.start()
    return len(text)


def _replaced(statement: str) -> str | None:
    """The call that IPython makes of a statement, or None where the statement is none of IPython's."""
    body = statement.lstrip()
    indent = statement[: len(statement) - len(body)]
    if body[:1] in ("%", "!", "?"):
        body = body.replace("\\\n", " ").rstrip()
        asks = body.startswith("%") and _HELP.fullmatch(body, 0, _LONGEST_HELP)
        return indent + (_help(asks.group(1), asks.group(2)) if asks else _escaped(body))
    if found := _ASSIGNED.search(statement):
        target, called = statement[: found.end()], statement[found.end() :].replace("\\\n", " ").rstrip()
        if _TARGET.fullmatch(statement, 0, found.start()):
            return target + (_escaped(called) if called.startswith("%") else _escaped("!" + called))
    body = body.rstrip()
    if body.endswith("?") and len(body) < _LONGEST_HELP and "\n" not in body and "#" not in body:
        return indent + _help(*help_.groups()) if (help_ := _HELP.search(body)) else None
    return None


def _escaped(line: str) -> str:
    """The call for a line that begins with %, ! or ?."""
    if line.startswith("?"):
        subject = line.lstrip("?").strip()
        return _help(subject, line[: 2 if line.startswith("??") else 1]) if subject else "get_ipython().show_usage()"
    if line.startswith("!!"):
        return f"get_ipython().getoutput({line[2:]!r})"
    if line.startswith("!"):
        return f"get_ipython().system({line[1:]!r})"
    name, _, rest = line.lstrip("%").partition(" ")
    return f"get_ipython().run_line_magic({name!r}, {rest.lstrip()!r})"


def _help(subject: str, marks: str) -> str:
    method = "psearch" if "*" in subject else "pinfo2" if marks == "??" else "pinfo"
    return f"get_ipython().run_line_magic({method!r}, {subject!r})"
