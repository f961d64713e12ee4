"""What to expect where nobody has labelled: estimates that stand on the probabilities."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from breakeven.estimation.probabilities import NotProbabilities
from breakeven.ui.app import state
from breakeven.ui.app.page import begin_estimates
from breakeven.ui.components.html import bold, say
from breakeven.ui.unlabelled.calibration import show_calibration
from breakeven.ui.unlabelled.counting import show_counting
from breakeven.ui.unlabelled.estimates import (
    CHOICE,
    Prepared,
    calibration_of,
    fitting_split,
    prepared,
)
from breakeven.ui.unlabelled.expected_f import show_classes, show_overall
from breakeven.ui.unlabelled.monitoring import show_over_time
from breakeven.ui.unlabelled.no_common_threshold import show_two_sets
from breakeven.ui.unlabelled.text import pairs_without_score, reason, trust

SUBJECTS: Mapping[str, tuple[str, Callable[[Prepared], None]]] = {
    "classes": ("Class by class", show_classes),
    "calibration": ("Are the probabilities right?", show_calibration),
    "time": ("Over time", show_over_time),
    "counting": ("Counting", show_counting),
    "sets": ("No fixed threshold", show_two_sets),
}

page = begin_estimates("Unlabelled", "What can we expect?")
fit_on = fitting_split(page)


def refuse(why: NotProbabilities) -> None:
    """Why nothing can be estimated, and every way on."""
    st.warning("Nothing can be expected of these documents as they are.", icon=":material/block:")
    say(reason(why))
    ways = []
    if why.why == "undeclared":
        ways.append(
            "If they are chances, load the file again and tick “The scores are probabilities”."
        )
    if why.why == "no scores":
        ways.append("Load a file that has a probability for every class, or choose another system.")
    others = [p.system for p in page.review.predictions if p.probabilities]
    if others:
        named = ", ".join(bold(name, 40) for name in others[:5])
        ways.append(f"Choose a system with probabilities at the left: {named}.")
    if fit_on is not None:
        ways.append(
            f"Or make probabilities of the scores: fit them to the labels of {bold(fit_on)}."
        )
    elif why.why != "no scores":
        ways.append(
            "With labelled documents in a split called dev, probabilities can be fitted to the "
            "scores here."
        )
    say("<br>".join(ways))
    if fit_on is not None:
        st.button(
            "Fit probabilities on labelled documents",
            type="primary",
            key="fit",
            on_click=lambda: state.choose(CHOICE, "fitted"),
        )
    st.stop()


found = prepared(page)
if isinstance(found, NotProbabilities):
    refuse(found)
    raise AssertionError("unreachable")

if page.predictions.m == 0:
    st.info("There are no documents here that this system spoke of.")
    st.stop()

st.html(
    "<div style='border:2px dashed #e69f00;border-radius:6px;padding:.5rem .9rem;max-width:75ch'>"
    "<b>Estimates, not measurements.</b> All that is called expected was worked out from the "
    "probabilities alone, without a label. It holds if they are right and documents independent."
    "</div>"
)
if fit_on is not None:
    kinds = {"file": "as in the file", "fitted": "fitted on labelled documents"}
    if not page.predictions.probabilities:
        kinds.pop("file")
    st.session_state[f"w_{CHOICE}"] = "fitted" if found.fitted else "file"
    st.segmented_control(
        "Probabilities",
        list(kinds),
        key=f"w_{CHOICE}",
        format_func=kinds.__getitem__,
        required=True,
        on_change=state.adopt_widget(CHOICE),
        help="Fitted: a logistic function of each class’s scores, fitted to the labels of the "
        "development split. Decisions do not change.",
    )
if found.labels is None:
    st.warning(
        "Nobody has labelled these documents: whether the probabilities are right is unknown.",
        icon=":material/help:",
    )
else:
    warned, said = trust(calibration_of(found))
    if found.fitted and page.view.split in (None, fit_on):
        warned, said = True, f"{said} Fitted to these very documents, so this is optimistic."
    (st.warning if warned else st.success)(said)
if found.of.unlisted:
    st.caption(pairs_without_score(found.of.unlisted))

show_overall(found)


@st.fragment
def subject(prepared: Prepared) -> None:
    """One subject, chosen here; only the chosen one is computed."""
    chosen = state.one_of("unlabelled.subject", SUBJECTS)
    st.session_state["w_unlabelled.subject"] = chosen
    st.segmented_control(
        "Subject",
        list(SUBJECTS),
        key="w_unlabelled.subject",
        format_func=lambda key: SUBJECTS[key][0],
        required=True,
        label_visibility="collapsed",
        on_change=state.share_widget("unlabelled.subject"),
    )
    SUBJECTS[chosen][1](prepared)


subject(found)
