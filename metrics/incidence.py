"""Sparse boolean (documents, classes) matrices and scores, class by class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from scipy import sparse

from metrics.parallel import run_parallel
from metrics.typing import Array

# (classes, documents): an ndarray, or what gathers it; a csr_array where only some pairs have a
# score; or None
Scores: TypeAlias = Any

# bits of documents that are counted in one go
WORD = 64
# comparing so many of these takes no longer than adding up one document that has two classes
BITS_FOR_ONE = 10


@dataclass(frozen=True)
class ScoresAt:
    """Dense scores of some documents, gathered as they are asked for: a class, or a block of all.

    `every`: (classes, all documents). `documents`: indices of those that it is about, shape (m,).
    """

    every: Array
    documents: Array

    @property
    def shape(self) -> tuple[int, int]:
        """(classes, m)."""
        return len(self.every), len(self.documents)

    @property
    def size(self) -> int:
        """How many scores there are."""
        return len(self.every) * len(self.documents)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The precision they came in."""
        return self.every.dtype

    def __len__(self) -> int:
        return len(self.every)

    def __getitem__(self, key: int | tuple[int | slice, slice | Array]) -> Array:
        # what lies outside was refused before: a check would hold a copy of each class
        if isinstance(key, tuple):
            classes, documents = key
            return self.every[classes].take(self.documents[documents], axis=-1, mode="clip")
        return self.every[key].take(self.documents, mode="clip")


def members(matrix: sparse.csc_array, c: int) -> Array:
    """The documents of a class in a boolean csc (documents, classes), as the matrix lists them."""
    return matrix.indices[matrix.indptr[c] : matrix.indptr[c + 1]]


def scores_of_class(scores: Scores, c: int) -> tuple[Array, Array]:
    """The documents that have a score for a class, and their scores; of equal shape."""
    if sparse.issparse(scores):
        span = slice(*scores.indptr[c : c + 2])
        return scores.indices[span], scores.data[span]
    return np.arange(scores.shape[1]), scores[c]


def scores_at(scores: Scores, documents: Array) -> Scores:
    """The scores of these documents, in their order; in the form that they have.

    Those of documents that stand one after another are not copied.
    """
    view = gathered_at(scores, documents)
    if not isinstance(view, ScoresAt):
        return view
    values = np.empty(view.shape, dtype=view.dtype)

    def take(c: int) -> None:
        values[c] = view[c]

    run_parallel(take, len(view), view.size)
    return values


def gathered_at(scores: Scores, documents: Array) -> Scores:
    """As `scores_at`, but what would be copied of dense scores is gathered as it is asked for."""
    if sparse.issparse(scores):
        return scores[:, documents]
    if len(documents) and bool(np.all(np.diff(documents) == 1)):
        return scores[:, documents[0] : documents[-1] + 1]
    return ScoresAt(scores, documents)


def united(parts: Sequence[Array]) -> Array:
    """The numbers, from 0 on, that any of these holds: ascending, each once, shape (numbers,)."""
    every = np.concatenate([np.zeros(0, dtype=np.int64), *parts])
    there = np.zeros(int(every.max(initial=-1)) + 1, dtype=bool)
    there[every] = True
    return np.flatnonzero(there)


def mask_of(matrix: sparse.csc_array, c: int) -> Array:
    """Which documents a class has, boolean, shape (documents,)."""
    mask = np.zeros(matrix.shape[0], dtype=bool)
    mask[members(matrix, c)] = True
    return mask


def judged(pairs: sparse.sparray, unjudged: sparse.sparray | None) -> sparse.csc_array:
    """The boolean pairs (documents, classes) without those that nobody judged."""
    if unjudged is None:
        return sparse.csc_array(pairs)
    return sparse.csc_array(pairs > pairs.multiply(unjudged))


def without_zeros(pairs: sparse.sparray) -> sparse.csc_array:
    """The same pairs as booleans, none of them listed that is False."""
    out = sparse.csc_array(pairs, dtype=bool)
    out.eliminate_zeros()
    return out


def count_per_class(pairs: sparse.sparray) -> Array:
    """Documents of each class in boolean (documents, classes), shape (classes,)."""
    return _number(pairs, 0)


def count_per_document(pairs: sparse.sparray) -> Array:
    """Classes of each document in boolean (documents, classes), shape (documents,)."""
    return _number(pairs, 1)


def _number(pairs: sparse.sparray, axis: int) -> Array:
    """How many pairs are true along an axis; nothing is copied where none is listed as False."""
    held: Any = pairs if pairs.format in ("csc", "csr") else sparse.csc_array(pairs)
    there = held.data.astype(bool, copy=False)
    every = bool(there.all())
    if (held.format == "csc") == (axis == 1):
        listed = held.indices if every else held.indices[there]
        return np.bincount(listed, minlength=held.shape[1 - axis])
    before = held.indptr if every else np.append(0, np.cumsum(there))[held.indptr]
    return np.diff(before).astype(np.int64)


def co_occurrence(pairs: sparse.csc_array) -> sparse.csr_array:
    """How many documents have each two of the classes, whole numbers, csr (classes, classes)."""
    n, k = pairs.shape
    products = np.sum(count_per_document(pairs).astype(float) ** 2)
    if k * (k + 1) / 2 * n / WORD <= BITS_FOR_ONE * products:
        return sparse.csr_array(_together_by_bits(pairs))
    # turned round a csc is a csr, and two of these are multiplied as they are; no number is
    # larger than that of the documents
    return sparse.csr_array(pairs.astype(np.int32).T @ sparse.csr_array(pairs).astype(np.int32))


def _together_by_bits(pairs: sparse.csc_array) -> Array:
    """The same of few classes, dense: each class's documents as bits, 64 of them at a time."""
    n, k = pairs.shape
    words = -(-n // WORD)
    bits = np.empty((k, 8 * words), dtype=np.uint8)
    mask = np.zeros(WORD * words, dtype=bool)
    for c in range(k):
        span = slice(*pairs.indptr[c : c + 2])
        own = pairs.indices[span][pairs.data[span].astype(bool)]
        mask[own] = True
        bits[c] = np.packbits(mask)
        mask[own] = False
    held = bits.view(np.uint64)
    out = np.zeros((k, k), dtype=np.int64)
    for c in range(k):
        out[c, c:] = np.bitwise_count(held[c] & held[c:]).sum(axis=1, dtype=np.int64)
        out[c:, c] = out[c, c:]
    return out


def weigh_per_class(pairs: sparse.sparray, weights: Array) -> Array:
    """Sum of the weights, shape (documents,), of each class's documents, shape (classes,)."""
    return np.asarray(pairs.astype(float).T @ weights)


def index_kind(*most: int) -> type[np.signedinteger]:
    """The narrower whole numbers that hold all of these, for what a sparse matrix lists."""
    return np.int32 if max(most) <= np.iinfo(np.int32).max else np.int64


def from_columns(columns: Sequence[Array], documents: int) -> sparse.csc_array:
    """Boolean csc (documents, classes) from the ascending documents of each class."""
    ends = np.append(0, np.cumsum([len(rows) for rows in columns]))
    kind = index_kind(documents, int(ends[-1]))
    indptr = ends.astype(kind)
    indices = np.zeros(indptr[-1], dtype=kind)
    np.concatenate([indices[:0], *columns], out=indices, casting="same_kind")
    ones = np.ones(len(indices), dtype=bool)
    return sparse.csc_array((ones, indices, indptr), shape=(documents, len(columns)))


def sets_of(pairs: sparse.sparray) -> Array:
    """Equal numbers for documents with the same classes in boolean (documents, classes), (n,)."""
    held = sparse.csc_array(pairs)
    # a random number a class: equal sums are equal sets, but for one chance in 2^64
    signs = np.random.default_rng(0).integers(0, 2**63, held.shape[1], dtype=np.uint64)
    sums = np.zeros(held.shape[0], dtype=np.uint64)
    np.add.at(sums, held.indices, np.repeat(signs, np.diff(held.indptr)))
    return sums
