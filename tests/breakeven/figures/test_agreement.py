"""The heatmap of everybody, two by two."""

from __future__ import annotations

import numpy as np
import pytest

from breakeven.figures.agreement import pairwise_agreement_figure
from tests.pages.reading import bare


def test_cells_lines_and_numbers() -> None:
    values = np.array([[np.nan, 0.9, 0.2], [0.9, np.nan, -0.1], [0.2, -0.1, np.nan]])
    documents = np.where(np.isnan(values), np.nan, 7)
    figure = pairwise_agreement_figure(["<b>x</b>", "y", "m"], values, documents, 2, "κ")
    trace, layout = figure["data"][0], figure["layout"]
    assert trace["zmin"] == -0.1  # less than chance is not cut
    assert [a["text"] for a in layout["annotations"]] == ["0.90", "0.20", "0.90", "-0.10", "0.20",
                                                          "-0.10"]  # fmt: skip
    # people end after the second
    assert [shape["x0"] for shape in layout["shapes"]] == [0, 1.5]
    assert bare(layout["xaxis"]["ticktext"][0]) == "&lt;b&gt;x&lt;/b&gt;"
    assert "of 7 documents" in trace["text"][0][1]
    assert "−0.100" in trace["text"][1][2]
    assert trace["text"][1][1] == ""


def test_many_names_have_a_scale_instead_of_numbers() -> None:
    values = np.full((20, 20), 0.5)
    np.fill_diagonal(values, np.nan)
    figure = pairwise_agreement_figure(
        [f"p{i}" for i in range(20)], values, values, 20, "F", dark=True
    )
    assert "annotations" not in figure["layout"]
    assert figure["data"][0]["showscale"]
    assert "shapes" not in figure["layout"]


def test_nothing_shared_is_drawn_as_nothing() -> None:
    values = np.full((2, 2), np.nan)
    figure = pairwise_agreement_figure(["x", "y"], values, values, 2, "F")
    assert figure["layout"]["annotations"] == []
    assert "of 0 documents" in figure["data"][0]["text"][0][1]


@pytest.mark.parametrize("n", [30, 31])
def test_names_beside_many_rows_are_not_larger_than_a_row(n: int) -> None:
    layout = pairwise_agreement_figure(
        [f"p{i}" for i in range(n)], np.full((n, n), 0.5), np.full((n, n), 9), n, "F"
    )["layout"]
    # what is left of the height for a row more, which names take
    row = layout["height"] / n - 150 / n
    assert 9 <= layout["xaxis"]["tickfont"]["size"] < row
