"""What F would be if something were mended."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from metrics import measures
from metrics.averaging import Undefined, mean_of
from metrics.measures import ratio
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


@dataclass(frozen=True)
class Standing:
    """The tables of all classes as decided now, beside which a change of some is reckoned.

    `tables`: shape (classes,). What a change does to the averages follows of the classes that it
    changes, so that of many classes each change is as cheap as of few.
    """

    tables: ContingencyTable
    beta: float

    @cached_property
    def f(self) -> Array:
        """F of each class, shape (classes,); NaN where it is 0/0."""
        return np.asarray(measures.f_beta(self.tables, self.beta))

    @cached_property
    def errors(self) -> float:
        """Wrong decisions in all, missed and wrongly assigned, by the documents' weights."""
        return float(np.sum(self.tables.fp) + np.sum(self.tables.fn))

    @cached_property
    def median(self) -> float:
        """The median F of the classes that have documents; NaN where no F of one is defined."""
        known = (self.tables.positives > 0) & ~np.isnan(self.f)
        return float(np.median(self.f[known])) if known.any() else math.nan

    @cached_property
    def _pooled(self) -> tuple[float, float, float]:
        return _sums(self.tables.tp, self.tables.fp, self.tables.fn)

    @cached_property
    def _defined(self) -> tuple[int, float]:
        return _defined(self.f)

    def gain(self, classes: Array, tp: Array, fp: Array, fn: Array) -> Gains:
        """By how much macro and micro F rise if these classes had these counts, in [-1, 1].

        `classes`: distinct indices; `tp`, `fp`, `fn` of the same shape. NaN where either average
        is undefined, before or after.
        """
        none = np.zeros(len(classes))
        after = np.asarray(measures.f_beta(ContingencyTable(tp, fp, fn, none), self.beta))
        (number, total), (less, lost), (more, won) = (
            self._defined, _defined(self.f[classes]), _defined(after),
        )  # fmt: skip
        now = number - less + more
        if not number or not now:
            macro = math.nan
        elif now == number:
            macro = (won - lost) / number
        else:
            macro = (total - lost + won) / now - total / number
        table = self.tables
        old = _sums(table.tp[classes], table.fp[classes], table.fn[classes])
        cells = zip(self._pooled, old, _sums(tp, fp, fn), strict=True)
        moved = tuple(before + (new - gone) for before, gone, new in cells)
        return macro, _f(moved, self.beta) - _f(self._pooled, self.beta)

    def each_at_median(self, classes: Array) -> list[Gains]:
        """As `if_median`, of each of these classes alone."""
        table, f = self.tables[classes], self.f[classes]
        raised, positives = (table.positives > 0) & (f < self.median), table.positives
        hit = self.median * positives
        tp = np.where(raised, hit, table.tp)
        fp = np.where(raised, (1 - self.median) * positives, table.fp)
        fn = np.where(raised, positives - hit, table.fn)
        none = np.zeros(len(classes))
        after = np.asarray(measures.f_beta(ContingencyTable(tp, fp, fn, none), self.beta))
        number, total = self._defined
        now = number - (~np.isnan(f)).astype(int) + ~np.isnan(after)
        lost, won = np.nan_to_num(f), np.nan_to_num(after)
        macro = ratio(total - lost + won, now) - ratio(total, number)
        macro = np.where(now == number, ratio(won - lost, number), macro)
        all_tp, all_fp, all_fn = self._pooled
        pooled = ContingencyTable(
            all_tp + (tp - table.tp), all_fp + (fp - table.fp), all_fn + (fn - table.fn), none
        )
        micro = measures.f_beta(pooled, self.beta) - _f(self._pooled, self.beta)
        return list(zip(macro.tolist(), np.asarray(micro).tolist(), strict=True))

    def if_median(self, classes: Array) -> Gains:
        """Gain in macro and micro F if these classes reached the median F.

        A class at the median finds that share of its positives and is right in that share of its
        assignments, so its F is the median whatever beta. Classes above it stay as they are, and
        so do classes without documents.
        """
        named = self.tables[classes]
        raised = classes[(named.positives > 0) & (self.f[classes] < self.median)]
        positives = self.tables[raised].positives
        hit = self.median * positives
        return self.gain(raised, hit, (1 - self.median) * positives, positives - hit)


def _defined(f: Array) -> tuple[int, float]:
    """How many values are defined, and their sum."""
    known = f[~np.isnan(f)]
    return len(known), float(known.sum())


def _sums(*cells: Array) -> tuple[float, float, float]:
    tp, fp, fn = (float(np.sum(cell)) for cell in cells)
    return tp, fp, fn


def _f(cells: tuple[float, ...], beta: float) -> float:
    tp, fp, fn = (np.asarray(cell) for cell in cells)
    return float(measures.f_beta(ContingencyTable(tp, fp, fn, np.zeros(())), beta))
