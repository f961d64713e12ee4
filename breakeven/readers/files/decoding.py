"""Bytes to text: the encoding that was said, that of the byte order mark, or UTF-8."""

from __future__ import annotations

import codecs
import re

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError

BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}

# read piece by piece, these need a mark or the order of their bytes
UNMARKED = {"utf-16": "utf-16-le", "utf16": "utf-16-le", "utf-32": "utf-32-le"}
# of Python's own, and of no file
NO_TEXT = ("idna", "punycode", "undefined")
UTF_8 = ("utf-8", "utf-8-sig")
PIECE = 1 << 20


def encoding_of(start: bytes, encoding: str | None) -> str:
    """The encoding of a text by its first bytes: the one given, that of the mark, or UTF-8."""
    marked = next((own for mark, own in BYTE_ORDER_MARKS.items() if start.startswith(mark)), None)
    if encoding in (None, "utf-8") and marked == "utf-8-sig":
        return marked
    if marked is None and encoding in UNMARKED:
        return UNMARKED[encoding]
    return encoding or marked or "utf-8"


def is_sound(raw: bytes) -> bool:
    """Whether bytes are UTF-8 without NUL, told without holding them as text."""
    if b"\0" in raw:
        return False
    if raw.isascii():
        return True
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for start in range(0, len(raw), PIECE):
            decoder.decode(raw[start : start + PIECE], final=start + PIECE >= len(raw))
    except UnicodeError:
        return False
    return True


def decoded(name: str, raw: bytes, used: str) -> str:
    """The text in an encoding. Raises ReadError where it is of another, or none at all."""
    try:
        if codecs.lookup(used).name in NO_TEXT:
            raise LookupError(used)
        text = str(raw, used)
    except LookupError as error:
        what = f"there is no encoding {used!r}"
        raise ReadError(
            [Problem(what=what, remedy="choose utf-8, latin-1 or utf-16", file=name)]
        ) from error
    except UnicodeError as error:
        position = getattr(error, "start", 0)
        line = raw.count(b"\n", 0, position) + 1
        what = f"byte 0x{raw[position]:02x} at position {position:,} is not {used}"
        often = "UTF-16 by its NUL bytes" if b"\0" in raw[:4096] else "often latin-1 or cp1252"
        remedy = f"save the file as UTF-8, or set its encoding ({often})"
        raise ReadError([Problem(row=line, what=what, remedy=remedy, file=name)]) from error
    nul = text.find("\0")
    if nul >= 0:
        line = text.count("\n", 0, nul) + 1
        what = "a NUL byte is in the text"
        remedy = "remove it; if the file is UTF-16, set that as its encoding"
        raise ReadError([Problem(row=line, what=what, remedy=remedy, file=name)])
    return text


# one escape after the other: a pair of halves, half of a pair alone, or any other
ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|(?P<half>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)
HALF = re.compile(r"\\u[dD][89a-fA-F]")
INSTEAD = "\\ufffd"


def mend_characters(text: str) -> tuple[str, int]:
    r"""JSON with U+FFFD in place of half characters, which are no text; and how many there were.

    A text that was cut within a character beyond 16 bits ends in such a half, as \ud83d. Every
    reader of JSON asks this before it makes strings of it.
    """
    if HALF.search(text) is None:
        return text, 0
    mended = 0

    def instead(escape: re.Match[str]) -> str:
        nonlocal mended
        if escape["half"] is None:
            return escape[0]
        mended += 1
        return INSTEAD

    return ESCAPE.sub(instead, text), mended
