"""Starts the app on 127.0.0.1 and takes one picture of each page into docs/screenshots."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd
from PIL import Image
from playwright.sync_api import Page, sync_playwright
from scipy import sparse

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
import breakeven as be  # noqa: E402
from breakeven.store.actors import LOCAL  # noqa: E402
from breakeven.ui.pages import PAGES  # noqa: E402

PICTURES = ROOT / "docs" / "screenshots"
REUTERS = "review=reuters&system=svm"
# what shows each page best
CHOICES = {
    "home": "",
    "classes": f"{REUTERS}&class=interest",
    "curves": f"{REUTERS}&class=interest",
    "documents": f"{REUTERS}&class=trade&documents.where=wrong%20word:trade"
    "&documents.by=outcome:class&documents.sort=wrong",
    "unlabelled_data": "review=reuters&system=logreg",
    "story": f"{REUTERS}&summary.part=slides&summary.screen=good",
    "human_review": f"{REUTERS}&human_review.review=0.3",
}
WIDTH, HEIGHT = 1280, 1000
# where what the page is for begins low
TALL = {"confusions": 1280, "history": 1380}


def picture(tab: Page, url: str, name: str) -> None:
    tab.set_viewport_size({"width": WIDTH, "height": TALL.get(name, HEIGHT)})
    tab.goto(url)
    at_rest(tab)
    file = PICTURES / f"{name}.png"
    tab.screenshot(path=file)
    # 128 colours are enough for a page, and a third of the bytes
    full = Image.open(file).convert("RGB")
    full.quantize(128, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(file, optimize=True)


def at_rest(tab: Page) -> None:
    """Wait until a page is drawn."""
    tab.locator('[data-testid="stApp"][data-test-script-state="notRunning"]').wait_for(
        timeout=120_000
    )
    tab.wait_for_timeout(3_000)
    # on a busy machine figures and tables are still on their way
    while tab.get_by_test_id("stSkeleton").count():
        tab.wait_for_timeout(1_000)


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    # what is saved on this machine is nothing for a picture
    with TemporaryDirectory() as home:
        CHOICES["history"], tree = (f"review={key}" for key in _saved(Path(home)))
        CHOICES["confusions"] = f"{tree}&level=1&unfold=finance"
        with seen_in_a_browser(Path(home)) as (tab, address):
            _take(tab, address)


def _saved(home: Path) -> tuple[str, str]:
    """A library in which the classifier of Reuters became another one; its newest fingerprint.

    And that of a review whose classes stand in a tree.
    """
    library = be.open_library(home)
    file, newest = home / "topics.csv", ""
    for system in ("knn", "svm"):
        _calls(system).to_csv(file, index=False)
        newest = library.save(file, title="Newswire topics").fingerprint
    review = library.find("Newswire topics").id
    library.library.pin(LOCAL, review, 1)
    library.library.set_status(LOCAL, review, "in review")
    _calls("nb").to_csv(file, index=False)
    library.save(file, title="Newswire topics, naive Bayes")
    _calls("svm").to_csv(file, index=False)
    tree = ROOT / "sample_data" / "topics_tree.csv"
    return newest, library.save(file, title="Topics in a tree", hierarchy=tree).fingerprint


def _calls(system: str) -> pd.DataFrame:
    """What a system of the sample decided of the test documents, as people have it in a file."""
    review = be.sample("reuters")
    (predictions,) = (
        predictions for predictions in review.predictions if predictions.system == system
    )
    assert predictions.decisions is not None
    assert review.truth.labels is not None
    rows = review.truth.in_split("test")

    def names(pairs: sparse.csc_array) -> list[str]:
        by_document = sparse.csr_array(pairs)
        ends = by_document.indptr.tolist()
        names_of_pairs = [review.truth.classes[c] for c in by_document.indices.tolist()]
        return ["|".join(names_of_pairs[a:b]) for a, b in pairwise(ends)]

    place = {row: i for i, row in enumerate(predictions.rows.tolist())}
    own = [place[row] for row in rows.tolist()]
    return pd.DataFrame(
        {
            "id": review.truth.documents[rows],  # type: ignore[index]
            "split": "test",
            "true": names(review.truth.labels[rows]),
            "classifier": names(predictions.decisions[own]),
        }
    )


@contextmanager
def seen_in_a_browser(home: Path) -> Iterator[tuple[Page, str]]:
    """A tab, and the address of the app, which saves in this folder, while it runs."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    surroundings = os.environ | {"BREAKEVEN_HOME": str(home)}
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
            yield browser.new_page(), address
            browser.close()
    finally:
        server.terminate()
        server.wait(15)


def _take(tab: Page, address: str) -> None:
    wanted = sys.argv[1:]
    for key, page in PAGES.items():
        if not wanted or key in wanted:
            name = "" if key == "home" else page.name
            picture(tab, f"{address}/{name}?{CHOICES.get(key, REUTERS)}", key)


if __name__ == "__main__":
    main()
