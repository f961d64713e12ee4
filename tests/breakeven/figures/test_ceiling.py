"""The figure of people and systems: what stands in it, and that names stay names."""

from __future__ import annotations

import numpy as np

from breakeven.figures.ceiling import Reach, ceiling_figure
from breakeven.figures.figure import pack_figure
from tests.pages.reading import bare

NAN = float("nan")


def test_everybody_has_a_row_and_peoples_mean_goes_through_all() -> None:
    figure = ceiling_figure(
        [
            Reach(None, "people", 0.8, 0.75, 0.85),
            Reach("anna", "person", 0.82, 0.7, 0.9),
            Reach("svm", "system", 0.84, 0.8, 0.88),
            Reach("svm", "noise", 0.83, 0.7, 0.95, 0.9),
        ],
        "F₁",
    )
    ticks = [bare(tick) for tick in figure["layout"]["yaxis"]["ticktext"]]
    assert ticks == ["people", "anna", "svm", "svm · truth"]
    assert figure["layout"]["xaxis"]["range"] == [-0.02, 1.02]
    line, box = figure["layout"]["shapes"]
    assert line["x0"] == line["x1"] == 0.8
    assert (box["x0"], box["x1"]) == (0.75, 0.85)
    values = {trace["name"]: list(trace["x"]) for trace in figure["data"]}
    assert values["people, mean"] == [0.8]
    assert values["if label errors are independent"] == [0.9]
    noise = figure["data"][3]
    np.testing.assert_allclose(noise["error_x"]["array"], [0.12])
    np.testing.assert_allclose(noise["error_x"]["arrayminus"], [0.13])


def test_names_are_shown_and_never_run() -> None:
    hostile = "<img src=x onerror=alert(1)>%{x}"
    figure = ceiling_figure(
        [Reach(hostile, "person", NAN, NAN, NAN), Reach("", "system", 0.5, 0.4, 0.6)], "F₁"
    )
    text = str(pack_figure(figure, dark=True))
    assert "<img" not in text
    assert "&lt;img" in text
    assert "(empty name)" in text


def test_without_people_there_is_no_line() -> None:
    figure = ceiling_figure([Reach(None, "people", NAN, NAN, NAN)], "F₁")
    assert "shapes" not in figure["layout"]
