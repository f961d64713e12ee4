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
    sides = [listed.documents % 2 == side for side in (0, 1)]
    best = [_best(listed, side & np.isfinite(listed.scores), beta) for side in sides]
    known = ~np.isnan(best[0] + best[1])
    tp, assigned = np.zeros((2, len(listed)))
    for side, threshold in zip(sides, reversed(best), strict=True):
        limits = np.where(known, threshold, np.inf)
        above = side & (listed.scores >= np.repeat(limits, np.diff(listed.ends)))
        assigned += _number(above, listed.ends)
        tp += _number(above & listed.positive, listed.ends)
    return np.where(known, tp, np.nan), np.where(known, assigned, np.nan)


def _best(listed: ListedTallies, chosen: Array, beta: float) -> Array:
    """The best threshold of each class for a mask of the pairs; NaN without positives there.

    Below a positive F only falls until the next one, so no other score is looked at.
    """
    hits = np.flatnonzero(chosen & listed.positive)
    of, ends = listed.classes_at(hits), np.searchsorted(hits, listed.ends)
    starts = np.flatnonzero(listed.first_of(listed.scores))
    first = starts[np.searchsorted(starts, hits, "right") - 1]
    before = np.append(0, np.cumsum(chosen))
    tp, r = ends[of + 1] - np.searchsorted(hits, first), np.diff(ends)[of]
    assigned = before[listed.ends[of + 1]] - before[first]
    f = np.nan_to_num(f_beta(ContingencyTable(tp, assigned - tp, r - tp, np.zeros(len(r))), beta))
    own = np.flatnonzero(np.diff(ends))
    most = np.zeros(len(listed))
    most[own] = np.maximum.reduceat(f, ends[own]) if len(own) else 0.0
    top = np.flatnonzero(f >= most[of] - EQUAL)
    out = np.full(len(listed), np.nan)
    out[of[top]] = listed.scores[hits[top]]  # the last of them, which is the highest, stays
    return out


def _number(chosen: Array, ends: Array) -> Array:
    """How many of each class's pairs a mask holds, shape (classes,)."""
    return np.diff(np.append(0, np.cumsum(chosen))[ends])
