"""A figure as it is sent to the browser, made once; Plotly itself is imported here only."""

from __future__ import annotations

from functools import cache
from typing import Any

import plotly.graph_objects as go
from plotly.basedatatypes import BaseFigure

from breakeven.figures.figure import Figure, packed


class Ready(BaseFigure):  # type: ignore[misc]
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


class Drawn(Ready):
    """A figure for a page, in the colours of its theme."""

    def __init__(self, figure: Figure, dark: bool) -> None:
        ready = packed(figure, dark)
        ready["layout"] |= {"template": _template()}
        super().__init__(ready)


@cache
def _template() -> dict[str, Any]:
    """What Streamlit has the browser give every figure: background, and lines of the grid."""
    template: dict[str, Any] = go.Figure().to_dict()["layout"]["template"]
    return template
