"""The band that wrong labels leave around every measure of decisions.

Given labels are known to be wrong at some rate, not which. Where the wrong ones fall on what the
system decided moves its measures: most if they all fall on its hits, or all on its errors, and by
a known amount if they fall on both alike. So there is a band, never one corrected number.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from metrics.measures import ratio
from metrics.tallies import ContingencyTable
from metrics.typing import EQUAL, Array


@dataclass(frozen=True)
class LabelNoise:
    """How often the given labels are wrong, per class or for all: shares in [0, 1].

    `wrong`: of the documents said to be in the class, those that are not; `missing`: of those
    truly in it, the ones not said to be.
    """

    wrong: Array
    missing: Array


@dataclass(frozen=True)
class NoiseBand:
    """The tables if every label were right, units as in the table given; fractions of documents.

    `low`: as many wrong labels as can fall on the system's hits; `high`: as many on its errors;
    `independent`: the wrong labels know nothing of the system (NaN where
    labels are no better than chance). All three have the same number of
    documents truly in the class, and assign the same, so precision, recall, F, overlap and
    accuracy are least in `low` and greatest in `high`.
    """

    low: ContingencyTable
    independent: ContingencyTable
    high: ContingencyTable


def noise_band(table: ContingencyTable, noise: LabelNoise) -> NoiseBand:
    """What the tables may be if labels are wrong at these rates; cells NaN where nothing is left.

    Of P documents given a class, a = wrong P are not in it; of the R = (P - a) / (1 - missing)
    truly in it b = missing R were not given it. With a and b fixed, true hits are tp - (of the a,
    those among the hits) + (of the b, those among the false alarms), R and what is assigned stay,
    so every measure rises with the hits alone. At least max(0, a - fn) and at most min(a, tp) of
    the a are hits; at least max(0, b - tn) and at most min(b, fp) of the b are false alarms.
    Independent: Rogan & Gladen (1978) among what is assigned and among the rest, with sensitivity
    1 - missing and specificity 1 - a / (N - R), held within the extremes.
    Sources: Rogan & Gladen (1978); the extremes: this project, by enumeration in its tests.
    """
    tp, fp, fn, tn = (np.asarray(cell, float) for cell in table.cells)
    given, total = tp + fn, tp + fp + fn + tn
    a = given * noise.wrong
    true = np.minimum(ratio(given - a, 1 - np.asarray(noise.missing)), total - a)
    b = true - (given - a)
    low = tp - np.minimum(a, tp) + np.maximum(0.0, b - tn)
    high = tp - np.maximum(0.0, a - fn) + np.minimum(b, fp)
    # of what is not in the class, the share that was said to be
    false_alarms = np.nan_to_num(ratio(a, total - true))
    sensitivity = ratio(given - a, true)
    # labels that are no better than chance say nothing of where the true ones are
    informedness = sensitivity - false_alarms
    informedness = np.where(informedness > EQUAL, informedness, np.nan)
    hits = ratio(tp - false_alarms * (tp + fp), informedness)
    hits = np.clip(np.where(true > 0, hits, 0.0), low, high)

    def with_hits(right: Array) -> ContingencyTable:
        extra = tp + fp - right
        return ContingencyTable(right, extra, true - right, total - true - extra)

    return NoiseBand(with_hits(low), with_hits(hits), with_hits(high))


def noise_of(tables: ContingencyTable, fewest: int) -> LabelNoise:
    """How often people are wrong, from their tables against others, per class, shape (classes,).

    A class in which fewer than `fewest` documents are positives, or are assigned, has the rates
    of all classes together; NaN where nothing tells.
    """
    pooled = tables.pooled()

    def rate(errors: Array, counts: Array, all_errors: Array, all_counts: Array) -> Array:
        return np.where(counts >= fewest, ratio(errors, counts), ratio(all_errors, all_counts))

    return LabelNoise(
        rate(tables.fp, tables.assigned, pooled.fp, pooled.assigned),
        rate(tables.fn, tables.positives, pooled.fn, pooled.positives),
    )
