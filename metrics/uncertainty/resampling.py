"""Documents drawn again, with all their decisions: the replicates behind every bootstrap here.

A replicate is a number per document, how often it was drawn, so its tables are one product of
sparse counts and those numbers. All systems of a replicate share them: their differences are
paired. Documents of one cluster were not drawn alone: whole clusters are drawn again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from metrics.averaging import Undefined, anomaly_free
from metrics.effective_size import renumbered
from metrics.measures import Measure, ratio
from metrics.tallies import ContingencyTable
from metrics.typing import CELLS, Array

# more documents are put at random into this many groups, and groups are drawn instead: the
# variance is the same on average, and the work no longer grows with the collection
GROUPS = 4_000
# numbers of a block of weights: it should stay in the processor's cache
BLOCK = 400_000


def grouping(
    documents: int, seed: int, clusters: Array | None = None, most: int = GROUPS
) -> sparse.csr_array:
    """Which documents are drawn together, 0 or 1, csr (groups, documents), float32.

    Each cluster is a group, in the order of their first documents; without `clusters`, shape
    (documents,), each document. More than `most` of them are put together at random.
    """
    unit = np.arange(documents) if clusters is None else renumbered(clusters)
    units = int(unit.max()) + 1 if documents else 0
    if units > most:
        group = np.empty(units, dtype=np.int64)
        group[np.random.default_rng(seed).permutation(units)] = np.arange(units) % most
        unit = group[unit]
    ones = np.ones(documents, dtype=np.float32)
    return sparse.csr_array(
        (ones, (unit, np.arange(documents))), shape=(min(units, most), documents)
    )


def weighed(gather: sparse.csr_array, weights: Array | None) -> sparse.csr_array:
    """The same grouping, each document entering with its weight; in float64 where it has one."""
    if weights is None:
        return gather
    return sparse.csr_array(
        (gather.data * weights[gather.indices], gather.indices, gather.indptr), shape=gather.shape
    )


def blocks(groups: int, replicates: int) -> Iterator[int]:
    """Sizes of the blocks in which the replicates are worked through."""
    at_once = max(1, BLOCK // max(1, groups))
    for done in range(0, replicates, at_once):
        yield min(at_once, replicates - done)


def resampling_weights(groups: int, replicates: int, seed: int) -> Iterator[Array]:
    """How often each document is drawn, in blocks of shape (groups, some replicates), float32.

    Columns sum to `groups`: multinomial weights. Source: Efron (1979).
    """
    rng = np.random.default_rng(seed)
    for block in blocks(groups, replicates):
        draws = rng.integers(0, groups, size=(groups, block), dtype=np.int32)
        # one count over the whole block: the draws of a replicate fall into its column
        flat = draws.astype(np.int64) * block + np.arange(block)
        counts = np.bincount(flat.ravel(), minlength=groups * block)
        yield counts.reshape(groups, block).astype(np.float32)


def swapping_weights(groups: int, replicates: int, seed: int) -> Iterator[Array]:
    """A fair coin per document and replicate, in blocks of shape (groups, some), float32."""
    rng = np.random.default_rng(seed)
    for block in blocks(groups, replicates):
        yield rng.integers(0, 2, size=(groups, block), dtype=np.uint8).astype(np.float32)


@dataclass(frozen=True)
class DocumentSums:
    """Sums over each group of the documents' values of a measure, and how many counted.

    Both of shape (groups,): the per-document average of a replicate is their weighted ratio.
    """

    total: Array
    count: Array

    def mean(self, weights: Array) -> Array:
        """Means under weights of shape (groups, replicates); NaN where nothing counted."""
        return ratio(self.total @ weights, self.count @ weights)


def document_sums(
    tables: ContingencyTable, measure: Measure, undefined: Undefined, gather: sparse.csr_array
) -> DocumentSums:
    """What the per-document average adds up, from tables per document."""
    value = measure(tables)
    missing = np.isnan(value)
    if undefined in ("zero", "one"):
        counted = np.ones_like(missing)
    else:
        counted = ~missing & anomaly_free(tables) if undefined == "partition" else ~missing
    filled = np.where(missing, 1.0 if undefined == "one" else 0.0, value)
    return DocumentSums(gather @ (filled * counted), gather @ counted.astype(float))


def pooled(tables: ContingencyTable, part: Any = None) -> ContingencyTable:
    """The pooled table of each replicate, shape (replicates,); over the classes in `part`."""
    chosen = tables if part is None else tables[part]
    # sums of many classes may pass what single precision counts exactly
    return ContingencyTable(*(np.sum(getattr(chosen, cell), axis=0, dtype=float) for cell in CELLS))


def macro_of_drawn(
    values: Array, sample: Array, undefined: Undefined, anomaly_free_classes: Array
) -> Array:
    """The macro-average of each replicate, from values of shape (classes, replicates).

    `sample`, shape (classes,), holds the observed values: what they leave undefined counts as
    the policy says. A class that merely was not drawn is left out: counting it as 0 or 1 would
    shift the interval away from the average it belongs to.
    """
    drawn = ~np.isnan(values)
    if undefined == "partition":
        drawn &= anomaly_free_classes[:, None]
    mean = ratio(np.where(drawn, values, 0.0).sum(axis=0), drawn.sum(axis=0))
    if undefined not in ("zero", "one"):
        return mean
    missing = int(np.isnan(sample).sum())
    filled = missing * (undefined == "one")
    return (mean * (len(sample) - missing) + filled) / len(sample)


def weighted_of_drawn(
    values: Array,
    positives: Array,
    sample: Array,
    undefined: Undefined,
    anomaly_free_classes: Array,
) -> Array:
    """As `macro_of_drawn`, each class weighing as it has `positives` in the replicate.

    Both of shape (classes, replicates).
    """
    drawn = ~np.isnan(values)
    if undefined == "partition":
        drawn &= anomaly_free_classes[:, None]
    filled = np.where(drawn, values, float(undefined == "one"))
    if undefined in ("zero", "one"):
        drawn |= np.isnan(sample)[:, None]
    weights = np.where(drawn, positives, 0.0)
    return ratio((weights * filled).sum(axis=0), weights.sum(axis=0))


def percentiles(values: Array, level: float | Array = 0.95) -> tuple[Array, Array]:
    """The central share of `level` along the last axis, NaN left out: two ends, or NaN twice."""
    tail = (1 - np.asarray(level)) / 2
    low, high = quantiles(values, tail, 1 - tail)
    return low, high


def quantiles(values: Array, *shares: Array) -> list[Array]:
    """The value below which such a share lies along the last axis, NaN left out; NaN of none.

    A share has the shape of the values without their last axis, or is one number for all.
    """
    ordered = np.sort(np.asarray(values), axis=-1)  # NaN last
    count = ordered.shape[-1] - np.isnan(ordered).sum(axis=-1)

    def quantile(share: Any) -> Array:
        place = share * np.maximum(count - 1, 0)
        below = np.floor(place).astype(np.int64)
        above = np.minimum(below + 1, np.maximum(count - 1, 0))
        low = np.take_along_axis(ordered, below[..., None], axis=-1)[..., 0].astype(float)
        high = np.take_along_axis(ordered, above[..., None], axis=-1)[..., 0].astype(float)
        return np.where(count > 0, low + (place - below) * (high - low), np.nan)[()]

    return [quantile(share) for share in shares]
