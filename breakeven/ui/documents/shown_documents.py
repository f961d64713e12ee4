"""What the Documents page is about: the documents of both filters, in an order.

One of them is open: what every system said of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy import sparse

from breakeven.analysis.documents.reading_order import (
    CutPoints,
    ReadingOrder,
    by_score,
    cut_points,
    least_sure,
    most_wrong,
)
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.selection.selection import (
    ChosenDocuments,
    FilteredSplit,
    Selection,
    cut_for,
)
from breakeven.analysis.selection.where import Where, together
from breakeven.data.records import Predictions, Review, Truth
from breakeven.ui.app.cache import cache
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.session import state
from metrics.incidence import Scores, judged
from metrics.typing import Array

# --- what the documents page looks at: the documents of both filters, in an order, and one of them


WHERE, SORT, OPEN = "documents.where", "documents.sort", "documents.open"
ORDERS: dict[ReadingOrder, str] = {
    "file": "As in the file",
    "wrong": "Worst errors first",
    "unsure": "Least certain first",
    "score": "Highest score of the class first",
    "score_up": "Lowest score of the class first",
}


@dataclass(frozen=True)
class SplitDocuments:
    """What is known of the m documents of a split that a system spoke of; without one, of all.

    `rows`: these documents, indices into the truth's, ascending, (m,). `predictions`: of them;
    `assigned`: boolean csc (m, k); both None where the review has no system. `labels`, `unjudged`:
    the same, None as in Truth; `turns`: where the decisions turn, None where that is not known.
    """

    rows: Array
    predictions: Predictions | None
    assigned: sparse.csc_array | None
    labels: sparse.csc_array | None
    unjudged: sparse.csc_array | None
    turns: CutPoints | None

    @cached_property
    def errors(self) -> tuple[sparse.csr_array, sparse.csr_array] | None:
        """Missed and extra pairs among those judged, boolean csr (m, k).

        None without labels, and without a system.
        """
        if self.labels is None or self.assigned is None:
            return None
        missed = judged(self.labels > self.assigned, self.unjudged)
        extra = judged(self.assigned > self.labels, self.unjudged)
        return sparse.csr_array(missed), sparse.csr_array(extra)

    @property
    def scores(self) -> Scores:
        """As in Predictions; None where there are none."""
        return None if self.predictions is None else self.predictions.scores


@cached(entries=8)
def split_documents(review: Review, system: str, split: str | None, cut: Cut) -> SplitDocuments:
    """What a system said of a split, whatever filters keep of it."""
    context = cache.filter_context(review, system, split, cut)
    if not review.has_system:
        return SplitDocuments(context.rows, None, None, context.labels, context.unjudged, None)
    predictions = cache.predictions_of(review, system, split)
    fitted = cache.fitted(review, system, cut)
    turns = cut_points(predictions.scores, context.assigned, fitted, predictions.rows)
    return SplitDocuments(
        predictions.rows, predictions, context.assigned, context.labels, context.unjudged, turns
    )


@dataclass(frozen=True)
class ShownDocuments:
    """The documents that the page lists.

    `selection`: as on every page, its own filter included; `where`: the page's filter; `order`:
    positions in `in_split`, as they are listed, shape (n,); `position`: the place in `order` of the
    document that is open, None where nothing is listed.
    """

    review: Review
    selection: Selection
    where: Where | None
    in_split: SplitDocuments
    order: Array
    position: int | None

    @property
    def every(self) -> int:
        """How many documents there are without the page's own filter."""
        return len(filtered_positions(self.review, self.selection, None))

    @property
    def rows(self) -> Array:
        """The documents listed, as indices into the truth's, shape (n,)."""
        return self.in_split.rows[self.order]


def documents_of(selection: Selection, where: Where | None) -> ChosenDocuments:
    """What a selection and the page's own filter look at."""
    return replace(selection, where=together(selection.where, where)).documents


def filtered_positions(review: Review, selection: Selection, where: Where | None) -> Array:
    """Positions of the documents kept among those of the split, ascending."""
    documents = documents_of(selection, where)
    if isinstance(documents, FilteredSplit):
        return cache.filter_result(review, documents).positions
    return np.arange(len(cache.rows_of(review, selection.system, documents)))


def orders_of(in_split: SplitDocuments) -> dict[ReadingOrder, str]:
    """The orders that can be chosen: those that what is known allows."""
    out = dict(ORDERS)
    if in_split.errors is None:
        del out["wrong"]
    if in_split.turns is None:
        del out["unsure"]
    if in_split.scores is None:
        del out["score"], out["score_up"]
    return out


@cached(entries=24)
def _ordered(review: Review, selection: Selection, order: ReadingOrder) -> Array:
    """All positions of the split in an order."""
    in_split = split_documents(review, selection.system, selection.split, selection.cut)
    scores = in_split.scores
    match order:
        case "wrong" if in_split.labels is not None and in_split.assigned is not None:
            pairs = in_split.labels, in_split.assigned, in_split.unjudged
            return most_wrong(*pairs, scores, in_split.turns)
        case "unsure" if in_split.turns is not None:
            return least_sure(scores, in_split.turns)
        case "score" | "score_up":
            return by_score(scores, selection.class_index, rising=order == "score_up")
    return np.arange(len(in_split.rows))


@cached(entries=24)
def _listed(
    review: Review, selection: Selection, where: Where | None, order: ReadingOrder
) -> Array:
    """The positions that the filters keep, in an order."""
    every = _ordered(review, replace(selection, where=None), order)
    kept = np.zeros(len(every), dtype=bool)
    kept[filtered_positions(review, selection, where)] = True
    return every[kept[every]]


def current_documents(review: Review, selection: Selection, where: Where | None) -> ShownDocuments:
    """What is listed, and which of it is open, as is chosen now."""
    in_split = split_documents(review, selection.system, selection.split, selection.cut)
    order: ReadingOrder = state.one_of(SORT, orders_of(in_split))
    listed = _listed(review, selection, where, order)
    position = _place(review, in_split.rows[listed])
    return ShownDocuments(review, selection, where, in_split, listed, position)


# ids may repeat: in the session the row says which of them is open
ROW = "documents_row"


def open_document(review: Review, row: int) -> None:
    """Open a document by its row in the truth; the address names its id."""
    ids = review.truth.documents
    assert ids is not None
    state.remember(ROW, row)
    state.choose(OPEN, str(ids[row]))


def _place(review: Review, rows: Array) -> int | None:
    """Where the document that was opened stands among these; the first where it is not there."""
    if not len(rows):
        return None
    opened, ids = state.raw().get(OPEN), review.truth.documents
    if opened is None or ids is None:
        return 0
    positions = np.flatnonzero(ids[rows] == opened)
    again = positions[rows[positions] == state.remembered(ROW)]
    return int([*again, *positions, 0][0])


# --- what every system said of one document


@dataclass(frozen=True)
class SystemDecision:
    """What a system said of one document, per class, shape (k,).

    `called`: boolean; `scores`: NaN where it has none; `turns`: the score at which the decision
    would turn, NaN where that is not known. `spoke`: whether it said anything of the document.
    `span`: the scores between which bars are drawn.
    """

    system: str
    spoke: bool
    called: Array
    scores: Array
    turns: Array
    span: tuple[float, float]


@dataclass(frozen=True)
class OpenDocument:
    """One document: `row` in the truth; `decisions` of each system, if any, the chosen one first.

    `true`, `unjudged`: boolean, shape (k,); `true` is None where nobody has labelled. `people`:
    the annotators who labelled it, and the classes that each gave, boolean, shape (k,).
    """

    row: int
    true: Array | None
    unjudged: Array
    decisions: tuple[SystemDecision, ...]
    people: tuple[tuple[str, Array], ...] = ()

    @property
    def shown(self) -> Array:
        """The classes that are true, or that any system or annotator gave, ascending."""
        found = np.zeros(len(self.unjudged), dtype=bool)
        for given in (
            *(of.called for of in self.decisions),
            *(labels for _, labels in self.people),
        ):
            found |= given
        return np.flatnonzero(found if self.true is None else found | self.true)


def read_open_document(shown: ShownDocuments) -> OpenDocument:
    """The document that is open, as every system of the review decided it."""
    assert shown.position is not None
    review, selection = shown.review, shown.selection
    position = int(shown.order[shown.position])
    row = int(shown.in_split.rows[position])
    own = selection.system
    others = [
        split_documents(review, p.system, selection.split, cut_for(review, selection, p))
        for p in review.predictions
        if p.system != own and (p.version is None or p.version_of == own)
    ]
    in_split = shown.in_split
    k = len(review.truth.classes)
    return OpenDocument(
        row,
        None if in_split.labels is None else of_document(in_split.labels, position),
        np.zeros(k, bool)
        if in_split.unjudged is None
        else of_document(in_split.unjudged, position),
        tuple(
            decision_of(documents, row)
            for documents in (in_split, *others)
            if documents.predictions is not None
        ),
        people_of(review.truth, row),
    )


def people_of(truth: Truth, row: int) -> tuple[tuple[str, Array], ...]:
    """The annotators who labelled a document of the truth, and what each of them said."""
    people = []
    for person in truth.annotators:
        position = int(np.searchsorted(person.rows, row))
        if position < len(person.rows) and person.rows[position] == row:
            people.append((person.name, of_document(person.labels, position)))
    return tuple(people)


def of_document(pairs: sparse.csc_array, position: int) -> Array:
    """The classes of one document in boolean csc (m, k), boolean, shape (k,)."""
    held = np.flatnonzero(pairs.indices == position)
    found = np.zeros(pairs.shape[1], dtype=bool)
    found[np.searchsorted(pairs.indptr, held, side="right") - 1] = pairs.data[held]
    return found


def decision_of(in_split: SplitDocuments, row: int) -> SystemDecision:
    """What one system said of a document of the truth."""
    predictions = in_split.predictions
    assert predictions is not None
    assert in_split.assigned is not None
    k = in_split.assigned.shape[1]
    position = int(np.searchsorted(predictions.rows, row))
    nothing = np.full(k, np.nan)
    if position == predictions.m or predictions.rows[position] != row:
        return SystemDecision(
            predictions.system, False, np.zeros(k, bool), nothing, nothing, (0, 1)
        )
    scores, turns = nothing, nothing
    if predictions.scores is not None:
        scores = scores_of_document(predictions.scores, position)
    if in_split.turns is not None:
        turns = in_split.turns.thresholds_of(np.arange(k), np.full(k, position))
    called = of_document(in_split.assigned, position)
    return SystemDecision(predictions.system, True, called, scores, turns, span_of(in_split))


def scores_of_document(scores: Scores, position: int) -> Array:
    """The scores of one document, shape (k,), NaN where it has none."""
    if not sparse.issparse(scores):
        return np.asarray(scores[:, position], dtype=float)
    found = np.full(scores.shape[0], np.nan)
    held = np.flatnonzero(scores.indices == position)
    found[np.searchsorted(scores.indptr, held, side="right") - 1] = scores.data[held]
    return found


@cached(entries=32)
def span_of(in_split: SplitDocuments) -> tuple[float, float]:
    """From where to where a system's scores lie: 0 to 1 where all do."""
    scores = in_split.scores
    values = scores.data if sparse.issparse(scores) else scores
    if values is None or not values.size:
        return 0.0, 1.0
    low, high = float(values.min()), float(values.max())
    return (0.0, 1.0) if low >= 0 and high <= 1 else (low, high)
