"""Weak slices, searched once and kept, for the page on slices and for Guidance."""

from __future__ import annotations

from breakeven.evaluation.evaluation import Evaluation
from breakeven.records import Review
from breakeven.slices.conditions import Conditions
from breakeven.slices.outcomes import Outcome
from breakeven.slices.search import FoundSlices
from breakeven.ui.app.kept import cache
from breakeven.ui.app.kept.cached import cached

# of so many documents a search takes a second or two: longer ones wait for somebody to ask
AT_ONCE = 20_000


@cached(entries=4, spinner="Reading the columns …")
def _conditions(review: Review) -> Conditions:
    from breakeven.slices.conditions import conditions_of

    texts = None if review.truth.text_column is None else cache.texts_of(review)
    return conditions_of(review.truth, texts)


@cached(entries=16, spinner="Looking for weak slices …")
def weak_slices(
    review: Review, evaluation: Evaluation, outcome: Outcome, other: Evaluation | None
) -> FoundSlices:
    """What a search finds; SearchError and OutcomeError as `search_slices`."""
    # slow to import
    from breakeven.slices.search import search_slices

    return search_slices(evaluation, _conditions(review), outcome, other)


@cached(entries=16)
def _asked(review: Review) -> set[str]:
    """Whether somebody has asked for searches of this review, however long they take."""
    return set()


def ask(review: Review) -> None:
    """Searches of this review are wanted from now on."""
    _asked(review).add("search")


def at_once(review: Review, evaluation: Evaluation) -> bool:
    """Whether slices are searched without asking."""
    return evaluation.documents <= AT_ONCE or bool(_asked(review))


def weak_known(review: Review, evaluation: Evaluation) -> FoundSlices | None:
    """Slices with many wrong documents; None where nobody has asked, or none can be searched."""
    if evaluation.scored.sampled or not at_once(review, evaluation):
        return None
    return weak_slices(review, evaluation, Outcome(), None)
