"""Classes that are assigned without the classes above them."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from metrics.incidence import without_zeros


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
    known = row * k + pairs.indices
    number = np.diff(above.indptr)[pairs.indices]
    of = np.repeat(np.arange(len(known)), number)
    at = np.arange(len(of)) - np.repeat(np.cumsum(number) - number, number)
    wanted = row[of] * k + above.indices[above.indptr[pairs.indices[of]] + at]
    found = np.searchsorted(known, wanted)
    missing = known[np.minimum(found, max(len(known) - 1, 0))] != wanted
    lacks = np.bincount(of[missing], minlength=len(known)) > 0
    shape = (pairs.indices, pairs.indptr)
    return (
        without_zeros(sparse.csr_array((number > 0, *shape), shape=pairs.shape)),
        without_zeros(sparse.csr_array((lacks, *shape), shape=pairs.shape)),
    )
