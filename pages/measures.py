"""Measures: what each number means, where it comes from, and what its sources misprint."""

from __future__ import annotations

import streamlit as st
from markupsafe import Markup

from breakeven.ui.app.header.bare_page import open_page
from breakeven.ui.app.page.links import address_of
from breakeven.ui.app.session import state
from breakeven.ui.catalogue import (
    EVERY_GROUP,
    choose_entry,
    show_entry,
    show_misprints,
    show_sources,
)
from breakeven.ui.components.html import plain, say
from metrics.catalogue import CATALOGUE, GROUPS

MEASURES, ERRATA, SOURCES = "Measures", "Misprints in the sources", "Sources"


def forget_link() -> None:
    """Leave the measure of a link once another is looked for."""
    state.withdraw("measure")


open_page("measures")
asked = state.address_value("measure")
linked = CATALOGUE.get(asked or "")
kept = address_of("measures")
state.write_address({**kept, "measure": linked.key} if linked else kept)

st.title("What does this number mean?", anchor=False)
if asked and not linked:
    say(Markup("There is no measure {}; these are the ones there are.").format(plain(asked)))
part = st.segmented_control(
    "Show",
    [MEASURES, ERRATA, SOURCES],
    default=MEASURES,
    required=True,
    key="measures_view",
    label_visibility="collapsed",
    on_change=forget_link,
)
if part == SOURCES:
    show_sources()
else:
    left, right = st.columns([3, 2])
    search = left.text_input(
        "Search",
        key="measures_search",
        placeholder="a name, a word of its meaning, a source …",
        on_change=forget_link,
    )
    if part == ERRATA:
        show_misprints(search, right)
    else:
        # a link opens the group of its entry, also in a session that had chosen another
        if linked:
            state.remember("measures_group", linked.group)
        groups = [*GROUPS, EVERY_GROUP]
        group = right.selectbox(
            "Group", groups, key="measures_group", disabled=bool(search), on_change=forget_link
        )
        if entry := choose_entry(search, group, linked):
            show_entry(entry)
