"""Expected F of classes: the realised one stands beside it where it is known."""

from __future__ import annotations

import numpy as np
from numpy.testing import assert_allclose

from breakeven.figures.expected_f import expected_f_figure
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
