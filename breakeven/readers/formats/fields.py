"""Lines of fields as columns, without quotes: all lines at once."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError, first_problems
from breakeven.readers.files.content import Content
from metrics.typing import Array

BLANKS = re.compile(rb"[ \t]+")
AT_THE_ENDS = re.compile(rb"^\t|\t(?=\r?$)", re.MULTILINE)
FIRST, FEW = 1_000, 100  # where so many rows have fewer values, others seldom have more
TO_TABS = bytes.maketrans(b" ", b"\t")


def line_of(forms: Mapping[str, str]) -> re.Pattern[str]:
    """What a whole line of such fields matches."""
    between = r"[ \t]+".join(f"(?:{form})" for form in forms.values())
    return re.compile(rf"\s*{between}\s*")


def fields_of(
    content: Content, forms: Mapping[str, str], expected: str
) -> tuple[dict[str, pa.ChunkedArray], Array]:
    """The fields that stand between blanks, and the line of each row, shape (rows,).

    `forms`: name of each field and the expression that it matches as a whole; `expected`: that in
    words. Blank lines are none. Raises ReadError with every other line.
    """
    text = content.text.removeprefix("\ufeff")
    data = text.encode().translate(TO_TABS)
    # several blanks are one, but they are seldom, and seen by a field too many
    table = _fitting(data, forms)
    if table is None:
        table = _fitting(AT_THE_ENDS.sub(b"", BLANKS.sub(b"\t", data)), forms)
    if table is None:
        raise ReadError(_wrong(content.name, text, line_of(forms), expected))
    return dict(zip(forms, table.columns, strict=True)), lines_of(text, table.num_rows)


def _fitting(data: bytes, forms: Mapping[str, str]) -> pa.Table | None:
    """Fields between single tabs; None where a line has other fields than these forms."""
    table = columns_of(data, [*forms], "\t")
    if table is None or not all(_fits(table.column(name), form) for name, form in forms.items()):
        return None
    return table


def _fits(column: pa.ChunkedArray, form: str) -> bool:
    """Whether each field matches an expression as a whole."""
    if len(column.slice(0, FIRST).unique()) < FEW:
        column = column.unique()
    return bool(pc.all(pc.match_substring_regex(column, f"^(?:{form})$")).as_py())


def columns_of(data: bytes, names: list[str], delimiter: str) -> pa.Table | None:
    """Lines as columns of text; None where a line has more or fewer fields than there are names."""
    try:
        return csv.read_csv(
            pa.BufferReader(data),
            read_options=csv.ReadOptions(column_names=names, use_threads=False),
            parse_options=csv.ParseOptions(delimiter=delimiter, quote_char=False),
            convert_options=csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string())),
        )
    except pa.ArrowInvalid:
        return None


def lines_of(text: str, rows: int) -> Array:
    """The numbers of the lines that are not blank, from 1; `rows`: how many there are."""
    if text.count("\n") + (not text.endswith("\n")) == rows:
        return np.arange(1, rows + 1)
    written = text.split("\n")
    return np.array([n for n, line in enumerate(written, 1) if line.strip()], dtype=np.int64)


def _wrong(name: str, text: str, line: re.Pattern[str], expected: str) -> list[Problem]:
    held = (
        (number, text_line)
        for number, text_line in enumerate(text.split("\n"), 1)
        if text_line.strip()
    )
    wrong = [number for number, text_line in held if line.fullmatch(text_line) is None]

    def problem(i: int) -> Problem:
        return Problem(
            row=wrong[i], what="the line does not fit", remedy=f"give {expected}", file=name
        )

    problems = first_problems(np.arange(len(wrong)), problem)
    return problems or [Problem(what="its lines cannot be separated", remedy=expected, file=name)]
