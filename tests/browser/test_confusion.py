"""A click on a cell of the matrix, or a row of the table beside it, lists the documents."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import AppServer
from tests.made import known


def open_matrix(page: Page, server: AppServer, settle: Callable[..., None], **choices: Any) -> None:
    address = "&".join(f"{key}={value}" for key, value in choices.items())
    page.goto(f"{server.url}/confusion?{address}")
    page.locator(".st-key-matrix .heatmaplayer image").first.wait_for(state="attached")
    settle(page)


def ticks(page: Page, axis: Any) -> Any:
    # SVG text has no inner text
    return page.locator(f".st-key-matrix .{axis}tick text").all_text_contents()


def click_cell(page: Page, settle: Callable[..., None], true: Any, assigned: Any) -> None:
    """Click once the page has come to rest: a chart that still moves is hit somewhere else."""
    area, box = page.locator(".st-key-matrix .nsewdrag").first, page.locator(".hoverlayer").first
    before = None
    for _ in range(40):
        settle(page)
        rows, columns, at = ticks(page, "y"), ticks(page, "x"), known(area.bounding_box())
        x = at["x"] + at["width"] * (columns.index(assigned) + 0.5) / len(columns)
        y = at["y"] + at["height"] * (rows.index(true) + 0.5) / len(rows)
        page.mouse.move(x - 3, y - 3)
        page.mouse.move(x, y)
        page.wait_for_timeout(250)
        named = f"true: {true}assigned: {assigned}" in known(box.text_content())
        if named and before == at == known(area.bounding_box()):
            break
        before = at
    page.mouse.click(x, y)


def expect_said(page: Page, text: Any) -> None:
    expect(page.get_by_text(text)).to_be_visible(timeout=15_000)


def documents(page: Page, number: Any) -> Any:
    """The ids of the so many documents listed; a table is drawn only once it is in view."""
    table = page.locator(".st-key-cell [data-testid=stDataFrame]")
    table.scroll_into_view_if_needed()
    ids = table.locator('[data-testid^="glide-cell-0-"]')
    expect(ids).to_have_count(number)
    return ids.all_text_contents()


def test_a_clicked_cell_lists_its_documents(
    page: Page, server: AppServer, settle: Callable[..., None]
) -> None:
    open_matrix(page, server, settle, review="r8")
    click_cell(page, settle, "crude", "ship")
    expect_said(page, "True crude, assigned ship: 1 document.")
    click_cell(page, settle, "earn", "earn")
    expect_said(page, "True earn, assigned earn: 1,074 documents")
    click_cell(page, settle, "grain", "interest")
    expect_said(page, "True grain, assigned interest: 1 document.")
    documents(page, 1)
    # the cell survives another page, and a copied link
    page.get_by_role("link", name="Overview").click()
    expect(page.get_by_role("heading", name="How good is it?")).to_be_visible()
    page.get_by_role("link", name="Confusion").click()
    expect_said(page, "True grain, assigned interest: 1 document.")
    page.wait_for_url("**confusion.cell=**")
    other = known(page.context.browser).new_context().new_page()
    other.goto(page.url)
    expect_said(other, "True grain, assigned interest: 1 document.")
    other.context.close()


def test_a_cell_among_ninety_classes_and_nothing(
    page: Page, server: AppServer, settle: Callable[..., None]
) -> None:
    page.set_viewport_size({"width": 1280, "height": 1800})
    open_matrix(page, server, settle, review="reuters", system="svm")
    assert len(ticks(page, "x")) == 91
    click_cell(page, settle, "acq", "earn")
    expect_said(page, "True acq, assigned earn: 7 documents")
    assert len(set(documents(page, 7))) == 7
    settle(page)
    click_cell(page, settle, "acq", "nothing")
    expect_said(page, "True acq, assigned nothing: ")


def test_a_row_of_the_table_does_the_same_by_keyboard(
    page: Page, server: AppServer, settle: Callable[..., None]
) -> None:
    open_matrix(page, server, settle, review="r8")
    frame = page.locator('[class*="st-key-confusions_"] [data-testid="stDataFrame"]')
    frame.scroll_into_view_if_needed()
    first, second = (frame.locator(f'[data-testid="glide-cell-1-{row}"]') for row in (0, 1))
    expect(first).to_have_text("interest")
    box = known(frame.bounding_box())
    page.mouse.click(box["x"] + 80, box["y"] + 55)  # into the first row
    expect(first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    expect(second).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Shift+Space")
    expect_said(page, "True money-fx, assigned acq: 9 documents.")
    page.wait_for_url("**confusion.cell=**")
