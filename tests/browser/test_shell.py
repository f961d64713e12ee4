"""What stands around every page: palette, keys, the menu of a phone, and hints of a first visit."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, ViewportSize, expect

from breakeven.ui.app.session.shortcuts import SHORTCUTS
from tests.browser.app_server import AppServer
from tests.browser.driving import (
    PATIENCE,
    Outcome,
    address,
    choose_above,
    gone,
    settle,
    until,
    visible,
    visit,
)
from tests.made import not_none


def find(page: Page, typed: str, outcome: Outcome) -> None:
    """Open the palette by its key, type, and take what comes first."""
    box = page.locator(".st-key-find_chosen").get_by_role("combobox")

    def choose() -> None:
        if not box.is_visible():
            page.keyboard.press("Control+k")
        expect(box).to_be_focused()
        box.fill("")
        page.keyboard.type(typed)
        expect(page.get_by_role("option").first).to_contain_text(typed.rpartition(" ")[2])
        box.press("Enter")

    until(page, choose, outcome)
    expect(page.get_by_role("dialog")).to_have_count(0)
    settle(page)


def test_whatever_there_is_is_found_and_done_by_keys(page: Page, server: AppServer) -> None:
    page.goto(f"{server.url}/classes?review=reuters&class=earn")
    settle(page)
    # by documents earn comes first: 1,087, then acq with 719 (README of the sample)
    until(page, lambda: page.keyboard.press("j"), address(page, "class=acq"))
    settle(page)
    until(page, lambda: page.keyboard.press("k"), address(page, "class=earn"))
    settle(page)
    find(page, "Class: grain", address(page, "class=grain"))
    find(page, "System: knn", address(page, "system=knn"))
    find(page, "Predictions: one threshold", address(page, "cut=threshold"))
    until(page, lambda: page.keyboard.press("Shift+ArrowUp"), address(page, "cut=threshold%3A0.55"))
    settle(page)
    find(page, "Page: Next steps", address(page, "/next_steps?"))
    listed = page.get_by_role("dialog")
    until(page, lambda: page.keyboard.press("h"), visible(listed.locator("kbd").first))
    # a row of each place, and one of the head
    places = {shortcut.where for shortcut in SHORTCUTS.values()}
    expect(listed.locator("tr")).to_have_count(len(SHORTCUTS) + len(places) + 1)
    until(page, lambda: page.keyboard.press("Escape"), gone(listed))
    settle(page)
    find(page, "Do: start over", address(page, "system=svm"))
    until(page, lambda: page.keyboard.press("o"), address(page, "/documents?"))


def test_a_choice_made_elsewhere_is_not_undone_by_what_was_chosen_in_the_head(
    page: Page, server: AppServer
) -> None:
    page.goto(f"{server.url}/summary?review=reuters")
    settle(page)
    choose_above(page, "system", "knn")
    find(page, "System: nb", address(page, "system=nb"))
    # something else is sent to the server, and with it what the browser knows of the head
    choose_above(page, "split", "dev")
    expect(page).to_have_url(re.compile("system=nb&split=dev"))
    expect(page.locator(".st-key-choose_system button").first).to_contain_text("nb")


def test_the_menu_of_a_phone_closes_once_a_page_is_chosen(page: Page, server: AppServer) -> None:
    page.set_viewport_size({"width": 420, "height": 900})
    page.goto(f"{server.url}/summary?review=reuters")
    settle(page)
    expect(page.get_by_test_id("stSidebar")).to_be_hidden()
    menu = page.locator(".st-key-menu").get_by_role("button").first
    way = page.get_by_role("dialog").get_by_role("link", name="Classes", exact=True)
    until(page, menu.click, visible(way))
    until(page, way.click, address(page, "/classes?"))
    expect(page.get_by_role("heading", name="Which classes are weak, and why?")).to_be_in_viewport()
    expect(way).to_have_count(0)


def test_what_every_page_has_stays_where_it_is_while_pages_are_turned(
    page: Page, server: AppServer
) -> None:
    page.goto(f"{server.url}/summary?review=reuters")
    settle(page)
    menu = page.get_by_test_id("stSidebar").get_by_role("link", name="Home", exact=True)
    every = (menu, page.locator(".st-key-find button"), page.locator(".st-key-choices"))
    for element in every:
        element.evaluate("it => { it.dataset.seen = 'yes' }")
    for name, heading in (
        ("Classes", "Which classes are weak, and why?"),
        ("Confusions", "Which classes get confused?"),
        ("Summary", "How good is it?"),
    ):
        visit(page, name, heading)
        for element in every:
            expect(element).to_have_attribute("data-seen", "yes")
    # what was opened to choose from is not taken along
    opener = page.locator(".st-key-choose_system button").first
    box = page.locator(".st-key-w_system").get_by_role("combobox")
    until(page, opener.click, visible(box))
    visit(page, "Classes", "Which classes are weak, and why?")
    expect(box).to_have_count(0)


def test_back_takes_one_choice_back_after_the_other(page: Page, server: AppServer) -> None:
    page.goto(f"{server.url}/summary?review=reuters")
    settle(page)
    buttons = {
        name: page.locator(f".st-key-choose_{name} button").first for name in ("system", "split")
    }
    choose_above(page, "system", "knn")
    choose_above(page, "split", "dev")
    page.go_back()
    expect(buttons["split"]).to_contain_text("test")
    expect(buttons["system"]).to_contain_text("knn")
    settle(page)
    page.go_back()
    expect(buttons["system"]).to_contain_text("svm")


def test_who_tries_it_is_led_round_and_can_stop(page: Page, server: AppServer) -> None:
    page.goto(f"{server.url}/?try=1")
    expect(page.get_by_role("heading", name="How good is it?")).to_be_visible()
    settle(page)
    hint = page.locator(".st-key-hint")
    expect(hint).to_contain_text("1 of 4")
    onwards = hint.locator(".st-key-hint_next button")
    until(page, onwards.click, visible(page.get_by_text("2 of 4")))
    settle(page)
    until(
        page,
        hint.locator(".st-key-hint_skip button").click,
        gone(hint),
    )
    assert "try=" not in page.url


def test_a_phone_has_a_head_of_one_line_and_no_hints_at_keys(
    browser: Browser, server: AppServer
) -> None:
    for touches in (True, False):
        size = ViewportSize(width=420, height=860)
        context = browser.new_context(viewport=size, has_touch=touches, is_mobile=touches)
        context.set_default_timeout(PATIENCE)
        tab = context.new_page()
        tab.goto(f"{server.url}/documents?review=reuters&system=svm")
        expect(tab.get_by_role("button", name="Label wrong")).to_be_visible()
        hints = tab.locator("button kbd, .key-hint")
        expect(hints.first).to_be_attached()
        # who has keys is told of them
        if touches:
            assert not [hint for hint in hints.all() if hint.is_visible()]
        else:
            assert [hint for hint in hints.all() if hint.is_visible()]
        heads = tab.locator(".st-key-phone_menu, .st-key-choices_here, .st-key-find")
        boxes = [not_none(head.bounding_box()) for head in heads.all()]
        assert len(boxes) == 3
        # one line, and the question right below it
        assert max(box["y"] + box["height"] for box in boxes) <= 56
        assert max(box["y"] for box in boxes) - min(box["y"] for box in boxes) <= 8
        assert not_none(tab.locator("h1").bounding_box())["y"] <= 80
        context.close()


LEFT_EDGES = """() => {
    const main = document.querySelector('[data-testid="stMainBlockContainer"]')
    const edge = main.querySelector('h1').getBoundingClientRect().left
    const links = '[data-testid="stPageLink-NavLink"], [class*=st-key-toolbar_] button'
    return [...main.querySelectorAll(links)]
        .filter((it) => it.checkVisibility())
        .map((it) => [it.innerText.trim(), it.querySelector('[data-testid="stIconMaterial"], p')])
        .map(([name, first]) => [name, first.getBoundingClientRect().left - edge])
        // in the left column
        .filter(([, off]) => Math.abs(off) < 40)
}"""


def test_links_and_downloads_begin_where_the_text_does(page: Page, server: AppServer) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{server.url}/summary?review=reuters&system=svm")
    expect(page.get_by_text("Is the best clearly better?")).to_be_visible()
    settle(page)
    edges = dict(page.evaluate(LEFT_EDGES))
    assert {"All classes", "Is the best clearly better?"} <= {
        name.split("\n")[-1] for name in edges
    }
    assert any("Download picture" in name for name in edges)
    assert {name: off for name, off in edges.items() if abs(off) > 4} == {}
