"""Where nothing can be estimated: why, and every way on."""

from __future__ import annotations

from typing import NoReturn

import streamlit as st

from breakeven.estimation.probabilities import NotProbabilities
from breakeven.ui.app.session import state
from breakeven.ui.app.shared.page import EstimatePage
from breakeven.ui.components.html import bold, say
from breakeven.ui.unlabelled.estimates import CHOICE
from breakeven.ui.unlabelled.text import reason


def refuse(page: EstimatePage, why: NotProbabilities, fit_on: str | None) -> NoReturn:
    """Say it, offer what can be done, and stop. `fit_on`: where probabilities can be fitted."""
    say(f"<b>{_question(why)}</b> {reason(why)}")
    say("<br>".join(_ways(page, why, fit_on)))
    with st.container(horizontal=True):
        if why.why == "undeclared":
            st.button(
                "Yes, they are probabilities",
                type="primary" if fit_on is None else "secondary",
                key="declare",
                on_click=lambda: state.choose(CHOICE, "file"),
            )
        if fit_on is not None:
            st.button(
                "Fit probabilities on labelled documents",
                type="primary",
                key="fit",
                on_click=lambda: state.choose(CHOICE, "fitted"),
            )
    st.stop()
    raise AssertionError("unreachable")


def _question(why: NotProbabilities) -> str:
    if why.why == "undeclared":
        return "Estimates need probabilities. Are these scores probabilities?"
    return "Estimates need probabilities, and there are none yet."


def _ways(page: EstimatePage, why: NotProbabilities, fit_on: str | None) -> list[str]:
    ways = []
    if why.why == "no scores":
        ways.append("Load a file that has a probability for every class, or choose another system.")
    others = [p.system for p in page.review.own if p.probabilities]
    if others:
        named = ", ".join(bold(name, 40) for name in others[:5])
        ways.append(f"Choose a system with probabilities above: {named}.")
    if fit_on is not None:
        ways.append(
            f"Or make probabilities of the scores: fit them to the labels of {bold(fit_on)}."
        )
    elif why.why != "no scores":
        ways.append(
            "With labelled documents in a split called dev, probabilities can be fitted to the "
            "scores here."
        )
    return ways
