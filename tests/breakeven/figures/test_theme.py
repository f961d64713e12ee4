"""Colours are told from the page in both themes; names stand apart and are never interpreted."""

from __future__ import annotations

import numpy as np
import pytest

from breakeven.figures.theme import (
    COLOURS,
    DARK,
    IN_DARK,
    PAGE,
    PAGE_IN_DARK,
    TEXT,
    TEXT_IN_DARK,
    literal,
    with_counts,
)
from tests.contrast import contrast, unreadable


def test_contrast_is_reckoned_as_published() -> None:
    # black on white is 21 : 1, and #767676 the lightest grey that has 4.5 on white
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)


@pytest.mark.parametrize(
    ("colours", "text", "page"), [(COLOURS, TEXT, PAGE), (IN_DARK, TEXT_IN_DARK, PAGE_IN_DARK)]
)
def test_marks_and_text_stand_out_from_the_page(
    colours: tuple[str, ...], text: str, page: str
) -> None:
    assert min(contrast(colour, page) for colour in colours) >= 3
    assert contrast(text, page) >= 4.5


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
    assert len(DARK) == len(set(DARK.values())) == len(COLOURS) + 1


def test_a_name_and_its_number_of_documents_are_told_apart() -> None:
    # a class called 8, and one whose name turns the writing round
    shown = with_counts(["8", "\u202eevil"], np.array([70, 1]))
    assert shown == [
        "\u2068" + "8" + "\u2069 · 70 documents",
        "\u2068\u202eevil\u2069 · 1 document",
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
