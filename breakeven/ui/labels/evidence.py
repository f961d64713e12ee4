"""Whose probabilities are asked, chosen at the head of the page; and where nobody can say."""

from __future__ import annotations

from typing import NoReturn

import numpy as np
import streamlit as st

from breakeven.analysis.label_errors.label_evidence import EvidenceOptions, NoEvidence
from breakeven.analysis.selection.selection import system_of
from breakeven.data.splits import role_of
from breakeven.ui.app.page.links import page_link
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import state, widgets
from breakeven.ui.components.html import escaped, say

OTHERS, CROSS_VALIDATED, CALIBRATE = (
    "labels.others",
    "labels.cross_validated",
    "labels.calibrate",
)


def choose_evidence(page: Page) -> EvidenceOptions:
    """What the review leaves to choose: other systems, training documents, fitted probabilities."""
    truth, said = page.review.truth, page.review.own
    own = system_of(page.review, page.selection.system)
    splits = np.unique(truth.split_of[page.evaluation.rows])
    learnt = any(s >= 0 and role_of(truth.splits[s]) == "train" for s in splits.tolist())
    with st.container(horizontal=True):
        if len(said) > 1:
            widgets.toggle(
                OTHERS,
                "Ask the other systems, without the one under review",
                help="The mean of their probabilities. What they dispute is no argument made by "
                "the system that is judged by these labels.",
            )
        if learnt:
            widgets.toggle(
                CROSS_VALIDATED,
                "The scores of training documents are cross-validated",
                help="Say so where each was scored by a model that had not seen it. A model that "
                "has learnt a wrong label repeats it.",
            )
        if own.probabilities:
            widgets.toggle(
                CALIBRATE,
                "Fit the probabilities anew on dev",
                help="As is done with scores that are no probabilities.",
            )
    on = {key: state.raw().get(key) == "on" for key in (OTHERS, CROSS_VALIDATED, CALIBRATE)}
    return EvidenceOptions(
        cross_validated=learnt and on[CROSS_VALIDATED],
        calibrate=own.probabilities and on[CALIBRATE],
        others=len(said) > 1 and on[OTHERS],
    )


def refuse(why: NoEvidence) -> NoReturn:
    """Say why nobody can say, and what to do; stops the page."""
    st.info("Nothing can be said of these labels.", icon=":material/block:")
    what, remedy = (text[:1].upper() + text[1:] for text in (why.what, why.remedy))
    say(f"{escaped(what)}. {escaped(remedy)}.")
    if why.why in ("no scores", "no probabilities"):
        page_link("load", "Load files with probabilities")
    st.stop()
    raise AssertionError("unreachable")
