"""What was found class by class and document by document, as tables."""

from __future__ import annotations

import streamlit as st

from breakeven.labels.errors import FEW
from breakeven.reports.label_errors import classes_frame
from breakeven.text import NOTHING, count_of
from breakeven.ui.components import downloads
from breakeven.ui.components.tables import show_table
from breakeven.ui.components.tooltip import help_of
from breakeven.ui.labels.looking import Looked

MOST_SHOWN = 1_000


def show_classes(looked: Looked) -> None:
    """Each class: how many labels are in doubt, and what a probability must be to speak."""
    frame = classes_frame(looked.truth, looked.doubts)
    whole = looked.page.selection.where is not None
    st.caption(
        f"{'Of all documents looked at, whatever the filter keeps. ' if whole else ''}A dash: "
        f"fewer than {FEW} documents have the class, or have it not, which is too few to say.",
        help=help_of("label_suspects"),
    )
    number = st.column_config.NumberColumn
    show_table(
        frame.drop(columns="too_few"),
        "classes_in_doubt",
        600,
        placeholder=NOTHING,
        column_config={
            "class": st.column_config.Column("Class", pinned=True, width=140),
            "judged": number("Judged", format="localized", help="Documents judged for the class."),
            "labelled": number("Labelled", format="localized", help="Documents that have it."),
            "wrong": number("Wrong", format="localized", help="Labels that should not be there."),
            "missing": number("Missing", format="localized", help="Labels that are not there."),
            "p_of_labelled": number(
                "p of labelled", format="%.3f", help="Mean probability where the label is."
            ),
            "p_of_others": number(
                "p of others", format="%.3f", help="Mean probability where it is not."
            ),
        },
    )
    downloads.downloads(lambda: frame, "label_errors_by_class")


def show_documents(looked: Looked) -> None:
    """The quality of the labels of each document, the worst first."""
    frame = looked.quality()
    listed = frame.head(MOST_SHOWN)
    first = "" if len(listed) == len(frame) else f", the first {len(listed):,} shown"
    st.caption(
        f"How well the labels of {count_of(len(frame), 'document')} stand together, the worst "
        f"first{first}.",
        help=help_of("document_quality"),
    )
    show_table(
        listed,
        "label_quality",
        600,
        placeholder=NOTHING,
        column_config={
            "document": st.column_config.Column("Document"),
            "quality": st.column_config.NumberColumn("Quality of its labels", format="%.3f"),
        },
    )
    downloads.downloads(lambda: frame, "label_quality")
