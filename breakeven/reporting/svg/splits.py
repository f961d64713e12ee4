"""How many documents each split holds."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from breakeven.reporting.content.record import SplitRow
from breakeven.reporting.markup import tag
from breakeven.reporting.svg.draw import WIDTH, drawing, fill, labels, room_for, text

TALL = 26.0


def splits_drawing(key: str, title: str, says: str, rows: Sequence[SplitRow]) -> Markup:
    """A bar for each split, as long as it has documents, with their number."""
    room = room_for([row.name for row in rows]) + 10
    widest = WIDTH - room - 80
    most = max((row.documents for row in rows), default=1) or 1
    parts = []
    names = labels([row.name for row in rows], room - 10)
    for i, (row, name) in enumerate(zip(rows, names, strict=True)):
        y = 6.0 + TALL * i
        width = max(1.0, widest * row.documents / most)
        parts += [
            text(name, room - 8, y + 13, "end"),
            tag("rect", x=room, y=y, width=width, height=TALL - 8, **fill(0)),
            text(f"{row.documents:,}", room + width + 6, y + 13),
        ]
    return drawing(key, title, says, 8 + TALL * len(rows), parts)
