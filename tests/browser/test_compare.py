"""The compare page in a real browser: choices, links, rows that open documents, hostile names."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import AppServer
from tests.browser.driving import choose, load
from tests.browser.hostile import PAYLOADS
from tests.made import known


def open_compare(page: Page, server: AppServer, **choices: str) -> None:
    pairs = {"review": "reuters", "system": "knn"} | choices
    address = "&".join(f"{k.replace('__', '.')}={v}" for k, v in pairs.items())
    page.goto(f"{server.url}/compare?{address}")
    expect(page.locator("table.grid").first).to_be_visible(timeout=30_000)


def test_two_systems_are_chosen_and_the_link_shows_the_same_elsewhere(
    page: Page, server: AppServer, browser: Browser, settle: Callable[..., None]
) -> None:
    open_compare(page, server)
    settle(page)
    choose(page, "w_compare-system", "tree")
    expect(page.get_by_text("which may be chance").first).to_be_visible(timeout=30_000)
    page.get_by_role("radio", name="Tests", exact=True).click(force=True)
    expect(page.get_by_text("Macro sign test (S)")).to_be_visible(timeout=30_000)
    page.wait_for_url(re.compile(r"compare\.part=tests"))
    assert "compare.system=tree" in page.url
    other = browser.new_context().new_page()
    other.goto(page.url)
    expect(other.get_by_text("Macro sign test (S)")).to_be_visible(timeout=30_000)
    shown = [t.locator("table.grid").all_inner_texts() for t in (page, other)]
    assert shown[0] == shown[1]
    other.context.close()


def test_a_row_of_the_table_opens_the_documents_on_which_they_part(
    page: Page, server: AppServer, settle: Callable[..., None]
) -> None:
    open_compare(page, server, compare__part="disagreement", compare__system="svm")
    documents = page.locator(".st-key-w_compare-documents")
    expect(documents).to_be_visible(timeout=30_000)
    settle(page)
    # yen, the class with most differing decisions, stands first in the table
    table = page.locator('[data-testid="stDataFrame"]').first
    table.scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    box = known(table.bounding_box())
    page.mouse.click(box["x"] + 18, box["y"] + 52)
    page.wait_for_url(re.compile("class=yen"))
    # 91 documents are called yen by knn alone, and are not
    fullest = re.compile(r"false alarm of knn alone +\(91\)")
    expect(documents.locator("input")).to_have_value(fullest, timeout=30_000)


def test_every_part_draws_and_nothing_is_wider_than_a_phone(
    page: Page, server: AppServer, settle: Callable[..., None]
) -> None:
    page.set_viewport_size({"width": 420, "height": 900})
    for part in ("differences", "curves", "agreement", "confusion"):
        open_compare(page, server, compare__part=part)
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


def test_hostile_system_names_are_literal_in_every_part(
    page: Page, server: AppServer, settle: Callable[..., None]
) -> None:
    load(page, server, "systems.csv", hostile_systems())
    page.get_by_role("link", name="Compare").click()
    expect(page.locator("table.grid").first).to_be_visible(timeout=30_000)
    first, second = PAYLOADS[0], PAYLOADS[1]
    for part in (
        "Class by class",
        "Tests",
        "Curves",
        "Agreement",
        "Where they disagree",
        "Confusions",
        "As two versions",
    ):
        page.get_by_role("radio", name=part, exact=True).click(force=True)
        page.wait_for_timeout(600)
        settle(page)
        body = page.locator('[data-testid="stMain"]')
        assert first in body.inner_text(), part
        assert body.locator("a[href^=javascript], img[src=x], a[href*='127.0.0.1:9']").count() == 0
        assert page.evaluate("window.__pwn") is None
    assert second in page.locator("table.grid").first.inner_text()
