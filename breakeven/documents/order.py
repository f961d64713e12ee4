"""In which order documents are read."""

from __future__ import annotations

from typing import Literal

import numpy as np
from scipy import sparse

from breakeven.documents.cut_points import CutPoints, distances
from metrics.incidence import Scores, count_per_document, judged, scores_of_class
from metrics.typing import Array

Order = Literal["file", "unsure", "wrong", "score", "score_up"]


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
        away = np.abs(score_at(scores, classes, documents) - turns.at(classes, documents))
        known = np.isfinite(away)
        np.maximum.at(farthest, documents[known], away[known])
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
    found = np.full(len(classes), np.nan)
    for c in np.unique(classes):
        listed, values = scores_of_class(scores, int(c))
        order = np.argsort(listed)
        mine = np.flatnonzero(classes == c)
        if not len(listed):
            continue
        place = np.searchsorted(listed, documents[mine], sorter=order).clip(max=len(listed) - 1)
        has = listed[order][place] == documents[mine]
        found[mine[has]] = values[order][place[has]]
    return found
