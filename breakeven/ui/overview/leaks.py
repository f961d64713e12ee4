"""The headline numbers with and without the documents that leak."""

from __future__ import annotations

import streamlit as st

from breakeven.reports.leaks import headline, names_of
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
    heads = {"micro": f"Micro {f}", "macro": f"Macro {f}", "per_document": f"{f} per document"}
    if sides.every.one_of:  # micro and per document are one number there
        heads = {"micro": "Accuracy", "macro": f"Macro {f}"}
    grid(
        ["", "Documents", *heads.values()],
        [
            [name, f"{side.documents:,}", *(f"<b>{figure_of(of[a])}</b>" for a in heads)]
            for name, side, of in zip(names_of(sides), both, values, strict=True)
        ],
    )
    st.caption("The switch below the filter, in the menu, leaves them out of every page.")
