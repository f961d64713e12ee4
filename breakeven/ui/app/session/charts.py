"""A figure on a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import streamlit as st

from breakeven.ui.app.session.downloads import (
    FACTS,
    TAKE_PICTURE,
    button,
    facts_lines,
    guarded_csv,
    headed,
    named,
    page_facts,
    toolbar,
)
from breakeven.ui.components.assets import is_dark

if TYPE_CHECKING:  # Plotly is slow to import, and the first page shows no figure
    from breakeven.figures.figure import Figure
    from breakeven.ui.components.plotly_figure import PageFigure


# what a picture can be saved as: with every line sharp at any size, or for all programs
FORMS = ("PNG", "SVG")
# how Plotly calls its button
TO_IMAGE = ("Download plot as a PNG", "Download plot")


def show_figure(
    figure: Figure | PageFigure, key: str, title: str, description: str, **more: Any
) -> None:
    """A Plotly figure, and below it a way to take it along.

    `title` heads the picture. With it `description` tells those who cannot see it what it shows,
    with its numbers: plain text. ValueError without either.
    """
    if not title.strip() or not description.strip():
        raise ValueError(f"the figure {key} says nothing to those who cannot see it")
    alt = f"{title}: {description}"
    if isinstance(figure, dict):
        # loads NumPy
        from breakeven.ui.components.plotly_figure import PageFigure

        figure = PageFigure(figure, is_dark())
    # two clicks soon after each other take a zoom back, and never draw axes of Plotly's own choice
    config = {"displayModeBar": False, "doubleClick": "reset"}
    st.plotly_chart(figure, key=key, alt=alt, theme=None, config=config, **more)
    _toolbar(figure, key, title, alt, page_facts((*FACTS, "documents")))


@st.fragment
def _toolbar(figure: PageFigure, key: str, title: str, alt: str, facts: Mapping[str, str]) -> None:
    """A quiet button; what it opens is drawn when it is open, without the rest of the page."""
    opened = toolbar(f"figure_{key}", TAKE_PICTURE)
    if opened.open:
        with opened:
            _picture(figure, key, title, alt, facts)


def _picture(figure: PageFigure, key: str, title: str, alt: str, facts: Mapping[str, str]) -> None:
    """The figure as it will be taken: drawn by the browser, which also makes the file of it."""
    # loads NumPy
    from breakeven.figures.picture import WIDTH, picture_of

    # loads NumPy
    from breakeven.ui.components.plotly_figure import ReadyFigure

    drawn = figure.to_dict()
    with st.container(horizontal=True, vertical_alignment="center"):
        form = st.segmented_control(
            "Form", FORMS, default=FORMS[0], required=True, key=f"form_{key}",
            label_visibility="collapsed",
        )  # fmt: skip
        file = named(facts, key, "csv")
        button("Its points, CSV", lambda: _points(drawn, facts), file, "text/csv", f"points_{key}")
    st.caption("The camera saves the picture.")
    picture = picture_of(drawn, title, facts_lines(facts), is_dark())
    layout = picture["layout"]
    st.plotly_chart(
        ReadyFigure(picture),
        key=f"picture_{key}",
        alt=alt,
        theme=None,
        width=WIDTH,
        config={
            "displayModeBar": True,
            "modeBarButtons": [["toImage"]],
            "locales": {"en-US": {"dictionary": dict.fromkeys(TO_IMAGE, f"Save as {form}")}},
            "toImageButtonOptions": {
                "format": form.lower(),
                "filename": named(facts, key, form.lower()).removesuffix(f".{form.lower()}"),
                "width": WIDTH,
                "height": layout["height"],
                "scale": 2 if form == "PNG" else 1,
            },
        },
    )


def _points(drawn: Figure, facts: Mapping[str, str]) -> bytes:
    import pandas as pd

    # loads NumPy
    from breakeven.figures.picture import points_of

    about = {fact: text for fact, text in facts.items() if fact != "documents"}
    return guarded_csv(headed(pd.DataFrame(points_of(drawn)), about))
