"""A click on a cell of the matrix, or a row of the table beside it, lists the documents."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from playwright.sync_api import Page, expect

from tests.browser.app_server import AppServer
from tests.browser.driving import (
    bare,
    click_figure,
    come_to,
    gone,
    load,
    place_at_rest,
    settle,
    tick_row,
    until,
    visible,
    visit,
)


def open_matrix(page: Page, server: AppServer, **choices: str) -> None:
    address = "&".join(f"{key}={value}" for key, value in choices.items())
    page.goto(f"{server.url}/confusions?{address}")
    page.locator(".st-key-matrix .heatmaplayer image").first.wait_for(state="attached")
    settle(page)


def rows_of(page: Page) -> list[str]:
    """What the rows of the matrix are called, and its columns; the axes may name some only."""
    figure = page.locator(".st-key-matrix .js-plotly-plot")
    names: list[str] = figure.evaluate("it => Object.values(it.layout.yaxis.labelalias)")
    return names


def choose_cell(page: Page, true: str, assigned: str, words: str) -> None:
    """Click on a cell of the matrix, which then lists its documents under these words."""

    def click() -> None:
        settle(page)
        names = [bare(name) for name in rows_of(page)]
        row, column = names.index(true), names.index(assigned)
        place = (column + 0.5) / len(names), (row + 0.5) / len(names)
        words = [rows_of(page)[index] for index in (row, column)]
        click_figure(page, "matrix", place, f"true: {words[0]}predicted: {words[1]}")

    until(page, click, visible(page.get_by_text(words)))


def expect_said(page: Page, text: str) -> None:
    expect(page.get_by_text(text)).to_be_visible()


def documents(page: Page, number: int) -> list[str]:
    """The first column of the so many documents listed; a table is drawn once it is in view."""
    table = page.locator(".st-key-cell [data-testid=stDataFrame]")
    come_to(page, table)
    first = table.locator('[data-testid^="glide-cell-1-"]')
    expect(first).to_have_count(number)
    return first.all_text_contents()


def in_sight(page: Page, text: str) -> None:
    """Said beside the matrix, without scrolling."""
    expect(page.get_by_text(text)).to_be_in_viewport()


def test_a_clicked_cell_lists_its_documents(
    page: Page, server: AppServer, new_tab: Callable[[], Page]
) -> None:
    open_matrix(page, server, review="r8")
    choose_cell(page, "crude", "ship", "True crude, predicted ship: 1 document.")
    choose_cell(page, "earn", "earn", "True earn, predicted earn: 1,074 documents")
    choose_cell(page, "grain", "interest", "True grain, predicted interest: 1 document.")
    documents(page, 1)
    # another one from the table, and back: a click on what was clicked last is one too
    table = page.locator(".st-key-confusions")
    until(
        page,
        lambda: tick_row(page, table, 0),
        visible(page.get_by_text("True interest, predicted money-fx: 14 documents")),
    )
    choose_cell(page, "grain", "interest", "True grain, predicted interest: 1 document.")
    # the cell survives another page, and a copied link
    visit(page, "Summary", "How good is it?")
    visit(page, "Confusions")
    expect_said(page, "True grain, predicted interest: 1 document.")
    page.wait_for_url("**confusions.cell=**")
    other = new_tab()
    other.goto(page.url)
    expect_said(other, "True grain, predicted interest: 1 document.")


def test_of_ninety_classes_a_click_is_seen_beside_the_matrix(page: Page, server: AppServer) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    open_matrix(page, server, review="reuters", system="svm")
    assert [bare(name) for name in rows_of(page)[-2:]] == ["(65 more)", "(nothing)"]
    # every row and column that has a place is named, in letters of 12 pixels
    labels = page.locator(".st-key-matrix .ytick text")
    expect(labels).to_have_count(27)
    assert labels.first.evaluate("it => getComputedStyle(it).fontSize") == "12px"
    choose_cell(page, "acq", "earn", "True acq, predicted earn: 7 documents")
    in_sight(page, "True acq, predicted earn: 7 documents")
    assert len(set(documents(page, 7))) == 7
    settle(page)
    choose_cell(page, "acq", "(nothing)", "True acq, predicted (nothing): ")
    in_sight(page, "True acq, predicted (nothing): ")
    # what stands for the others opens them, and one click takes that back
    names = [bare(name) for name in rows_of(page)]
    place = 25.5 / 27, (names.index("acq") + 0.5) / 27
    zoomed = page.get_by_text("Zoomed to")
    until(page, lambda: click_figure(page, "matrix", place, "(65 more)"), visible(zoomed))
    page.wait_for_url("**confusions.zoom=**")
    until(
        page,
        page.get_by_role("button", name="Zoom out").click,
        gone(zoomed),
    )
    assert len(rows_of(page)) == 27
    # on a narrow screen the documents follow the matrix, which is no higher than wide; all of its
    # rows and columns keep their names, and what does not fit is scrolled within its frame
    page.set_viewport_size({"width": 420, "height": 900})
    matrix, cell = page.locator(".st-key-matrix"), page.locator(".st-key-cell")
    box = place_at_rest(page, matrix)
    assert box["height"] <= box["width"] + 20
    for axis in ("x", "y"):
        expect(page.locator(f".st-key-matrix .{axis}tick text")).to_have_count(27)
    frame = page.locator(".st-key-matrix_place")
    assert frame.evaluate("it => it.scrollWidth > it.clientWidth")
    assert frame.evaluate("it => getComputedStyle(it).overflowX") == "auto"
    # as offsets from the top of the page, for looking at one scrolls to it
    title = "document.querySelector('h1').getBoundingClientRect()"
    down = f"it => it.getBoundingClientRect().top - {title}.top"
    assert cell.evaluate(down) >= matrix.evaluate(down) + box["height"] - 1


def test_a_row_of_the_table_does_the_same_by_keyboard(page: Page, server: AppServer) -> None:
    open_matrix(page, server, review="r8")
    frame = page.locator(".st-key-confusions [data-testid=stDataFrame]")
    come_to(page, frame)
    first, second = (frame.locator(f'[data-testid="glide-cell-1-{row}"]') for row in (0, 1))
    expect(first).to_have_text("interest")

    def into_the_first_row() -> None:
        box = place_at_rest(page, frame)
        page.mouse.click(box["x"] + 80, box["y"] + 55)

    def selected(timeout: float) -> None:
        expect(first).to_have_attribute("aria-selected", "true", timeout=timeout)

    until(page, into_the_first_row, selected)
    page.keyboard.press("ArrowDown")
    expect(second).to_have_attribute("aria-selected", "true")
    settle(page)
    page.keyboard.press("Shift+Space")
    expect_said(page, "True money-fx, predicted acq: 9 documents.")
    page.wait_for_url("**confusions.cell=**")
    # a click in the matrix marks its row in the table that stands there, and no longer the other
    frame.evaluate("it => { it.dataset.seen = 'yes' }")
    choose_cell(page, "interest", "money-fx", "True interest, predicted money-fx: 14 documents")
    come_to(page, frame)
    marked = frame.locator("tr[aria-selected=true]")
    expect(marked).to_have_count(1)
    expect(marked).to_contain_text("interest")
    expect(frame).to_have_attribute("data-seen", "yes")


def test_nothing_is_wider_than_a_phone(page: Page, server: AppServer) -> None:
    page.set_viewport_size({"width": 420, "height": 900})
    open_matrix(page, server, review="reuters")
    wide = page.evaluate(
        "document.querySelector('[data-testid=stMain]').scrollWidth - window.innerWidth"
    )
    assert wide <= 0


def thirty_classes() -> bytes:
    """A file of 30 classes, in which each is once taken for the next."""
    rows = ["id,true,predicted"]
    for c in range(30):
        true, other = f"topic number {c}", f"topic number {(c + 1) % 30}"
        rows += [f"{c}-{i},{true},{other if i == 0 else true}" for i in range(4)]
    return "\n".join(rows).encode()


def test_of_thirty_classes_every_row_and_column_is_named(page: Page, server: AppServer) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    load(page, server, "thirty.csv", thirty_classes())
    visit(page, "Confusions")
    for axis in ("x", "y"):
        labels = page.locator(f".st-key-matrix .{axis}tick text")
        expect(labels).to_have_count(30)
        names = {bare(text) for text in labels.all_text_contents()}
        assert names == {f"topic number {c}" for c in range(30)}
    # names below each other do not touch
    tops = sorted(box["y"] for label in labels.all() if (box := label.bounding_box()))
    assert min(b - a for a, b in pairwise(tops)) >= 12
