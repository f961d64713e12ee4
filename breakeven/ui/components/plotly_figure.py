"""A figure as it is sent to the browser, made once; Plotly itself is imported here only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plotly.basedatatypes import BaseFigure

from breakeven.figures.figure import (
    PAGE,
    PAGE_IN_DARK,
    QUIET,
    TEXT,
    TEXT_IN_DARK,
    Figure,
    pack_figure,
)

# as Streamlit's own figures have them; pixels between axis and ticks, and between ticks and title
FAMILY = '"Source Sans", sans-serif'
PAD, STANDOFF = 7.5, 20


class ReadyFigure(BaseFigure):  # type: ignore[misc]
    """A figure that is ready: Streamlit sends it as it is.

    From a dictionary Streamlit would have Plotly build and check a figure on every rerun, which
    takes longer than all else on a page.
    """

    def __init__(self, ready: Figure) -> None:
        # BaseFigure's own way would build the figure
        object.__setattr__(self, "_ready", ready)

    def to_dict(self) -> dict[str, Any]:
        """What is sent."""
        ready: dict[str, Any] = self._ready
        return ready


class PageFigure(ReadyFigure):
    """A figure for a page, in the colours of its theme."""

    def __init__(self, figure: Figure, dark: bool) -> None:
        ready = pack_figure(figure, dark)
        super().__init__(ready | {"layout": _looking(ready["layout"], dark)})


def _looking(layout: Figure, dark: bool) -> Figure:
    """A layout with the look of Streamlit's pages, where it does not say otherwise.

    Left to Streamlit's theme every figure would be drawn twice: it comes as a template of its own
    for each of two passes, and as data that Plotly has to take for new ones.
    """
    page, text = (PAGE_IN_DARK, TEXT_IN_DARK) if dark else (PAGE, TEXT)
    look = {
        "font": {"family": FAMILY},
        "paper_bgcolor": page,
        "plot_bgcolor": page,
        "hoverlabel": {"bgcolor": page, "bordercolor": QUIET, "font": {"color": text}},
        "legend": {"title": {"side": "top"}},
        "margin": {"pad": PAD},
        # a figure with other data is another one to Streamlit: here nothing changes
        "datarevision": 0,
    }
    axes = {
        key: axis | {"title": {"standoff": STANDOFF} | axis.get("title", {})}
        for key, axis in layout.items()
        if key.startswith(("xaxis", "yaxis"))
    }
    return _over(look, layout | axes)


def _over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """What both say, part by part; where both say something, what is above."""
    return {
        **below,
        **{
            key: _over(below[key], value)
            if isinstance(value, dict) and isinstance(below.get(key), dict)
            else value
            for key, value in above.items()
        },
    }
