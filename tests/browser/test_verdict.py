"""The verdict in the browser: its three states and grey, set, taken along and taken in again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from breakeven.gate.gate_rules import target_rules
from breakeven.gate.rules_file import read_rules
from tests.browser.app_server import AppServer
from tests.browser.driving import downloaded, settle, until, visible

# of 3,299 documents 2,636 are completely right, 79.9 %: from 78.5 to 81.3 by the exact interval
TUNED = "cut=f%3Asplit%3Dtest"


def card(page: Page) -> Locator:
    """The verdict as those hear it who cannot see it."""
    return page.get_by_role("region", name="Verdict")


def set_target(page: Page, percent: str, head: str) -> None:
    """Type a target and set it, until this is said of it."""
    expect(card(page)).to_contain_text("NO TARGET YET")
    settle(page)
    box = page.get_by_label("Documents that must be completely right, in per cent")
    box.fill(percent)
    box.press("Tab")
    settle(page)
    button = page.get_by_role("button", name="Set", exact=True)
    until(page, button.click, visible(card(page).get_by_role("heading", name=head)))


def colour_of(page: Page) -> str:
    """Of the ground that the outcome stands on."""
    found = card(page).get_by_role("heading").evaluate("e => getComputedStyle(e).backgroundColor")
    return str(found)


def test_three_states_and_grey(page: Page, server: AppServer) -> None:
    colours = []
    for percent, head, query in (
        ("70", "READY", ""),
        ("85", "NOT YET", ""),
        ("80", "CANNOT TELL YET", ""),
        ("70", "DO NOT USE THESE NUMBERS YET", f"&{TUNED}"),
    ):
        page.goto(f"{server.url}/summary?review=reuters&system=svm&split=test{query}")
        set_target(page, percent, head)
        colours.append(colour_of(page))
        expect(card(page)).to_contain_text(f"Your target: {percent} %.")
    assert len(set(colours)) == 4
    expect(card(page)).to_contain_text("The thresholds were tuned on these very documents.")
    expect(card(page)).to_contain_text("With the predictions as uploaded 80 %.")
    expect(card(page).get_by_role("heading", name="READY", exact=True)).to_have_count(0)
    # signs have words of their own
    expect(card(page).get_by_role("img", name="not known:").first).to_be_visible()


def test_rules_are_taken_along_and_taken_in_again(page: Page, server: AppServer) -> None:
    page.goto(f"{server.url}/summary?review=reuters&system=svm&split=test")
    set_target(page, "70", "READY")
    file = downloaded(page, page.get_by_role("button", name="gate.toml").click)
    text = file.read_bytes()
    assert read_rules("gate.toml", text).digest == target_rules(0.7).digest

    rules = page.get_by_text("Rules of the target")
    until(page, page.get_by_role("button", name="Edit target").click, visible(rules))
    changed = text.replace(b"min = 0.7", b"min = 0.9")
    page.locator('.st-key-target_rules [data-testid="stFileUploader"] input').set_input_files(
        {"name": "gate.toml", "mimeType": "application/toml", "buffer": changed}
    )
    limit = page.locator(".st-key-target_rules").get_by_label("%", exact=True)
    expect(limit).to_have_value("90")
    settle(page)
    not_yet = card(page).get_by_role("heading", name="NOT YET")
    until(page, page.get_by_role("button", name="Save").click, visible(not_yet))
    expect(card(page)).to_contain_text("Your target: 90 %.")


@pytest.mark.parametrize("width", [420, 1280])
def test_the_card_is_not_wider_than_the_screen(page: Page, server: AppServer, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 860})
    page.goto(f"{server.url}/summary?review=reuters&system=svm&split=test")
    set_target(page, "85", "NOT YET")
    until(
        page,
        page.get_by_role("button", name="Edit target").click,
        visible(page.get_by_text("Rules of the target")),
    )
    wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert wide <= 0
