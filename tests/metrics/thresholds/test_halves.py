"""Thresholds of each half of the documents, tried on the other: beside trying all of them."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from metrics.sparse_scores import tally_listed
from metrics.thresholds.strategies import fit_on_other_half


def f_of(tp: int, assigned: int, positives: int, beta: float) -> float:
    if np.isinf(beta):
        return tp / positives
    return (1 + beta**2) * tp / (beta**2 * positives + assigned)


@pytest.mark.parametrize("beta", [0.5, 1.0, 2.0, np.inf])
@pytest.mark.parametrize("seed", range(6))
def test_every_threshold_of_each_half_was_tried(seed: int, beta: float) -> None:
    random = np.random.default_rng(seed)
    k, n = 5, 24
    true, listed = random.random((k, n)) < 0.3, random.random((k, n)) < 0.8
    scores = random.integers(-2, 5, (k, n)) / 4  # many are equal, some are 0
    document = np.nonzero(listed)[1]
    ends = np.append(0, np.cumsum(listed.sum(axis=1)))
    given = sparse.csr_array((scores[listed], document, ends), shape=(k, n))
    tp, assigned = fit_on_other_half(tally_listed(given, sparse.csc_array(true.T)), beta)
    for c in range(k):
        hits, called = 0.0, 0.0
        for side in (0, 1):
            fit = [d for d in range(n) if listed[c, d] and d % 2 != side]
            r = sum(true[c, d] for d in fit)
            best = None
            for limit in sorted({scores[c, d] for d in fit}, reverse=True):
                above = [d for d in fit if scores[c, d] >= limit]
                f = f_of(sum(true[c, d] for d in above), len(above), r, beta) if r else 0.0
                if r and (best is None or f > best[0] + 1e-12):
                    best = f, limit
            if best is None:
                hits = called = np.nan
                break
            tried = [d for d in range(side, n, 2) if listed[c, d] and scores[c, d] >= best[1]]
            called += len(tried)
            hits += sum(true[c, d] for d in tried)
        np.testing.assert_array_equal([tp[c], assigned[c]], [hits, called])
