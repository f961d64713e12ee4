"""A system set against itself in the earlier version that stands beside the review."""

from __future__ import annotations

from breakeven.comparison.common import Settings, largest_classes, share_documents
from breakeven.comparison.comparison import Pair, pair_of, side_by_side
from breakeven.evaluation.evaluation import Evaluation
from breakeven.records import Review
from breakeven.selection import Selection
from breakeven.selection.evaluated import evaluate_selection
from breakeven.selection.where import Kept, restricted_to
from breakeven.versions.beside import selection_before


def pair_before(
    review: Review, selection: Selection, evaluation: Evaluation, kept: Kept | None
) -> Pair | None:
    """The system before and now, on F; `kept`: what the filter of the selection keeps.

    None where no earlier version stands beside, or no document is in both.
    """
    asked = selection_before(review, selection)
    if asked is None:
        return None
    before, _ = evaluate_selection(review, asked)
    if kept is not None:
        before = restricted_to(before, kept.rows)
    common = share_documents([evaluation, before])
    if not common.documents:
        return None
    top = largest_classes(common.evaluations[0])
    settings = Settings("f", selection.beta, selection.undefined, top)
    return pair_of(side_by_side(common, settings), 1, 0)
