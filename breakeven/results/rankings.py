"""What rankings are worth, whatever the threshold: curves, break-even and eleven points.

JSON, Markdown and the report read `RankingAverages`; the report draws the curves, thinned.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, TypedDict

import numpy as np

from breakeven.analysis.comparison.pooled_benefit import benefit_of
from breakeven.analysis.comparison.roc_areas import average_areas
from breakeven.analysis.comparison.shared_documents import SharedDocuments
from breakeven.analysis.evaluation.curves import Curves
from breakeven.analysis.evaluation.eleven_conventions import (
    ElevenPointAverages,
    ElevenPointBy,
    ScoredElevenPoints,
)
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.records import Review
from breakeven.data.wording import cell_of, count_of
from breakeven.results.table_formats import markdown_table
from breakeven.results.values import cell_with_ends, plain_ends, plain_number
from metrics import measures
from metrics.averaging import Average, Undefined
from metrics.ranking.break_even import BreakEven, break_even
from metrics.ranking.curves import average_precision, pr_curve, thinned
from metrics.ranking.eleven_point import ElevenPoint, eleven_point
from metrics.ranking.net_benefit import NetBenefit
from metrics.ranking.roc import places_in, roc_area, roc_curve, thinned_roc
from metrics.tallies import ContingencyTable, ScoreTally
from metrics.typing import Array
from metrics.uncertainty.intervals import Interval, without_ends

# --- what the rankings of all classes come to


ELEVEN_POINT = {
    "macro": "category pivot, macro",
    "pooled": "all pairs as one list",
    "document_closest": "document pivot (Yang), closest point at recall 1",
    "document_interval": "document pivot (Yang), only within [0.9, 1)",
    "trec_eval_9": "as trec_eval up to 9 prints it",
    "trec_eval_current": "as trec_eval's current source prints it",
}


# means over classes, each weighing as it has positives
WEIGHTED = {
    "break_even": "break-even",
    "eleven_point": "eleven-point",
    "average_precision": "average precision",
    "roc_auc": "ROC AUC",
}


@dataclass(frozen=True, kw_only=True)
class BreakEvenRow:
    """The break-even point over all classes in one of its three ways, in [0, 1]; NaN where 0/0.

    `how` it was got, "" for a mean. `threshold`: where it lies, with as few digits as tell it from
    other scores; NaN where each class has its own.
    """

    name: str
    value: float
    how: str
    threshold: float


class BreakEvenData(TypedDict):
    """A break-even point as JSON has it, `how` it was got, and where it lies."""

    value: float | None
    how: str
    threshold: float | None
    precision: float | None
    recall: float | None


class ElevenPointData(TypedDict):
    """Precision at the eleven levels of recall as JSON has it, and their average."""

    levels: list[float | None]
    average: float | None


def break_even_data(point: BreakEven) -> BreakEvenData:
    """A break-even point as JSON has it."""
    return {
        "value": plain_number(point.value),
        "how": point.how,
        "threshold": plain_number(point.threshold),
        "precision": plain_number(point.precision),
        "recall": plain_number(point.recall),
    }


def eleven_point_data(points: ElevenPoint) -> ElevenPointData:
    """Eleven points as JSON has them; None throughout where they are undefined."""
    if math.isnan(points.levels[0]):
        return {"levels": [None] * len(points.levels), "average": None}
    return {
        "levels": [plain_number(value) for value in points.levels],
        "average": plain_number(points.average),
    }


@dataclass(frozen=True, kw_only=True)
class RankingAverages:
    """What the rankings of all classes come to, in [0, 1]; NaN where 0/0.

    `curves`: of the rankings that these are of. `macro_break_even`, `macro_average_precision`,
    `macro_roc_area`: means over classes; `pooled_roc_area`: of all pairs as one ranking.
    `own_break_even`: over all decisions with a threshold for each class, `global_break_even` with
    one for all. `eleven_points`: by every convention that the documents allow. `roc_ends`: the
    intervals of both areas, `macro` and `pooled`, where they were worked out. `weighted`: means
    over classes by their positives, by the names of `WEIGHTED`.
    """

    curves: Curves
    macro_break_even: Average
    own_break_even: BreakEven
    global_break_even: BreakEven
    eleven_points: tuple[ElevenPointBy, ...]
    macro_average_precision: Average
    macro_roc_area: Average
    pooled_roc_area: float
    weighted: Mapping[str, Average]
    roc_ends: Mapping[str, Interval] = field(default_factory=dict)

    @property
    def weighted_rows(self) -> tuple[tuple[str, float], ...]:
        """The weighted means, by what they are called."""
        return tuple(
            (f"{name}, weighted", self.weighted[key].value) for key, name in WEIGHTED.items()
        )

    @property
    def macro_eleven_point(self) -> float:
        """The eleven-point average of the mean over classes; NaN where 0/0."""
        (row,) = (row for row in self.eleven_points if row.convention == "category")
        return row.value.average

    @property
    def short_threshold(self) -> float:
        """The one threshold, with as few digits as tell it from other scores; NaN without one."""
        if math.isnan(self.global_break_even.threshold):
            return math.nan
        return float(self.curves.pooled.short(self.global_break_even.threshold).item())

    @property
    def break_evens(self) -> tuple[BreakEvenRow, ...]:
        """The three of them, by what they are called."""
        average, own, common = self.macro_break_even, self.own_break_even, self.global_break_even
        over = f"all {average.of:,} classes" if average.of != 1 else "the one class"
        if average.left_out:
            over = f"{average.units:,} of {count_of(average.of, 'class', 'classes')}"
        return (
            BreakEvenRow(
                name=f"Macro: the mean over {over}",
                value=average.value,
                how="",
                threshold=math.nan,
            ),
            BreakEvenRow(
                name="Micro, each class at its own point",
                value=own.value,
                how=own.how,
                threshold=math.nan,
            ),
            BreakEvenRow(
                name="Micro, one threshold for all",
                value=common.value,
                how=common.how,
                threshold=self.short_threshold,
            ),
        )

    @property
    def roc_rows(self) -> tuple[tuple[str, Interval], ...]:
        """The areas under ROC curves, by what they are called."""
        area = self.macro_roc_area
        all_classes = count_of(area.of, "class", "classes")
        over = f", over {area.units:,} of {all_classes}" if area.left_out else ""
        return (
            (f"ROC AUC, macro{over}", self._roc_area("macro", area.value)),
            ("ROC AUC, all pairs in one ranking, comparing scores across classes",
             self._roc_area("pooled", self.pooled_roc_area)),
        )  # fmt: skip

    def _roc_area(self, key: str, value: float) -> Interval:
        ends = self.roc_ends.get(key)
        return without_ends(value) if ends is None else Interval(ends.low, ends.high, value=value)

    def to_dict(self) -> dict[str, Any]:
        """The averages under `break_even`, `eleven_point`, `average_precision` and `roc_auc`."""
        weighted = {key: plain_number(self.weighted[key].value) for key in WEIGHTED}
        return {
            "break_even": {
                "macro": plain_number(self.macro_break_even.value),
                "weighted": weighted["break_even"],
                "micro_own_thresholds": break_even_data(self.own_break_even),
                "micro_global": break_even_data(self.global_break_even),
            },
            "eleven_point": {
                convention_key(points): {
                    **eleven_point_data(points.value),
                    "averaged": points.units,
                    "of": points.rankings,
                }
                for points in self.eleven_points
            },
            "eleven_point_weighted": weighted["eleven_point"],
            "average_precision": {
                "macro": plain_number(self.macro_average_precision.value),
                "weighted": weighted["average_precision"],
            },
            "roc_auc": {
                "macro": plain_number(self.macro_roc_area.value),
                "weighted": weighted["roc_auc"],
                "averaged": self.macro_roc_area.units,
                "of": self.macro_roc_area.of,
                "pooled": plain_number(self.pooled_roc_area),
                **{f"{key}_95": plain_ends(ends) for key, ends in self.roc_ends.items()},
            },
        }

    def to_markdown(self) -> str:
        """A table with a row for each."""
        rows = [["break-even, macro", cell_of(self.macro_break_even.value)]]
        for point, which in (
            (self.own_break_even, "own thresholds"),
            (self.global_break_even, "one global threshold"),
        ):
            rows.append([f"break-even, micro, {which}", f"{cell_of(point.value)} ({point.how})"])
        by_key = {convention_key(points): points.value for points in self.eleven_points}
        rows += [
            [f"eleven-point, {name}", cell_of(eleven_point_data(by_key[key])["average"])]
            for key, name in ELEVEN_POINT.items()
            if key in by_key
        ]
        rows.append(["average precision, macro", cell_of(self.macro_average_precision.value)])
        rows += [[name, cell_with_ends(area)] for name, area in self.roc_rows]
        rows += [[name, cell_of(value)] for name, value in self.weighted_rows]
        return markdown_table(["over all classes", "value"], rows)


def convention_key(points: ElevenPointBy) -> str:
    """By which key of `ELEVEN_POINT` data has a convention."""
    return "macro" if points.convention == "category" else points.convention


def ranking_averages(
    points: ElevenPointAverages,
    undefined: Undefined,
    roc_ends: Mapping[str, Interval] = MappingProxyType({}),
) -> RankingAverages:
    """What the rankings of all classes come to, wherever they were counted.

    `roc_ends`: the intervals of areas, as `average_areas` has them of documents in memory.
    """
    curves = points.curves
    return RankingAverages(
        curves=curves,
        macro_break_even=curves.macro_break_even(undefined),
        own_break_even=curves.micro_break_even_own_thresholds(),
        global_break_even=curves.pooled_break_even,
        eleven_points=tuple(points.by(key, undefined) for key in points.conventions),
        macro_average_precision=curves.macro_average_precision(undefined),
        macro_roc_area=curves.macro_roc_area(),
        pooled_roc_area=curves.pooled_roc_area,
        weighted=curves.weighted_means(undefined),
        roc_ends=roc_ends,
    )


# --- the curves to draw


# equal steps of recall, each of up to four points
OF_ALL, OF_A_CLASS = 120, 40


@dataclass(frozen=True, kw_only=True, eq=False)
class RankingCurve:
    """A ranking's points to draw, at most 2,000 of `points`; statistics are of all of them.

    `recall`, `precision`: shape (drawn,), by falling threshold. `levels`: precision at the eleven
    levels of recall, shape (11,). `now`: recall and precision of the decisions, NaN where 0/0.
    `prevalence`: the share of what is ranked that is true. Of classes alone: the points of
    the ROC curve to draw, and `roc_area` under it. `net_benefit`: of classes and of the system's
    own pairs, None where scores are no probabilities.
    """

    name: str
    recall: Array
    precision: Array
    points: int
    break_even: BreakEven
    levels: Array
    eleven_point: float
    average_precision: float
    now: tuple[float, float]
    prevalence: float
    positives: float
    roc_fallout: Array | None = None
    roc_recall: Array | None = None
    roc_area: Interval | None = None
    net_benefit: NetBenefit | None = None


@dataclass(frozen=True, kw_only=True)
class RankingCurves:
    """What rankings are worth, whatever the threshold.

    `all`: of all pairs as one ranking, the system's own first, then others on the same documents;
    `classes`: of some classes, in their order. `averages`: what all classes come to.
    """

    all: tuple[RankingCurve, ...]
    classes: tuple[RankingCurve, ...]
    averages: RankingAverages


def ranking_curves(
    review: Review,
    evaluation: Evaluation,
    common: SharedDocuments | None,
    classes: Sequence[int],
    undefined: Undefined,
) -> RankingCurves | None:
    """Curves of all pairs and of these classes; None where the system has no scores.

    `common`: all systems on the same documents, this one first; None for this one alone.
    """
    scored = evaluation.scored
    if not scored.has_scores:
        return None
    others = () if common is None else common.evaluations[1:]
    ranked = [evaluation, *(e for e in others if e.scored.has_scores)]
    system = next(p for p in review.predictions if p.system == evaluation.system)
    probabilities = system.probabilities and not scored.unbounded
    pooled = [_curve(e.system, e.scored.pooled, e.tables.pooled(), OF_ALL) for e in ranked]
    if probabilities:
        pooled[0] = replace(pooled[0], net_benefit=benefit_of(evaluation, None))
    return RankingCurves(
        all=tuple(pooled),
        classes=tuple(_curve_of_class(evaluation, c, probabilities=probabilities) for c in classes),
        averages=ranking_averages(
            ScoredElevenPoints(scored, review.truth.ids), undefined, average_areas(evaluation)
        ),
    )


def _curve(name: str, tally: ScoreTally, now: ContingencyTable, steps: int) -> RankingCurve:
    points, eleven = pr_curve(tally), eleven_point(tally)
    drawn = thinned(points, steps)
    return RankingCurve(
        name=name,
        recall=np.asarray(drawn.recall, dtype=float),
        precision=np.asarray(drawn.precision, dtype=float),
        points=len(points),
        break_even=break_even(tally),
        levels=eleven.levels,
        eleven_point=eleven.average,
        average_precision=float(average_precision(tally)),
        now=(float(measures.recall(now)), float(measures.precision(now))),
        prevalence=tally.r / tally.n if tally.n else math.nan,
        positives=float(tally.r),
    )


def _curve_of_class(evaluation: Evaluation, c: int, *, probabilities: bool) -> RankingCurve:
    tally, worth = evaluation.scored.tallies[c], evaluation.scored.worth_of(c)
    drawn = thinned_roc(roc_curve(tally), OF_A_CLASS)
    return replace(
        _curve(evaluation.classes[c], tally, evaluation.tables[c], OF_A_CLASS),
        roc_fallout=drawn.fallout,
        roc_recall=drawn.recall,
        roc_area=roc_area(places_in(tally), worth),
        net_benefit=benefit_of(evaluation, c) if probabilities else None,
    )
