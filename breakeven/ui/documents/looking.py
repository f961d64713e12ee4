"""What the documents page looks at: the documents of both filters, in an order, and one of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy import sparse

from breakeven.documents.cut_points import CutPoints, cut_points
from breakeven.documents.order import Order, by_score, least_sure, most_wrong
from breakeven.evaluation.cut import Cut
from breakeven.records import Predictions, Review
from breakeven.selection import Documents, Filtered, Selection, Where
from breakeven.selection.terms import together
from breakeven.ui.app.kept import cache
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.app.session import state
from metrics.incidence import Scores, judged
from metrics.typing import Array

WHERE, SORT, OPEN = "documents.where", "documents.sort", "documents.open"
ORDERS: dict[Order, str] = {
    "file": "order of the file",
    "wrong": "most wrong first",
    "unsure": "least sure first",
    "score": "highest score of the class first",
    "score_up": "lowest score of the class first",
}


@dataclass(frozen=True)
class Whole:
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
def whole_of(review: Review, system: str, split: str | None, cut: Cut) -> Whole:
    """What a system said of a split, whatever filters keep of it."""
    asked = cache.asked(review, system, split, cut)
    if not review.has_system:
        return Whole(asked.rows, None, None, asked.labels, asked.unjudged, None)
    predictions = cache.predictions_of(review, system, split)
    fitted = cache.fitted(review, system, cut)
    turns = cut_points(predictions.scores, asked.assigned, fitted)
    return Whole(predictions.rows, predictions, asked.assigned, asked.labels, asked.unjudged, turns)


@dataclass(frozen=True)
class Looked:
    """The documents that the page lists.

    `selection`: as on every page, its own filter included; `where`: the page's filter; `order`:
    positions in `whole`, as they are listed, shape (n,); `at`: the place in `order` of the
    document that is open, None where nothing is listed.
    """

    review: Review
    selection: Selection
    where: Where | None
    whole: Whole
    order: Array
    at: int | None

    @property
    def every(self) -> int:
        """How many documents there are without the page's own filter."""
        return len(documents_kept(self.review, self.selection, None))

    @property
    def rows(self) -> Array:
        """The documents listed, as indices into the truth's, shape (n,)."""
        return self.whole.rows[self.order]


def documents_of(selection: Selection, where: Where | None) -> Documents:
    """What a selection and the page's own filter look at."""
    return replace(selection, where=together(selection.where, where)).documents


def documents_kept(review: Review, selection: Selection, where: Where | None) -> Array:
    """Positions of the documents kept among those of the split, ascending."""
    documents = documents_of(selection, where)
    if isinstance(documents, Filtered):
        return cache.kept(review, documents).positions
    return np.arange(len(cache.rows_of(review, selection.system, documents)))


def orders_of(whole: Whole) -> dict[Order, str]:
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
def _ordered(review: Review, selection: Selection, order: Order) -> Array:
    """All positions of the split in an order."""
    whole = whole_of(review, selection.system, selection.split, selection.cut)
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
def _listed(review: Review, selection: Selection, where: Where | None, order: Order) -> Array:
    """The positions that the filters keep, in an order."""
    every = _ordered(review, replace(selection, where=None), order)
    kept = np.zeros(len(every), dtype=bool)
    kept[documents_kept(review, selection, where)] = True
    return every[kept[every]]


def looked_at(review: Review, selection: Selection, where: Where | None) -> Looked:
    """What is listed, and which of it is open, as is chosen now."""
    whole = whole_of(review, selection.system, selection.split, selection.cut)
    order: Order = state.one_of(SORT, orders_of(whole))
    listed = _listed(review, selection, where, order)
    at = _place(review, whole.rows[listed])
    return Looked(review, selection, where, whole, listed, at)


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
