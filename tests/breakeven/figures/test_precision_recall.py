"""What is marked on a curve of precision against recall: break-even and the eleven points."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from breakeven.figures.figure import Figure, system_look
from breakeven.figures.precision_recall import CATEGORY_PIVOT, CurveMarks, NamedCurve, pr_figure
from metrics.ranking.break_even import break_even
from metrics.ranking.curves import operating_points
from metrics.ranking.eleven_point import LEVELS, eleven_point, interpolated_precision
from metrics.tallies import ScoreTally, tally_scores


def marked(tally: ScoreTally) -> Figure:
    marks = CurveMarks(
        eleven_point(tally), interpolated_precision(tally), CATEGORY_PIVOT, break_even(tally),
        moved=False,
    )  # fmt: skip
    curve = NamedCurve("a", system_look(0), operating_points(tally), tally.at(0.5))
    return pr_figure([curve], marks, [], float("nan"), "F₁")


def ranked(*true: bool) -> ScoreTally:
    return tally_scores(np.linspace(1, 0, len(true)), np.array(true))


@pytest.mark.parametrize(
    ("true", "named"),
    [
        # two assigned, two true: precision and recall are 1/2 there
        ((True, False, True, False), "break-even 0.500"),
        # of three that score alike two are true: P is 2/3 and R is 1, between them 5/6
        ((), "break-even 0.833, interpolated"),
    ],
)
def test_break_even_is_named_with_its_value_and_how_it_was_got(
    true: tuple[bool, ...], named: str
) -> None:
    tied = tally_scores(np.ones(3), np.array([True, True, False]))
    figure = marked(ranked(*true) if true else tied)
    assert named in [note["text"] for note in figure["layout"]["annotations"]]


def test_the_eleven_points_lie_on_a_step_line_that_never_rises() -> None:
    figure = marked(ranked(True, False, True, False))
    steps, points = (
        trace for trace in figure["data"] if trace.get("legendgroup") == "eleven points"
    )
    # up to recall 1/2 the first alone, precision 1; beyond it the first three, 2 of 3
    assert_allclose(points["y"], np.where(LEVELS <= 0.5, 1, 2 / 3))
    drawn = [
        steps["y"][np.searchsorted(steps["x"], level - 1e-9)] for level in points["x"].tolist()
    ]
    assert_allclose(drawn, points["y"])
