"""Choosing a class by a click on its point or its row, and taking the table along."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import AppServer
from tests.made import known

# the range of both axes of the scatter
LOW, HIGH = -0.06, 1.06


def open_classes(
    page: Page, server: AppServer, settle: Callable[..., None], **choices: Any
) -> None:
    pairs = {"review": "reuters", "system": "svm"} | choices
    page.goto(f"{server.url}/classes?" + "&".join(f"{k}={v}" for k, v in pairs.items()))
    page.locator(".st-key-quadrants .js-plotly-plot .point").first.wait_for(state="attached")
    settle(page)
    page.wait_for_timeout(500)


def click_point(page: Page, settle: Callable[..., None], recall: float, precision: float) -> None:
    settle(page)
    page.wait_for_timeout(500)
    box = known(page.locator(".st-key-quadrants .nsewdrag").first.bounding_box())
    x = box["x"] + box["width"] * (recall - LOW) / (HIGH - LOW)
    y = box["y"] + box["height"] * (HIGH - precision) / (HIGH - LOW)
    page.mouse.move(x - 3, y - 3)  # hover first: the click uses it
    page.mouse.move(x, y)
    page.wait_for_timeout(200)
    page.mouse.click(x, y)


def address_names(page: Page, name: str) -> None:
    expect(page).to_have_url(re.compile(rf"[?&]class={re.escape(name)}(&|$)"))


def test_a_click_on_a_point_chooses_its_class_and_the_next_click_the_next(
    page: Page, server: AppServer, settle: Callable[..., None]
) -> None:
    open_classes(page, server, settle)
    click_point(page, settle, 9 / 11, 9 / 34)  # soy-oil: 9 right of 34 assigned, of 11 true
    address_names(page, "soy-oil")
    expect(page.get_by_text("9 / (9 + 25) = 0.265")).to_be_visible()
    expect(page.get_by_text("It finds 9 of its 11 documents")).to_be_visible()
    # three classes share recall 1/2 and precision 1; the same click again goes on
    for name in ("bop", "silver", "hog", "bop"):
        click_point(page, settle, 1 / 2, 1)
        address_names(page, name)


def click_row(page: Page, table: str, row: int) -> None:
    """The box in front of a row of a table, whose header and rows are 35 pixels high."""
    shown = page.locator(f".st-key-{table} [data-testid=stDataFrame]")
    shown.scroll_into_view_if_needed()
    box = known(shown.bounding_box())
    page.mouse.click(box["x"] + 18, box["y"] + 35 * (row + 1) + 17)


def test_a_click_on_a_row_chooses_its_class_and_a_second_keeps_it(
    page: Page, server: AppServer, settle: Callable[..., None]
) -> None:
    open_classes(page, server, settle)
    page.locator(".st-key-find_class input").fill("soy")
    page.locator(".st-key-find_class input").press("Enter")
    rows = page.locator(".st-key-all_classes [role=row]")
    expect(rows).to_have_count(4)  # the header, soybean, soy-meal and soy-oil
    settle(page)
    name = page.locator(".st-key-all_classes [role=gridcell]", has_text="soy-oil")
    row = int(name.evaluate("cell => cell.parentElement.getAttribute('aria-rowindex')")) - 2
    for _ in range(2):
        click_row(page, "all_classes", row)
        address_names(page, "soy-oil")
        settle(page)
        page.wait_for_timeout(500)
    expect(page.locator(".st-key-w_class input")).to_have_value("soy-oil  (11)")


def test_the_documents_of_a_cell_are_one_click_away(
    page: Page, server: AppServer, settle: Callable[..., None]
) -> None:
    open_classes(page, server, settle, **{"class": "soy-oil"})
    page.get_by_text("False negatives (2)").click()
    expect(page.get_by_text("The lowest scores first")).to_be_visible()
    listed = page.locator("[data-testid=stDataFrame]").last
    listed.scroll_into_view_if_needed()
    expect(listed.locator("[role=row]")).to_have_count(3)  # the header and two documents


def test_the_table_is_downloaded_with_undefined_cells_empty(
    page: Page, server: AppServer, settle: Callable[..., None]
) -> None:
    open_classes(page, server, settle)
    with page.expect_download() as download:
        page.locator(".st-key-csv_classes").get_by_role("button", name="CSV").click()
    saved = Path(download.value.path()).read_text(encoding="utf-8")
    rows = {row["class"]: row for row in csv.DictReader(io.StringIO(saved))}
    assert len(rows) == 90
    assert rows["dmk"]["precision"] == ""
    assert float(rows["dmk"]["recall"]) == 0
    assert rows["soy-oil"]["tp"] == "9"
    assert rows["soy-oil"]["reading"] == "found, but often wrongly assigned"
