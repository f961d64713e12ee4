"""Thresholds of very many classes, fitted on half of the documents and tried on the other."""

from __future__ import annotations

import numpy as np

from metrics.listed import ListedTallies
from metrics.measures import f_beta
from metrics.tallies import ContingencyTable
from metrics.typing import EQUAL, Array


def fitted_elsewhere(listed: ListedTallies, beta: float) -> tuple[Array, Array]:
    """Hits and assignments of each class if every other document is decided as the rest say best.

    By the threshold with the largest F among those with a score, the highest among equals. Shape
    (classes,); NaN for a class of which either half has no positive with a score.
    """
    k, half = len(listed), listed.documents % 2
    parts = [np.flatnonzero(half == side) for side in (0, 1)]
    best = [_best(listed, part, beta) for part in parts]
    tp, assigned = np.zeros((2, k))
    for part, threshold in zip(parts, reversed(best), strict=True):
        of = listed.classes[part]
        above = part[listed.scores[part] >= threshold[of]]
        assigned += np.bincount(listed.classes[above], minlength=k)
        tp += np.bincount(listed.classes[above[listed.positive[above]]], minlength=k)
    unknown = np.isnan(best[0]) | np.isnan(best[1])
    return np.where(unknown, np.nan, tp), np.where(unknown, np.nan, assigned)


def _best(listed: ListedTallies, part: Array, beta: float) -> Array:
    """The best threshold of each class for a part of the pairs; NaN without positives there."""
    k, part = len(listed), part[np.isfinite(listed.scores[part])]
    of, scores = listed.classes[part], listed.scores[part]
    ends = np.searchsorted(of, np.arange(k + 1))
    before = np.append(0, np.cumsum(listed.positive[part]))
    first = np.flatnonzero((np.diff(scores, prepend=np.nan) != 0) | (np.diff(of, prepend=-1) != 0))
    of = of[first]
    tp = before[ends[of + 1]] - before[first]
    assigned, r = ends[of + 1] - first, before[ends[of + 1]] - before[ends[of]]
    f = np.nan_to_num(f_beta(ContingencyTable(tp, assigned - tp, r - tp, np.zeros(len(r))), beta))
    most = np.zeros(k)
    np.maximum.at(most, of, f)
    top = np.flatnonzero(f >= most[of] - EQUAL)
    out = np.full(k, np.nan)
    out[of[top]] = scores[first[top]]  # the last of them, which is the highest, stays
    out[before[ends[1:]] == before[ends[:-1]]] = np.nan
    return out
