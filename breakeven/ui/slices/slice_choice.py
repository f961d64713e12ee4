"""Which slices stand side by side: by a column, by the texts, or by filters of one's own."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import streamlit as st

from breakeven.analysis.documents.declared_slices import (
    MOST_NAMED,
    by_number,
    by_numbers,
    named_slices,
    slices_of,
)
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.errors import FilterError
from breakeven.analysis.selection.selection import ChosenDocuments
from breakeven.analysis.selection.where import check, where_of
from breakeven.analysis.slices.slice_comparison import DeclaredSlice
from breakeven.analysis.slices.slice_conditions import (
    OF_TEXTS,
    WORD,
    ConditionGroup,
    Conditions,
    HasValue,
    InRange,
    NoValue,
    column_conditions,
    group_named,
)
from breakeven.data.corpus import Texts
from breakeven.data.records import Review
from breakeven.results.slices import NUMBER_OF_CLASSES
from breakeven.ui.app.cache import cache, data
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.header.help import WHERE_HELP
from breakeven.ui.app.page.page import DataPage, Page
from breakeven.ui.app.session import state, widgets
from metrics.typing import Array

BY, EDGES, OWN = "slices.by", "slices.edges", "slices.own"
NAME, FILTER = "slices.name", "slices.filter"
# what is no group of conditions; those are named by a sign before their name
NUMBER, FILTERS = "number", "filters"


@dataclass(frozen=True)
class DeclaredSlices:
    """Slices of what is evaluated, in the order in which they are shown."""

    slices: tuple[DeclaredSlice, ...]


@dataclass(frozen=True)
class SlicedDocuments:
    """The documents that are sliced: of an evaluation, or where nothing is predicted of a split."""

    system: str
    split: str | None
    documents: ChosenDocuments
    cut: Cut
    evaluation: Evaluation | None

    def rows_in(self, review: Review) -> Array:
        """Indices into the truth's documents, ascending."""
        if self.evaluation is not None:
            return self.evaluation.rows
        return cache.rows_of(review, self.system, self.documents)


def _sliced(page: Page | DataPage) -> SlicedDocuments:
    chosen, evaluation = page.selection, page.evaluation
    split = chosen.split if evaluation is None else evaluation.split
    system = chosen.system if evaluation is None else evaluation.system
    return SlicedDocuments(system, split, chosen.documents, chosen.cut, evaluation)


@cached(entries=4, spinner="Reading the columns …")
def conditions_of(review: Review) -> Conditions:
    """What the columns and the length of texts part all documents into."""
    return column_conditions(review.truth, _texts(review))


@cached(entries=12, spinner="Reading the columns …")
def _group(review: Review, name: str, edges: tuple[float, ...] | None) -> ConditionGroup:
    return group_named(review.truth, _texts(review), name, edges)


def _texts(review: Review) -> Texts | None:
    return None if review.truth.text_column is None else data.texts_of(review)


@cached(entries=24)
def _by_group(
    review: Review, sliced: SlicedDocuments, name: str, edges: tuple[float, ...] | None
) -> DeclaredSlices:
    rows = sliced.rows_in(review)
    return DeclaredSlices(tuple(slices_of(_group(review, name, edges).of_documents(rows))))


@cached(entries=12)
def _by_number(review: Review, sliced: SlicedDocuments) -> DeclaredSlices:
    if sliced.evaluation is not None:
        return DeclaredSlices(tuple(by_number(sliced.evaluation, review.truth)))
    about = cache.filter_context(review, "", sliced.split, sliced.cut)
    here = np.isin(about.rows, sliced.rows_in(review))
    return DeclaredSlices(tuple(by_numbers(about.true_classes[here], review.truth)))


@cached(entries=12, spinner="Filtering the documents …")
def _by_filters(
    review: Review, sliced: SlicedDocuments, filters: Mapping[str, str], marks: str
) -> DeclaredSlices:
    """`marks`: the digest of the marks that a filter may ask about, "" where none does."""
    about = cache.filter_context(review, sliced.system, sliced.split, sliced.cut)
    if marks:  # those of the review as it was when it was first asked are old
        about = replace(about, review=review)
    here = np.isin(about.rows, sliced.rows_in(review))
    found = named_slices(filters, about)
    return DeclaredSlices(tuple(replace(one, inside=one.inside[here]) for one in found))


def choose_slices(page: Page | DataPage) -> DeclaredSlices:
    """What the documents are sliced by, chosen here, and the slices it makes."""
    review, sliced = page.review, _sliced(page)
    conditions = conditions_of(review)
    # how sure the system says it is parts them by its own doubt: what the data is parted by first
    own = review.truth.confidence
    groups = sorted((group.name for group in conditions.groups), key=lambda name: name == own)
    if review.truth.text_column is not None:
        groups += [name for name in OF_TEXTS if name not in groups]
    options = {f"={name}": name for name in groups}
    options |= {NUMBER: NUMBER_OF_CLASSES, FILTERS: "my own filters"}
    skipped = "; ".join(f"{column.column}: {column.why}" for column in conditions.skipped)
    by = widgets.select(
        BY,
        "Slices by",
        options,
        state.one_of(BY, options),
        changed=_choose_by,
        help=f"Not offered: {skipped}." if skipped else None,
    )
    if by == FILTERS:
        return _own(page)
    if by == NUMBER:
        return _by_number(review, sliced)
    name = by.removeprefix("=")
    group = next((group for group in conditions.groups if group.name == name), None)
    if name == WORD and group is None:
        st.caption(OF_WORDS)
    if group is None or not _of_numbers(review, group):
        return _by_group(review, sliced, name, None)
    typed = widgets.text(EDGES, "Ranges end at", placeholder="10 50 200", help=EDGES_HELP)
    try:
        return _by_group(review, sliced, name, edges_of(typed))
    except ValueError as error:
        st.warning(f"{error}. Shown are ranges with about equal numbers of documents.")
        return _by_group(review, sliced, name, None)


OF_WORDS = (
    "The most frequent words, without those that more than half of the texts have. Choose “my own "
    "filters” for any other word, such as word:oil."
)
EDGES_HELP = (
    "Type numbers with spaces between them. Empty: about equal numbers of documents in each range."
)


def _choose_by(by: str) -> None:
    """The edges were those of another column."""
    state.share(BY, by)
    state.share(EDGES, "")


def _of_numbers(review: Review, group: ConditionGroup) -> bool:
    """Whether a group is of numbers, which can be cut elsewhere."""
    whats = [condition.what for condition in group.conditions]
    named = {what.column for what in whats if isinstance(what, HasValue | InRange | NoValue)}
    kept = [review.truth.columns[name] for name in named if name in review.truth.columns]
    return bool(named) and all(np.issubdtype(values.dtype, np.number) for values in kept)


def edges_of(typed: str) -> tuple[float, ...] | None:
    """The numbers of a line; None for an empty one. ValueError where something else is in it."""
    parts = re.split(r"[\s;]+", typed.strip())
    try:
        return tuple(float(part) for part in parts) if parts != [""] else None
    except ValueError:
        raise ValueError("Type numbers with spaces between them, such as 10 50 200") from None


def _own(page: Page | DataPage) -> DeclaredSlices:
    """Slices of one's own filters: those there are, and a line for one more."""
    filters = own_filters()
    names = list(filters)
    if names:
        widgets.any_of("slices.kept", "Slices", names, names, _keep)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = widgets.text(NAME, "Name of the slice", placeholder="short texts")
        typed = widgets.text(FILTER, "Documents where", placeholder="length<200", help=WHERE_HELP)
        st.button(
            "Add",
            key="slices_add",
            disabled=not typed.strip() or len(names) >= MOST_NAMED,
            on_click=_add,
            args=(page, name, typed),
        )
    if (wrong := state.remembered("slices_wrong")) is not None:
        st.warning("This filter has a mistake.")
        st.code(wrong, language=None)
    usable = {name: text for name, text in filters.items() if _error(page, text) is None}
    marks = page.review.marks
    with_marks = marks is not None and any(w in t for t in usable.values() for w in cache.OF_MARKS)
    digest = marks.digest if marks is not None and with_marks else ""
    return _by_filters(page.review, _sliced(page), usable, digest)


def own_filters() -> dict[str, str]:
    """The filters that the address names, by the names of their slices; others are passed over."""
    try:
        listed = json.loads(state.raw().get(OWN, "[]"))
    except ValueError:
        return {}
    pairs = [p for p in listed if isinstance(p, list) and len(p) == 2] if listed else []
    found = {name: text for name, text in pairs if isinstance(name, str) and isinstance(text, str)}
    return dict(list(found.items())[:MOST_NAMED])


def _error(page: Page | DataPage, text: str) -> str | None:
    """What is wrong with a filter, with a mark at the character; None where it can be used."""
    try:
        where = where_of(text)
        if where is not None:
            every = page.review.predictions
            said = next((p for p in every if p.system == page.selection.system), None)
            check(where, page.review, said)
    except FilterError as error:
        return f"{error.pointed}\n{error.what}"
    return None if where is not None else "type a filter"


def _add(page: Page | DataPage, name: str, text: str) -> None:
    wrong = _error(page, text)
    state.remember("slices_wrong", wrong)
    if wrong is None:
        _share(own_filters() | {name.strip() or text.strip(): text.strip()})
        state.share(NAME, "")
        state.share(FILTER, "")


def _keep(names: list[str]) -> None:
    _share({name: text for name, text in own_filters().items() if name in names})


def _share(filters: Mapping[str, str]) -> None:
    state.share(OWN, json.dumps(list(filters.items()), ensure_ascii=False))
