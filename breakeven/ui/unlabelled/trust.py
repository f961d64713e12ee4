"""Which probabilities the estimates stand on, and what the labels say of them."""

from __future__ import annotations

import streamlit as st

from breakeven.ui.app.session import widgets
from breakeven.ui.unlabelled.estimates import CHOICE, Prepared, calibration_of
from breakeven.ui.unlabelled.text import trust


def choose_probabilities(prepared: Prepared) -> None:
    """The file's own probabilities, where it has some, or fitted ones."""
    kinds = {"file": "as in the file", "fitted": "fitted on labelled documents"}
    if not prepared.page.predictions.probabilities:
        kinds.pop("file")
    widgets.section(
        CHOICE,
        "Probabilities",
        kinds,
        "fitted" if prepared.fitted else "file",
        help="Fitted: a logistic function of each class’s scores, fitted to the labels of the "
        "development split. Decisions do not change.",
    )


def say_trust(prepared: Prepared) -> None:
    """Whether the probabilities met the labels, where there are any."""
    if prepared.labels is None:
        st.warning(
            "Nobody has labelled these documents: whether the probabilities are right is unknown.",
            icon=":material/help:",
        )
        return
    warned, words = trust(calibration_of(prepared))
    if prepared.fitted and prepared.page.selection.split in (None, prepared.fit_on):
        warned, words = True, f"{words} Fitted to these very documents, so this is optimistic."
    (st.warning if warned else st.success)(words)
