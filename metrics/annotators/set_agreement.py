"""Krippendorff's alpha of whole sets of classes, with the MASI distance between two sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from metrics.annotators.pairwise_agreement import pairs_of
from metrics.annotators.ratings import Ratings
from metrics.measures import ratio
from metrics.typing import Array

# numbers of a block of distances between distinct sets
BLOCK = 4_000_000


def distinct_sets(sets: sparse.csr_array) -> tuple[Array, sparse.csr_array]:
    """Which rows are the same set: the number of each row's set, and the distinct sets, csr.

    Rows are boolean (rows, classes). Told apart class by class, so no two sets are taken for one.
    """
    rows = sparse.csr_array(sets, dtype=bool)
    rows.sum_duplicates()
    sizes, code = np.diff(rows.indptr), np.zeros(rows.shape[0], dtype=np.int64)
    for place in range(int(sizes.max(initial=0))):
        longer = np.flatnonzero(sizes > place)
        member = rows.indices[rows.indptr[longer] + place].astype(np.int64)
        # a set that goes on gets a code that none of those that ended has
        _, code_of = np.unique(code[longer] * rows.shape[1] + member, return_inverse=True)
        code[longer] = code.max() + 1 + code_of
    _, first, of_row = np.unique(code, return_index=True, return_inverse=True)
    return of_row, sparse.csr_array(rows[first])


def masi_distances(sets: sparse.csr_array, first: Array, second: Array) -> Array:
    """MASI distance between rows of boolean (sets, classes), by their numbers, in [0, 1].

    1 - J M, where J is the overlap, and M is 1 for equal sets, 2/3 where one contains the other,
    1/3 where they share something, 0 else. Two empty sets are equal: 0. Source: Passonneau (2006);
    for two empty sets this project.
    """
    one, other = sets[first], sets[second]
    shared = np.asarray(one.multiply(other).astype(np.int64).sum(axis=1)).ravel()
    return 1 - _similarity(shared, np.diff(one.indptr), np.diff(other.indptr))


def _similarity(shared: Array, first: Array, second: Array) -> Array:
    """J M from sizes; 1 for two empty sets."""
    smaller, larger = np.minimum(first, second), np.maximum(first, second)
    weight = np.where(shared == larger, 3, np.where(shared == smaller, 2, 1)) / 3
    overlap = ratio(shared, first + second - shared)
    return np.where(larger == 0, 1.0, np.nan_to_num(overlap) * weight)


def distances_to_all(sets: sparse.csr_array, counts: Array) -> Array:
    """Sum of MASI distances from each distinct set to all, by counts of shape (sets, columns).

    Shape (sets, columns). Only sets that share a class are gone through, in blocks: all others are
    at distance 1, but for the empty set from itself.
    """
    sizes = np.diff(sets.indptr)
    near = np.zeros(counts.shape)
    members = sets.astype(np.int32)
    height = max(1, BLOCK // max(1, len(sizes)))
    for start in range(0, len(sizes), height):
        here = slice(start, start + height)
        shared = sparse.csr_array(members[here] @ members.T)
        rows = np.repeat(np.arange(shared.shape[0]), np.diff(shared.indptr)) + start
        shared.data = _similarity(shared.data, sizes[rows], sizes[shared.indices])
        near[here] = shared @ counts
    empty = sizes == 0
    near[empty] += counts[empty]
    return np.asarray(counts.sum(axis=0) - near)


@dataclass(frozen=True)
class Judgements:
    """Every set that somebody gave a document, t of them, and their distances within a document.

    `document`, `person`, `given`: (t,), the last into the rows of `sets`, csr of distinct sets.
    `apart`: (r, n), of each person and document the sum of the distances to what the others said
    of it. A person who left a pair of a document unjudged has no set there.
    """

    document: Array
    person: Array
    given: Array
    sets: sparse.csr_array
    apart: Array
    documents: int
    weights: Array | None

    @cached_property
    def people(self) -> Array:
        """How many sets each document has, shape (n,)."""
        return np.bincount(self.document, minlength=self.documents)


def judgements_of(ratings: Ratings) -> Judgements:
    """The sets of all people."""
    fully_judged = [
        labelled if off is None else labelled & (np.diff(off.indptr) == 0)
        for labelled, off in zip(ratings.labelled, ratings.unjudged, strict=True)
    ]
    rows = [np.flatnonzero(labelled) for labelled in fully_judged]
    stacked = [labels[documents] for labels, documents in zip(ratings.labels, rows, strict=True)]
    given, sets = distinct_sets(sparse.csr_array(sparse.vstack(stacked, format="csr")))
    # what each person gave each document, -1 for nothing
    table = np.full((len(ratings), ratings.documents), -1, dtype=np.int64)
    person = np.repeat(np.arange(len(ratings)), [len(documents) for documents in rows])
    document = np.concatenate(rows)
    table[person, document] = given
    apart = np.zeros(table.shape)
    for i, j in pairs_of(len(ratings)):
        differ = np.flatnonzero((table[i] >= 0) & (table[j] >= 0) & (table[i] != table[j]))
        pair, back = np.unique(
            table[i, differ] * len(given) + table[j, differ], return_inverse=True
        )
        distance = masi_distances(sets, pair // len(given), pair % len(given))[back]
        apart[i, differ] += distance
        apart[j, differ] += distance
    return Judgements(document, person, given, sets, apart, ratings.documents, ratings.weights)


@dataclass(frozen=True)
class SetSums:
    """What alpha of sets adds up, per document or group of them; arrays of shape (n,).

    `apart`: the disagreement within the document. `judgements`: how many sets it has, 0 below two.
    `from_all`: the mean distances of its sets to all sets, added up.
    """

    apart: Array
    judgements: Array
    from_all: Array

    def alpha(self, weights: Array | None = None) -> float:
        """Krippendorff's alpha of sets, at most 1, 0 as by chance. NaN where all sets are one.

        The MASI distance stands in place of the squared difference. Sources: Krippendorff (2011);
        Passonneau (2006).
        """
        once = np.ones(len(self.apart)) if weights is None else weights
        n, expected = once @ self.judgements, once @ self.from_all
        return float(1 - ratio((n - 1) * (once @ self.apart), n * expected))


def drawn_alphas(sums: Sequence[SetSums], gather: sparse.csr_array, drawn: Array) -> Array:
    """Alpha of each of several in each replicate, of groups drawn so often, (groups, replicates).

    Shape (several, replicates). The expected disagreement follows the draws to first order: its
    quadratic rest is of the order of one in the number of documents.
    """
    parts = [np.stack([each.apart, each.judgements, each.from_all], axis=1) for each in sums]
    columns = np.concatenate([gather @ part for part in parts], axis=1)
    apart, n, expected = (columns.T @ drawn).reshape(len(sums), 3, -1).swapaxes(0, 1)
    once = columns.sum(axis=0).reshape(len(sums), 3)
    chance = 2 * ratio(expected, n) - ratio(once[:, 2], once[:, 1])[:, None]
    return np.asarray(1 - ratio((n - 1) * apart, n * n * np.where(chance > 0, chance, 0)))


def set_sums(judgements: Judgements) -> list[SetSums]:
    """The sums of everybody, then of all but each person, in their order."""
    people = int(judgements.apart.shape[0])
    is_judged = np.zeros(judgements.apart.shape, dtype=bool)
    is_judged[judgements.person, judgements.document] = True
    total = judgements.apart.sum(axis=0) / 2
    masks, numbers, apart = [], [], []
    for left_out in range(-1, people):
        n = judgements.people - (is_judged[left_out] if left_out >= 0 else 0)
        differ = total - (judgements.apart[left_out] if left_out >= 0 else 0)
        numbers.append(np.where(n < 2, 0, n))
        apart.append(np.where(n < 2, 0.0, 2 * differ / np.maximum(n - 1, 1)))
        masks.append((judgements.person != left_out) & (n[judgements.document] > 1))
    once = np.ones(judgements.documents) if judgements.weights is None else judgements.weights
    counted = [
        np.bincount(
            judgements.given[mask], once[judgements.document[mask]], judgements.sets.shape[0]
        )
        for mask in masks
    ]
    distance = distances_to_all(judgements.sets, np.stack(counted, axis=1))
    sums = []
    for column, mask in enumerate(masks):
        mean = distance[judgements.given[mask], column] / max(counted[column].sum(), 1.0)
        from_all = np.bincount(judgements.document[mask], mean, judgements.documents)
        sums.append(SetSums(apart[column], numbers[column], from_all))
    return sums
