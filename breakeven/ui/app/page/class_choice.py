"""Classes found by name and by size, where they are too many for a list of all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import streamlit as st

from breakeven.analysis.selection.selection import class_index_of
from breakeven.data.records import Review
from breakeven.data.wording import amount_of, isolate_name
from breakeven.ui.app.page.page import DataPage, EvaluatedPage
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.session.shortcuts import (
    CLASS_ON_PAGE,
    key_of,
)
from metrics.typing import Array

# so many are listed one after the other, in a menu or a table
MOST_LISTED = 1_000
# so many are offered at a time where there are more
BEST = 50


def are_many(names: Sequence[str]) -> bool:
    """Whether there are more classes than a list of them holds."""
    return len(names) > MOST_LISTED


def classes_with(names: Sequence[str], text: str) -> Array:
    """The classes whose name holds the text, upper and lower case alike; shape (found,)."""
    wanted = text.casefold()
    if not wanted:
        return np.arange(len(names))
    return np.flatnonzero([wanted in name.casefold() for name in names])


def best_matches(
    names: Sequence[str], text: str, counts: Array | None = None, most: int = BEST
) -> Array:
    """Of the classes whose name holds the text the first: so called, so beginning, the largest.

    `counts`, shape (classes,): how large each is; without them in the order of names.
    """
    matches = classes_with(names, text)
    sizes = np.zeros(len(matches)) if counts is None else counts[matches]
    wanted = text.casefold()
    if not wanted:
        return matches[np.argsort(-sizes, kind="stable")[:most]]
    folded = [names[c].casefold() for c in matches.tolist()]
    far = np.array([2 - name.startswith(wanted) - (name == wanted) for name in folded])
    return matches[np.lexsort((matches, -sizes, far))[:most]]


def classes_offered(
    key: str,
    names: Sequence[str],
    counts: Array,
    chosen: Iterable[int],
    label: str = "Find a class",
) -> list[int]:
    """The classes to choose among, of many: what is typed into a box of its own narrows them.

    `chosen`: what is chosen stays among them, first.
    """
    typed = st.text_input(label, key=f"find_{key}", placeholder="part of a name")
    matches = best_matches(names, typed.strip(), counts).tolist()
    first = list(dict.fromkeys(chosen))
    return first + [c for c in matches if c not in first]


def several_classes(
    key: str, label: str, names: Sequence[str], counts: Array, most: int, but: int | None = None
) -> list[str]:
    """As `widgets.several`, of the classes but one; of very many what a search finds.

    `counts`: how large each is, shape (classes,).
    """
    if are_many(names):
        chosen = set(widgets.listed_in(state.raw().get(key, "[]")))
        first = [c for c, name in enumerate(names) if name in chosen]
        offered = classes_offered(key, names, counts, first)
    else:
        offered = list(range(len(names)))
    return widgets.several(key, label, [names[c] for c in offered if c != but], most)


def page_of(listed: Array) -> Array:
    """Of very many classes those of one page of the table, which is chosen by its number."""
    if len(listed) <= MOST_LISTED:
        return listed
    pages = -(-len(listed) // MOST_LISTED)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        page = st.number_input("Page", 1, pages, key="classes_page", width=120)
        first = (page - 1) * MOST_LISTED
        last = min(first + MOST_LISTED, len(listed))
        st.caption(f"{first + 1:,} to {last:,} of {len(listed):,} classes, most errors first.")
    return listed[first:last]


def neighbours_by_size(counts: Array, c: int) -> tuple[int | None, int | None]:
    """The class before one and the one after it, the largest first and else as they stand."""
    equal = np.flatnonzero(counts == counts[c])
    at = int(np.searchsorted(equal, c))
    before = int(equal[at - 1]) if at else _nearest(counts, counts > counts[c], -1)
    after = int(equal[at + 1]) if at + 1 < len(equal) else _nearest(counts, counts < counts[c], 0)
    return before, after


def _nearest(counts: Array, among: Array, end: int) -> int | None:
    """Of classes above the least one's last, or of those below the largest one's first."""
    if not among.any():
        return None
    size = counts[among].min() if end else counts[among].max()
    return int(np.flatnonzero(counts == size)[end])


def show_neighbours(key: str, before: str | None, after: str | None) -> None:
    """Keys for the class before and the next one, where a page has a choice of class.

    `key`: under which the class is kept.
    """
    state.remember(CLASS_ON_PAGE, key)
    with st.container(key="keys_classes"):
        for name, to in (("previous_class", before), ("next_class", after)):
            st.button(
                name.replace("_", " "),
                key=name,
                shortcut=key_of(name),
                disabled=to is None,
                on_click=state.choose,
                args=(key, to),
            )


def pick_class(page: EvaluatedPage | DataPage, label: str = "Class") -> int:
    """A choice of class, largest first, kept across pages and in the address; its index."""
    if isinstance(page, DataPage):
        truth = page.review.truth
        words = "In brackets: documents that have the class."
        return pick_class_by(page.review, truth.positives_per_class, words, label)
    counts = page.evaluation.tables.positives
    words = "In brackets: documents of the class here."
    chosen = page.selection.class_index
    _pick(page.class_key, page.evaluation.classes, chosen, counts, words, label)
    return chosen


def pick_class_by(review: Review, counts: Array, explanation: str, label: str = "Class") -> int:
    """As `pick_class`, by any count per class, shape (classes,), shown in whole documents."""
    chosen = class_index_of(review, state.raw().get("class"))
    _pick("class", review.truth.classes, chosen, counts, explanation, label)
    return chosen


def _pick(
    key: str, names: tuple[str, ...], chosen: int, counts: Array, explanation: str, label: str
) -> None:
    before, after = (None if c is None else names[c] for c in neighbours_by_size(counts, chosen))
    show_neighbours(key, before, after)
    if are_many(names):
        order = classes_offered(key, names, counts, [chosen])
        explanation += f" Type to search the {len(names):,} classes; the largest come first."
    else:
        order = np.argsort(-counts, kind="stable").tolist()
    documents = {names[c]: counts[c].item() for c in order}
    widgets.select(
        key,
        label,
        list(documents),
        names[chosen],
        show=lambda name: f"{isolate_name(name)}  ({amount_of(documents[name])})",
        help=explanation,
    )
