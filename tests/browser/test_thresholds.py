"""Thresholds in the browser: chosen, moved, taken home, loaded back, and marked."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.app_server import AppServer
from tests.browser.driving import choose, downloaded, settle, until, visible, visit

ON_DEV = "cut=f%3Asplit%3Ddev"
ON_TEST = "cut=f%3Asplit%3Dtest"
MARK = "optimistic: tuned on the documents shown"


def test_a_rule_changes_another_page_which_names_it(page: Page, server: AppServer) -> None:
    page.goto(f"{server.url}/thresholds?review=reuters&system=svm")
    expect(page.locator(".st-key-choose_settings button").first).to_contain_text("Settings")
    box = page.locator(".st-key-w_rule").get_by_role("combobox")

    def pick() -> None:
        if not box.is_visible():
            page.get_by_role("button", name="Rule", exact=True).click()
        box.click()
        page.get_by_role("option", name="The k best classes of every document").click()

    until(page, pick, visible(page.get_by_text("the best class of each document").first))
    page.wait_for_url(re.compile("cut=top_k"))
    visit(page, "Summary", "How good is it?")
    expect(page.get_by_text("the best class of each document").first).to_be_visible()


def test_tuning_on_test_is_marked_on_every_page(page: Page, server: AppServer) -> None:
    page.goto(f"{server.url}/thresholds?review=reuters&system=svm&{ON_TEST}")
    expect(page.get_by_text("best F1 of each class on test").first).to_be_visible()
    expect(page.get_by_text(MARK).first).to_be_visible()
    for name in ("Summary", "Classes", "Curves", "Confusions"):
        visit(page, name)
        expect(page.get_by_text(MARK).first).to_be_visible()


def test_a_rule_chosen_on_test_is_cross_fitted_on_every_page(page: Page, server: AppServer) -> None:
    page.goto(f"{server.url}/thresholds?review=reuters&system=svm&{ON_DEV}")
    expect(page.get_by_text("best F1 of each class on dev").first).to_be_visible()
    choose(page, "w_thresholds-tune", "test")
    fitted = page.get_by_text("best F1 of each class on test, cross-fitted").first
    expect(fitted).to_be_visible()
    for name in ("Summary", "Curves"):
        visit(page, name)
        expect(fitted).to_be_visible()
        expect(page.get_by_text(MARK)).to_have_count(0)


def test_a_slider_moves_the_table_and_a_link_keeps_it(
    page: Page, server: AppServer, new_tab: Callable[[], Page]
) -> None:
    page.goto(
        f"{server.url}/thresholds?review=reuters&system=svm&class=trade&{ON_DEV}&thresholds.part=class"
    )
    # dev and test of the class at the fitted threshold: 97 hits among 117 on test
    expect(page.locator(".grid").filter(has_text="TP").first).to_contain_text("97")
    thumb = page.locator(".st-key-w_move").get_by_role("slider")
    by_hand = page.get_by_text("1 set by hand").first
    # Streamlit drops what a page has not sent yet of a part that is drawn again, and what follows
    # that part then finds no place
    settle(page)
    until(page, lambda: thumb.press("ArrowRight"), visible(by_hand))
    page.wait_for_url(re.compile("own"))
    settle(page)
    shown = page.locator(".grid").filter(has_text="TP").first.inner_text()
    other = new_tab()
    other.goto(page.url)
    expect(other.get_by_text("1 set by hand").first).to_be_visible()
    expect(other.locator(".grid").filter(has_text="TP").first).to_be_visible()
    settle(other)
    assert other.locator(".grid").filter(has_text="TP").first.inner_text() == shown


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_thresholds_go_home_and_come_back_the_same(
    page: Page, server: AppServer, tmp_path: Path, kind: str
) -> None:
    page.goto(f"{server.url}/thresholds?review=reuters&system=svm&{ON_DEV}")
    files = page.locator(".st-key-w_thresholds-part button", has_text="Files")
    gives = page.locator(".st-key-w_thresholds-part button", has_text="Result")
    before = page.locator(".grid").filter(has_text="Micro").first
    expect(before).to_contain_text("0.862")
    numbers = before.inner_text()
    button = page.locator(f".st-key-home_{kind} button")
    until(page, files.click, visible(button))
    settle(page)
    file = tmp_path / f"thresholds.{kind}"
    file.write_bytes(downloaded(page, button.click).read_bytes())
    text = file.read_text()
    if kind == "json":
        assert len(json.loads(text)["thresholds"]) == 90
    assert "f:split=dev" in text
    page.goto(f"{server.url}/thresholds?review=reuters&system=svm&thresholds.part=files")
    expect(page.locator(".st-key-choose_settings button").first).to_contain_text("Settings")
    chooser = page.locator('[data-testid="stFileUploader"] input[type=file]')
    chooser.set_input_files(file)
    expect(page.get_by_text("a threshold per class, tuned on dev").first).to_be_visible()
    until(page, gives.click, visible(page.locator(".grid").filter(has_text="Micro").first))
    after = page.locator(".grid").filter(has_text="Micro").first
    expect(after).to_contain_text("0.862")
    assert after.inner_text() == numbers


def test_a_spoiled_file_of_thresholds_is_refused(page: Page, server: AppServer) -> None:
    page.goto(f"{server.url}/thresholds?review=reuters&system=svm&thresholds.part=files")
    chooser = page.locator('[data-testid="stFileUploader"] input[type=file]')
    data = b"class,threshold\nearn,high\n"
    chooser.set_input_files({"name": "t.csv", "mimeType": "text/csv", "buffer": data})
    expect(page.get_by_text("Nothing was loaded.")).to_be_visible()
    expect(page.locator(".st-key-choose_settings button").first).to_contain_text("Settings")
