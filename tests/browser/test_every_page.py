"""Every page in both themes, on a phone, a desk and a wide screen: all can use what it shows."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page

from breakeven.ui.pages import PAGES
from tests.browser.app_server import AppServer
from tests.browser.driving import PATIENCE
from tests.browser.every_page import AXE, faults_of, is_fault

SIZES = ((1280, 900), (420, 860), (1920, 1080))


def lasting_faults(tab: Page) -> list[Any]:
    """What is wrong and stays so: the head folds once the page has heard of its width."""
    for _ in range(120):  # frames
        if not (wrong := faults_of(tab)):
            break
        tab.evaluate("() => new Promise(requestAnimationFrame)")
    return wrong


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_can_use_every_page_at_every_size(
    browser: Browser, server: AppServer, scheme: Literal["light", "dark"]
) -> None:
    # the checker is code from elsewhere, which the pages' own policy would refuse
    context = browser.new_context(color_scheme=scheme, bypass_csp=True)
    context.add_init_script(AXE)
    context.set_default_timeout(PATIENCE)
    tab, faults = context.new_page(), dict[str, list[Any]]()
    console: list[str] = []
    tab.on("console", lambda message: console.append(message.text) if is_fault(message) else None)
    tab.on("pageerror", lambda error: console.append(str(error)))
    for page in PAGES.values():
        tab.goto(f"{server.url}/{'' if page.path == 'app.py' else page.name}?review=reuters")
        tab.locator("h1").first.wait_for()
        for width, height in SIZES:
            tab.set_viewport_size({"width": width, "height": height})
            if wrong := lasting_faults(tab):
                faults[f"{page.key} at {width}"] = wrong
        if console:
            faults[f"{page.key} in the console"] = list(console)
            console.clear()
    context.close()
    assert faults == {}
