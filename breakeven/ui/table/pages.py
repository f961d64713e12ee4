"""Which pages answer something of a table, and how each is opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
import streamlit as st

from breakeven.engine.asking import Asked, Look, Part, counts
from breakeven.engine.evaluating import Looked
from breakeven.engine.named import NamedTable, State, state_of
from breakeven.engine.where import KEPT
from breakeven.evaluation.counted import CountedEvaluation
from breakeven.selection import FilterError, Selection
from breakeven.selection.where import asks_decisions, where_of
from breakeven.ui.app.head.choices import say_filter_unused
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
from breakeven.ui.table.rules import Decided, called, counted, decided, rule_of
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
        show(_opened(table, title))


def _opened(table: NamedTable, title: str) -> TablePage:
    """What the page is about: the table looked at, and counted as it is chosen."""
    marked = state_of(table)
    looked: Looked = tables.answer_of(counts, table, counts.ask(table, marked, Look()))
    rule = decided(table, marked, looked, rule_of(looked, state.raw()))
    chosen = selection_in(looked, state.raw(), rule.cut)
    refused = None
    try:
        chosen = replace(chosen, where=where_of(state.raw().get("where", "")))
    except FilterError as error:
        refused = error
    show_choices(table, looked, chosen, dict(state.raw()))
    try:
        part, asked, found = _counted(table, marked, looked, chosen, rule, title)
    except FilterError as error:  # what an engine does not ask shows when it is asked
        chosen, refused = replace(chosen, where=None), error
        part, asked, found = _counted(table, marked, looked, chosen, rule, title)
    if state.raw().get("class") not in found.classes and found.classes:
        largest = int(np.argmax(found.tables.positives))
        chosen = replace(chosen, class_index=largest)
    assert asked.at is not None
    page = TablePage(table, marked, looked, chosen, part, rule, found, asked.at)
    say_counted(page)
    if refused is not None:
        say_filter_unused(refused)
    take_back(chosen)
    if chosen.where is not None and not found.documents:
        st.info("The filter keeps no document.")
        st.stop()
    return page


def _counted(
    table: NamedTable,
    marked: State,
    looked: Looked,
    chosen: Selection,
    rule: Decided,
    title: str,
) -> tuple[Part, Asked, CountedEvaluation]:
    """What is counted of what is chosen. FilterError where its filter cannot be asked.

    On Thresholds it is decided as nobody chose it, for the rules that are tried there; but not
    where the filter goes by what is decided.
    """
    where, columns = chosen.where, looked.layout.file.having(*KEPT)
    if title == "Thresholds" and not (where and asks_decisions(where.expression, columns)):
        part = Part(chosen.split, looked.cuts[0], where)
        return part, *counted(table, marked, looked, part)
    part = Part(chosen.split, rule.by, where)
    asked, found = counted(table, marked, looked, part)
    if rule.by != rule.cut:
        found = replace(found, cut=rule.cut)
        called(found, table, marked, rule.by)
    return part, asked, found
