"""The pages of what to improve open short, with the one thing to do in sight."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.app_server import AppServer
from tests.browser.driving import settle
from tests.browser.first_screen import first_screen_words

MOST_WORDS = 120


@pytest.mark.parametrize(
    ("name", "address", "action"),
    [
        ("human_review", "review=reuters", "See the 329 documents"),
        ("thresholds", "review=reuters", "Tune on dev"),
    ],
)
def test_a_first_screen_is_short_and_has_what_to_do(
    page: Page, server: AppServer, name: str, address: str, action: str
) -> None:
    page.goto(f"{server.url}/{name}?{address}")
    button = page.get_by_role("button", name=action)
    expect(button).to_be_visible()
    settle(page)
    words = first_screen_words(page)
    assert len(words) <= MOST_WORDS, " ".join(words)
    expect(button).to_be_in_viewport(ratio=1)
