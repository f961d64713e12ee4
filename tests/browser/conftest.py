"""One server for all browser tests, and tabs that notice script errors and outside requests."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.app_server import AppServer
from tests.browser.driving import PATIENCE, last_look
from tests.browser.tabs import Watch, empty, opened

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
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


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note on a test whether it failed, for what is taken down after it."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package")
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


@pytest.fixture(scope="package")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppServer]:
    running = AppServer(tmp_path_factory.mktemp("app") / "server.log").start()
    yield running
    running.stop()


@pytest.fixture(scope="package")
def open_tabs() -> list[Page]:
    """Tabs that tests have opened, each of a visitor of its own.

    The next test goes on with them, emptied: what has drawn a page before draws the next one in a
    third of the time.
    """
    return []


@pytest.fixture
def new_tab(
    browser: Browser,
    server: AppServer,
    open_tabs: list[Page],
    request: pytest.FixtureRequest,
    tmp_path: Path,
) -> Iterator[Callable[..., Page]]:
    """Gives tabs of visitors who share nothing, to look at `server` or at another one.

    A script error, an outside request, or anything that the headers forbid fails.
    """
    watch = Watch()

    def given(app: AppServer = server) -> Page:
        watch.own |= {app.url, app.url.replace("http", "ws")}
        if len(watch.tabs) == len(open_tabs):
            open_tabs.append(opened(browser))
        watch.begin(open_tabs[len(watch.tabs)])
        return watch.tabs[-1]

    yield given
    watch.end()
    for number, tab in enumerate(watch.tabs):
        if request.node.stash.get(FAILED, False):
            last_look(tab, tmp_path / f"last{number}.png")
        if tab.is_closed():
            open_tabs.remove(tab)
        else:
            empty(tab)
    assert watch.errors == []
    assert watch.outside == []
    assert watch.refused == []


@pytest.fixture
def page(new_tab: Callable[[], Page]) -> Page:
    return new_tab()
