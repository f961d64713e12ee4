"""The slides of what is looked at, kept between reruns, with what somebody wrote of them."""

from __future__ import annotations

from breakeven.analysis.annotators.ceiling import LikeForLike
from breakeven.analysis.comparison.comparison import SystemPair
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.label_errors.label_evidence import NoEvidence
from breakeven.analysis.selection.selected_evaluation import other_evaluations
from breakeven.analysis.selection.selection import split_text
from breakeven.analysis.story.screen_parts import SCREEN_KEYS, Screen, ScreenKey, with_words
from breakeven.analysis.story.screens import StoryInput, story_of, what_to_decide
from breakeven.analysis.story.verdict import PlainVerdict
from breakeven.analysis.workload.costs import Prices
from breakeven.data.records import Review
from breakeven.ui.app.cache import cache
from breakeven.ui.app.cache.cache import prices_now, share_now, shared_of
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.cache.searches import workload_in
from breakeven.ui.app.page import ceiling
from breakeven.ui.app.page.findings import limits_of, near_at_hand, review_checked
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.page.target import target_verdict_on
from breakeven.ui.app.page.verdict import verdict_on
from breakeven.ui.app.session import state
from breakeven.ui.app.store import baseline
from breakeven.ui.app.store.story_words import words_on
from metrics.averaging import Undefined
from metrics.typing import F1_BETA

AT = "summary.screen"


def chosen() -> ScreenKey:
    """The screen that is asked for, the first until one is."""
    return state.one_of(AT, SCREEN_KEYS)


def screen_of(page: Page, key: ScreenKey) -> Screen:
    """One screen of what is looked at."""
    review, of = page.review, page.evaluation
    split = split_text(page.selection.split, review.truth.splits)
    return with_words(_counted(page, key), words_on(review), of.system, split)


def _counted(page: Page, key: ScreenKey) -> Screen:
    review, evaluation = page.review, page.evaluation
    if key == "decide":
        limits = limits_of(state.raw()["review"])
        checked = review_checked(page, limits, near_at_hand(review, limits))
        work = workload_in(review, evaluation, prices_now())
        workload = None if isinstance(work, NoEvidence) else work
        target = target_verdict_on(page, limits, checked).verdict.story
        return what_to_decide(evaluation, checked.findings, workload, share_now(), target)
    before = baseline.against(review, page.selection, evaluation)
    screens = _screens_of(
        review,
        evaluation,
        beta=page.selection.beta,
        undefined=page.selection.undefined,
        verdict=verdict_on(page, limits_of(state.raw()["review"])),
        before=None if before is None else before.pair("f", page.selection),
        people=ceiling.people_and_systems(review, shared_of([evaluation])),
        choices=(prices_now(), share_now()),
    )
    return screens[SCREEN_KEYS.index(key)]


@cached(entries=24, spinner="Making the slides …")
def _screens_of(
    review: Review,
    evaluation: Evaluation,
    *,
    beta: float,
    undefined: Undefined,
    verdict: PlainVerdict,
    before: SystemPair | None,
    people: LikeForLike | None,
    choices: tuple[Prices, float],
) -> tuple[Screen, ...]:
    prices, send = choices
    work = workload_in(review, evaluation, prices)
    reached = None if people is None else ceiling.ceiling(people, "micro", F1_BETA, "drop")
    return story_of(
        StoryInput(
            truth=review.truth,
            evaluation=evaluation,
            verdict=verdict,
            drawn=cache.intervals_of_averages(evaluation, beta, undefined),
            others=other_evaluations(review, evaluation),
            before=before,
            ceiling=None if people is None or reached is None else (reached, people.documents),
            work=None if isinstance(work, NoEvidence) else work,
            prices=prices,
            send=send,
        )
    )
