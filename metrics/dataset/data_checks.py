"""Checks of the data a classifier is trained and tested on, each with its evidence.

Counts are documents per class, shape (classes,). Five checks with limits: source Microsoft, custom
text classification, Guidance; of the limits only 15 documents and "absent" come from there, the
others are settings. Beside them: how alike classes are by their texts, and whether a value that a
document has tells its class.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy import sparse

from metrics.confusion import ambiguous_pairs
from metrics.incidence import count_per_class
from metrics.measures import ratio
from metrics.tallies import ConfusionMatrix
from metrics.typing import EQUAL, Array

# --- Five checks of the data a classifier is trained and tested on, each with its evidence
#
# Counts are documents per class, shape (classes,). Source: Microsoft, custom text classification,
# Guidance; of the limits only 15 documents and "absent" come from there, the others are settings.


Check = Literal["too few in training", "missing from test", "unbalanced", "shifted"]
PairEvidence = Literal["texts", "decisions", "labels"]


@dataclass(frozen=True)
class ClassCheck:
    """What one check found: `value` per class is the evidence, shape (classes,), NaN if undefined.

    `flagged`: indices of the classes beyond the `limit`, ascending.
    """

    check: Check
    split: str
    value: Array
    limit: float
    flagged: Array


@dataclass(frozen=True)
class PairCheck:
    """Pairs of classes that are hard to tell apart, the most alike first; arrays of one length.

    `value`, in [0, 1], is a similarity of what `by` says, above the `limit`.
    """

    by: PairEvidence
    first: Array
    second: Array
    value: Array
    limit: float


def _class_check(
    check: Check,
    split: str,
    value: Array,
    limit: float,
    beyond: Array,
) -> ClassCheck:
    return ClassCheck(check, split, value, limit, np.flatnonzero(beyond))


def shares(counts: Array) -> Array:
    """Each class's share of the labels of a split, in [0, 1]; NaN in a split without any."""
    return ratio(counts, np.sum(counts))


def balance_index(counts: Array) -> Array:
    """Each class's documents over the mean of all classes: 1 is an equal share. NaN without any."""
    return shares(counts) * len(counts)


def total_variation(train: Array, test: Array) -> float:
    """Half the sum of the differences of shares, in [0, 1]: how far the mixes are apart.

    NaN where either split is empty.
    """
    return float(np.sum(np.abs(shares(test) - shares(train))) / 2)


def too_few_in_training(train: Array, least: int = 15) -> ClassCheck:
    """Check 1: classes with fewer than `least` training documents."""
    return _class_check("too few in training", "train", train, least, np.asarray(train) < least)


def missing_from_test(test: Array) -> ClassCheck:
    """Check 2: classes without a test document."""
    return _class_check("missing from test", "test", test, 1, np.asarray(test) < 1)


def unbalanced(counts: Array, split: str, limit: float = 2.0) -> ClassCheck:
    """Check 3: classes with a balance index above `limit` or below 1 / `limit`."""
    index = balance_index(counts)
    beyond = (index > limit + EQUAL) | (index < 1 / limit - EQUAL)
    return _class_check("unbalanced", split, index, limit, beyond)


def shifted(train: Array, test: Array, limit: float = 0.1) -> ClassCheck:
    """Check 4: classes whose share in test differs from that in training by more than `limit`.

    The evidence is the difference test - train, in shares.
    """
    difference = shares(test) - shares(train)
    return _class_check("shifted", "test", difference, limit, np.abs(difference) > limit + EQUAL)


def confused(matrix: ConfusionMatrix, limit: float = 0.1) -> PairCheck:
    """Check 5 by decisions: pairs taken for each other in more than `limit` of their documents.

    A proxy: it shows what one system confuses, not whether the classes are distinct.
    """
    pairs = ambiguous_pairs(matrix)
    return most_alike("decisions", pairs.first, pairs.second, pairs.rate, limit)


def co_labelled(labels: sparse.sparray, limit: float = 0.5) -> PairCheck:
    """Check 5 by labels, for multi-label data: pairs mostly given to the same documents.

    The value is the overlap of the two classes' documents; `labels` is boolean (documents,
    classes).
    """
    incidence = sparse.csc_array(labels, dtype=np.int64)
    documents = np.asarray(incidence.sum(axis=0))
    both = sparse.coo_array(sparse.triu(incidence.T @ incidence, k=1))
    first, second = both.coords
    value = ratio(both.data, documents[first] + documents[second] - both.data)
    return most_alike("labels", first, second, value, limit)


def most_alike(
    by: PairEvidence,
    first: Array,
    second: Array,
    value: Array,
    limit: float,
) -> PairCheck:
    """The pairs with a value above the limit, by falling value, then class order."""
    kept = value > limit + EQUAL
    first, second, value = first[kept], second[kept], value[kept]
    order = np.lexsort((second, first, -value))
    return PairCheck(by, first[order], second[order], value[order], limit)


def mix_p_values(first: Array, of_first: int, second: Array, of_second: int) -> Array:
    """How likely a difference as large is by chance, per class, shape (classes,).

    A class is on `first` of `of_first` documents and on `second` of `of_second`. Chi-square
    where at least 5 are expected in all four cells, else the exact test, both sides counted as
    twice the smaller one. NaN where a split is empty or the class in neither.
    """
    from scipy.special import chdtrc  # scipy.stats takes long to import

    a, b = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    n = of_first + of_second
    if not of_first or not of_second:
        return np.full(len(a), np.nan)
    both = a + b
    expected = both * of_first / n
    cells = np.array([expected, both - expected, of_first - expected, of_second - both + expected])
    statistic = ratio((a - expected) ** 2 * n**3, both * (n - both) * of_first * of_second)
    p = np.where(np.isnan(statistic), 1.0, chdtrc(1, statistic))
    few = (cells.min(axis=0) < 5) & (both > 0)
    if few.any():
        p[few] = [
            _exact_p(here, of_class, of_first, n)
            for here, of_class in zip(a[few].tolist(), both[few].tolist(), strict=True)
        ]
    p[both == 0] = np.nan
    return p


def _exact_p(here: float, of_class: float, drawn: float, n: float) -> float:
    """Twice the smaller tail of the hypergeometric distribution, at most 1.

    `here` of the `of_class` documents of a class are among `drawn` of `n` documents.
    """
    from scipy.special import betaln  # scipy.stats takes long to import

    def ways(size: float, taken: Array) -> Array:
        """The logarithm of the number of ways to take some of them."""
        return np.asarray(-np.log1p(size) - betaln(size - taken + 1, taken + 1))

    counts = np.arange(max(0.0, drawn + of_class - n), min(of_class, drawn) + 1)
    chance = np.exp(
        ways(of_class, counts) + ways(n - of_class, drawn - counts) - ways(n, np.array(drawn))
    )
    return float(min(1, 2 * min(chance[counts <= here].sum(), chance[counts >= here].sum())))


# --- how alike classes are, by their texts


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
    cosine = value[first, second]
    is_defined = ~np.isnan(cosine)
    return most_alike(
        "texts", chosen[first[is_defined]], chosen[second[is_defined]], cosine[is_defined], limit
    )


# --- whether a value that a document has tells its class


def goodman_kruskal_lambda(value: Array, labels: sparse.sparray) -> Array:
    """How much of what is not known of each class a value tells, at most 1, shape (classes,).

    `value`: (n,), equal numbers from 0 for equal values, below 0 for none; `labels`: boolean (n,
    classes). 1 less the errors of saying "in the class" where more than half of the other
    documents with this value are, over those of saying for all whatever holds for more. A value
    that one document alone has tells nothing, and below 0 is worse than nothing. NaN for a class
    on no or every document. Source: Goodman and Kruskal (1954), lambda, leaving one out.
    """
    n = len(value)
    rows = np.flatnonzero(value >= 0)
    width = int(value.max(initial=0)) + 1
    into = sparse.csr_array((np.ones(len(rows)), (value[rows], rows)), shape=(width, n))
    cells = sparse.coo_array(into @ sparse.csr_array(labels, dtype=float))
    cell_values, c = cells.coords
    in_class, documents = cells.data, np.bincount(value[rows], minlength=width)[cell_values]
    right = in_class * (2 * (in_class - 1) > documents - 1)
    wrong = (documents - in_class) * (2 * in_class > documents - 1)
    positives = count_per_class(labels)
    k = len(positives)
    errors = positives - np.bincount(c, right, minlength=k) + np.bincount(c, wrong, minlength=k)
    return np.asarray(1 - ratio(errors, np.minimum(positives, n - positives)))
