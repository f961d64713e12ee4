"""The documents in a browser: under the policy of the app’s server, in both themes, with search."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.app_server import AppServer
from tests.paths import ROOT


@pytest.fixture
def docs(server: AppServer) -> str:
    if not (ROOT / "site" / "index.html").is_file():
        if os.environ.get("CI") == "true":
            pytest.fail("the documents are not built: script/docs builds them")
        pytest.skip("the documents are not built: script/docs builds them")
    return f"{server.url}/docs/"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_readable_and_the_search_finds(browser: Browser, docs: str, scheme: str) -> None:
    tab = browser.new_page(color_scheme="dark" if scheme == "dark" else "light")
    troubles: list[str] = []
    tab.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
    tab.on("pageerror", lambda error: troubles.append(str(error)))
    tab.on("request", lambda r: None if r.url.startswith(docs) else troubles.append(r.url))
    for width in (1280, 420):
        tab.set_viewport_size({"width": width, "height": 900})
        for page in ("", "start/own-file/", "reference/measures/", "reference/findings/"):
            tab.goto(docs + page)
            expect(tab.locator("article h1")).to_be_visible()
            wide = tab.evaluate("document.documentElement.scrollWidth - window.innerWidth")
            assert wide <= 0, f"{page} at {width}"
    tab.set_viewport_size({"width": 1280, "height": 900})
    tab.goto(docs)
    ground = tab.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == ("rgb(23, 22, 20)" if scheme == "dark" else "rgb(255, 255, 255)")
    # the search listens to keys: text that is put there at once may come before or after it looks
    tab.get_by_role("textbox", name="Search").press_sequentially("near duplicate")
    first = tab.locator(".md-search-result__item").first
    expect(first).to_contain_text("Nearly the same text in two splits")
    first.locator("a").first.click()
    expect(tab.locator("article h1")).to_contain_text("Nearly the same text in two splits")
    assert troubles == []
    tab.close()
