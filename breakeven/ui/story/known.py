"""The screens of what is looked at, kept between reruns, with what somebody wrote of them."""

from __future__ import annotations

from breakeven.comparison.comparison import Pair
from breakeven.evaluation.evaluation import Evaluation
from breakeven.labels.ceiling import LikeForLike
from breakeven.labels.evidence import NoEvidence
from breakeven.records import Review
from breakeven.selection import split_text
from breakeven.selection.checked import others_beside
from breakeven.story.screen import KEYS, Key, Screen
from breakeven.story.told import Known, story_of, what_to_decide
from breakeven.story.verdict import Verdict
from breakeven.story.words import in_words
from breakeven.ui.app.head import baseline
from breakeven.ui.app.kept import cache, ceiling
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.app.kept.prices import prices_now, share_now
from breakeven.ui.app.kept.systems import shared_of
from breakeven.ui.app.kept.verdict import verdict_on
from breakeven.ui.app.library.words import words_on
from breakeven.ui.app.session import state
from breakeven.ui.app.shared.page import Page
from breakeven.ui.findings.cache import limits_of, near_known, review_checked
from breakeven.ui.workload.parts import found_in
from breakeven.workload.prices import Prices
from metrics.averaging import Undefined

AT = "story.screen"


def chosen() -> Key:
    """The screen that is asked for, the first until one is."""
    return state.one_of(AT, KEYS)


def screen_of(page: Page, key: Key) -> Screen:
    """One screen of what is looked at."""
    review, of = page.review, page.evaluation
    split = split_text(page.selection.split, review.truth.splits)
    return in_words(_counted(page, key), words_on(review), of.system, split)


def _counted(page: Page, key: Key) -> Screen:
    review, of = page.review, page.evaluation
    if key == "decide":
        limits = limits_of(state.raw()["review"])
        checked = review_checked(page, limits, near_known(review, limits))
        work = found_in(review, of, prices_now())
        known = None if isinstance(work, NoEvidence) else work
        return what_to_decide(of, checked.findings, known, share_now())
    before = baseline.against(review, page.selection, of)
    told = _told(
        review,
        of,
        beta=page.selection.beta,
        undefined=page.selection.undefined,
        verdict=verdict_on(page, limits_of(state.raw()["review"])),
        before=None if before is None else before.pair("f", page.selection),
        people=ceiling.beside_people(review, shared_of([of])),
        asked=(prices_now(), share_now()),
    )
    return told[KEYS.index(key)]


@cached(entries=24, spinner="Telling the story …")
def _told(
    review: Review,
    evaluation: Evaluation,
    *,
    beta: float,
    undefined: Undefined,
    verdict: Verdict,
    before: Pair | None,
    people: LikeForLike | None,
    asked: tuple[Prices, float],
) -> tuple[Screen, ...]:
    prices, send = asked
    work = found_in(review, evaluation, prices)
    reached = None if people is None else ceiling.ceiling(people, "micro", 1.0, "drop")
    return story_of(
        Known(
            truth=review.truth,
            evaluation=evaluation,
            verdict=verdict,
            drawn=cache.intervals_of_averages(evaluation, beta, undefined),
            others=others_beside(review, evaluation),
            before=before,
            ceiling=None if people is None or reached is None else (reached, people.documents),
            work=None if isinstance(work, NoEvidence) else work,
            prices=prices,
            send=send,
        )
    )
