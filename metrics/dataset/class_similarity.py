"""How alike classes are, by their texts."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from metrics.dataset.shares import PairCheck, most_alike
from metrics.incidence import count_per_class
from metrics.measures import ratio

MOST_CLASSES = 2_000  # the largest: every pair is compared


def class_similarity(
    features: sparse.sparray, labels: sparse.sparray, limit: float = 0.9, least: int = 2
) -> PairCheck:
    """Check 5 by training texts: pairs of classes whose centroids have a cosine above `limit`.

    The cosine is freed of what chance and size do to it: products of a document with itself
    are left out, so two random halves of one class have 1 on average, however few they are,
    and documents in both classes do not make them alike. It may exceed 1 a little.
    `features` (documents, terms): rows of length 1, or 0; `labels` boolean (documents,
    classes). Classes beyond the 2,000 largest, of fewer than `least` documents, or without
    two documents that share a term are like no other.
    """
    x = sparse.csr_array(features, dtype=float)
    sizes = count_per_class(labels)
    chosen = np.sort(np.argsort(-sizes, kind="stable")[:MOST_CLASSES])
    chosen = chosen[sizes[chosen] >= max(least, 2)]
    incidence = sparse.csr_array(sparse.csc_array(labels, dtype=float)[:, chosen].T)
    sums = sparse.csr_array(incidence @ x)
    own = np.asarray(x.multiply(x).sum(axis=1)).ravel()
    n = sizes[chosen]
    # sums of products over pairs of different documents, and how many such pairs there are
    products = (sums @ sums.T - incidence @ sparse.diags_array(own) @ incidence.T).toarray()
    shared = (incidence @ incidence.T).toarray()
    mean = ratio(products, np.outer(n, n) - shared)
    within = np.sqrt(np.where(np.diag(mean) > 0, np.diag(mean), np.nan))
    value = mean / np.outer(within, within)
    first, second = np.triu_indices(len(n), k=1)
    found = value[first, second]
    known = ~np.isnan(found)
    return most_alike("texts", chosen[first[known]], chosen[second[known]], found[known], limit)
