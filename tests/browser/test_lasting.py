"""What is saved lasts: over a restart, in another browser, and beside what others do at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.app_server import AppServer
from tests.browser.driving import (
    PATIENCE,
    address,
    chosen_above,
    gone,
    load,
    settle,
    tick_row,
    type_in,
    until,
    visible,
    visit,
)

CONNECTED = '[data-testid="stApp"][data-test-connection-state="CONNECTED"]'
# 2 of 4 documents have their class; the third and fourth are wrong
FILE = b"id,true,predicted\n1,wheat,wheat\n2,corn,corn\n3,corn,wheat\n4,wheat,corn\n"


def button(page: Page, key: str) -> Locator:
    return page.locator(f".st-key-{key} button").first


def on(mark: Locator) -> Callable[[float], None]:
    """As an outcome: this mark is set on the open document."""
    primary = re.compile("stBaseButton-primary")
    return lambda timeout: expect(mark).to_have_attribute("data-testid", primary, timeout=timeout)


def link_of(page: Page) -> str:
    found = re.search("review=([0-9a-f]{64})", page.url)
    assert found is not None, page.url
    return found[1]


def test_pages_numbers_and_what_two_marked_at_once_are_there_after_a_killed_server_started_again(
    new_tab: Callable[[AppServer], Page], tmp_path: Path
) -> None:
    server = AppServer(tmp_path / "server.log").start()
    first, second, later = (new_tab(server) for _ in range(3))
    try:
        load(first, server, "calls.csv", FILE)
        visit(first, "Home")
        expect(first.get_by_text("Saved as version 1 of calls")).to_be_visible()
        wrong = f"{server.url}/documents?review={link_of(first)}&documents.where=wrong"
        for tab in (first, second):
            tab.goto(wrong)
            expect(tab.get_by_text("1 of 2").first).to_be_visible()
            settle(tab)
        marks = [button(first, "mark_unclear"), button(second, "mark_duplicate")]
        for mark in marks:
            mark.click()
        for mark in marks:
            on(mark)(PATIENCE)
        second.goto(f"{server.url}/summary?review=reuters&system=knn")
        expect(second.get_by_text("0.815").first).to_be_visible()
        # without a goodbye: what was acknowledged is there
        server.stop(hard=True)
        second.locator(f'[data-testid="stApp"]:not({CONNECTED})').wait_for()
        server.start()
        # an open page finds its server again, and shows the same
        second.locator(CONNECTED).wait_for()
        second.reload()
        expect(chosen_above(second, "system")).to_contain_text("knn")
        expect(second.get_by_text("0.815").first).to_be_visible()
        later.goto(wrong)
        for key in ("mark_unclear", "mark_duplicate"):
            on(button(later, key))(PATIENCE)
        visit(later, "Summary")
        expect(later.get_by_text("50 %").first).to_be_visible()
    finally:
        server.stop()


def test_a_review_is_renamed_put_away_and_deleted(page: Page, server: AppServer) -> None:
    load(page, server, "walk.csv", FILE.replace(b"4,wheat,corn", b"4,wheat,rye"))
    link = link_of(page)
    visit(page, "Home", "What do you want to review?")
    manage = page.get_by_text("All reviews: find, rename, export, delete")
    until(page, manage.click, visible(page.get_by_role("textbox", name="Search")))
    search = page.get_by_role("textbox", name="Search")
    type_in(page, search, "walk", address(page, "search=walk"))
    title = page.get_by_label("Title", exact=True)
    until(page, lambda: tick_row(page, page.locator(".st-key-reviews_table"), 0), visible(title))
    named = page.locator(".st-key-review_chosen b")
    type_in(page, title, "Strolled", lambda t: expect(named).to_have_text("Strolled", timeout=t))
    archive = button(page, "review_archive")
    archived = page.get_by_text("Show archived (1)")
    until(page, archive.click, visible(archived))
    expect(page.get_by_text("No review matches.")).to_be_visible()
    for_good = button(page, "review_delete_for_good")
    until(page, button(page, "review_delete").click, visible(for_good))
    expect(page.get_by_text("This deletes 1 version, 1 file")).to_be_visible()
    until(page, for_good.click, gone(for_good))
    page.goto(f"{server.url}/summary?review={link}")
    expect(page.get_by_text("not on this server any more")).to_be_visible()
