"""How far fitted thresholds would move had other documents been drawn to fit them on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.fit import GUARD
from breakeven.analysis.evaluation.scored import ScoredSplit
from metrics.incidence import mask_of, scores_of_class
from metrics.measures import f_beta
from metrics.ranking.curves import pr_curve
from metrics.tallies import ContingencyTable, ScoreTally
from metrics.thresholds.costs import CostMatrix
from metrics.typing import CELLS, Array
from metrics.uncertainty.intervals import f_interval
from metrics.uncertainty.resampling import grouping, percentiles, resampling_weights, weighed

REPLICATES = 500

# a class with more thresholds than these is resampled at this many of them
CANDIDATES = 300


# cells drawn of a class, by its number, at thresholds: (replicates, cells)
ThresholdDrawing = Callable[[int, Array], Array]


@dataclass(frozen=True)
class ThresholdStability:
    """95 % intervals per class, shape (classes,); NaN where nothing can be said.

    `low`, `high`: of the threshold, +inf where the class would not be assigned at all.
    `f_low`, `f_high`: of F on the documents it was fitted on. `elsewhere_low`,
    `elsewhere_high`: of F on the documents shown, at the thresholds that came out.
    """

    low: Array
    high: Array
    f_low: Array
    f_high: Array
    elsewhere_low: Array
    elsewhere_high: Array
    replicates: int = REPLICATES


def threshold_stability(
    fitted_on: ScoredSplit,
    shown: ScoredSplit,
    cut: Cut,
    costs: Sequence[CostMatrix],
    thresholds: Array,
    seed: int = 0,
) -> ThresholdStability:
    """Documents drawn again, and the rule `f`, `break_even` or `loss` of `cut` fitted again.

    For a single class a drawing of documents is a multinomial drawing of the cells between its
    thresholds, which is the same in law and needs no document. With weights or clusters it is
    the documents that are drawn, in their clusters. Drawing again cannot show errors that did
    not happen, so the interval of F is at least Wilson's at the threshold in use.
    `thresholds`, shape (classes,), are those. Source: Efron (1979), percentile method.
    """
    rng = np.random.default_rng(seed)
    draw: ThresholdDrawing = partial(_cells_drawn, fitted_on, rng)
    if fitted_on.sampled:
        gather = weighed(grouping(len(fitted_on.rows), seed, fitted_on.clusters), fitted_on.weights)
        drawn = resampling_weights(gather.shape[0], REPLICATES, seed + 1)
        draw = partial(_groups_drawn, fitted_on, gather, np.concatenate(list(drawn), axis=1))
    ends = np.full((6, len(fitted_on.classes)), np.nan)
    for c, (tally, other) in enumerate(zip(fitted_on.tallies, shown.tallies, strict=True)):
        if not tally.r or not len(tally.scores):
            continue
        candidates = _candidates(tally, cut)
        refitted, f = _refitted(candidates, draw(c, candidates), cut, costs[c])
        ends[0, c], ends[1, c] = _ends_with_never(refitted)
        wilson = f_interval(fitted_on.table_at(c, thresholds[c]), cut.beta)
        low, high = percentiles(f)
        ends[2, c] = np.fmin(low, wilson.low)
        ends[3, c] = np.fmax(high, wilson.high)
        if other.r:
            ends[4, c], ends[5, c] = percentiles(f_beta(other.at(refitted), cut.beta))
    return ThresholdStability(*ends)


def _ends_with_never(values: Array) -> tuple[float, float]:
    """Percentiles that do not interpolate with infinity: each end is a value that occurred."""
    ordered = np.sort(values)
    last = len(ordered) - 1
    return float(ordered[int(np.floor(0.025 * last))]), float(ordered[int(np.ceil(0.975 * last))])


def _cells_drawn(part: ScoredSplit, rng: np.random.Generator, c: int, thresholds: Array) -> Array:
    """Documents in each cell and replicate, shape (replicates, 2 (thresholds + 1)).

    Cells: positives, then negatives, that enter at each threshold, then those that never do.
    """
    tally = part.tallies[c]
    assigned, tp = tally.assigned_at(thresholds), tally.hits_at(thresholds)
    hits = np.diff(np.append(np.append(0, tp), tally.r))
    others = np.diff(np.append(np.append(0, assigned - tp), tally.n - tally.r))
    cells = np.concatenate([hits, others])
    filled = np.flatnonzero(cells)
    drawn = np.zeros((REPLICATES, len(cells)))
    n = int(tally.n)
    drawn[:, filled] = rng.multinomial(n, cells[filled] / n, size=REPLICATES)
    return drawn


def _groups_drawn(
    part: ScoredSplit, gather: sparse.csr_array, drawn: Array, c: int, thresholds: Array
) -> Array:
    """The same cells, from the documents of groups that are drawn whole: (groups, replicates)."""
    n, cells = len(part.rows), len(thresholds) + 1
    judged = np.ones(n, dtype=bool) if part.unjudged is None else ~mask_of(part.unjudged, c)
    entering = np.full(n, cells - 1)
    listed, scores = scores_of_class(part.by_class, c)
    entering[listed] = np.searchsorted(-thresholds, -scores)
    row = entering + cells * ~mask_of(part.truth, c)
    at = np.flatnonzero(judged)
    in_cell = sparse.csr_array((np.ones(len(at)), (row[at], at)), shape=(2 * cells, n))
    return np.asarray((sparse.csr_array(in_cell @ gather.T) @ drawn).T)


def _refitted(thresholds: Array, drawn: Array, cut: Cut, costs: CostMatrix) -> tuple[Array, Array]:
    """Threshold and F of each replicate, shape (replicates,)."""
    m = len(thresholds) + 1
    # column 0 assigns nothing
    drawn_tp = np.cumsum(np.insert(drawn[:, :m], 0, 0, axis=1), axis=1)
    drawn_fp = np.cumsum(np.insert(drawn[:, m:], 0, 0, axis=1), axis=1)
    r, negatives = drawn_tp[:, -1:], drawn_fp[:, -1:]
    tp, fp = drawn_tp[:, :-1], drawn_fp[:, :-1]
    table = ContingencyTable(tp, fp, r - tp, negatives - fp)
    best = np.argmax(_merit(table, cut, costs), axis=1)
    rows = np.arange(REPLICATES)
    f = f_beta(
        ContingencyTable(*(getattr(table, cell)[rows, best] for cell in CELLS)),
        cut.beta,
    )
    chosen = np.append(np.inf, np.asarray(thresholds, dtype=float))[best]
    if cut.rule == "f" and cut.guard:
        chosen = np.where(np.nan_to_num(f) < GUARD, np.inf, chosen)
    return chosen, f


def _candidates(tally: ScoreTally, cut: Cut) -> Array:
    """Falling thresholds at which a drawn collection may be cut."""
    thresholds = pr_curve(tally).threshold
    if cut.rule == "break_even":
        # it lies where as many are assigned as are true, corner or not
        positives = len(tally.positives) + int(tally.unscored_positives)
        near = tally.scores[-(2 * positives + 20) :]
        thresholds = np.unique(np.concatenate([thresholds, near]))[::-1]
    if len(thresholds) > CANDIDATES:
        thresholds = thresholds[np.linspace(0, len(thresholds) - 1, CANDIDATES).astype(np.int64)]
    return thresholds


def _merit(table: ContingencyTable, cut: Cut, costs: CostMatrix) -> Array:
    """What the rule makes largest; the first of the largest is the highest threshold."""
    if cut.rule == "f":
        return np.nan_to_num(f_beta(table, cut.beta))
    if cut.rule == "loss":
        total = costs.tp * table.tp + costs.fp * table.fp + costs.fn * table.fn
        return -(total + costs.tn * table.tn)
    with np.errstate(divide="ignore", invalid="ignore"):
        gap = np.abs(table.tp / table.assigned - table.tp / table.positives)
    # without a hit there is no break-even; without any, nothing is assigned
    return np.where(table.tp > 0, -np.nan_to_num(gap), -np.inf)
