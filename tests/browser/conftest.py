"""One server for all browser tests, and pages that notice script errors and outside requests."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
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


class AppServer:
    """The app on a free port of 127.0.0.1, started and stopped through its own handle."""

    def __init__(self, log: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = log
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> AppServer:
        command = [sys.executable, "-m", "streamlit", "run", "app.py"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--server.port", str(self.port)],
                cwd=ROOT,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise RuntimeError(self.log.read_text())
            try:
                with urllib.request.urlopen(self.url + "/_stcore/health", timeout=1):
                    return self
            except OSError:
                time.sleep(0.05)
        raise TimeoutError(self.log.read_text())

    def stop(self, hard: bool = False) -> None:
        if self.process is not None and self.process.poll() is None:
            (self.process.kill if hard else self.process.terminate)()
            self.process.wait(15)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            # one worker drives the browser: two servers and two Chromiums only slow each other
            if config.pluginmanager.hasplugin("xdist"):
                item.add_marker(pytest.mark.xdist_group("browser"))
            # on a busy machine Chromium without a GPU now and then loses a click; a fault of
            # ours is there again on the second run, and every rerun is listed
            if config.pluginmanager.hasplugin("rerunfailures"):
                item.add_marker(pytest.mark.flaky(reruns=2))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        missing = "Chromium is not installed"
        if os.environ.get("CI") == "true":
            pytest.fail(f"browser tests must run here, but {missing}")
        pytest.skip(missing)
    expect.set_options(timeout=20_000)  # the first page of a busy server reads a sample first
    with sync_playwright() as driver:
        launched = driver.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppServer]:
    running = AppServer(tmp_path_factory.mktemp("app") / "server.log").start()
    yield running
    running.stop()


@pytest.fixture
def page(browser: Browser, server: AppServer, tmp_path: Path) -> Iterator[Page]:
    """A tab that fails its test on a script error or a request to another host."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 900}, accept_downloads=True, locale="en-GB"
    )
    # the save dialog of a picker cannot be driven; without it a download is an event
    context.add_init_script("delete window.showSaveFilePicker")
    context.set_default_timeout(20_000)
    tab = context.new_page()
    errors: list[str] = []
    outside: list[str] = []
    own = (server.url, server.url.replace("http", "ws"), "data:", "blob:")
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.on("request", lambda r: None if r.url.startswith(own) else outside.append(r.url))
    yield tab
    tab.screenshot(path=tmp_path / "last.png", full_page=True)
    context.close()
    assert errors == []
    assert outside == []


@pytest.fixture
def settle() -> Callable[..., None]:
    """Waits until the app has stopped running; only before measuring or a picture."""

    def wait(tab: Page, timeout: int = 20_000) -> None:
        tab.locator(
            '[data-testid="stApp"][data-test-connection-state="CONNECTED"]'
            '[data-test-script-state="notRunning"]'
        ).wait_for(timeout=timeout)

    return wait
