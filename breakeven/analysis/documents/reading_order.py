"""In which order documents are read, and at which score a decision turns.

For showing how near to it a document lies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.cut import FittedCut
from metrics.incidence import Scores, count_per_document, judged, mask_of, scores_of_class
from metrics.typing import Array

# --- At which score a decision turns, for showing how near to it a document lies


@dataclass(frozen=True)
class CutPoints:
    """The scores at which decisions turn: one of each class, or one of each document.

    `of_classes`, shape (k,): the thresholds of a rule that has some; +inf where never assigned.
    `of_documents`, shape (m,): half way between the lowest score assigned and the highest that
    is not; NaN where either is missing. One of the two is None. `part_of`, shape (m,): of a
    cross-fitted rule, which row of `of_classes`, (parts, k), holds for each document.
    """

    of_classes: Array | None
    of_documents: Array | None
    part_of: Array | None = None

    def thresholds_of(self, classes: Array, documents: Array) -> Array:
        """Where the decisions of these pairs turn: of indices of one length, that length."""
        if self.of_classes is not None and self.part_of is not None:
            return np.asarray(self.of_classes[self.part_of[documents], classes], dtype=float)
        if self.of_classes is not None:
            return np.asarray(self.of_classes[classes], dtype=float)
        assert self.of_documents is not None
        return np.asarray(self.of_documents[documents])


def cut_points(
    scores: Scores, assigned: sparse.csc_array, fitted: FittedCut, rows: Array | None = None
) -> CutPoints | None:
    """Where the decisions of a batch of m documents turn.

    `scores`: as in Predictions, and `rows`, which a cross-fitted rule needs; `assigned`: the
    decisions, boolean csc (m, k). What a file decided itself turns where thresholds of the classes
    could have made it so, else where a ranking of each document's classes could. None without
    scores, and where neither could.
    """
    if scores is None:
        return None
    classes = assigned.shape[1]
    if fitted.cross is not None and rows is not None:
        every = np.vstack([fitted.cross.thresholds, fitted.thresholds])
        return CutPoints(every, None, fitted.cross.part_of[rows])
    if fitted.thresholds is not None:
        return CutPoints(fitted.thresholds, None)
    if fitted.cut.rule == "threshold":
        return CutPoints(np.full(classes, fitted.cut.threshold), None)
    if fitted.cut.rule in ("given", "proportional"):
        low, high = _ends_of_classes(scores, assigned)
        if fitted.cut.rule == "proportional" or np.all(low >= high):
            return CutPoints(np.where(np.isfinite(high), _middle(low, high), low), None)
    low, high = _ends_of_documents(scores, assigned)
    if fitted.cut.rule == "given" and not np.all(low >= high):
        return None
    is_finite = np.isfinite(low) & np.isfinite(high)
    return CutPoints(None, np.where(is_finite, _middle(low, high), np.nan))


def _middle(low: Array, high: Array) -> Array:
    with np.errstate(invalid="ignore"):  # of two infinities
        return low / 2 + high / 2


def _ends_of_classes(scores: Scores, assigned: sparse.csc_array) -> tuple[Array, Array]:
    """Each class's lowest score assigned, and its highest that is not; infinite without one."""
    classes = assigned.shape[1]
    low, high = np.full(classes, np.inf), np.full(classes, -np.inf)
    for c in range(classes):
        listed, values = scores_of_class(scores, c)
        inside = mask_of(assigned, c)[listed]
        low[c] = values[inside].min(initial=np.inf)
        high[c] = values[~inside].max(initial=-np.inf)
    return low, high


def _ends_of_documents(scores: Scores, assigned: sparse.csc_array) -> tuple[Array, Array]:
    """As of classes, of each document."""
    documents, classes = assigned.shape
    low, high = np.full(documents, np.inf), np.full(documents, -np.inf)
    for c in range(classes):
        listed, values = scores_of_class(scores, c)
        inside = mask_of(assigned, c)[listed]
        mine, others = listed[inside], listed[~inside]
        low[mine] = np.minimum(low[mine], values[inside])
        high[others] = np.maximum(high[others], values[~inside])
    return low, high


def distances(scores: Scores, turns: CutPoints) -> Array:
    """How near each document's nearest score is to where its decision turns, shape (m,).

    In the scores' own units, at least 0; NaN where that is not known of any pair.
    """
    classes, documents = scores.shape
    nearest = np.full(documents, np.inf)
    for c in range(classes):
        listed, values = scores_of_class(scores, c)
        away = np.abs(values - turns.thresholds_of(np.full(len(listed), c), listed))
        nearest[listed] = np.fmin(nearest[listed], away)
    return np.where(np.isinf(nearest), np.nan, nearest)


# --- In which order documents are read


ReadingOrder = Literal["file", "unsure", "wrong", "score", "score_up"]


def least_sure(scores: Scores, turns: CutPoints) -> Array:
    """All m positions, those first whose nearest score is nearest to where its decision turns.

    Those of which that is not known are last; equals are in the order of the file.
    """
    return np.argsort(distances(scores, turns), kind="stable")


def most_wrong(
    labels: sparse.csc_array,
    assigned: sparse.csc_array,
    unjudged: sparse.csc_array | None,
    scores: Scores,
    turns: CutPoints | None,
) -> Array:
    """All m positions by falling number of missed and extra classes among those judged.

    Of equals those first whose surest mistake is farthest from where its decision turns; the
    rest in the order of the file.
    """
    wrong = judged(labels != assigned, unjudged)
    errors = count_per_document(wrong)
    farthest = np.zeros(len(errors))
    if turns is not None:
        pairs = wrong.tocoo()
        documents, classes = pairs.row, pairs.col
        away = np.abs(
            score_at(scores, classes, documents) - turns.thresholds_of(classes, documents)
        )
        is_finite = np.isfinite(away)
        np.maximum.at(farthest, documents[is_finite], away[is_finite])
    return np.lexsort((-farthest, -errors))


def by_score(scores: Scores, c: int, *, rising: bool = False) -> Array:
    """All m positions by the score of a class, the highest first unless `rising`.

    Those without one are last; equals are in the order of the file.
    """
    listed, values = scores_of_class(scores, c)
    key = np.full(scores.shape[1], np.nan)
    key[listed] = values if rising else -values
    return np.argsort(key, kind="stable")


def score_at(scores: Scores, classes: Array, documents: Array) -> Array:
    """Scores of these pairs, NaN where they have none."""
    if not sparse.issparse(scores):
        return np.asarray(scores[classes, documents], dtype=float)
    values_of_pairs = np.full(len(classes), np.nan)
    for c in np.unique(classes):
        listed, values = scores_of_class(scores, int(c))
        order = np.argsort(listed)
        mine = np.flatnonzero(classes == c)
        if not len(listed):
            continue
        place = np.searchsorted(listed, documents[mine], sorter=order).clip(max=len(listed) - 1)
        has = listed[order][place] == documents[mine]
        values_of_pairs[mine[has]] = values[order][place[has]]
    return values_of_pairs
