"""What a visitor does on several pages."""

from __future__ import annotations

import re

from playwright.sync_api import Page, TimeoutError

from tests.browser.conftest import AppServer


def upload(page: Page, server: AppServer, name: str, data: bytes) -> None:
    page.goto(server.url)
    chooser = page.locator('[data-testid="stFileUploader"] input[type=file]')
    chooser.set_input_files({"name": name, "mimeType": "text/csv", "buffer": data})
    page.locator(".st-key-read button").click()


def load(page: Page, server: AppServer, name: str, data: bytes) -> None:
    """As `upload`, and waits until it was read: a link clicked before would break it off."""
    upload(page, server, name, data)
    page.get_by_text("Loaded:").wait_for(timeout=60_000)


def choose(page: Page, key: str, option: str | re.Pattern[str]) -> None:
    """Choose from the menu of a widget, opening it again if a rerun closed it."""
    box = page.locator(f".st-key-{key}").get_by_role("combobox")
    wanted = page.get_by_role("option", name=option, exact=isinstance(option, str))
    for _ in range(5):
        box.click()
        try:
            wanted.click(timeout=4_000)
            return
        except TimeoutError:
            page.keyboard.press("Escape")
    raise AssertionError(f"the menu of {key} does not offer {option}")
