"""The six questions of a stakeholder, each answered on screen within two clicks from Load."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from breakeven.store.actors import LOCAL
from breakeven.store.library import open_library
from tests.browser.app_server import AppServer
from tests.browser.driving import address, settle, until, visit
from tests.pages.test_baseline import BEFORE, NOW, ours, saved


def read(page: Page, sentence: str) -> None:
    """A sentence is there to be read without another click."""
    expect(page.get_by_text(re.compile(sentence)).first).to_be_visible()


def test_two_clicks_from_load_answer_what_a_stakeholder_asks(page: Page, server: AppServer) -> None:
    page.goto(server.url)
    settle(page)
    sample = page.locator(".st-key-open_reuters button")
    until(page, sample.click, address(page, "/summary"))
    # is it good enough? 3,200 of 3,744 found, of 3,677 given
    summary = page.locator(".st-key-first_look")
    expect(summary).to_contain_text(re.compile(r"Found\s*85 %"))
    expect(summary).to_contain_text(re.compile(r"Right when predicted\s*87 %"))
    # where not?
    read(page, r"1 of 90 classes is clearly below 50 %")
    # would chance do it?
    read(page, "clearly better than always answering “earn”")
    visit(page, "Human review")
    # what will people still do?
    read(page, r"Reviewing the least certain 10 % \(329 documents\) cuts wrong documents")
    read(page, r"That is 100 of 1,000 documents a month: 1\.7 hours")
    # what does a mistake cost?
    read(page, r"About 309 mistakes a month \(284–335\)")


def test_one_click_from_load_says_whether_it_is_better_than_last_time(
    page: Page, server: AppServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BREAKEVEN_HOME", server.surroundings["BREAKEVEN_HOME"])
    saved(BEFORE)
    review = saved(NOW)
    open_library().pin(LOCAL, ours(), 1)
    page.goto(f"{server.url}/?review={review.fingerprint}")
    settle(page)
    visit(page, "Summary")
    read(page, r"right that (was|were) not in version 1, \d+ no longer")
