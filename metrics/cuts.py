"""From scores to decisions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from scipy import sparse

from metrics.records import Predictions, Scores


@dataclass(frozen=True)
class Cut:
    """The rule that turns what a system said into decisions.

    `given`: the file's own decisions. `largest`: the class with the largest score, the earlier
    class among equals. `threshold`: every class scoring at least `threshold`; `assumed` when
    neither the file nor the user said so.
    """

    rule: Literal["given", "largest", "threshold"]
    threshold: float = 0.5
    assumed: bool = False

    def __str__(self) -> str:
        if self.rule == "threshold":
            why = " (assumed: nothing in the file says where to cut)" if self.assumed else ""
            return f"score ≥ {self.threshold:.6g}{why}"
        return {"given": "decisions in the file", "largest": "largest score"}[self.rule]


def natural_cut(predictions: Predictions, single_label: bool) -> Cut:
    """The file's decisions; else the largest score (single-label); else a threshold.

    0.5 for probabilities. Scores of other kinds are cut at 0 if they take both signs, else at
    0.5, and the cut says that this was assumed. ValueError with neither decisions nor scores.
    """
    if predictions.decisions is not None:
        return Cut("given")
    if predictions.scores is None:
        raise ValueError(f"{predictions.system} has neither decisions nor scores")
    if single_label:
        return Cut("largest")
    if predictions.probabilities:
        return Cut("threshold", 0.5)
    values = predictions.scores.data if sparse.issparse(predictions.scores) else predictions.scores
    signed = values.size > 0 and values.min() < 0 < values.max()
    return Cut("threshold", 0.0 if signed else 0.5, assumed=True)


def decide(predictions: Predictions, cut: Cut) -> sparse.csc_array:
    """Decisions under a cut, boolean csc (m, k).

    ValueError when the cut asks for what the predictions do not have.
    """
    if cut.rule == "given":
        if predictions.decisions is None:
            raise ValueError(f"{predictions.system} has no decisions of its own")
        return predictions.decisions
    if predictions.scores is None:
        raise ValueError(f"{predictions.system} has no scores to cut")
    if cut.rule == "largest":
        return _largest(predictions.scores)
    return at_thresholds(predictions.scores, cut.threshold)


def at_thresholds(scores: Scores, thresholds: Any) -> sparse.csc_array:
    """Assign where score >= threshold: one for all classes, or shape (classes,), +inf for never.

    Scores (k, m) dense or csr; decisions boolean csc (m, k).
    """
    limits = np.broadcast_to(np.asarray(thresholds, dtype=float), scores.shape[:1])
    if sparse.issparse(scores):
        per_entry = np.repeat(limits, np.diff(scores.indptr))
        chosen = sparse.csr_array(scores, copy=True).astype(bool)
        chosen.data = scores.data >= per_entry
        chosen.eliminate_zeros()
        return sparse.csc_array(chosen.T)
    # class by class: a comparison of the whole matrix would hold a second one of booleans
    rows = [np.flatnonzero(scores[c] >= limits[c]) for c in range(scores.shape[0])]
    indptr = np.concatenate([[0], np.cumsum([len(r) for r in rows])])
    indices = np.concatenate(rows) if rows else np.empty(0, dtype=np.int64)
    return sparse.csc_array(
        (np.ones(len(indices), dtype=bool), indices, indptr), shape=scores.shape[::-1]
    )


def _largest(scores: Scores) -> sparse.csc_array:
    k, m = scores.shape
    if sparse.issparse(scores):
        by_document = sparse.csc_array(scores)
        by_document.sort_indices()
        listed = np.diff(by_document.indptr) > 0
        document = np.repeat(np.arange(m), np.diff(by_document.indptr))
        # by document, then falling score, then class order: the first of each document wins
        order = np.lexsort((by_document.indices, -by_document.data, document))
        best = by_document.indices[order[by_document.indptr[:-1][listed]]]
        rows = np.flatnonzero(listed)
    else:
        best, rows = np.argmax(scores, axis=0), np.arange(m)
    return sparse.csc_array((np.ones(len(rows), dtype=bool), (rows, best)), shape=(m, k))
