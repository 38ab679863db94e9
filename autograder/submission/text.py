"""Bytes to text: byte order marks, UTF-16, old code pages and Windows line ends, each mended in the open."""

from __future__ import annotations

import codecs
import re

from autograder.submission.record import Unreadable

# Longest first: UTF-32's mark begins with UTF-16's.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

# A script may name its own encoding (PEP 263). Only these are honoured: other codecs of Python decode no text at all,
# or take quadratic time over it.
_NAMED = re.compile(r"utf-8|ascii|iso8859-\d+|cp\d+|gbk|gb2312|gb18030|big5|shift_jis|euc_(?:jp|kr)|koi8-r|mac-roman")
_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_SURROGATE = re.compile("[\ud800-\udfff]")


def decode(data: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    """The text of a file, with \\n as line end, and what had to be mended. Raises Unreadable for what is no text."""
    text, repairs = _decoded(data, name)
    if "\0" in text:
        raise Unreadable(f"{name} holds binary data, not text; hand in the notebook (.ipynb) or the .py file itself")
    return unix_lines(text.lstrip("\ufeff")), repairs


def unix_lines(text: str) -> str:
    """The same text with \\n as the only line end, and with U+FFFD for halves of characters, which no codec writes."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def _decoded(data: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return _marked(data[len(mark) :], codec, name)
    zeros = data[:400].count(0)
    if zeros > len(data[:400]) // 4:  # every other byte is zero where UTF-16 holds plain ASCII
        codec = "utf-16-be" if data[:1] == b"\0" else "utf-16-le"
        return _marked(data, codec, name)
    try:
        return data.decode("utf-8"), ()
    except UnicodeDecodeError:
        return _old_code_page(data, name)


def _marked(data: bytes, codec: str, name: str) -> tuple[str, tuple[str, ...]]:
    try:
        text = data.decode(codec)
    except UnicodeDecodeError as error:
        raise Unreadable(
            f"{name} is no readable text: it begins like {codec} and goes on otherwise; save it anew as UTF-8"
        ) from error
    if codec == "utf-8":
        return text, (f"{name} begins with a byte order mark, which was skipped",)
    return text, (f"{name} is stored as {codec.upper()} and was read as that; save it as UTF-8",)


def _old_code_page(data: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    for codec in (*_named_codec(data), "cp1252"):
        try:
            return data.decode(codec), (f"{name} is not UTF-8 and was read as {codec}; save it as UTF-8",)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1"), (f"{name} is not UTF-8 and was read as latin-1; save it as UTF-8",)


def _named_codec(data: bytes) -> tuple[str, ...]:
    for line in data[:2000].split(b"\n")[:2]:
        if found := _COOKIE.match(line):
            try:
                codec = codecs.lookup(found.group(1).decode("ascii")).name
            except (LookupError, UnicodeDecodeError):
                return ()
            return (codec,) if _NAMED.fullmatch(codec) else ()
    return ()
