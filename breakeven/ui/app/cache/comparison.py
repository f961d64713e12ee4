"""All systems of a review on the documents looked at, and systems compared: kept."""

from __future__ import annotations

from collections.abc import Sequence

from breakeven.analysis.comparison.comparison import (
    ComparedSystems,
    SystemPair,
    compare_systems,
    pair_of,
)
from breakeven.analysis.comparison.shared_documents import (
    ComparisonSettings,
    SharedDocuments,
    share_answered,
    share_documents,
)
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.selection import Selection, cut_for, splits_of
from breakeven.data.records import Review
from breakeven.ui.app.cache import cache
from breakeven.ui.app.cache.memo import cached

# --- Systems compared, kept between reruns: for Compare, and for every difference to a baseline


@cached(entries=12, spinner="Drawing documents again, for all systems alike …")
def side_of(common: SharedDocuments, settings: ComparisonSettings) -> ComparedSystems:
    """All systems of a comparison on one measure."""
    side = compare_systems(common, settings)
    # standings are worked out once, here, under the spinner
    _ = side.standing_of_averages, side.standing_of_classes, side.intervals
    return side


@cached(entries=48, spinner="Setting the two against each other …")
def facing(side: ComparedSystems, old: int, new: int) -> SystemPair:
    """Two systems of the comparison against each other."""
    return pair_of(side, old, new)


# --- all systems of a review on the documents that are looked at, kept between reruns


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
    return share_documents(evaluations)


@cached(entries=12, spinner="Gathering the documents that all answered …")
def answered_by(evaluations: Sequence[Evaluation]) -> SharedDocuments:
    """The documents that all these systems spoke of, and those among them that answer answered."""
    return share_answered(evaluations)
