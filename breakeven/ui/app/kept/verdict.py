"""The verdict on what is looked at, kept between reruns, and how pages show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from breakeven.evaluation.counted import CountedEvaluation
from breakeven.evaluation.evaluation import Evaluation
from breakeven.findings.limits import Limits
from breakeven.records import Review
from breakeven.selection import Where
from breakeven.selection.leaks import LeakSides
from breakeven.ui.app.head.baseline import against
from breakeven.ui.app.kept import cache
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.app.shared.page import Page
from breakeven.ui.components.html import escaped, lead, say

if TYPE_CHECKING:  # the first page of a fresh server compares nothing
    from breakeven.comparison.comparison import Pair
    from breakeven.story.verdict import Verdict


def verdict_on(page: Page, limits: Limits) -> Verdict:
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
    before: Pair | None,
    *,
    where: Where | None,
) -> Verdict:
    from breakeven.story.verdict import verdict_of

    return verdict_of(review.truth, evaluation, limits, where=where, leaks=leaks, before=before)


@cached(entries=24)
def verdict_on_table(evaluation: CountedEvaluation, limits: Limits) -> Verdict:
    """The verdict on what an engine counted; `limits` as above."""
    from breakeven.story.verdict import verdict_of_counted

    return verdict_of_counted(evaluation, limits)


def show_verdict(verdict: Verdict) -> DeltaGenerator:
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
