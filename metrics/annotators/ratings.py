"""What several people said of the same documents, and how many of them said it.

Tested in `tests/metrics/annotators/test_coincidences.py` and `test_set_agreement.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy import sparse

from metrics.incidence import count_per_document
from metrics.typing import Array


@dataclass(frozen=True)
class Ratings:
    """What r people said of n documents and k classes.

    `labels`: for each person boolean csr (n, k), without a pair where the person did not label
    or judge. `labelled`: boolean (r, n), which documents each labelled, if only with no class.
    `unjudged`: for each person boolean csr (n, k), the pairs of labelled documents that this
    person did not judge, or None where all were. `weights`: how much each document counts, (n,).
    """

    labels: tuple[sparse.csr_array, ...]
    labelled: Array
    unjudged: tuple[sparse.csr_array | None, ...]
    weights: Array | None = None

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def documents(self) -> int:
        """How many documents there are, labelled or not."""
        return int(self.labelled.shape[1])

    @property
    def classes(self) -> int:
        """How many classes there are."""
        return int(self.labels[0].shape[1]) if self.labels else 0

    @cached_property
    def people(self) -> Array:
        """How many people labelled each document, shape (n,)."""
        return np.sum(self.labelled, axis=0)

    @cached_property
    def single_label(self) -> bool:
        """Whether everybody gave every document that they labelled exactly one class."""
        return all(off is None for off in self.unjudged) and all(
            bool(np.all(count_per_document(said)[here] == 1))
            for said, here in zip(self.labels, self.labelled, strict=True)
        )

    def of_documents(self, rows: Array) -> Ratings:
        """What was said of some of the documents, indices of shape (m,)."""
        return replace(
            self,
            labels=tuple(said[rows] for said in self.labels),
            labelled=self.labelled[:, rows],
            unjudged=tuple(None if off is None else off[rows] for off in self.unjudged),
            weights=None if self.weights is None else self.weights[rows],
        )

    def without(self, person: int) -> Ratings:
        """What all the others said."""
        others = [i for i in range(len(self)) if i != person]
        return replace(
            self,
            labels=tuple(self.labels[i] for i in others),
            labelled=self.labelled[others],
            unjudged=tuple(self.unjudged[i] for i in others),
        )


def placed_ratings(pairs: sparse.sparray, positions: Array, documents: int) -> sparse.csr_array:
    """The rows where `positions`, ascending, says they belong among so many documents, boolean csr.

    Those at -1 are left out.
    """
    rows = np.flatnonzero(positions >= 0)
    selected = sparse.csr_array(pairs)[rows]
    lengths = np.zeros(documents, dtype=np.int64)
    lengths[positions[rows]] = np.diff(selected.indptr)
    indptr = np.append(0, np.cumsum(lengths))
    shape = (documents, pairs.shape[1])
    placed = sparse.csr_array((selected.data.astype(bool), selected.indices, indptr), shape=shape)
    placed.sort_indices()
    return placed


@dataclass(frozen=True)
class PairableVotes:
    """How many people said yes of each pair, where at least two judged it.

    `yes`: csr (n, k). `people`: how many labelled each document, shape (n,), 0 below two.
    `fewer`: csr (n, k), by how many fewer judged the pair; None where all judged all.
    """

    yes: sparse.csr_array
    people: Array
    fewer: sparse.csr_array | None

    def judged_at(self, pairs: sparse.csr_array) -> Array:
        """How many people judged each of the pairs, in the order of the matrix's data."""
        return _judged_at(self.people, self.fewer, pairs)


def pairable_votes(ratings: Ratings) -> PairableVotes:
    """The votes on every pair; a pair that fewer than two judged has none."""
    people = np.where(ratings.people < 2, 0, ratings.people).astype(float)
    shape = (ratings.documents, ratings.classes)
    empty = sparse.csr_array(shape, dtype=float)
    yes = sparse.csr_array(sum((labels.astype(float) for labels in ratings.labels), start=empty))
    yes = _keep_rows(yes, people > 0)
    given = [off for off in ratings.unjudged if off is not None]
    if not given:
        return PairableVotes(yes, people, None)
    fewer = sparse.csr_array(sum((off.astype(float) for off in given), start=empty))
    fewer = _keep_rows(fewer, people > 0)
    left = _judged_at(people, None, fewer) - fewer.data
    # one judgement alone agrees with nobody: the pair drops out
    alone = fewer.copy()
    alone.data = (left < 2).astype(float)
    alone.eliminate_zeros()
    yes = sparse.csr_array(yes - yes.multiply(alone))
    yes.eliminate_zeros()
    fewer.data = np.where(left < 2, fewer.data + np.maximum(left, 0), fewer.data)
    return PairableVotes(yes, people, fewer)


def _keep_rows(pairs: sparse.csr_array, mask: Array) -> sparse.csr_array:
    rows = sparse.csr_array(pairs.multiply(mask[:, None].astype(float)))
    rows.eliminate_zeros()
    return rows


def _judged_at(people: Array, fewer: sparse.csr_array | None, pairs: sparse.csr_array) -> Array:
    rows = np.repeat(np.arange(pairs.shape[0]), np.diff(pairs.indptr))
    if fewer is None:
        return people[rows]
    return people[rows] - np.asarray(fewer[rows, pairs.indices]).ravel()


def disputed(ratings: Ratings) -> sparse.csr_array:
    """The pairs of which some say yes and some no, boolean csr (n, k)."""
    votes = pairable_votes(ratings)
    found = votes.yes.copy()
    found.data = found.data < votes.judged_at(votes.yes)
    found.eliminate_zeros()
    return sparse.csr_array(found, dtype=bool)
