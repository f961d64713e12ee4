"""Documents put together by what is true of them, so that like is compared with like."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from metrics.incidence import count_per_document
from metrics.typing import Array

# a set of classes that fewer documents have tells nothing by itself
LEAST = 20
# documents of rarer sets go together by their number of classes, up to so many
MANY = 3


def strata_of(truth: sparse.sparray, least: int = LEAST) -> Array:
    """A number from 0 for documents with the same set of true classes, shape (documents,).

    `truth`: boolean (documents, classes). Sets that fewer than `least` documents have go together
    by their number of classes: 1, 2, 3 and more.
    """
    codes, sizes = _set_codes(truth)
    number = np.minimum(count_per_document(truth), MANY)
    rare = sizes[codes] < least
    stratum = np.where(rare, len(sizes) + number, codes)
    return np.asarray(np.unique(stratum, return_inverse=True)[1])


def _set_codes(truth: sparse.sparray) -> tuple[Array, Array]:
    """The set of classes of each document, (documents,), and how many documents have each set."""
    # a sum of 64 random bits for each class is equal for equal sets, and for others hardly ever
    bits = np.random.default_rng(0).integers(0, 2**64, truth.shape[1], dtype=np.uint64)
    rows = sparse.csr_array(truth)
    total = np.append(np.uint64(0), np.cumsum(bits[rows.indices], dtype=np.uint64))
    of_document = total[rows.indptr[1:]] - total[rows.indptr[:-1]]
    _, codes, sizes = np.unique(of_document, return_inverse=True, return_counts=True)
    return codes, sizes
