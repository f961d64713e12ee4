"""How alike people, systems and the truth label, two by two."""

from __future__ import annotations

import streamlit as st

from breakeven.figures.agreement import alike_figure
from breakeven.labels.alike import Alike
from breakeven.reports.agreement import alike_frame
from breakeven.text import count_of
from breakeven.ui.app import widgets
from breakeven.ui.components import downloads
from breakeven.ui.components.charts import is_dark, show_figure
from breakeven.ui.components.tooltip import help_of

MEASURES = {
    "f": ("F of either against the other", "positive_agreement"),
    "kappa": ("Cohen’s κ", "cohen_kappa"),
    "overlap": ("Overlap (consistency)", "consistency"),
}


@widgets.fragment
def show_alike(of: Alike, people: int) -> None:
    """A heatmap of every two; the first `people` names are people."""
    st.subheader(
        "Everybody, two by two" if people else "Systems and the truth, two by two",
        anchor=False,
        help=help_of("consistency"),
    )
    names = {key: name for key, (name, _) in MEASURES.items()}
    chosen = widgets.section("agreement.measure", "Measure", names, label_visibility="collapsed")
    measure, entry = MEASURES[chosen]
    values = {"f": of.f, "kappa": of.kappa, "overlap": of.overlap}[chosen]
    st.caption(
        "On the documents that both labelled, all classes together; nobody is held to be right. "
        + (
            "The truth is one of them, so its F with a system is the system’s micro F. "
            if "the truth" in of.names
            else ""
        )
        + ("A dotted line parts people from systems." if people else "")
    )
    figure = alike_figure(of.names, values, of.documents, people, measure, is_dark())
    alt = f"{measure} of every two of {count_of(len(of.names), 'name')}: the table has the numbers."
    show_figure(
        figure,
        f"alike_{chosen}",
        alt,
    )
    with st.popover("What is this measure?"):
        st.markdown(help_of(entry))
    downloads.downloads(lambda: alike_frame(of), "two_by_two")
