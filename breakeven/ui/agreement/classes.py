"""How far people agree on each class, and the documents on which they differ."""

from __future__ import annotations

import numpy as np
import streamlit as st

from breakeven.labels.agreement import Agreement
from breakeven.records import Review
from breakeven.reports.agreement import classes_frame, disputed_frame
from breakeven.selection.expression import Disputed
from breakeven.text import name_of
from breakeven.ui.app.session import widgets
from breakeven.ui.app.shared.listed import Way, show_first
from breakeven.ui.components import downloads
from breakeven.ui.components.tables import PERCENT, in_percent, show_table
from breakeven.ui.components.tooltip import help_of

ANY = ""


def show_classes(of: Agreement) -> None:
    """Every class, those on which people agree least first."""
    st.subheader("Class by class", anchor=False, help=help_of("krippendorff_alpha"))
    frame = classes_frame(of).sort_values("alpha", na_position="last", kind="stable")
    number = st.column_config.NumberColumn

    def value(label: str, key: str) -> object:
        return number(label, format="%.3f", help=help_of(key))

    config = {
        "class": st.column_config.Column("Class", pinned=True, width=140),
        "alpha": value("α", "krippendorff_alpha"),
        "low": value("from", "agreement_interval"),
        "high": value("to (95 %)", "agreement_interval"),
        "agree on yes": value("Agree on yes", "positive_agreement"),
        "agree on no": value("Agree on no", "negative_agreement"),
        "cohen_kappa": value("Cohen’s κ", "cohen_kappa"),
        "fleiss_kappa": value("Fleiss’ κ", "fleiss_kappa") if of.equal else None,
        "share of yes": number("Share of yes", format=PERCENT, help="Of all judgements."),
        "judgements": number("Judgements", format="localized"),
        "documents that differ": number("Documents that differ", format="localized"),
    }
    shown = in_percent(frame, "share of yes")
    show_table(shown, "agreement_classes", 400, column_config=config)
    st.caption(
        "Of a rare class α and κ may be low though nearly all answers agree, since chance alone "
        "gives so many a no: the agreement on yes and on no beside them says which it is."
    )
    downloads.downloads(lambda: classes_frame(of), "agreement")


@widgets.fragment
def show_disputed(review: Review, of: Agreement) -> None:
    """The documents on which people differ, and the way to them."""
    st.subheader("Documents they differ on", anchor=False)
    counts = of.per_class.disputed
    every = int(of.documents_disputed.sum())
    if not every:
        st.info("They differ on none.")
        return
    names = {ANY: f"any class  ({every:,})"} | {
        of.classes[c]: f"{name_of(of.classes[c])}  ({counts[c]:,})"
        for c in np.argsort(-counts, kind="stable")
        if counts[c] and of.classes[c]
    }
    chosen = widgets.select("agreement.class", "Class", names)
    differ = np.diff(of.disputed.indptr)
    if chosen == ANY:
        at = np.flatnonzero(differ > 0)
    else:
        at = np.flatnonzero(of.disputed[:, [of.classes.index(chosen)]].toarray().ravel())
    at = at[np.argsort(-differ[at], kind="stable")]
    term = Disputed(None if chosen == ANY else chosen)
    show_first(
        review.truth,
        lambda positions: disputed_frame(review.truth, of, positions),
        at,
        "disputed",
        Way(term),
        {"said by": "Who said what"},
    )
