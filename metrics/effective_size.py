"""How many independent documents weighted documents, or clusters of them, are worth.

Documents drawn in clusters (a thread, an author, copies of one text) tell less than as many
drawn one by one, and so do documents of unequal weights. A proportion of them is as uncertain
as one of fewer documents drawn alone with equal weights: their effective number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from metrics.incidence import count_per_class
from metrics.typing import EQUAL, Array

# of the t distribution: 95 % of both sides
UPPER = 0.975
# with so many clusters what their sums show counts as much as taking each for one trial
BELIEVED = 20.0


@dataclass(frozen=True)
class EffectiveTrials:
    """Effective numbers of the trials behind the proportions of a table, in its shape.

    `assigned`: of precision; `positives`: of recall; `either`: of overlap, and so of F. 0 where
    there are no trials, NaN where they cannot be told from the table.
    """

    assigned: Array
    positives: Array
    either: Array

    def __getitem__(self, units: Any) -> EffectiveTrials:
        return EffectiveTrials(self.assigned[units], self.positives[units], self.either[units])


def cluster_weights(
    documents: int, weights: Array | None = None, clusters: Array | None = None
) -> sparse.csr_array:
    """The weight of each document in the row of its cluster, csr (clusters, documents).

    Clusters in the order of their first documents; without `weights` all are 1, without
    `clusters` each document is one. Documents of weight 0 are absent.
    """
    row = np.arange(documents) if clusters is None else renumbered(clusters)
    data = np.ones(documents) if weights is None else np.asarray(weights, dtype=float)
    rows = int(row.max()) + 1 if documents else 0
    gathered = sparse.csr_array((data, (row, np.arange(documents))), shape=(rows, documents))
    gathered.eliminate_zeros()
    return gathered


def renumbered(clusters: Array) -> Array:
    """Codes 0, 1, ... of the clusters in the order of their first documents, shape (documents,)."""
    _, first, code = np.unique(clusters, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[code]


def effective_trials(
    hits: sparse.csc_array, trials: sparse.csc_array, gathered: sparse.csr_array
) -> Array:
    """The effective number of the trials of each class, shape (classes,), 0 without any.

    `hits` and `trials`, of which they are a part, are boolean (documents, classes); `gathered`
    as from `cluster_weights`. The share p of hits is a ratio of weighted sums, whose variance v
    is that of the clusters' sums of w (hit - p trial), linearised. p (1 - p) / v is the number
    of independent trials with that variance; it is lowered as the t distribution of so few
    clusters is wider, and is never more than the trials there are. Where p is 0 or 1, v says
    nothing, and the clusters count as if each were one trial, by their weights. So they count in
    part elsewhere, the more the fewer they are: of few clusters v is too small too often. Sources:
    Kish (1965) for v and the design effect; Korn & Graubard (1998) for the intervals; this project
    for `BELIEVED` (`benchmarks/coverage.py`).
    """
    own = np.flatnonzero(np.diff(gathered.indptr))
    if gathered.shape[0] == gathered.shape[1] and np.array_equal(own, gathered.indices):
        weights = np.zeros(gathered.shape[0])
        weights[own] = gathered.data
        return _of_single(hits, trials, weights)
    z, h = (sparse.csc_array(gathered @ pairs.astype(float)) for pairs in (trials, hits))
    there = np.diff(sparse.csc_array(gathered).indptr)
    n = np.asarray(trials.astype(np.int64).T @ there)
    clusters = count_per_class(z.astype(bool))
    products = (_column_sums(a.multiply(b)) for a, b in ((z, z), (h, z), (h, h)))
    return effective_of_sums(n, clusters, _column_sums(z), _column_sums(h), *products)


def _of_single(hits: sparse.csc_array, trials: sparse.csc_array, weights: Array) -> Array:
    """As `effective_trials` where each document is a cluster, of these weights."""
    z, h = (_weighed(pairs, weights) for pairs in (trials, hits))
    sums = [_column_sums(z), _column_sums(h)]
    for each in (z, h):
        each.data *= each.data
    # a hit is a trial of the same weight
    squares_of_hits = _column_sums(h)
    sums += [_column_sums(z), squares_of_hits, squares_of_hits]
    n = np.diff(z.indptr).astype(np.int64)
    # of very many classes most have no trial, and are worth none
    some = np.flatnonzero(n)
    out = np.zeros(len(n))
    out[some] = effective_of_sums(n[some], n[some], *(each[some] for each in sums))
    return out


def _weighed(pairs: sparse.csc_array, weights: Array) -> sparse.csc_array:
    """The weight of each pair where it stands, without those of none: csc (documents, classes)."""
    data = weights[pairs.indices] * pairs.data
    out = sparse.csc_array((data, pairs.indices.copy(), pairs.indptr.copy()), shape=pairs.shape)
    out.eliminate_zeros()
    return out


def trials_alone(hits: Array, trials: Array, weights: Array) -> Array:
    """As `effective_trials` where documents are drawn alone, of numbers of equal weight.

    `hits`, of `trials`: how many documents of each of the `weights`, shape (weights,), each class
    has, shape (weights, classes).
    """
    there, squares = weights > 0, weights**2
    n = trials[there].sum(axis=0)
    of_hits = squares @ hits
    return effective_of_sums(
        n, n, weights @ trials, weights @ hits, squares @ trials, of_hits, of_hits
    )


def effective_of_sums(  # noqa: PLR0917 - sums by their letters in the formula
    n: Array, clusters: Array, total: Array, total_hits: Array, zz: Array, hz: Array, hh: Array
) -> Array:
    """As `effective_trials`, of sums that were counted elsewhere; all of one shape.

    `n`: trials of some weight, and `clusters` that hold one. `total`, `total_hits`: the weights of
    the trials and of the hits; `zz`, `hz`, `hh`: over the clusters, the squares and the product of
    such sums within each.
    """
    from scipy.special import stdtrit

    share = np.nan_to_num(_quotient(total_hits, total))
    squares = np.maximum(hh - 2 * share * hz + share**2 * zz, 0.0)
    alone = np.nan_to_num(_quotient(total**2, zz))
    with np.errstate(divide="ignore", invalid="ignore"):
        drawn_alone = (clusters - 1) / clusters * np.where(n > 1, n / (n - 1), 1.0)
        trials = share * (1 - share) * total**2 * drawn_alone / squares
        trials = trials * (stdtrit(n - 1, UPPER) / stdtrit(clusters - 1, UPPER)) ** 2
        believed = clusters / (clusters + BELIEVED)
        trials = 1 / (believed / trials + (1 - believed) / alone)
    is_defined = (share > 0) & (share < 1) & (clusters > 1)
    return np.minimum(np.where(is_defined, trials, alone), n)


def _column_sums(matrix: sparse.sparray) -> Array:
    return np.asarray(matrix.sum(axis=0)).ravel()


def _quotient(top: Array, bottom: Array) -> Array:
    return np.divide(top, bottom, out=np.full(top.shape, np.nan), where=bottom != 0)


def variance_of_mean(values: Array, gathered: sparse.csr_array | None) -> Array:
    """The variance of the documents' mean, shape (...,), from values of shape (..., documents).

    NaN below two documents, or clusters. `gathered` as from `cluster_weights`, by which the mean
    is weighted and the variance linearised; None for documents drawn alone. Source: Kish (1965).
    """
    n = values.shape[-1]
    if gathered is None:
        if n < 2:
            return np.full(values.shape[:-1], np.nan)[()]
        return np.asarray(np.var(values, axis=-1, ddof=1) / n)[()]
    weight, m = _column_sums(gathered), int(np.sum(np.diff(gathered.indptr) > 0))
    if m < 2:
        return np.full(values.shape[:-1], np.nan)[()]
    mean = np.asarray(values @ weight / weight.sum())
    off = np.atleast_2d(values - mean[..., None])
    squares = np.sum(np.asarray(off @ gathered.T) ** 2, axis=-1).reshape(values.shape[:-1])
    return np.asarray(squares * m / (m - 1) / weight.sum() ** 2)[()]


def effective_number(top: Array, bottom: Array, gathered: sparse.csr_array) -> float:
    """How many independent documents tell as much about sum(top) / sum(bottom), at least 1.

    `top` and `bottom`, shape (documents,), are what each document adds to a ratio such as F;
    `gathered` as from `cluster_weights`. The variance of the ratio by weights and clusters,
    linearised, over that of as many documents drawn alone is the design effect; the number is
    the documents' over it, at most all. Where no document deviates from the ratio, the clusters
    count by their weights alone. NaN without documents. Source: Kish (1965).
    """
    weight, of_cluster = _column_sums(gathered), np.asarray(gathered.sum(axis=1)).ravel()
    total = float(weight @ bottom)
    off = top - (float(weight @ top) / total if total else 0.0) * bottom
    tiny = EQUAL * float(weight @ bottom**2)
    return number_of_sums(
        int(np.sum(weight > 0)),
        int(np.sum(of_cluster > 0)),
        float(np.sum(of_cluster)),
        float(np.sum(of_cluster**2)),
        # what is so small is nothing
        squares if (squares := float(weight @ off**2)) > tiny else 0.0,
        float(np.sum((gathered @ off) ** 2)),
    )


def number_of_sums(
    n: int, m: int, total: float, of_clusters: float, squares: float, between: float
) -> float:
    """As `effective_number`, of sums that were counted elsewhere.

    `n`, `m`: documents, and clusters, of some weight. `total`: of all weights; `of_clusters`: the
    squares of each cluster's. `squares`: of how far documents are off the ratio, by their weights;
    `between`: the squares of each cluster's sum of that.
    """
    if not n:
        return float("nan")
    if m < 2 or not squares:
        return float(total**2 / of_clusters)
    between *= m / (m - 1)
    if not between:
        return float(n)
    return float(np.clip(squares * total * n / (n - 1) / between, 1.0, n))
