"""The list of pages: each is on disk, opens by its key, and what the list says of it holds."""

from __future__ import annotations

import ast
from typing import get_args

from breakeven.analysis.story.screen_parts import SCREEN_KEYS, DetailPage
from breakeven.ui.app.session.shortcuts import SHORTCUTS
from breakeven.ui.pages import PAGES, PageKey, pages_by_group, pages_in_need
from breakeven.ui.summary.slides import WAYS_ON
from tests.paths import ROOT


def test_every_page_on_disk_has_a_record_and_every_key_too() -> None:
    on_disk = {f"pages/{file.name}" for file in (ROOT / "pages").glob("*.py")} | {"app.py"}
    assert {page.path for page in PAGES.values()} == on_disk
    assert tuple(PAGES) == get_args(PageKey)


def openings(key: PageKey) -> list[tuple[str, str]]:
    """By which functions a page is opened, and by which keys."""
    file = ROOT / ("breakeven/ui/home/page.py" if key == "home" else PAGES[key].path)
    return [
        (node.func.id, ast.literal_eval(node.args[0]))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id.startswith(("begin", "open_page"))
        and node.args
    ]


def test_pages_are_opened_by_their_own_key_which_their_choices_begin_with() -> None:
    for key, page in PAGES.items():
        assert [opened for _, opened in openings(key)] == [key]
        assert page.name == ("home" if key == "home" else key)


def test_a_heading_of_the_menu_stands_once() -> None:
    groups = [group for group, _ in pages_by_group()]
    assert len(groups) == len({*groups})
    assert [page for _, pages in pages_by_group() for page in pages] == [*PAGES.values()]


def test_what_pages_are_shown_of_a_table_is_what_the_list_says() -> None:
    closed = {key for key, page in PAGES.items() if page.why_no_table}
    about = {key for key, page in PAGES.items() if page.of_review}
    of_tables = {"begin_evaluated", "begin_checks", "begin_documents"}
    shown = {key for key in about if openings(key)[0][0] in of_tables}
    assert closed | shown == about
    assert not closed & shown


def test_what_is_about_no_review_needs_nothing_of_one() -> None:
    for page in PAGES.values():
        assert page.of_review or not page.needs
    assert pages_in_need("second system") == {"compare"}
    assert pages_in_need("scores or confidence") == {"human_review"}


def test_keys_and_ways_of_the_story_lead_to_pages() -> None:
    assert {page.shortcut for page in PAGES.values()} - {""} <= {*SHORTCUTS}
    assert {*get_args(DetailPage)} <= {*PAGES}
    assert {*WAYS_ON} == {*SCREEN_KEYS}
