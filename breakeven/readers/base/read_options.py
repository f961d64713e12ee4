"""How a file is to be read, where it is not as it seems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

DecimalMark = Literal[".", ","]
# what may be said instead of a sign that is hard to type
DELIMITER_WORDS = {
    "comma": ",",
    "semicolon": ";",
    "tab": "\t",
    "\\t": "\t",
    "space": " ",
    "bar": "|",
}
QUOTE_WORDS = {"none": "", "double": '"', "single": "'"}
DECIMAL_WORDS: Mapping[str, DecimalMark] = {".": ".", ",": ",", "point": ".", "comma": ","}
NO_HEADER = "none"
# the options of reading text, as commands and Python call them
TEXT_OPTIONS = ("encoding", "delimiter", "quote", "decimal", "header")


@dataclass(frozen=True)
class ReadOptions:
    """What somebody said of a file before it is opened; None: as the file itself says.

    `format`: the key of a format in `readers.formats`, or "" for a plain table. Of delimited text:
    `delimiter`, the character between cells; `quote`, the one around cells that hold it, "" where
    no cell is quoted; `decimal`, the mark of numbers; `header`, the line with the names of the
    columns, counted from 1, or 0 where there is none and columns are called 1, 2, …
    `take`: whether a file or table that lies among others is read, whatever it holds, or left out;
    `among`: whether it lies among others, in a folder.
    """

    encoding: str | None = None
    format: str | None = None
    delimiter: str | None = None
    quote: str | None = None
    decimal: DecimalMark | None = None
    header: int | None = None
    take: bool | None = None
    among: bool = False


DEFAULT_OPTIONS = ReadOptions()
ReadOptionsByFile = Mapping[str, ReadOptions]


def parse_read_options(
    encoding: str | None = None,
    delimiter: str | None = None,
    quote: str | None = None,
    decimal: str | None = None,
    header: str | int | None = None,
) -> ReadOptions:
    """How a text is read, as somebody typed it. ValueError says what may be typed instead."""
    return ReadOptions(
        encoding=encoding or None,
        delimiter=None if delimiter is None else _delimiter(delimiter),
        quote=None if quote is None else _quote(quote),
        decimal=None if decimal is None else _decimal(decimal),
        header=None if header is None else _header(header),
    )


def _delimiter(value: str) -> str:
    delimiter = DELIMITER_WORDS.get(value, value)
    if len(delimiter) != 1 or delimiter in '\r\n\0"':
        words = ", ".join(word for word in DELIMITER_WORDS if word.isalpha())
        raise ValueError(f"not a delimiter: {value!r}; give one character, or one of {words}")
    return delimiter


def _quote(value: str) -> str:
    quote = QUOTE_WORDS.get(value, value)
    if len(quote) > 1 or quote in ("\r", "\n", "\0"):
        raise ValueError(
            f"not a quote: {value!r}; give one character, or one of {', '.join(QUOTE_WORDS)}"
        )
    return quote


def _decimal(value: str) -> DecimalMark:
    if value not in DECIMAL_WORDS:
        raise ValueError(f"not a decimal mark: {value!r}; give point or comma")
    return DECIMAL_WORDS[value]


def _header(value: str | int) -> int:
    if value == NO_HEADER:
        return 0
    text = str(value)
    if not text.isdecimal() or len(text) > 7:
        raise ValueError(
            f"not a header: {value!r}; give its line number, or {NO_HEADER} for no header"
        )
    return int(text)
