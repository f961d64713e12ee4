"""The class map of a review: as a file, and said beside its results."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any

from breakeven.records import Review
from breakeven.reports.tables import in_markdown
from breakeven.text import LINE_END, count_of, guarded

HEADER = ("old", "new")


def written(class_map: Mapping[str, str | None]) -> bytes:
    """CSV with the columns `old` and `new`, empty for no class; read back by `read_class_map`."""
    out = io.StringIO(newline="")
    rows = csv.writer(out, lineterminator=LINE_END)
    rows.writerow(HEADER)
    rows.writerows([guarded(old), guarded(new or "")] for old, new in class_map.items())
    return out.getvalue().encode()


def of_class_map(review: Review) -> dict[str, Any]:
    """What to add to results as plain data: nothing where no name was replaced."""
    return {"class_map": dict(review.class_map)} if review.class_map else {}


def as_sentence(review: Review) -> str:
    """`class map: 3 names replaced`; "" where none was."""
    replaced = len(review.class_map)
    return f"class map: {count_of(replaced, 'name')} replaced" if replaced else ""


def as_markdown(review: Review) -> str:
    """Lines for the end of a document that say what was replaced; "" where nothing was."""
    if not review.class_map:
        return ""
    lines = [
        f"- {in_markdown(old)} → {'*no class*' if new is None else in_markdown(new)}"
        for old, new in review.class_map.items()
    ]
    return "\n".join(["", "", f"{as_sentence(review).capitalize()}:", "", *lines])
