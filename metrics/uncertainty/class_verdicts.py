"""Where every class stands: above or below a cut in precision and recall, or not to say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from metrics import measures
from metrics.measures import f_beta
from metrics.tallies import ContingencyTable
from metrics.typing import EQUAL, F1_BETA, Array
from metrics.uncertainty.intervals import (
    Interval,
    exact_tails,
    f_as_share,
    f_interval,
    precision_interval,
    recall_interval,
)
from metrics.uncertainty.significance import holm_levels

# the first four are the quadrants, in the order of QUADRANTS
ClassVerdict = Literal[
    "well", "missed", "wrong", "both", "few", "close", "never", "absent", "nothing"
]
VERDICTS: tuple[ClassVerdict, ...] = get_args(ClassVerdict)
# documents, or assignments, below which nothing is said of recall, or of precision
FEWEST = 10
# how often anything may be said of classes of which it does not hold, of any of them
ALPHA = 0.05
# with fewer classes "the others" are one, whose errors are the same ones
FEWEST_CLASSES = 3
# documents that would tell a value this far from the cut are no longer too few
CLOSE = 0.15


@dataclass(frozen=True)
class ClassVerdicts:
    """Where classes stand at a cut; arrays of shape (classes,).

    `precision_low`, `recall_low`: clearly below the cut, by an exact test; `precision_high`,
    `recall_high`: clearly at it or above. A level of `ALPHA` holds for all that is said to be low
    of any class together, and another for all that is said to be high. Nothing is tested of a class
    of fewer than `FEWEST` documents, nor precision of fewer assignments. `verdict` indexes
    VERDICTS: a quadrant where it is `sure` (both are clearly on one side), `few` where it is not,
    `close` where so many documents would have told a value that is `CLOSE` away from the cut; and
    where precision or recall is 0/0: `never` assigned (sure where recall is clear), `absent` from
    the documents yet assigned, or `nothing` of both. `quadrant` indexes QUADRANTS, sure or not, -1
    where undefined. `more`: how many more documents of the class would about make it sure, if
    precision and recall stay; 0 where it is, NaN where nothing tells. `good`: both are clearly at
    the level that counts as good, or above. The intervals are those of each class by itself (95 %).
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
    precision_high: Array
    recall_high: Array
    more: Array
    good: Array

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
            self.precision_high[classes],
            self.recall_high[classes],
            self.more[classes],
            self.good[classes],
        )


def class_verdicts(tables: ContingencyTable, cut: float = 0.5, good: float = 0.0) -> ClassVerdicts:
    """Where the classes of these tables, shape (classes,), stand at a cut in [0, 1].

    `good`: from which precision and recall count as good, in [0, 1], 0 for no such level. All
    classes of a review must be given at once: a test is corrected for their number, by Holm.
    Source of the quadrants: Microsoft; that a class must be clearly on one side is this project's.
    """
    precision, recall = measures.precision(tables), measures.recall(tables)
    where = quadrant(precision, recall, cut)
    never, absent = tables.assigned == 0, tables.positives == 0
    sides = _sides(tables, cut)
    clear = sides.low | sides.high
    # of a class that is never assigned only recall can be low
    sure = clear[0] & (clear[1] | never)
    index = {verdict: i for i, verdict in enumerate(VERDICTS)}
    far = sides.deviations**2 * cut * (1 - cut)
    # documents by what they tell, where they have weights or clusters
    close = np.all((sides.trials >= far / CLOSE**2) | clear, axis=0)
    verdict = np.where(sure, where, np.where(close, index["close"], index["few"]))
    verdict[never & ~absent] = index["never"]
    verdict[absent & ~never] = index["absent"]
    verdict[absent & never] = index["nothing"]
    more = _more((precision, sides.trials[1]), (recall, sides.trials[0]), cut, far)
    above = _sides(tables, good).high if good > 0 else np.zeros_like(clear)
    return ClassVerdicts(
        verdict,
        where,
        sure,
        precision,
        recall,
        precision_interval(tables),
        recall_interval(tables),
        sides.low[1],
        sides.low[0],
        sides.high[1],
        sides.high[0],
        np.where(sure, 0.0, more),
        np.all(above, axis=0),
    )


@dataclass(frozen=True)
class _Sides:
    """On which side of a cut recall and precision clearly are; arrays of shape (2, classes).

    `deviations`: how many standard deviations off the cut the clearest must be, about.
    """

    low: Array
    high: Array
    trials: Array
    deviations: float


def _sides(tables: ContingencyTable, cut: float) -> _Sides:
    from scipy.special import ndtri  # takes long to import

    e = tables.effective
    shares = np.stack([measures.recall(tables), measures.precision(tables)])
    trials = np.stack(
        [tables.positives, tables.assigned] if e is None else [e.positives, e.assigned]
    ).astype(float)
    is_tested = _enough(trials) & _enough(trials[0])
    tails = exact_tails(np.nan_to_num(shares * trials), np.nan_to_num(trials), cut)
    high, low = (_clear(p, is_tested) for p in tails)
    deviations = -float(ndtri(ALPHA / max(1, int(is_tested.sum()))))
    return _Sides(low, high, trials, deviations)


def _clear(p: Array, is_tested: Array) -> Array:
    """Which of the tests where `is_tested` hold, by Holm over all of them; both of one shape."""
    out = np.zeros(is_tested.shape, dtype=bool)
    out[is_tested] = p[is_tested] <= holm_levels(p[is_tested], ALPHA)
    return out


def enough_documents(tables: ContingencyTable) -> Array:
    """Which classes have documents enough to be compared with others, shape (classes,)."""
    e = tables.effective
    return _enough(tables.positives if e is None else e.positives)


def _enough(trials: Array) -> Array:
    # effective numbers are got by division
    return np.asarray(trials >= FEWEST - EQUAL)


def weaker_than_others(tables: ContingencyTable, design_effect: float = 1.0) -> Array:
    """Classes whose F1 is clearly below that of all others together, shape (classes,), boolean.

    F1 rises with the share of hits among the documents that are in the class or given it. That
    share of a class beside the one that all have together, by an exact test of as many trials as
    tell of the difference; a level of `ALPHA` holds for all classes together (Holm). A document
    that counts for several classes tells less of the others than its trials are:
    `design_effect`, as from `pooled_design_effect`. Classes of fewer than `FEWEST` documents are
    not compared, nor is any where fewer than `FEWEST_CLASSES` would be. How often it is said of
    equally good classes: `benchmarks/false_alarms.py`. Source: this project.
    """
    share, is_tested = f_as_share(tables, F1_BETA), enough_documents(tables)
    weaker = np.zeros(is_tested.shape, dtype=bool)
    hits, trials = np.nan_to_num(share.hits), np.nan_to_num(share.trials)
    is_tested &= trials > 0
    if is_tested.sum() < FEWEST_CLASSES:
        return weaker
    other_hits, other_trials = (
        (each.sum() - each[is_tested]) / max(design_effect, 1.0) for each in (hits, trials)
    )
    p = below_by_chance(hits[is_tested], trials[is_tested], other_hits, other_trials)
    weaker[is_tested] = p <= holm_levels(p, ALPHA)
    return weaker


def below_by_chance(hits: Any, trials: Any, other_hits: Any, other_trials: Any) -> Array:
    """The chance of so low a share of hits beside another that is as high, elementwise.

    Both come from the share of both together, and the test is exact for as many trials as tell
    of the difference: the variance of a difference is that of one share with so many.
    """
    together = measures.ratio(hits + other_hits, trials + other_trials)
    worth = measures.ratio(other_trials, trials + other_trials)
    return np.asarray(exact_tails(hits * worth, trials * worth, together)[1])


def pooled_design_effect(tables: ContingencyTable, times: Array | None = None) -> float:
    """How much less the hits of all classes together tell than as many drawn alone, at least 1.

    `tables` of documents, or of kinds of them that stand for `times` documents each; of shape
    (units,). An error of a document with one class counts for two. Source: Kish (1965).
    """
    times = np.ones(len(tables)) if times is None else times
    hits = np.asarray(tables.tp, dtype=float)
    trials = np.asarray(tables.tp + tables.fp + tables.fn, dtype=float)
    total = float(times @ trials)
    share = float(times @ hits) / total if total else 0.0
    alone = share * (1 - share) * total
    return max(1.0, float(times @ (hits - share * trials) ** 2) / alone) if alone > 0 else 1.0


def _more(
    precision: tuple[Array, Array], recall: tuple[Array, Array], cut: float, far: float
) -> Array:
    """About how many more documents of each class would decide precision and recall.

    Both with the documents each rests on. A share is clearly off the cut about once
    (value - cut)² n exceeds z² cut (1 - cut), which is `far`.
    """
    more = []
    for value, n in (recall, precision):
        off = np.where(np.abs(value - cut) <= EQUAL, 0.0, value - cut)
        more.append(np.maximum(np.maximum(measures.ratio(far, off**2), FEWEST) - n, 0.0))
    # documents of the class bring assignments with them, as many as they do now
    of_precision = more[1] * measures.ratio(recall[1], precision[1])
    return np.asarray(np.ceil(np.fmax(more[0], of_precision) - EQUAL))


@dataclass(frozen=True)
class Extremes:
    """Classes by index with their F and its interval; the arrays have one length.

    The first `lowest` are those of the lower end; None where all that have documents enough are
    listed. `present` have documents, `few` of these fewer than `FEWEST`, which are left out unless
    all of them have so few.
    """

    classes: Array
    values: Array
    intervals: Interval
    lowest: int | None
    present: int
    few: int


def lowest_and_highest(table: ContingencyTable, beta: float, most: int) -> Extremes:
    """The `most` classes of the lowest F and of the highest, of those with documents enough.

    In the order of F, of equal ones the class of more documents first; those of the upper end from
    the highest down. With at most twice as many classes, all of them, the lowest first. What ends
    a list says nothing of other documents.
    """
    present, has_enough = table.positives > 0, enough_documents(table)
    few = int(np.sum(present & ~has_enough))
    chosen = np.flatnonzero(present & has_enough) if has_enough.any() else np.flatnonzero(present)
    table_chosen = table[chosen]
    values, interval = f_beta(table_chosen, beta), f_interval(table_chosen, beta)
    lowest = None
    order = np.lexsort((-table_chosen.positives, values))
    if len(chosen) > 2 * most:
        lowest = most
        high = np.lexsort((-table_chosen.positives, -values))
        order = np.concatenate([order[:most], high[~np.isin(high, order[:most])][:most]])
    return Extremes(
        chosen[order],
        values[order],
        Interval(interval.low[order], interval.high[order]),
        lowest,
        int(present.sum()),
        few,
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


def clear_of_cut(interval: Interval, cut: float) -> Array:
    """Whether the whole interval lies on one side of the cut; False where it is undefined."""
    return (np.asarray(interval.low) >= cut) | (np.asarray(interval.high) < cut)
