"""Is it as good for every class: classes by size, and as classes are added."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.evaluation.class_sizes import growing_set, sized_in
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.records import Review
from breakeven.data.wording import count_of, f_name, percent
from breakeven.results.classes import group_frames
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page import links
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import downloads, widgets
from breakeven.ui.components.html import plain, say
from breakeven.ui.components.markdown import help_of
from breakeven.ui.components.tables import show_table

KINDS: Mapping[str, str] = {
    "classes": "Classes by size",
    "growing": "As classes are added",
}


@cached(entries=32)
def _frames(review: Review, evaluation: Evaluation, beta: float) -> dict[str, pd.DataFrame]:
    return group_frames(review.truth, evaluation, beta)


@widgets.fragment
def show_groups(page: Page) -> None:
    """One table of two, chosen here, and what to read in it."""
    kind = widgets.section(
        "classes.groups",
        "Is it equally good for all classes?",
        KINDS,
        help=help_of("class_set_growth"),
    )
    beta = page.selection.beta
    frame = _frames(page.review, page.evaluation, beta)[kind]
    say(_read(page, kind, frame))
    number = st.column_config.NumberColumn
    measures = {
        key: number(label, format="%.3f")
        for key, label in {
            "precision": "Precision",
            "recall": "Recall",
            "f": f_name(beta),
            "fallout": "Fallout",
        }.items()
    }
    show_table(frame, f"groups_{kind}", column_config={"group": "Group", **measures})
    downloads.downloads(lambda: frame, f"groups_{kind}")
    links.page_link("slices", "Is it equally good for all documents?")


def _read(page: Page, kind: str, frame: pd.DataFrame) -> Markup:
    split = sized_in(page.review.truth)
    where = Markup("in {}").format(plain(split)) if split else "here"
    if kind == "classes":
        return Markup("All classes with this many documents {}, pooled.").format(where)
    of_precision, of_fallout = growing_set(page.evaluation, page.review.truth).changes
    text = Markup(
        "The largest classes {} first, then more. If precision stays and fallout falls, false "
        "alarms grow with the true labels. If fallout stays and precision falls, they grow with "
        "the number of classes."
    ).format(where)
    if len(frame) < 2 or pd.isna(of_precision) or pd.isna(of_fallout):
        return text
    first, last = (int(frame["classes"].iloc[i]) for i in (0, -1))
    return Markup("{} From {} to {:,}, precision {} and fallout {}.").format(
        text,
        count_of(first, "class", "classes"),
        last,
        _changed(of_precision),
        _changed(of_fallout),
    )


def _changed(share: float) -> str:
    word = "rises" if share > 0 else "falls"
    return f"{word} by {percent(abs(share))}" if share else "stays"
