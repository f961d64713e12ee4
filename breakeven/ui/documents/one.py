"""What every system said of one document."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from breakeven.records import Truth
from breakeven.selection import cut_for
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.documents.looking import Looked, Whole, whole_of
from metrics.incidence import Scores
from metrics.typing import Array


@dataclass(frozen=True)
class Said:
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
class One:
    """One document: `row` in the truth; `said` by each system, the one looked at first, if any.

    `true`, `unjudged`: boolean, shape (k,); `true` is None where nobody has labelled. `people`:
    the annotators who labelled it, and the classes that each gave, boolean, shape (k,).
    """

    row: int
    true: Array | None
    unjudged: Array
    said: tuple[Said, ...]
    people: tuple[tuple[str, Array], ...] = ()

    @property
    def shown(self) -> Array:
        """The classes that are true, or that any system or annotator gave, ascending."""
        found = np.zeros(len(self.unjudged), dtype=bool)
        for given in (*(of.called for of in self.said), *(labels for _, labels in self.people)):
            found |= given
        return np.flatnonzero(found if self.true is None else found | self.true)


def opened(looked: Looked) -> One:
    """The document that is open, as every system of the review decided it."""
    assert looked.at is not None
    review, selection = looked.review, looked.selection
    position = int(looked.order[looked.at])
    row = int(looked.whole.rows[position])
    own = selection.system
    others = [
        whole_of(review, p.system, selection.split, cut_for(review, selection, p))
        for p in review.predictions
        if p.system != own and (p.version is None or p.version_of == own)
    ]
    whole = looked.whole
    k = len(review.truth.classes)
    return One(
        row,
        None if whole.labels is None else of_document(whole.labels, position),
        np.zeros(k, bool) if whole.unjudged is None else of_document(whole.unjudged, position),
        tuple(said_of(one, row) for one in (whole, *others) if one.predictions is not None),
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


def said_of(whole: Whole, row: int) -> Said:
    """What one system said of a document of the truth."""
    predictions = whole.predictions
    assert predictions is not None
    assert whole.assigned is not None
    k = whole.assigned.shape[1]
    at = int(np.searchsorted(predictions.rows, row))
    nothing = np.full(k, np.nan)
    if at == predictions.m or predictions.rows[at] != row:
        return Said(predictions.system, False, np.zeros(k, bool), nothing, nothing, (0, 1))
    scores, turns = nothing, nothing
    if predictions.scores is not None:
        scores = scores_of_document(predictions.scores, at)
    if whole.turns is not None:
        turns = whole.turns.at(np.arange(k), np.full(k, at))
    called = of_document(whole.assigned, at)
    return Said(predictions.system, True, called, scores, turns, span_of(whole))


def scores_of_document(scores: Scores, at: int) -> Array:
    """The scores of one document, shape (k,), NaN where it has none."""
    if not sparse.issparse(scores):
        return np.asarray(scores[:, at], dtype=float)
    found = np.full(scores.shape[0], np.nan)
    held = np.flatnonzero(scores.indices == at)
    found[np.searchsorted(scores.indptr, held, side="right") - 1] = scores.data[held]
    return found


@cached(entries=32)
def span_of(whole: Whole) -> tuple[float, float]:
    """From where to where a system's scores lie: 0 to 1 where all do."""
    scores = whole.scores
    values = scores.data if sparse.issparse(scores) else scores
    if values is None or not values.size:
        return 0.0, 1.0
    low, high = float(values.min()), float(values.max())
    return (0.0, 1.0) if low >= 0 and high <= 1 else (low, high)
