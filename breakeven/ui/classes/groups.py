"""Is it as good everywhere: groups of documents, of classes, and as classes are added."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from breakeven.documents.behind import all_of, of_group
from breakeven.evaluation.evaluation import Evaluation
from breakeven.evaluation.groups import columns_to_group_by, growing_set, sized_in
from breakeven.records import Review
from breakeven.reports.groups import NUMBER_OF_CLASSES, group_frames
from breakeven.selection import Filtered, Where
from breakeven.selection.expression import Expression, to_text
from breakeven.text import count_of, f_name, percent
from breakeven.ui.app import cache, links, state, widgets
from breakeven.ui.app.cached import cached
from breakeven.ui.app.page import Page
from breakeven.ui.components import downloads
from breakeven.ui.components.html import plain, say
from breakeven.ui.components.tables import show_table
from breakeven.ui.components.tooltip import help_of

KINDS: Mapping[str, str] = {
    "documents": "Documents in groups",
    "classes": "Classes by size",
    "growing": "As classes are added",
}
# no column is called so: those of a file are named by a sign
BY_NUMBER = ""


@cached(entries=32)
def _frames(
    review: Review, evaluation: Evaluation, by: str | None, beta: float
) -> dict[str, pd.DataFrame]:
    return group_frames(review.truth, evaluation, by, beta)


@widgets.fragment
def show_groups(page: Page) -> None:
    """One table of three, chosen here, and what to read in it."""
    st.subheader("Is it as good everywhere?", anchor=False, help=help_of("class_set_growth"))
    kind = widgets.section("classes.groups", "Groups", KINDS, label_visibility="collapsed")
    by = None
    if kind == "documents":
        columns = columns_to_group_by(page.review.truth)
        names = {BY_NUMBER: NUMBER_OF_CLASSES} | {f"={name}": name or "(empty)" for name in columns}
        by = widgets.select("classes.by", "Documents by", names).removeprefix("=") or None
    beta = page.selection.beta
    frame = _frames(page.review, page.evaluation, by, beta)[kind]
    say(_read(page, kind, frame))
    number = st.column_config.NumberColumn
    measures = {
        key: number(label, format="%.3f")
        for key, label in {
            "precision": "Precision",
            "recall": "Recall",
            "f": f_name(beta),
            "fallout": "Fallout",
            "exact_match": "Exact match",
            "exact_match_low_95": "95 % from",
            "exact_match_high_95": "to",
        }.items()
    }
    heads = {"group": "Group", **measures}
    if kind == "documents":
        _show_documents(page, by, frame, heads)
    else:
        show_table(frame, f"groups_{kind}", column_config=heads)
    downloads.downloads(lambda: frame, f"groups_{kind}")


def _show_documents(
    page: Page, by: str | None, frame: pd.DataFrame, heads: Mapping[str, Any]
) -> None:
    """The groups of documents; the one whose row is chosen leads to its documents."""
    names, chosen = frame["group"].tolist(), state.raw().get("classes.group")
    widgets.rows(
        "groups_documents",
        frame,
        [names.index(chosen)] if chosen in names else [],
        lambda row: state.share("classes.group", names[row]),
        420,
        column_config=heads,
    )
    if chosen is None or chosen not in names:
        st.caption("Choose a row for its documents.")
        return
    documents = float(frame["documents"].iloc[names.index(chosen)])
    words = count_of(documents, "document")
    way = _way_to(page, by, chosen, documents)
    if way is None:
        st.caption(f"{words}; no filter says which.")
    else:
        links.documents_link(way, f"Open the {words} of the row")


def _way_to(page: Page, by: str | None, group: str, documents: float) -> Expression | None:
    """The filter of a group, where it keeps as many documents as are counted."""
    review, selection = page.review, page.selection
    term = None if review.truth.documents is None else of_group(review.truth, by, group)
    if term is None:
        return None
    own = selection.where
    both = all_of([term] if own is None else [own.expression, term])
    asked = replace(selection, where=Where(to_text(both), both)).documents
    kept = cache.kept(review, asked).documents if isinstance(asked, Filtered) else None
    return term if kept == documents else None


def _read(page: Page, kind: str, frame: pd.DataFrame) -> str:
    f = f_name(page.selection.beta)
    if kind == "documents":
        return (
            f"Precision, recall and {f} of all decisions on the documents of a group, and the "
            "share of documents whose classes are exactly right, with its interval. Groups of few "
            "documents say little."
        )
    split = sized_in(page.review.truth)
    where = f"in {plain(split)}" if split else "here"
    if kind == "classes":
        return f"Pooled over the classes with so many documents {where}."
    of_precision, of_fallout = growing_set(page.evaluation, page.review.truth).changes
    said = (
        f"The largest classes {where} first, then more. Where precision holds and fallout falls, "
        "wrong decisions grow with the true ones; where fallout holds and precision falls, with "
        "all that could be assigned."
    )
    if len(frame) < 2 or pd.isna(of_precision) or pd.isna(of_fallout):
        return said
    first, last = (int(frame["classes"].iloc[i]) for i in (0, -1))
    return (
        f"{said} From {count_of(first, 'class', 'classes')} to {last:,}, precision "
        f"{_changed(of_precision)} and fallout {_changed(of_fallout)}."
    )


def _changed(share: float) -> str:
    word = "rises" if share > 0 else "falls"
    return f"{word} by {percent(abs(share))}" if share else "stays"
