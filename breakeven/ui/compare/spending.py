"""What the systems' answers cost and how long they took, beside the measure that is compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

import pandas as pd
import streamlit as st

from breakeven.comparison.common import SharedDocuments
from breakeven.comparison.spending import Spending, spending_of
from breakeven.documents.behind import all_of
from breakeven.reports.spending import HEAD, MEANS, cells_of
from breakeven.text import figure_of
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.app.shared.counted import counts_in
from breakeven.ui.app.shared.page import Page
from breakeven.ui.compare.comparison import Compared
from breakeven.ui.compare.ways import right_of, shared
from breakeven.ui.components import downloads
from breakeven.ui.components.html import grid, plain, row_head


@cached(entries=12)
def _spent(common: SharedDocuments) -> list[Spending | None]:
    """Of each system, in order."""
    return [spending_of(evaluation) for evaluation in common.evaluations]


def show_spending(page: Page, of: Compared, measure: str) -> None:
    """A row for each system of whose cost or time anything is known; nothing where none is."""
    spent = _spent(of.side.common)
    if not any(spent):
        return
    st.subheader("Cost and time", anchor=False)
    values = of.side.average("micro")
    rows = [
        [row_head(plain(one.system, 24)), figure_of(float(value)), *_cells(page, of, one)]
        for one, value in zip(spent, values, strict=True)
        if one is not None
    ]
    grid(["", f"Micro {measure}", *HEAD], rows)
    st.caption(f"Of the documents that are compared. {MEANS}")
    downloads.downloads(lambda: _frame(spent), "cost")


def _cells(page: Page, of: Compared, spent: Spending) -> list[str]:
    """As in a report; how many are right leads to them, where all have a known cost."""
    documents, right, *others = cells_of(asdict(spent))
    counts = counts_in(page.review.truth, None)
    together = all_of(terms) if (terms := shared(of)) else None
    documents = counts.of(spent.documents, together, documents)
    if spent.priced == spent.documents:
        right = counts.of(spent.right, right_of(of, spent.system), right)
    return [documents, right, *others]


def _frame(spent: Sequence[Spending | None]) -> pd.DataFrame:
    return pd.DataFrame([asdict(of) for of in spent if of is not None])
