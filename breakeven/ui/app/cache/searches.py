"""Labels in doubt, weak slices and the work of people: found once and kept, for several pages."""

from __future__ import annotations

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.findings.duplicates import count_as_leaks
from breakeven.analysis.label_errors.label_evidence import (
    Evidence,
    EvidenceOptions,
    NoEvidence,
    evidence_of,
)
from breakeven.analysis.label_errors.suspected_labels import Doubts, doubts_from
from breakeven.analysis.selection.leak_sides import sides_of
from breakeven.analysis.selection.selection import system_of
from breakeven.analysis.slices.joined_ranges import with_joined_ranges
from breakeven.analysis.slices.slice_conditions import Conditions, conditions_of
from breakeven.analysis.slices.two_splits import search_both_splits, second_search_helps
from breakeven.analysis.slices.weak_slices import (
    DocumentOutcome,
    SliceFindings,
    search_slices,
    usual_outcome,
)
from breakeven.analysis.workload.costs import Prices
from breakeven.analysis.workload.workload import Workload, workload_of
from breakeven.data.records import Review
from breakeven.ui.app.cache import data
from breakeven.ui.app.cache.memo import cached
from metrics.risk_coverage import RiskCoverage

# --- Labels in doubt, kept between reruns for pages and filters


@cached(entries=16, spinner="Fitting probabilities …")
def _evidence(
    review: Review, system: str, split: str | None, options: EvidenceOptions
) -> Evidence | NoEvidence:
    return evidence_of(review.truth, system_of(review, system), split, options)


@cached(entries=8, spinner="Finding labels that may be wrong …")
def doubts_of(
    review: Review, system: str, split: str | None, options: EvidenceOptions
) -> Doubts | NoEvidence:
    """As `suspected_labels.doubts_of`; each system's probabilities are fitted once."""
    own = EvidenceOptions(options.cross_validated, options.calibrate)
    names = [predictions.system for predictions in review.own]
    evidence = {name: _evidence(review, name, split, own) for name in names}
    return doubts_from(review.truth, system, split, options, evidence)


# --- Weak slices, searched once and kept, for the page on slices and for Guidance


# of so many documents a search takes a second or two: longer ones wait for somebody to ask
AT_ONCE = 20_000


@cached(entries=4, spinner="Reading the columns …")
def _conditions(review: Review) -> Conditions:
    texts = None if review.truth.text_column is None else data.texts_of(review)
    return conditions_of(review.truth, texts)


@cached(entries=16, spinner="Comparing the texts …")
def without_leaks(review: Review, evaluation: Evaluation) -> Evaluation:
    """The evaluation without documents that leak, as slices are searched behind every door."""
    if len(review.truth.splits) < 2:
        return evaluation
    sides = sides_of(evaluation, data.errors_of(review, count_as_leaks(review.truth)))
    return evaluation if sides is None else sides.without


@cached(entries=16, spinner="Finding weak slices …")
def weak_slices(
    review: Review, evaluation: Evaluation, outcome: DocumentOutcome, other: Evaluation | None
) -> SliceFindings:
    """What a search finds; SearchError and OutcomeError as `search_slices`."""
    conditions = with_joined_ranges(_conditions(review), review.truth, evaluation.rows)
    return search_slices(evaluation, conditions, outcome, other)


@cached(entries=16)
def _searches_wanted(review: Review) -> set[str]:
    """Whether somebody has asked for searches of this review, however long they take."""
    return set()


def ask_for_slices(review: Review) -> None:
    """Searches of this review are wanted from now on."""
    _searches_wanted(review).add("search")


def slices_at_once(review: Review, evaluation: Evaluation) -> bool:
    """Whether slices are searched without asking."""
    return evaluation.documents <= AT_ONCE or bool(_searches_wanted(review))


@cached(entries=16, spinner="Finding weak slices …")
def _weak_in_both(review: Review, evaluation: Evaluation, tuning: Evaluation) -> SliceFindings:
    """What a search of two splits finds; kept between reruns."""
    return search_both_splits(review.truth, evaluation, tuning, _conditions(review))


def weak_slices_so_far(
    review: Review, evaluation: Evaluation, tuning: Evaluation | None
) -> SliceFindings | None:
    """Slices with many wrong documents; None where nobody has asked, or none can be searched.

    `tuning` as for `search_wrong`.
    """
    if evaluation.scored.sampled or not slices_at_once(review, evaluation):
        return None
    alone = weak_slices(review, evaluation, usual_outcome(evaluation), None)
    if tuning is None or not second_search_helps(alone, evaluation, tuning):
        return alone
    return _weak_in_both(review, evaluation, tuning)


# --- What people still have to do, added up once, for the page on workload and for the story


@cached(entries=8, spinner="Counting what may be wrong …")
def workload_in(review: Review, evaluation: Evaluation, prices: Prices) -> Workload | NoEvidence:
    """What the system is unsure of; kept between reruns."""
    return workload_of(review, evaluation, prices)


@cached(entries=48)
def curve_in(workload: Workload, c: int) -> RiskCoverage:
    """What stays wrong in one class; kept between reruns."""
    return workload.curve_of(c)
