"""How well a system ranks the classes of each document, on what was judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from breakeven.analysis.evaluation.evaluation import Evaluation, decided
from breakeven.data.records import Truth
from breakeven.data.splits import class_counts, role_of
from metrics.incidence import count_per_class
from metrics.measures import ratio
from metrics.ranking import label_ranking as ranked
from metrics.ranking.label_ranking import LabelRanking
from metrics.typing import Array
from metrics.uncertainty.average_intervals import mean_interval
from metrics.uncertainty.intervals import Interval

AT = (1, 3, 5)


@dataclass(frozen=True)
class RankedMeasure:
    """The mean of one measure over the documents that have a true class.

    `key` in the catalogue; `k`: None for what looks at the whole ranking. `interval`: 95 %, NaN
    where there is none.
    """

    key: str
    k: int | None
    value: float
    interval: Interval


@dataclass(frozen=True)
class RankedLabels:
    """All measures of a ranking; of how many documents, and of how many nothing can be said.

    `learnt`: the splits whose documents say how rare classes are; none where it is those shown.
    """

    measures: tuple[RankedMeasure, ...]
    documents: int
    without: int
    learnt: tuple[str, ...]

    def value(self, key: str, k: int | None = None) -> float:
        """The mean of one measure. KeyError without it."""
        found = {(m.key, m.k): m.value for m in self.measures}
        return found[key, k]


def ranked_labels(truth: Truth, evaluation: Evaluation, depths: Sequence[int] = AT) -> RankedLabels:
    """Every measure of how the classes of documents are ranked, for each k of `depths`.

    ValueError where there are no scores, or for a k below 1.
    """
    scored = evaluation.scored
    if not scored.has_scores:
        raise ValueError(f"{evaluation.system} has no scores; a ranking needs them")
    if not depths or min(depths) < 1:
        raise ValueError("k is a whole number from 1 on")
    ranking = ranked.label_ranking(*scored.judged_pairs(), scored.unjudged)
    learnt = [s for s, name in enumerate(truth.splits) if role_of(name) == "train"]
    gathered = decided(evaluation).gathered

    def mean(key: str, values: Array, k: int | None = None, most: float = 1.0) -> RankedMeasure:
        counted = (~np.isnan(values)).astype(float)
        shares = np.where(counted > 0, values, 0.0) / most
        weights = np.ones(len(values)) if scored.weights is None else scored.weights
        value = float(ratio(most * float(weights @ shares), float(weights @ counted)))
        if evaluation.drawn < 2:
            return RankedMeasure(key, k, value, Interval(np.nan, np.nan))
        ends = mean_interval(shares, counted, gathered)
        return RankedMeasure(key, k, value, Interval(most * ends.low, most * ends.high))

    measures = [
        mean(key, function(ranking, k), k)
        for key, function in (
            ("precision_at_k", ranked.precision_at),
            ("recall_at_k", ranked.recall_at),
            ("ndcg_at_k", ranked.ndcg_at),
        )
        for k in depths
    ]
    propensities = _propensities(truth, evaluation, learnt)
    measures += [_propensity_scored(evaluation, ranking, propensities, k) for k in depths]
    measures += [
        mean("r_precision", ranked.r_precision(ranking)),
        mean("label_ranking_ap", ranked.label_ranking_average_precision(ranking)),
        mean("ranking_loss", ranked.ranking_loss(ranking)),
        mean("coverage", ranked.coverage(ranking), most=float(len(scored.classes) or 1)),
    ]
    some = int(np.sum(ranking.r > 0))
    names = tuple(truth.splits[s] for s in learnt)
    return RankedLabels(tuple(measures), some, evaluation.documents - some, names)


def _propensities(truth: Truth, evaluation: Evaluation, learnt: list[int]) -> Array:
    """By the documents that were learnt from, else by those that are shown."""
    if not learnt:
        return ranked.propensities(count_per_class(evaluation.truth), evaluation.documents)
    documents = int(np.isin(truth.split_of, learnt).sum())
    return ranked.propensities(class_counts(truth)[learnt].sum(axis=0), documents)


def _propensity_scored(
    evaluation: Evaluation, ranking: LabelRanking, worth: Array, k: int
) -> RankedMeasure:
    labels = evaluation.scored.judged_pairs()[1]
    gain, most = ranked.propensity_scored_precision_at(ranking, labels, worth, k)
    weights = np.ones(len(gain)) if evaluation.weights is None else evaluation.weights
    value = float(ratio(float(weights @ gain), float(weights @ most)))
    return RankedMeasure("psp_at_k", k, value, Interval(np.nan, np.nan))
