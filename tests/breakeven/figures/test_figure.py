"""A figure is sent as it was put together, in numbers and colours."""

from __future__ import annotations

import base64
import json
from itertools import combinations

import numpy as np
import pytest

from breakeven.figures.figure import (
    COLOURS,
    DARK,
    IN_DARK,
    LISTED,
    PAGE,
    PAGE_IN_DARK,
    SYSTEM_COLOURS,
    SYSTEMS_IN_DARK,
    TEXT,
    TEXT_IN_DARK,
    add,
    finish_figure,
    literal,
    new_figure,
    pack_figure,
    scatter,
    set_layout,
    stack_axes,
    system_look,
    with_counts,
    x_axis,
    y_axis,
)
from tests.contrast import contrast, unreadable


@pytest.mark.parametrize(
    "values",
    [
        np.array([0.25]),
        np.array([0.5, np.nan, -3.0]),
        np.array([1, 200, 300]),
        np.array([-1, 100]),
        np.array([[1.5, 0.1], [3.0, 4.0]], dtype=np.float32),
        np.array([], dtype=np.int64),
    ],
)
@pytest.mark.parametrize("times", [1, LISTED, LISTED + 1])
def test_numbers_arrive_as_they_were(values: np.ndarray, times: int) -> None:
    values = np.concatenate([values] * times)
    sent = json.loads(json.dumps(pack_figure(new_figure(scatter(x=values)))))["data"][0]["x"]
    assert isinstance(sent, dict) == (values.size > LISTED)
    if isinstance(sent, list):
        np.testing.assert_array_equal(np.array(sent, dtype=values.dtype), values)
        return
    shape = [int(n) for n in sent["shape"].split(", ")] if "shape" in sent else -1
    read = np.frombuffer(base64.b64decode(sent["bdata"]), sent["dtype"]).reshape(shape)
    np.testing.assert_array_equal(read, values)


def test_text_truth_and_numbers_too_large_for_bytes_are_lists() -> None:
    for values, seen in (
        (np.array(["a", "b"]), ["a", "b"]),
        (np.array([True, False]), [True, False]),
        (np.array([2**40, 1]), [2.0**40, 1.0]),
    ):
        assert pack_figure(new_figure(scatter(x=values)))["data"][0]["x"] == seen


def test_in_the_dark_colours_are_replaced_and_names_that_look_like_one_are_not() -> None:
    blue, light = COLOURS[0], IN_DARK[0]
    figure = new_figure(
        scatter(text=[blue], name=blue, marker={"color": [blue, "#123456"]}, line={"color": blue})
    )
    set_layout(figure, annotations=[{"text": blue, "font": {"color": blue}}])
    dark = pack_figure(figure, dark=True)
    trace = dark["data"][0]
    assert (trace["text"], trace["name"]) == ([blue], blue)
    assert (trace["marker"]["color"], trace["line"]["color"]) == ([light, "#123456"], light)
    assert dark["layout"]["annotations"] == [{"text": blue, "font": {"color": light}}]
    # what is kept for the light theme stays as it is
    assert pack_figure(figure)["data"][0]["line"]["color"] == blue


def test_axes_under_each_other_share_the_height_and_one_axis_below() -> None:
    figure = new_figure()
    stack_axes(figure, 3, 0.1)
    add(figure, scatter(y=[1]), place=3)
    layout = figure["layout"]
    # (1 - 2 x 0.1) / 3 each
    domains = [layout[name]["domain"] for name in ("yaxis", "yaxis2", "yaxis3")]
    np.testing.assert_allclose(domains, [[1.1 / 1.5, 1], [0.55 / 1.5, 0.95 / 1.5], [0, 0.4 / 1.5]])
    assert layout["xaxis"]["anchor"] == figure["data"][0]["yaxis"] == "y3"


def test_what_is_said_later_of_a_figure_leaves_the_rest_of_it() -> None:
    figure = new_figure()
    x_axis(figure, title="x", range=[0, 1])
    x_axis(figure, range=[0, 2])
    y_axis(figure, title="y")
    finish_figure(figure, height=300, margin={"t": 1})
    layout = figure["layout"]
    assert layout["xaxis"]["title"]["text"] == "x"
    assert layout["xaxis"]["range"] == [0, 2]
    assert (layout["height"], layout["margin"]["t"], layout["margin"]["l"]) == (300, 1, 8)
    assert not layout["xaxis"]["zeroline"]
    # another figure is not touched by it
    assert finish_figure(new_figure())["layout"]["margin"]["t"] == 32


def test_contrast_is_reckoned_as_published() -> None:
    # black on white is 21 : 1, and #767676 the lightest grey that has 4.5 on white
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)


@pytest.mark.parametrize(
    ("colours", "text", "page"),
    [
        (COLOURS, TEXT, PAGE),
        (IN_DARK, TEXT_IN_DARK, PAGE_IN_DARK),
        (SYSTEM_COLOURS, TEXT, PAGE),
        (SYSTEMS_IN_DARK, TEXT_IN_DARK, PAGE_IN_DARK),
    ],
)
def test_marks_and_text_stand_out_from_the_page(
    colours: tuple[str, ...], text: str, page: str
) -> None:
    assert min(contrast(colour, page) for colour in colours) >= 3
    assert contrast(text, page) >= 4.5


# how people see linear RGB who lack one kind of cone: Machado, Oliveira and Fernandes (2009), the
# tables of severity 1; and everybody else
VISION = {
    "all": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}


def oklab(colour: str, vision: str) -> np.ndarray:
    """Where a colour lies in OKLab (Ottosson, 2020), as it is seen."""
    share = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    seen = np.clip(np.array(VISION[vision]) @ linear, 0, 1)
    to_cones = [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
    to_lab = [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
    return np.array(to_lab) @ np.cbrt(np.array(to_cones) @ seen)


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("colours", [SYSTEM_COLOURS, SYSTEMS_IN_DARK])
def test_systems_are_told_apart_whatever_colours_somebody_sees(
    colours: tuple[str, ...], vision: str
) -> None:
    places = [oklab(colour, vision) for colour in colours]
    # a twentieth is some three times what can just be seen
    assert min(np.linalg.norm(a - b) for a, b in combinations(places, 2)) > 0.05


def test_two_systems_never_look_the_same() -> None:
    looks = [system_look(place) for place in range(20)]
    assert len(set(looks)) == 20
    assert not {look.colour for look in looks} & {COLOURS[0], COLOURS[4]}  # blue is of links


def test_small_and_pale_text_of_a_figure_is_found() -> None:
    pale = {"size": 12, "color": "#999999"}  # 2.8 on white; on the dark page it can be read
    axis = {"tickfont": {"size": 11, "color": TEXT}, "title": {"text": "x", "font": pale}}
    figure = {"data": [{"type": "scatter", "textfont": pale}], "layout": {"xaxis": axis}}
    assert unreadable(figure) == [
        ".data[0].textfont: #999999 on #ffffff",
        ".layout.xaxis.tickfont: 11 px",
        ".layout.xaxis.title.font: #999999 on #ffffff",
    ]


def test_each_colour_has_its_own_like_in_the_dark() -> None:
    assert len(DARK) == len(set(DARK.values())) == len(COLOURS) + len(SYSTEM_COLOURS) + 1


def test_a_name_and_its_number_of_documents_are_told_apart() -> None:
    # a class called 8, and one whose name turns the writing round
    shown = with_counts(["8", "\u202eevil"], np.array([70, 1]))
    assert shown == [
        "\u2068" + "8" + "\u2069 <span style='color:#737373'>70</span>",
        "\u2068\u202eevil\u2069 <span style='color:#737373'>1</span>",
    ]


def test_names_that_cannot_be_seen_are_described_and_no_class_is_none_of_them() -> None:
    names = ["", " ", "   ", "(nothing)", "nothing", "(empty name)", "a b"]
    shown = [literal(name).strip("\u2068\u2069") for name in names]
    assert shown == [
        "(empty name)",
        "(space)",
        "(3 spaces)",
        "“(nothing)”",
        "nothing",
        "“(empty name)”",
        "a b",
    ]
    assert literal(None) == "(nothing)"
