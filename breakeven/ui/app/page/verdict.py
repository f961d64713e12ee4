"""The verdict on what is looked at, kept between reruns, and how pages show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from breakeven.analysis.evaluation.counted import CountedEvaluation
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.selection.leak_sides import LeakSides
from breakeven.analysis.selection.where import Where
from breakeven.data.records import Review
from breakeven.ui.app.cache import cache
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.store.baseline import against
from breakeven.ui.components.html import escaped, lead, say

if TYPE_CHECKING:  # the first page of a fresh server compares nothing
    from breakeven.analysis.comparison.comparison import SystemPair
    from breakeven.analysis.story.verdict import PlainVerdict


def verdict_on(page: Page, limits: Limits) -> PlainVerdict:
    """The verdict on what a page is about; `limits`: below which cut a class is weak."""
    review, selection = page.review, page.selection
    before = against(review, selection, page.evaluation)
    pair = None if before is None else before.pair("f", selection)
    leaks = cache.leak_sides(review, selection)
    return _verdict(review, page.evaluation, limits, leaks, pair, where=selection.where)


@cached(entries=24)
def _verdict(
    review: Review,
    evaluation: Evaluation,
    limits: Limits,
    leaks: LeakSides[Evaluation] | None,
    before: SystemPair | None,
    *,
    where: Where | None,
) -> PlainVerdict:
    from breakeven.analysis.story.verdict import verdict_of

    return verdict_of(review.truth, evaluation, limits, where=where, leaks=leaks, before=before)


@cached(entries=24)
def verdict_on_table(evaluation: CountedEvaluation, limits: Limits) -> PlainVerdict:
    """The verdict on what an engine counted; `limits` as above."""
    from breakeven.analysis.story.verdict import verdict_of_counted

    return verdict_of_counted(evaluation, limits)


def show_verdict(verdict: PlainVerdict) -> DeltaGenerator:
    """How good it is as the first thing that is read, beside it the rest.

    The place below the first answer, for what to do next.
    """
    first, *more = verdict.answers
    left, right = st.columns([5, 6], gap="large")
    with left:
        lead(escaped(first.said))
    with right:
        for of in more:
            say(f"<b>{escaped(of.question)}</b> {escaped(of.said)}")
    return left
