"""What the Thresholds page keeps between reruns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from breakeven.analysis.estimation.losses import ExpectedLosses, expected_losses
from breakeven.analysis.estimation.probabilities import class_probabilities
from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.evaluation.cut import ClassCosts, Cut, FittedCut
from breakeven.analysis.evaluation.fit import tables_at
from breakeven.analysis.evaluation.scored import ScoredSplit
from breakeven.analysis.selection.selection import ChosenDocuments, Selection
from breakeven.analysis.thresholds.threshold_stability import (
    ThresholdStability,
    threshold_stability,
)
from breakeven.data.records import Review
from breakeven.results.promises import PromiseResult, promise_of
from breakeven.ui.app.cache import cache
from breakeven.ui.app.cache.memo import cached
from metrics.expected.prediction import Prediction, mean_prediction
from metrics.ranking.curves import OperatingPoints, pr_curve, thinned
from metrics.tallies import ContingencyTable
from metrics.thresholds.costs import CostMatrix, expected_at, least_mean_loss
from metrics.thresholds.strategies import top_k
from metrics.thresholds.threshold_curve import (
    ScoreDistribution,
    ThresholdCurve,
    score_distribution,
    threshold_curve,
)


def tables_of(
    review: Review, system: str, documents: ChosenDocuments, fitted: FittedCut
) -> ContingencyTable:
    """One table per class: from tallies where the cut has thresholds, else by deciding."""
    if fitted.thresholds is None:
        return cache.evaluation(review, system, documents, fitted.cut).tables
    return tables_at(cache.scored_of(review, system, documents), fitted)


@dataclass(frozen=True)
class ClassThresholds:
    """What is drawn of one class: how its documents score, and a measure by threshold."""

    distribution: ScoreDistribution
    curve: ThresholdCurve


@cached(entries=200)
def class_thresholds(
    scored: ScoredSplit, c: int, beta: float, costs: CostMatrix | None
) -> ClassThresholds | None:
    """None where the class has no score."""
    tally = scored.tallies[c]
    if not len(tally.scores):
        return None
    return ClassThresholds(score_distribution(tally), threshold_curve(tally, beta, costs))


@cached(entries=12, spinner="Drawing documents again and fitting again …")
def stability_of(
    review: Review, system: str, shown: ChosenDocuments, cut: Cut
) -> ThresholdStability:
    """Of the thresholds as fitted: those set by hand are not drawn again."""
    fitted = cache.fitted(review, system, cut)
    assert fitted.thresholds is not None
    on, here = (cache.scored_of(review, system, part) for part in (cut.split, shown))
    costs = cut.costs.for_classes(review.truth.classes)
    return threshold_stability(on, here, cut, costs, fitted.thresholds)


@cached(entries=24, spinner="Checking what can be promised …")
def promise_shown(
    review: Review, system: str, shown: ChosenDocuments, split: str | None, cut: Cut
) -> PromiseResult:
    """What a wish gives, and whether it is kept on the documents shown, which are of `split`."""
    return promise_of(review, system, cut, split, cache.scored_of(review, system, shown))


@cached(entries=24, spinner="Looking for the least loss …")
def least_observed(evaluation: BaseEvaluation, costs: Sequence[CostMatrix]) -> float:
    """The least mean loss that thresholds per class could have had, known only afterwards."""
    assert evaluation.rankings is not None
    return least_mean_loss(evaluation.rankings.tallies, costs)


@cached(entries=24, spinner="Adding up probabilities …")
def _expected(
    review: Review, system: str, documents: ChosenDocuments, cut: Cut, costs: Sequence[CostMatrix]
) -> ExpectedLosses:
    predictions = cache.predictions_of(review, system, documents)
    assigned = cache.decided(review, system, documents, cut)
    of = class_probabilities(review.truth, predictions, assigned)
    if review.truth.unjudged is not None:
        of = replace(of, without=sparse.csc_array(review.truth.unjudged[predictions.rows]))
    return expected_losses(of, costs)


@cached(entries=24)
def exclusive(review: Review, system: str, documents: ChosenDocuments) -> bool:
    """Whether each of the documents has exactly one class, by its labels or probabilities."""
    predictions = cache.predictions_of(review, system, documents)
    nothing = sparse.csc_array((predictions.m, len(review.truth.classes)), dtype=bool)
    return class_probabilities(review.truth, predictions, nothing).exclusive


@cached(entries=2_000)
def _expected_at(
    scored: ScoredSplit, c: int, threshold: float, below: bool, costs: CostMatrix
) -> Prediction:
    return expected_at(scored.tallies[c], threshold, below, costs)


def expected_of(
    review: Review, selection: Selection, fitted: FittedCut, costs: ClassCosts
) -> ExpectedLosses:
    """Expected loss of the decisions on the documents shown, from probabilities."""
    by_class = costs.for_classes(review.truth.classes)
    system, documents = selection.system, selection.documents
    # only classes and documents that turn out apart can be added up from sorted probabilities
    together = review.truth.clusters is not None or exclusive(review, system, documents)
    if fitted.thresholds is None or fitted.cross is not None or together:
        return _expected(review, system, documents, fitted.cut, by_class)
    scored = cache.scored_of(review, selection.system, selection.documents)

    def overall(rule: FittedCut) -> Prediction:
        # class by class, so that of a moved threshold only one is added up again
        assert rule.thresholds is not None
        below = rule.below if rule.below is not None else np.zeros(len(by_class), dtype=bool)
        parts = [
            _expected_at(scored, c, t, b, by_class[c])
            for c, (t, b) in enumerate(zip(rule.thresholds.tolist(), below.tolist(), strict=True))
        ]
        return mean_prediction(parts, [tally.n for tally in scored.tallies])

    best = cache.fitted(review, selection.system, Cut("expected_loss", costs=costs))
    return ExpectedLosses(overall(fitted), overall(best))


@cached(entries=24, spinner="Following the threshold …")
def pooled_curve(evaluation: BaseEvaluation) -> OperatingPoints | None:
    """What one threshold for all classes gives, to draw; None where not every score was counted."""
    curves = evaluation.curves
    if curves is None or not curves.complete or not curves.pooled.r:
        return None
    points = thinned(pr_curve(curves.pooled), 200)
    return replace(points, threshold=curves.pooled.short(points.threshold))


@cached(entries=24)
def tied_documents(scored: ScoredSplit, cut: Cut) -> int:
    """Documents with equal scores on both sides of their k best classes."""
    return int(top_k(scored.scores, cut.k, cut.ties).tied.sum())
