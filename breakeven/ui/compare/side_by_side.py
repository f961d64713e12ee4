"""The upper part of the compare page: all systems side by side, and the two in averages."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import streamlit as st

from breakeven.comparison.bootstrap import fewest_telling
from breakeven.comparison.common import OF_RANKINGS
from breakeven.comparison.comparison import SideBySide
from breakeven.reports.uncertainty import INTERVALS
from breakeven.text import count_of
from breakeven.ui.app import widgets
from breakeven.ui.compare.comparison import Compared
from breakeven.ui.compare.table import MOST_ROWS, rows_of, show_downloads, show_table
from breakeven.ui.compare.text import average_head, average_rows
from breakeven.ui.components.html import grid
from breakeven.ui.components.tooltip import help_of

ROWS: Mapping[str, str] = {"ten": "ten largest classes", "all": "all classes"}


def show_all_systems(side: SideBySide) -> list[int]:
    """The table of all systems; returns the classes that are listed, the largest first."""
    st.subheader("All systems side by side", anchor=False, help=help_of("average_interval"))
    left, right = st.columns(2)
    with left:
        wanted = widgets.select("compare.rows", "Classes", ROWS)
    with right:
        search = widgets.text("compare.find", "Find classes", placeholder="part of a name")
    classes = _listed(side, wanted, search.casefold())
    rows = rows_of(side, classes)
    with st.container(height=560 if len(rows) > 20 else "content", border=False):
        show_table(side, rows[:MOST_ROWS])
    if len(rows) > MOST_ROWS:
        left_out = len(rows) - MOST_ROWS
        st.caption(f"The first {MOST_ROWS} rows; {left_out:,} more are in the downloads.")
    st.caption(_how_to_read(side))
    show_downloads(side, rows)
    return classes


def _listed(side: SideBySide, wanted: str, search: str) -> list[int]:
    first = side.common.evaluations[0]
    by_size = np.argsort(-first.tables.positives, kind="stable").tolist()
    if search:
        return [c for c in by_size if search in first.classes[c].casefold()]
    return by_size if wanted == "all" else list(side.settings.top)


def _how_to_read(side: SideBySide) -> str:
    documents = side.common.documents
    if side.replicates is None:
        return "Bold: the best of a row. Whether it is so by chance is not tested: " + (
            "one document says nothing of others."
            if documents == 1
            else "there are too many scores to draw again."
        )
    others = len(side.systems) - 1
    return (
        "Bold: the best of a row. ≈: may be as good as the best, as the paired 95 % interval of "
        f"their difference includes zero (or fewer than {fewest_telling(others)} documents tell "
        f"them apart, or swapping few of them does as well); corrected for "
        f"{count_of(others, 'comparison')} with the best. "
        + ("" if side.settings.measure in OF_RANKINGS else f"Small figures are {INTERVALS}. ")
        + f"{side.replicates.number:,} times {count_of(side.common.drawn, side.common.unit)} were "
        "drawn, the same for all systems."
    )


def show_two(of: Compared) -> None:
    """The averages of the two that face each other, and their differences."""
    st.subheader("The two against each other", anchor=False, help=help_of("paired_interval"))
    grid(average_head(of.pair), average_rows(of.side, of.pair))
    documents = of.side.common.documents
    st.caption(
        f"Points: hundredths, the second minus the first. Relative: the same in percent of the "
        "first. p: approximate randomisation. Detectable: the smallest true difference, in points, "
        f"that 80 of 100 test sets of {documents:,} such documents would show at 5 %. The interval "
        "comes of drawing documents again, p of swapping the two systems: close to 5 % one may say "
        "more than the other, and only what both say is called more than chance."
    )
