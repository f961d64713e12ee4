"""One server for all browser tests, and tabs that notice script errors and outside requests."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.app_server import AppServer
from tests.browser.driving import PATIENCE, last_look

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
# how Chromium begins to say that the server's headers forbade something
POLICY = "Content Security Policy"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            # one worker drives the browser: two servers and two Chromiums only slow each other
            if config.pluginmanager.hasplugin("xdist"):
                item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        missing = "Chromium is not installed"
        if os.environ.get("CI") == "true":
            pytest.fail(f"browser tests must run here, but {missing}")
        pytest.skip(missing)
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as driver:
        launched = driver.chromium.launch(
            executable_path=CHROMIUM, headless=True, args=FLAGS, timeout=2 * PATIENCE
        )
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppServer]:
    running = AppServer(tmp_path_factory.mktemp("app") / "server.log").start()
    yield running
    running.stop()


@pytest.fixture
def new_tab(browser: Browser, server: AppServer, tmp_path: Path) -> Iterator[Callable[[], Page]]:
    """Opens tabs of visitors who share nothing.

    A script error, an outside request, or anything that the headers forbid fails.
    """
    tabs: list[Page] = []
    errors: list[str] = []
    outside: list[str] = []
    refused: list[str] = []
    own = (server.url, server.url.replace("http", "ws"), "data:", "blob:")

    def opened() -> Page:
        context = browser.new_context(
            viewport={"width": 1280, "height": 900}, accept_downloads=True, locale="en-GB"
        )
        # the save dialog of a picker cannot be driven; without it a download is an event
        context.add_init_script("delete window.showSaveFilePicker")
        context.set_default_timeout(PATIENCE)
        tab = context.new_page()
        tab.on("console", lambda said: refused.append(said.text) if POLICY in said.text else None)
        tab.on("pageerror", lambda error: errors.append(str(error)))
        tab.on("request", lambda r: None if r.url.startswith(own) else outside.append(r.url))
        tabs.append(tab)
        return tab

    yield opened
    for number, tab in enumerate(tabs):
        last_look(tab, tmp_path / f"last{number}.png")
        tab.context.close()
    assert errors == []
    assert outside == []
    assert refused == []


@pytest.fixture
def page(new_tab: Callable[[], Page]) -> Page:
    return new_tab()
