"""What a selection shows: its system's decisions on the documents that its filter keeps."""

from __future__ import annotations

from breakeven.evaluation.evaluation import Evaluation, evaluate
from breakeven.evaluation.fit import fit_cut
from breakeven.evaluation.scored import score_split
from breakeven.records import Review
from breakeven.selection.choices import Selection, system_of
from breakeven.selection.where import Kept, documents_of, kept_by, restricted_to


def evaluate_selection(review: Review, selection: Selection) -> tuple[Evaluation, Kept | None]:
    """The evaluation that a selection names, and what its filter keeps; None without a filter.

    The cut is fitted, and decides, on whole splits: a filter changes no decision. ValueError where
    nobody has labelled; FilterError where the filter does not fit.
    """
    predictions = system_of(review, selection.system)
    part = score_split(review.truth, predictions, selection.split)
    fitted = fit_cut(review.truth, predictions, selection.cut)
    whole = evaluate(predictions, part, selection.split, fitted)
    if selection.where is None:
        return whole, None
    kept = kept_by(selection.where, documents_of(review.truth, whole))
    return restricted_to(whole, kept.rows), kept
