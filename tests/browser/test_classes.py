"""Choosing a class by a click on its point or its row, and taking the table along."""

from __future__ import annotations

import csv
import io
import re

from playwright.sync_api import Page, expect

from breakeven.figures.classes import PRECISIONS, RECALLS
from tests.browser.app_server import AppServer
from tests.browser.driving import (
    PATIENCE,
    address,
    click_figure,
    click_row,
    come_to,
    downloaded,
    gone,
    place_at_rest,
    rerun,
    settle,
    tick_row,
    toolbar,
    type_in,
    until,
    visible,
    visit,
)


def open_classes(page: Page, server: AppServer, **choices: str) -> None:
    pairs = {"review": "reuters", "system": "svm"} | choices
    page.goto(f"{server.url}/classes?" + "&".join(f"{k}={v}" for k, v in pairs.items()))
    if "classes.part" not in choices:
        page.locator(".st-key-marks_classes .point").first.wait_for(state="attached")
    settle(page)


def share_of(recall: float, precision: float) -> tuple[float, float]:
    """Where a mark lies in the plot: its share of the width, and of the height from the top."""
    (left, right), (low, high) = RECALLS, PRECISIONS
    return (recall - left) / (right - left), (high - precision) / (high - low)


def choose_point(page: Page, recall: float, precision: float, name: str) -> None:
    """Click on the point of these values, which then chooses this class."""
    share = share_of(recall, precision)
    said = f"precision {precision:.3f}, recall {recall:.3f}"
    until(
        page,
        lambda: click_figure(page, "marks_classes", share, said),
        address(page, re.compile(rf"[?&]class={re.escape(name)}(&|$)")),
    )
    settle(page)


def test_a_click_on_a_point_chooses_its_class_and_the_next_click_the_next(
    page: Page, server: AppServer
) -> None:
    open_classes(page, server)
    # soy-oil: 9 right of 34 assigned, of 11 true
    choose_point(page, 9 / 11, 9 / 34, "soy-oil")
    expect(page.get_by_text("Finds 9 of 11: recall")).to_be_visible()
    # three classes share recall 1/2 and precision 1; the same click again goes on
    for name in ("bop", "silver", "hog", "bop"):
        choose_point(page, 1 / 2, 1, name)


def test_a_click_on_a_row_chooses_its_class_and_a_second_keeps_it(
    page: Page, server: AppServer
) -> None:
    open_classes(page, server, **{"classes.part": "all"})
    rows = page.locator(".st-key-all_classes [role=row]")
    type_in(
        page,
        page.locator(".st-key-w_classes-find input"),
        "soy",
        # the header, soybean, soy-meal and soy-oil
        lambda timeout: expect(rows).to_have_count(4, timeout=timeout),
    )
    settle(page)
    name = page.locator(".st-key-all_classes [role=gridcell]", has_text="soy-oil")
    row = int(name.evaluate("cell => cell.parentElement.getAttribute('aria-rowindex')")) - 2
    table = page.locator(".st-key-all_classes")
    until(page, lambda: tick_row(page, table, row), address(page, "class=soy-oil"))
    rerun(page, lambda: click_row(page, table, row))
    address(page, "class=soy-oil")(PATIENCE)
    part = page.locator(".st-key-w_classes-part button", has_text="Numbers")
    until(page, part.click, visible(page.get_by_text("9 / (9 + 25) = 0.265")))
    expect(page.locator(".st-key-w_class input")).to_have_value("soy-oil  (11)")


def test_classes_drawn_around_are_shown_alone_on_every_page_until_that_is_taken_back(
    page: Page, server: AppServer
) -> None:
    open_classes(page, server, **{"classes.several": "on"})
    drag = page.locator(".st-key-marks_classes .nsewdrag").first

    def draw_around() -> None:
        box = place_at_rest(page, drag)
        # around strategic-metal (3 of 11 found, 3 of 35 right) and propane beside it
        corners = [(0.24, 0.0), (0.24, 0.12), (0.36, 0.12), (0.36, 0.0), (0.24, 0.0)]
        places = [share_of(*corner) for corner in corners]
        xy = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in places]
        page.mouse.move(*xy[0])
        page.mouse.down()
        for x, y in xy[1:]:
            page.mouse.move(x, y, steps=5)
        page.mouse.up()

    until(page, draw_around, address(page, "classes.group"))
    settle(page)
    expect(page.get_by_text("2 classes chosen")).to_be_visible()
    only = page.get_by_role("button", name="Show only these on every page")
    until(page, only.click, address(page, re.compile("[?&]where=")))
    visit(page, "Summary", "How good is it?")
    back = page.get_by_role("button", name="Show all documents again")
    expect(back).to_be_visible()
    until(page, back.click, gone(back))
    expect(page).not_to_have_url(re.compile("[?&]where="))


def test_the_documents_of_a_cell_are_one_click_away(page: Page, server: AppServer) -> None:
    open_classes(page, server, **{"class": "soy-oil"})
    missed = page.get_by_text("Missed (2)")
    until(page, missed.click, address(page, "classes.cell=fn"))
    listed = page.locator("[data-testid=stDataFrame]").last
    come_to(page, listed)
    expect(listed.locator("[role=row]")).to_have_count(3)  # the header and two documents


def test_the_table_is_downloaded_with_undefined_cells_empty(page: Page, server: AppServer) -> None:
    open_classes(page, server, **{"classes.part": "all"})
    button = toolbar(page, "classes").get_by_role("button", name="CSV")
    saved = downloaded(page, button.click).read_text(encoding="utf-8")
    rows = {row["class"]: row for row in csv.DictReader(io.StringIO(saved))}
    assert len(rows) == 90
    assert rows["dmk"]["precision"] == ""
    assert float(rows["dmk"]["recall"]) == 0
    assert rows["soy-oil"]["tp"] == "9"
    # 98 of 100 of more than a thousand documents, and 11 documents of which little can be told
    assert rows["earn"]["reading"] == "high precision, high recall"
    assert rows["soy-oil"]["reading"] != "high precision, high recall"
