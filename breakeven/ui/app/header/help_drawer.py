"""Help, at the right of every page: what measures mean, the keys, and what books misprint.

It is opened by the menu, by a key, by an address, and by the name of a measure on any page.

Tested in `test_help_drawer`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st
from markupsafe import Markup

from breakeven.data.installation import CODE_VERSION
from breakeven.ui.app.header.catalogue import (
    EVERY_GROUP,
    choose_entry,
    show_entry,
    show_misprints,
    show_sources,
)
from breakeven.ui.app.page.links import docs_link
from breakeven.ui.app.session import access, state
from breakeven.ui.app.session.shortcuts import HELP_ON, KEYS_HELP, MEASURES_HELP, by_place
from breakeven.ui.components.html import grid, keys, plain, say
from metrics.catalogue import CATALOGUE, GROUPS

MISPRINTS_HELP, SOURCES_HELP = "misprints", "sources"
VIEW = "help_view"


@st.dialog("Help", width="medium", position="right")
def open_help() -> None:
    """Open it on what was asked for."""
    access.still_in()
    show_help()


def show_help() -> None:
    """What stands in it: one of four views, the one that was asked for at first."""
    wanted = state.forget(HELP_ON)
    entry = CATALOGUE.get(wanted) if wanted else None
    if wanted is not None:
        state.remember(VIEW, wanted if wanted in VIEWS else MEASURES_HELP)
    if entry is not None:
        # in a session that had chosen another group, or searched
        state.remember("measures_group", entry.group)
        state.remember("measures_entry", entry.key)
        state.remember("measures_search", "")
    elif wanted and wanted not in VIEWS:
        say(Markup("There is no measure {}; these are the ones there are.").format(plain(wanted)))
    docs_link("Documents: start, how to, reference, explanation")
    st.caption(f"Breakeven {CODE_VERSION}")
    view = st.segmented_control(
        "Show",
        list(VIEWS),
        default=MEASURES_HELP if state.remembered(VIEW) is None else None,
        format_func=lambda key: VIEWS[key][0],
        required=True,
        key=VIEW,
        label_visibility="collapsed",
    )
    VIEWS[view or MEASURES_HELP][1]()


def _search() -> str:
    return st.text_input(
        "Search",
        key="measures_search",
        placeholder="Name, meaning or source",
        icon=":material/search:",
    )


def _show_measures() -> None:
    search = _search()
    groups = [*GROUPS, EVERY_GROUP]
    group = st.selectbox("Group", groups, key="measures_group", disabled=bool(search))
    if entry := choose_entry(search, group):
        show_entry(entry)


def _show_misprints() -> None:
    show_misprints(_search())


def _show_keys() -> None:
    rows = []
    for where, listed in by_place().items():
        rows.append([Markup("<b>{}</b>").format(where), ""])
        rows += [[shortcut.does, keys(shortcut.key)] for shortcut in listed]
    grid(["What it does", "Key"], rows)


VIEWS: Mapping[str, tuple[str, Callable[[], None]]] = {
    MEASURES_HELP: ("Measures", _show_measures),
    KEYS_HELP: ("Keys", _show_keys),
    MISPRINTS_HELP: ("Misprints of books", _show_misprints),
    SOURCES_HELP: ("Sources", show_sources),
}
