"""The pages of errors open short, with the one thing to do in sight."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.app_server import AppServer
from tests.browser.first_screen import first_screen_words

MOST_WORDS = 120
# what is drawn last of each page, and what to do there
PAGES = {
    "classes": (".st-key-documents_fp_of_the_class", "Read "),
}


@pytest.mark.parametrize("review", ["reuters", "r8"])
@pytest.mark.parametrize("name", PAGES)
def test_a_first_screen_is_read_at_a_glance(
    page: Page, server: AppServer, review: str, name: str
) -> None:
    late, action = PAGES[name]
    page.goto(f"{server.url}/{name}?review={review}")
    page.locator(late).first.wait_for(state="attached")
    # what a chart is drawn of is no sentence: names at the axes, and numbers in cells
    words = first_screen_words(page, charts=False)
    assert len(words) <= MOST_WORDS, " ".join(words)
    expect(page.get_by_role("link", name=action).first).to_be_in_viewport(ratio=1)
