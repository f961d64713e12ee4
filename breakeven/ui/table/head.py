"""The head of a page on a table: what is looked at, how to choose another, who counted and when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import streamlit as st

from breakeven.engine.asking import counts, readings
from breakeven.engine.evaluating import Looked
from breakeven.engine.named import NamedTable
from breakeven.engine.where import KEPT
from breakeven.reports.cautions import tuned_cautions
from breakeven.reports.counted import NO_AVERAGE_PRECISION
from breakeven.reports.where import BY_OUTCOME
from breakeven.selection import ALL, Selection, split_text
from breakeven.selection.where import asks_decisions
from breakeven.text import UNDEFINED_WORDS, count_of, f_name
from breakeven.ui.app.head import settings
from breakeven.ui.app.head.choices import choice, choose_rule, choose_where
from breakeven.ui.app.head.state_bar import tuned_badges
from breakeven.ui.app.head.where_help import TABLE_WHERE_HELP
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.session.links import page_link
from breakeven.ui.app.shared.table_page import TablePage
from breakeven.ui.components import downloads
from breakeven.ui.components.badges import show_badges
from breakeven.ui.components.html import code, plain, say


@widgets.fragment
def show_choices(
    table: NamedTable, looked: Looked, selection: Selection, chosen: Mapping[str, str]
) -> None:
    """The line of choices. `chosen`: those that the page is drawn with; others draw it anew."""
    if dict(chosen) != state.raw():
        st.rerun()
    split = "all documents" if selection.split is None else f"split {selection.split}"
    averaging = f"{f_name(selection.beta)} · 0/0 {UNDEFINED_WORDS[selection.undefined]}"
    with st.container(horizontal=True, gap="small", key="choices"):
        choice("review", table.title, "", partial(_table, table))
        choice("system", f"system {selection.system}", "", _system)
        choice("split", split, "", partial(_split, looked, selection))
        cut = replace(selection.cut, assumed=False)
        choice("cut", str(cut), "", partial(_cut, looked, selection))
        where = "no filter" if selection.where is None else f"filter {selection.where.text}"
        draw = partial(choose_where, selection, TABLE_WHERE_HELP)
        choice("where", where, ":material/filter_alt:", draw)
        choice("settings", averaging, ":material/tune:", partial(_settings, looked, selection))


def _table(table: NamedTable) -> None:
    page_link("app.py", "Load another, or files", ":material/upload_file:")
    if table.path is None:  # of files it is known whether they have changed
        st.button(
            "Count again",
            key="count_again",
            icon=":material/refresh:",
            help="Nobody says whether rows have come since it was counted.",
            on_click=_forget,
            args=(table,),
        )


def _forget(table: NamedTable) -> None:
    counts.forget(table)
    readings.forget(table)


def _system() -> None:
    st.caption("A table has one system.")


def _split(looked: Looked, selection: Selection) -> None:
    splits = looked.splits
    words = {split_text(split, splits): split or ALL for split in (*splits, None)}
    widgets.select("split", "Split", words, split_text(selection.split, splits))


def _cut(looked: Looked, selection: Selection) -> None:
    choose_rule(looked.cuts, selection.cut)
    page_link("pages/thresholds.py", "Other rules and thresholds", ":material/tune:")
    st.caption("The table is counted anew for each rule, once for all who look.")


def _settings(looked: Looked, selection: Selection) -> None:
    settings.choose_averaging(selection)
    count = 0 if looked.leaks is None else looked.leaks.within(selection.split)
    if count:
        settings.leave_out(selection, count, near=False)
    settings.link_or_start_over()


def say_counted(page: TablePage) -> None:
    """How much was counted, by which engine and when."""
    evaluation, selection = page.evaluation, page.selection
    complete = evaluation.curves is None or evaluation.curves.complete
    documents = count_of(evaluation.documents, "document")
    optimistic = selection.cut.optimistic_on(selection.split)
    cautions = tuned_cautions(optimistic) + ([] if complete else [NO_AVERAGE_PRECISION])
    downloads.about(
        review=page.table.title,
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
    task = "single-label" if evaluation.single_label else "multi-label"
    kept = evaluation.kept
    facts = [
        page.counts.of(evaluation.documents, None, documents)
        + ("" if kept is None else f", of {kept.of_documents:,}: {code(kept.text)}"),
        f"{classes}, {task}",
        plain(selection.cut, 200) if selection.cut.assumed else "",
        f"counted by {plain(evaluation.engine)} on {page.at:%Y-%m-%d %H:%M} UTC",
    ]
    say(" · ".join(filter(None, facts)))
    if page.rule.instead:
        say(f"<small>▲ {page.rule.instead}</small>")
    show_badges([*tuned_badges(optimistic)], page_link)
    columns = page.looked.layout.file.having(*KEPT)
    if selection.where is not None and asks_decisions(selection.where.expression, columns):
        say(f"<small>▲ {plain(BY_OUTCOME.format(system=selection.system), 500)}</small>")
