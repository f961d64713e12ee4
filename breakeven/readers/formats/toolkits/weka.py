"""What both files of predictions of Weka come to: truth that may be missing, other attributes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pyarrow as pa
import pyarrow.compute as pc

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError
from breakeven.readers.columns.column_guess import NAMES
from breakeven.readers.files.size_limits import MOST_EMPTY_CELLS

UNKNOWN = "a row whose class is ? is not judged, as in Weka"


def truth_of(
    file: str, column: str, cells: Sequence[str]
) -> tuple[dict[str, list[str]], dict[str, str], dict[str, str]]:
    """Columns of the truth, their roles, and their classes, of a class for each row.

    "" is a class that is not known: Weka leaves such rows out of what it counts. Where there are
    both, each class gets a column of 1 and 0 in which the row stays empty, as not judged.
    Raises ReadError where these would be too many.
    """
    names = sorted({name for name in cells if name})
    if not names:
        return {}, {}, {}
    if "" not in cells:
        return {column: [*cells]}, {column: "truth"}, {}
    if len(names) * len(cells) > MOST_EMPTY_CELLS:
        what = f"rows without a class, among {len(names):,} classes"
        problem = Problem(column=column, what=what, remedy="remove these rows", file=file)
        raise ReadError([problem])
    columns = {
        f"{column}_{name}": ["" if cell == "" else str(int(cell == name)) for cell in cells]
        for name in names
    }
    classes = dict(zip(columns, names, strict=True))
    return columns, dict.fromkeys(columns, "indicator"), classes


def reasons_of(roles: Mapping[str, str]) -> dict[str, str]:
    """Why the truth is in columns of 1 and 0, where it is."""
    return {column: UNKNOWN for column, role in roles.items() if role == "indicator"}


def roles_of_attributes(others: Mapping[str, pa.ChunkedArray], needs_id: bool) -> dict[str, str]:
    """Roles of attributes by their usual names: text, and the id where there is no better one."""
    by_name = {name.strip().lower(): name for name in reversed(list(others))}
    text = next((by_name[name] for name in NAMES["text"] if name in by_name), None)
    roles = {} if text is None else {text: "text"}
    own = next((by_name[name] for name in NAMES["id"] if name in by_name), None)
    if needs_id and own is not None and len(pc.unique(others[own])) == len(others[own]):
        roles[own] = "id"
    return roles
