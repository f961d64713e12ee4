"""Areas under ROC curves of a class, of their mean and of all pairs: how sure, and how different.

What each document moves an area by is DeLong's share of it: of a positive the negatives below it,
of a negative the positives above. Squared and summed over documents, or clusters of them, it is the
variance of DeLong, DeLong & Clarke-Pearson (1988), also of sums over classes, whose documents are
the same, and of differences of systems on the same documents.

Tested in `test_roc_areas`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from breakeven.analysis.comparison.ranking_bootstrap import of_class
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.evaluation.scored import ScoredSplit
from breakeven.data.record_cache import RecordCache
from metrics.effective_size import cluster_weights
from metrics.incidence import mask_of
from metrics.ranking.ranking_intervals import FEWEST_POSITIVES
from metrics.ranking.roc import places_of
from metrics.typing import EQUAL, Array
from metrics.uncertainty.intervals import Interval, wilson


@dataclass(frozen=True)
class AreaShares:
    """An area, what each document moves it by, shape (documents,), and the fewer of both sides.

    `fewer`: positives, or negatives, by weight.
    """

    area: float
    moved: Array
    fewer: float


@dataclass(frozen=True)
class MovedArea:
    """An area as uncertain as a share of so many `trials`; NaN where undefined."""

    area: float
    trials: float

    @property
    def interval(self) -> Interval:
        """The 95 % interval; no ends where fewer than three positives or negatives tell."""
        ends = wilson(self.area * self.trials, self.trials)
        return Interval(float(ends.low), float(ends.high), value=self.area)


def class_scores(part: ScoredSplit, c: int) -> tuple[Array, Array, Array]:
    """Scores of a class's judged documents, their truth and positions; -inf without a score."""
    scores, _, document, _ = of_class(part, c)
    every = np.full(len(part.rows), -np.inf)
    every[document] = scores
    positive = mask_of(part.truth, c)
    judged = np.flatnonzero(
        np.ones(len(every), bool) if part.unjudged is None else ~mask_of(part.unjudged, c)
    )
    return every[judged], positive[judged], judged


def area_shares(
    scores: Array, positive: Array, document: Array, documents: int, weights: Array | None = None
) -> AreaShares:
    """The area of entries with score, truth and document, and what moves it.

    Entries without a score have -inf, and tie below all others. `weights`: of the documents.
    """
    own = np.ones(documents) if weights is None else np.asarray(weights, dtype=float)
    weight = own[document]
    order = np.argsort(scores[positive], kind="stable")
    hits, hit_weights = scores[positive][order], weight[positive][order]
    places = places_of([(scores, weight)], hits, hit_weights)
    area = places.area
    moved = np.zeros(documents)
    total, others = float(np.sum(hit_weights)), float(np.sum(weight[~positive]))
    if np.isnan(area):
        return AreaShares(area, moved, min(total, others))
    # of each entry the share of the other side that is on its right side, ties half
    below = _share_below(scores[positive], scores[~positive], weight[~positive])
    above = 1 - _share_below(scores[~positive], scores[positive], weight[positive])
    np.add.at(moved, document[positive], weight[positive] * (below - area) / total)
    np.add.at(moved, document[~positive], weight[~positive] * (above - area) / others)
    return AreaShares(area, moved, min(total, others))


def _share_below(scores: Array, others: Array, weights: Array) -> Array:
    """The share, by weight, of the others that are below each score, ties half."""
    order = np.argsort(others, kind="stable")
    running = np.append(0.0, np.cumsum(weights[order]))
    ends = (running[np.searchsorted(others[order], scores, side)] for side in ("left", "right"))
    return np.asarray(sum(ends)) / (2 * running[-1])


def shares_of_classes(
    evaluation: Evaluation, classes: Iterable[int] | None = None
) -> Iterator[AreaShares]:
    """Of each class, or of these."""
    part = evaluation.scored
    for c in range(len(evaluation.classes)) if classes is None else classes:
        yield area_shares(*class_scores(part, c), evaluation.documents, part.weights)


# of the mean over classes and of all pairs, for whoever asks again of the same evaluation
_SHARES: RecordCache[AreaShares] = RecordCache(most=2)


def macro_shares(evaluation: Evaluation) -> AreaShares:
    """Of the mean over the classes that have positives and negatives; worked out once."""
    return _SHARES.result_of((evaluation,), "macro", lambda: _macro_shares(evaluation))


def pooled_shares(evaluation: Evaluation) -> AreaShares:
    """Of all pairs of document and class as one ranking; worked out once."""
    return _SHARES.result_of((evaluation,), "pooled", lambda: _pooled_shares(evaluation))


def _macro_shares(evaluation: Evaluation) -> AreaShares:
    there = [each for each in shares_of_classes(evaluation) if not np.isnan(each.area)]
    if not there:
        return AreaShares(float("nan"), np.zeros(evaluation.documents), 0.0)
    moved = sum((each.moved for each in there), np.zeros(evaluation.documents)) / len(there)
    area = float(np.mean([each.area for each in there]))
    # where every ranking is perfect, the classes together tell as much as all of their documents
    return AreaShares(area, moved, float(np.sum([each.fewer for each in there])))


def _pooled_shares(evaluation: Evaluation) -> AreaShares:
    part = evaluation.scored
    columns = [class_scores(part, c) for c in range(len(evaluation.classes))]
    scores, positive, document = (np.concatenate(each) for each in zip(*columns, strict=True))
    return area_shares(scores, positive, document, evaluation.documents, part.weights)


def pooled_area(evaluation: Evaluation) -> Interval:
    """The area of all pairs of document and class as one ranking, with its interval."""
    return moved_area(evaluation, pooled_shares(evaluation)).interval


def average_areas(evaluation: Evaluation) -> dict[str, Interval]:
    """The areas of the mean over classes and of all pairs, with intervals: `macro`, `pooled`."""
    return {
        "macro": moved_area(evaluation, macro_shares(evaluation)).interval,
        "pooled": pooled_area(evaluation),
    }


def moved_area(evaluation: Evaluation, shares: AreaShares) -> MovedArea:
    """An area with the trials that it is worth, documents of a cluster kept together."""
    if np.isnan(shares.area) or shares.fewer < FEWEST_POSITIVES or evaluation.drawn < 2:
        return MovedArea(shares.area, float("nan"))
    variance = _variance(evaluation, shares.moved)
    even = shares.area * (1 - shares.area)
    if variance <= EQUAL * EQUAL or even <= EQUAL:
        return MovedArea(shares.area, shares.fewer)
    return MovedArea(shares.area, even / variance)


def _variance(evaluation: Evaluation, moved: Array) -> float:
    """The sum of the squares of what documents, or clusters of them, move."""
    clusters = evaluation.scored.clusters
    if clusters is not None:
        # what documents move holds their weights already
        moved = np.asarray(cluster_weights(len(moved), None, clusters) @ moved)
    drawn = np.count_nonzero(moved) if sparse.issparse(moved) else len(moved)
    return float(np.sum(moved**2)) * drawn / max(1, drawn - 1)


# of the normal distribution, for 95 %
NORMAL = 1.959963984540054


def class_differences(old: Evaluation, new: Evaluation) -> Interval:
    """New minus old area of every class, ends of shape (classes,), by DeLong's paired variance.

    Both on the same documents. No ends where fewer than three positives or negatives tell, and
    where no document moves the difference.
    """
    values, errors = [], []
    for before, after in zip(shares_of_classes(old), shares_of_classes(new), strict=True):
        values.append(after.area - before.area)
        variance = _variance(old, after.moved - before.moved)
        has_ends = before.fewer >= FEWEST_POSITIVES and variance > EQUAL * EQUAL
        errors.append(NORMAL * np.sqrt(variance) if has_ends else np.nan)
    points, error = np.array(values), np.array(errors)
    return Interval(points - error, points + error, value=points)
