"""The checks of what a selection shows, with what they need of other splits and systems."""

from __future__ import annotations

from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.fit import fit_cut
from breakeven.analysis.evaluation.scored import score_split
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.checks import CheckResults, check_data, check_review, check_slices
from breakeven.analysis.findings.slice_findings import search_wrong
from breakeven.analysis.selection.selected_evaluation import evaluate_selection
from breakeven.analysis.selection.selection import Selection, cut_for, splits_of, system_of
from breakeven.analysis.selection.where import FilteredDocuments, restricted_to
from breakeven.data.records import Review
from breakeven.data.splits import tuning_split
from metrics.dataset.near_duplicates import NearDuplicates
from metrics.typing import DEFAULT_BETA


def check_evaluated(
    review: Review,
    evaluation: Evaluation,
    kept: FilteredDocuments | None,
    limits: Limits,
    beta: float,
    near: NearDuplicates | None,
) -> CheckResults:
    """Every finding on the review and on one system's decisions; `kept`: what a filter keeps.

    `near` as `breakeven.analysis.findings.checks.search_near` finds them, None where nobody
    searched.
    """
    return check_review(
        review.truth,
        review.own,
        evaluation,
        on_tuning_split(review, evaluation, limits),
        limits,
        beta,
        before=(
            check_data(review.truth, limits, near),
            check_slices(review.truth, evaluation, limits, search_wrong(review.truth, evaluation)),
        ),
        others=other_evaluations(review, evaluation, kept),
    )


def other_evaluations(
    review: Review, evaluation: Evaluation, kept: FilteredDocuments | None = None
) -> list[Evaluation]:
    """What every other system decides on the same documents, by the same rule where it can."""
    mine = Selection(evaluation.system, evaluation.split, 0, DEFAULT_BETA, "drop", evaluation.cut)
    found = []
    for said in review.own:
        if said.system == mine.system or mine.split not in splits_of(review.truth, said):
            continue
        beside = Selection(
            said.system, mine.split, 0, DEFAULT_BETA, "drop", cut_for(review, mine, said)
        )
        whole, _ = evaluate_selection(review, beside)
        found.append(whole if kept is None else restricted_to(whole, kept.rows))
    return found


def on_tuning_split(review: Review, evaluation: Evaluation, limits: Limits) -> Evaluation | None:
    """The same decisions where thresholds may be fitted; None without such a split."""
    truth, predictions = review.truth, system_of(review, evaluation.system)
    split = tuning_split(truth, predictions, limits.train, limits.test)
    if split is None:
        return None
    part = score_split(truth, predictions, split)
    return evaluate(predictions, part, split, fit_cut(truth, predictions, evaluation.cut))
