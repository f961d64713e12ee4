"""Signed, looked at otherwise, shared, and taken back: in the browser, across visitors."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.app_server import AppServer
from tests.browser.driving import chosen_above, load, settle, until, visible, visit
from tests.made import not_none

FILE = b"""id,true,wheat,corn,split
1,wheat,0.9,0.2,test
2,corn,0.8,0.7,test
3,corn,0.1,0.6,test
4,wheat,0.45,0.3,test
"""


def shows(page: Page, words: str) -> None:
    expect(page.get_by_text(words).first).to_be_visible()


def test_a_sign_off_and_a_share_link_hold_for_what_they_were_made_of(
    new_tab: Callable[[], Page], server: AppServer
) -> None:
    page = new_tab()
    load(page, server, "signed crops.csv", FILE)
    visit(page, "History & sign-off")
    until(page, page.get_by_text("Sign these numbers").click, visible(page.locator(".st-key-sign")))
    sign = page.locator(".st-key-sign button")
    until(page, sign.click, visible(page.get_by_text("signed for version 1 on").first))
    visit(page, "Summary")
    shows(page, "signed for version 1 on")
    page.goto(f"{page.url}&cut=threshold:0.4")
    shows(page, "signed with other predictions")

    visit(page, "History & sign-off")
    make = page.locator(".st-key-share button")
    until(page, chosen_above(page, "share").click, visible(make))
    # the first is that to this view, for who may come in here
    made = page.get_by_test_id("stCode").nth(1)
    until(page, make.click, visible(made))
    link = made.inner_text().strip()
    visitor = new_tab()
    visitor.goto(link)
    shows(visitor, "the numbers are as they were")
    settle(visitor)
    expect(visitor.get_by_role("link", name="Reviews")).to_have_count(0)
    # on a phone what it says of the link has a line of its own, within the screen
    visitor.set_viewport_size({"width": 420, "height": 900})
    badge = visitor.locator(".st-key-facts", has_text="the numbers are as they were")
    lines = badge.locator("[data-testid=stElementContainer]:has(> .stHtml)").all()
    assert lines
    for line in lines:
        box = not_none(line.bounding_box())
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 420
        assert box["width"] > 300
    visitor.set_viewport_size({"width": 1280, "height": 900})
    visit(visitor, "Documents")
    expect(visitor.locator(".st-key-mark_unclear")).to_have_count(0)
    assert "share=" in visitor.url
    # what was shared was decided at 0.4
    assert "threshold%3A0.4" in visitor.url

    back = page.get_by_role("button", name="Revoke")
    until(page, back.click, visible(page.get_by_text("revoked on").first))
    visitor.reload()
    shows(visitor, "This link was revoked.")
    expect(visitor.get_by_text("signed crops")).to_have_count(0)
