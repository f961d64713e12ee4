"""Rankings behind curves: one class, or all document/class pairs, of one system.

Tested in `test_downloads` and `test_curves`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.evaluation.curves import Curves
from breakeven.analysis.evaluation.cut import THRESHOLDS
from breakeven.analysis.evaluation.scored import ScoredSplit
from breakeven.analysis.selection.selection import (
    Selection,
    cut_for,
    splits_of,
    system_of,
    system_place,
)
from breakeven.data.records import Review
from breakeven.data.wording import quoted, threshold_of
from breakeven.figures.alt_text import value_alt_text
from breakeven.figures.figure import SystemLook, system_look
from breakeven.figures.precision_recall import NamedCurve
from breakeven.results.curves import threshold_in_use
from breakeven.ui.app.cache import cache
from breakeven.ui.app.cache.memo import cached
from metrics import measures
from metrics.ranking import break_even, curves, eleven_point
from metrics.ranking.break_even import BreakEven
from metrics.ranking.curves import OperatingPoints
from metrics.ranking.eleven_point import ElevenPoint, InterpolatedPrecision
from metrics.ranking.roc import places_in
from metrics.tallies import ContingencyTable, ScoreTally
from metrics.thresholds.strategies import BestThreshold, best_threshold
from metrics.typing import Array
from metrics.uncertainty.intervals import Interval, f_interval, precision_interval, recall_interval

# more stops than pixels of a slider are none that anybody could hit
MOST_STOPS = 400


@dataclass(frozen=True)
class Ranking:
    """What is shown of one ranking.

    `thresholds`: distinct scores to cut at, falling; `stops`: those of them that the slider stops
    at, rising, and `names`: the same as shown, each unlike the others.
    """

    curve: OperatingPoints
    thresholds: Array
    stops: Array
    names: tuple[str, ...]
    break_even: BreakEven
    eleven: ElevenPoint
    interpolated: InterpolatedPrecision
    average_precision: float
    roc_area: float
    best: BestThreshold


@dataclass(frozen=True)
class PlottedRanking:
    """A curve on the page: whose it is, and `ranking`, None where nothing has a score.

    `class_index` None is the pool of all classes. `look`: of the system, or of what else tells the
    curve from others. `probabilities`: whether its scores are such; `threshold`: the one that made
    the decisions of now, NaN where none did.
    """

    name: str
    evaluation: BaseEvaluation
    class_index: int | None
    ranking: Ranking | None
    look: SystemLook
    probabilities: bool = False
    threshold: float = math.nan

    @property
    def drawn(self) -> NamedCurve:
        """The curve as a figure takes it."""
        points = None if self.ranking is None else self.ranking.curve
        return NamedCurve(self.name, self.look, points, self.now)

    @property
    def subject(self) -> str:
        """What is ranked: the class, or the pool."""
        if self.class_index is None:
            return "all classes pooled"
        return self.evaluation.classes[self.class_index]

    @property
    def now(self) -> ContingencyTable:
        """The table of the decisions as they are."""
        tables = self.evaluation.tables
        return tables.pooled() if self.class_index is None else tables[self.class_index]

    @property
    def scored(self) -> ScoredSplit | Curves:
        """What follows from the scores, which are there where anything was ranked."""
        found = self.evaluation.rankings
        assert found is not None
        return found

    @property
    def tally(self) -> ScoreTally:
        """The scores of the class, or of all pooled, counted."""
        return _tally(self.scored, self.class_index)


def shown(
    review: Review, selection: Selection, system: str, class_index: int | None, name: str
) -> PlottedRanking | None:
    """A curve of any system under the page's choices; None where it does not know the split."""
    predictions = system_of(review, system)
    if selection.split not in splits_of(review.truth, predictions):
        return None
    cut = cut_for(review, selection, predictions)
    evaluation = cache.evaluation(review, system, selection.documents, cut)
    ranking = None
    if evaluation.scored.has_scores:
        ranking = _ranking(evaluation.scored, class_index, selection.beta)
    threshold = math.nan
    if cut.rule in (*THRESHOLDS, "expected_loss") and not cut.cross_fitted:
        threshold = threshold_in_use(cache.fitted(review, system, cut).thresholds, class_index)
    return PlottedRanking(
        name,
        evaluation,
        class_index,
        ranking,
        system_look(system_place(review, system)),
        predictions.probabilities,
        threshold,
    )


def _tally(scored: ScoredSplit | Curves, class_index: int | None) -> ScoreTally:
    return scored.pooled if class_index is None else scored.tallies[class_index]


@cached(entries=64, spinner="Following the threshold …")
def _ranking(scored: ScoredSplit, class_index: int | None, beta: float) -> Ranking | None:
    return ranking_of(_tally(scored, class_index), beta)


def ranking_of(tally: ScoreTally, beta: float) -> Ranking | None:
    """What is shown of a ranking; None where nothing has a score."""
    if not len(tally.scores):
        return None
    curve = curves.pr_curve(tally)
    # without positives there are no corners to stop at, and every score is as good
    stops = curve if tally.r else curves.operating_points(tally)
    drawn = curves.thinned(curve)
    thresholds = stops.threshold.astype(float)
    point, best = break_even.break_even(tally), best_threshold(tally, beta)
    held = _stops(thresholds, [point.threshold, best.threshold])
    return Ranking(
        replace(drawn, threshold=tally.short(drawn.threshold)),
        thresholds,
        held,
        tuple(threshold_of(score) for score in tally.short(held).tolist()),
        point,
        eleven_point.eleven_point(tally),
        eleven_point.interpolated_precision(tally),
        curves.average_precision(tally),
        places_in(tally).area,
        best,
    )


def _stops(thresholds: Array, wanted: Sequence[float]) -> Array:
    """Of falling thresholds so many that a slider shows, rising, and those wanted among them."""
    few = np.linspace(0, len(thresholds) - 1, min(len(thresholds), MOST_STOPS)).round()
    return np.union1d(thresholds[few.astype(int)], [t for t in wanted if np.isfinite(t)])


# with more pairs, cutting them all takes longer than a slider should
MOST_PAIRS = 5_000_000


def intervals_of(
    main: PlottedRanking, table: ContingencyTable, threshold: float | None, beta: float
) -> tuple[Interval, Interval, Interval] | None:
    """Of precision, recall and F in the `table` of a class or of all pooled.

    `threshold` None: the decisions as they are. Those of all pooled are kept together by
    documents, like the micro-averages everywhere; None where these are too many, or not here.
    """
    if main.class_index is not None:
        return precision_interval(table), recall_interval(table), f_interval(table, beta)
    if main.evaluation.documents * len(main.evaluation.classes) > MOST_PAIRS:
        return None
    return _pooled_intervals(main.evaluation, threshold, beta)


@cached(entries=128, spinner=False)
def _pooled_intervals(
    evaluation: BaseEvaluation, threshold: float | None, beta: float
) -> tuple[Interval, Interval, Interval] | None:
    return evaluation.micro_intervals_at(threshold, beta)


def curves_alt_text(plotted: Sequence[PlottedRanking]) -> str:
    """Break-even of each curve, its eleven-point average and where its decisions stand."""
    parts = []
    for curve in plotted:
        p, r = (
            value_alt_text(float(measure(curve.now)))
            for measure in (measures.precision, measures.recall)
        )
        name = f"{quoted(curve.name)} " if len(plotted) > 1 else ""
        point = (
            f"break-even {value_alt_text(curve.ranking.break_even.value)}, eleven-point average "
            f"{value_alt_text(curve.ranking.eleven.average)}"
            if curve.ranking
            else "no scores"
        )
        parts.append(f"{name}{point}, predictions now at precision {p} and recall {r}")
    return "; ".join(parts)
