"""Which pages of the menu are greyed, and why."""

from __future__ import annotations

from breakeven.analysis.selection.selection import select
from breakeven.readers.samples import load_sample
from breakeven.ui.app.header.menu import why_not


def test_without_scores_workload_stays_open_where_a_column_says_how_sure_a_decision_is() -> None:
    review = load_sample("r8")
    assert {*why_not(review, select(review, {}))} == {"curves", "unlabelled", "labels", "compare"}
