"""Micro, macro, weighted and per-document averages, and what each of them left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from metrics.measures import averaged_measures, ratio
from metrics.tallies import ContingencyTable
from metrics.typing import DEFAULT_BETA, Array

Undefined = Literal["drop", "zero", "one", "partition"]
UNDEFINED: tuple[Undefined, ...] = get_args(Undefined)
# shares of documents in single-label data, and of yes-or-no decisions elsewhere
OF_DOCUMENTS = ("accuracy", "error_rate")
# what the mean over classes of accuracy and error rate is called in single-label data, after their
# names, where these are shares of documents
PER_CLASS = "_per_class"


@dataclass(frozen=True)
class Average:
    """A mean over units. `value` is NaN if no unit is left.

    `units` were averaged, out of `of`; `undefined` marks the units whose own value is 0/0,
    whatever was then done with them: shape (of,), or that of `times`, where each stands for so
    many.
    """

    value: float
    units: int
    of: int
    undefined: Array
    times: Array | None = None

    @property
    def number_undefined(self) -> int:
        """How many units have no value of their own."""
        return _number(self.undefined, self.times)

    @property
    def left_out(self) -> int:
        """How many units the mean leaves out."""
        return self.of - self.units


def mean_of(
    values: Array,
    undefined: Undefined = "drop",
    part: Array | None = None,
    weights: Array | None = None,
    times: Array | None = None,
) -> Average:
    """Mean of per-unit values, shape (units,), after deciding what 0/0 counts as.

    `drop` leaves undefined units out; `zero` and `one` count them as that number, literally;
    `partition` averages only the units in `part` (shape (units,), boolean), the same for every
    measure. With `weights`, shape (units,), the mean weighs the units by them; `times`: how many
    units each value stands for, whole numbers, where equal ones were counted together. Source:
    Lewis (1991), Arithmetic Anomalies.
    """
    values = np.asarray(values, dtype=float)
    missing = np.isnan(values)
    if undefined in ("zero", "one"):
        values = np.where(missing, float(undefined == "one"), values)
        averaged = np.ones(len(values), dtype=bool)
    else:
        averaged = part & ~missing if undefined == "partition" and part is not None else ~missing
    if times is not None:
        weights = times if weights is None else weights * times
    if weights is None:
        value = float(values[averaged].mean()) if averaged.any() else float("nan")
    else:
        value = float(ratio(np.sum((weights * values)[averaged]), np.sum(weights[averaged])))
    every = np.ones(len(values), dtype=bool)
    return Average(value, _number(averaged, times), _number(every, times), missing, times)


def _number(chosen: Array, times: Array | None) -> int:
    return int(chosen.sum() if times is None else times[chosen].sum())


def _counted_as(name: str, undefined: Undefined) -> Undefined:
    """What 0/0 counts as in a mean of the measure of that name."""
    # E is 1 - F: where F counts as 0 it counts as 1, in Lewis's terms 1 - C_F
    flipped: dict[Undefined, Undefined] = {"zero": "one", "one": "zero"}
    return flipped.get(undefined, undefined) if name == "e" else undefined


def anomaly_free(table: ContingencyTable) -> Array:
    """Units, shape (units,), on which precision, recall and fallout are all defined.

    Source: Lewis (1991), Arithmetic Anomalies: partition, and average where none arises.
    """
    return (table.assigned > 0) & (table.positives > 0) & (table.negatives > 0)


def macro(
    table: ContingencyTable,
    beta: float = DEFAULT_BETA,
    undefined: Undefined = "drop",
    weights: Array | None = None,
    times: Array | None = None,
) -> dict[str, Average]:
    """Mean over units of every decision measure, by name.

    Over classes: the macro-average. Over documents (tables counted per document): the
    per-document average, in which documents may have `weights`, and a table may stand for several
    (`times`). Macro F is the mean of the units' F, and macro E the rest of it. Source: Manning et
    al., 13.6.
    """
    part = anomaly_free(table)
    return {
        name: mean_of(measure(table), _counted_as(name, undefined), part, weights, times)
        for name, measure in averaged_measures(beta).items()
    }


def weighted(
    table: ContingencyTable, beta: float = DEFAULT_BETA, undefined: Undefined = "drop"
) -> dict[str, Average]:
    """Mean over classes of every decision measure, each class weighing as it has positives.

    Over the classes that have some, `table` having shape (classes,): others weigh nothing.
    Weighted recall is micro recall. Weighted F may lie outside weighted precision and recall.
    Source: scikit-learn, `average="weighted"`.
    """
    occurring = table[table.positives > 0]
    part, weights = anomaly_free(occurring), occurring.positives
    return {
        name: mean_of(measure(occurring), _counted_as(name, undefined), part, weights)
        for name, measure in averaged_measures(beta).items()
    }


def micro(table: ContingencyTable, beta: float = DEFAULT_BETA) -> dict[str, float]:
    """Every decision measure of the pooled table, by name; NaN where it is 0/0.

    Source: Manning et al., 13.6.
    """
    pooled = table.pooled()
    return {name: float(measure(pooled)) for name, measure in averaged_measures(beta).items()}


def frequency_groups(counts: Array, edges: Any) -> Array:
    """Group of each unit by its training count: 0 below the first edge, j from edge j on.

    Shape (units,), values 0..len(edges). Source: Lewis (1991), Partitioning of Results.
    """
    return np.searchsorted(np.asarray(edges), counts, side="right")


def relative_change(old: Any, new: Any) -> Array:
    """(new - old) / old, a share of the old value; NaN where that is 0."""
    return ratio(np.asarray(new) - np.asarray(old), old)


def by_unit_group(table: ContingencyTable, group: Array, groups: int) -> list[ContingencyTable]:
    """The units of each group 0..groups - 1, `group` having shape (units,); a group may be empty.

    For classes by their frequency in training see `averaging.frequency_groups`.
    """
    return [table[np.asarray(group) == g] for g in range(groups)]


def growing(table: ContingencyTable, order: Array, sizes: Sequence[int]) -> ContingencyTable:
    """The pooled table of the first 1st, 2nd, ... size of classes taken in `order`: (sizes,).

    Show precision, recall and fallout together. Where precision holds and fallout falls, wrong
    decisions grow with the correct classes; where fallout holds and precision falls, with the
    incorrect ones. Source: Lewis (1991), tables 2 and 3.
    """

    def pooled(cell: Array) -> Array:
        return np.append(0, np.cumsum(cell[order]))[np.asarray(sizes)]

    return ContingencyTable(*map(pooled, table.cells))
