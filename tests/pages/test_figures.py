"""Every figure on the pages is one that Plotly knows, with readable text."""

from __future__ import annotations

import plotly.graph_objects as go
import pytest

from tests.pages.reading import figures_of, open_page

DRAWN = {
    "overview": 1,
    "classes": 1,
    "curves": 1,
    "confusion": 1,
    "thresholds": 1,
    "compare": 1,
}


@pytest.mark.parametrize("page", DRAWN)
def test_plotly_takes_every_figure_as_it_is_sent(page: str) -> None:
    # the part of a page that has its figures, where it does not open on it
    part = {"thresholds__part": "class"}
    figures = figures_of(open_page(page, review="reuters", system="svm", **part))
    assert len(figures) >= DRAWN[page]
    for figure in figures:
        assert go.Figure(figure).to_dict()["layout"]["template"]  # ValueError for what it does not
