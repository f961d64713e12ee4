"""Classes taken together, and what merging two of them changes, counted or by size alone.

In a document, two classes can meet in six ways, and each changes the table of all decisions by
one: a class missed and the other assigned instead becomes a hit; two hits become one; and of a hit
or an error beside another error, one error goes. Counted by products of sparse matrices. How much
the classes assigned tell of the true ones, and what a merge loses of that, is beside it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from scipy import sparse

from metrics.annotators.set_agreement import distinct_sets
from metrics.incidence import count_per_class, judged, weigh_per_class, without_zeros
from metrics.measures import ratio
from metrics.tallies import ContingencyTable, left_over
from metrics.typing import CELLS, Array

# --- Classes taken together: who is in the new ones, counted from the documents again
#
# Tables of classes do not add up to the table of their union: a document that is in two of them,
# or in one and assigned to the other, counts once.


def merge_classes(pairs: sparse.sparray, into: sparse.sparray) -> sparse.csc_array:
    """Documents of the new classes, boolean csc (documents, new): those of any of the old ones.

    `pairs`: boolean (documents, classes); `into`: boolean (classes, new), which old classes go
    into which new ones: one may go into several, or into none and be left out.
    """
    return without_zeros(sparse.csc_array(_counts(pairs) @ _counts(into)))


def merge_unjudged(
    pairs: sparse.sparray, unjudged: sparse.sparray | None, into: sparse.sparray
) -> sparse.csc_array | None:
    """The pairs of the new classes that nobody judged; None where every old pair was judged.

    The rule of "or" with an unknown: true if any of the old pairs is true; else unjudged if any is
    unjudged; else false. `pairs`: the true ones, boolean (documents, classes), `unjudged` likewise.
    """
    if unjudged is None:
        return None
    open_ones = merge_classes(unjudged, into)
    return without_zeros(judged(open_ones, merge_classes(judged(pairs, unjudged), into)))


def _counts(pairs: sparse.sparray) -> sparse.csr_array:
    return sparse.csr_array(pairs, dtype=np.int64)


# --- what merging two classes changes, for every pair of classes at once, and by size alone
#
# In a document, two classes can meet in six ways, and each changes the table of all decisions by
# one: a class missed and the other assigned instead becomes a hit; two hits become one; and of a
# hit or an error beside another error, one error goes. Counted by products of sparse matrices.


# what a class is in a document: true and assigned; true alone; assigned and not true, whether
# anybody judged it or not; the judged of these; nobody judged whether it is true
MeetingState = Literal["hit", "missed", "called", "extra", "unjudged"]


@dataclass(frozen=True)
class MeetingWay:
    """How two classes meet, and what merging them then adds to the cells of the pooled table.

    A way that is the same from both sides is found twice, so it says half of that.
    """

    first: MeetingState
    second: MeetingState
    tp: float = 0.0
    fp: float = 0.0
    fn: float = 0.0

    @property
    def added(self) -> list[float]:
        """What is added to tp, fp and fn."""
        return [getattr(self, cell) for cell in CELLS[:3]]


WAYS = (
    MeetingWay("missed", "called", tp=1, fn=-1),
    MeetingWay("missed", "extra", fp=-1),
    MeetingWay("hit", "hit", tp=-0.5),
    MeetingWay("hit", "extra", fp=-1),
    MeetingWay("hit", "missed", fn=-1),
    MeetingWay("extra", "extra", fp=-0.5),
    MeetingWay("missed", "missed", fn=-0.5),
    # of a document that nobody judged on the one, nobody knows whether it is in either
    MeetingWay("extra", "unjudged", fp=-1),
)


@dataclass(frozen=True)
class AddedCells:
    """What is added to tp, fp and fn; arrays of one shape."""

    tp: Array
    fp: Array
    fn: Array

    def __add__(self, other: AddedCells) -> AddedCells:
        return AddedCells(self.tp + other.tp, self.fp + other.fp, self.fn + other.fn)

    def __getitem__(self, chosen: Array) -> AddedCells:
        return AddedCells(self.tp[chosen], self.fp[chosen], self.fn[chosen])

    def on(self, table: ContingencyTable) -> ContingencyTable:
        """A table with these added; without true negatives, which no F asks for."""
        return ContingencyTable(
            table.tp + self.tp,
            table.fp + self.fp,
            table.fn + self.fn,
            np.full_like(self.tp, np.nan),
        )


class Meetings(ABC):
    """How often each class meets each other one in each way, wherever that was counted."""

    @property
    @abstractmethod
    def classes(self) -> int:
        """How many classes there are."""

    @property
    @abstractmethod
    def ways(self) -> list[MeetingWay]:
        """The ways in which classes may meet here."""

    @abstractmethod
    def together(self, way: MeetingWay) -> sparse.coo_array:
        """How often each class meets each in a way, shape (classes, classes); itself or not."""

    @property
    @abstractmethod
    def met(self) -> list[Array]:
        """How many other classes each class meets in each way, shape (classes,)."""

    @property
    @abstractmethod
    def sizes(self) -> Mapping[MeetingState, Array]:
        """The size that goes with what the second class of a way is, shape (classes,)."""

    def pairs(self) -> tuple[Array, Array, AddedCells]:
        """Every pair of classes that meet: first < second, and what merging them adds.

        Arrays of shape (pairs,). Merging classes that never meet adds nothing.
        """
        k = self.classes
        keys, amounts = [], []
        for way in self.ways:
            met = self.together(way)
            row, column = (axis.astype(np.int64) for axis in met.coords)
            apart = (row != column) & (met.data > 0)
            row, column = row[apart], column[apart]
            keys.append(np.minimum(row, column) * k + np.maximum(row, column))
            amounts.append(np.outer(way.added, met.data[apart]))
        pair, place = np.unique(np.concatenate(keys), return_inverse=True)
        cells = (np.bincount(place, row, len(pair)) for row in np.concatenate(amounts, axis=1))
        first, second = np.divmod(pair, max(k, 1))
        return first, second, AddedCells(*cells)

    def by_size(self, first: Array, second: Array) -> AddedCells:
        """What merging adds on average to pairs of classes that meet by size alone.

        Of the other classes that a class meets in a way, the second would be as large a part as
        its size is of all but the first's: by how often it is assigned where the way asks for
        that, else by how often it is true, or not judged. Taken from both sides. Shape as given.
        Source: this project, after quasi-independence (Goodman, 1968), in one step.
        """
        total = np.zeros((3, *np.shape(first)))
        for way, met in zip(self.ways, self.met, strict=True):
            size = self.sizes[way.second]
            rest = np.sum(size) - size
            there = np.nan_to_num(
                met[first] * ratio(size[second], rest[first])
                + met[second] * ratio(size[first], rest[second])
            )
            total += np.multiply.outer(np.array(way.added), there)
        return AddedCells(*total)


@dataclass(frozen=True)
class DocumentMeetings(Meetings):
    """What each class is in which documents: boolean csc (documents, classes) by state.

    `weights` of the documents, or None where each counts 1.
    """

    states: Mapping[MeetingState, sparse.csc_array]
    weights: Array | None

    @property
    def classes(self) -> int:
        """How many classes there are."""
        return int(self.states["hit"].shape[1])

    @property
    def ways(self) -> list[MeetingWay]:
        """The ways in which classes may meet here."""
        return [way for way in WAYS if way.second in self.states]

    def together(self, way: MeetingWay) -> sparse.coo_array:
        """How often each class meets each in a way, shape (classes, classes); itself or not."""
        return sparse.coo_array(self._weighed(way.first).T @ self._counted[way.second])

    @cached_property
    def _counted(self) -> dict[MeetingState, sparse.csr_array]:
        return {state: sparse.csr_array(of, dtype=float) for state, of in self.states.items()}

    def _weighed(self, state: MeetingState) -> sparse.csr_array:
        counted = self._counted[state]
        if self.weights is None:
            return counted
        return sparse.csr_array(sparse.diags_array(self.weights) @ counted)

    @cached_property
    def met(self) -> list[Array]:
        """How many other classes each class meets in each way, shape (classes,)."""
        found = []
        for way in self.ways:
            first, second = self._weighed(way.first), self._counted[way.second]
            every = first.T @ np.asarray(second.sum(axis=1))
            itself = np.asarray(first.multiply(second).sum(axis=0))
            found.append(every - itself)
        return found

    @cached_property
    def sizes(self) -> Mapping[MeetingState, Array]:
        """The size that goes with what the second class of a way is, shape (classes,)."""

        def number(*states: MeetingState) -> Array:
            found = sum(self.states[state].astype(np.int64) for state in states)
            if self.weights is None:
                return count_per_class(found).astype(float)
            return weigh_per_class(found, self.weights)

        open_ones = number("unjudged") if "unjudged" in self.states else None
        return _sizes(number("hit", "extra"), number("hit", "missed"), open_ones)


@dataclass(frozen=True)
class CountedMeetings(Meetings):
    """Meetings that were counted elsewhere: `number` of each way, csr (classes, classes).

    `tables` of the classes, of documents that weigh `weighed` in all.
    """

    number: Mapping[MeetingWay, sparse.csr_array]
    tables: ContingencyTable
    weighed: float

    @property
    def classes(self) -> int:
        """How many classes there are."""
        return len(self.tables)

    @property
    def ways(self) -> list[MeetingWay]:
        """The ways in which classes may meet here."""
        return list(self.number)

    def together(self, way: MeetingWay) -> sparse.coo_array:
        """How often each class meets each in a way, shape (classes, classes); itself or not."""
        return sparse.coo_array(self.number[way])

    @cached_property
    def met(self) -> list[Array]:
        """How many other classes each class meets in each way, shape (classes,)."""
        return [np.asarray(of.sum(axis=1)).ravel() - of.diagonal() for of in self.number.values()]

    @cached_property
    def sizes(self) -> Mapping[MeetingState, Array]:
        """The size that goes with what the second class of a way is, shape (classes,)."""
        open_ones = left_over(self.weighed, self.tables.total)
        return _sizes(self.tables.assigned, self.tables.positives, open_ones)


def _sizes(assigned: Array, true: Array, open_ones: Array | None) -> Mapping[MeetingState, Array]:
    sizes: dict[MeetingState, Array] = {
        "hit": assigned, "extra": assigned, "called": assigned, "missed": true,
    }  # fmt: skip
    return sizes if open_ones is None else sizes | {"unjudged": open_ones}


def count_meetings_in_documents(
    truth: sparse.csc_array,
    assigned: sparse.csc_array,
    unjudged: sparse.csc_array | None = None,
    weights: Array | None = None,
) -> DocumentMeetings:
    """What each class is where, from boolean (documents, classes) of truth and of decisions.

    Pairs in `unjudged` are neither true nor false; merged ones follow `merging.merged_unjudged`.
    """
    true = judged(truth, unjudged)
    called = sparse.csc_array(assigned > true)
    states: dict[MeetingState, sparse.csc_array] = {
        "hit": sparse.csc_array(true.multiply(assigned)),
        "missed": sparse.csc_array(true > assigned),
        "called": called,
        "extra": judged(called, unjudged),
    }
    if unjudged is not None:
        states["unjudged"] = unjudged
    return DocumentMeetings(states, weights)


@dataclass(frozen=True)
class SetsTogether:
    """Which true classes and which assigned ones fall together, and how often.

    `truth`, `assigned`: the distinct sets of classes, boolean csr (sets, classes). `true`,
    `called`: their numbers, and `weight` their documents or sum of weights, each of shape
    (combinations,).
    """

    truth: sparse.csr_array
    assigned: sparse.csr_array
    true: Array
    called: Array
    weight: Array

    def bits(self, into: sparse.sparray | None = None) -> float:
        """Mutual information of the true and the assigned set of a document, in bits, from 0 on.

        `into`: boolean (classes, new classes), which classes go into which new ones. Sets that
        become one by that are no longer told apart, so there is never more than before. From few
        documents of many sets it is too large. NaN without documents. Source: Shannon (1948); the
        sets as values are this project's.
        """
        true, called = self.true, self.called
        if into is not None:
            true = distinct_sets(sparse.csr_array(merge_classes(self.truth, into)))[0][true]
            called = distinct_sets(sparse.csr_array(merge_classes(self.assigned, into)))[0][called]
        total = np.sum(self.weight)
        if not total > 0:
            return float("nan")
        pair = true * (np.max(called) + 1) + called
        joint_bits, true_bits, assigned_bits = (
            _entropy(np.bincount(np.unique(ids, return_inverse=True)[1], self.weight) / total)
            for ids in (pair, true, called)
        )
        return max(true_bits + assigned_bits - joint_bits, 0.0)


def _entropy(shares: Array) -> float:
    some = shares[shares > 0]
    return float(-np.sum(some * np.log2(some)))


def sets_together(
    truth: sparse.sparray, assigned: sparse.sparray, weights: Array | None = None
) -> SetsTogether:
    """The sets of boolean (documents, classes) matrices of truth and of decisions, as they meet."""
    true, truth_sets = distinct_sets(sparse.csr_array(truth))
    called, assigned_sets = distinct_sets(sparse.csr_array(assigned))
    pair, of = np.unique(true * max(assigned_sets.shape[0], 1) + called, return_inverse=True)
    weight = np.bincount(of, weights, len(pair))
    first, second = np.divmod(pair, max(assigned_sets.shape[0], 1))
    return SetsTogether(truth_sets, assigned_sets, first, second, weight)
