"""Rankings in the plane of precision and recall: each line can be told from the others."""

from __future__ import annotations

import numpy as np
import pytest

from breakeven.figures.rankings import mean_against_f_figure, top_k_figure
from metrics.ranking.break_even import mean_against_f
from metrics.ranking.curves import operating_points
from metrics.tallies import ContingencyTable, ScoreTally


def test_a_fixed_number_of_classes_has_another_colour_than_a_common_threshold() -> None:
    ranked = ScoreTally(np.array([0.1, 0.4, 0.6, 0.9]), np.array([0.6, 0.9]))
    tables = ContingencyTable(*np.array([[0, 1, 2], [0, 1, 2], [2, 1, 0], [2, 1, 0]]))
    figure = top_k_figure(tables, operating_points(ranked), tables[1], [], "F₁")
    lines = {trace["name"]: trace["line"]["color"] for trace in figure["data"] if "line" in trace}
    assert lines["one threshold for all classes"] != lines["k classes for every document"]


@pytest.mark.parametrize("beta", [1 / 32, 1, 16, 32, 64])
def test_the_beta_in_use_is_marked_wherever_the_axis_reaches(beta: float) -> None:
    figure = mean_against_f_figure(mean_against_f(0.75, 0.5), beta)
    low, high = figure["layout"]["xaxis"]["range"]
    at = [shape["x0"] for shape in figure["layout"].get("shapes", ())]
    assert at == [np.log2(beta)] * int(low <= np.log2(beta) <= high)
