"""Texts as words, and which of them are equal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

import numpy as np
from scipy import sparse

from metrics.dataset.shares import PairCheck, most_alike
from metrics.incidence import count_per_class
from metrics.measures import ratio
from metrics.typing import Array

# scripts that put no space between words count one word a character
WORD = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]|[^\W\u3040-\u30ff\u3400-\u9fff]+")


def words_of(text: object) -> list[str]:
    """The words of a text, in lower case."""
    return WORD.findall(str(text).casefold())


def word_counts(texts: Array) -> Array:
    """Words of each text, shape (n,)."""
    return np.fromiter((len(WORD.findall(str(t))) for t in texts), dtype=np.int64, count=len(texts))


def text_codes(texts: Array) -> Array:
    """Equal numbers for texts equal but for case and spacing, shape (n,); -1 for empty ones."""
    seen: dict[str, int] = {"": -1}
    return np.fromiter(
        (seen.setdefault(" ".join(str(t).split()).casefold(), len(seen)) for t in texts),
        dtype=np.int64,
        count=len(texts),
    )


def tf_idf(texts: Sequence[object] | Array) -> sparse.csr_array:
    """Rows of unit length, (documents, words): (1 + ln tf) ln(1 + n / df), empty texts all 0."""
    vocabulary: dict[str, int] = {}
    rows = [[vocabulary.setdefault(w, len(vocabulary)) for w in words_of(t)] for t in texts]
    indptr = np.cumsum([0, *map(len, rows)])
    indices = np.fromiter(chain.from_iterable(rows), dtype=np.int64, count=int(indptr[-1]))
    shape = (len(rows), max(len(vocabulary), 1))
    counts = sparse.csr_array((np.ones(len(indices)), indices, indptr), shape=shape)
    counts.sum_duplicates()
    document_frequency = np.bincount(counts.indices, minlength=shape[1])
    counts.data = (1 + np.log(counts.data)) * np.log(
        1 + len(rows) / document_frequency[counts.indices]
    )
    length = np.sqrt(np.asarray(counts.multiply(counts).sum(axis=1)))
    counts.data /= np.repeat(length, np.diff(counts.indptr))
    return counts


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
