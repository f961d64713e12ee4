"""How good a system is by the size of classes.

In groups, as classes are added, and whether macro F lies apart from micro F by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.records import Truth
from breakeven.data.splits import class_counts, roles_of
from metrics.averaging import by_unit_group, frequency_groups, growing, relative_change
from metrics.measures import f_beta, fallout, precision
from metrics.tallies import ContingencyTable
from metrics.typing import CELLS, EQUAL, Array
from metrics.uncertainty.class_verdicts import ALPHA, below_by_chance, pooled_design_effect
from metrics.uncertainty.intervals import f_as_share

# --- how good a system is in groups of classes by their size, and as classes are added
#
# Any average may be taken over a part of the decisions. Source: Lewis (1991), Partitioning of
# Results, and tables 2 and 3.


# documents of a class from which on it is in the next group
EDGES = (1, 10, 100, 1_000)
SIZES = ("none", "1 to 9", "10 to 99", "100 to 999", "1,000 and more")

# the numbers of classes at which a growing set is looked at: 1, 2, 5, 10, 20, 50, ...
STEPS = (1, 2, 5)


@dataclass(frozen=True)
class ClassGroups:
    """Groups of classes, each with its pooled table; empty groups are left out.

    `names`; `units`: how many classes; `tables`, shape (groups,).
    """

    names: tuple[str, ...]
    units: Array
    tables: ContingencyTable


def class_groups(evaluation: Evaluation, truth: Truth) -> ClassGroups:
    """The classes by how many documents they have in training, or here without a training split."""
    group = frequency_groups(_sizes(evaluation, truth), EDGES)
    tables = _pooled(evaluation.tables, group, len(SIZES))
    units = np.bincount(group, minlength=len(SIZES))
    some = np.flatnonzero(units)
    return ClassGroups(tuple(SIZES[g] for g in some), units[some], tables[some])


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
    return ContingencyTable(*(np.array([getattr(t, cell) for t in tables]) for cell in CELLS))


# --- whether macro F lies apart from micro F because small or large classes are the weaker ones


# closer than this is about the same
ALIKE = 0.02
# fewer classes have no order that chance would not give once in forty times
FEWEST_ORDERED = 5


@dataclass(frozen=True, kw_only=True)
class SizeEffect:
    """How macro F lies to micro F, and whether the sizes of the classes bear it out.

    `above_micro`: macro F - micro F; `gap`: mean F of the larger half of the classes with
    documents less that of the smaller half; both in [-1, 1], NaN where a side is undefined.
    `weaker`: the half that explains the difference, beyond chance; None where neither does.
    """

    above_micro: float
    gap: float
    weaker: Literal["small", "large"] | None

    @property
    def alike(self) -> bool:
        """Whether macro and micro F are about the same."""
        return abs(self.above_micro) <= ALIKE


def size_effect(evaluation: Evaluation, beta: float, above_micro: float) -> SizeEffect:
    """What the classes say of `above_micro`, macro F less micro F.

    Micro and macro also part when a few classes draw most of the wrong decisions, and by chance:
    small classes are to blame only where macro F is the lower one and they are clearly weaker, by
    more than `ALIKE`; large ones only where it is the higher one. Clearly: the decisions of one
    half beside those of the other, and the order of the classes by F beside that by size, each in
    a test of its own (`ALPHA`, of both sides). Source: this project.
    """
    values, size = f_beta(evaluation.tables, beta), evaluation.tables.positives
    has_value = ~np.isnan(values) & (size > 0)
    small = has_value & (size <= np.median(size[has_value])) if has_value.any() else has_value
    large = has_value & ~small
    gap = float("nan")
    if small.any() and large.any():
        gap = float(values[large].mean() - values[small].mean())
    effect = SizeEffect(above_micro=above_micro, gap=gap, weaker=None)
    if effect.alike or not abs(gap) > ALIKE or not above_micro * gap < 0:
        return effect
    weaker, other = (small, large) if gap > 0 else (large, small)
    level = ALPHA / 2
    by_order = ordered_by_chance(size[has_value], np.sign(gap) * values[has_value])
    if by_order > level or _pooled_by_chance(evaluation, beta, weaker, other) > level:
        return effect
    return SizeEffect(
        above_micro=above_micro, gap=gap, weaker="small" if weaker is small else "large"
    )


def _pooled_by_chance(evaluation: Evaluation, beta: float, weaker: Array, other: Array) -> float:
    """The chance of so much lower an F of all decisions on some classes than on others."""
    share, counts = f_as_share(evaluation.tables, beta), evaluation.counts
    spread = pooled_design_effect(counts.documents, counts.times)
    sums = [
        float(np.nan_to_num(each[half]).sum()) / spread
        for half in (weaker, other)
        for each in (share.hits, share.trials)
    ]
    return float(below_by_chance(*sums))


def ordered_by_chance(sizes: Array, values: Array) -> float:
    """The chance of so high a rank correlation of shuffled values; 1 below `FEWEST_ORDERED`.

    Both of shape (n,). By Student's t, whose ends are those of the permutations from so many on.
    Source: Spearman (1904); the t of it, Kendall & Stuart, volume 2.
    """
    from scipy.special import stdtr  # takes long to import

    n = len(sizes)
    if n < FEWEST_ORDERED:
        return 1.0
    x, y = (_ranks(each) - (n + 1) / 2 for each in (sizes, values))
    spread = np.sqrt((x @ x) * (y @ y))
    if not spread:
        return 1.0
    r = float(np.clip(x @ y / spread, -1 + EQUAL, 1 - EQUAL))
    return float(stdtr(n - 2, -r * np.sqrt((n - 2) / (1 - r * r))))


def _ranks(values: Array) -> Array:
    """Ranks from 1 on, equal ones sharing their mean rank; shape (n,)."""
    _, which, times = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(times)
    return np.asarray((last - (times - 1) / 2)[which])
