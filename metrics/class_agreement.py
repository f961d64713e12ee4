"""Agreement of decisions and truth over all classes at once, where each document has one class.

Of the confusion matrix only its diagonal and margins matter: how many documents are truly in each
class, how many got it, and how many of these are right.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from metrics.measures import ratio, recall
from metrics.tallies import ContingencyTable
from metrics.typing import Array


@dataclass(frozen=True)
class AgreementOfClasses:
    """A coefficient in [-1, 1], NaN where 0/0, and what one more document in a cell moves it by.

    `slope`: of each class, in the order tp, fp, fn, tn, shape (classes,) each; tn moves nothing.
    """

    value: float
    slope: tuple[Array, ...]


def matthews_of_classes(table: ContingencyTable) -> AgreementOfClasses:
    """Matthews' correlation R_K of all classes; with two of them it is that of either.

    `table`: of every class, shape (classes,); each document is in one class and gets one. NaN
    where all documents are in one class, or all get one. Source: Gorodkin (2004).
    """
    true, given, right, n = _margins(table)
    top = right * n - true @ given
    a, b = n * n - given @ given, n * n - true @ true
    root = np.sqrt(a * b)
    value = float(ratio(top, root))
    if np.isnan(value):
        return AgreementOfClasses(value, (np.zeros(len(true)),) * 4)

    def moved(hit: float, is_true: float, is_given: float) -> Array:
        d_top = hit * n + is_true * (right - given) - is_given * true
        d_a, d_b = 2 * is_true * n - 2 * is_given * given, is_true * (2 * n - 2 * true)
        return np.asarray(d_top / root - value / 2 * (d_a / a + d_b / b))

    return AgreementOfClasses(
        value, (moved(1, 1, 1), moved(0, 0, 1), moved(0, 1, 0), np.zeros(len(true)))
    )


def kappa_of_classes(table: ContingencyTable) -> AgreementOfClasses:
    """Cohen's kappa of all classes, as `matthews_of_classes`. Source: Cohen (1960).

    NaN where all documents are in one class and get it.
    """
    true, given, right, n = _margins(table)
    chance = true @ given
    top, bottom = right * n - chance, n * n - chance
    value = float(ratio(top, bottom))
    if np.isnan(value):
        return AgreementOfClasses(value, (np.zeros(len(true)),) * 4)

    def moved(hit: float, is_true: float, is_given: float) -> Array:
        by_chance = is_true * given + is_given * true
        d_top = hit * n + is_true * right - by_chance
        d_bottom = 2 * is_true * n - by_chance
        return np.asarray((d_top - value * d_bottom) / bottom)

    return AgreementOfClasses(
        value, (moved(1, 1, 1), moved(0, 0, 1), moved(0, 1, 0), np.zeros(len(true)))
    )


def balanced_accuracy_of_classes(table: ContingencyTable) -> float:
    """The mean of recall over the classes that occur, in [0, 1]; NaN without any.

    1 / classes by chance. Source: scikit-learn, `balanced_accuracy_score`.
    """
    values = recall(table)
    there = ~np.isnan(values)
    return float(np.mean(values[there])) if there.any() else float("nan")


def _margins(table: ContingencyTable) -> tuple[Array, Array, float, float]:
    """Documents truly in each class, those that get it, those that are right, and all."""
    true, given = (np.asarray(n, dtype=float) for n in (table.positives, table.assigned))
    return true, given, float(np.sum(table.tp)), float(np.sum(true))
