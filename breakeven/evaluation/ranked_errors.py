"""The documents and the other classes behind a class's errors."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from breakeven.evaluation.evaluation import Evaluation
from metrics.incidence import scores_of_class
from metrics.typing import Array


def scores_of(evaluation: Evaluation, c: int) -> Array | None:
    """A class's scores, shape (documents,), -inf where it has none; None without any scores."""
    scores = evaluation.scored.by_class
    if scores is None:
        return None
    if not sparse.issparse(scores):
        return np.asarray(scores[c], dtype=float)
    listed, listed_scores = scores_of_class(scores, c)
    out = np.full(evaluation.documents, -np.inf)
    out[listed] = listed_scores
    return out


def _scores_at(evaluation: Evaluation, c: int, positions: Array) -> Array | None:
    """As `scores_of` at some documents, in their shape."""
    scores = evaluation.scored.by_class
    if scores is None:
        return None
    if not sparse.issparse(scores):
        return np.asarray(scores[c, positions], dtype=float)
    listed, values = scores_of_class(scores, c)
    order = np.argsort(listed)
    at = np.searchsorted(listed[order], positions)
    out = np.full(len(positions), -np.inf)
    there = np.flatnonzero(at < len(listed))
    there = there[listed[order[at[there]]] == positions[there]]
    out[there] = values[order[at[there]]]
    return out


def errors_by_confidence(evaluation: Evaluation, c: int, cell: str) -> Array:
    """Positions of the documents behind `tp`, `fp` or `fn` of a class, the most telling first.

    False positives by falling score, the surest mistakes; false negatives and true positives
    by rising score, the farthest from being found and the ones nearly lost. In the order of
    the file among equals and without scores.
    """
    positions = evaluation.documents_in_cell(c, cell)
    rising = _scores_at(evaluation, c, positions)
    if rising is None:
        return positions
    return positions[np.argsort(-rising if cell == "fp" else rising, kind="stable")]
