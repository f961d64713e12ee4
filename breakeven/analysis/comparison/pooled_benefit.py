"""Net benefit of all classes pooled, with a band by documents.

The pairs of a document are not independent: at each threshold they count as so many pairs drawn
alone as make it as uncertain as documents do, or clusters of them.

Tested in `test_pooled_benefit`.
"""

from __future__ import annotations

import numpy as np

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.record_cache import RecordCache
from metrics.effective_size import cluster_weights
from metrics.incidence import mask_of, scores_of_class
from metrics.ranking.net_benefit import (
    THRESHOLDS,
    NetBenefit,
    net_benefit_curve,
    odds_of,
    worth_in_pairs,
)
from metrics.tallies import comparable
from metrics.typing import Array

_CURVES: RecordCache[NetBenefit] = RecordCache(most=1)


def benefit_of(evaluation: Evaluation, class_index: int | None) -> NetBenefit:
    """Net benefit of a class, or of all document/class pairs for None, with its band.

    The scores must be probabilities. Of a single class all pairs are its own.
    """
    scored = evaluation.scored
    if class_index is None and len(evaluation.classes) > 1:
        return _CURVES.result_of((evaluation,), None, lambda: _pooled(evaluation))
    c = class_index or 0
    return net_benefit_curve(scored.tallies[c], worth=scored.worth_of(c))


def _pooled(evaluation: Evaluation) -> NetBenefit:
    return net_benefit_curve(evaluation.scored.pooled, number=pooled_worth(evaluation))


def pooled_worth(evaluation: Evaluation, thresholds: Array = THRESHOLDS) -> Array:
    """How many pairs drawn alone all pairs are worth at each threshold, shape (thresholds,).

    Where no pair is assigned, as at the nearest threshold at which any is; one a document, or
    cluster, where there is none. NaN below two documents, or clusters.
    """
    part, odds = evaluation.scored, odds_of(thresholds)
    units = cluster_weights(evaluation.documents, part.weights, part.clusters)
    if units.shape[0] < 2:
        return np.full(len(thresholds), np.nan)
    off = part.unjudged
    left_out = 0 if off is None else np.asarray(off.sum(axis=1)).ravel()
    judged = units @ np.full(evaluation.documents, len(evaluation.classes) - left_out, dtype=float)
    steps, rows, positive = _assigned_pairs(evaluation, thresholds)
    n, worth = evaluation.documents, np.empty(len(thresholds))
    for i in range(len(thresholds)):
        here = steps > i
        hits, alarms = (
            units @ np.bincount(rows[here & side], minlength=n).astype(float)
            for side in (positive, ~positive)
        )
        worth[i] = worth_in_pairs(hits, alarms, float(odds[i]), judged)
    defined = np.flatnonzero(np.isfinite(worth) & (worth > 0))
    if not len(defined):
        return np.full(len(thresholds), float(units.shape[0]))
    nearest = np.abs(np.arange(len(worth))[:, None] - defined[None, :]).argmin(axis=1)
    return np.asarray(worth[defined[nearest]])


def _assigned_pairs(evaluation: Evaluation, thresholds: Array) -> tuple[Array, Array, Array]:
    """The judged pairs from the lowest threshold on: at how many they are assigned, row, truth."""
    part, pairs = evaluation.scored, []
    for c in range(len(evaluation.classes)):
        rows, scores = scores_of_class(part.by_class, c)
        limits = comparable(thresholds, np.asarray(scores).dtype)
        steps = np.searchsorted(limits, scores, side="right")
        there = steps > 0
        if part.unjudged is not None:
            there &= ~mask_of(part.unjudged, c)[rows]
        rows = rows[there]
        pairs.append((steps[there], rows, mask_of(part.truth, c)[rows]))
    steps, rows, positive = (np.concatenate(each) for each in zip(*pairs, strict=True))
    return steps, rows, positive
