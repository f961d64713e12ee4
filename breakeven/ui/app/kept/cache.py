"""What every page needs of a review, kept between reruns."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from scipy import sparse

from breakeven.documents.facets import Facets, facets_of
from breakeven.documents.parts import Parted, parted_columns
from breakeven.evaluation.average_intervals import AverageIntervals, average_intervals
from breakeven.evaluation.cut import THRESHOLDS, TUNED, Cut, Fitted, decide
from breakeven.evaluation.evaluation import Evaluation, evaluate
from breakeven.evaluation.fit import fit_cut, with_manual
from breakeven.evaluation.own_thresholds import thresholds_like
from breakeven.evaluation.scored import ScoredSplit, score_split
from breakeven.findings import limits
from breakeven.records import Predictions, Review
from breakeven.selection import (
    ChoiceError,
    DefaultSystem,
    Documents,
    Filtered,
    Selection,
    cut_beside,
    default_system,
    leaks,
    selection_of,
    system_of,
)
from breakeven.selection.asked import Documents as AskedDocuments
from breakeven.selection.asked import Lookups, documents_of, documents_said, documents_unsaid
from breakeven.selection.data_errors import DataErrors
from breakeven.selection.leaks import LeakSides, left_out, sides_of, with_leaks
from breakeven.selection.where import Kept, kept_by, restricted_to
from breakeven.splits import tuning_split
from breakeven.texts.texts import Texts
from breakeven.ui.app.kept.cached import cached, digest, stands_for
from breakeven.ui.app.kept.data_errors import errors_known, errors_of
from breakeven.ui.app.session import state
from metrics.averaging import Undefined
from metrics.typing import Array

if TYPE_CHECKING:  # few filters ask about doubtful labels, and what fits probabilities is slow
    from breakeven.labels.errors import Doubts
    from breakeven.labels.evidence import NoEvidence

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
    elif chosen.get("system") not in {said.system for said in review.own}:
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
def predictions_of(review: Review, system: str, documents: Documents) -> Predictions:
    """What a system said of a split's documents, labelled or not."""
    if isinstance(documents, Filtered):
        whole = predictions_of(review, system, documents.split)
        return whole.take(_among(whole.rows, kept(review, documents)))
    predictions = system_of(review, system)
    return predictions.take(predictions.positions_in(review.truth, documents))


def rows_of(review: Review, system: str, documents: Documents) -> Array:
    """The documents looked at, ascending: those that the system spoke of, without one all."""
    if review.has_system:
        return predictions_of(review, system, documents).rows
    if isinstance(documents, Filtered):
        return kept(review, documents).rows
    return review.truth.in_split(documents)


@cached(entries=12, spinner="Gathering the documents …")
def scored_of(review: Review, system: str, documents: Documents) -> ScoredSplit:
    """What a system scored of a split, and the truth beside it."""
    if isinstance(documents, Filtered):
        whole = scored_of(review, system, documents.split)
        return whole.take(_among(whole.rows, kept(review, documents)))
    return score_split(review.truth, system_of(review, system), documents)


@cached(entries=12, spinner="Filtering the documents …")
def kept(review: Review, filtered: Filtered) -> Kept:
    """What a filter keeps of a split; any system is then shown on these documents."""
    about = asked(review, filtered.system, filtered.split, filtered.cut)
    if filtered.marks:  # those of the review as it was when it was first asked are old
        about = replace(about, review=review)
    return kept_by(filtered.where, about)


@cached(entries=8)
def asked(review: Review, system: str, split: str | None, cut: Cut) -> AskedDocuments:
    """What filters are asked about, whichever they are: what one finds out serves the next."""

    def said(other: str) -> tuple[Predictions, sparse.csc_array]:
        beside = cut_beside(review, system, cut, system_of(review, other))
        return predictions_of(review, other, split), decided(review, other, split, beside)

    def doubts() -> Doubts | NoEvidence:
        # slow to import, and asked for by few filters
        from breakeven.labels.evidence import Asked
        from breakeven.ui.app.kept.doubts import doubts_of

        return doubts_of(review, system, split, Asked())

    lookups = Lookups(partial(errors_of, review), partial(texts_of, review), said, doubts)
    if not review.has_system:
        return documents_unsaid(review, review.truth.in_split(split), lookups)
    if review.truth.labels is not None:
        return documents_of(review, evaluation(review, system, split, cut), lookups)
    predictions = predictions_of(review, system, split)
    return documents_said(review, predictions, lambda: decided(review, system, split, cut), lookups)


@cached(entries=4, spinner="Reading the texts …")
def texts_of(review: Review) -> Texts:
    """The texts, made ready once for all who search in them."""
    return Texts(review.truth)


@cached(entries=4, spinner="Reading the columns …")
def parted_columns_of(review: Review) -> tuple[Parted, ...]:
    """The kept columns cut into the values and ranges that documents are counted by."""
    texts = None if review.truth.text_column is None else texts_of(review)
    return parted_columns(review.truth, texts)


@cached(entries=16, spinner="Counting …")
def facets(
    review: Review, system: str, documents: Documents, cut: Cut, class_index: int | None
) -> Facets:
    """Counts of the documents that are looked at, as `facets_of`."""
    if isinstance(documents, Filtered):
        about = asked(review, system, documents.split, cut)
        positions = kept(review, documents).positions
    else:
        about = asked(review, system, documents, cut)
        positions = np.arange(len(about.rows))
    return facets_of(about, positions, parted_columns_of(review), class_index)


def _among(rows: Array, found: Kept) -> Array:
    return np.flatnonzero(np.isin(rows, found.rows))


@cached(entries=16, spinner="Deciding …")
def decided(review: Review, system: str, documents: Documents, cut: Cut) -> sparse.csc_array:
    """A system's decisions, boolean csc (documents, classes), labelled or not.

    A rule decides on whole splits; a filter then leaves documents out.
    """
    if isinstance(documents, Filtered):
        rows = predictions_of(review, system, documents.split).rows
        whole = decided(review, system, documents.split, cut)
        return sparse.csc_array(whole[_among(rows, kept(review, documents))])
    return decide(predictions_of(review, system, documents), fitted(review, system, cut))


def tuning_split_of(review: Review, system: str) -> str | None:
    """Where the pages fit before anybody chooses; train and test as named among the limits."""
    chosen = limits.from_text(state.raw().get("limits", ""))
    return tuning_split(review.truth, system_of(review, system), chosen.train, chosen.test)


@cached(entries=48, spinner="Fitting …")
def _fitted(review: Review, system: str, cut: Cut) -> Fitted:
    part = None
    if cut.rule in TUNED:
        part = scored_of(review, system, cut.split)
    return fit_cut(review.truth, system_of(review, system), cut, part)


def fitted(review: Review, system: str, cut: Cut) -> Fitted:
    """A cut with the thresholds or shares that its rule finds for a system."""
    rule = replace(cut, own=(), system=None)  # what is set by hand needs no fitting again
    return with_manual(_fitted(review, system, rule), cut, review.truth.classes)


@cached(entries=12, spinner="Looking for thresholds …")
def thresholds_now(review: Review, system: str, cut: Cut) -> Array:
    """Per class the threshold of a cut, or one that gives as many documents as it does."""
    known = fitted(review, system, cut)
    if cut.rule in THRESHOLDS and known.thresholds is not None:
        return known.thresholds
    scores = predictions_of(review, system, None).scores
    return thresholds_like(scores, decided(review, system, None, cut))


@cached(entries=24, spinner="Counting …")
def evaluation(review: Review, system: str, documents: Documents, cut: Cut) -> Evaluation:
    """A system's decisions on a split beside the truth."""
    if isinstance(documents, Filtered):
        whole = evaluation(review, system, documents.split, cut)
        found = restricted_to(whole, kept(review, documents).rows)
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
    one: LeakSides[Evaluation], other: Evaluation
) -> tuple[LeakSides[Evaluation], LeakSides[Evaluation]] | None:
    """Two systems with and without the documents that leak."""
    return leaks.shared_sides(one, other)


def leak_sides(review: Review, selection: Selection) -> LeakSides[Evaluation] | None:
    """What is selected with and without the documents that leak, whether or not they are left out.

    None where none is known to leak.
    """
    leaked = left_out(selection.where)
    errors = errors_known(review) if leaked is None else errors_of(review, leaked.near)
    if errors is None or not errors.leaked.any():
        return None
    documents = replace(selection, where=with_leaks(selection.where)).documents
    return _sides(evaluation(review, selection.system, documents, selection.cut), errors)


@cached(entries=64, spinner="Working out intervals …")
def intervals_of_averages(
    evaluation: Evaluation, beta: float, undefined: Undefined
) -> AverageIntervals | None:
    """Intervals of the averages; None where there are none."""
    return average_intervals(evaluation, beta, undefined)
