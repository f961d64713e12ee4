"""What keyboards and screen readers meet: no serious finding, a whole review without a mouse."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from breakeven.ui.pages import PAGES
from tests.browser.app_server import AppServer
from tests.browser.driving import AGAIN, PATIENCE, TRIES, address, settle, until, visible
from tests.browser.every_page import AXE, SERIOUS

# pages are seen in turn as on a desk by day and on a phone by night: they share their parts
SEEN: tuple[tuple[Literal["light", "dark"], ViewportSize], ...] = (
    ("light", {"width": 1280, "height": 900}),
    ("dark", {"width": 420, "height": 900}),
)


def test_axe_finds_nothing_serious_on_any_page(browser: Browser, server: AppServer) -> None:
    tabs = []
    for scheme, size in SEEN:
        # the checker is code from elsewhere, which the pages' own policy would refuse
        context = browser.new_context(color_scheme=scheme, viewport=size, bypass_csp=True)
        context.add_init_script(AXE)
        context.set_default_timeout(PATIENCE)
        tabs.append(context.new_page())
    serious_by_page: dict[str, Any] = {}
    for i, page in enumerate(PAGES.values()):
        tab = tabs[i % len(tabs)]
        tab.goto(f"{server.url}/{'' if page.key == 'home' else page.name}?review=reuters")
        tab.locator("h1").first.wait_for()
        # the menu is drawn after the page has run: until then what it stands in is without links
        tab.get_by_test_id("stSidebarContent").get_by_role(
            "link", include_hidden=True
        ).first.wait_for(state="attached")
        for _ in range(TRIES):  # a page that is still being drawn has parts without content
            settle(tab)
            serious_by_page[page.title] = tab.evaluate(SERIOUS)
            if not serious_by_page[page.title]:
                break
    for tab in tabs:
        tab.context.close()
    assert {name: serious for name, serious in serious_by_page.items() if serious} == {}


# how far what is seen has moved, by whatever: a share of the window, times that of what moved
MOST_MOVED = 0.1
MOVED = """() => {
    window.moved ??= (new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.moved += entry.value
    }).observe({ type: 'layout-shift' }), 0)
    return window.moved
}"""


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until this has the focus."""
    wanted.first.wait_for()
    for _ in range(150):
        page.keyboard.press("Tab")
        if wanted.first.evaluate("found => found.contains(document.activeElement)"):
            return
    raise AssertionError(f"the keyboard does not reach {wanted}")


def test_keys_alone_walk_a_review_and_nothing_shifts_where_a_choice_changes(
    page: Page, server: AppServer
) -> None:
    keys = page.keyboard

    def go(name: str, heading: str) -> None:
        def follow() -> None:
            tab_to(page, page.get_by_role("link", name=name, exact=True))
            keys.press("Enter")

        until(page, follow, visible(page.get_by_role("heading", name=heading)))
        settle(page)

    def change(moved: Callable[[], None], choice: str) -> None:
        before = page.evaluate(MOVED)
        until(page, moved, address(page, choice))
        settle(page)
        assert page.evaluate(MOVED) - before < MOST_MOVED

    def choose_the_next_class() -> None:
        menu = page.locator(".st-key-w_class input")
        tab_to(page, menu)
        keys.press("ArrowDown")
        # a menu that is drawn again meanwhile is closed, and Enter would choose nothing
        expect(menu).to_have_attribute("aria-activedescendant", re.compile("option"), timeout=AGAIN)
        keys.press("Enter")

    def move_along_the_curve() -> None:
        tab_to(page, page.locator(".st-key-w_stop input"))
        keys.press("ArrowLeft")

    page.goto(server.url)
    settle(page)
    tab_to(page, page.locator(".st-key-open_reuters button"))
    keys.press("Enter")
    expect(page.get_by_role("heading", name="How good is it?")).to_be_visible()
    go("Classes", "Which classes are weak, and why?")
    change(choose_the_next_class, "class=fuel")
    go("Curves", "What would another threshold give?")
    change(move_along_the_curve, "curves.at=")
    tab_to(page, page.locator(".st-key-toolbar_figure_pr button"))
    keys.press("Enter")
    save = page.get_by_role("button", name="Save as PNG")
    save.wait_for()
    keys.press("Escape")
    expect(save).to_be_hidden()
    go("Documents", "Which documents are behind the numbers?")
    keys.press("Escape")
    second = page.get_by_text(re.compile("^2 of "))
    until(page, lambda: keys.press("n"), visible(second))
