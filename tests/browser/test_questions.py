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
    read(page, "“svm” finds 85 of 100 true classes; 87 of 100 that it names are right")
    # where not?
    read(page, r"1 of 90 classes is clearly below 50 %: “strategic-metal”")
    # would chance do it?
    read(page, "Yes, by more than chance: it finds 85 of 100 true classes")
    visit(page, "Human review")
    # what will people still do?
    read(page, "If people look at the 10 % least sure of the documents")
    read(page, r"a month 100 go to people: 1\.7 hours")
    # what does a mistake cost?
    read(page, r"If a mistake costs 1, those of a month cost 309 \(likely 284 to 335\)")


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
    read(page, r"Is it better than “svm run 1, version 1”\?.*it would be right for")
