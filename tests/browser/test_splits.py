"""Splits and guidance in a browser: leaks found, documents shown, limits kept, names literal."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.app_server import AppServer
from tests.browser.driving import (
    address,
    downloaded,
    load,
    settle,
    tick_row,
    toolbar,
    type_in,
    until,
    visible,
    visit,
)
from tests.browser.hostile import PAYLOADS


def csv_of(rows: Any) -> bytes:
    quoted = [",".join('"' + str(c).replace('"', '""') + '"' for c in row) for row in rows]
    return "\n".join(["id,true,predicted,split,text", *quoted]).encode()


def texts(n: int, words: int, seed: int = 0) -> list[str]:
    """Random words, of two vocabularies by turns."""
    rng = random.Random(seed)
    return [" ".join(f"{'ab'[i % 2]}{rng.randrange(900)}" for _ in range(words)) for i in range(n)]


def open_line(page: Page, line: int) -> None:
    """Choose a line of the list."""
    tick_row(page, page.locator('[class*="st-key-lines_"]'), line)


def test_a_leak_shows_its_documents(page: Page, server: AppServer) -> None:
    documents = texts(80, 30)
    documents[60] = documents[0].upper()
    rows = [
        (f"d{i}", "ab"[i % 2], "ab"[i % 2], "train" if i < 60 else "test", text)
        for i, text in enumerate(documents)
    ]
    load(page, server, "leak.csv", csv_of(rows))
    visit(page, "Splits", "Can these splits be trusted?")
    expect(page.get_by_text("1 error, 0 warnings")).to_be_visible()
    finding = page.get_by_text("the text of a document in an earlier split")
    until(page, lambda: open_line(page, 0), visible(finding))
    switch = page.get_by_text("Show the 2 documents")
    table = page.locator('[class*="st-key-documents_"] [data-testid="stDataFrame"]')
    until(page, switch.click, visible(table))
    back = page.get_by_role("button", name="Back to the first steps")
    until(page, back.click, visible(page.get_by_text("Start here")))
    visit(page, "Next steps", "What should be done next?")
    # the grid of findings has its cells as hidden text too
    shown = page.get_by_text("The same text in two splits").filter(visible=True)
    expect(shown.first).to_be_visible()
    button = toolbar(page, "findings").get_by_role("button", name="Markdown")
    saved = downloaded(page, button.click).read_text(encoding="utf-8")
    about, _, listed = saved.partition("\n\n")
    assert about.startswith("review: leak; system: leak; split: test; decisions: ")
    assert listed.startswith("1. **error: The same text in two splits** (leak.same-text)")
    assert "Documents: d0, d60" in saved


def test_a_changed_limit_is_in_the_link(
    page: Page, server: AppServer, new_tab: Callable[[], Page]
) -> None:
    page.goto(f"{server.url}/splits?review=reuters&system=svm&splits.part=limits")
    field = page.locator(".st-key-w_limit_min_train input")
    expect(field).to_have_value("15")
    settle(page)
    type_in(page, field, "3", address(page, "limits=min_train"))
    settle(page)
    other = new_tab()
    other.goto(page.url)
    expect(other.locator(".st-key-w_limit_min_train input")).to_have_value("3")


def test_parts_of_the_page_follow_the_choice_and_the_link(page: Page, server: AppServer) -> None:
    page.goto(f"{server.url}/splits?review=r8")
    settle(page)
    radio = page.get_by_role("radio", name="Over time")
    until(page, radio.click, address(page, "splits.part=time"))
    drawn = page.locator(".st-key-drift .js-plotly-plot .scatterlayer").first
    drawn.wait_for(state="attached")
    page.goto(f"{server.url}/splits?review=r8&splits.part=size")
    drawn = page.locator(".st-key-size .js-plotly-plot .scatterlayer").first
    drawn.wait_for(state="attached")


def test_names_are_shown_literally(page: Page, server: AppServer) -> None:
    rows = []
    for i, name in enumerate(PAYLOADS):
        for copy in range(2):
            split = ("train", "<b>dev</b>", "test")[(i + copy) % 3]
            rows.append((f"{i}-{copy}", name, PAYLOADS[i - 1], split, name))
    load(page, server, "names.csv", csv_of(rows))
    for menu, heading in (
        ("Splits", "Can these splits be trusted?"),
        ("Next steps", "What should be done next?"),
    ):
        visit(page, menu, heading)
        expect(page.get_by_text("Start here")).to_be_visible()
        settle(page)
        back = page.get_by_role("button", name="Back to the first steps")
        until(page, partial(open_line, page, 0), visible(back))
        assert page.evaluate("window.__pwn") is None
        assert page.locator("[data-testid=stMain] a[href*='127.0.0.1:9']").count() == 0
        assert page.locator("[data-testid=stMain] img").count() == 0
