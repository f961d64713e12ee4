"""How good a system is in groups of classes by their size, and as classes are added.

Any average may be taken over a part of the decisions. Source: Lewis (1991), Partitioning of
Results, and tables 2 and 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from breakeven.evaluation.evaluation import Evaluation
from breakeven.records import Truth
from breakeven.splits import class_counts, roles_of
from metrics.averaging import by_unit_group, frequency_groups, growing, relative_change
from metrics.measures import fallout, precision
from metrics.tallies import ContingencyTable
from metrics.typing import Array

# documents of a class from which on it is in the next group
EDGES = (1, 10, 100, 1_000)
SIZES = ("none", "1 to 9", "10 to 99", "100 to 999", "1,000 and more")

# the numbers of classes at which a growing set is looked at: 1, 2, 5, 10, 20, 50, ...
STEPS = (1, 2, 5)


@dataclass(frozen=True)
class Groups:
    """Groups of classes, each with its pooled table; empty groups are left out.

    `names`; `units`: how many classes; `tables`, shape (groups,).
    """

    names: tuple[str, ...]
    units: Array
    tables: ContingencyTable


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
