"""The filter that a result was restricted to, in JSON and Markdown; nothing without one."""

from __future__ import annotations

import re
from typing import Any

from breakeven.evaluation.counted import KeptDocuments
from breakeven.selection.where import Kept

BY_OUTCOME = (
    "the filter goes by the decisions of {system}: its numbers here hold for no other documents, "
    "and beside it other systems are at an advantage or a disadvantage"
)


def of_where(kept: Kept | KeptDocuments | None) -> dict[str, Any]:
    """The filter and its counts under `where`, ready for JSON."""
    return {} if kept is None else {"where": kept.as_json()}


def under_title(document: str, kept: Kept | KeptDocuments | None) -> str:
    """The document with the filter in a line of its own below the title, shown literally."""
    if kept is None:
        return document
    title, _, rest = document.partition("\n\n")
    said = re.sub(r"\s", " ", str(kept))
    # a run of backticks longer than any inside
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", said)), default=0))
    space = " " if "`" in said else ""
    return f"{title}\n\n{fence}{space}{said}{space}{fence}\n\n{rest}"
