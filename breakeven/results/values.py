"""Values as results give them: plain for JSON, and as small HTML for notebooks.

Names from files stand literally; the HTML has no script.
"""

from __future__ import annotations

import html
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from breakeven.data.records import Truth
from breakeven.data.wording import NOTHING, cell_of
from metrics.typing import Array
from metrics.uncertainty.intervals import Interval

if TYPE_CHECKING:
    import pandas as pd

# --- Numbers and ids of documents as JSON and tables hold them


def plain_number(value: Any) -> float | int | None:
    """A number of the standard library; None for NaN. Whole counts become int."""
    number = float(value)
    return None if math.isnan(number) else number


def written_number(value: float | None) -> float | str | None:
    """A plain number as JSON holds it: infinite is `inf`."""
    return value if value is None or math.isfinite(value) else str(value)


def plain_count(value: Any) -> float | int:
    """A count: int, or float where counts are fractions."""
    number = float(value)
    return int(number) if number.is_integer() else number


def plain_ends(interval: Interval) -> list[float | int | None]:
    """The lower and the upper end, None for NaN."""
    return [plain_number(interval.low), plain_number(interval.high)]


def cell_with_ends(number: Interval) -> str:
    """A value with its interval in brackets, where it has one; a dash where undefined."""
    value = cell_of(float(number.value))
    if value == NOTHING or math.isnan(number.low):
        return value
    return f"{value} ({cell_of(float(number.low))} to {cell_of(float(number.high))})"


# a row of a table by the names of its columns
PlainRow: TypeAlias = dict[str, "str | float | None"]


def plain_rows(frame: pd.DataFrame) -> list[PlainRow]:
    """The rows of a table as plain data: texts and truth values as they are; None for NaN."""
    return [
        {
            str(name): value if isinstance(value, str | bool) else plain_number(value)
            for name, value in row.items()
        }
        for row in frame.to_dict("records")
    ]


def document_ids(truth: Truth, rows: Array) -> list[str]:
    """The ids of documents at these rows of the truth; their numbers from 1 where none has one."""
    return [str(i) for i in (rows + 1 if truth.documents is None else truth.documents[rows])]


# --- Results as HTML for notebooks: small, without script, names shown as they are written


# a notebook shows the first; the frame has them all
MOST_HTML_ROWS = 30
LONGEST_HTML_CELL = 60


def html_text(name: object, longest: int = LONGEST_HTML_CELL) -> str:
    """A name or number as HTML shows it literally, cut when very long."""
    text = str(name)
    return html.escape(text if len(text) <= longest else text[: longest - 1] + "…")


def html_paragraph(text: str) -> str:
    """A paragraph of plain text."""
    return f"<p>{html_text(text, 1_000)}</p>"


def html_table(
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    total: int | None = None,
    longest: int = LONGEST_HTML_CELL,
) -> str:
    """A table of plain text; `total`: how many rows there are, where these are the first."""

    def row(cells: Sequence[str], tag: str) -> str:
        shown = (f"<{tag}>{html_text(cell, longest)}</{tag}>" for cell in cells)
        return f"<tr>{''.join(shown)}</tr>"

    body = "".join(row(cells, "td") for cells in rows)
    more = len(rows) if total is None else total
    rest = html_paragraph(f"… and {more - len(rows):,} more") if more > len(rows) else ""
    return f"<table><thead>{row(head, 'th')}</thead><tbody>{body}</tbody></table>{rest}"
