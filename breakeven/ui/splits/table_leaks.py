"""What leaks between the splits of a table, and equal texts with other classes."""

from __future__ import annotations

import numpy as np
import streamlit as st

from breakeven.analysis.selection.data_errors import USUAL
from breakeven.analysis.selection.expression import Leaked
from breakeven.analysis.selection.leak_sides import sides_counted
from breakeven.data.wording import count_of, figure_of
from breakeven.engine.leaks import Conflicts, Leaks
from breakeven.ui.app.page.counts import among_all
from breakeven.ui.app.page.table_page import TablePage
from breakeven.ui.app.page.verdict import show_sides
from breakeven.ui.components.html import grid, plain, say

NOT_HERE = (
    "Nearly equal texts, how alike the splits are in their classes and in time, and a better split "
    "are worked out in memory only."
)
BY = {"id": "ids", "text": "texts"}


def show_splits(page: TablePage) -> None:
    """How many documents of each split are in an earlier one too, and what that is worth."""
    leaks, conflicts = page.looked.leaks, page.looked.conflicts
    if leaks is None:
        st.info(_why_none(page))
    else:
        _show_leaks(page, leaks)
        among = page.counts_in(among_all(page.selection))
        show_sides(page.selection, among, sides_counted(page.evaluation))
    if conflicts is not None:
        say(_of_conflicts(conflicts))
    st.caption(NOT_HERE)


def _why_none(page: TablePage) -> str:
    if len(page.looked.splits) < 2:
        return "There are no two splits, so nothing can leak into another."
    return "The rows have neither ids nor texts, so nothing tells which documents are the same."


def _show_leaks(page: TablePage, leaks: Leaks) -> None:
    count = leaks.within(None)
    compared = " and ".join(BY[of] for of in leaks.compared)
    verb = "is" if count == 1 else "are"
    say(
        f"<b>{count_of(count, 'document')}</b> {verb} in an earlier split too, by equal {compared} "
        f"(but for case and spacing; texts of fewer than {USUAL.min_words} words where texts of "
        "their length hardly ever repeat within a split)."
    )
    cells = {
        "By id": leaks.by_id,
        "By text": leaks.by_text,
        "By a copied short text": leaks.copied,
        "By another short text": leaks.by_short_text,
    }
    kept = [name for name in cells if ("id" if name == "By id" else "text") in leaks.compared]
    rows = []
    for s, split in enumerate(leaks.splits):
        of = page.counts_in({"split": split, "where": None})
        documents, leaked = int(leaks.documents[s]), int(leaks.leaked[s])
        share = figure_of(leaked / documents) if documents else ""
        own = [f"{int(cells[name][s]):,}" for name in kept]
        rows.append([plain(split), of.of(documents, None), of.of(leaked, Leaked()), share, *own])
    grid(["", "Documents", "In an earlier split", "Share", *kept], rows)
    if "text" in leaks.compared and np.any(leaks.by_short_text):
        st.caption(
            "Short texts that repeat within a split, too, need not be the same document: by these "
            "alone none leaks."
        )


def _of_conflicts(found: Conflicts) -> str:
    if not found.texts and not found.short_texts:
        return "No text stands there twice with different true classes."
    said = []
    for texts, documents, short in (
        (found.texts, found.documents, ""),
        (found.short_texts, found.short_documents, "short "),
    ):
        if texts:
            on = count_of(documents, "document")
            said.append(f"{count_of(texts, f'{short}text')} with different true classes, on {on}.")
    return " ".join(said)
