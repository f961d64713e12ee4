"""Small files that say pairs of names, one pair a row, as a class map does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import numpy as np

from breakeven.data.records import Problem
from breakeven.data.wording import unguarded
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.read_options import ReadOptions
from breakeven.readers.files.cells import texts
from breakeven.readers.opening import open_table
from breakeven.readers.shapes.class_map import NEW_COLUMN, OLD_COLUMN, check_class_map
from metrics.typing import Array

T = TypeVar("T")


def read_pairs_file(
    name: str,
    data: bytes | Path,
    columns: tuple[str, str],
    checked: Callable[[Sequence[str], Sequence[str], Array], T],
) -> T:
    """What `checked` makes of the two columns and of the lines that their rows stand in.

    Names are taken exactly as written, but for the apostrophe of the formula guard. Raises
    ReadError with every problem, those of `checked` too, each with the name of the file.
    """
    table = open_table(name, data, ReadOptions(format=""))
    missing = [column for column in columns if column not in table.columns]
    if missing:
        remedy = f"write a first line with the columns {columns[0]} and {columns[1]}"
        raise ReadError(
            Problem(row=1, column=c, what="this column is missing", remedy=remedy, file=name)
            for c in missing
        )
    first, second = (
        [unguarded(text) for text in texts(table.column(column))] for column in columns
    )
    try:
        return checked(first, second, np.asarray(table.lines))
    except ReadError as error:
        raise ReadError(replace(problem, file=name) for problem in error.problems) from None


def read_class_map(name: str, data: bytes | Path) -> dict[str, str | None]:
    """A file with the columns `old` and `new`; an empty new name means no class.

    Names are taken exactly as written, but for the apostrophe of the formula guard. Raises
    ReadError with every problem.
    """
    return read_pairs_file(
        name,
        data,
        (OLD_COLUMN, NEW_COLUMN),
        lambda old, new, lines: check_class_map(old, [name or None for name in new], lines),
    )
