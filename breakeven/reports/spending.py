"""What answers cost and how long they took, beside F: as data and as a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from breakeven.comparison.spending import Spending
from breakeven.reports.tables import in_markdown, markdown_table
from breakeven.reports.values import plain
from breakeven.text import NOTHING, about, cell_of

HEAD = (
    "Documents", "Right", "Cost of 1,000", "Cost of a right one", "Seconds, median",
    "95 of 100 within",
)  # fmt: skip
MEANS = (
    "Cost is in the currency of the file, with every repeat of a document; that of a right one "
    "pays for the wrong ones too. Seconds are of one answer."
)


def amount(value: float | None) -> str:
    """A cost or a time: four digits that tell; a dash where it is not known."""
    return NOTHING if value is None else about(value)


def of_spending(spent: Mapping[str, Spending | None]) -> dict[str, Any]:
    """Under `spending`, by the keys given, ready for JSON; nothing where nothing is known."""
    if not any(spent.values()):
        return {}
    return {"spending": {key: None if of is None else _of(of) for key, of in spent.items()}}


def _of(spending: Spending) -> dict[str, Any]:
    values = asdict(spending)
    floats = ("per_thousand", "per_right", "median", "slow")
    return values | {key: plain(values[key]) for key in floats}


def cells_of(of: Mapping[str, Any]) -> list[str]:
    """The cells below `HEAD`, of one system's values under `spending`."""
    right = cell_of(of["right"]) if of["priced"] else NOTHING
    if 0 < of["priced"] < of["documents"]:
        right += f" of {of['priced']:,} with a known cost"
    costs = [amount(of[key]) for key in ("per_thousand", "per_right")]
    times = [amount(of[key]) for key in ("median", "slow")]
    return [cell_of(of["documents"]), right, *costs, *times]


def spending_in_markdown(spending: Mapping[str, Any] | None) -> list[str]:
    """The lines of a document on it; none where nothing is known."""
    if spending is None:
        return []
    rows = [[in_markdown(of["system"]), *cells_of(of)] for of in spending.values() if of]
    return ["", markdown_table(["answers", *HEAD], rows), "", MEANS]
