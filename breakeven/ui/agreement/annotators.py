"""How far the people who labelled agree: in a sentence, over all classes, and each of them."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from breakeven.labels.agreement import Agreement
from breakeven.records import Truth
from breakeven.reports.agreement import (
    HOW_MUCH,
    answer,
    left_out,
    meaning_of_measure,
    name_of_measure,
    people_frame,
    remarks,
    shown_overall,
    why_no_fleiss,
)
from breakeven.text import count_of, figure_of, span
from breakeven.ui.components import downloads
from breakeven.ui.components.html import escaped, explained, grid, quiet, say, unbroken
from breakeven.ui.components.tables import show_table
from breakeven.ui.components.tooltip import help_of


def show_answer(of: Agreement) -> None:
    """The answer, what is left out of it, and who stands out."""
    say(f"<b>{escaped(answer(of))}</b>")
    say(f"{HOW_MUCH} {left_out(of)}")
    for remark in remarks(of):
        say(f"▲ {escaped(remark)}")


def show_apart(truth: Truth) -> None:
    """That no two annotators labelled the same document, and what each labelled."""
    who = count_of(len(truth.annotators), "annotator")
    st.info(
        f"{who} labelled these documents, but no two of them the same one here, so nothing can be "
        "said of how far they agree. Choose all documents, or load some that several labelled."
    )
    frame = pd.DataFrame(
        [{"annotator": person.name, "documents": len(person.rows)} for person in truth.annotators]
    )
    show_table(frame, "annotators")


def show_overall(of: Agreement) -> None:
    """Every measure over all classes, with what it says."""
    st.subheader("Over all classes", anchor=False, help=help_of("agreement_interval"))
    rows = []
    for key, value in shown_overall(of).items():
        interval = unbroken(span(value.low, value.high))
        meaning = f"{name_of_measure(key, of)}<br>{quiet(meaning_of_measure(key, of))}"
        rows.append([explained(meaning), figure_of(value.value), interval])
    grid(["", "Value", "95 %"], rows)
    if why := why_no_fleiss(of):
        st.caption(why)


def show_people(of: Agreement) -> None:
    """A row for each annotator."""
    st.subheader("Annotators", anchor=False, help=help_of("copied_labels"))
    number = st.column_config.NumberColumn

    def value(label: str, help: str | None = None) -> object:
        return number(label, format="%.3f", help=help)

    config = {
        "annotator": st.column_config.Column("Annotator", pinned=True, width=120),
        "remark": st.column_config.Column("Remark", width="medium"),
        "documents": number("Documents", format="localized"),
        "shared": number("Shared", format="localized", help="That somebody else labelled too."),
        "classes a document": number("Classes a document", format="%.2f"),
        "f with the others": value("F with the others", help_of("positive_agreement")),
        "kappa with the others": value("κ with the others", help_of("cohen_kappa")),
        "alpha without": value("α without", "Alpha of all others."),
        "rise of alpha": value("Rise of α", "By how much alpha is higher without this person."),
    }
    for name in ("f", "kappa", "rise"):
        config |= {f"{name}_low": value("from"), f"{name}_high": value("to (95 %)")}
    order = ["annotator", "remark"] if remarks(of) else ["annotator"]
    frame = people_frame(of)
    order += [name for name in frame.columns if name not in ("annotator", "remark")]
    show_table(frame, "annotators", column_config=config, column_order=order)
    downloads.downloads(lambda: people_frame(of), "annotators")
