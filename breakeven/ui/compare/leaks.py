"""Two systems with and without the documents that leak."""

from __future__ import annotations

from dataclasses import replace

from breakeven.comparison.common import OF_DECISIONS, Settings
from breakeven.reports.beside import headline
from breakeven.reports.leaks import names_of
from breakeven.selection import cut_for, system_of
from breakeven.selection.leaks import with_leaks
from breakeven.text import figure_of
from breakeven.ui.app.kept import cache
from breakeven.ui.app.shared.counted import counts_in
from breakeven.ui.app.shared.leak_counts import among_all, side_counts
from breakeven.ui.app.shared.page import Page
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
    # documents of which only one of the two spoke are no filter
    shared = a.every.documents == one.every.documents
    counts = counts_in(review.truth, None, among_all(selection))
    of_sides = side_counts(counts, a) if shared else None
    said = plain(a, 400) if of_sides is None else of_sides.sentence
    say(f"<small>▲</small> {said}")
    rows = []
    pairs = ((a.every, b.every), (a.without, b.without))
    for i, (name, pair) in enumerate(zip(names_of(a.leaked), pairs, strict=True)):
        old, new = (
            headline(e, settings.beta, settings.undefined, settings.measure)["micro"] for e in pair
        )
        values = (figure_of(old), f"<b>{figure_of(new)}</b>", points_of(new - old))
        documents = f"{pair[0].documents:,}" if of_sides is None else of_sides.documents[i]
        rows.append([name, documents, *values])
    systems = (plain(a.every.system, 24), plain(b.every.system, 24))
    grid([f"Micro {measure}", "Documents", *systems, "points"], rows)
