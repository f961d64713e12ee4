"""Taking a threshold: what the slider stands at becomes the decisions of every page."""

from __future__ import annotations

import streamlit as st

from breakeven.evaluation.cut import THRESHOLDS, Cut
from breakeven.evaluation.cut_text import to_text
from breakeven.evaluation.own_thresholds import MOST_CLASSES, per_class
from breakeven.records import Review
from breakeven.selection import ALL, Selection
from breakeven.ui.app.kept import cache
from breakeven.ui.app.session import state
from breakeven.ui.curves.rankings import PlottedRanking

OTHERS = (
    "The other classes keep their decisions where a threshold gives them; else they get as many "
    "documents as now."
)


def show_use(review: Review, selection: Selection, main: PlottedRanking, threshold: float) -> None:
    """The button that makes a threshold the decisions of every page, and what that promises.

    `threshold`: of the class, or of all classes where these are pooled.
    """
    c, classes = main.class_index, review.truth.classes
    if c is not None and len(classes) > MOST_CLASSES:
        st.caption(f"No link holds the thresholds of more than {MOST_CLASSES:,} classes.")
        return
    where = ALL if selection.split is None else selection.split
    if st.button(
        "Use this threshold",
        key="use_threshold",
        type="primary",
        icon=":material/check:",
        disabled=in_use(review, selection, c, threshold),
        help="On every page, for this class. " + OTHERS
        if c is not None
        else "On every page, for all classes.",
    ):
        state.choose("cut", to_text(_taken(review, selection, c, threshold)))
        st.rerun()
    st.caption(f"Chosen on {where}, so what it gives on {where} is optimistic.")


def in_use(review: Review, selection: Selection, c: int | None, threshold: float) -> bool:
    """Whether the decisions of now are already made at this threshold."""
    fitted = cache.fitted(review, selection.system, selection.cut)
    if selection.cut.rule not in THRESHOLDS or fitted.thresholds is None:
        return False
    of = fitted.thresholds if c is None else fitted.thresholds[c]
    return bool((of == threshold).all())


def _taken(review: Review, selection: Selection, c: int | None, threshold: float) -> Cut:
    if c is None:
        return Cut("threshold", threshold, split=selection.split, tuned=True)
    system, classes = selection.system, review.truth.classes
    now = cache.thresholds_now(review, system, selection.cut)
    moved = {classes[c]: threshold}
    return per_class(classes, now, moved, system, split=selection.split, tuned=True)
