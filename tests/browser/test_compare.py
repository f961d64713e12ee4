"""The compare page in a real browser: choices, links, rows that open documents, hostile names."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.app_server import AppServer
from tests.browser.driving import address, choose, load, settle, tick_row, until, visit
from tests.browser.first_screen import first_screen_words
from tests.browser.hostile import PAYLOADS

# as the page names them, and as the address does
PARTS = {
    "Classes": "part=classes",
    "Tests": "part=tests",
    "Curves": "part=curves",
    "Disagreements": "part=disagreement",
    "Confusions": "show=confusions",
    "How alike all systems are": "show=agreement",
}


def open_compare(page: Page, server: AppServer, **choices: str) -> None:
    pairs = {"review": "reuters", "system": "knn"} | choices
    address = "&".join(f"{k.replace('__', '.')}={v}" for k, v in pairs.items())
    page.goto(f"{server.url}/compare?{address}")
    expect(page.get_by_text("On the same").first).to_be_visible()
    settle(page)


def open_part(page: Page, name: str, part: str) -> None:
    radio = page.get_by_role("radio", name=name, exact=True)
    until(page, lambda: radio.click(force=True), address(page, f"compare.{part}"))
    settle(page)


def test_two_systems_are_chosen_and_the_link_shows_the_same_elsewhere(
    page: Page, server: AppServer, new_tab: Callable[[], Page]
) -> None:
    open_compare(page, server)
    choose(page, "w_compare-system", "tree")
    expect(page.get_by_text("which may be chance").first).to_be_visible()
    open_part(page, "Tests", PARTS["Tests"])
    expect(page.get_by_text("Macro sign test (S)")).to_be_visible()
    assert "compare.system=tree" in page.url
    other = new_tab()
    other.goto(page.url)
    expect(other.get_by_text("Macro sign test (S)")).to_be_visible()
    settle(other)
    shown = [t.locator("table.grid").all_inner_texts() for t in (page, other)]
    assert shown[0] == shown[1]


def test_a_row_of_the_table_opens_the_documents_on_which_they_part(
    page: Page, server: AppServer
) -> None:
    open_compare(page, server, compare__part="disagreement", compare__system="svm")
    documents = page.locator(".st-key-w_compare-documents")
    expect(documents).to_be_visible()
    # yen, the class with most differing decisions, stands first in the table
    main = page.get_by_test_id("stMain")
    until(page, lambda: tick_row(page, main, 0), address(page, "class=yen"))
    # 91 documents are called yen by knn alone, and are not
    fullest = re.compile(r"false alarm of knn alone +\(91\)")
    expect(documents.locator("input")).to_have_value(fullest)


def test_the_first_screen_answers_in_150_words(page: Page, server: AppServer) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    open_compare(page, server, system="svm")
    words = first_screen_words(page)
    assert "better" in words
    assert len(words) <= 150, " ".join(words)


def test_every_part_draws_and_nothing_is_wider_than_a_phone(page: Page, server: AppServer) -> None:
    page.set_viewport_size({"width": 420, "height": 900})
    disagreement = {"compare__part": "disagreement"}
    for part in (
        {"compare__part": "classes"},
        {"compare__part": "curves"},
        disagreement | {"compare__show": "agreement"},
        disagreement | {"compare__show": "confusions"},
    ):
        open_compare(page, server, **part)
        page.locator(".js-plotly-plot").first.wait_for(state="attached")
        settle(page)
        wide = page.evaluate(
            "document.querySelector('[data-testid=stMain]').scrollWidth - window.innerWidth"
        )
        assert wide <= 0, part


def hostile_systems() -> bytes:
    """Every name a system and a class: each system is right on the first half of documents."""
    names = [name for name in PAYLOADS if len(name) < 100][:10]
    rows = ["id,true,system,predicted"]
    for s, system in enumerate(names):
        for i in range(30):
            true = names[i % len(names)]
            called = true if i < 15 + s else names[(i + 1) % len(names)]
            cells = (f"d{i}", true, system, called)
            rows.append(",".join('"' + c.replace('"', '""') + '"' for c in cells))
    return "\n".join(rows).encode()


def test_hostile_system_names_are_literal_in_every_part(page: Page, server: AppServer) -> None:
    load(page, server, "systems.csv", hostile_systems())
    visit(page, "Compare systems")
    expect(page.locator("table.grid").first).to_be_visible()
    first, second = PAYLOADS[0], PAYLOADS[1]
    for number, (part, short) in enumerate(PARTS.items()):
        if number > 0:  # the first is there already
            open_part(page, part, short)
        body = page.locator('[data-testid="stMain"]')
        assert first in body.inner_text(), part
        assert body.locator("a[href^=javascript], img[src=x], a[href*='127.0.0.1:9']").count() == 0
        assert page.evaluate("window.__pwn") is None
        if number == 0:
            # long names are cut
            assert second[:20] in page.locator("table.grid").first.inner_text()
