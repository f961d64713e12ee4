"""What a selection shows: its system's decisions on the documents of its filter; their checks.

Tested in `test_leak_sides`, `test_fold_terms` and `test_behind`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING

from scipy import sparse

from breakeven.analysis.advice.checks import (
    CheckResults,
    check_data,
    check_review,
    check_slices,
    without_leaks,
)
from breakeven.analysis.evaluation.cut import Cut, decide
from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.fit import fit_cut
from breakeven.analysis.evaluation.scored import score_split
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.system_findings import search_wrong
from breakeven.analysis.selection.candidates import (
    CandidateDocuments,
    FilterLookups,
    candidates_of_evaluation,
    candidates_of_rows,
    candidates_of_system,
)
from breakeven.analysis.selection.data_errors import errors_of, with_near_copies
from breakeven.analysis.selection.leak_sides import LeakSides, left_out, sides_of, with_leaks
from breakeven.analysis.selection.selection import Selection, cut_for, splits_of, system_of
from breakeven.analysis.selection.where import FilteredDocuments, filter_documents, restricted_to
from breakeven.data.corpus import Texts
from breakeven.data.records import Predictions, Review
from breakeven.data.splits import tuning_split
from metrics.dataset.near_duplicates import NearDuplicates
from metrics.typing import DEFAULT_BETA

if TYPE_CHECKING:
    from breakeven.analysis.label_errors.label_evidence import NoEvidence
    from breakeven.analysis.label_errors.suspected_labels import Doubts


def _output_of_system(
    review: Review, system: str, split: str | None, cut: Cut
) -> tuple[Predictions, sparse.csc_array]:
    """What a system said of a split, and decided: the rule is fitted, and decides, on all of it."""
    predictions = system_of(review, system)
    part = predictions.take(predictions.positions_in(review.truth, split))
    return part, decide(part, fit_cut(review.truth, predictions, cut))


def lookups_of(review: Review, selection: Selection) -> FilterLookups:
    """What the filter of a selection may ask about; its texts are made ready once."""

    def output_of(system: str) -> tuple[Predictions, sparse.csc_array]:
        cut = cut_for(review, selection, system_of(review, system))
        return _output_of_system(review, system, selection.split, cut)

    def doubts() -> Doubts | NoEvidence:
        # loads scipy.special
        from breakeven.analysis.label_errors.suspected_labels import doubts_of

        return doubts_of(review, selection.system, selection.split)

    texts = cache(partial(Texts, review.truth))
    return FilterLookups(partial(errors_of, review.truth), texts, output_of, doubts)


def candidates_of_selection(review: Review, selection: Selection) -> CandidateDocuments:
    """What a selection's filter is asked about: all documents of its split, labelled or not.

    Where the review has no system, all that are in the split.
    """
    if not review.has_system:
        rows = review.truth.in_split(selection.split)
        return candidates_of_rows(review, rows, lookups_of(review, selection))
    part, assigned = _output_of_system(review, selection.system, selection.split, selection.cut)
    return candidates_of_system(review, part, lambda: assigned, lookups_of(review, selection))


def evaluate_selection(
    review: Review, selection: Selection
) -> tuple[Evaluation, FilteredDocuments | None]:
    """The evaluation that a selection names, and what its filter keeps; None without a filter.

    The cut is fitted, and decides, on whole splits: a filter changes no decision. ValueError where
    nobody has labelled; FilterError where the filter does not fit.
    """
    predictions = system_of(review, selection.system)
    part = score_split(review.truth, predictions, selection.split)
    fitted = fit_cut(review.truth, predictions, selection.cut)
    evaluation = evaluate(predictions, part, selection.split, fitted)
    if selection.where is None:
        return evaluation, None
    filtered = filter_documents(
        selection.where, candidates_of_evaluation(review, evaluation, lookups_of(review, selection))
    )
    return restricted_to(evaluation, filtered.rows), filtered


def output_of_selection(
    review: Review, selection: Selection
) -> tuple[Predictions, sparse.csc_array, FilteredDocuments | None]:
    """As `evaluate_selection`, labelled or not: what was said, and decided, of the documents.

    The decisions are boolean csc (documents, classes).
    """
    part, assigned = _output_of_system(review, selection.system, selection.split, selection.cut)
    if selection.where is None:
        return part, assigned, None
    lookups = lookups_of(review, selection)
    filtered = filter_documents(
        selection.where, candidates_of_system(review, part, lambda: assigned, lookups)
    )
    return part.take(filtered.positions), filtered.rows_of(assigned), filtered


def leak_sides(review: Review, selection: Selection) -> LeakSides[Evaluation] | None:
    """What a selection shows with and without the documents that leak; None where none does.

    Whether the selection's filter leaves them out makes no difference. Nearly equal texts count as
    `with_near_copies` says. ValueError where nobody has labelled.
    """
    truth = review.truth
    if len(truth.splits) < 2:
        return None
    errors = errors_of(truth, with_near_copies(truth, left_out(selection.where)))
    if not errors.leaked.any():
        return None
    every, _ = evaluate_selection(review, replace(selection, where=with_leaks(selection.where)))
    return sides_of(every, errors)


def check_evaluated(
    review: Review,
    evaluation: Evaluation,
    filtered: FilteredDocuments | None,
    limits: Limits,
    beta: float,
    near: NearDuplicates | None,
    *,
    slices: bool = True,
) -> CheckResults:
    """Every finding on the review and on one system's decisions; `filtered`: what a filter keeps.

    `near` as `breakeven.analysis.advice.checks.search_near` finds them, None where nobody
    searched. `slices`: whether weak slices are searched for.
    """
    truth, tuning = review.truth, on_tuning_split(review, evaluation, limits)
    data = check_data(truth, limits, near)
    weak = None
    if slices:
        weak = search_wrong(
            truth,
            without_leaks(evaluation, data),
            None if tuning is None else without_leaks(tuning, data),
        )
    return check_review(
        review,
        evaluation,
        tuning,
        limits,
        beta,
        before=(data, check_slices(truth, evaluation, limits, weak, tuning)),
        others=other_evaluations(review, evaluation, filtered),
    )


def other_evaluations(
    review: Review, evaluation: Evaluation, filtered: FilteredDocuments | None = None
) -> list[Evaluation]:
    """What every other system decides on the same documents, by the same rule where it can."""
    mine = Selection(evaluation.system, evaluation.split, 0, DEFAULT_BETA, "drop", evaluation.cut)
    others = []
    for predictions in review.own:
        if predictions.system == mine.system or mine.split not in splits_of(
            review.truth, predictions
        ):
            continue
        selection = Selection(
            predictions.system,
            mine.split,
            0,
            DEFAULT_BETA,
            "drop",
            cut_for(review, mine, predictions),
        )
        decided, _ = evaluate_selection(review, selection)
        others.append(decided if filtered is None else restricted_to(decided, filtered.rows))
    return others


def on_tuning_split(review: Review, evaluation: Evaluation, limits: Limits) -> Evaluation | None:
    """The same decisions where thresholds may be fitted; None without such a split."""
    truth, predictions = review.truth, system_of(review, evaluation.system)
    split = tuning_split(truth, predictions, limits.train, limits.test)
    if split is None:
        return None
    part = score_split(truth, predictions, split)
    return evaluate(predictions, part, split, fit_cut(truth, predictions, evaluation.cut))
