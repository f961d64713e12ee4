"""What every page needs of a review, kept between reruns."""

from __future__ import annotations

from dataclasses import replace

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
from breakeven.ui.app.cached import cached
from metrics.averaging import Undefined


@cached(entries=4, spinner="Reading the sample …")
def sample(key: str) -> Review:
    return load_sample(key)


@st.cache_resource(max_entries=4)
def loaded_files(fingerprint: str, _read: list[Review]) -> Review:
    """Files this process has read, so that reloading the browser does not lose them."""
    if not _read:  # asked for by an address, which must not push out what was read
        raise LookupError(fingerprint)
    return _read[0]


def keep(review: Review) -> None:
    """Make a review that was read from files the current one."""
    state.remember("review", review)
    loaded_files(review.fingerprint, [review])


def review_of(key: str | None) -> Review | None:
    """The review an address names, or None when this process does not have it."""
    if not key:
        return None
    if key in SAMPLES:
        return sample(key)
    mine: Review | None = state.remembered("review")
    if mine is not None and mine.fingerprint == key:
        return mine
    try:
        return loaded_files(key, [])
    except LookupError:
        return None


@cached(entries=12, spinner="Gathering the documents …")
def said_of(review: Review, system: str, split: str | None) -> Predictions:
    """What a system said of a split's documents, labelled or not."""
    predictions = system_of(review, system)
    return predictions.take(predictions.positions_in(review.truth, split))


@cached(entries=12, spinner="Gathering the documents …")
def scored_of(review: Review, system: str, split: str | None) -> ScoredSplit:
    """What a system scored of a split, and the truth beside it."""
    return score_split(review.truth, system_of(review, system), split)


def tuning_split_of(review: Review, system: str) -> str | None:
    """Where the pages fit before anybody chooses; train and test as named among the limits."""
    chosen = limits.from_text(state.raw().get("limits", ""))
    return tuning_split(review.truth, system_of(review, system), chosen.train, chosen.test)


@cached(entries=48, spinner="Fitting …")
def _fitted(review: Review, system: str, cut: Cut) -> Fitted:
    part = None
    if cut.rule in ("f", "break_even", "loss"):
        part = scored_of(review, system, cut.split)
    return fit_cut(review.truth, system_of(review, system), cut, part)


def fitted(review: Review, system: str, cut: Cut) -> Fitted:
    """A cut with the thresholds or shares that its rule finds for a system."""
    rule = replace(cut, own=(), system=None)  # what is set by hand needs no fitting again
    return with_manual(_fitted(review, system, rule), cut, review.truth.classes)


@cached(entries=24, spinner="Counting …")
def evaluation(review: Review, system: str, split: str | None, cut: Cut) -> Evaluation:
    """A system's decisions on a split beside the truth."""
    part = scored_of(review, system, split)
    return evaluate(system_of(review, system), part, split, fitted(review, system, cut))


@cached(entries=64, spinner="Drawing documents again for the intervals …")
def intervals_of_averages(
    evaluation: Evaluation, beta: float, undefined: Undefined
) -> AverageIntervals | None:
    return average_intervals(evaluation, beta, undefined)
