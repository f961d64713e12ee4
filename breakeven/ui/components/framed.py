"""A frame over a figure, which is moved without drawing the figure anew."""

from __future__ import annotations

import streamlit as st

from breakeven.ui.components.html import styled


def framed(key: str, cell: tuple[int, int] | None, n: int, side: float) -> None:
    """A frame around a cell of the figure of this key, which is not drawn anew for another one.

    `cell`: row and column of n by n, whose whole is the first shape of the figure; `side`: pixels
    that a cell is wide where there is room. None: no cell has a frame.
    """
    row, column = cell or (0, 0)
    half, name = 1.5 / side, f"{key}_frame"
    ends = [((at - half) / n, (at + 1 + half) / n) for at in (column, row)]
    inner = [((at + half) / n, (at + 1 - half) / n) for at in (column, row)]
    d = "".join(
        f"M{x0:.5f} {y0:.5f}H{x1:.5f}V{y1:.5f}H{x0:.5f}z" for (x0, x1), (y0, y1) in (ends, inner)
    )
    # `st.html` would clean the picture away
    st.markdown(
        "<svg width='0' height='0' aria-hidden='true'>"
        f"<pattern id='{name}' width='1' height='1' patternContentUnits='objectBoundingBox'>"
        f"<path fill='currentColor' fill-rule='evenodd' d='{d if cell else ''}'/></pattern></svg>",
        unsafe_allow_html=True,
    )
    styled(
        f".st-key-{key} .shapelayer [data-index='0']"
        f"{{fill:url(#{name})!important;fill-opacity:1!important}}"
        f"[data-testid=stElementContainer]:has(> * #{name}){{position:absolute}}"
    )
