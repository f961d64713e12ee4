"""One ranking at every threshold: precision against recall, ROC and net benefit.

As numbers, as a table and as a figure. Tested in `tests/breakeven/results/test_curves.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict, get_args

import numpy as np

from breakeven.analysis.comparison.pooled_benefit import benefit_of
from breakeven.analysis.comparison.roc_areas import pooled_area
from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.evaluation.curves import Curves
from breakeven.analysis.evaluation.cut import THRESHOLDS
from breakeven.analysis.evaluation.fit import fit_cut, fit_thresholds
from breakeven.analysis.evaluation.scored import ScoredSplit
from breakeven.analysis.selection.selection import system_of, system_place
from breakeven.data.wording import (
    cell_of,
    exact_of,
    examples,
    f_name,
    figure_of,
    interval_text,
    quoted,
)
from breakeven.figures.figure import Figure, SystemLook, short, system_look
from breakeven.figures.net_benefit import NamedNetBenefit, net_benefit_figure
from breakeven.figures.precision_recall import (
    CATEGORY_PIVOT,
    POOLED_LIST,
    CurveMarks,
    NamedCurve,
    pr_figure,
)
from breakeven.figures.roc import NamedRoc, roc_figure
from breakeven.results.counted import CountedResult
from breakeven.results.evaluation import EvaluationResult
from breakeven.results.rankings import break_even_data, eleven_point_data
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.values import plain_ends, plain_number, plain_rows
from metrics.measures import fallout, precision, prevalence, recall
from metrics.ranking import break_even, curves, eleven_point, roc
from metrics.ranking.break_even import BreakEven
from metrics.ranking.curves import F_LEVELS, OperatingPoints, iso_f
from metrics.ranking.eleven_point import LEVELS, ElevenPoint, InterpolatedPrecision
from metrics.ranking.net_benefit import NetBenefit, net_benefit_curve
from metrics.ranking.roc import RocPoints
from metrics.tallies import ContingencyTable, ScoreTally
from metrics.typing import Array
from metrics.uncertainty.intervals import Interval, without_ends

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go


# what a curve is of, in memory or counted by an engine
RankedResult: TypeAlias = EvaluationResult | CountedResult


# --- the points of a curve as a table


def points_frame(points: OperatingPoints) -> pd.DataFrame:
    """One row per point, by falling threshold: what is assigned there, and what that is worth."""
    import pandas as pd

    return pd.DataFrame(
        {
            "threshold": points.threshold.astype(float),
            "precision": points.precision,
            "recall": points.recall,
            "assigned": points.assigned,
            "tp": points.tp,
        }
    )


# --- Precision against recall at every threshold, as numbers and as a figure


@dataclass(frozen=True, repr=False, eq=False)
class PrCurve:
    """The attainable points of one ranking, and the figures that are read off them.

    `look`: of its system; `interpolated`: the step line that the eleven points lie on; `now`: the
    table of the decisions as they are; `pooled`: whether all document/class pairs are one ranking.
    """

    name: str
    look: SystemLook
    points: OperatingPoints
    break_even: BreakEven
    eleven_point: ElevenPoint
    interpolated: InterpolatedPrecision
    average_precision: float
    now: ContingencyTable
    beta: float
    pooled: bool

    def frame(self) -> pd.DataFrame:
        """One row per corner of the curve, by falling threshold."""
        return points_frame(self.points)

    def plot(self) -> go.Figure:
        """The curve over lines of equal F, with break-even and eleven points marked."""
        import plotly.graph_objects as go

        figure = pr_figure(
            [NamedCurve(self.name, self.look, self.points, self.now)],
            CurveMarks(
                self.eleven_point,
                self.interpolated,
                POOLED_LIST if self.pooled else CATEGORY_PIVOT,
                self.break_even,
                moved=False,
            ),
            [iso_f(level, self.beta) for level in F_LEVELS],
            float(prevalence(self.now)),
            f_name(self.beta),
        )
        return go.Figure(_titled(figure, self._finding))

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven curves --format json` prints; undefined is None."""
        return {
            "curve": "precision-recall",
            "of": self.name,
            "break_even": break_even_data(self.break_even),
            "eleven_point": eleven_point_data(self.eleven_point),
            "average_precision": plain_number(self.average_precision),
            "now": _now_data(self.now),
            "points": plain_rows(self.frame()),
        }

    def to_markdown(self) -> str:
        """What `breakeven curves` prints."""
        point = self.break_even
        rows = [
            ["break-even", cell_of(point.value), point.how],
            ["eleven-point average", cell_of(self.eleven_point.average), ""],
            ["average precision", cell_of(self.average_precision), ""],
            ["precision now", cell_of(float(precision(self.now))), ""],
            ["recall now", cell_of(float(recall(self.now))), ""],
        ]
        eleven = eleven_point_data(self.eleven_point)["levels"]
        levels = [[f"{x:.1f}", cell_of(y)] for x, y in zip(LEVELS.tolist(), eleven, strict=True)]
        return "\n\n".join(
            (
                f"# Precision against recall: {in_markdown(self.name)}",
                markdown_table(["", "value", "how"], rows),
                markdown_table(["recall", "interpolated precision"], levels),
            )
        )

    @property
    def _finding(self) -> str:
        """What the curve shows, as text of a figure."""
        at = self.break_even
        if at.how == "undefined":
            return f"Precision and recall of {short(self.name)}"
        return f"Precision and recall of {short(self.name)} break even at {figure_of(at.value, 2)}"

    def __repr__(self) -> str:
        at = self.break_even
        return (
            f"<Precision and recall of {self.name}: break-even {cell_of(at.value)} ({at.how}), "
            f"eleven-point {cell_of(self.eleven_point.average)}, average precision "
            f"{cell_of(self.average_precision)}>"
        )


def pr_curve(evaluation: RankedResult, of: str | None = None) -> PrCurve:
    """The curve of a class, or of all document/class pairs as one ranking (None).

    ValueError for an unknown class, and where there are no scores.

    >>> import breakeven as be
    >>> review = be.from_arrays([1, 0, 1, 0], y_score=[0.9, 0.8, 0.7, 0.1])
    >>> be.pr_curve(be.evaluate(review), "1").break_even.value
    0.5
    """
    c, tally = _ranked(evaluation, of)
    return PrCurve(
        _name_of(of),
        _look_of(evaluation),
        curves.pr_curve(tally),
        break_even.break_even(tally),
        eleven_point.eleven_point(tally),
        eleven_point.interpolated_precision(tally),
        curves.average_precision(tally),
        _table_now(evaluation, c),
        evaluation.beta,
        c is None,
    )


def _ranked(e: RankedResult, name: str | None) -> tuple[int | None, ScoreTally]:
    """Which class is ranked, and its scores; None for all pairs, with theirs."""
    rankings = _rankings(e)
    if name is None:
        return None, rankings.pooled
    if name not in e.classes:
        raise ValueError(f"there is no class {name!r}; choose one of {examples(e.classes)}")
    c = e.classes.index(name)
    return c, rankings.tallies[c]


def _rankings(e: RankedResult) -> ScoredSplit | Curves:
    """What follows from the scores; ValueError without any, and where not all came back."""
    rankings = _evaluation_of(e).rankings
    if rankings is None:
        raise ValueError(f"{e.system} has no scores; a curve needs them")
    if absent := _evaluation_of(e).not_counted.get("every_threshold"):
        raise ValueError(f"{absent}; round the scores, and there are fewer")
    return rankings


def _evaluation_of(e: RankedResult) -> BaseEvaluation:
    return e if isinstance(e, CountedResult) else e.evaluation


def _name_of(name: str | None) -> str:
    return "all classes pooled" if name is None else name


def _look_of(e: RankedResult) -> SystemLook:
    # a table has one system
    return system_look(0 if isinstance(e, CountedResult) else system_place(e.review, e.system))


def _table_now(e: RankedResult, c: int | None) -> ContingencyTable:
    return e.tables.pooled() if c is None else e.tables[c]


class NowData(TypedDict):
    """How the decisions of now stand, as JSON has it."""

    precision: float | None
    recall: float | None
    fallout: float | None


def _now_data(now: ContingencyTable) -> NowData:
    p, r, f = (plain_number(measure(now)) for measure in (precision, recall, fallout))
    return {"precision": p, "recall": r, "fallout": f}


def _titled(figure: Figure, finding: str) -> Figure:
    figure["layout"]["title"] = {"text": finding}
    figure["layout"]["margin"] |= {"t": 56}
    return figure


# --- Recall against fallout: the ROC curve


# below it an area near 1 says little by itself
RARE = 0.05


def roc_finding(
    name: str, area: Interval, average_precision: float, share: float
) -> str:  # fmt: skip
    """What a ROC curve shows: its area, with its interval; average precision of a rare class.

    `name`: ready as it is shown. `share`: the prevalence of the class.
    """
    value = float(area.value)
    if np.isnan(value):
        return f"{name} has no ROC curve: it needs documents inside and outside the class"
    ends = interval_text(float(area.low), float(area.high))
    text = f"{name}: ROC AUC {figure_of(value)}"
    text += "" if np.isnan(float(area.low)) else f" ({ends})"
    if share < RARE:
        text += f"; rare, so read average precision: {figure_of(average_precision)}"
    return text


@dataclass(frozen=True, repr=False, eq=False)
class RocCurve:
    """Recall against fallout at every threshold of one ranking.

    `area` under it, with DeLong's 95 % interval; of all classes pooled, from what each document
    moves. `average_precision` and `prevalence` are of the same ranking; `now`: the table of the
    decisions.
    """

    name: str
    look: SystemLook
    points: RocPoints
    area: Interval
    average_precision: float
    prevalence: float
    now: ContingencyTable

    @property
    def finding(self) -> str:
        """What it shows, in a line of plain text."""
        return roc_finding(self.name, self.area, self.average_precision, self.prevalence)

    def frame(self) -> pd.DataFrame:
        """One row per corner of the curve, by falling threshold; ±inf at its ends."""
        import pandas as pd

        points = self.points
        return pd.DataFrame(
            {"threshold": points.threshold, "fallout": points.fallout, "recall": points.recall}
        )

    def plot(self) -> go.Figure:
        """The curve over the line of chance, with the decisions of now."""
        import plotly.graph_objects as go

        named = NamedRoc(self.name, self.look, self.points, self.now)
        title = roc_finding(short(self.name), self.area, self.average_precision, self.prevalence)
        return go.Figure(_titled(roc_figure([named], moved=False), title))

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven curves --view roc --format json` prints; undefined and ±inf are None."""
        rows = [
            {key: None if value is None or np.isinf(value) else value for key, value in row.items()}
            for row in plain_rows(self.frame())
        ]  # fmt: skip
        return {
            "curve": "roc",
            "of": self.name,
            "roc_auc": plain_number(self.area.value),
            "roc_auc_95": plain_ends(self.area),
            "average_precision": plain_number(self.average_precision),
            "prevalence": plain_number(self.prevalence),
            "now": _now_data(self.now),
            "points": rows,
        }

    def to_markdown(self) -> str:
        """What `breakeven curves --view roc` prints."""
        low, high = float(self.area.low), float(self.area.high)
        rows = [
            ["ROC AUC", cell_of(float(self.area.value)), _ends_cell(low, high)],
            ["average precision", cell_of(self.average_precision), ""],
            ["prevalence", cell_of(self.prevalence), ""],
            ["fallout now", cell_of(float(fallout(self.now))), ""],
            ["recall now", cell_of(float(recall(self.now))), ""],
        ]
        return "\n\n".join(
            (
                f"# ROC curve: {in_markdown(self.name)}",
                f"{in_markdown(self.finding)}.",
                markdown_table(["", "value", "95 % interval"], rows),
            )
        )

    def __repr__(self) -> str:
        return f"<ROC curve: {self.finding}>"


def roc_curve(evaluation: RankedResult, of: str | None = None) -> RocCurve:
    """The ROC curve of a class, or of all document/class pairs as one ranking (None).

    ValueError for an unknown class, and where there are no scores.

    >>> import breakeven as be
    >>> review = be.from_arrays([1, 0, 1, 0], y_score=[0.9, 0.8, 0.7, 0.1])
    >>> float(be.roc_curve(be.evaluate(review), "1").area.value)
    0.75
    """
    c, tally = _ranked(evaluation, of)
    if c is not None:
        areas = _rankings(evaluation).roc_areas
        area = Interval(areas.low[c], areas.high[c], value=areas.value[c])
    elif isinstance(evaluation, CountedResult):
        # documents that an engine counted cannot be told apart
        area = without_ends(roc.places_in(tally).area)
    else:
        area = pooled_area(evaluation.evaluation)
    return RocCurve(
        _name_of(of),
        _look_of(evaluation),
        roc.roc_curve(tally),
        area,
        curves.average_precision(tally),
        float(tally.r / tally.n) if tally.n else float("nan"),
        _table_now(evaluation, c),
    )


# --- What decisions at a probability are worth


NO_NET_BENEFIT = (
    "Net benefit needs probabilities: a threshold of 0.2 says that one hit is worth four false "
    "alarms, which is only true of probabilities"
)
UNBOUNDED_BENEFIT = "Net benefit counts false alarms a document, and true negatives are not known"


def net_benefit_finding(name: str, curve: NetBenefit, threshold: float) -> str:
    """What a curve says at a threshold, or at the nearest where it was counted.

    `name`: ready as it is shown; `threshold` NaN: where the curve has its middle.
    """
    if np.isnan(curve.value).all():
        return f"{name} has no net benefit: there are no documents"
    i = int(np.abs(curve.threshold - (0.5 if np.isnan(threshold) else threshold)).argmin())
    text = f"{name}: net benefit {figure_of(float(curve.value[i]))}"
    if not np.isnan(curve.low[i]):
        text += f" ({interval_text(float(curve.low[i]), float(curve.high[i]))})"
    every = figure_of(float(curve.assign_all[i]))
    threshold_text = exact_of(float(curve.threshold[i]))
    return f"{text} at {threshold_text}; predicting it for all {every}, for none 0"


@dataclass(frozen=True, repr=False, eq=False)
class NetBenefitCurve:
    """What one ranking's decisions are worth at every threshold on its probabilities.

    `curve`: at each hundredth, with its band; `prevalence`: the most that it can be. `threshold`:
    of the decisions of now, NaN where none made them; `now`: their net benefit, NaN likewise.
    """

    name: str
    look: SystemLook
    curve: NetBenefit
    prevalence: float
    threshold: float
    now: float

    @property
    def finding(self) -> str:
        """What it shows, in a line of plain text."""
        return net_benefit_finding(self.name, self.curve, self.threshold)

    def frame(self) -> pd.DataFrame:
        """One row a threshold: net benefit, the ends of its 95 % interval, and that of all."""
        import pandas as pd

        curve = self.curve
        return pd.DataFrame(
            {
                "threshold": curve.threshold,
                "net_benefit": curve.value,
                "low_95": curve.low,
                "high_95": curve.high,
                "assign_all": curve.assign_all,
            }
        )

    def plot(self) -> go.Figure:
        """The curve with its band, beside assigning the class to all documents and to none."""
        import plotly.graph_objects as go

        now = self.threshold, self.now
        named = NamedNetBenefit(self.name, self.look, self.curve, self.prevalence, now)
        title = net_benefit_finding(short(self.name), self.curve, self.threshold)
        return go.Figure(_titled(net_benefit_figure([named], moved=False), title))

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven curves --view net-benefit --format json` prints; undefined is None."""
        return {
            "curve": "net-benefit",
            "of": self.name,
            "prevalence": plain_number(self.prevalence),
            "now": {
                "threshold": plain_number(self.threshold),
                "net_benefit": plain_number(self.now),
            },
            "points": plain_rows(self.frame()),
        }

    def to_markdown(self) -> str:
        """What `breakeven curves --view net-benefit` prints: every twentieth of a threshold."""
        rows = [
            [f"{t:.2f}", cell_of(value), _ends_cell(low, high), cell_of(every), cell_of(0.0)]
            for t, value, low, high, every in self.frame().iloc[4::5].itertuples(index=False)
        ]
        head = ["threshold", "net benefit", "95 % interval", "for all", "for none"]
        return "\n\n".join(
            (
                f"# Net benefit: {in_markdown(self.name)}",
                f"{in_markdown(self.finding)}.",
                markdown_table(head, rows),
            )
        )

    def __repr__(self) -> str:
        return f"<Net benefit: {self.finding}>"


def net_benefit(evaluation: RankedResult, of: str | None = None) -> NetBenefitCurve:
    """Net benefit of a class, or of all document/class pairs as one ranking (None).

    The band is a 95 % interval at each threshold by itself, by documents, or clusters of them: all
    pairs of one stand and fall together. Of all pairs that an engine counted there is none.
    ValueError for an unknown class, and where scores are no probabilities.

    >>> import breakeven as be
    >>> review = be.from_arrays([1, 0, 1, 0], y_score=[0.9, 0.8, 0.7, 0.1], probabilities=True)
    >>> float(round(be.net_benefit(be.evaluate(review), "1").frame()["net_benefit"][49], 3))
    0.25
    """
    c, tally = _ranked(evaluation, of)
    if why := why_no_net_benefit(evaluation):
        raise ValueError(f"{why}; read them with probabilities=True (--probabilities) if they are")
    if isinstance(evaluation, CountedResult):
        worth = None if c is None else _rankings(evaluation).worth_of(c)
        # documents that an engine counted cannot be told apart
        curve = net_benefit_curve(tally, worth=worth, interval=c is not None)
    else:
        curve = benefit_of(evaluation.evaluation, c)
    threshold, now = _threshold_now(evaluation, c), float("nan")
    if not np.isnan(threshold):
        now = float(net_benefit_curve(tally, np.array([threshold]), interval=False).value[0])
    share = float(tally.r / tally.n) if tally.n else float("nan")
    return NetBenefitCurve(_name_of(of), _look_of(evaluation), curve, share, threshold, now)


def why_no_net_benefit(evaluation: RankedResult) -> str | None:
    """Why there is no net benefit of a system's scores; None where there is."""
    if isinstance(evaluation, CountedResult):
        probabilities, unbounded = evaluation.probabilities, False
    else:
        probabilities = system_of(evaluation.review, evaluation.system).probabilities
        unbounded = evaluation.scored.unbounded
    if not probabilities:
        return f"{NO_NET_BENEFIT}; the scores of {quoted(evaluation.system)} are none"
    return UNBOUNDED_BENEFIT if unbounded else None


def _threshold_now(e: RankedResult, c: int | None) -> float:
    """The threshold that made the decisions, in (0, 1); NaN where none did, or many."""
    if e.cut.rule not in (*THRESHOLDS, "expected_loss") or e.cut.cross_fitted:
        return float("nan")
    if isinstance(e, CountedResult):
        # what is tuned on scores comes to an engine as a threshold of each class
        fitted = fit_thresholds(e.cut, e.classes)
    else:
        fitted = fit_cut(e.review.truth, system_of(e.review, e.system), e.cut)
    return threshold_in_use(fitted.thresholds, c)


def threshold_in_use(thresholds: Array | None, c: int | None) -> float:
    """The threshold of a class, or the one of all; NaN where there is none inside (0, 1)."""
    if thresholds is None or (c is None and (thresholds != thresholds[0]).any()):
        return float("nan")
    value = float(thresholds[0 if c is None else c])
    return value if 0 < value < 1 else float("nan")


def _ends_cell(low: float, high: float) -> str:
    return "" if np.isnan(low) else f"{cell_of(low)} to {cell_of(high)}"


# --- The views of one ranking


CurveView: TypeAlias = Literal["precision-recall", "roc", "net-benefit"]
VIEWS: tuple[CurveView, ...] = get_args(CurveView)
VIEW_NAMES: Mapping[CurveView, str] = {
    "precision-recall": "Precision–recall",
    "roc": "ROC",
    "net-benefit": "Net benefit",
}
