"""Effectiveness against how many training documents a class has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from metrics.averaging import Average, Undefined, by_unit_group, frequency_groups, macro, micro
from metrics.tallies import ContingencyTable
from metrics.typing import Array

EDGES = (1, 5, 15, 50, 150, 500, 1_500)
FEWEST_FOR_A_TREND = 12


@dataclass(frozen=True)
class Band:
    """Classes with `low` training documents or more, and fewer than `high` (None: any number).

    `positives`: their documents in the evaluated split; `macro`, `micro`: F over them.
    """

    low: int
    high: int | None
    classes: int
    positives: float
    macro: Average
    micro: float


def bands(
    training: Array,
    tables: ContingencyTable,
    beta: float,
    undefined: Undefined,
    edges: Sequence[int] = EDGES,
) -> list[Band]:
    """Averages over classes of like training size, smallest first.

    Bands without classes are left out. Source: Lewis (1991), Partitioning of Results.
    """
    groups = frequency_groups(training, edges)
    out = []
    for g, table in enumerate(by_unit_group(tables, groups, len(edges) + 1)):
        if len(table):
            low = 0 if g == 0 else edges[g - 1]
            high = edges[g] if g < len(edges) else None
            out.append(
                Band(
                    low,
                    high,
                    len(table),
                    table.positives.sum().item(),
                    macro(table, beta, undefined)["f"],
                    micro(table, beta)["f"],
                )
            )
    return out


def trend(training: Array, f: Array) -> tuple[Array, Array]:
    """A smooth line through F against the logarithm of the training size, by rising size.

    Classes without training documents or without F are left out; empty below twelve sizes.
    Source: Cleveland (1979), locally weighted regression, through statsmodels.
    """
    from statsmodels.nonparametric.smoothers_lowess import lowess

    known = (training > 0) & ~np.isnan(f)
    size = np.unique(training[known])
    if len(size) < FEWEST_FOR_A_TREND:
        return np.zeros(0), np.zeros(0)
    # without the robust steps, which fail where the fit is exact
    smooth = lowess(f[known], np.log(training[known]), frac=0.6, it=0, xvals=np.log(size))
    return size, np.clip(smooth, 0, 1)
