"""Documents drawn again with all that people said of them: how uncertain an agreement is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from metrics.resampling import grouping, percentiles, resampling_weights, weighed
from metrics.typing import Array

REPLICATES = 1_000


@dataclass(frozen=True)
class Drawn:
    """Draws of documents, or of clusters of them: every agreement of a replicate shares them.

    `gather`: csr (groups, documents), each with its weight. `times`: (groups, replicates).
    """

    gather: sparse.csr_array
    times: Array


def draw(
    documents: int,
    weights: Array | None = None,
    clusters: Array | None = None,
    replicates: int = REPLICATES,
    seed: int = 0,
) -> Drawn:
    """So many times as many documents as there are. The same seed gives the same draws.

    `weights`, `clusters`: of the documents, shape (documents,), as in `metrics.resampling`.
    Source: Efron (1979); Zapf et al. (2016) for agreement.
    """
    gather = grouping(documents, seed, clusters)
    times = list(resampling_weights(gather.shape[0], replicates, seed + 1))
    return Drawn(weighed(gather, weights), np.concatenate(times, axis=1).astype(float))


def interval(replicates: Array, differ: Array | bool, level: float = 0.95) -> tuple[Array, Array]:
    """The central share of the replicates along their last axis; two ends, NaN where none is told.

    `differ`: whether anybody differs on anything. Where nobody does, all draws are alike, and say
    nothing of documents that were not seen.
    """
    low, high = percentiles(replicates, level)
    return np.where(differ, low, np.nan)[()], np.where(differ, high, np.nan)[()]
