"""Which pages answer something of a table, and how each is opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
import streamlit as st

from breakeven.engine.asking import Asked, Count, Look, Part, counts
from breakeven.engine.evaluating import Looked
from breakeven.engine.named import NamedTable, State, state_of
from breakeven.evaluation.counted import CountedEvaluation
from breakeven.evaluation.cut_text import to_text
from breakeven.selection import FilterError, Selection
from breakeven.selection.where import where_of
from breakeven.ui.app.head.choices import say_filter_unused
from breakeven.ui.app.kept.cached import digest, stands_for
from breakeven.ui.app.session import links, state
from breakeven.ui.app.session.links import page_link
from breakeven.ui.app.shared import tables
from breakeven.ui.app.shared.linked import take_back
from breakeven.ui.app.shared.missing import say_missing
from breakeven.ui.app.shared.table_page import TablePage, selection_in
from breakeven.ui.table.classes import show_classes
from breakeven.ui.table.confusion import show_confusion
from breakeven.ui.table.curves import show_curves
from breakeven.ui.table.documents import show_documents
from breakeven.ui.table.head import say_counted, show_choices
from breakeven.ui.table.overview import show_overview
from breakeven.ui.table.splits import show_splits
from breakeven.ui.table.thresholds import show_thresholds

PAGES: Mapping[str, Callable[[TablePage], None]] = {
    "Overview": show_overview,
    "Classes": show_classes,
    "Curves": show_curves,
    "Confusion": show_confusion,
    "Documents": show_documents,
    "Thresholds": show_thresholds,
    "Splits": show_splits,
}


def show_table(title: str, question: str) -> None:
    """A page on the table that the address names, or why it cannot be shown."""
    table = tables.table_of(state.raw()["review"])
    if table is None:
        st.title(title)
        st.warning(tables.NOT_HERE)
        page_link("app.py", "Load", ":material/upload_file:")
    elif (show := PAGES.get(title)) is None:
        st.title(title)
        why = tables.CLOSED[title.lower()]
        say_missing(why, "pages/overview.py", "See how good it is", ":material/speed:")
    else:
        state.write_address(links.common() | state.own_to(title.lower()))
        st.title(question, anchor=False)
        show(_opened(table))


def _opened(table: NamedTable) -> TablePage:
    """What the page is about: the table looked at, and counted as it is chosen."""
    marked = state_of(table)
    looked: Looked = tables.answer_of(counts, table, counts.ask(table, marked, Look()))
    chosen = selection_in(looked, state.raw())
    refused = None
    try:
        chosen = replace(chosen, where=where_of(state.raw().get("where", "")))
    except FilterError as error:
        refused = error
    show_choices(table, looked, chosen, dict(state.raw()))
    try:
        part, asked, found = _counted(table, marked, looked, chosen)
    except FilterError as error:  # what an engine does not ask shows when it is asked
        chosen, refused = replace(chosen, where=None), error
        part, asked, found = _counted(table, marked, looked, chosen)
    _name(table, marked, found)
    if state.raw().get("class") not in found.classes and found.classes:
        largest = int(np.argmax(found.tables.positives))
        chosen = replace(chosen, class_index=largest)
    assert asked.at is not None
    page = TablePage(table, marked, looked, chosen, part, found, asked.at)
    say_counted(page)
    if refused is not None:
        say_filter_unused(refused)
    take_back(chosen)
    if chosen.where is not None and not found.documents:
        st.info("The filter keeps no document.")
        st.stop()
    return page


def _counted(
    table: NamedTable, marked: State, looked: Looked, chosen: Selection
) -> tuple[Part, Asked, CountedEvaluation]:
    """What is counted of what is chosen. FilterError where its filter cannot be asked."""
    part = Part(chosen.split, chosen.cut, chosen.where)
    asked = counts.ask(table, marked, Count(part), looked)
    return part, asked, tables.answer_of(counts, table, asked)


def _name(table: NamedTable, marked: State, found: CountedEvaluation) -> None:
    """Say what was counted, for results that are kept of it."""
    kept = "" if found.kept is None else found.kept.text
    said = digest("table", table.name, marked, found.split, to_text(found.cut), kept)
    stands_for(found, said)
    stands_for(found.counts.classes, f"{said} tables")
