"""The animated walk presses what pages have, and goes where they are."""

from __future__ import annotations

from breakeven.ui.pages import PAGES
from breakeven.ui.summary.sections import PARTS
from script.walk import VIEWS


def test_each_view_is_at_the_address_of_a_page() -> None:
    places = {page.place.removeprefix("./") for page in PAGES.values()}
    assert {view.address.partition("?")[0] for view in VIEWS} <= places | {""}


def test_what_is_pressed_is_a_page_of_the_menu_or_a_section() -> None:
    names = {page.title for page in PAGES.values()} | set(PARTS.values())
    assert {view.pressed for view in VIEWS[:-1]} <= names
