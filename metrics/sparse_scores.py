"""The score tallies of very many classes, of which each document lists a few."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, overload

import numpy as np
from scipy import sparse

from metrics.incidence import count_per_class
from metrics.parallel import first_of_equal, order_in_groups
from metrics.tallies import ContingencyTable, ScoreTally, comparable
from metrics.typing import Array


@dataclass(frozen=True, eq=False)
class ListedTallies(Sequence[ScoreTally]):
    """One score tally a class, all in arrays of their own: a class is a cheap view of them.

    `ends`, shape (classes + 1,): the pairs of class c stand at ends[c] to ends[c + 1], by rising
    score: `scores`, `positive` (boolean) and `documents`, shape (pairs,). `unscored`,
    `unscored_positives`, shape (classes,): as in a ScoreTally. Documents have no weights.
    """

    ends: Array
    scores: Array
    positive: Array
    documents: Array
    unscored: Array
    unscored_positives: Array

    def __len__(self) -> int:
        return len(self.unscored)

    @overload
    def __getitem__(self, c: int) -> ScoreTally: ...
    @overload
    def __getitem__(self, c: slice) -> Sequence[ScoreTally]: ...
    def __getitem__(self, c: int | slice) -> ScoreTally | Sequence[ScoreTally]:
        if isinstance(c, slice):
            return [self[each] for each in range(*c.indices(len(self)))]
        c = range(len(self))[c]
        pairs, hits = slice(*self.ends[c : c + 2]), slice(*self.hit_ends[c : c + 2])
        return ScoreTally(
            self.scores[pairs],
            self.positive_scores[hits],
            self.unscored[c].item(),
            self.unscored_positives[c].item(),
        )

    @cached_property
    def hits_before(self) -> Array:
        """How many of all pairs before each are positive, shape (pairs + 1,)."""
        return np.append(0, np.cumsum(self.positive))

    @cached_property
    def hit_ends(self) -> Array:
        """`ends` among the positives that are listed."""
        return self.hits_before[self.ends]

    @cached_property
    def positive_scores(self) -> Array:
        """The scores of the positives that are listed, class by class and rising."""
        return self.scores[self.positive]

    @cached_property
    def classes(self) -> Array:
        """The class of each pair, shape (pairs,)."""
        return np.repeat(np.arange(len(self)), np.diff(self.ends))

    def classes_at(self, pairs: Array) -> Array:
        """The classes of some of the pairs, in their shape."""
        return np.asarray(np.searchsorted(self.ends, pairs, "right") - 1)

    @property
    def r(self) -> Array:
        """Number of positives of each class, scored or not."""
        return np.diff(self.hit_ends) + self.unscored_positives

    @property
    def n(self) -> Array:
        """Number of documents of each class, scored or not."""
        return np.diff(self.ends) + self.unscored

    def first_of(self, scores: Array) -> Array:
        """Which pairs are the first of their class and score, shape (pairs,).

        `scores`: the own ones, or coarser ones that rise where they do.
        """
        first = first_of_equal(scores)
        first[self.ends[:-1][np.diff(self.ends) > 0]] = True
        return first

    def at(self, thresholds: Any) -> ContingencyTable:
        """The tables at one threshold, or at each class's own; shape (classes,)."""
        limits = comparable(np.broadcast_to(thresholds, len(self)), self.scores.dtype)
        above = self.scores >= np.repeat(limits, np.diff(self.ends))
        assigned, hits = (
            np.diff(np.append(0, np.cumsum(mask))[self.ends])
            for mask in (above, above & self.positive)
        )
        r = self.r
        return ContingencyTable(hits, assigned - hits, r - hits, self.n - r - assigned + hits)

    def pooled(self) -> ScoreTally:
        """All pairs as one list."""
        return ScoreTally(
            np.sort(self.scores),
            np.sort(self.positive_scores),
            int(self.unscored.sum()),
            int(self.unscored_positives.sum()),
        )


def tally_listed(
    scores: sparse.csr_array, truth: sparse.csc_array, judged: Array | None = None
) -> ListedTallies:
    """Tally every class at once: listed scores (classes, documents), truth (documents, classes).

    `judged`, shape (classes,): of how many documents each class was judged, where not of all;
    neither scores nor truth may then hold a pair that was not.
    """
    classes, documents = scores.shape
    ends = scores.indptr.astype(np.int64)
    sizes = np.diff(ends)
    order = order_in_groups(scores.data, ends)
    places = np.arange(1, len(order) + 1)
    listed = sparse.csr_array((places, scores.indices, scores.indptr), shape=scores.shape)
    true = sparse.csr_array(truth.T)
    positive = np.zeros(len(order), dtype=bool)
    positive[listed.multiply(true.astype(bool)).data - 1] = True
    hits = np.diff(np.append(0, np.cumsum(positive))[ends])
    r = count_per_class(truth)
    n = np.full(classes, documents) if judged is None else judged
    entries = scores.data[order], positive[order], scores.indices[order]
    return ListedTallies(ends, *entries, n - sizes, r - hits)
