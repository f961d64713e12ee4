"""Opens a page on a table beyond memory: its head, and what an engine counted of it.

The head says what is looked at, how to choose another, who counted and when. Tested in
`test_tables`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import NoReturn

import numpy as np
import streamlit as st
from markupsafe import Markup
from streamlit.delta_generator import DeltaGenerator

from breakeven.analysis.selection.errors import FilterError
from breakeven.analysis.selection.selection import ALL, Selection, split_text
from breakeven.analysis.selection.where import asks_decisions, where_of
from breakeven.data.wording import count_of
from breakeven.engine.evaluation import TableScan
from breakeven.engine.filters import CARRIED_ROLES
from breakeven.engine.named_tables import FileStates, NamedTable, file_states
from breakeven.engine.queries import ScanQuery, TableSubset, counts, readings
from breakeven.results.scope import BY_OUTCOME, tuned_cautions
from breakeven.ui.app.header import choices
from breakeven.ui.app.header.choices import (
    AS_THEY_COME,
    FILTER_ICON,
    HERE,
    SETTINGS_ICON,
    SHARE_ICON,
    choice,
    choose_rule,
    choose_where,
    copy_link,
    filter_words,
    say_filter_unused,
    split_words,
)
from breakeven.ui.app.header.header import tuned_badges
from breakeven.ui.app.header.help import TABLE_WHERE_HELP
from breakeven.ui.app.page import links
from breakeven.ui.app.page.counted_table import CountedTable, selection_in
from breakeven.ui.app.page.filters import take_back
from breakeven.ui.app.page.links import page_link, say_missing
from breakeven.ui.app.page.page import EvaluatedPage
from breakeven.ui.app.page.table_rules import (
    DecidedRule,
    count_part,
    decide_table,
    name_counted,
    rule_of,
)
from breakeven.ui.app.session import downloads, state, widgets
from breakeven.ui.app.store import engine_tables
from breakeven.ui.components.html import code, plain, say
from breakeven.ui.components.markdown import show_badges
from breakeven.ui.pages import PAGES, PageKey

# --- the head of a page on a table: what is looked at, how to choose another, who counted and when


@widgets.fragment
def _show_choices(
    table: NamedTable, scan: TableScan, selection: Selection, chosen: Mapping[str, str]
) -> None:
    """The line of choices. `chosen`: those that the page is drawn with; others draw it anew."""
    if dict(chosen) != state.raw():
        st.rerun()
    split = split_words(selection)
    named = choices.averaging_words(selection)
    if selection.cut != scan.cuts[0]:
        named = [str(replace(selection.cut, assumed=False)), *named]
    settings = " · ".join(named) or AS_THEY_COME
    where = partial(choose_where, selection, TABLE_WHERE_HELP)
    with st.container(horizontal=True, gap="small", key="choices"):
        choice("review", table.title, "", partial(_table, table))
        choice("system", selection.system, "", _system)
        choice("split", split, "", partial(_split, scan, selection))
        choice("where", filter_words(selection), FILTER_ICON, where)
        choice("settings", settings, SETTINGS_ICON, partial(_settings, scan, selection))
        choice("share", "Share", SHARE_ICON, copy_link)
    with st.container(key="choices_here"):
        here = f"{selection.system} · {split}"
        choice(HERE, here, "", partial(_all, table, scan, selection))


def _all(table: NamedTable, scan: TableScan, selection: Selection) -> None:
    """Everything that the line opens, where there is no room for the line."""
    _split(scan, selection)
    choose_where(selection, TABLE_WHERE_HELP)
    _settings(scan, selection)
    _table(table)
    copy_link()


def _table(table: NamedTable) -> None:
    page_link("home", "Load another, or files")
    if table.path is None:  # of files it is known whether they have changed
        st.button(
            "Count again",
            key="count_again",
            icon=":material/refresh:",
            help="The table may have new rows since it was counted.",
            on_click=_forget,
            args=(table,),
        )


def _forget(table: NamedTable) -> None:
    counts.forget(table)
    readings.forget(table)


def _system() -> None:
    st.caption("A table has one system.")


def _split(scan: TableScan, selection: Selection) -> None:
    splits = scan.splits
    words = {split_text(split, splits): split or ALL for split in (*splits, None)}
    widgets.select("split", "Split", words, split_text(selection.split, splits))


def _settings(scan: TableScan, selection: Selection) -> None:
    choose_rule(scan.cuts, selection.cut)
    page_link("thresholds", "Other rules and thresholds")
    st.caption("Each new rule counts the table again, once for everybody.")
    choices.choose_averaging(selection)
    if count := scan.repeated.leaked(selection.split):
        choices.leave_out(selection, count, near=False)
    choices.start_over()


def _say_counted(page: EvaluatedPage, table: CountedTable) -> None:
    """How much was counted, by which engine and when."""
    evaluation, selection = table.evaluation, page.selection
    absent = evaluation.not_counted.get("average_precision")
    documents = count_of(evaluation.documents, "document")
    optimistic = selection.cut.optimistic_on(selection.split)
    cautions = tuned_cautions(optimistic) + ([] if absent is None else [str(absent)])
    downloads.about(
        review=table.named.title,
        system=selection.system,
        split=ALL if selection.split is None else selection.split,
        documents=documents,
        decisions=str(selection.cut),
        where="" if selection.where is None else selection.where.text,
        beta=f"{selection.beta:g}",
        undefined_as=selection.undefined,
        caution=" ".join(cautions),
    )
    classes = count_of(len(evaluation.classes), "class", "classes")
    filtered = evaluation.filter_count
    facts = [
        page.counts.linked(evaluation.documents, None, documents)
        + (
            ""
            if filtered is None
            else Markup(", of {:,}: {}").format(filtered.of_documents, code(filtered.text))
        ),
        classes,
        plain(selection.cut, 200) if selection.cut.assumed else "",
        Markup("counted by {} on {:%Y-%m-%d %H:%M} UTC").format(
            plain(evaluation.engine), table.counted_at
        ),
    ]
    say(Markup(" · ").join(filter(None, facts)))
    if table.rule.instead:
        say(Markup("<small>▲ {}</small>").format(table.rule.instead))
    show_badges([*tuned_badges(optimistic)], page_link)
    columns = table.scan.layout.file.having(*CARRIED_ROLES)
    if selection.where is not None and asks_decisions(selection.where.expression, columns):
        say(
            Markup("<small>▲ {}</small>").format(
                plain(BY_OUTCOME.format(system=selection.system), 500)
            )
        )


# --- how a page on a table is opened


def open_table(key: PageKey, question: str) -> EvaluatedPage:
    """What a page on the table that the address names is about; stops where it is not here."""
    table = _table_here(key)
    state.write_address(links.address_of(key))
    head = st.container()
    st.title(question, anchor=False)
    return _opened(table, key, head)


def say_closed(key: PageKey) -> NoReturn:
    """Why a page has no answer of a table, and which one has."""
    _table_here(key)
    st.title(PAGES[key].title)
    say_missing(PAGES[key].why_no_table, "summary", "See how good it is")
    st.stop()


def _table_here(key: PageKey) -> NamedTable:
    table = engine_tables.table_of(state.raw()["review"])
    if table is None:
        st.title(PAGES[key].title)
        st.warning(engine_tables.NOT_HERE)
        page_link("home", "Load")
        st.stop()
    return table


def _opened(table: NamedTable, key: PageKey, head: DeltaGenerator) -> EvaluatedPage:
    """What the page is about: the table looked at, and counted as it is chosen.

    `head`: where the line of choices goes, once it is known what there is to choose.
    """
    files = file_states(table)
    scan: TableScan = engine_tables.answer_of(counts, table, counts.ask(table, files, ScanQuery()))
    rule = decide_table(table, files, scan, rule_of(scan, state.raw()))
    selection = selection_in(scan, state.raw(), rule.cut)
    refused = None
    try:
        selection = replace(selection, where=where_of(state.raw().get("where", "")))
    except FilterError as error:
        refused = error
    with head:
        _show_choices(table, scan, selection, dict(state.raw()))
    try:
        counted = _counted(table, files, scan, selection, rule, key)
    except FilterError as error:  # what an engine does not ask shows when it is asked
        selection, refused = replace(selection, where=None), error
        counted = _counted(table, files, scan, selection, rule, key)
    evaluation = counted.evaluation
    if state.raw().get("class") not in evaluation.classes and evaluation.classes:
        largest = int(np.argmax(evaluation.tables.positives))
        selection = replace(selection, class_index=largest)
    page = EvaluatedPage(None, selection, evaluation, counted)
    _say_counted(page, counted)
    if refused is not None:
        say_filter_unused(refused)
    take_back(selection)
    if selection.where is not None and not evaluation.documents:
        st.info("No document matches the filter.")
        st.stop()
    return page


def _counted(
    table: NamedTable,
    files: FileStates,
    scan: TableScan,
    selection: Selection,
    rule: DecidedRule,
    key: PageKey,
) -> CountedTable:
    """The table as what is chosen of it was counted. FilterError where its filter cannot be asked.

    On Thresholds it is decided as nobody chose it, for the rules that are tried there; but not
    where the filter goes by what is decided.
    """
    where, columns = selection.where, scan.layout.file.having(*CARRIED_ROLES)
    anew = key != "thresholds" or (where and asks_decisions(where.expression, columns))
    part = TableSubset(selection.split, rule.by if anew else scan.cuts[0], where)
    pending, evaluation = count_part(table, files, scan, part)
    if anew and rule.by != rule.cut:
        evaluation = replace(evaluation, cut=rule.cut)
        name_counted(evaluation, table, files, rule.by)
    assert pending.answered_at is not None
    return CountedTable(table, files, scan, part, rule, evaluation, pending.answered_at)
