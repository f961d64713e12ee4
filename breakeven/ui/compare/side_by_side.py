"""All systems side by side, in averages and class by class, and the two that face each other."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import streamlit as st

from breakeven.comparison.bootstrap import fewest_telling
from breakeven.comparison.common import OF_RANKINGS
from breakeven.comparison.comparison import SideBySide
from breakeven.reports.uncertainty import INTERVALS
from breakeven.text import count_of
from breakeven.ui.app.session import widgets
from breakeven.ui.compare.comparison import Compared
from breakeven.ui.compare.table import (
    MOST_ROWS,
    rows_of,
    show_classes,
    show_downloads,
    show_ranking,
)
from breakeven.ui.compare.text import average_head, average_rows
from breakeven.ui.components.html import grid
from breakeven.ui.components.tooltip import help_of

ROWS: Mapping[str, str] = {"ten": "ten largest classes", "all": "all classes"}


def show_all_systems(side: SideBySide) -> None:
    """The systems in averages, best on top; the file has the largest classes too."""
    show_ranking(side)
    _say_how_to_read(side)
    show_downloads(side, rows_of(side, list(side.settings.top)))


def show_by_class(side: SideBySide) -> list[int]:
    """The systems on each class; returns the classes that are listed, the largest first."""
    left, right = st.columns(2)
    with left:
        wanted = widgets.select("compare.rows", "Classes", ROWS)
    with right:
        search = widgets.text("compare.find", "Find classes", placeholder="part of a name")
    classes = _listed(side, wanted, search.casefold())
    rows = [row for row in rows_of(side, classes) if row.is_class]
    with st.container(height=560 if len(rows) > 20 else "content", border=False):
        show_classes(side, rows[:MOST_ROWS])
    if len(rows) > MOST_ROWS:
        left_out = len(rows) - MOST_ROWS
        st.caption(f"The first {MOST_ROWS} rows; {left_out:,} more are in the downloads.")
    _say_how_to_read(side)
    show_downloads(side, rows)
    return classes


def _listed(side: SideBySide, wanted: str, search: str) -> list[int]:
    first = side.common.evaluations[0]
    by_size = np.argsort(-first.tables.positives, kind="stable").tolist()
    if search:
        return [c for c in by_size if search in first.classes[c].casefold()]
    return by_size if wanted == "all" else list(side.settings.top)


def _say_how_to_read(side: SideBySide) -> None:
    documents = side.common.documents
    if side.replicates is None:
        st.caption(
            "Bold: the best. Whether it is so by chance is not tested: "
            + (
                "one document says nothing of others."
                if documents == 1
                else "there are too many scores to draw again."
            )
        )
        return
    others = len(side.systems) - 1
    small, means = " Small: 95 % intervals.", f"Small figures are {INTERVALS}. "
    if side.settings.measure in OF_RANKINGS:
        small = means = ""
    st.caption(
        f"Bold: the best. ≈: may be as good.{small}",
        help="≈: the paired 95 % interval of the difference to the best includes zero (or fewer "
        f"than {fewest_telling(others)} documents tell them apart, or swapping few of them does "
        f"as well); corrected for {count_of(others, 'comparison')} with the best. {means}"
        f"{side.replicates.number:,} times {count_of(side.common.drawn, side.common.unit)} were "
        "drawn, the same for all systems.",
    )


def show_two(of: Compared) -> None:
    """The averages of the two that face each other, and their differences."""
    st.subheader("The two against each other", anchor=False, help=help_of("paired_interval"))
    grid(average_head(of.pair), average_rows(of.side, of.pair))
    documents = of.side.common.documents
    st.caption(
        "Points: hundredths, the second minus the first. Relative: in percent of the first. "
        "Detectable: the smallest true difference, in points, that 80 of 100 test sets of "
        f"{documents:,} such documents would show at 5 %. The interval draws documents again, p "
        "swaps the two systems (approximate randomisation): close to 5 % one may say more than "
        "the other, and only what both say is called more than chance."
    )
