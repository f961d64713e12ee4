"""Expected F of classes: the realised one stands beside it where it is known."""

from __future__ import annotations

import numpy as np
from numpy.testing import assert_allclose

from breakeven.figures.expected_f import expected_against_realised, expected_f_figure
from breakeven.figures.figure import Figure


def figure(realised: np.ndarray | None) -> Figure:
    values = np.array([0.5, 0.75])
    ends = {"low": values - 0.1, "high": values + 0.1}
    return expected_f_figure(
        ["a", "b"], exact=values, approximate=values, **ends, realised=realised, f="F₁"
    )


def test_what_was_realised_is_drawn_where_it_is_known() -> None:
    def named(figure: Figure) -> dict[str, list[float]]:
        return {trace["name"]: list(trace["x"]) for trace in figure["data"]}

    assert "actual" not in named(figure(None))
    both = named(figure(np.array([0.25, 1.0])))
    assert_allclose(both["actual"], [0.25, 1.0])
    assert_allclose(both["expected F₁, exact"], [0.5, 0.75])


def test_the_diagonal_is_where_the_estimate_was_right() -> None:
    values = np.array([0.25, 0.75])
    line, dots = expected_against_realised(["a", "b"], values, values[::-1], values, "F₁")["data"]
    assert (line["x"], line["y"]) == ([0, 1], [0, 1])
    assert_allclose([dots["x"], dots["y"]], [[0.25, 0.75], [0.75, 0.25]])
