"""How large a file's parts may be, and what is wrong with a header by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from breakeven.records import Problem

MOST_COLUMNS = 20_000
FIELD_LIMIT = 10_000_000
EMPTY = "name them; where this is a title, say which line is the header"
TOO_LONG = "longer than 10 MB"
# of text files; beyond it few of the cells may be empty ones that the file does not write
MOST_EMPTY_CELLS = 50_000_000


def header_problems(name: str, columns: Sequence[str]) -> list[Problem]:
    """Too many columns, or several of one name."""
    if len(columns) > MOST_COLUMNS:
        what = f"{len(columns):,} columns, more than {MOST_COLUMNS:,}"
        return [Problem(row=1, what=what, remedy="use the long shape: id, class, score", file=name)]
    return [
        Problem(
            row=1,
            column=column,
            what=f"{times} columns have this name",
            remedy="rename all but one" if column else EMPTY,
            file=name,
        )
        for column, times in Counter(columns).items()
        if times > 1
    ]
