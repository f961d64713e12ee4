"""Which pairs of a table's classes are best made one, from how an engine counted that they meet."""

from __future__ import annotations

import streamlit as st

from breakeven.engine.asking import Meet, counts
from breakeven.evaluation.counted import CountedEvaluation
from breakeven.merging.best import PairGains, gains_of
from breakeven.reports.merging import BY_SIZE, CHOSEN, LISTED, NO_PAIR, pair_frame
from breakeven.text import NOTHING, f_name
from breakeven.ui.app.shared.table_page import TablePage
from breakeven.ui.app.shared.tables import answer_of
from breakeven.ui.components import downloads
from breakeven.ui.components.html import say
from breakeven.ui.components.tables import show_table
from breakeven.ui.components.tooltip import help_of
from breakeven.ui.confusion.merging import OF_TWO, WHY_BESIDE, gain_columns
from metrics.meetings import Counted

NOT_HERE = (
    "What larger groups would give, how sure a gain is, and how many bits of information it costs, "
    "is worked out in memory only."
)


def show_merging(page: TablePage, evaluation: CountedEvaluation) -> None:
    """The pairs that gain most beyond their sizes."""
    st.subheader("What if classes were merged?", anchor=False, help=help_of("merge_by_size"))
    if len(evaluation.classes) < 3:
        st.info(OF_TWO)
        return
    say(WHY_BESIDE)
    pairs = _gains(page, evaluation)
    if not len(pairs):
        st.caption(NO_PAIR)
        return
    frame = pair_frame(pairs)
    best = frame[:LISTED]
    show_table(best, "best_merges", placeholder=NOTHING, column_config=gain_columns())
    more = f"The best {len(best):,} of {len(pairs):,} that gain. " if len(pairs) > LISTED else ""
    st.caption(f"{more}Gains in micro {f_name(pairs.beta)}. {BY_SIZE} {CHOSEN}")
    downloads.downloads(lambda: frame, "best_merges")
    st.caption(NOT_HERE)


def _gains(page: TablePage, evaluation: CountedEvaluation) -> PairGains:
    met = answer_of(
        counts, page.table, counts.ask(page.table, page.state, Meet(page.part), page.looked)
    )
    meetings = Counted(met, evaluation.tables, evaluation.weighed)
    return gains_of(evaluation, meetings, page.selection.beta)
