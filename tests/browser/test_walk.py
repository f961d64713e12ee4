"""From a number to its documents and a text in two steps, and back to where one was."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

import breakeven as be
from breakeven.analysis.advice.findings_list import lines_of
from tests.browser.app_server import AppServer
from tests.browser.driving import address, settle, tick_row, until, visible, visit


def count_in(words: str) -> str:
    found = re.search(r"\d[\d,]*", words)
    assert found
    return found[0]


def test_two_steps_lead_from_the_overview_to_a_text_and_back(page: Page, server: AppServer) -> None:
    page.goto(f"{server.url}/summary?review=reuters&system=svm&beta=2")
    settle(page)
    # by the keyboard: the number of documents with a class missed, and the next document
    missed = page.get_by_role("link", name="missed in 406 documents", exact=True)
    until(page, lambda: missed.press("Enter"), address(page, "documents.where=missed"))
    expect(page.get_by_text("1 of 406")).to_be_visible()
    settle(page)
    until(page, lambda: page.keyboard.press("n"), visible(page.get_by_text("2 of 406")))
    settle(page)
    page.go_back()
    page.go_back()
    expect(page.get_by_role("heading", name="How good is it?")).to_be_visible()
    expect(missed).to_be_visible()
    assert "beta=2" in page.url


def test_a_finding_leads_to_its_documents_and_stays_open_behind_them(
    page: Page, server: AppServer
) -> None:
    page.goto(f"{server.url}/next_steps?review=reuters&system=svm")
    settle(page)
    lines = page.locator("[class*=st-key-lines_]")
    finding = page.locator(".st-key-beside_next_steps")
    listed = lines_of(be.check(be.sample("reuters"), system="svm"))
    sentence = finding.get_by_text(listed[0].first.what[:40])
    until(page, lambda: tick_row(page, lines, 0), visible(sentence))
    settle(page)
    table = finding.locator("[class*=st-key-documents_]").first
    show = finding.get_by_text(re.compile(r"^Show the \d"))
    until(page, show.click, visible(table))
    settle(page)
    way = finding.get_by_role("link", name=re.compile("^Open its"))
    number = count_in(way.inner_text())
    until(page, way.click, address(page, "documents.where="))
    expect(page.get_by_text(f"1 of {number}")).to_be_visible()
    settle(page)
    page.go_back()
    expect(sentence).to_be_visible()
    expect(table).to_be_visible()
    settle(page)
    # the row of a document opens it
    until(page, lambda: tick_row(page, table, 1), address(page, "documents.open="))
    expect(page.get_by_text(re.compile(rf"\d+ of {number}$"))).to_be_visible()
    settle(page)
    visit(page, "Next steps")
    expect(sentence).to_be_visible()
    expect(table).to_be_visible()


def test_one_step_back_from_the_next_page_leads_to_the_filter_after_a_first_mark(
    page: Page, server: AppServer
) -> None:
    page.goto(f"{server.url}/documents?review=reuters&documents.where=wrong")
    expect(page.get_by_text("1 of 663")).to_be_visible()
    settle(page)
    until(page, lambda: page.keyboard.press("u"), address(page, "marks="))
    settle(page)
    visit(page, "Summary")
    settle(page)
    page.go_back()
    expect(page.get_by_text("1 of 663")).to_be_visible()
