"""A picture says inside what it is and what it is about, and its points come along as columns."""

from __future__ import annotations

import numpy as np

from breakeven.figures.figure import (
    PAGE_IN_DARK,
    Figure,
    cell_axes,
    error_bars,
    finish_figure,
    heatmap,
    literal,
    new_figure,
    pack_figure,
    row_axis,
    scatter,
    x_axis,
    y_axis,
)
from breakeven.figures.picture import picture_of, points_of

ROWS = ["<b>a</b>", "\u202eb"]


def dots() -> Figure:
    x, y = np.array([0.25, 0.5]), np.arange(2)
    of = scatter(
        x=x, y=y, error_x=error_bars(x, x - 0.25, x + 0.125), mode="markers", name=literal("s & t")
    )
    figure = new_figure(of, scatter(x=[0.1], y=[0], mode="text", text=["aside"]))
    x_axis(figure, title="F₁")
    y_axis(figure, **row_axis([literal(name) for name in ROWS]))
    return pack_figure(finish_figure(figure, height=300))


def test_title_and_what_it_is_about_stand_above_the_plot() -> None:
    sent = dots()
    picture = picture_of(sent, "How <good> is it? " + "word " * 20, ["r · 3 documents"], dark=True)
    layout = picture["layout"]
    title = layout["title"]["text"]
    # 17 + 20 x 5 signs in lines of at most 66 are two
    assert title.startswith("<b>How &lt;good&gt; is it? word")
    assert title.count("<br>") == 2
    assert "r · 3 documents" in title
    # room for two lines of 15 pixels and one of 12, the rest of the figure as high as it was
    added = layout["margin"]["t"] - 32
    assert added == 1.35 * (2 * 15 + 12) + 24
    assert layout["height"] == 300 + added
    assert layout["paper_bgcolor"] == PAGE_IN_DARK
    assert "title" not in sent["layout"]  # the page's figure is still its own


def test_a_legend_above_the_plot_gets_room_below_the_title() -> None:
    many = [scatter(x=[0], y=[0], name="w" * 60) for _ in range(6)]
    high, low = (
        picture_of(finish_figure(new_figure(*many[:n]), height=300), "t", [], dark=False)["layout"]
        for n in (6, 1)
    )
    # a single trace has no legend; six names of 48 + 7 x 60 pixels are five rows of 640
    assert high["height"] - low["height"] == 5 * 20 + 12 - 32


def test_points_come_with_the_names_of_their_axes_and_rows() -> None:
    assert points_of(dots()) == {
        "series": ["s & t", "s & t"],
        "F₁": [0.25, 0.5],
        "y": ["<b>a</b>", "\u202eb"],
        "F₁, low": [0.0, 0.25],
        "F₁, high": [0.375, 0.625],
    }


def test_cells_come_as_row_column_and_value_without_empty_ones() -> None:
    figure = new_figure(heatmap(z=np.array([[1.0, np.nan], [3.0, 4.0]])))
    cell_axes(figure, ["one", "two"])
    y_axis(figure, title="true")
    x_axis(figure, title="assigned")
    assert points_of(pack_figure(finish_figure(figure))) == {
        "true": ["one", "two", "two"],
        "assigned": ["one", "one", "two"],
        "value": [1.0, 3.0, 4.0],
    }
