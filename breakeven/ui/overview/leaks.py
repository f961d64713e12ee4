"""The headline numbers with and without the documents that leak."""

from __future__ import annotations

import streamlit as st

from breakeven.reports.leaks import AVERAGES, headline, names_of
from breakeven.selection.leaks import LeakSides
from breakeven.text import f_name, figure_of
from breakeven.ui.components.html import grid, plain, say
from metrics.averaging import Undefined


def show_sides(sides: LeakSides | None, beta: float, undefined: Undefined) -> None:
    """Both results beside each other; nothing where no document leaks."""
    if sides is None:
        return
    say(f"<small>▲</small> {plain(sides, 400)}")
    both, f = (sides.every, sides.without), f_name(beta)
    values = [headline(side, beta, undefined) for side in both]
    grid(
        ["", "Documents", f"Micro {f}", f"Macro {f}", f"{f} per document"],
        [
            [name, f"{side.documents:,}", *(f"<b>{figure_of(of[a])}</b>" for a in AVERAGES)]
            for name, side, of in zip(names_of(sides), both, values, strict=True)
        ],
    )
    st.caption("The switch at the left leaves them out of every page.")
