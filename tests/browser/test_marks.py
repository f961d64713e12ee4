"""Twenty documents marked by the keyboard alone, taken home, and loaded elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from urllib.parse import quote

from playwright.sync_api import Locator, Page, expect

import breakeven as be
from tests.browser.app_server import AppServer
from tests.browser.driving import Outcome, attached, downloaded, settle, toolbar, until, visible

MARKED = 20
WHERE = quote('missed:grain -mark:"label wrong"')


def holds(element: Locator, text: str) -> Outcome:
    """As an outcome: the element has this text in it."""
    return lambda timeout: expect(element).to_contain_text(text, timeout=timeout)


def fold(page: Page) -> Locator:
    """What opens all marks."""
    return page.locator("summary", has_text="All marks: download or load")


def test_twenty_documents_marked_by_keys_give_the_same_numbers_in_another_browser(
    new_tab: Callable[[], Page], server: AppServer
) -> None:
    page = new_tab()
    page.goto(f"{server.url}/documents?review=reuters&documents.where={WHERE}")
    opened, keys = page.locator(".st-key-opened"), page.keyboard
    expect(opened).to_contain_text("1 of 22")
    settle(page)
    for left in range(21, 21 - MARKED, -1):
        # the label is wrong, and right is what was called: the next one comes up
        until(page, lambda: keys.press("a"), holds(opened, f"1 of {left}"))
    take = page.locator(".st-key-toolbar_marks button").first
    until(page, lambda: fold(page).press("Enter"), visible(take))
    csv = toolbar(page, "marks").get_by_role("button", name="CSV")
    file = downloaded(page, lambda: csv.press("Enter"))

    elsewhere = new_tab()
    elsewhere.goto(f"{server.url}/documents?review=reuters")
    settle(elsewhere)
    until(
        elsewhere,
        lambda: fold(elsewhere).press("Enter"),
        attached(elsewhere.locator(".st-key-marks_file")),
    )
    chooser = elsewhere.locator(".st-key-marks_file input[type=file]")
    chooser.set_input_files({"name": "m.csv", "mimeType": "text/csv", "buffer": file.read_bytes()})
    add = elsewhere.locator(".st-key-marks_add button")
    expect(add).to_have_text(f"Add {MARKED} marks")
    until(
        elsewhere,
        lambda: add.press("Enter"),
        visible(elsewhere.get_by_text(f"Marked: label wrong {MARKED}.")),
    )
    elsewhere.goto(
        f"{elsewhere.url.replace('/documents?', '/summary?')}&as_if=corrected&summary.part=averages"
    )
    review = be.read_marks(be.sample("reuters"), file.read_bytes())
    before, after = be.evaluate(review).micro()["f"], be.evaluate(be.as_if(review)).micro()["f"]
    sentence = (
        f"as if the labels of {MARKED} documents were corrected: micro F₁ {before:.3f} as loaded"
    )
    expect(elsewhere.get_by_text(sentence).first).to_be_visible()
    expect(elsewhere.locator("table").filter(has_text=f"{after:.3f}").first).to_be_visible()


def test_labels_as_if_can_be_chosen_as_soon_as_a_mark_would_change_any(
    new_tab: Callable[[], Page], server: AppServer
) -> None:
    page = new_tab()
    page.goto(f"{server.url}/documents?review=r8&documents.where=wrong")
    choice, opened, keys = page.locator(".st-key-w_as_if"), page.locator(".st-key-opened"), "el"
    expect(opened).to_contain_text("1 of ")
    settle(page)
    settings = page.locator(".st-key-choose_settings").get_by_role("button").first
    until(page, settings.click, visible(page.locator(".st-key-start_over button").first))
    seen, wrong = (
        opened.locator(f".st-key-mark_{kind} button") for kind in ("seen", "label_wrong")
    )
    for key, button in zip(keys, (seen, wrong), strict=True):
        expect(choice).to_have_count(0)
        on = button.and_(page.locator('[data-testid="stBaseButton-primary"]'))
        until(page, partial(page.keyboard.press, key), visible(on))
    expect(choice).to_be_visible()
