"""Code as rows of tokens: comments, docstrings, layout and signatures left out, so that reformatting hides nothing."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from typing import NamedTuple

from autograder.build.script import BEGIN, END

LAYOUT = frozenset(
    (tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER, tokenize.COMMENT)
)
# Prose has apostrophes, so quotes are no strings there.
WORD = re.compile(
    r"[^\W\d]\w*"
    r"|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
    r"|\*\*=?|//=?|[-+*/@%&|^=!<>:]=|->|<<|>>|\.\.\.|\S"
)


class Token(NamedTuple):
    """One token and the line it stands on, counted from 1."""

    text: str
    line: int


Row = list[Token]
Place = tuple[int, int]


def of_code(source: str) -> list[Row]:
    """The tokens of valid Python, a new row after each signature or annotation; SyntaxError when it is not valid.

    Signatures and annotations are the public contract: they are cut out, and nothing is joined across the cut.
    """
    tree = ast.parse(source)
    dropped, cuts = _docstrings(tree), _public(tree)
    rows: list[Row] = [[]]
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if any(start <= token.start < end for start, end in cuts):
            if rows[-1]:
                rows.append([])
        elif token.type not in LAYOUT and token.start not in dropped:
            rows[-1].append(Token(_plain(token), token.start[0]))
    return rows


def _plain(token: tokenize.TokenInfo) -> str:
    """The token's text; a string always in the same quotes, a number always in the same digits."""
    if token.type == tokenize.STRING and token.string[0] in "\"'":
        return repr(ast.literal_eval(token.string))
    return _number(token.string) if token.type == tokenize.NUMBER else token.string


def _number(text: str) -> str:
    """1e-3 and 0.001 are one number; what only looks like one stays as it is."""
    try:
        return repr(ast.literal_eval(text))
    except (SyntaxError, ValueError):
        return text


def of_remarks(source: str) -> Row:
    """What a program says besides its code: comments and strings, which may quote code."""
    row: Row = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT or "STRING" in tokenize.tok_name[token.type]:
            row += of_prose(token.string.lstrip("#"), token.start[0])
    return row


def of_prose(text: str, first_line: int = 1) -> Row:
    """Words, numbers and signs of any text, cut as Python would cut code that is quoted in it."""
    lines = enumerate(text.split("\n"), start=first_line)
    words = ((found, number) for number, line in lines for found in WORD.findall(line))
    return [Token(_number(found) if found[0].isdecimal() else found, number) for found, number in words]


def of_idiom(code: str) -> tuple[str, ...]:
    """The tokens of a piece of code that need not be a whole statement."""
    found: list[str] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(code).readline):
            if token.type not in LAYOUT:
                found.append(_plain(token))
    except tokenize.TokenError:  # an open bracket at the end
        pass
    return tuple(found)


def bodies(source: str) -> Iterator[Row]:
    """What a module must not give away: function bodies and loose statements, without imports and signatures."""
    spans = list(_spans(ast.parse(source)))
    for row in of_code(source):
        for first, last in spans:
            yield [token for token in row if first <= token.line <= last]


def solutions(source: str) -> Iterator[Row]:
    """The code between the solution markers of a course text."""
    lines = list(enumerate(source.split("\n"), start=1))
    begins = [number for number, line in lines if line.strip() == BEGIN]
    ends = [number for number, line in lines if line.strip() == END]
    for row in of_code(source):
        for begin, end in zip(begins, ends, strict=True):
            yield [token for token in row if begin < token.line < end]


def _spans(tree: ast.Module | ast.ClassDef) -> Iterator[tuple[int, int]]:
    """The first and last line of each function body, and of each other statement that is no import."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.body[0].lineno, node.end_lineno or node.lineno
        elif isinstance(node, ast.ClassDef):
            yield from _spans(node)
        elif not isinstance(node, ast.Import | ast.ImportFrom):
            yield node.lineno, node.end_lineno or node.lineno


def _docstrings(tree: ast.Module) -> set[Place]:
    """Where strings stand alone as statements: docstrings, and prose in quotes."""
    statements = (node for node in ast.walk(tree) if isinstance(node, ast.Expr))
    strings = (node.value for node in statements if isinstance(node.value, ast.Constant))
    return {(node.lineno, node.col_offset) for node in strings if isinstance(node.value, str)}


def _public(tree: ast.Module) -> list[tuple[Place, Place]]:
    """The stretches from each `def` to its body, and the annotations of variables."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0]
            found.append(((node.lineno, node.col_offset), (first.lineno, first.col_offset)))
        elif isinstance(node, ast.AnnAssign):
            note = node.annotation
            found.append(((note.lineno, note.col_offset), (note.end_lineno or 0, note.end_col_offset or 0)))
    return found
