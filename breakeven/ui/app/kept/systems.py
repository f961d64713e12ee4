"""All systems of a review on the documents that are looked at, kept between reruns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from breakeven.evaluation.evaluation import Evaluation
from breakeven.records import Review
from breakeven.selection import Selection, cut_for, splits_of
from breakeven.ui.app.kept import cache
from breakeven.ui.app.kept.cached import cached

if TYPE_CHECKING:  # the first page compares nothing
    from breakeven.comparison.common import SharedDocuments


def evaluations(review: Review, selection: Selection) -> tuple[list[Evaluation], list[str]]:
    """Every own system that spoke of the split, decided by the page's rule; and who did not."""
    found, silent = [], []
    for predictions in review.own:
        if selection.split not in splits_of(review.truth, predictions):
            silent.append(predictions.system)
            continue
        cut = cut_for(review, selection, predictions)
        found.append(cache.evaluation(review, predictions.system, selection.documents, cut))
    return found, silent


@cached(entries=12, spinner="Gathering the documents that all share …")
def shared_of(evaluations: Sequence[Evaluation]) -> SharedDocuments:
    """The documents that all these systems spoke of."""
    from breakeven.comparison.common import share_documents

    return share_documents(evaluations)


@cached(entries=12, spinner="Gathering the documents that all answered …")
def answered_by(evaluations: Sequence[Evaluation]) -> SharedDocuments:
    """The documents that all these systems spoke of, and those among them that answer answered."""
    from breakeven.comparison.common import share_answered

    return share_answered(evaluations)
