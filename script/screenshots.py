"""Starts the app on 127.0.0.1 and takes one picture of each page into docs/screenshots."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from breakeven.ui.app.page import PAGES  # noqa: E402

PICTURES = ROOT / "docs" / "screenshots"
REUTERS = "review=reuters&system=svm"
# what shows each page best
CHOICES = {
    "load": REUTERS,
    "classes": f"{REUTERS}&class=interest",
    "curves": f"{REUTERS}&class=interest",
    "confusion": "review=r8",
    "documents": f"{REUTERS}&class=trade&documents.where=wrong%20word:trade"
    "&documents.by=outcome:class&documents.sort=wrong",
    "unlabelled": "review=reuters&system=logreg",
}
WIDTH, HEIGHT = 1280, 1000
# where what the page is for begins low
TALL = {"agreement": 1280}


def picture(tab: Page, url: str, name: str) -> None:
    tab.set_viewport_size({"width": WIDTH, "height": TALL.get(name, HEIGHT)})
    tab.goto(url)
    tab.locator('[data-testid="stApp"][data-test-script-state="notRunning"]').wait_for(
        timeout=120_000
    )
    tab.wait_for_timeout(3_000)
    tab.screenshot(path=PICTURES / f"{name}.png")


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    # what is saved on this machine is nothing for a picture
    with TemporaryDirectory() as home:
        _take(command, port, os.environ | {"BREAKEVEN_HOME": home})


def _take(command: list[str], port: int, surroundings: dict[str, str]) -> None:
    server = subprocess.Popen(command, cwd=ROOT, env=surroundings, stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        while True:
            try:
                urllib.request.urlopen(address + "/_stcore/health", timeout=1)
                break
            except OSError:
                time.sleep(0.1)
        with sync_playwright() as driver:
            browser = driver.chromium.launch(
                executable_path=shutil.which("chromium"),
                args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
            )
            tab = browser.new_page()
            wanted = sys.argv[1:]
            for path, title, _ in PAGES:
                name = title.lower()
                if wanted and name not in wanted:
                    continue
                page = Path(path).stem if path.startswith("pages/") else ""
                picture(tab, f"{address}/{page}?{CHOICES.get(name, REUTERS)}", name)
            browser.close()
    finally:
        server.terminate()
        server.wait(15)


if __name__ == "__main__":
    main()
