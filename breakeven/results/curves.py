"""Precision against recall at every threshold, as numbers, as a table and as a figure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from breakeven.analysis.selection.selection import system_place
from breakeven.data.wording import cell_of, examples, f_name, figure_of
from breakeven.figures.figure import SystemLook, short, system_look
from breakeven.figures.precision_recall import (
    CATEGORY_PIVOT,
    POOLED_LIST,
    CurveMarks,
    NamedCurve,
    pr_figure,
)
from breakeven.results.evaluation import EvaluationResult
from metrics.measures import prevalence
from metrics.ranking import break_even, curves, eleven_point
from metrics.ranking.break_even import BreakEven
from metrics.ranking.curves import F_LEVELS, OperatingPoints, iso_f
from metrics.ranking.eleven_point import ElevenPoint, InterpolatedPrecision
from metrics.tallies import ContingencyTable

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go


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
        figure["layout"]["title"] = {"text": self._finding}
        figure["layout"]["margin"] |= {"t": 56}
        return go.Figure(figure)

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


def pr_curve(evaluation: EvaluationResult, of: str | None = None) -> PrCurve:
    """The curve of a class, or of all document/class pairs as one ranking (None).

    ValueError for an unknown class, and where there are no scores.

    >>> import breakeven as be
    >>> review = be.from_arrays([1, 0, 1, 0], y_score=[0.9, 0.8, 0.7, 0.1])
    >>> be.pr_curve(be.evaluate(review), "1").break_even.value
    0.5
    """
    e = evaluation
    if not e.scored.has_scores:
        raise ValueError(f"{e.system} has no scores; a curve needs them")
    if of is not None and of not in e.classes:
        raise ValueError(f"there is no class {of!r}; choose one of {examples(e.classes)}")
    c = None if of is None else e.classes.index(of)
    tally = e.scored.pooled if c is None else e.scored.tally(c)
    return PrCurve(
        "all classes pooled" if of is None else of,
        system_look(system_place(e.review, e.system)),
        curves.pr_curve(tally),
        break_even.break_even(tally),
        eleven_point.eleven_point(tally),
        eleven_point.interpolated_precision(tally),
        curves.average_precision(tally) if tally.r else float(np.nan),
        e.tables.pooled() if c is None else e.tables[c],
        e.beta,
        c is None,
    )
