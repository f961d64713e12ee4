"""A file whose class names are paths: folded, a cell is clicked, and its documents are read."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.app_server import AppServer
from tests.browser.driving import address, attached, choose, load, settle, until, visible, visit
from tests.browser.test_confusions import choose_cell, rows_of

SHOP = b"""id,true,predicted
1,garden/tools/spade,garden/tools/rake
2,garden/tools/rake,garden/tools/rake
3,garden/plants,books/prose
4,garden/tools/spade,books/poetry
5,books/poetry,books/prose
6,books/prose,garden/plants
7,toys/cars,toys/cars
"""


def test_a_cell_of_folded_classes_leads_to_its_documents(page: Page, server: AppServer) -> None:
    load(page, server, "shop.csv", SHOP)
    visit(page, "Home")
    tree = page.locator("[data-testid=stExpander]", has_text="Class hierarchy")
    again = page.locator(".st-key-read_with_hierarchy button")
    until(page, tree.locator("summary").click, visible(again))
    until(page, again.click, attached(page.get_by_text("3 levels").first))
    settle(page)
    visit(page, "Confusions", "Which classes get confused?")
    choose(page, "w_level", re.compile("^level 1 "))
    page.wait_for_url("**level=1**")
    choose_cell(page, "books", "garden", "True books, predicted garden: 1 document.")
    assert len(rows_of(page)) == 3
    choose_cell(page, "garden", "books", "True garden, predicted books: 2 documents.")
    link = page.locator(".st-key-cell").get_by_role("link", name="2 documents", exact=True)
    until(page, link.click, address(page, "documents.where=level"))
    expect(page.get_by_text("1 of 2", exact=True)).to_be_visible()
