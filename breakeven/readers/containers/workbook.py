"""Workbooks of Excel: each sheet as a table of text, formulas as the values they were saved with.

The workbook is packed anew before it is parsed: what parses it then meets no size that lies, and
no sheet of more cells than were counted.
"""

from __future__ import annotations

import io
import re
import zipfile
from bisect import bisect_left
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa
from python_calamine import SheetTypeEnum, SheetVisibleEnum, load_workbook

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError, first_problems
from breakeven.readers.containers.archives import unzipped, why_not_unzipped
from breakeven.readers.files.drafts import ReadyTable
from breakeven.readers.files.size_limits import (
    MOST_TABLES,
    Budget,
    header_problems,
    refusal,
    too_many,
)

PART = "xl/workbook.xml"
# cells from the first to the last address of a sheet; of many, few may be empty
MOST_CELLS = 8_000_000
FREE_CELLS = 2_000_000
MOST_EMPTY = 4
LARGEST_SHEET = (1_048_576, 16_384)
ADDRESS = re.compile(rb"\sr\s*=\s*[\"']([^\"']*)[\"']")
LONGEST_ADDRESS = len("XFD1048576")
A, Z, ZERO, NINE = b"AZ09"
# an error is kept as what it says (#N/A), where it would be read as nothing
ERROR = re.compile(rb"(<(?:\w+:)?c\s[^<>]*?\bt=\")e(\")")
# a cell whose formula was never worked out: the program that wrote it cannot
NO_VALUE = re.compile(
    rb"(<c\s(?![^<>]*\bt=\"str\")(?:(?!\bt=\")[^<>])*+)(?:\bt=\"\w+\")?([^<>]*+>)\s*+"
    rb"<f(?:\s[^<>]*)?(?:/>|>[^<]*</f>)\s*+(?:<v\s*/>|<v></v>)?+\s*+(</c>)"
)
UNKNOWN = "\ue000formula"
NEVER_READ = ("calcChain.xml", ".bin", ".png", ".jpeg", ".jpg", ".emf", ".vml")
AGAIN = "open it in the spreadsheet program and save it again, or save the sheet as CSV"
AS_CSV = "save the sheet as CSV"
MIDNIGHT = datetime.min.time()
EXACT = 2**53

T = TypeVar("T")


class Workbook:
    """An opened workbook. Raises ReadError, as all it does.

    `sheets`: the names of its sheets of cells; `hidden`: those of them that are not shown.
    """

    def __init__(
        self,
        name: str,
        archive: zipfile.ZipFile,
        files: dict[str, zipfile.ZipInfo],
        budget: Budget,
    ) -> None:
        self._name = name
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as anew:
            for part, info in files.items():
                if part.endswith(NEVER_READ):
                    continue
                if reason := why_not_unzipped(info):
                    raise refusal(name, f"its part {part!r}: {reason}", AGAIN)
                anew.writestr(part, self._counted(unzipped(name, archive, info, budget)))
        packed.seek(0)
        self._book = self._parsed(lambda: load_workbook(packed))
        sheets = self._book.sheets_metadata
        if len(sheets) > MOST_TABLES:
            raise too_many(name, len(sheets), MOST_TABLES, "sheets")
        cells = [sheet for sheet in sheets if sheet.typ == SheetTypeEnum.WorkSheet]
        self.sheets = [sheet.name for sheet in cells]
        self.hidden = frozenset(s.name for s in cells if s.visible != SheetVisibleEnum.Visible)

    def table(self, sheet: str, header: int | None = None) -> ReadyTable:
        """The cells of a sheet as text.

        `header`: the row with the names of columns, counted from 1, or 0 for none; by default the
        first with more than a title at the left.
        """
        opened = self._parsed(lambda: self._book.get_sheet_by_name(sheet))
        rows: list[list[Any]] = []
        lines: list[int] = []
        for line, row in enumerate(self._parsed(opened.iter_rows), 1):
            if any(cell != "" for cell in row):
                rows.append(row)
                lines.append(line)
        first = 0 if opened.start is None else opened.start[1] + 1
        return _as_table(self._name, sheet, rows, lines, first, header)

    def _parsed(self, do: Callable[[], T]) -> T:
        try:
            return do()
        except (KeyboardInterrupt, MemoryError, ReadError):
            raise
        except BaseException as error:  # a panic of what parses it is no Exception
            what = f"the workbook is broken ({str(error)[:200] or type(error).__name__})"
            raise refusal(self._name, what, AGAIN) from error

    def _counted(self, part: bytes) -> bytes:
        """A part whose cells, where it has any, are not too many nor too far apart."""
        addresses = ADDRESS.findall(part)
        if not addresses:
            return part
        if b"\0" in part or b"<!DOCTYPE" in part:
            raise refusal(self._name, "a sheet is not the plain XML of a workbook", AGAIN)
        rows, columns = _extent(self._name, addresses)
        # some programs write a prefix before each name
        cells = sum(map(part.count, (b"<c ", b"<c/", b"<c>", b":c ", b":c/", b":c>")))
        # cells may come without an address, each after the one before
        area = rows * columns
        if area > MOST_CELLS or area > max(FREE_CELLS, MOST_EMPTY * cells):
            what = f"a sheet reaches row {rows:,} and column {columns:,}, and is nearly empty"
            if cells > MOST_CELLS // MOST_EMPTY:
                what = f"a sheet has {rows:,} rows of {columns:,} columns, which is too much"
            raise refusal(self._name, what, "delete the empty rows and columns, or " + AS_CSV)
        if b't="e"' in part:
            part = ERROR.sub(rb"\1str\2", part)
        if b"<f" not in part:
            return part
        replacement = rb'\1 t="str"\2<v>' + UNKNOWN.encode() + rb"</v>\3"
        return NO_VALUE.sub(replacement, part)


def _extent(name: str, addresses: Sequence[bytes]) -> tuple[int, int]:
    """The last row and column that addresses of cells and rows name. ReadError for others."""
    extent, sound = (0, 0), max(map(len, addresses)) <= LONGEST_ADDRESS
    if sound:
        signs = np.array(addresses, dtype=f"S{LONGEST_ADDRESS}").view(np.uint8)
        rows = np.zeros(len(addresses), dtype=np.int64)
        columns, counted = rows.copy(), np.zeros(len(addresses), dtype=bool)
        for sign in np.ascontiguousarray(signs.reshape(-1, LONGEST_ADDRESS).T):
            letter, digit = (sign >= A) & (sign <= Z), (sign >= ZERO) & (sign <= NINE)
            sound = sound and not (letter & counted).any() and (letter | digit | (sign == 0)).all()
            columns = np.where(letter, 26 * columns + sign - A + 1, columns)
            rows = np.where(digit, 10 * rows + sign - ZERO, rows)
            counted |= digit
        extent = max(int(rows.max()), 1), max(int(columns.max()), 1)
    if not sound or extent[0] > LARGEST_SHEET[0] or extent[1] > LARGEST_SHEET[1]:
        raise refusal(name, "a cell of a sheet has an invalid address", AGAIN)
    return extent


def letters_of(number: int) -> str:
    """The letters of a column by its number: 1 is A, 27 is AA."""
    letters = ""
    while number:
        number, left = divmod(number - 1, 26)
        letters = chr(65 + left) + letters
    return letters


def _as_table(
    name: str,
    sheet: str,
    rows: list[list[Any]],
    lines: list[int],
    first: int,
    header: int | None,
) -> ReadyTable:
    """Rows of cells as columns of text, empty rows left out; `first`: the first column's number."""
    header_row = _header_at(rows, lines, header)
    if not rows or header_row >= len(rows):
        what = f"the sheet {sheet!r} is empty" + (" there" if rows else "")
        raise refusal(name, what, "choose another sheet, or another row for the header")
    body, below = rows[header_row + 1 :], lines[header_row + 1 :]
    named = [_text(cell) for cell in rows[header_row]] if header_row >= 0 else []
    width = max(map(len, rows))
    named += [""] * (width - len(named))
    columns = [[_text(cell) for cell in column] for column in zip(*body, strict=True)]
    columns += [[]] * (width - len(columns))
    used = [i for i in range(width) if named[i] or any(columns[i])]
    if header_row < 0:
        called = [str(place) for place in range(1, len(used) + 1)]
    else:
        # one column without a name is an index, as pandas writes it
        nameless = sum(not named[i] for i in used)
        called = [named[i] or ("" if nameless == 1 else letters_of(first + i)) for i in used]
    problems = header_problems(name, called)
    problems += _never_worked_out(name, sheet, [columns[i] for i in used], called, below)
    if problems:
        raise ReadError(problems)
    arrays = [pa.array(columns[i], pa.string()) for i in used]
    return ReadyTable(pa.table(arrays, names=called), np.array(below, dtype=np.int64))


def _header_at(rows: list[list[Any]], lines: list[int], header: int | None) -> int:
    """Which of the rows has the names; -1 for none."""
    if header == 0:
        return -1
    if header is not None:
        return bisect_left(lines, header)
    # a title stands alone at the left; of an index, the name may be missing there
    names = (i for i, row in enumerate(rows) if any(cell != "" for cell in row[1:]))
    return next(names, 0)


def _never_worked_out(
    name: str, sheet: str, columns: list[list[str]], called: list[str], lines: list[int]
) -> list[Problem]:
    """Cells whose formula has no value: read as they are they would say nothing."""
    bad = [
        (lines[row], called[i])
        for i, column in enumerate(columns)
        if UNKNOWN in column
        for row, cell in enumerate(column)
        if cell == UNKNOWN
    ]

    def problem(i: int) -> Problem:
        what = f"in the sheet {sheet!r} a formula was saved without its value"
        remedy = "open it in the spreadsheet program, which calculates it, and save it again"
        return Problem(row=bad[i][0], column=bad[i][1], what=what, remedy=remedy, file=name)

    return first_problems(np.arange(len(bad)), problem)


def _text(cell: Any) -> str:
    """A cell as its reader knows it: whole numbers without a point, days without midnight."""
    if isinstance(cell, str):
        return cell
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < EXACT:
        return str(int(cell))
    if isinstance(cell, datetime):
        return str(cell.date() if cell.time() == MIDNIGHT else cell)
    return str(cell)
