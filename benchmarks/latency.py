"""From a key press or click to the settled picture, in Chromium, beside an app with nothing in it.

`python benchmarks/latency.py` starts the app on the Reuters sample and a Streamlit app that has
the same controls over one line of text, and takes turns between them. What is timed is what a
visitor waits: from the event in the browser to the last change of the page that follows from it.
The empty app's time is Streamlit's own; what is above it is ours. Where a figure is drawn anew, a
page with nothing but the control and a line of as many points takes its turn too: to draw that is
the browser's and Plotly's time, for whoever asks.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from benchmarks.visiting import serving
from tests.browser.driving import PATIENCE, click_figure, settle

ROUNDS = 15
QUIET = 400  # milliseconds without a change, after which the picture has settled
QUERY = "review=reuters&system=svm"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]

# the same controls, over one line of text; with a figure, over as many figures as ours has
EMPTY = """
import streamlit as st

def line(key, shift):
    points = {"y": [(n * n + shift) % 40 for n in range(400)], "line": {"shape": "hv"}}
    st.plotly_chart({"data": [points], "layout": {"title": {"text": key}}}, key=key)

def one():
    @st.fragment
    def part():
        at = st.slider("at", 1, 100, 50, key="stop")
        st.write(f"at {at}")
    part()

def two():
    st.selectbox("one of", [f"option {n}" for n in range(90)], key="class")
    st.write(f"chosen {st.session_state['class']}")

def three():
    @st.fragment
    def part():
        side = range(27)
        cells = {"type": "heatmap", "z": [[n % 7 for n in side]] * 27, "hoverinfo": "skip"}
        # a heatmap reports no click
        points = {
            "x": [n for _ in side for n in side], "y": [n for n in side for _ in side],
            "mode": "markers", "marker": {"opacity": 0}, "hovertemplate": "here",
        }
        layout = {"yaxis": {"autorange": "reversed"}, "hoverdistance": -1}
        figure = {"data": [cells, points], "layout": layout | {"hovermode": "closest"}}
        found = st.plotly_chart(
            figure, key="matrix", height=700, on_select="rerun", selection_mode="points"
        )
        st.write(f"chosen {found['selection']['points']}")
    part()

def drawn():
    options = [f"option {n}" for n in range(90)]
    line("line", options.index(st.selectbox("one of", options, key="class")))

def left():
    line("first", 1)
    line("second", 2)

def right():
    line("third", 3)

st.navigation([st.Page(page) for page in (one, two, three, drawn, left, right)]).run()
"""

WATCH = """() => {
    const seen = window.seen = {began: null, last: 0}
    const main = document.querySelector('[data-testid="stMain"]')
    new MutationObserver(() => { seen.last = performance.now() })
        .observe(main, {subtree: true, childList: true, attributes: true, characterData: true})
    for (const kind of ['keydown', 'pointerup'])
        document.addEventListener(
            kind, () => { if (seen.began === null) seen.began = performance.now() }, true)
}"""
BEGIN = "() => { window.seen.began = null; window.seen.last = 0 }"
WAITED = "() => [performance.now(), window.seen.began, window.seen.last]"


Act = Callable[[Page, int], None]


@dataclass(frozen=True)
class Deed:
    """Something a visitor does: where it is done, and how, each time another way.

    `figure`: the same in the empty app with a figure, where ours draws one anew.
    """

    name: str
    own: tuple[str, Act]
    empty: tuple[str, Act]
    figure: tuple[str, Act] | None = None


def waited(page: Page, act: Act, n: int) -> float:
    """Milliseconds from the first event of what is done to the last change that follows."""
    page.evaluate(BEGIN)
    act(page, n)
    while True:
        page.wait_for_timeout(QUIET / 4)
        now, began, last = page.evaluate(WAITED)
        if last > (began or 0) and now - last > QUIET:
            settle(page)
            return float(last - began)


def press(key: str) -> Act:
    """Move the slider of this key by the arrow keys, there and back."""

    def act(page: Page, n: int) -> None:
        page.locator(f".st-key-{key} input[type=range]").first.focus()
        page.keyboard.press("ArrowLeft" if n % 2 else "ArrowRight")

    return act


def pick(key: str) -> Act:
    """Choose the next of the menu of this key by the keyboard; the choice is the last key."""

    def act(page: Page, n: int) -> None:
        box = page.locator(f".st-key-{key}").get_by_role("combobox")
        box.click()
        page.keyboard.press("ArrowDown")
        page.evaluate(BEGIN)
        page.keyboard.press("Enter")

    return act


def click(named: tuple[str, str]) -> Act:
    """Click two cells of a matrix of 27 rows in turn, which say this when pointed at."""

    def act(page: Page, n: int) -> None:
        places = (1.5 / 27, 0.5 / 27), (0.5 / 27, 1.5 / 27)
        click_figure(page, "matrix", places[n % 2], named[n % 2])

    return act


def turn(names: tuple[str, str]) -> Act:
    """Turn to one page and back by the menu."""

    def act(page: Page, n: int) -> None:
        page.get_by_role("link", name=names[n % 2], exact=True).first.click()

    return act


DEEDS = (
    Deed("threshold by a key", ("curves", press("w_stop")), ("", press("stop"))),
    Deed(
        "class from a menu",
        ("curves", pick("w_class")),
        ("two", pick("class")),
        ("drawn", pick("class")),
    ),
    Deed(
        "cell of a matrix",
        # the largest classes first: the same cells, whatever is confused
        ("confusion?confusion.order=size", click(("of 1,087 true", "of 719 true"))),
        ("three", click(("here", "here"))),
    ),
    Deed(
        "page by the menu",
        ("overview", turn(("Classes", "Overview"))),
        ("", turn(("two", "one"))),
        ("left", turn(("right", "left"))),
    ),
)
"""What is done, on which page of either app."""


def opened(browser: Browser, url: str) -> Page:
    """A page in a window of its own, drawn and watched."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.set_default_timeout(PATIENCE)
    page.goto(url)
    settle(page)
    page.wait_for_timeout(1000)
    page.evaluate(WATCH)
    return page


def timed(browser: Browser, places: list[tuple[str, Act]]) -> list[float]:
    """The median time of what is done at each address, in turns, after two that do not count."""
    acts = [(opened(browser, url), act) for url, act in places]
    times = [[waited(page, act, n) for page, act in acts] for n in range(ROUNDS + 2)]
    for page, _ in acts:
        page.close()
    return [statistics.median(column) for column in zip(*times[2:], strict=True)]


def main() -> None:
    expect.set_options(timeout=PATIENCE)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as driver:
        (Path(name) / "app.py").write_text(EMPTY)
        chromium = shutil.which("chromium") or "chromium"
        browser = driver.chromium.launch(executable_path=chromium, args=FLAGS)
        with serving(Path(name)) as nothing, serving(ROOT) as own:
            for deed in DEEDS:
                where, act = deed.own
                query = ("&" if "?" in where else "?") + QUERY
                peers = {"the empty app": deed.empty}
                if deed.figure is not None:
                    peers["with a figure"] = deed.figure
                places = [(f"http://127.0.0.1:{own.port}/{where}{query}", act)]
                places += [
                    (f"http://127.0.0.1:{nothing.port}/{there}", alone)
                    for there, alone in peers.values()
                ]
                mine, *bases = timed(browser, places)
                for of, base in zip(peers, bases, strict=True):
                    print(
                        f"{deed.name:20} {mine:5.0f} ms, {of} {base:5.0f} ms: "
                        f"{mine / base:4.2f} times; ours is {(mine - base) / mine:4.0%}",
                        flush=True,
                    )
        browser.close()


if __name__ == "__main__":
    main()
