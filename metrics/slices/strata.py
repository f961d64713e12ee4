"""Documents put together by what is true of them, so that like is compared with like."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from metrics.incidence import count_per_document, sets_of
from metrics.typing import Array

# a set of classes that fewer documents have tells nothing by itself
LEAST = 20
# documents of rarer sets go together by their number of classes, up to so many
MANY = 3


def strata_of(truth: sparse.sparray, least: int = LEAST) -> Array:
    """A number from 0 for documents with the same set of true classes, shape (documents,).

    `truth`: boolean (documents, classes). Sets that fewer than `least` documents have go together
    by their number of classes: none, 1, 2, 3 and more.
    """
    _, codes, sizes = np.unique(sets_of(truth), return_inverse=True, return_counts=True)
    number = np.minimum(count_per_document(truth), MANY)
    rare = sizes[codes] < least
    stratum = np.where(rare, len(sizes) + number, codes)
    return np.asarray(np.unique(stratum, return_inverse=True)[1])
