"""Shares of classes in splits: long figures have their axis and legend where readers begin."""

from __future__ import annotations

import numpy as np
import pytest

from breakeven.figures.figure import Figure
from breakeven.figures.splits import shares_figure
from tests.pages.reading import bare


def of_classes(n: int) -> Figure:
    shares = np.tile(np.arange(1.0, n + 1), (2, 1)) / (n * (n + 1) / 2)
    return shares_figure([f"c{i}" for i in range(n)], ["train", "test"], shares, np.arange(n) < 1)


@pytest.mark.parametrize(("classes", "side"), [(4, "bottom"), (25, "bottom"), (26, "top")])
def test_the_axis_stands_where_it_is_seen_first(classes: int, side: str) -> None:
    assert of_classes(classes)["layout"]["xaxis"]["side"] == side


def test_the_legend_names_the_splits_and_not_the_lines_between() -> None:
    traces = of_classes(4)["data"]
    named = [bare(trace["name"]) for trace in traces if trace.get("showlegend", True)]
    assert named == ["train", "test"]
    assert sum(trace["mode"] == "lines" for trace in traces) == 2
