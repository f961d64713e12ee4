"""Documents drawn again with all that people said of them: how uncertain an agreement is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse
from scipy.special import ndtr, ndtri, stdtrit

from metrics.measures import ratio
from metrics.typing import Array
from metrics.uncertainty.resampling import (
    grouping,
    percentiles,
    quantiles,
    resampling_weights,
    weighed,
)

REPLICATES = 1_000


@dataclass(frozen=True)
class DocumentDraws:
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
) -> DocumentDraws:
    """So many times as many documents as there are. The same seed gives the same draws.

    `weights`, `clusters`: of the documents, shape (documents,), as in
    `metrics.uncertainty.resampling`. Source: Efron (1979); Zapf et al. (2016) for agreement.
    """
    gather = grouping(documents, seed, clusters)
    times = list(resampling_weights(gather.shape[0], replicates, seed + 1))
    return DocumentDraws(weighed(gather, weights), np.concatenate(times, axis=1).astype(float))


def interval(replicates: Array, differ: Array | bool, level: float = 0.95) -> tuple[Array, Array]:
    """The central share of the replicates along their last axis; two ends, NaN where none is told.

    `differ`: whether anybody differs on anything. Where nobody does, all draws are alike, and say
    nothing of documents that were not seen.
    """
    low, high = percentiles(replicates, level)
    return np.where(differ, low, np.nan)[()], np.where(differ, high, np.nan)[()]


def corrected_interval(
    value: Array,
    replicates: Array,
    acceleration: Array,
    groups: int,
    differ: Array,
    level: float = 0.95,
) -> tuple[Array, Array]:
    """As `interval`, its ends moved for bias and for skewness (BCa); all shaped as `value`.

    `acceleration`: a sixth of the skewness of what the so many groups contribute. Ends are as far
    out as t has them. Source: Efron (1987); Hesterberg (2015) for t.
    """
    is_present = ~np.isnan(replicates)
    below = (replicates < value[..., None]) + 0.5 * (replicates == value[..., None])
    count = is_present.sum(axis=-1)
    least = ratio(0.5, count)
    bias = ndtri(np.clip(ratio(np.sum(below, axis=-1), count), least, 1 - least))

    def share(z: float) -> Array:
        return np.asarray(ndtr(bias + (bias + z) / (1 - acceleration * (bias + z))))

    more = max(groups - 1, 1)
    z = float(stdtrit(more, (1 + level) / 2)) * np.sqrt(groups / more)
    is_defined = differ & (count > 0) & ~np.isnan(acceleration)
    shares = [np.where(is_defined, share(end), 0.5) for end in (-z, z)]
    low, high = quantiles(replicates, *shares)
    return np.where(is_defined, low, np.nan), np.where(is_defined, high, np.nan)
