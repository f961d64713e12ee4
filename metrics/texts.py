"""Texts as words, and which of them are equal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

import numpy as np
from scipy import sparse

from metrics.tallies import Array

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
