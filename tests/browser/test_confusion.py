"""A click on a cell of the matrix, or a row of the table beside it, lists the documents."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.app_server import AppServer
from tests.browser.driving import (
    bare,
    click_figure,
    come_to,
    place_at_rest,
    settle,
    until,
    visible,
    visit,
)


def open_matrix(page: Page, server: AppServer, **choices: str) -> None:
    address = "&".join(f"{key}={value}" for key, value in choices.items())
    page.goto(f"{server.url}/confusion?{address}")
    page.locator(".st-key-matrix .heatmaplayer image").first.wait_for(state="attached")
    settle(page)


def ticks(page: Page, axis: str) -> list[str]:
    # SVG text has no inner text
    return page.locator(f".st-key-matrix .{axis}tick text").all_text_contents()


def choose_cell(page: Page, true: str, assigned: str, said: str) -> None:
    """Click on a cell of the matrix, which then lists its documents under these words."""

    def click() -> None:
        settle(page)
        rows, columns = ticks(page, "y"), ticks(page, "x")
        column, row = (
            [bare(c) for c in columns].index(assigned),
            [bare(r) for r in rows].index(true),
        )
        place = (column + 0.5) / len(columns), (row + 0.5) / len(rows)
        click_figure(page, "matrix", place, f"true: {rows[row]}assigned: {columns[column]}")

    until(page, click, visible(page.get_by_text(said)))


def expect_said(page: Page, text: str) -> None:
    expect(page.get_by_text(text)).to_be_visible()


def documents(page: Page, number: int) -> list[str]:
    """The ids of the so many documents listed; a table is drawn only once it is in view."""
    table = page.locator(".st-key-cell [data-testid=stDataFrame]")
    come_to(page, table)
    ids = table.locator('[data-testid^="glide-cell-1-"]')
    expect(ids).to_have_count(number)
    return ids.all_text_contents()


def test_a_clicked_cell_lists_its_documents(
    page: Page, server: AppServer, new_tab: Callable[[], Page]
) -> None:
    open_matrix(page, server, review="r8")
    choose_cell(page, "crude", "ship", "True crude, assigned ship: 1 document.")
    choose_cell(page, "earn", "earn", "True earn, assigned earn: 1,074 documents")
    choose_cell(page, "grain", "interest", "True grain, assigned interest: 1 document.")
    documents(page, 1)
    # the cell survives another page, and a copied link
    visit(page, "Overview", "How good is it?")
    visit(page, "Confusion")
    expect_said(page, "True grain, assigned interest: 1 document.")
    page.wait_for_url("**confusion.cell=**")
    other = new_tab()
    other.goto(page.url)
    expect_said(other, "True grain, assigned interest: 1 document.")


def test_a_cell_among_ninety_classes_and_nothing(page: Page, server: AppServer) -> None:
    # matrix and documents in one view: what is scrolled to lies under the head of the page
    page.set_viewport_size({"width": 1280, "height": 3000})
    open_matrix(page, server, review="reuters", system="svm")
    assert len(ticks(page, "x")) == 91
    choose_cell(page, "acq", "earn", "True acq, assigned earn: 7 documents")
    assert len(set(documents(page, 7))) == 7
    settle(page)
    choose_cell(page, "acq", "(nothing)", "True acq, assigned (nothing): ")


def test_a_row_of_the_table_does_the_same_by_keyboard(page: Page, server: AppServer) -> None:
    open_matrix(page, server, review="r8")
    frame = page.locator('[class*="st-key-confusions_"] [data-testid="stDataFrame"]')
    come_to(page, frame)
    first, second = (frame.locator(f'[data-testid="glide-cell-1-{row}"]') for row in (0, 1))
    expect(first).to_have_text("interest")

    def into_the_first_row() -> None:
        at = place_at_rest(page, frame)
        page.mouse.click(at["x"] + 80, at["y"] + 55)

    def selected(timeout: float) -> None:
        expect(first).to_have_attribute("aria-selected", "true", timeout=timeout)

    until(page, into_the_first_row, selected)
    page.keyboard.press("ArrowDown")
    expect(second).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Shift+Space")
    expect_said(page, "True money-fx, assigned acq: 9 documents.")
    page.wait_for_url("**confusion.cell=**")
