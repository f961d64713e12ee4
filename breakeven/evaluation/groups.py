"""How good a system is in groups: of documents, of classes by their size, and as classes are added.

Any average may be taken over a part of the decisions. Source: Lewis (1991), Partitioning of
Results, and tables 2 and 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy import sparse

from breakeven.evaluation.evaluation import Evaluation
from breakeven.records import Truth
from breakeven.splits import class_counts, roles_of
from metrics.averaging import by_unit_group, frequency_groups, growing, relative_change
from metrics.effective import cluster_weights, effective_trials
from metrics.intervals import Interval, wilson
from metrics.measures import fallout, precision, ratio
from metrics.tallies import ContingencyTable
from metrics.typing import Array

# a column with more values is no grouping by itself: numbers are cut into quarters, of names the
# most frequent ones stay
MOST_GROUPS = 12

# so many true classes and more are one group
MANY = 5

EMPTY = "(empty)"

# documents of a class from which on it is in the next group
EDGES = (1, 10, 100, 1_000)
SIZES = ("none", "1 to 9", "10 to 99", "100 to 999", "1,000 and more")

# the numbers of classes at which a growing set is looked at: 1, 2, 5, 10, 20, 50, ...
STEPS = (1, 2, 5)


@dataclass(frozen=True)
class Groups:
    """Groups of units, each with its pooled table; empty groups are left out.

    `names`; `units`: documents by weight, or classes; `tables`, shape (groups,). Of documents
    `right` is the share whose classes are exactly the true ones, with its `interval`.
    """

    names: tuple[str, ...]
    units: Array
    tables: ContingencyTable
    right: Array | None = None
    interval: Interval | None = None


def columns_to_group_by(truth: Truth) -> list[str]:
    """The columns that documents can be put into groups by: all but the text."""
    return [name for name in truth.columns if name != truth.text_column]


def document_groups(evaluation: Evaluation, values: Array | None = None) -> Groups:
    """The evaluated documents by a column's `values` for them, or by their number of true classes.

    Shape (documents,), text or numbers. Numbers of more than 12 values are cut into quarters;
    of more than 12 names the most frequent are kept, and the others are one group.
    """
    group, names = _by_number(evaluation) if values is None else _grouped(values)
    weights = np.ones(evaluation.documents) if evaluation.weights is None else evaluation.weights
    tables = evaluation.document_tables
    weighed = ContingencyTable(
        *(cell * weights for cell in (tables.tp, tables.fp, tables.fn, tables.tn))
    )
    inside = sparse.csc_array(group[:, None] == np.arange(len(names)))
    right = (tables.fp == 0) & (tables.fn == 0) & (tables.total > 0)
    judged = sparse.csc_array(inside.multiply((tables.total > 0)[:, None]))
    hits = sparse.csc_array(judged.multiply(right[:, None])).astype(bool)
    gathered = cluster_weights(evaluation.documents, weights, evaluation.scored.clusters)
    trials = effective_trials(hits, judged.astype(bool), gathered)
    share = ratio(weights @ hits, weights @ judged)
    return Groups(
        names,
        np.asarray(weights @ inside),
        _pooled(weighed, group, len(names)),
        share,
        wilson(np.nan_to_num(share) * trials, trials),
    )


def class_groups(evaluation: Evaluation, truth: Truth) -> Groups:
    """The classes by how many documents they have in training, or here without a training split."""
    group = frequency_groups(_sizes(evaluation, truth), EDGES)
    tables = _pooled(evaluation.tables, group, len(SIZES))
    units = np.bincount(group, minlength=len(SIZES))
    some = np.flatnonzero(units)
    return Groups(tuple(SIZES[g] for g in some), units[some], tables[some])


@dataclass(frozen=True)
class GrowingSet:
    """The pooled tables of ever more classes, the largest first; both of shape (steps,)."""

    sizes: Array
    tables: ContingencyTable

    @property
    def changes(self) -> tuple[float, float]:
        """How precision and fallout change from the first step to the last, relative to before.

        NaN where they are undefined or 0. Where precision holds and fallout falls, wrong
        decisions grow with the true pairs; where fallout holds and precision falls, with the
        others.
        """
        first, last = self.tables[[0]], self.tables[[-1]]
        of_precision, of_fallout = (
            float(relative_change(measure(first), measure(last))[0])
            for measure in (precision, fallout)
        )
        return of_precision, of_fallout


def growing_set(evaluation: Evaluation, truth: Truth) -> GrowingSet:
    """What is decided over the 1, 2, 5, 10, ... largest classes (in training), up to all."""
    order = np.argsort(-_sizes(evaluation, truth), kind="stable")
    k = len(order)
    powers = 10 ** np.arange(len(str(max(k, 1))))
    sizes = np.unique(np.append(np.outer(powers, STEPS), k))
    sizes = sizes[(sizes <= k) & (sizes > 0)]
    return GrowingSet(sizes, growing(evaluation.tables, order, sizes.tolist()))


def sized_in(truth: Truth) -> str:
    """The split in which classes are counted to be ordered by size; empty for the one shown."""
    train = roles_of(truth).train
    return "" if train is None else truth.splits[train]


def _sizes(evaluation: Evaluation, truth: Truth) -> Array:
    train = roles_of(truth).train
    return evaluation.tables.positives if train is None else class_counts(truth)[train]


def _pooled(units: ContingencyTable, group: Array, groups: int) -> ContingencyTable:
    return _stacked([part.pooled() for part in by_unit_group(units, group, groups)])


def _stacked(tables: Sequence[ContingencyTable]) -> ContingencyTable:
    cells = ("tp", "fp", "fn", "tn")
    return ContingencyTable(*(np.array([getattr(t, cell) for t in tables]) for cell in cells))


def _by_number(evaluation: Evaluation) -> tuple[Array, tuple[str, ...]]:
    """Documents by how many classes they truly have."""
    number = evaluation.document_tables.positives.astype(np.int64)
    group = np.minimum(number, MANY)
    found, place = np.unique(group, return_inverse=True)
    return place, tuple(f"{n} and more" if n == MANY else f"{n}" for n in found)


def _grouped(values: Array) -> tuple[Array, tuple[str, ...]]:
    """The group of each document, and the groups' names, in the order of the values."""
    if not np.issubdtype(values.dtype, np.number):
        return _of_names(np.asarray(values, dtype=str))
    missing = np.isnan(values)
    found, group = np.unique(values[~missing], return_inverse=True)
    names = tuple(f"{value:g}" for value in found)
    if len(found) > MOST_GROUPS:
        edges = np.unique(np.quantile(values[~missing], [0.25, 0.5, 0.75]))
        ends = [f"{edge:.4g}" for edge in edges]
        between = [f"{a} to below {b}" for a, b in pairwise(ends)]
        names = (f"below {ends[0]}", *between, f"{ends[-1]} and more")
        group = frequency_groups(values[~missing], edges)
    if not missing.any():
        return group, names
    whole = np.full(len(values), len(names))
    whole[~missing] = group
    return whole, (*names, EMPTY)


def _of_names(values: Array) -> tuple[Array, tuple[str, ...]]:
    found, group = np.unique(values, return_inverse=True)
    names = [str(name) or EMPTY for name in found]
    if len(found) <= MOST_GROUPS:
        return group, tuple(names)
    most = np.sort(np.argsort(-np.bincount(group), kind="stable")[: MOST_GROUPS - 1])
    place = np.full(len(found), len(most))
    place[most] = np.arange(len(most))
    return place[group], (*(names[v] for v in most), f"{len(found) - len(most):,} others")
