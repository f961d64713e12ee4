"""What would be if some classes were one.

Recounted, beside what classes of their sizes would give.

Merging always helps: an error between two classes is none any more. So a gain says something only
beside the gain of two classes of the same sizes that have nothing to do with each other.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.evaluation.merged_classes import merged_evaluation
from metrics.averaging import Undefined, anomaly_free, mean_of
from metrics.effective_size import cluster_weights
from metrics.incidence import judged
from metrics.measures import f_beta, ratio
from metrics.merging.merge_gains import (
    AddedCells,
    DocumentMeetings,
    SetsTogether,
    count_meetings_in_documents,
    sets_together,
)
from metrics.tallies import ContingencyTable
from metrics.typing import CELLS, DEFAULT_BETA, Array, AverageName
from metrics.uncertainty.average_intervals import slope_of
from metrics.uncertainty.intervals import Interval
from metrics.uncertainty.paired_bounds import changes_of, difference_bounds

# --- what a class is called that is made of others


NAME_JOIN = " + "
# of more members the first are named, and how many follow
MOST_NAMED = 3


def merged_name(members: Sequence[str], taken: Collection[str]) -> str:
    """The names of the members, as no class is called that is `taken`."""
    named = list(members) if len(members) <= MOST_NAMED else list(members[: MOST_NAMED - 1])
    more = len(members) - len(named)
    name = NAME_JOIN.join([*named, *([f"{more} more"] if more else [])])
    while name in taken:
        name += " merged"
    return name


# --- what would be if some classes were one: recounted, beside what classes of their sizes would
# give
#
# Merging always helps: an error between two classes is none any more. So a gain says something
# only beside the gain of two classes of the same sizes that have nothing to do with each other.


# how often either end of the interval of a gain may be wrong: 95 % in all
GAIN_ALPHA = 0.025


@dataclass(frozen=True, kw_only=True)
class MergeStep:
    """Two classes made one, those of the steps before among them.

    `f` is micro F after it, `gain` how much that is more than before it, `by_size` the gain of two
    classes of these sizes that meet as their sizes have it; `bits` of information are lost.
    """

    first: str
    second: str
    into: str
    f: float
    gain: float
    by_size: float
    bits: float


@dataclass(frozen=True, kw_only=True)
class MergedGroup:
    """Classes that become one: `members` among the old classes, `place` among the new ones.

    `f_before` of their decisions taken together, `f_after` of the new class, `f_by_size` of it if
    they met as their sizes have it; NaN for 0/0.
    """

    name: str
    members: tuple[int, ...]
    place: int
    f_before: float
    f_after: float
    f_by_size: float


@dataclass(frozen=True, kw_only=True)
class AverageMoved:
    """An average of F before and after; `by_size`: after, if the classes met by size; or NaN."""

    before: float
    after: float
    by_size: float


@dataclass(frozen=True, kw_only=True)
class MergedClasses:
    """An evaluation with some classes made one, step by step, and what that changes.

    `into`: boolean (classes, new classes). `averages`: of F, by `micro`, `macro`, `per_document`;
    per document there is no value by size. `gain`: 95 % interval of the change of micro F.
    `bits_before`, `bits_after`: what the assigned classes of a document tell of its true ones; NaN
    where no document was judged on every class.
    """

    before: Evaluation
    after: Evaluation
    into: sparse.csr_array
    beta: float
    undefined: Undefined
    groups: tuple[MergedGroup, ...]
    steps: tuple[MergeStep, ...]
    averages: Mapping[AverageName, AverageMoved]
    gain: Interval
    bits_before: float
    bits_after: float

    @property
    def class_map(self) -> dict[str, str]:
        """The old names that are replaced, to new ones."""
        return {self.before.classes[c]: group.name for group in self.groups for c in group.members}

    @property
    def bits_lost(self) -> float:
        """Bits of information on a document's true classes that are lost, from 0 on."""
        return self.bits_before - self.bits_after

    def told_apart(self, group: MergedGroup) -> Array:
        """Positions of documents that have the right ones of these classes, and no wrong one.

        They lose a distinction that is right today.
        """
        has = self._has(group)
        return np.flatnonzero(has["hit"] & ~has["missed"] & ~has["extra"])

    def confused(self, group: MergedGroup) -> Array:
        """Positions of documents with one of these classes missed, and another in its place."""
        has = self._has(group)
        return np.flatnonzero(has["missed"] & has["extra"])

    def _has(self, group: MergedGroup) -> dict[str, Array]:
        states = meetings_of_evaluation(self.before).states
        some = list(group.members)
        return {
            key: np.asarray(states[key][:, some].astype(np.int64).sum(axis=1)) > 0
            for key in ("hit", "missed", "extra")
        }

    @cached_property
    def of_documents(self) -> tuple[int, int]:
        """How many documents lose a right distinction, and how many have an error among these."""
        told = [self.told_apart(group) for group in self.groups]
        confused = [self.confused(group) for group in self.groups]
        return len(np.unique(np.concatenate(told))), len(np.unique(np.concatenate(confused)))


def meetings_of_evaluation(evaluation: Evaluation) -> DocumentMeetings:
    """How the classes of an evaluation meet in its documents."""
    part = evaluation.scored
    return count_meetings_in_documents(
        evaluation.truth, evaluation.assigned, part.unjudged, part.weights
    )


def sets_of_evaluation(evaluation: Evaluation) -> SetsTogether:
    """The sets of classes of the documents that were judged on every class."""
    whole = np.flatnonzero(evaluation.judged_pairs == len(evaluation.classes))
    weights = None if evaluation.weights is None else evaluation.weights[whole]
    off = evaluation.scored.unjudged
    truth, assigned = (judged(of, off)[whole] for of in (evaluation.truth, evaluation.assigned))
    return sets_together(truth, assigned, weights)


def merge(
    evaluation: Evaluation,
    classes: Sequence[int],
    beta: float = DEFAULT_BETA,
    undefined: Undefined = "drop",
) -> MergedClasses:
    """What would be if these classes were one: two of them or more, by their indices.

    Taken together step by step, the largest first. ValueError for fewer than two different
    classes, or where no other class would be left.
    """
    chosen = sorted({int(c) for c in classes})
    if len(chosen) < 2:
        raise ValueError("merging needs two classes; name two or more")
    if len(chosen) == len(evaluation.classes):
        raise ValueError("no other class would be left; name fewer classes")
    sizes = evaluation.tables.positives
    first, *rest = sorted(chosen, key=lambda c: (-sizes[c], c))
    growing = GrowingMerge(evaluation, beta)
    for second in rest:
        growing.take(first, second)
    return growing.merged(undefined)


class GrowingMerge:
    """Classes merged two at a time, each step counted anew.

    Classes are called by the index of the first of their members, as they were before.
    """

    def __init__(self, evaluation: Evaluation, beta: float) -> None:
        self.before = self.now = evaluation
        self.beta = beta
        self.sets = sets_of_evaluation(evaluation)
        self.bits = self.start = self.sets.bits()
        self.steps: list[MergeStep] = []
        # the members of each present class, in the order of the first of them
        self.members = [[c] for c in range(len(evaluation.classes))]
        # what was to be expected by size, of each class by its first member
        self.expected: dict[int, AddedCells] = {}
        self.meetings = meetings_of_evaluation(evaluation)

    def place(self, c: int) -> int:
        """Where the class that an old class went into stands now."""
        return next(at for at, members in enumerate(self.members) if c in members)

    def take(self, first_class: int, second_class: int) -> None:
        """Make one class of those that two old classes are in."""
        first, second = (self.place(c) for c in (first_class, second_class))
        cells = self.meetings.by_size(np.array([first]), np.array([second]))[np.array(0)]
        pooled, f = self.now.tables.pooled(), self._f
        f_now, f_by_size = f(pooled), f(cells.on(pooled))
        names = [self.now.classes[index] for index in (first, second)]
        place, gone = sorted((first, second))
        for index in (first, second):
            cells = cells + self.expected.pop(self.members[index][0], _NONE)
        # members stay in the order in which they were taken, for the name
        self.members[place] = [*self.members[first], *self.members[second]]
        del self.members[gone]
        self.expected[self.members[place][0]] = cells
        into = self.into()
        self.now = merged_evaluation(self.before, self.names(), into)
        self.meetings = meetings_of_evaluation(self.now)
        bits, f_after = self.sets.bits(into), f(self.now.tables.pooled())
        self.steps.append(
            MergeStep(
                first=names[0], second=names[1], into=self.now.classes[place], f=f_after,
                gain=f_after - f_now, by_size=f_by_size - f_now, bits=self.bits - bits,
            )
        )  # fmt: skip
        self.bits = bits

    def names(self) -> list[str]:
        """What the present classes are called."""
        classes = self.before.classes
        taken = set(classes)
        names = []
        for members in self.members:
            if len(members) == 1:
                names.append(classes[members[0]])
                continue
            names.append(merged_name([classes[c] for c in members], taken))
            taken.add(names[-1])
        return names

    def into(self) -> sparse.csr_array:
        """Which old classes are in which present ones, boolean."""
        sizes = [len(members) for members in self.members]
        rows = [c for members in self.members for c in members]
        columns = np.repeat(np.arange(len(self.members)), sizes)
        shape = (len(self.before.classes), len(self.members))
        return sparse.csr_array((np.ones(len(rows), dtype=bool), (rows, columns)), shape=shape)

    def _f(self, table: ContingencyTable) -> float:
        return float(f_beta(table, self.beta))

    def merged(self, undefined: Undefined) -> MergedClasses:
        """What all steps come to; at least one was taken."""
        groups = tuple(
            self._group(place, members)
            for place, members in enumerate(self.members)
            if len(members) > 1
        )
        values = f_beta(self.now.tables, self.beta)
        for group in groups:
            values[group.place] = group.f_by_size
        part = anomaly_free(self.now.tables)
        by_size = mean_of(values, undefined, part).value
        weighted_by_size = mean_of(values, undefined, part, self.now.tables.positives).value
        averages: dict[AverageName, AverageMoved] = {
            "micro": self._moved("micro", undefined, self._micro() + self._gain_by_size()),
            "macro": self._moved("macro", undefined, by_size),
            "weighted": self._moved("weighted", undefined, weighted_by_size),
            "per_document": self._moved("per_document", undefined, float("nan")),
        }
        return MergedClasses(
            before=self.before,
            after=self.now,
            into=self.into(),
            beta=self.beta,
            undefined=undefined,
            groups=groups,
            steps=tuple(self.steps),
            averages=averages,
            gain=self._interval(),
            bits_before=self.start,
            bits_after=self.bits,
        )

    def _micro(self) -> float:
        return self._f(self.before.tables.pooled())

    def _gain_by_size(self) -> float:
        return sum(step.by_size for step in self.steps)

    def _moved(self, average: AverageName, undefined: Undefined, by_size: float) -> AverageMoved:
        before, after = (
            e.averaged("f", average, self.beta, undefined) for e in (self.before, self.now)
        )
        return AverageMoved(before=before, after=after, by_size=by_size)

    def _group(self, place: int, members: list[int]) -> MergedGroup:
        together = self.before.tables[np.array(members)].pooled()
        return MergedGroup(
            name=self.now.classes[place],
            members=tuple(members),
            place=place,
            f_before=self._f(together),
            f_after=self._f(self.now.tables[place]),
            f_by_size=self._f(self.expected[members[0]].on(together)),
        )

    def _interval(self) -> Interval:
        """Of the gain in micro F, by what documents, or clusters of them, gain and lose.

        As two systems are compared: see `metrics.uncertainty.paired_bounds`. A change that was not
        seen would be one class in place of another that is right now.
        """
        before, after = self.before.document_tables, self.now.document_tables
        old, new = (e.tables.pooled() for e in (self.before, self.now))
        middle = ContingencyTable(
            *((getattr(old, cell) + getattr(new, cell)) / 2 for cell in CELLS)
        )
        slopes = slope_of(partial(f_beta, beta=self.beta), middle)
        per_document = sum(
            slope * (getattr(after, cell) - getattr(before, cell))
            for cell, slope in zip(CELLS[:3], slopes, strict=False)
        )
        part = self.before.scored
        gathered = cluster_weights(self.before.documents, part.weights, part.clusters)
        of_units = np.asarray(gathered.sum(axis=1)).ravel()
        unseen_change = (slopes[0] - slopes[1] - slopes[2]) * ratio(
            np.sum(of_units**2), np.sum(of_units)
        )
        column = sparse.csc_array(np.asarray(per_document, dtype=float)[:, None])
        changes = changes_of(sparse.csc_array(gathered @ column), np.array([float(unseen_change)]))
        gain = np.array([self._f(new) - self._f(old)])
        ends = difference_bounds(gain, changes, GAIN_ALPHA)
        return Interval(float(ends.low[0]), float(ends.high[0]))


_NONE = AddedCells(np.array(0.0), np.array(0.0), np.array(0.0))
