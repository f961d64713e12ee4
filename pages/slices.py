"""Slices: is a system as good on every part of the documents."""

from __future__ import annotations

import streamlit as st

from breakeven.ui.app.page.links import page_link
from breakeven.ui.app.page.page import DataPage
from breakeven.ui.app.session import widgets
from breakeven.ui.begin import begin_slices
from breakeven.ui.slices.class_shares import show_classes
from breakeven.ui.slices.slice_comparison import show_side_by_side
from breakeven.ui.slices.weak_slices import show_search

COUNTS = (
    "Load a row for each document to see slices: this file has counts only, so nothing says which "
    "documents belong together."
)
PARTS = {"side": "Slices by a column", "search": "Weak slices"}

page = begin_slices("slices", "Is it as good everywhere?", "Is every part of the data alike?")
if page.review.truth.documents is None:
    st.info(COUNTS)
    page_link("home", "Load a row for each document")
    st.stop()
if isinstance(page, DataPage):
    show_classes(page)
    st.stop()
part = widgets.section("slices.part", "Part", PARTS, label_visibility="collapsed")
if part == "side":
    show_side_by_side(page)
else:
    show_search(page)
