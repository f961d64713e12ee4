"""Where every class stands: above or below a cut in precision and recall, or not to say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from metrics import measures
from metrics.intervals import Interval, f_interval, precision_interval, recall_interval
from metrics.measures import f_beta
from metrics.tallies import ContingencyTable
from metrics.typing import EQUAL, Array

# the first four are the quadrants, in the order of QUADRANTS
Verdict = Literal["well", "missed", "wrong", "both", "few", "close", "never", "absent", "nothing"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
# documents that would tell a value this far from the cut are no longer too few
TOLD = 0.15
Z = 1.959964


@dataclass(frozen=True)
class ClassVerdicts:
    """Where classes stand at a cut; arrays of shape (classes,).

    `verdict` indexes VERDICTS: a quadrant where it is `sure` (both 95 % intervals on one side
    of the cut), `few` where it is not, `close` where so many documents would have told a value
    that is `TOLD` away from the cut; and where precision or recall is 0/0: `never` assigned
    (sure where the interval of recall is), `absent` from the documents yet assigned, or
    `nothing` of both. `quadrant` indexes QUADRANTS, sure or not, -1 where
    undefined. `precision_low`, `recall_low`: the whole interval lies below the cut, which a
    class of verdict `few` or `close` can have of one of the two. `more`: how many more documents of
    the class would about make it sure, if precision and recall stay; 0 where it is, NaN where
    nothing tells.
    """

    verdict: Array
    quadrant: Array
    sure: Array
    precision: Array
    recall: Array
    precision_interval: Interval
    recall_interval: Interval
    precision_low: Array
    recall_low: Array
    more: Array

    def __getitem__(self, classes: Array) -> ClassVerdicts:
        def part(interval: Interval) -> Interval:
            return Interval(interval.low[classes], interval.high[classes])

        return ClassVerdicts(
            self.verdict[classes],
            self.quadrant[classes],
            self.sure[classes],
            self.precision[classes],
            self.recall[classes],
            part(self.precision_interval),
            part(self.recall_interval),
            self.precision_low[classes],
            self.recall_low[classes],
            self.more[classes],
        )


def class_verdicts(tables: ContingencyTable, cut: float = 0.5) -> ClassVerdicts:
    """Where the classes of these tables, shape (classes,), stand at a cut in [0, 1].

    Source of the quadrants: Microsoft; that an interval must not straddle the cut is this
    project's.
    """
    precision, recall = measures.precision(tables), measures.recall(tables)
    of_precision, of_recall = precision_interval(tables), recall_interval(tables)
    where = quadrant(precision, recall, cut)
    never, absent = tables.assigned == 0, tables.positives == 0
    # of a class that is never assigned only recall can be low
    sure = decided(of_recall, cut) & (decided(of_precision, cut) | never)
    index = {verdict: i for i, verdict in enumerate(VERDICTS)}
    told = Z**2 * cut * (1 - cut) / TOLD**2
    # documents by what they tell, where they have weights or clusters
    effective = tables.effective
    positives = tables.positives if effective is None else effective.positives
    assigned = tables.assigned if effective is None else effective.assigned
    open_ones = [(positives, ~decided(of_recall, cut)), (assigned, ~decided(of_precision, cut))]
    close = np.all([(n >= told) | ~unsure for n, unsure in open_ones], axis=0)
    verdict = np.where(sure, where, np.where(close, index["close"], index["few"]))
    verdict[never & ~absent] = index["never"]
    verdict[absent & ~never] = index["absent"]
    verdict[absent & never] = index["nothing"]
    return ClassVerdicts(
        verdict,
        where,
        sure,
        precision,
        recall,
        of_precision,
        of_recall,
        np.asarray(of_precision.high < cut),
        np.asarray(of_recall.high < cut),
        np.where(sure, 0.0, _more((precision, assigned), (recall, positives), cut)),
    )


def _more(precision: tuple[Array, Array], recall: tuple[Array, Array], cut: float) -> Array:
    """About how many more documents of each class would decide precision and recall.

    Both with the documents each rests on. Wilson's interval leaves the cut out once
    (value - cut)² n exceeds z² cut (1 - cut).
    """
    more = []
    for value, n in (recall, precision):
        off = np.where(np.abs(value - cut) <= EQUAL, 0.0, value - cut)
        more.append(np.maximum(measures.ratio(Z**2 * cut * (1 - cut), off**2) - n, 0.0))
    # documents of the class bring assignments with them, as many as they do now
    of_precision = more[1] * measures.ratio(recall[1], precision[1])
    return np.asarray(np.ceil(np.fmax(more[0], of_precision) - EQUAL))


@dataclass(frozen=True)
class Extremes:
    """Classes by index with their F and its interval; the arrays have one length.

    The first `weakest` are the weak ones; None where all `present` classes are listed.
    """

    classes: Array
    values: Array
    intervals: Interval
    weakest: int | None
    present: int


def weakest_and_strongest(table: ContingencyTable, beta: float, most: int) -> Extremes:
    """The `most` weakest and strongest classes by F, of those that have positives.

    Ordered by the end of the interval that speaks against the verdict: a class of one
    document is neither surely weak nor surely strong. With at most twice as many classes, all
    of them by their F.
    """
    present = np.flatnonzero(table.positives > 0)
    of = table[present]
    values, interval = f_beta(of, beta), f_interval(of, beta)
    if len(present) <= 2 * most:
        chosen, weakest = np.argsort(values, kind="stable"), None
    else:
        weak = np.argsort(interval.high, kind="stable")[:most]
        rest = np.delete(np.arange(len(present)), weak)
        strong = rest[np.argsort(interval.low[rest], kind="stable")][-most:]
        chosen, weakest = np.concatenate([weak, strong]), most
    return Extremes(
        present[chosen],
        values[chosen],
        Interval(interval.low[chosen], interval.high[chosen]),
        weakest,
        len(present),
    )


# recall/precision; `quadrant` gives indices into these
QUADRANTS = ("high/high", "low/high", "high/low", "low/low")


def quadrant(precision: Any, recall: Any, cut: float = 0.5) -> Array:
    """Where each class stands: an index into `QUADRANTS`, -1 where either value is undefined.

    Shape of the values; high means at the cut or above. The cut is a setting: no level fits
    every use. Source: Microsoft, custom text classification, Evaluation metrics.
    """
    precision, recall = np.asarray(precision, dtype=float), np.asarray(recall, dtype=float)
    at = 2 * (precision < cut) + (recall < cut)
    return np.where(np.isnan(precision) | np.isnan(recall), -1, at)


def decided(interval: Interval, cut: float) -> Array:
    """Whether the whole interval lies on one side of the cut; False where it is undefined."""
    return (np.asarray(interval.low) >= cut) | (np.asarray(interval.high) < cut)
