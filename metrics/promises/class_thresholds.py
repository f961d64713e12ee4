"""Thresholds whose recall or precision is promised: found on some documents, they hold on others.

Of 100 sets of documents that thresholds are found on, at most `alpha` times 100 give one whose
true recall, or precision, is below what was promised.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy import sparse

from metrics.effective_size import effective_trials
from metrics.ranking.curves import hit_points
from metrics.tallies import ScoreTally
from metrics.typing import Array
from metrics.uncertainty.average_intervals import Influence, share_of
from metrics.uncertainty.intervals import exact_bounds, exact_tails

# of 100 promises at most five are broken
ALPHA = 0.05
# the strictest threshold that is looked at for precision assigns so many documents
FEWEST_ASSIGNED = 30
# and each further one so many times as many: steps too small to matter, too large to stumble on
STEP = 1.1
# of documents in clusters, or all classes together, so many thresholds are looked at for recall
STEPS = 60
# beyond so many trials no number is named
MOST_TRIALS = 10**7


@dataclass(frozen=True)
class PromisedThreshold:
    """A threshold that can be promised, and what it rests on.

    `threshold` is NaN where none can be. `hits` of `trials`, as they are worth, bear it out there,
    and `bound` is what they say is reached at least; NaN without one. `next_misses` of
    `next_trials`: at the first threshold that could not be promised; NaN where all could.
    """

    threshold: float
    hits: float = math.nan
    trials: float = math.nan
    bound: float = math.nan
    next_misses: float = math.nan
    next_trials: float = math.nan

    @property
    def promised(self) -> bool:
        """Whether there is such a threshold."""
        return not math.isnan(self.threshold)

    def growth(self, least: float, alpha: float) -> float:
        """How many times as many documents would likely bear out the next threshold too; or NaN.

        That is, with as many misses there as now.
        """
        if not self.next_trials > 0:
            return math.nan
        return max(1.0, trials_needed(self.next_misses, least, alpha) / self.next_trials)


@cache
def trials_needed(misses: float, least: float, alpha: float = ALPHA) -> float:
    """The fewest trials, a whole number, which with so many misses bear out a share of `least`.

    ln alpha / ln least of them without a miss: 29 for 0.90, 59 for 0.95. Infinite beyond ten
    million.
    """
    fewest, most = math.ceil(misses), MOST_TRIALS
    if not _bears_out(most - misses, most, least, alpha):
        return math.inf
    while fewest < most:
        middle = (fewest + most) // 2
        if _bears_out(middle - misses, middle, least, alpha):
            most = middle
        else:
            fewest = middle + 1
    return float(most)


def _bears_out(hits: Array | float, trials: Array | float, least: float, alpha: float) -> Array:
    """Whether a share below `least` would show as much with a chance of `alpha` at most."""
    return np.asarray((exact_tails(hits, trials, least)[0] <= alpha) & (np.asarray(trials) > 0))


def _in_sequence(
    thresholds: Array, hits: Array, trials: Array, least: float, alpha: float
) -> PromisedThreshold:
    """The last of the thresholds up to which every one is borne out.

    As the order is fixed before, and nothing behind the first failure counts, no level is spent on
    having looked at several. Sources: Bauer (1991); Angelopoulos et al. (2021).
    """
    holds = _bears_out(hits, trials, least, alpha)
    number = int(np.argmin(np.append(holds, False)))
    later = (math.nan, math.nan)
    if number < len(thresholds):
        later = float(trials[number] - hits[number]), float(trials[number])
    if not number:
        return PromisedThreshold(math.nan, next_misses=later[0], next_trials=later[1])
    last = number - 1
    bound = float(exact_bounds(hits[last], trials[last], alpha).low)
    return PromisedThreshold(
        float(thresholds[last]), float(hits[last]), float(trials[last]), bound, *later
    )


def promise_recall(tally: ScoreTally, least: float, alpha: float = ALPHA) -> PromisedThreshold:
    """The highest threshold of which recall of at least `least` can be promised.

    The j-th lowest score of the m positives, j the greatest i with P(Beta(i, m - i + 1) > 1 -
    least) <= alpha: exact for whatever distribution, and recall only falls as thresholds rise, so
    that nothing is chosen among. Equal scores stay together; positives without a score are
    missed. Documents must count 1. Source: Wilks (1941).
    """
    points = hit_points(tally)
    hits = np.asarray(points.tp, dtype=float)[::-1]
    return _in_sequence(points.threshold[::-1], hits, np.full(len(hits), tally.r), least, alpha)


def promise_precision(tally: ScoreTally, least: float, alpha: float = ALPHA) -> PromisedThreshold:
    """The lowest threshold down to which precision of at least `least` can be promised.

    From the strictest of `falling_thresholds` down, as long as the exact bound is at least
    `least`. Documents must count 1. Sources: Clopper & Pearson (1934); Angelopoulos et al. (2021).
    """
    thresholds = falling_thresholds(tally, least, alpha)
    hits, assigned = (np.asarray(f(thresholds), float) for f in (tally.hits_at, tally.assigned_at))
    return _in_sequence(thresholds, hits, assigned, least, alpha)


def falling_thresholds(tally: ScoreTally, least: float, alpha: float = ALPHA) -> Array:
    """The thresholds that are looked at for precision, the strictest first; empty for too few.

    The first assigns 30 documents, or as many as must all be right for a promise; each further
    one a tenth more than the one before.
    """
    first = max(FEWEST_ASSIGNED, int(min(trials_needed(0, least, alpha), MOST_TRIALS)))
    # whole numbers are how many documents have a score; others weigh the documents there are
    counted = tally.weights is not None and tally.has_integer_counts
    each = tally.weights if counted else np.ones(len(tally.scores), dtype=np.int64)
    assert each is not None
    running = np.cumsum(each[::-1])
    most = int(running[-1]) if len(running) else 0
    if most < first:
        return np.empty(0, dtype=tally.scores.dtype)
    steps = math.floor(math.log(most / first, STEP)) + 1
    numbers = np.ceil(first * STEP ** np.arange(steps)).astype(np.int64)
    numbers = np.append(numbers[numbers < most], most)
    return np.unique(tally.scores[::-1][np.searchsorted(running, numbers)])[::-1]


# --- of documents that were drawn together, or count unequally


@dataclass(frozen=True)
class DrawnScores:
    """The scores of one class's documents as they were drawn, all of shape (documents,).

    `scores`: -inf without one. `positive`: boolean. `gathered`: as from `cluster_weights`.
    """

    scores: Array
    positive: Array
    gathered: sparse.csr_array


def promise_recall_drawn(
    drawn: DrawnScores, tally: ScoreTally, least: float, alpha: float = ALPHA
) -> PromisedThreshold:
    """As `promise_recall`, of as many positives as the documents' weights and clusters are worth.

    `tally`: of the same documents. Some sixty thresholds are looked at, the lowest first.
    """
    points = hit_points(tally)
    recall = np.asarray(points.recall)[::-1]
    wanted = np.append(recall >= least, True)[: len(recall)]
    return _drawn(drawn, _some(points.threshold[::-1][wanted]), drawn.positive, least, alpha)


def promise_precision_drawn(
    drawn: DrawnScores, tally: ScoreTally, least: float, alpha: float = ALPHA
) -> PromisedThreshold:
    """As `promise_precision`, of as many documents as weights and clusters are worth."""
    return _drawn(drawn, falling_thresholds(tally, least, alpha), None, least, alpha)


def _some(thresholds: Array) -> Array:
    if len(thresholds) <= STEPS:
        return thresholds
    return thresholds[np.unique(np.linspace(0, len(thresholds) - 1, STEPS).astype(np.int64))]


def _drawn(
    drawn: DrawnScores, thresholds: Array, trial: Array | None, least: float, alpha: float
) -> PromisedThreshold:
    if not len(thresholds):
        return PromisedThreshold(math.nan)
    above = drawn.scores[:, None] >= thresholds[None, :].astype(drawn.scores.dtype)
    hits = sparse.csc_array(above & drawn.positive[:, None])
    trials = sparse.csc_array(
        above if trial is None else np.broadcast_to(trial[:, None], above.shape)
    )
    worth = effective_trials(hits, trials, drawn.gathered)
    weight = np.asarray(drawn.gathered.sum(axis=0)).ravel()
    share = np.divide(weight @ hits, weight @ trials, out=np.zeros(len(worth)), where=worth > 0)
    return _in_sequence(thresholds, share * worth, worth, least, alpha)


# --- all classes together: a ratio of sums over documents


def promise_pooled(
    thresholds: Array,
    counts: Callable[[float], tuple[Array, Array]],
    gathered: sparse.csr_array | None,
    least: float,
    alpha: float = ALPHA,
) -> PromisedThreshold:
    """The last of the thresholds up to which a pooled ratio of `least` is borne out; approximate.

    `counts(threshold)`: what each document adds above and below the line, two arrays of shape
    (documents,). A pooled ratio is no mean of independent trials: it is taken for a share of as
    many as have its variance between documents, as the gate takes it. `gathered`: as from
    `cluster_weights`, None for documents drawn alone.
    """
    hits, trials = [], []
    for threshold in thresholds.tolist():
        share = _pooled_share(*counts(threshold), gathered)
        hits.append(share[0])
        trials.append(share[1])
        if not _bears_out(share[0], share[1], least, alpha):
            break
    seen = len(hits)
    return _in_sequence(thresholds[:seen], np.array(hits), np.array(trials), least, alpha)


def _pooled_share(
    top: Array, bottom: Array, gathered: sparse.csr_array | None
) -> tuple[float, float]:
    """The ratio as a share: its hits and trials."""
    weight = np.ones(len(top)) if gathered is None else np.asarray(gathered.sum(axis=0)).ravel()
    total = float(weight @ bottom)
    if not total:
        return 0.0, 0.0
    value = float(weight @ top) / total
    moved = (top - value * bottom) / total
    return share_of(Influence(value, moved, bottom > 0), gathered)


def rising_thresholds(pooled: ScoreTally, least: float) -> Array:
    """Those that are looked at for recall, the lowest first, down to recall of `least`."""
    points = hit_points(pooled)
    recall = np.asarray(points.recall)[::-1]
    return _some(points.threshold[::-1][recall >= least])
