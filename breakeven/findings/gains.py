"""What F would be if something were mended."""

from __future__ import annotations

import math

import numpy as np

from metrics import measures
from metrics.averaging import Undefined, mean_of
from metrics.tallies import ContingencyTable
from metrics.typing import Array

# by how much macro and micro F would rise; NaN where nothing can be said
Gains = tuple[float, float]
NO_GAIN: Gains = (math.nan, math.nan)


def f_macro(tables: ContingencyTable, beta: float, undefined: Undefined = "drop") -> float:
    """Mean F over the classes, in [0, 1]; NaN where none is left to average."""
    return mean_of(measures.f_beta(tables, beta), undefined).value


def f_micro(tables: ContingencyTable, beta: float) -> float:
    """F of all classes pooled, in [0, 1]; NaN where nothing is assigned and nothing true."""
    return float(measures.f_beta(tables.pooled(), beta))


def gain(before: ContingencyTable, after: ContingencyTable, beta: float) -> Gains:
    """By how much macro and micro F rise from one table per class to the other, in [-1, 1].

    NaN where either average is undefined.
    """
    return (
        f_macro(after, beta) - f_macro(before, beta),
        f_micro(after, beta) - f_micro(before, beta),
    )


def at_median(tables: ContingencyTable, classes: Array, beta: float) -> ContingencyTable:
    """The tables if these classes reached the median F of the classes that have documents.

    A class at the median finds that share of its positives and is right in that share of its
    assignments, so its F is the median whatever beta. Classes above it stay as they are.
    """
    f = measures.f_beta(tables, beta)
    known = (tables.positives > 0) & ~np.isnan(f)
    out = [np.asarray(getattr(tables, cell), dtype=float) for cell in ("tp", "fp", "fn", "tn")]
    if not known.any():
        return ContingencyTable(*out)
    median = float(np.median(f[known]))
    raised = np.zeros(len(f), dtype=bool)
    raised[classes] = True
    raised &= known & (f < median)
    tp = np.where(raised, median * tables.positives, tables.tp)
    fp = np.where(raised, (1 - median) * tables.positives, tables.fp)
    fn = tables.positives - tp
    return ContingencyTable(tp, fp, fn, tables.total - tp - fp - fn)


def if_median(tables: ContingencyTable, classes: Array, beta: float) -> Gains:
    """Gain in macro and micro F if these classes reached the median F of all."""
    return gain(tables, at_median(tables, classes, beta), beta)
