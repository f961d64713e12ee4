"""Slices of labelled documents without a system: which classes each has, beside the rest."""

from __future__ import annotations

import streamlit as st
from markupsafe import Markup

from breakeven.analysis.selection.selection import ChosenDocuments
from breakeven.analysis.selection.where import where_of
from breakeven.analysis.slices.class_shares import ClassShares, SliceShares, share_classes
from breakeven.data.records import Review
from breakeven.data.wording import amount_of, p_of, percent, signed
from breakeven.results.class_shares import (
    LISTED,
    SHOWN,
    class_share_frame,
    clear_text,
    largest_classes,
)
from breakeven.ui.app.cache import cache
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.counts import CountLinks
from breakeven.ui.app.page.page import DataPage
from breakeven.ui.app.session import downloads, widgets
from breakeven.ui.components.html import bold, grid, plain, quiet, say, unbroken
from breakeven.ui.slices.slice_choice import DeclaredSlices, choose_slices

READING = (
    "The share of the slice’s documents, and below it how many. The rest: all other documents. "
    "Bold: the share clearly differs from that of the rest, allowing for the number of slices and "
    "classes (Holm)."
)


@cached(entries=24, spinner="Counting …")
def _shared(review: Review, documents: ChosenDocuments, declared: DeclaredSlices) -> ClassShares:
    return share_classes(review.truth, cache.rows_of(review, "", documents), declared.slices)


@widgets.fragment
def show_classes(page: DataPage) -> None:
    """Slices chosen here: how many documents of each class they have, and what stands out."""
    st.header("Classes in each slice", anchor=False)
    declared = choose_slices(page)
    if not declared.slices:
        st.info("Choose another column: this one puts all documents into one slice.")
        return
    shared = _shared(page.review, page.selection.documents, declared)
    say(clear_text(shared))
    largest = largest_classes(shared)
    clear = set(shared.clear)
    grid(
        ["Slice", "Documents", *(plain(shared.classes[c], 30) for c in largest)],
        [
            _row(shares, [(c, (s, c) in clear) for c in largest], page.counts)
            for s, shares in enumerate(shared.slices)
        ],
    )
    number = len(shared.classes)
    left_out = f"The {SHOWN} largest of {number:,} classes. " if number > SHOWN else ""
    st.caption(f"{left_out}{READING}")
    if shared.clear:
        _clear(shared)
    downloads.downloads(lambda: class_share_frame(shared), "class_shares")


def _row(
    shares: SliceShares, classes: list[tuple[int, bool]], counts: CountLinks
) -> list[Markup | str]:
    where = where_of(shares.declared.where)
    number: Markup | str = amount_of(shares.documents)
    if where is not None:
        number = counts.linked(shares.documents, where.expression)
    cells = [
        Markup("{}<br>{}").format(
            bold(share) if is_clear else share, quiet(amount_of(shares.positives[c]))
        )
        for c, is_clear in classes
        for share in (percent(shares.inside[c]),)
    ]
    return [
        plain(shares.declared.name, 40),
        Markup("{}<br>{}").format(number, quiet(percent(shares.share))),
        *cells,
    ]


def _clear(shared: ClassShares) -> None:
    """The shares that clearly differ, the least likely first."""
    head = ["Slice", "Class", "Share", "Rest", "Difference", "p (Holm)"]
    rows: list[list[Markup | str]] = [
        [
            plain(shared.slices[s].declared.name, 40),
            plain(shared.classes[c], 40),
            percent(shared.slices[s].inside[c], 1),
            percent(shared.slices[s].outside[c], 1),
            signed(shared.slices[s].difference[c]),
            unbroken(p_of(shared.p[s, c])),
        ]
        for s, c in shared.clear[:LISTED]
    ]
    grid(head, rows)
