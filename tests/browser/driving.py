"""What a visitor does on several pages, on a machine however busy: states are waited for.

A click that falls into a rerun of the app is lost, for a visitor as for a test; so what is done
is done again until its outcome shows, and nothing here waits for a length of time.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Error, FloatRect, Locator, Page, TimeoutError, expect

from breakeven.ui.pages import PAGES
from tests.browser.app_server import AppServer
from tests.made import not_none

PATIENCE = 90_000  # milliseconds until what does not come is missing
AGAIN = 8_000  # milliseconds until what had no outcome is done again
PREPARED = 30_000  # milliseconds until a file that is prepared when it is asked for should be there
TRIES = 5
GONE = "not attached"  # how Playwright calls an element that a rerun has put another in place of

Outcome = Callable[[float], None]


def last_look(page: Page, file: Path) -> bool:
    """Whether a picture of a page could be taken: for the reader of a failure, and never one."""
    try:
        page.screenshot(path=file, full_page=True, timeout=AGAIN)
    except Error:  # too busy, or closed
        return False
    return True


def bare(name: str) -> str:
    """A name in a figure without the signs that set it apart, and those of Plotly's own."""
    return re.sub("[\u2060\u2068\u2069]", "", name)


def settle(page: Page) -> None:
    """Wait until the app has stopped running; says nothing of a run that is still to come."""
    page.locator(
        '[data-testid="stApp"][data-test-connection-state="CONNECTED"]'
        '[data-test-script-state="notRunning"]'
    ).wait_for(timeout=PATIENCE)


def until(page: Page, act: Callable[[], None], outcome: Outcome) -> None:
    """Do something until its outcome shows, which is given how many milliseconds it may take.

    An element that a rerun has put another in place of is looked up again, and what was done but
    not seen to be is not done twice where its outcome came in the end.
    """
    for left in reversed(range(TRIES)):
        page.set_default_timeout(AGAIN)
        # a key that was pressed too early is pressed again, not waited for
        expect.set_options(timeout=AGAIN if left else PATIENCE)
        try:
            act()
            outcome(AGAIN if left else PATIENCE)
            return
        except (AssertionError, Error) as error:
            if not _may_be_a_rerun(error):
                raise
        finally:
            page.set_default_timeout(PATIENCE)
            expect.set_options(timeout=PATIENCE)
        settle(page)
        try:
            outcome(100)  # it came in the end
            return
        except AssertionError:
            if not left:
                raise


def _may_be_a_rerun(error: Exception) -> bool:
    """Whether something went wrong as it does where the app runs in between."""
    return isinstance(error, AssertionError | TimeoutError) or GONE in str(error)


def rerun(page: Page, act: Callable[[], None]) -> None:
    """Do something that makes the app run, again if it did not, and wait until it has run."""
    settle(page)
    page.evaluate(
        """() => {
            const app = document.querySelector('[data-testid="stApp"]')
            delete document.documentElement.dataset.ran
            new MutationObserver((_, watcher) => {
                document.documentElement.dataset.ran = ''
                watcher.disconnect()
            })
                .observe(app, { attributeFilter: ['data-test-script-state'] })
        }"""
    )
    # an element, as the page allows no other code to be evaluated
    until(page, act, attached(page.locator("html[data-ran]")))
    settle(page)


def visible(locator: Locator) -> Outcome:
    """As an outcome: it is there to be seen."""
    return lambda timeout: expect(locator).to_be_visible(timeout=timeout)


def attached(locator: Locator) -> Outcome:
    """As an outcome: it is in the page, seen or not."""
    return lambda timeout: expect(locator).to_be_attached(timeout=timeout)


def gone(locator: Locator) -> Outcome:
    """As an outcome: it is not in the page any more."""
    return lambda timeout: expect(locator).to_have_count(0, timeout=timeout)


def address(page: Page, part: str | re.Pattern[str]) -> Outcome:
    """As an outcome: the address holds this."""
    wanted = re.compile(re.escape(part)) if isinstance(part, str) else part
    return lambda timeout: expect(page).to_have_url(wanted, timeout=timeout)


def visit(page: Page, name: str, heading: str | None = None) -> None:
    """Go to a page by the menu, and wait until it is drawn."""
    link = page.get_by_role("link", name=name, exact=True)
    place = next(record.place for record in PAGES.values() if record.title == name)
    until(page, link.click, address(page, re.compile(rf"/{place.removeprefix('./')}(\?|$)")))
    if heading is not None:
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
    settle(page)


def upload(page: Page, server: AppServer, name: str, data: bytes, outcome: Outcome) -> None:
    """Upload a file on the first page, and wait for what comes of it."""
    page.goto(server.url)
    settle(page)
    chooser = page.locator('[data-testid="stFileUploader"] input[type=file]')
    chooser.set_input_files({"name": name, "mimeType": "text/csv", "buffer": data})
    read = page.locator(".st-key-read button")
    until(page, read.click, outcome)


def load(page: Page, server: AppServer, name: str, data: bytes) -> None:
    """As `upload`, of a file without fault: its results open."""
    upload(page, server, name, data, address(page, re.compile(r"/\w+\?.*review=")))
    settle(page)


def type_in(page: Page, box: Locator, text: str, outcome: Outcome) -> None:
    """Fill in a box and press Enter, until this shows."""

    def typed() -> None:
        box.fill(text)
        box.press("Enter")

    until(page, typed, outcome)


def downloaded(page: Page, act: Callable[[], None]) -> Path:
    """The file that a browser gets when something is done."""
    got: list[Path] = []

    def ask() -> None:
        with page.expect_download(timeout=PREPARED) as download:
            act()
        got.append(Path(download.value.path()))

    settle(page)
    until(page, ask, lambda _: None)
    return got[-1]


def toolbar(page: Page, name: str) -> Locator:
    """What the button below a table or figure opens, opened."""
    opener = page.locator(f".st-key-toolbar_{name} button").first
    opened = page.locator("[data-testid=stPopoverBody] button").first
    until(page, lambda: opener.press("Enter"), visible(opened))
    return page.get_by_test_id("stPopoverBody")


def come_to(page: Page, element: Locator) -> None:
    """Scroll to an element; a table is drawn only once it is in view."""
    until(
        page,
        element.scroll_into_view_if_needed,
        lambda timeout: expect(element).to_be_in_viewport(timeout=timeout),
    )


def choose(page: Page, key: str, option: str | re.Pattern[str]) -> None:
    """Choose from the menu of a widget, opening it again if a rerun closed it."""
    box = page.locator(f".st-key-{key}").get_by_role("combobox")
    wanted = page.get_by_role("option", name=option, exact=isinstance(option, str))

    def pick() -> None:
        page.keyboard.press("Escape")
        box.click()
        wanted.click()

    until(page, pick, lambda timeout: expect(box).to_have_value(option, timeout=timeout))


def chosen_above(page: Page, name: str) -> Locator:
    """What the head of the page says of a choice."""
    return page.locator(f".st-key-choose_{name}").get_by_role("button").first


def choose_above(page: Page, name: str, option: str) -> None:
    """Choose in the head of the page, which then says so, and close what was opened for it."""
    button = chosen_above(page, name)
    box = page.locator(f".st-key-w_{name}").get_by_role("combobox")
    wanted = page.get_by_role("option", name=option, exact=True)

    def pick() -> None:
        if not box.is_visible():
            button.click()
        box.click()
        wanted.click()

    until(page, pick, lambda timeout: expect(button).to_contain_text(option, timeout=timeout))
    until(page, lambda: page.keyboard.press("Escape"), gone(box))


def place_at_rest(page: Page, element: Locator) -> FloatRect:
    """Where an element is once it stays there: a page that is being drawn moves its parts."""
    expect(element).to_be_visible()
    before = None
    for _ in range(200):
        settle(page)
        try:
            element.scroll_into_view_if_needed()
        except Error as error:
            if GONE not in str(error):
                raise
            continue  # it was drawn anew
        page.evaluate("() => new Promise(drawn => requestAnimationFrame(() => drawn()))")
        place = not_none(element.bounding_box())
        if place == before:
            return place
        before = place
    raise AssertionError("the page does not come to rest")


def click_figure(page: Page, key: str, share: tuple[float, float], named: str) -> None:
    """Click a figure at this share of its width and height, once it names what is there.

    The figure's click takes what the pointer was found to hover over, so that must come first.
    """
    area = page.locator(f".st-key-{key} .nsewdrag").first
    hovered = page.locator(f".st-key-{key} .hoverlayer").first
    x = y = 0.0

    def hover() -> None:
        nonlocal x, y
        box = place_at_rest(page, area)
        x, y = box["x"] + box["width"] * share[0], box["y"] + box["height"] * share[1]
        page.mouse.move(x - 3, y - 3)
        page.mouse.move(x, y)

    until(page, hover, lambda timeout: expect(hovered).to_contain_text(named, timeout=timeout))
    page.mouse.click(x, y)


def tick_row(page: Page, table: Locator, row: int) -> None:
    """Tick the box before a row of a table; not one that is ticked, as a click takes that back."""
    cell = table.locator(f'[data-testid="stDataFrame"] [data-testid="glide-cell-1-{row}"]').first
    if cell.locator("xpath=..").get_attribute("aria-selected") != "true":
        click_row(page, table, row)


def click_row(page: Page, table: Locator, row: int) -> None:
    """Click the box before a row of a table, whose header and rows are 35 pixels high."""
    frame = table.locator('[data-testid="stDataFrame"]').first
    come_to(page, frame)
    expect(frame.locator(f'[data-testid="glide-cell-1-{row}"]')).to_be_attached()
    at = place_at_rest(page, frame)
    page.mouse.click(at["x"] + 18, at["y"] + 35 * (row + 1) + 17)
