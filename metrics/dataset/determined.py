"""Whether a value that a document has tells its class."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from metrics.incidence import count_per_class
from metrics.measures import ratio
from metrics.typing import Array


def told_by(value: Array, labels: sparse.sparray) -> Array:
    """How much of what is not known of each class a value tells, at most 1, shape (classes,).

    `value`: (n,), equal numbers from 0 for equal values, below 0 for none; `labels`: boolean (n,
    classes). 1 less the errors of saying "in the class" where more than half of the other
    documents with this value are, over those of saying for all whatever holds for more. A value
    that one document alone has tells nothing, and below 0 is worse than nothing. NaN for a class
    on no or every document. Source: Goodman and Kruskal (1954), lambda, leaving one out.
    """
    n = len(value)
    known = np.flatnonzero(value >= 0)
    width = int(value.max(initial=0)) + 1
    into = sparse.csr_array((np.ones(len(known)), (value[known], known)), shape=(width, n))
    cells = sparse.coo_array(into @ sparse.csr_array(labels, dtype=float))
    at, c = cells.coords
    there, of = cells.data, np.bincount(value[known], minlength=width)[at]
    found = there * (2 * (there - 1) > of - 1)
    wrong = (of - there) * (2 * there > of - 1)
    positives = count_per_class(labels)
    k = len(positives)
    errors = positives - np.bincount(c, found, minlength=k) + np.bincount(c, wrong, minlength=k)
    return np.asarray(1 - ratio(errors, np.minimum(positives, n - positives)))
