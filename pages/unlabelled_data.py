"""What to expect where nobody has labelled: estimates that stand on the probabilities."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st
from markupsafe import Markup

from breakeven.analysis.estimation.probabilities import NotProbabilities
from breakeven.ui.app.session import widgets
from breakeven.ui.begin import begin_estimates
from breakeven.ui.components.html import framed
from breakeven.ui.unlabelled_data.calibration import show_calibration
from breakeven.ui.unlabelled_data.counting import show_counting
from breakeven.ui.unlabelled_data.estimates import (
    PreparedEstimates,
    choose_probabilities,
    fitting_split,
    pairs_without_score,
    prepared,
    refuse,
    say_trust,
)
from breakeven.ui.unlabelled_data.every_measure import show_every_measure
from breakeven.ui.unlabelled_data.expected_f import (
    show_classes,
    show_overall,
    show_tiles,
    show_two_sets,
)
from breakeven.ui.unlabelled_data.monitoring import show_over_time, show_stream

SUBJECTS: Mapping[str, tuple[str, Callable[[PreparedEstimates], None]]] = {
    "classes": ("Class by class", show_classes),
    "overall": ("All classes", show_overall),
    "measures": ("Any measure", show_every_measure),
    "calibration": ("Are the probabilities right?", show_calibration),
    "time": ("Over time", show_over_time),
    "stream": ("One by one", show_stream),
    "counting": ("Counting", show_counting),
    "sets": ("No fixed threshold", show_two_sets),
}

page = begin_estimates("unlabelled_data", "What can we expect?")
fit_on = fitting_split(page)
found = prepared(page)
if isinstance(found, NotProbabilities):
    refuse(page, found, fit_on)

if page.predictions.m == 0:
    st.info("This system has no predictions for these documents.")
    st.stop()

framed(
    Markup(
        "<b>Estimates, not measurements.</b> What is expected follows from the probabilities "
        "alone. It holds if these are right and the documents independent."
    )
)
if fit_on is not None:
    choose_probabilities(found)
say_trust(found)
if found.probabilities.unlisted:
    st.caption(pairs_without_score(found.probabilities.unlisted))

show_tiles(found)


@widgets.fragment
def subject(prepared: PreparedEstimates) -> None:
    """One subject, chosen here; only the chosen one is computed."""
    names = {key: name for key, (name, _) in SUBJECTS.items()}
    chosen = widgets.section(
        "unlabelled_data.subject", "Subject", names, label_visibility="collapsed"
    )
    SUBJECTS[chosen][1](prepared)


subject(found)
