"""Every figure on the pages is one that Plotly knows, with readable text."""

from __future__ import annotations

import json
import re
from typing import Any

import plotly.graph_objects as go
import pytest

from breakeven.data.wording import figure_of
from breakeven.figures.picture import points_of
from tests.pages.reading import figures_of, open_page, text_of

DRAWN = {
    "summary": 1,
    "classes": 1,
    "curves": 1,
    "confusions": 1,
    "thresholds": 1,
    "compare": 1,
}


@pytest.mark.parametrize("page", DRAWN)
def test_plotly_takes_every_figure_as_it_is_sent_and_its_words_have_its_numbers(page: str) -> None:
    # the part of a page that has its figures, where it does not open on it
    part = {"thresholds__part": "class"}
    app = open_page(page, review="reuters", system="svm", **part)
    figures = figures_of(app)
    assert len(figures) >= DRAWN[page]
    for figure, chart in zip(figures, app.get("plotly_chart"), strict=True):
        drawn, shown = points_of(figure), text_of(app) + written_in(figure)
        there = {figure_of(v) for values in drawn.values() for v in values if isinstance(v, float)}
        for number in re.findall(r"−?\d\.\d{3}\b", chart.proto.alt):
            assert number in there or number in shown, chart.proto.alt
        assert go.Figure(figure).to_dict()["layout"]["template"]  # ValueError for what it does not


def written_in(figure: dict[str, Any]) -> str:
    """The names of what is drawn, and what stands beside it."""
    notes = [note.get("text", "") for note in figure["layout"].get("annotations", ())]
    return " ".join([trace.get("name") or "" for trace in figure["data"]] + notes)


def test_a_point_is_clicked_where_nothing_is_drawn_around_points() -> None:
    (chart,) = open_page("classes", review="reuters").get("plotly_chart")
    assert list(chart.proto.selection_mode) == [chart.proto.SelectionMode.POINTS]
    assert json.loads(chart.proto.spec)["layout"]["clickmode"] == "event+select"
