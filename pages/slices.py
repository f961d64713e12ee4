"""Slices: is a system as good on every part of the documents."""

from __future__ import annotations

from breakeven.ui.app import widgets
from breakeven.ui.app.page import begin
from breakeven.ui.slices.search import show_search
from breakeven.ui.slices.side_by_side import show_side_by_side

PARTS = {"side": "Side by side", "search": "Search"}

page = begin("Slices", "Is it as good everywhere?")
part = widgets.section("slices.part", "Part", PARTS, label_visibility="collapsed")
if part == "side":
    show_side_by_side(page)
else:
    show_search(page)
