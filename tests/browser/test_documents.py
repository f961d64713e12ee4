"""Documents are found and read by the keyboard alone, and hostile texts are shown literally."""

from __future__ import annotations

import csv
import io

from playwright.sync_api import Page, expect

from tests.browser.app_server import AppServer
from tests.browser.driving import Outcome, load, until, visit

TEXTS = {
    "markup": "<img src=http://127.0.0.1:9/x onerror=window.__pwn=1> needle <b>bold</b> &lt;",
    "markdown": "![i](http://127.0.0.1:9/i.png) needle [l](http://127.0.0.1:9/l) $x^2$",
    "turned": "abc \u202eneedle\u2066 def",
    "marks": "needle e" + "\u0301" * 10_000,
    "long": "needle " + "word " * 190_000,
    "right to left": "שלום needle",
    "other": "nothing of it",
}


def hostile_texts() -> bytes:
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(["id", "true", "predicted", "split", "text"])
    rows.writerows(
        [name, "a", "ab"[i % 2], "test", text] for i, (name, text) in enumerate(TEXTS.items())
    )
    return out.getvalue().encode()


def at_place(page: Page, place: str, name: str) -> Outcome:
    """As an outcome: the open document is this one, at this place of the list."""
    opened = page.locator(".st-key-opened")

    def outcome(timeout: float) -> None:
        expect(opened).to_contain_text(place, timeout=timeout)
        expect(opened).to_contain_text(f"Document {name} · test", timeout=timeout)

    return outcome


def test_hostile_texts_are_found_and_read_by_the_keyboard_alone(
    page: Page, server: AppServer
) -> None:
    load(page, server, "hostile.csv", hostile_texts())
    visit(page, "Documents")
    line = page.get_by_role("textbox", name="Documents where", exact=True)
    line.focus()
    keys = page.keyboard
    names = [name for name, text in TEXTS.items() if "needle" in text]
    text = page.locator(".st-key-opened .text").first

    def search() -> None:
        line.fill("")
        keys.type("word:needle")
        keys.press("Enter")

    until(page, search, at_place(page, f"1 of {len(names)}", names[0]))
    expect(text).to_contain_text("<img src=http://127.0.0.1:9/x onerror=window.__pwn=1> needle")
    keys.press("Tab")  # letters typed into the filter are no keys of the page
    for place, name in enumerate(names[1:], 2):
        until(page, lambda: keys.press("n"), at_place(page, f"{place} of {len(names)}", name))
        if name == "turned":
            expect(text).to_have_text("abc RLOneedleLRI def")
        if name == "marks":
            # a letter and its first mark are one character, é
            expect(text).to_contain_text("\u0301" * 100)
            assert text.inner_text().count("\u0301") == 9_999
        if name == "long":
            expect(
                page.get_by_text("These are the first 20,000 of 950,007 characters.")
            ).to_be_visible()
    until(page, lambda: keys.press("p"), at_place(page, f"5 of {len(names)}", "long"))
    # the last term is taken back, and the document stays open
    until(page, lambda: keys.press("Escape"), at_place(page, f"5 of {len(TEXTS)}", "long"))
    expect(line).to_have_value("")
    assert page.evaluate("() => window.__pwn") is None
