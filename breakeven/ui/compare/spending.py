"""What the systems' answers cost and how long they took, beside the measure that is compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

import pandas as pd
import streamlit as st

from breakeven.comparison.common import SharedDocuments
from breakeven.comparison.comparison import SideBySide
from breakeven.comparison.spending import Spending, spending_of
from breakeven.reports.spending import HEAD, MEANS, cells_of
from breakeven.text import figure_of
from breakeven.ui.app.cached import cached
from breakeven.ui.components import downloads
from breakeven.ui.components.html import grid, plain


@cached(entries=12)
def _spent(common: SharedDocuments) -> list[Spending | None]:
    """Of each system, in order."""
    return [spending_of(evaluation) for evaluation in common.evaluations]


def show_spending(side: SideBySide, measure: str) -> None:
    """A row for each system of whose cost or time anything is known; nothing where none is."""
    spent = _spent(side.common)
    if not any(spent):
        return
    st.subheader("Cost and time", anchor=False)
    values = side.average("micro")
    rows = [
        [plain(of.system, 40), figure_of(float(value)), *cells_of(asdict(of))]
        for of, value in zip(spent, values, strict=True)
        if of is not None
    ]
    grid(["", f"Micro {measure}", *HEAD], rows)
    st.caption(f"{MEANS} All of the documents that are compared.")
    downloads.downloads(lambda: _frame(spent), "cost")


def _frame(spent: Sequence[Spending | None]) -> pd.DataFrame:
    return pd.DataFrame([asdict(of) for of in spent if of is not None])
