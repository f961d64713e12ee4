"""What pages need of a review, kept between reruns.

What is chosen, how often it was looked at, what was decided and counted of that, and systems
compared on the documents they share.

Tested in `test_state_bar`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st
from scipy import sparse

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
from breakeven.analysis.documents.facets import Facets, facets_of
from breakeven.analysis.evaluation.average_intervals import AverageIntervals, average_intervals
from breakeven.analysis.evaluation.class_thresholds import thresholds_like
from breakeven.analysis.evaluation.cut import THRESHOLDS, TUNED, Cut, FittedCut, cut_to_text, decide
from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.fit import fit_cut, with_manual
from breakeven.analysis.evaluation.scored import ScoredSplit, score_split
from breakeven.analysis.findings import check_limits
from breakeven.analysis.selection import leak_sides as leaks
from breakeven.analysis.selection.candidates import CandidateDocuments as AskedDocuments
from breakeven.analysis.selection.candidates import (
    FilterLookups,
    candidates_of_evaluation,
    candidates_of_rows,
    candidates_of_system,
)
from breakeven.analysis.selection.data_errors import DataErrors
from breakeven.analysis.selection.errors import ChoiceError
from breakeven.analysis.selection.leak_sides import LeakSides, left_out, sides_of, with_leaks
from breakeven.analysis.selection.selection import (
    ChosenDocuments,
    DefaultSystem,
    FilteredSplit,
    Selection,
    cut_by_same_rule,
    cut_for,
    default_system,
    number,
    selection_of,
    splits_of,
    system_of,
)
from breakeven.analysis.selection.where import FilteredDocuments, filter_documents, restricted_to
from breakeven.analysis.workload.costs import NUMBERS, Prices
from breakeven.data.records import Predictions, Review
from breakeven.data.splits import tuning_split
from breakeven.ui.app.cache.data import errors_of, parted_columns_of, ready_errors, texts_of
from breakeven.ui.app.cache.memo import cached, digest, stands_for
from breakeven.ui.app.session import state
from metrics.averaging import Undefined
from metrics.typing import Array

if TYPE_CHECKING:
    from breakeven.analysis.label_errors.label_evidence import NoEvidence
    from breakeven.analysis.label_errors.suspected_labels import Doubts


# --- what every page needs of a review, kept between reruns


# a filter without any of these words asks nothing about marks
OF_MARKS = ("mark", "tag", "seen", "noted")


@cached(entries=32)
def opens_on(review: Review) -> DefaultSystem:
    """The system shown before anybody chooses: found once, as every page asks for it."""
    return default_system(review)


def selected(review: Review, refused: list[ChoiceError] | None = None) -> Selection:
    """What is chosen in this session, as `selection_of` reads it."""
    marks, review = review.marks, review.loaded
    chosen = state.texts()
    if not review.has_system:  # what is chosen of a system waits for a review that has one
        chosen = {key: text for key, text in chosen.items() if key not in ("system", "cut")}
    elif chosen.get("system") not in {predictions.system for predictions in review.own}:
        chosen = chosen | {"system": opens_on(review).system}
    selection, against = _selected(review, chosen)
    if refused is not None:
        refused.extend(against)
    if marks is not None and any(word in text for text in state.filters() for word in OF_MARKS):
        return replace(selection, marks=marks.digest)
    return selection


@cached(entries=256)
def _selected(review: Review, chosen: dict[str, str]) -> tuple[Selection, list[ChoiceError]]:
    refused: list[ChoiceError] = []
    return selection_of(review, chosen, refused), refused


@cached(entries=12, spinner="Gathering the documents …")
def predictions_of(review: Review, system: str, documents: ChosenDocuments) -> Predictions:
    """What a system said of a split's documents, labelled or not."""
    if isinstance(documents, FilteredSplit):
        whole = predictions_of(review, system, documents.split)
        return whole.take(_among(whole.rows, filter_result(review, documents)))
    predictions = system_of(review, system)
    return predictions.take(predictions.positions_in(review.truth, documents))


def rows_of(review: Review, system: str, documents: ChosenDocuments) -> Array:
    """The documents looked at, ascending: those that the system spoke of, without one all."""
    if review.has_system:
        return predictions_of(review, system, documents).rows
    if isinstance(documents, FilteredSplit):
        return filter_result(review, documents).rows
    return review.truth.in_split(documents)


@cached(entries=12, spinner="Gathering the documents …")
def scored_of(review: Review, system: str, documents: ChosenDocuments) -> ScoredSplit:
    """What a system scored of a split, and the truth beside it."""
    if isinstance(documents, FilteredSplit):
        whole = scored_of(review, system, documents.split)
        return whole.take(_among(whole.rows, filter_result(review, documents)))
    return score_split(review.truth, system_of(review, system), documents)


@cached(entries=12, spinner="Filtering the documents …")
def filter_result(review: Review, filtered: FilteredSplit) -> FilteredDocuments:
    """What a filter keeps of a split; any system is then shown on these documents."""
    about = filter_context(review, filtered.system, filtered.split, filtered.cut)
    if filtered.marks:  # those of the review as it was when it was first asked are old
        about = replace(about, review=review)
    return filter_documents(filtered.where, about)


@cached(entries=8)
def filter_context(review: Review, system: str, split: str | None, cut: Cut) -> AskedDocuments:
    """What filters are asked about, whichever they are: what one finds out serves the next."""

    def decisions_of(other: str) -> tuple[Predictions, sparse.csc_array]:
        other_cut = cut_by_same_rule(review, system, cut, system_of(review, other))
        return predictions_of(review, other, split), decided(review, other, split, other_cut)

    def doubts() -> Doubts | NoEvidence:
        # slow to import, and asked for by few filters
        from breakeven.analysis.label_errors.label_evidence import EvidenceOptions
        from breakeven.ui.app.cache.searches import doubts_of

        return doubts_of(review, system, split, EvidenceOptions())

    lookups = FilterLookups(
        partial(errors_of, review), partial(texts_of, review), decisions_of, doubts
    )
    if not review.has_system:
        return candidates_of_rows(review, review.truth.in_split(split), lookups)
    if review.truth.labels is not None:
        return candidates_of_evaluation(review, evaluation(review, system, split, cut), lookups)
    predictions = predictions_of(review, system, split)
    return candidates_of_system(
        review, predictions, lambda: decided(review, system, split, cut), lookups
    )


@cached(entries=16, spinner="Counting …")
def facets(
    review: Review, system: str, documents: ChosenDocuments, cut: Cut, class_index: int | None
) -> Facets:
    """Counts of the documents that are looked at, as `facets_of`."""
    if isinstance(documents, FilteredSplit):
        about = filter_context(review, system, documents.split, cut)
        positions = filter_result(review, documents).positions
    else:
        about = filter_context(review, system, documents, cut)
        positions = np.arange(len(about.rows))
    candidates = cut.rule == "candidates"
    columns = parted_columns_of(review)
    return facets_of(about, positions, columns, class_index, candidates=candidates)


def _among(rows: Array, filtered: FilteredDocuments) -> Array:
    return np.flatnonzero(np.isin(rows, filtered.rows))


@cached(entries=16, spinner="Applying the threshold …")
def decided(review: Review, system: str, documents: ChosenDocuments, cut: Cut) -> sparse.csc_array:
    """A system's decisions, boolean csc (documents, classes), labelled or not.

    A rule decides on whole splits; a filter then leaves documents out.
    """
    if isinstance(documents, FilteredSplit):
        rows = predictions_of(review, system, documents.split).rows
        whole = decided(review, system, documents.split, cut)
        return sparse.csc_array(whole[_among(rows, filter_result(review, documents))])
    return decide(predictions_of(review, system, documents), fitted(review, system, cut))


def tuning_split_of(review: Review, system: str) -> str | None:
    """Where the pages fit before anybody chooses; train and test as named among the limits."""
    chosen = check_limits.from_text(state.raw().get("limits", ""))
    return tuning_split(review.truth, system_of(review, system), chosen.train, chosen.test)


@cached(entries=48, spinner="Fitting …")
def _fitted(review: Review, system: str, cut: Cut) -> FittedCut:
    part = None
    if cut.rule in TUNED:
        part = scored_of(review, system, cut.split)
    return fit_cut(review.truth, system_of(review, system), cut, part)


def fitted(review: Review, system: str, cut: Cut) -> FittedCut:
    """A cut with the thresholds or shares that its rule finds for a system."""
    rule = replace(cut, own=(), system=None)  # what is set by hand needs no fitting again
    return with_manual(_fitted(review, system, rule), cut, review.truth.classes)


@cached(entries=12, spinner="Finding thresholds …")
def thresholds_now(review: Review, system: str, cut: Cut) -> Array:
    """Per class the threshold of a cut, or one that gives as many documents as it does."""
    known = fitted(review, system, cut)
    if cut.rule in THRESHOLDS and known.thresholds is not None:
        return known.thresholds
    scores = predictions_of(review, system, None).scores
    return thresholds_like(scores, decided(review, system, None, cut))


@cached(entries=24, spinner="Counting …")
def evaluation(review: Review, system: str, documents: ChosenDocuments, cut: Cut) -> Evaluation:
    """A system's decisions on a split beside the truth."""
    if isinstance(documents, FilteredSplit):
        whole = evaluation(review, system, documents.split, cut)
        found = restricted_to(whole, filter_result(review, documents).rows)
        # what it holds is an argument of other kept results
        stands_for(found.scored, digest("scored", review, system, documents))
        return found
    part = scored_of(review, system, documents)
    return evaluate(system_of(review, system), part, documents, fitted(review, system, cut))


@cached(entries=24)
def _sides(every: Evaluation, errors: DataErrors) -> LeakSides[Evaluation] | None:
    return sides_of(every, errors)


@cached(entries=24)
def shared_sides(
    sides: LeakSides[Evaluation], other: Evaluation
) -> tuple[LeakSides[Evaluation], LeakSides[Evaluation]] | None:
    """Two systems with and without the documents that leak."""
    return leaks.shared_sides(sides, other)


def leak_sides(review: Review, selection: Selection) -> LeakSides[Evaluation] | None:
    """What is selected with and without the documents that leak, whether or not they are left out.

    None where none is known to leak.
    """
    errors = ready_errors(review, left_out(selection.where))
    if errors is None or not errors.leaked.any():
        return None
    documents = replace(selection, where=with_leaks(selection.where)).documents
    return _sides(evaluation(review, selection.system, documents, selection.cut), errors)


@cached(entries=64, spinner="Working out intervals …")
def intervals_of_averages(
    evaluation: Evaluation, beta: float, undefined: Undefined, further: bool = False
) -> AverageIntervals | None:
    """Intervals of the averages, also of further measures; None where there are none."""
    return average_intervals(evaluation, beta, undefined, further=further)


# --- how often which documents were looked at under which rules, in this session


@dataclass(frozen=True)
class SplitLooks:
    """What was looked at on one split: `times` in all, under each rule by system and text."""

    times: int
    rules: dict[tuple[str, str], int]


def _book() -> dict[str, list[tuple[str, str | None, str]]]:
    book: dict[str, list[tuple[str, str | None, str]]] = st.session_state.setdefault("ledger", {})
    return book


def note_look(files: str, system: str, split: str | None, cut: Cut) -> None:
    """Enter a look; the same look again at once, as another page gives it, is the same one.

    `files`: of the review (`Review.files`), whose documents are the same whatever marks hold.
    """
    looks = _book().setdefault(files, [])
    look = (system, split, cut_to_text(cut))
    if not looks or looks[-1] != look:
        looks.append(look)


def looks_at(files: str, split: str | None) -> SplitLooks:
    """How often the documents of a split were looked at, and under which rules; as `note_look`."""
    rules: dict[tuple[str, str], int] = {}
    for system, where, text in _book().get(files, []):
        # all documents show those of the split too
        if where in (split, None) or split is None:
            rules[system, text] = rules.get((system, text), 0) + 1
    return SplitLooks(sum(rules.values()), rules)


# --- what mistakes and the work of people cost, and who looks at how much: of every page that asks


SEND_KEY = "human_review.send"
USUAL_PRICES = Prices()
CURRENCY_KEY = "human_review.currency"
LONGEST_CURRENCY = 12
USUAL_SHARE = 10.0
MOST_PRICE = 1e12


def prices_now() -> Prices:
    """What was said so far."""
    raw = state.raw()
    return Prices(
        currency=raw.get(CURRENCY_KEY, "")[:LONGEST_CURRENCY].strip(),
        **{
            name: number(
                raw.get(f"human_review.{name}"), getattr(USUAL_PRICES, name), 0.0, MOST_PRICE
            )
            for name in NUMBERS
        },
    )


def share_now() -> float:
    """The share of the documents that people look at, as it was chosen so far."""
    return number(state.raw().get(SEND_KEY), USUAL_SHARE, 0.0, 100.0) / 100


# --- Systems compared, kept between reruns: for Compare, and for every difference to a baseline


@cached(entries=12, spinner="Working out intervals for all systems …")
def side_of(common: SharedDocuments, settings: ComparisonSettings) -> ComparedSystems:
    """All systems of a comparison on one measure."""
    side = compare_systems(common, settings)
    # standings are worked out once, here, under the spinner
    _ = side.standing_of_averages, side.standing_of_classes, side.intervals
    return side


@cached(entries=48, spinner="Comparing the two systems …")
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
        found.append(evaluation(review, predictions.system, selection.documents, cut))
    return found, silent


@cached(entries=12, spinner="Gathering the documents that all systems share …")
def shared_of(evaluations: Sequence[Evaluation]) -> SharedDocuments:
    """The documents that all these systems spoke of."""
    return share_documents(evaluations)


@cached(entries=12, spinner="Gathering the documents that all systems answered …")
def answered_by(evaluations: Sequence[Evaluation]) -> SharedDocuments:
    """The documents that all these systems spoke of, and those among them that answer answered."""
    return share_answered(evaluations)
