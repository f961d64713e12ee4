"""Scores of what stands above classes, and classes assigned without those above them."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from metrics.incidence import Scores, without_zeros

# --- Scores of what stands above classes: the largest of any class below


def node_scores(scores: Scores, into: sparse.sparray) -> Scores:
    """Scores (nodes, documents) of scores (classes, documents), dense or csr as given.

    `into`: boolean (classes, nodes), a class goes into itself and what stands above it. Cutting
    these at a threshold calls the classes that reach it with all of their ancestors.
    """
    of_node = sparse.csc_array(into)
    if not sparse.issparse(scores):
        out = np.full((of_node.shape[1], scores.shape[1]), -np.inf, dtype=scores.dtype)
        for node, best in enumerate(out):
            for c in of_node.indices[of_node.indptr[node] : of_node.indptr[node + 1]]:
                np.fmax(best, scores[c], out=best)
        return out
    of_class, listed = sparse.csr_array(into), sparse.coo_array(scores)
    row, document = listed.coords
    number = np.diff(of_class.indptr)[row]
    entry = np.repeat(np.arange(len(row)), number)
    offset = np.arange(len(entry)) - np.repeat(np.cumsum(number) - number, number)
    node = of_class.indices[of_class.indptr[row[entry]] + offset].astype(np.int64)
    key = node * scores.shape[1] + document[entry]
    order = np.argsort(key, kind="stable")
    key, values = key[order], listed.data[entry[order]]
    starts = np.flatnonzero(np.diff(key, prepend=-1))
    best = np.maximum.reduceat(values, starts) if len(starts) else values
    places = (key[starts] // scores.shape[1], key[starts] % scores.shape[1])
    return sparse.csr_array((best, places), shape=(of_node.shape[1], scores.shape[1]))


# --- Classes that are assigned without the classes above them


def without_ancestors(
    assigned: sparse.sparray, ancestors: sparse.sparray
) -> tuple[sparse.csc_array, sparse.csc_array]:
    """Which assigned pairs have classes above them, and which lack one of these.

    Both boolean csc (documents, classes), as `assigned`. `ancestors`: boolean (classes, classes),
    the row's class is the column's, or stands below it; only classes count, as nothing else can
    be assigned.
    """
    # copies: arrays of a review are read-only
    pairs = sparse.csr_array(without_zeros(assigned.copy()))
    pairs.sort_indices()
    k = pairs.shape[1]
    above = sparse.csr_array(without_zeros(ancestors.copy()))
    above.setdiag(False)
    above.eliminate_zeros()
    row = np.repeat(np.arange(pairs.shape[0]), np.diff(pairs.indptr))
    keys = row * k + pairs.indices
    number = np.diff(above.indptr)[pairs.indices]
    entry = np.repeat(np.arange(len(keys)), number)
    offset = np.arange(len(entry)) - np.repeat(np.cumsum(number) - number, number)
    wanted = row[entry] * k + above.indices[above.indptr[pairs.indices[entry]] + offset]
    positions = np.searchsorted(keys, wanted)
    missing = keys[np.minimum(positions, max(len(keys) - 1, 0))] != wanted
    lacks = np.bincount(entry[missing], minlength=len(keys)) > 0
    shape = (pairs.indices, pairs.indptr)
    return (
        without_zeros(sparse.csr_array((number > 0, *shape), shape=pairs.shape)),
        without_zeros(sparse.csr_array((lacks, *shape), shape=pairs.shape)),
    )
