"""What the Thresholds page keeps between reruns; keyed on one digest each, as in `results`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import streamlit as st

from breakeven.evaluation.class_costs import ClassCosts
from breakeven.evaluation.cut import Cut, Fitted, decide
from breakeven.evaluation.fit import tables_at
from breakeven.evaluation.scored import ScoredSplit
from breakeven.evaluation.stability import Stability, stability
from breakeven.records import Predictions, Review
from breakeven.selection import Selection
from breakeven.ui.app import cache
from breakeven.ui.app.state import digest
from metrics.expected.prediction import Prediction, mean_prediction
from metrics.measures import ratio
from metrics.tallies import ContingencyTable, ScoreTally
from metrics.thresholds.class_costs import (
    ExpectedLosses,
    expected_at,
    expected_losses,
    least_loss,
)
from metrics.thresholds.loss import CostMatrix
from metrics.thresholds.strategies import top_k
from metrics.thresholds.threshold_curve import (
    ScoreDistribution,
    ThresholdCurve,
    score_distribution,
    threshold_curve,
)
from metrics.typing import Array


def tables_of(review: Review, system: str, split: str | None, fitted: Fitted) -> ContingencyTable:
    """One table per class: from tallies where the cut has thresholds, else by deciding."""
    if fitted.thresholds is None:
        return cache.evaluation(review, system, split, fitted.cut).tables
    return tables_at(cache.scored_of(review, system, split), fitted)


@dataclass(frozen=True)
class OfClass:
    """What is drawn of one class: how its documents score, and a measure by threshold."""

    distribution: ScoreDistribution
    curve: ThresholdCurve


@st.cache_resource(max_entries=200, show_spinner=False)
def _of_class(key: str, _tally: ScoreTally, _beta: float, _costs: CostMatrix | None) -> OfClass:
    return OfClass(score_distribution(_tally), threshold_curve(_tally, _beta, _costs))


def of_class(
    review: Review, system: str, split: str | None, c: int, beta: float, costs: CostMatrix | None
) -> OfClass | None:
    """None where the class has no score."""
    tally = cache.scored_of(review, system, split).tallies[c]
    if not len(tally.scores):
        return None
    key = digest(review.fingerprint, system, split, c, beta, costs)
    return _of_class(key, tally, beta, costs)


@st.cache_resource(max_entries=12, show_spinner="Drawing documents again and fitting again …")
def _stability(
    key: str,
    _on: ScoredSplit,
    _shown: ScoredSplit,
    _cut: Cut,
    _costs: Sequence[CostMatrix],
    _thresholds: Array,
) -> Stability:
    return stability(_on.tallies, _shown.tallies, _cut, _costs, _thresholds)


def stability_of(review: Review, system: str, shown: str | None, cut: Cut) -> Stability:
    """Of the thresholds as fitted: those set by hand are not drawn again."""
    fitted = cache.fitted(review, system, cut)
    assert fitted.thresholds is not None
    return _stability(
        digest(review.fingerprint, system, shown, cut),
        cache.scored_of(review, system, cut.split),
        cache.scored_of(review, system, shown),
        cut,
        cut.costs.of(review.truth.classes),
        fitted.thresholds,
    )


@st.cache_resource(max_entries=24, show_spinner="Looking for the least loss …")
def _least(key: str, _part: ScoredSplit, _costs: Sequence[CostMatrix]) -> float:
    found = [least_loss(t, c).loss for t, c in zip(_part.tallies, _costs, strict=True)]
    totals = np.array([t.n for t in _part.tallies])
    return float(ratio(np.nansum(np.array(found) * totals), totals.sum()))


def least_observed(
    review: Review, system: str, split: str | None, costs: Sequence[CostMatrix]
) -> float:
    """The least mean loss that thresholds per class could have had, known only afterwards."""
    key = digest(review.fingerprint, system, split, list(costs))
    return _least(key, cache.scored_of(review, system, split), costs)


@st.cache_resource(max_entries=24, show_spinner="Adding up probabilities …")
def _expected(
    key: str, _said: Predictions, _fitted: Fitted, _costs: Sequence[CostMatrix]
) -> ExpectedLosses:
    return expected_losses(_said.scores, decide(_said, _fitted), _costs)


@st.cache_resource(max_entries=2_000, show_spinner=False)
def _expected_at(
    key: str, _tally: ScoreTally, _threshold: float, _below: bool, _costs: CostMatrix
) -> Prediction:
    return expected_at(_tally, _threshold, _below, _costs)


def expected_of(
    review: Review, view: Selection, fitted: Fitted, costs: ClassCosts
) -> ExpectedLosses:
    """Expected loss of the decisions on the documents shown, from probabilities."""
    of = costs.of(review.truth.classes)
    if fitted.thresholds is None:
        key = digest(review.fingerprint, view.system, view.split, fitted.cut, costs)
        return _expected(key, cache.said_of(review, view.system, view.split), fitted, of)
    tallies = cache.scored_of(review, view.system, view.split).tallies
    at = (review.fingerprint, view.system, view.split)

    def overall(rule: Fitted) -> Prediction:
        # class by class, so that of a moved threshold only one is added up again
        assert rule.thresholds is not None
        below = rule.below if rule.below is not None else np.zeros(len(of), dtype=bool)
        parts = [
            _expected_at(digest(*at, c, t, b, of[c]), tallies[c], t, b, of[c])
            for c, (t, b) in enumerate(zip(rule.thresholds.tolist(), below.tolist(), strict=True))
        ]
        return mean_prediction(parts, [tally.n for tally in tallies])

    best = cache.fitted(review, view.system, Cut("expected_loss", costs=costs))
    return ExpectedLosses(overall(fitted), overall(best))


@st.cache_resource(max_entries=24, show_spinner=False)
def _tied(key: str, _part: ScoredSplit, _cut: Cut) -> int:
    return int(top_k(_part.scores, _cut.k, _cut.ties).tied.sum())


def tied_documents(review: Review, system: str, split: str | None, cut: Cut) -> int:
    """Documents with equal scores on both sides of their k best classes."""
    key = digest(review.fingerprint, system, split, cut.k)
    return _tied(key, cache.scored_of(review, system, split), cut)
