"""The headline numbers with and without the documents that leak."""

from __future__ import annotations

import streamlit as st

from breakeven.reports.beside import headline
from breakeven.reports.leaks import names_of
from breakeven.selection import Selection
from breakeven.selection.leaks import AnySides
from breakeven.text import f_name, figure_of
from breakeven.ui.app.shared.counted import Counts
from breakeven.ui.app.shared.leak_counts import side_counts
from breakeven.ui.components.html import grid, say


def show_sides(selection: Selection, counts: Counts, sides: AnySides | None) -> None:
    """Both results beside each other; nothing where no document leaks. `counts`: as `among_all`."""
    if sides is None:
        return
    beta, undefined = selection.beta, selection.undefined
    of_sides = side_counts(counts, sides)
    say(f"<small>▲</small> {of_sides.sentence}")
    both, f = (sides.every, sides.without), f_name(beta)
    values = [headline(side, beta, undefined) for side in both]
    heads = {"micro": f"Micro {f}", "macro": f"Macro {f}", "per_document": f"{f} per document"}
    if sides.every.one_of:  # micro and per document are one number there
        heads = {"micro": "Accuracy", "macro": f"Macro {f}"}
    grid(
        ["", "Documents", *heads.values()],
        [
            [name, documents, *(f"<b>{figure_of(of[a])}</b>" for a in heads)]
            for name, documents, of in zip(
                names_of(sides.leaked), of_sides.documents, values, strict=True
            )
        ],
    )
    st.caption("The switch in the settings above leaves them out of every page.")
