"""What leaks between splits, and equal texts with other classes, as an engine counted them."""

from __future__ import annotations

import numpy as np
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.evaluation.leak_counts import LeakCounts, RepeatedDocuments, TextConflicts
from breakeven.analysis.selection.data_errors import USUAL
from breakeven.analysis.selection.expression import Leaked
from breakeven.data.wording import count_of, figure_of
from breakeven.ui.app.page.counts import among_all
from breakeven.ui.app.page.page import EvaluatedPage
from breakeven.ui.app.page.verdict import leak_sides_on, show_sides
from breakeven.ui.components.html import grid, plain, say, show_absence

KEY_NAMES = {"id": "ids", "text": "texts"}


def show_repeated(page: EvaluatedPage, repeated: RepeatedDocuments) -> None:
    """How many documents of each split are in an earlier one too, and what that is worth."""
    show_absence(repeated.not_counted.get("leaks"), "instead")
    if repeated.leaks is not None:
        _show_leaks(page, repeated.leaks)
        show_sides(page.selection, page.counts_in(among_all(page.selection)), leak_sides_on(page))
    if repeated.conflicts is not None:
        say(_conflict_text(repeated.conflicts))
    show_absence(repeated.not_counted.get("likeness"))


def _show_leaks(page: EvaluatedPage, leaks: LeakCounts) -> None:
    count = leaks.within(None)
    compared = " and ".join(KEY_NAMES[key] for key in leaks.compared)
    verb = "is" if count == 1 else "are"
    say(
        Markup(
            "<b>{}</b> {} also in an earlier split, by equal {} (upper case and spaces aside; "
            "texts under {} words only where texts of their length hardly ever repeat within a "
            "split)."
        ).format(count_of(count, "document"), verb, compared, USUAL.min_words)
    )
    cells = {
        "By id": leaks.by_id,
        "By text": leaks.by_text,
        "By a copied short text": leaks.copied,
        "By another short text": leaks.by_short_text,
    }
    columns = [name for name in cells if ("id" if name == "By id" else "text") in leaks.compared]
    rows = []
    for s, split in enumerate(leaks.splits):
        counts = page.counts_in({"split": split, "where": None})
        documents, leaked = int(leaks.documents[s]), int(leaks.leaked[s])
        share = figure_of(leaked / documents) if documents else ""
        by_key = [f"{int(cells[name][s]):,}" for name in columns]
        both = [counts.linked(documents, None), counts.linked(leaked, Leaked())]
        rows.append([plain(split), *both, share, *by_key])
    grid(["", "Documents", "Also in an earlier split", "Share", *columns], rows)
    if "text" in leaks.compared and np.any(leaks.by_short_text):
        st.caption(
            "Short texts that also repeat within a split may be different documents: they alone do "
            "not count as leaks."
        )


def _conflict_text(conflicts: TextConflicts) -> str:
    if not conflicts.texts and not conflicts.short_texts:
        return "No text appears twice with different labels."
    sentences = []
    for texts, documents, short in (
        (conflicts.texts, conflicts.documents, ""),
        (conflicts.short_texts, conflicts.short_documents, "short "),
    ):
        if texts:
            on = count_of(documents, "document")
            number = count_of(texts, f"{short}text")
            sentences.append(f"{number} with different labels, on {on}.")
    return " ".join(sentences)
