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
    "file": "order of the file",
    "wrong": "most wrong first",
    "unsure": "least sure first",
    "score": "highest score of the class first",
    "score_up": "lowest score of the class first",
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
    asked = cache.filter_context(review, system, split, cut)
    if not review.has_system:
        return SplitDocuments(asked.rows, None, None, asked.labels, asked.unjudged, None)
    predictions = cache.predictions_of(review, system, split)
    fitted = cache.fitted(review, system, cut)
    turns = cut_points(predictions.scores, asked.assigned, fitted)
    return SplitDocuments(
        predictions.rows, predictions, asked.assigned, asked.labels, asked.unjudged, turns
    )


@dataclass(frozen=True)
class ShownDocuments:
    """The documents that the page lists.

    `selection`: as on every page, its own filter included; `where`: the page's filter; `order`:
    positions in `whole`, as they are listed, shape (n,); `at`: the place in `order` of the
    document that is open, None where nothing is listed.
    """

    review: Review
    selection: Selection
    where: Where | None
    whole: SplitDocuments
    order: Array
    at: int | None

    @property
    def every(self) -> int:
        """How many documents there are without the page's own filter."""
        return len(filtered_positions(self.review, self.selection, None))

    @property
    def rows(self) -> Array:
        """The documents listed, as indices into the truth's, shape (n,)."""
        return self.whole.rows[self.order]


def documents_of(selection: Selection, where: Where | None) -> ChosenDocuments:
    """What a selection and the page's own filter look at."""
    return replace(selection, where=together(selection.where, where)).documents


def filtered_positions(review: Review, selection: Selection, where: Where | None) -> Array:
    """Positions of the documents kept among those of the split, ascending."""
    documents = documents_of(selection, where)
    if isinstance(documents, FilteredSplit):
        return cache.filter_result(review, documents).positions
    return np.arange(len(cache.rows_of(review, selection.system, documents)))


def orders_of(whole: SplitDocuments) -> dict[ReadingOrder, str]:
    """The orders that can be chosen: those that what is known allows."""
    out = dict(ORDERS)
    if whole.errors is None:
        del out["wrong"]
    if whole.turns is None:
        del out["unsure"]
    if whole.scores is None:
        del out["score"], out["score_up"]
    return out


@cached(entries=24)
def _ordered(review: Review, selection: Selection, order: ReadingOrder) -> Array:
    """All positions of the split in an order."""
    whole = split_documents(review, selection.system, selection.split, selection.cut)
    scores = whole.scores
    match order:
        case "wrong" if whole.labels is not None and whole.assigned is not None:
            found = whole.labels, whole.assigned, whole.unjudged
            return most_wrong(*found, scores, whole.turns)
        case "unsure" if whole.turns is not None:
            return least_sure(scores, whole.turns)
        case "score" | "score_up":
            return by_score(scores, selection.class_index, rising=order == "score_up")
    return np.arange(len(whole.rows))


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
    whole = split_documents(review, selection.system, selection.split, selection.cut)
    order: ReadingOrder = state.one_of(SORT, orders_of(whole))
    listed = _listed(review, selection, where, order)
    at = _place(review, whole.rows[listed])
    return ShownDocuments(review, selection, where, whole, listed, at)


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
    found = np.flatnonzero(ids[rows] == opened)
    again = found[rows[found] == state.remembered(ROW)]
    return int([*again, *found, 0][0])


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
    """One document: `row` in the truth; `said` by each system, the one looked at first, if any.

    `true`, `unjudged`: boolean, shape (k,); `true` is None where nobody has labelled. `people`:
    the annotators who labelled it, and the classes that each gave, boolean, shape (k,).
    """

    row: int
    true: Array | None
    unjudged: Array
    said: tuple[SystemDecision, ...]
    people: tuple[tuple[str, Array], ...] = ()

    @property
    def shown(self) -> Array:
        """The classes that are true, or that any system or annotator gave, ascending."""
        found = np.zeros(len(self.unjudged), dtype=bool)
        for given in (*(of.called for of in self.said), *(labels for _, labels in self.people)):
            found |= given
        return np.flatnonzero(found if self.true is None else found | self.true)


def read_open_document(looked: ShownDocuments) -> OpenDocument:
    """The document that is open, as every system of the review decided it."""
    assert looked.at is not None
    review, selection = looked.review, looked.selection
    position = int(looked.order[looked.at])
    row = int(looked.whole.rows[position])
    own = selection.system
    others = [
        split_documents(review, p.system, selection.split, cut_for(review, selection, p))
        for p in review.predictions
        if p.system != own and (p.version is None or p.version_of == own)
    ]
    whole = looked.whole
    k = len(review.truth.classes)
    return OpenDocument(
        row,
        None if whole.labels is None else of_document(whole.labels, position),
        np.zeros(k, bool) if whole.unjudged is None else of_document(whole.unjudged, position),
        tuple(decision_of(one, row) for one in (whole, *others) if one.predictions is not None),
        people_of(review.truth, row),
    )


def people_of(truth: Truth, row: int) -> tuple[tuple[str, Array], ...]:
    """The annotators who labelled a document of the truth, and what each of them said."""
    found = []
    for person in truth.annotators:
        at = int(np.searchsorted(person.rows, row))
        if at < len(person.rows) and person.rows[at] == row:
            found.append((person.name, of_document(person.labels, at)))
    return tuple(found)


def of_document(pairs: sparse.csc_array, position: int) -> Array:
    """The classes of one document in boolean csc (m, k), boolean, shape (k,)."""
    held = np.flatnonzero(pairs.indices == position)
    found = np.zeros(pairs.shape[1], dtype=bool)
    found[np.searchsorted(pairs.indptr, held, side="right") - 1] = pairs.data[held]
    return found


def decision_of(whole: SplitDocuments, row: int) -> SystemDecision:
    """What one system said of a document of the truth."""
    predictions = whole.predictions
    assert predictions is not None
    assert whole.assigned is not None
    k = whole.assigned.shape[1]
    at = int(np.searchsorted(predictions.rows, row))
    nothing = np.full(k, np.nan)
    if at == predictions.m or predictions.rows[at] != row:
        return SystemDecision(
            predictions.system, False, np.zeros(k, bool), nothing, nothing, (0, 1)
        )
    scores, turns = nothing, nothing
    if predictions.scores is not None:
        scores = scores_of_document(predictions.scores, at)
    if whole.turns is not None:
        turns = whole.turns.at(np.arange(k), np.full(k, at))
    called = of_document(whole.assigned, at)
    return SystemDecision(predictions.system, True, called, scores, turns, span_of(whole))


def scores_of_document(scores: Scores, at: int) -> Array:
    """The scores of one document, shape (k,), NaN where it has none."""
    if not sparse.issparse(scores):
        return np.asarray(scores[:, at], dtype=float)
    found = np.full(scores.shape[0], np.nan)
    held = np.flatnonzero(scores.indices == at)
    found[np.searchsorted(scores.indptr, held, side="right") - 1] = scores.data[held]
    return found


@cached(entries=32)
def span_of(whole: SplitDocuments) -> tuple[float, float]:
    """From where to where a system's scores lie: 0 to 1 where all do."""
    scores = whole.scores
    values = scores.data if sparse.issparse(scores) else scores
    if values is None or not values.size:
        return 0.0, 1.0
    low, high = float(values.min()), float(values.max())
    return (0.0, 1.0) if low >= 0 and high <= 1 else (low, high)
