"""A story is shown to a room by three keys: present, turn the screen, leave."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from breakeven.analysis.story.screen_parts import ClassFlow
from breakeven.report.svg.story import in_theme, story_drawing
from tests.browser.app_server import AppServer
from tests.browser.driving import address, settle, until
from tests.made import not_none


def test_keys_alone_present_the_story(page: Page, server: AppServer) -> None:
    page.goto(f"{server.url}/?review=r8&story=2")
    expect(page.get_by_role("heading", name="How good is it?", level=2)).to_be_visible()
    settle(page)
    menu = page.get_by_role("link", name="Summary", exact=True)
    expect(menu).to_be_visible()
    keys = page.keyboard
    until(page, lambda: keys.press("p"), address(page, "summary.present=on"))
    expect(menu).to_be_hidden()
    until(page, lambda: keys.press("ArrowRight"), address(page, "summary.screen=fails"))
    expect(page.get_by_role("heading", name="Where does it fail?", level=1)).to_be_visible()
    # a picture says what it shows to those who cannot see it
    alt = page.locator("img[alt*='It misses 9 documents of this class']")
    expect(alt).to_be_visible()
    until(page, lambda: keys.press("Escape"), address(page, "summary.present=off"))
    expect(menu).to_be_visible()


def test_a_phone_has_the_buttons_of_a_slide_always_in_sight(page: Page, server: AppServer) -> None:
    page.goto(f"{server.url}/?review=r8&story=2")
    page.locator("h2", has_text="How good is it?").wait_for()
    settle(page)
    ways = page.locator(".st-key-stage_ways")
    until(page, lambda: page.keyboard.press("p"), lambda ms: expect(ways).to_be_visible(timeout=ms))
    page.mouse.move(1, 1)
    # a wide screen has them in the background until they are pointed at
    expect(ways).to_have_css("opacity", "0.55")
    page.set_viewport_size({"width": 420, "height": 900})
    # nobody points on a phone, and text passes beneath
    expect(ways).to_have_css("opacity", "1")
    expect(ways).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")
    buttons = ways.get_by_role("button").all()
    assert len(buttons) >= 3
    for button in buttons:
        box = not_none(button.bounding_box())
        assert 0 <= box["x"] <= box["x"] + box["width"] <= 420


def test_a_drawing_is_set_in_the_typeface_that_it_brings_along(page: Page) -> None:
    drawn = story_drawing("k", ClassFlow(name="a", found=1, missed=0, extra=0, rest=0), "said")
    page.set_content(in_theme(drawn, dark=False))
    family = page.locator("svg text").first.evaluate("e => getComputedStyle(e).fontFamily")
    assert family.startswith('"Breakeven Sans"')
    # a typeface is loaded only where a letter is drawn in it
    page.wait_for_function("[...document.fonts].some(({ status }) => status === 'loaded')")
