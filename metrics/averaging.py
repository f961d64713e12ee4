"""Micro, macro and per-document averages, and what each of them left out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from metrics import measures
from metrics.measures import ratio
from metrics.tallies import Array, ContingencyTable

Undefined = Literal["drop", "zero", "one", "partition"]
UNDEFINED: tuple[Undefined, ...] = get_args(Undefined)


@dataclass(frozen=True)
class Average:
    """A mean over units. `value` is NaN if no unit is left.

    `units` were averaged, out of `of`; `undefined` marks, shape (of,), the units whose own
    value is 0/0, whatever was then done with them.
    """

    value: float
    units: int
    of: int
    undefined: Array

    @property
    def left_out(self) -> int:
        """How many units the mean leaves out."""
        return self.of - self.units


def mean_of(values: Array, undefined: Undefined = "drop", part: Array | None = None) -> Average:
    """Mean of per-unit values, shape (units,), after deciding what 0/0 counts as.

    `drop` leaves undefined units out; `zero` and `one` count them as that number, literally;
    `partition` averages only the units in `part` (shape (units,), boolean), the same for every
    measure. Source: Lewis (1991), Arithmetic Anomalies.
    """
    values = np.asarray(values, dtype=float)
    missing = np.isnan(values)
    if undefined == "zero":
        kept = np.where(missing, 0.0, values)
    elif undefined == "one":
        kept = np.where(missing, 1.0, values)
    elif undefined == "partition" and part is not None:
        kept = values[part & ~missing]
    else:
        kept = values[~missing]
    value = float(kept.mean()) if len(kept) else float("nan")
    return Average(value, len(kept), len(values), missing)


def anomaly_free(table: ContingencyTable) -> Array:
    """Units, shape (units,), on which precision, recall and fallout are all defined.

    Source: Lewis (1991), Arithmetic Anomalies: partition, and average where none arises.
    """
    return (table.assigned > 0) & (table.positives > 0) & (table.negatives > 0)


def macro(
    table: ContingencyTable, beta: float = 1.0, undefined: Undefined = "drop"
) -> dict[str, Average]:
    """Mean over units of every decision measure, by name.

    Over classes: the macro-average. Over documents (tables counted per document): the
    per-document average. Macro F is the mean of the units' F. Source: Manning et al., 13.6.
    """
    part = anomaly_free(table)
    return {
        name: mean_of(measure(table), undefined, part)
        for name, measure in measures.decision_measures(beta).items()
    }


def micro(table: ContingencyTable, beta: float = 1.0) -> dict[str, float]:
    """Every decision measure of the pooled table, by name; NaN where it is 0/0.

    Source: Manning et al., 13.6.
    """
    pooled = table.pooled()
    return {
        name: float(measure(pooled)) for name, measure in measures.decision_measures(beta).items()
    }


def frequency_groups(counts: Array, edges: Any) -> Array:
    """Group of each unit by its training count: 0 below the first edge, j from edge j on.

    Shape (units,), values 0..len(edges). Source: Lewis (1991), Partitioning of Results.
    """
    return np.searchsorted(np.asarray(edges), counts, side="right")


def relative_change(old: Any, new: Any) -> Array:
    """(new - old) / old, a share of the old value; NaN where that is 0."""
    return ratio(np.asarray(new) - np.asarray(old), old)
