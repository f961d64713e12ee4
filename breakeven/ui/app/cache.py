"""Results kept between reruns, keyed on one digest each; what is hashed is never the data."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from breakeven.evaluation.average_intervals import AverageIntervals, average_intervals
from breakeven.evaluation.cut import Cut, Fitted
from breakeven.evaluation.evaluation import Evaluation, evaluate
from breakeven.evaluation.fit import fit_cut, with_manual
from breakeven.evaluation.scored import ScoredSplit, score_split
from breakeven.findings import limits
from breakeven.readers.samples import SAMPLES, load_sample
from breakeven.records import Predictions, Review
from breakeven.selection import system_of
from breakeven.splits import tuning_split
from breakeven.ui.app import state
from breakeven.ui.app.state import digest


@st.cache_resource(max_entries=4, show_spinner="Reading the sample …")
def sample(key: str) -> Review:
    return load_sample(key)


@st.cache_resource(max_entries=4)
def loaded_files(fingerprint: str, _reviews: list[Review]) -> Review:
    """Files this process has read, so that reloading the browser does not lose them."""
    if not _reviews:
        raise LookupError(fingerprint)
    return _reviews[0]


def keep(review: Review) -> None:
    """Make a review that was read from files the current one."""
    st.session_state["review"] = review
    loaded_files(review.fingerprint, [review])


def review_of(key: str | None) -> Review | None:
    """The review an address names, or None when this process does not have it."""
    if not key:
        return None
    if key in SAMPLES:
        return sample(key)
    mine: Review | None = st.session_state.get("review")
    if mine is not None and mine.fingerprint == key:
        return mine
    try:
        return loaded_files(key, [])
    except LookupError:
        return None


@st.cache_resource(max_entries=12, show_spinner="Gathering the documents …")
def _part(key: str, _review: Review, _system: Predictions, _split: str | None) -> ScoredSplit:
    return score_split(_review.truth, _system, _split)


@st.cache_resource(max_entries=12, show_spinner="Gathering the documents …")
def _said(key: str, _review: Review, _system: str, _split: str | None) -> Predictions:
    predictions = system_of(_review, _system)
    return predictions.take(predictions.positions_in(_review.truth, _split))


def said_of(review: Review, system: str, split: str | None) -> Predictions:
    """What a system said of a split's documents, labelled or not."""
    return _said(digest(review.fingerprint, system, split, "said"), review, system, split)


@st.cache_resource(max_entries=24, show_spinner="Counting …")
def _evaluation(
    key: str, _review: Review, _system: str, _split: str | None, _cut: Cut
) -> Evaluation:
    predictions = system_of(_review, _system)
    part = scored_of(_review, _system, _split)
    return evaluate(predictions, part, _split, fitted(_review, _system, _cut))


def scored_of(review: Review, system: str, split: str | None) -> ScoredSplit:
    """What a system scored of a split, and the truth beside it."""
    key = digest(review.fingerprint, system, split)
    return _part(key, review, system_of(review, system), split)


def tuning_split_of(review: Review, system: str) -> str | None:
    """Where the pages fit before anybody chooses; train and test as named among the limits."""
    chosen = limits.from_text(state.raw().get("limits", ""))
    return tuning_split(review.truth, system_of(review, system), chosen.train, chosen.test)


@st.cache_resource(max_entries=48, show_spinner="Fitting …")
def _fitted(key: str, _review: Review, _system: str, _cut: Cut) -> Fitted:
    part = None
    if _cut.rule in ("f", "break_even", "loss"):
        part = scored_of(_review, _system, _cut.split)
    return fit_cut(_review.truth, system_of(_review, _system), _cut, part)


def fitted(review: Review, system: str, cut: Cut) -> Fitted:
    """A cut with the thresholds or shares that its rule finds for a system."""
    rule = replace(cut, own=(), system=None)  # what is set by hand needs no fitting again
    found = _fitted(digest(review.fingerprint, system, rule), review, system, rule)
    return with_manual(found, cut, review.truth.classes)


def evaluation(review: Review, system: str, split: str | None, cut: Cut) -> Evaluation:
    """A system's decisions on a split beside the truth."""
    key = digest(review.fingerprint, system, split, cut)
    return _evaluation(key, review, system, split, cut)


@st.cache_resource(max_entries=64, show_spinner="Drawing documents again for the intervals …")
def intervals_of_averages(
    key: str, _evaluation: Evaluation, _beta: float, _undefined: Any
) -> AverageIntervals | None:
    return average_intervals(_evaluation, _beta, _undefined)
