"""How alike people, systems and the truth label, two by two."""

from __future__ import annotations

import streamlit as st

from breakeven.figures.agreement import alike_figure
from breakeven.figures.told import pairs_told
from breakeven.labels.alike import Alike
from breakeven.labels.indexings import THE_TRUTH
from breakeven.records import Review
from breakeven.reports.agreement import alike_frame
from breakeven.selection import Selection
from breakeven.text import count_of
from breakeven.ui.agreement.found import all_alike
from breakeven.ui.app.session import widgets
from breakeven.ui.components import downloads
from breakeven.ui.components.charts import is_dark, show_figure
from breakeven.ui.components.tooltip import help_of

MEASURES = {
    "f": ("F of either against the other", "positive_agreement"),
    "kappa": ("Cohen’s κ", "cohen_kappa"),
    "overlap": ("Overlap (consistency)", "consistency"),
}


def show_everybody(review: Review, selection: Selection) -> None:
    """Annotators, systems and the truth on the documents looked at."""
    _show_alike(all_alike(review, selection), len(review.truth.annotators))


@widgets.fragment
def _show_alike(of: Alike, people: int) -> None:
    """A heatmap of every two; the first `people` names are people."""
    st.subheader(
        "Everybody, two by two" if people else "Systems and the truth, two by two",
        anchor=False,
        help=help_of("consistency"),
    )
    if len(of.names) < 2:
        st.info("Fewer than two labelled these documents, so there are no two to set side by side.")
        return
    names = {key: name for key, (name, _) in MEASURES.items()}
    chosen = widgets.section("agreement.measure", "Measure", names, label_visibility="collapsed")
    measure, entry = MEASURES[chosen]
    values = {"f": of.f, "kappa": of.kappa, "overlap": of.overlap}[chosen]
    said = "On the documents that both labelled, all classes together; nobody is held to be right."
    if THE_TRUTH in of.names:
        said += " The F of a system and the truth is the system’s micro F."
    if people:
        said += " A dotted line parts people from systems."
    st.caption(said, help=help_of(entry))
    figure = alike_figure(of.names, values, of.documents, people, measure, is_dark())
    title = f"{measure} of every two of {count_of(len(of.names), 'name')}"
    show_figure(figure, f"alike_{chosen}", title, pairs_told(of.names, values))
    downloads.downloads(lambda: alike_frame(of), "two_by_two")
