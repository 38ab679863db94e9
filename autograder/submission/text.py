"""Bytes to text: byte order marks, UTF-16, old code pages and Windows line ends, each mended in the open."""

from __future__ import annotations

import codecs
import re
from itertools import islice

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
# The characters that Chinese texts about code are full of. Bytes of another language, taken for GBK, give rare ones.
_COMMON = frozenset(
    "的一是不了在有这个为和到以时要可对能下用法同定分进部主理本前开因从想实无把使性知全关点正外将高间由问最重并手应向文"
    "相等或新制加话合回特代内表化位次度先原提立比解名处入口条平数量权矩阵函返值注意力归计算每行列求除减乘维长中大小我们"
)
_ENOUGH = 2_000  # characters, to know a language by
_CHINESE = re.compile("[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef‘’“”…—·×÷≤≥]")
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
    for codec in (*_named_codec(data), *_chinese_codec(data), "cp1252"):
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


def _chinese_codec(data: bytes) -> tuple[str, ...]:
    """GBK, which Chinese Windows writes unasked, where nothing else gives such a text."""
    try:
        text = data.decode("gbk")
    except UnicodeDecodeError:
        return ()
    foreign = list(islice((char for char in text if not char.isascii()), _ENOUGH))
    chinese = sum(bool(_CHINESE.match(char)) for char in foreign)
    common = sum(char in _COMMON for char in foreign)
    return ("gbk",) if common >= max(2, len(foreign) // 5) and chinese >= 0.9 * len(foreign) else ()
