"""Findings kept between reruns, and the limits they are made with."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import streamlit as st

from breakeven.evaluation.evaluation import Evaluation
from breakeven.findings import limits as limit_text
from breakeven.findings.limits import Limits
from breakeven.findings.review import (
    Checked,
    check_data,
    check_review,
    check_slices,
    search_near,
)
from breakeven.records import Review
from breakeven.selection import cut_for, number, splits_of, system_of
from breakeven.slices.search import FoundSlices
from breakeven.splits import tuning_split
from breakeven.text import count_of
from breakeven.texts.words import word_counts
from breakeven.ui.app.kept import cache
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.app.kept.data_errors import keep_search, note_visit, searched
from breakeven.ui.app.kept.weak_slices import weak_known
from breakeven.ui.app.session import state
from breakeven.ui.app.shared.page import Page
from metrics.dataset.near_duplicates import NearDuplicates
from metrics.typing import Array

# so many texts are searched for near-duplicates without asking: it takes a second
AT_ONCE = 20_000
PER_SECOND = 20_000


def limits_of(review_key: str) -> Limits:
    """The limits in force: of the address, else those last used with this review.

    The cut of the quadrants is the one of the page on classes.
    """
    kept: dict[str, str] = state.remembered_or("limits_of", dict)
    chosen = state.raw()
    if "limits" not in chosen and kept.get(review_key):
        chosen["limits"] = kept[review_key]
    kept[review_key] = chosen.get("limits", "")
    cut = number(chosen.get("quadrants"), Limits.cut, 0.0, 1.0)
    return replace(limit_text.from_text(kept[review_key]), cut=cut)


def change_limit(limits: Limits, name: str, value: Any) -> None:
    """Choose a limit; a value that makes no sense changes nothing."""
    try:
        changed = replace(limits, **{name: limit_text.checked(name, value)})
    except (ValueError, TypeError):
        return
    state.choose("quadrants", f"{changed.cut:g}")
    state.choose("limits", limit_text.to_text(replace(changed, cut=Limits.cut)))


@cached(entries=16)
def _long_texts(review: Review, least: int) -> Array:
    truth = review.truth
    assert truth.text_column is not None
    return np.flatnonzero(word_counts(truth.columns[truth.text_column]) >= least)


def near_known(review: Review, limits: Limits) -> NearDuplicates | None:
    """Near-duplicates across splits: of few texts, or where somebody has asked for the search."""
    truth = review.truth
    if truth.text_column is None or len(truth.splits) < 2:
        return None
    kept = searched(review, limits.min_words, limits.similarity)
    if "found" not in kept and len(_long_texts(review, limits.min_words)) <= AT_ONCE:
        keep_search(review, limits.min_words, limits.similarity, search_near(truth, limits))
    return kept.get("found")


def near_so_far(review: Review, limits: Limits) -> NearDuplicates | None:
    """What a search for near-duplicates found, where one was made; none is made here."""
    return searched(review, limits.min_words, limits.similarity).get("found")


def near_of(review: Review, limits: Limits) -> NearDuplicates | None:
    """As `near_known`; of many texts with a button that starts the search."""
    note_visit(review)
    found = near_known(review, limits)
    truth = review.truth
    if found is not None or truth.text_column is None or len(truth.splits) < 2:
        return found
    texts = len(_long_texts(review, limits.min_words))
    if texts > AT_ONCE:
        place = st.empty()
        seconds = max(1, round(texts / PER_SECOND))
        if not place.button(
            f"Look for near-duplicates among {count_of(texts, 'text')} "
            f"(about {count_of(seconds, 'second')})",
            key="search_near",
            icon=":material/content_copy:",
        ):
            return None
        with place, st.spinner("Comparing the texts …"):
            found = search_near(truth, limits)
        keep_search(review, limits.min_words, limits.similarity, found)
        place.empty()
    return near_known(review, limits)


@cached(entries=16, spinner="Checking the splits …")
def data_checked(review: Review, limits: Limits, near: NearDuplicates | None) -> Checked:
    """What can be said of the data alone."""
    return check_data(review.truth, limits, near)


@cached(entries=16)
def _slices_checked(
    review: Review, evaluation: Evaluation, limits: Limits, weak: FoundSlices | None
) -> Checked:
    return check_slices(review.truth, evaluation, limits, weak)


@cached(entries=16, spinner="Gathering what to do next …")
def _checked(
    review: Review,
    evaluation: Evaluation,
    tuning: Evaluation | None,
    limits: Limits,
    beta: float,
    *,
    before: tuple[Checked, ...],
    others: tuple[Evaluation, ...],
) -> Checked:
    return check_review(
        review.truth,
        review.own,
        evaluation,
        tuning,
        limits,
        beta,
        before=before,
        others=others,
    )


def tuning_of(page: Page, limits: Limits) -> Evaluation | None:
    """The page's decisions on the split that thresholds may be fitted on, where there is one."""
    review, selection = page.review, page.selection
    system = system_of(review, selection.system)
    split = tuning_split(review.truth, system, limits.train, limits.test)
    if split is None or split == selection.documents:
        return None
    return cache.evaluation(review, selection.system, split, selection.cut)


def others_of(page: Page) -> tuple[Evaluation, ...]:
    """What every other system decides on the page's documents, by the page's rule if it can."""
    review, selection = page.review, page.selection
    return tuple(
        cache.evaluation(review, said.system, selection.documents, cut_for(review, selection, said))
        for said in review.own
        if said.system != selection.system and selection.split in splits_of(review.truth, said)
    )


def review_checked(page: Page, limits: Limits, near: NearDuplicates | None) -> Checked:
    """Every finding over the whole review under the page's choices."""
    tuning = tuning_of(page, limits)
    beta, others = page.selection.beta, others_of(page)
    weak = weak_known(page.review, page.evaluation)
    before = (
        data_checked(page.review, limits, near),
        _slices_checked(page.review, page.evaluation, limits, weak),
    )
    return _checked(
        page.review, page.evaluation, tuning, limits, beta, before=before, others=others
    )
