"""Results as HTML for notebooks: small, without script, names shown as they are written."""

from __future__ import annotations

import html
from collections.abc import Sequence

# a notebook shows the first; the frame has them all
MOST_ROWS = 30
LONGEST = 60


def literal(name: object, longest: int = LONGEST) -> str:
    """A name or number as HTML shows it literally, cut when very long."""
    text = str(name)
    return html.escape(text if len(text) <= longest else text[: longest - 1] + "…")


def paragraph(text: str) -> str:
    """A paragraph of plain text."""
    return f"<p>{literal(text, 1_000)}</p>"


def table(
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    of: int | None = None,
    longest: int = LONGEST,
) -> str:
    """A table of plain text; `of`: how many rows there are in all, where these are the first."""

    def row(cells: Sequence[str], tag: str) -> str:
        shown = (f"<{tag}>{literal(cell, longest)}</{tag}>" for cell in cells)
        return f"<tr>{''.join(shown)}</tr>"

    body = "".join(row(cells, "td") for cells in rows)
    more = len(rows) if of is None else of
    rest = paragraph(f"… and {more - len(rows):,} more") if more > len(rows) else ""
    return f"<table><thead>{row(head, 'th')}</thead><tbody>{body}</tbody></table>{rest}"
