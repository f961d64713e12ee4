"""Measures of decisions: each is one line of a contingency table.

Every function takes a table of shape (units,) or () and returns that shape. NaN means 0/0.

Tested in `test_sklearn` and `tests/metrics/catalogue/test_catalogue.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from inspect import signature
from typing import Any

import numpy as np

from metrics.tallies import ContingencyTable
from metrics.typing import DEFAULT_BETA, Array

Measure = Callable[[ContingencyTable], Array]


def ratio(numerator: Any, denominator: Any) -> Array:
    """Elementwise quotient; NaN where the denominator is 0."""
    top, bottom = np.broadcast_arrays(numerator, denominator)
    out = np.full(top.shape, np.nan)
    # whole numbers are widened on the way, and not as a copy of all
    np.divide(top, bottom, out=out, where=bottom != 0, dtype=float)
    return out[()]


def precision(table: ContingencyTable) -> Array:
    """Share of the assigned that is right, in [0, 1]. NaN where nothing is assigned.

    Source: van Rijsbergen (1979), chapter 7; Lewis (1995), section 2; Lewis (1991), (2).
    """
    return ratio(table.tp, table.assigned)


def recall(table: ContingencyTable) -> Array:
    """Share of the positives that is found, in [0, 1]. NaN where there are no positives.

    Source: van Rijsbergen (1979), chapter 7; Lewis (1995), section 2; Lewis (1991), (1).
    """
    return ratio(table.tp, table.positives)


def fallout(table: ContingencyTable) -> Array:
    """Share of the negatives that is wrongly assigned, in [0, 1], 0 is best.

    NaN where everything is positive, or the universe is unbounded. Source: Lewis (1991), (3).
    """
    return ratio(table.fp, table.negatives)


def specificity(table: ContingencyTable) -> Array:
    """Share of the negatives that is left alone, 1 - fallout. NaN as for fallout."""
    return ratio(table.tn, table.negatives)


def accuracy(table: ContingencyTable) -> Array:
    """Share of decisions that are right, in [0, 1]. NaN where there are none.

    Source: Manning et al., section 13.6.
    """
    return ratio(table.tp + table.tn, table.total)


def error_rate(table: ContingencyTable) -> Array:
    """Share of decisions that are wrong, 1 - accuracy. NaN as for accuracy.

    Source: Lewis (1995), section 2.
    """
    return ratio(table.fp + table.fn, table.total)


def prevalence(table: ContingencyTable) -> Array:
    """Share of documents that are positives, in [0, 1]. NaN as for accuracy.

    Source: Manning et al., section 13.6.
    """
    return ratio(table.positives, table.total)


def overlap(table: ContingencyTable) -> Array:
    """Both over either: tp / (tp + fp + fn), Jaccard's coefficient, in [0, 1].

    NaN where nothing is assigned and nothing is true. Source: Lewis (1991), (4).
    """
    return ratio(table.tp, table.tp + table.fp + table.fn)


def negative_predictive_value(table: ContingencyTable) -> Array:
    """Share of what is not assigned that is rightly so, in [0, 1]. NaN where all is assigned.

    Precision of saying no; near 1 for any rare class. Source: Altman & Bland (1994).
    """
    return ratio(table.tn, table.tn + table.fn)


def balanced_accuracy(table: ContingencyTable) -> Array:
    """The mean of recall and specificity, in [0, 1], 1/2 by chance.

    NaN without positives, or without negatives. Source: Brodersen et al. (2010).
    """
    return (recall(table) + specificity(table)) / 2


def mcc(table: ContingencyTable) -> Array:
    """Matthews' correlation of decisions and truth, in [-1, 1], 0 by chance.

    NaN where all or nothing is assigned, or true. Source: Matthews (1975).
    """
    tp, fp, fn, tn = (np.asarray(cell, dtype=float) for cell in table.cells)
    # roots one by one: the product of four counts may pass what a double holds exactly
    with np.errstate(invalid="ignore"):  # slopes look beside cells of 0
        roots = np.sqrt(tp + fp) * np.sqrt(tp + fn) * np.sqrt(fp + tn) * np.sqrt(fn + tn)
    # rounding would leave 2e-16 beyond the ends
    return np.clip(ratio(tp * tn - fp * fn, roots), -1, 1)[()]


def kappa(table: ContingencyTable) -> Array:
    """Cohen's kappa of decisions and truth: agreement beyond chance, in [-1, 1], 0 by chance.

    NaN where chance alone agrees everywhere: all is assigned and true, or nothing is either.
    Source: Cohen (1960).
    """
    tp, fp, fn, tn = (np.asarray(cell, dtype=float) for cell in table.cells)
    return ratio(2 * (tp * tn - fp * fn), (tp + fp) * (fp + tn) + (tp + fn) * (fn + tn))


def lowest(measure: Measure) -> float:
    """The lowest value that a measure may have, where its highest is 1: -1 of a correlation."""
    return -1.0 if measure in CORRELATIONS else 0.0


def f_beta(table: ContingencyTable, beta: float = DEFAULT_BETA) -> Array:
    """F per unit, recall weighing `beta` times as much as precision, in [0, 1].

    `beta` in [0, inf]: 0 gives precision and inf recall, except where those are 0/0 and
    errors exist (F is 0 there). NaN only where nothing is assigned and nothing is true.
    Source: van Rijsbergen (1979), chapter 7, as 1 - E; Lewis (1995), (14).
    """
    # weights that stay finite for beta = inf: divide (14) by 1 + beta^2
    alpha = alpha_of(beta)
    value = ratio(table.tp, table.tp + (1 - alpha) * table.fn + alpha * table.fp)
    # a zero weight would make 0/0 of "no hit, but an error": (14) has a case of its own
    missed = (table.tp == 0) & (table.fp + table.fn > 0)
    return np.where(missed, 0.0, value)[()]


def e_beta(table: ContingencyTable, beta: float = DEFAULT_BETA) -> Array:
    """Van Rijsbergen's E, 1 - F, in [0, 1], 0 is best. NaN as for F. Source: Lewis (1995), (11)."""
    return 1 - f_beta(table, beta)


def alpha_of(beta: float) -> float:
    """The weight of precision in E, 1 / (1 + beta^2): 1 for beta = 0, 0 for beta = inf."""
    return 1 / (1 + beta * beta)


def f_of(precision_value: Any, recall_value: Any, beta: float = DEFAULT_BETA) -> Array:
    """F of a point of a curve. 0 where precision and recall are 0; NaN where either is."""
    p, r = np.asarray(precision_value, dtype=float), np.asarray(recall_value, dtype=float)
    alpha = alpha_of(beta)
    value = ratio(p * r, alpha * r + (1 - alpha) * p)
    return np.where((p == 0) & (r == 0), 0.0, value)[()]


def all_right(document: ContingencyTable) -> Array:
    """1 where every decision on a document is right, else 0: it got just its classes.

    NaN where there are no decisions.
    """
    right = (np.asarray(document.fp) == 0) & (np.asarray(document.fn) == 0)
    return np.where(np.asarray(document.total) == 0, np.nan, right)[()]


def any_wrong(document: ContingencyTable) -> Array:
    """1 where a decision on a document is wrong, else 0: 1 - `all_right`. NaN as for that."""
    return 1 - all_right(document)


def squared_error_in_counting(table: ContingencyTable) -> Array:
    """(assigned - positives)^2, in documents squared, 0 is best. Source: Lewis (1995), (19)."""
    return (table.fp - table.fn) ** 2


# what is averaged over decisions, classes and documents: by the keys of the catalogue, in its order
AVERAGED: dict[str, Measure] = {
    "precision": precision,
    "recall": recall,
    "f": f_beta,
    "e": e_beta,
    "accuracy": accuracy,
    "error_rate": error_rate,
    "fallout": fallout,
    "overlap": overlap,
    "balanced_accuracy": balanced_accuracy,
    "mcc": mcc,
    "kappa": kappa,
    "negative_predictive_value": negative_predictive_value,
}
# what rules and comparisons may be about: what is averaged, and what tables have besides
OF_TABLES: dict[str, Measure] = AVERAGED | {"specificity": specificity}
# shares of documents, by what each document's own table says; of accuracy and the error rate only
# where each document has one class: elsewhere these are shares of decisions
OF_DOCUMENTS: dict[str, Measure] = {
    "accuracy": all_right,
    "error_rate": any_wrong,
    "exact_match": all_right,
}
# those that chance leaves at 0, and that may be negative
CORRELATIONS: frozenset[Measure] = frozenset({mcc, kappa})


def at_beta(measure: Callable[..., Array], beta: float) -> Measure:
    """The measure at `beta` in [0, inf] where it takes one, else as it is."""
    return partial(measure, beta=beta) if "beta" in signature(measure).parameters else measure


def averaged_measures(beta: float = DEFAULT_BETA) -> Mapping[str, Measure]:
    """The measures that are averaged, by key; F and its like at `beta` in [0, inf]."""
    return {key: at_beta(measure, beta) for key, measure in AVERAGED.items()}


def measures_of_tables(beta: float = DEFAULT_BETA) -> Mapping[str, Measure]:
    """All of `OF_TABLES` by key; F and its like at `beta` in [0, inf]."""
    return {key: at_beta(measure, beta) for key, measure in OF_TABLES.items()}
