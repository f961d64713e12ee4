"""What answers cost and how long they took, beside F: as data and as a table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypedDict

from breakeven.analysis.comparison.spending import Spending
from breakeven.data.wording import NOTHING, about, cell_of
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.values import plain_number

SPENDING_HEAD = (
    "Documents", "Right", "Cost per 1,000", "Cost per right one", "Seconds, median",
    "95 of 100 within",
)  # fmt: skip
SPENDING_MEANS = (
    "Cost is in the currency of the file, with every repeat of a document; that of a right one "
    "pays for the wrong ones too. Seconds are of one answer."
)


def amount_text(value: float) -> str:
    """A cost or a time: four digits that tell; a dash where it is not known."""
    return NOTHING if math.isnan(value) else about(value)


class SpendingValues(TypedDict):
    """What the answers of a system cost and how long they took, as JSON has it."""

    system: str
    documents: int
    answers: int
    priced: int
    right: int
    per_thousand: float | None
    per_right: float | None
    timed: int
    median: float | None
    slow: float | None


def spending_values(spending: Spending) -> SpendingValues:
    """What answers cost as plain data; undefined is None."""
    return {
        "system": spending.system,
        "documents": spending.documents,
        "answers": spending.answers,
        "priced": spending.priced,
        "right": spending.right,
        "per_thousand": plain_number(spending.per_thousand),
        "per_right": plain_number(spending.per_right),
        "timed": spending.timed,
        "median": plain_number(spending.median),
        "slow": plain_number(spending.slow),
    }


def spending_cells(spending: Spending) -> list[str]:
    """The cells below `SPENDING_HEAD`, of one system."""
    right = cell_of(spending.right) if spending.priced else NOTHING
    if 0 < spending.priced < spending.documents:
        right += f" of {spending.priced:,} with a known cost"
    amounts = (spending.per_thousand, spending.per_right, spending.median, spending.slow)
    return [cell_of(spending.documents), right, *map(amount_text, amounts)]


def spending_in_markdown(spendings: Sequence[Spending | None]) -> list[str]:
    """The lines of a document on it; none where nothing is known."""
    rows = [
        [in_markdown(spending.system), *spending_cells(spending)]
        for spending in spendings
        if spending is not None
    ]
    if not rows:
        return []
    return ["", markdown_table(["answers", *SPENDING_HEAD], rows), "", SPENDING_MEANS]
