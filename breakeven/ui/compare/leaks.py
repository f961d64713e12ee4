"""Two systems with and without the documents that leak."""

from __future__ import annotations

from dataclasses import replace

from breakeven.comparison.common import OF_DECISIONS, Settings
from breakeven.reports.leaks import headline, names_of
from breakeven.selection import cut_for, system_of
from breakeven.selection.leaks import with_leaks
from breakeven.text import figure_of
from breakeven.ui.app import cache
from breakeven.ui.app.page import Page
from breakeven.ui.compare.text import points_of
from breakeven.ui.components.html import grid, plain, say


def show_sides(page: Page, other: str, settings: Settings, measure: str) -> None:
    """Both systems and their difference, with and without; nothing where no document leaks."""
    review, selection = page.review, page.selection
    one = cache.leak_sides(review, selection)
    if one is None or settings.measure not in OF_DECISIONS:
        return
    documents = replace(selection, where=with_leaks(selection.where)).documents
    cut = cut_for(review, selection, system_of(review, other))
    found = cache.shared_sides(one, cache.evaluation(review, other, documents, cut))
    if found is None:
        return
    a, b = found
    say(f"<small>▲</small> {plain(a, 400)}")
    rows = []
    for name, pair in zip(names_of(a), ((a.every, b.every), (a.without, b.without)), strict=True):
        old, new = (
            headline(e, settings.beta, settings.undefined, settings.measure)["micro"] for e in pair
        )
        values = (figure_of(old), f"<b>{figure_of(new)}</b>", points_of(new - old))
        rows.append([name, f"{pair[0].documents:,}", *values])
    systems = (plain(a.every.system, 24), plain(b.every.system, 24))
    grid([f"Micro {measure}", "Documents", *systems, "points"], rows)
