"""From a key press or click to the settled picture, in Chromium, beside an app with nothing in it.

`python benchmarks/latency.py` starts the app on the Reuters sample and a Streamlit app that has
the same controls over one line of text, and takes turns between them. What is timed is what a
visitor waits: from the event in the browser to the last change of the picture that follows from it.
The empty app's time is Streamlit's own; what is above it is ours. Where a figure is drawn anew, a
page with nothing but the control and a line of as many points takes its turn too: to draw that is
the browser's and Plotly's time, for whoever asks; and where tables are, a page with one as long.

A picture changes with the page's elements and with what is drawn on a canvas. What a canvas holds
for those who cannot see it is not in the picture: tables renew it by a clock of their own, a fifth
of a second later.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Mapping
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

def table(rows, of=""):
    words = {f"column {c}": [f"row {n}, column {c} {of}" for n in range(rows)] for c in range(4)}
    st.dataframe(words, key="table", height=320, on_select="rerun", selection_mode="single-row")

def three(listed=False):
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
        chosen = found["selection"]["points"]
        st.write(f"chosen {chosen}")
        if listed:
            table(20, f"of {[point['point_index'] for point in chosen]}")
    part()

def four():
    three(listed=True)

def drawn():
    options = [f"option {n}" for n in range(90)]
    line("line", options.index(st.selectbox("one of", options, key="class")))

def left():
    line("first", 1)
    line("second", 2)

def right():
    line("third", 3)

def pair():
    left()
    table(5)

def single():
    right()
    table(20)

def other():
    st.write("nothing")

# a menu of as many pages
pages = [one, two, three, four, drawn, left, right, pair, single]
others = [st.Page(other, title=f"other {n}", url_path=f"other{n}") for n in range(10)]
st.navigation([*map(st.Page, pages), *others], expanded=True).run()
"""

WATCH = """() => {
    const seen = window.seen = {began: null, last: 0}
    const main = document.querySelector('[data-testid="stMain"]')
    const element = of => of.nodeType === Node.ELEMENT_NODE ? of : of.parentElement
    const changed = () => { seen.last = performance.now() }
    const seen_in = of => !element(of)?.closest('canvas')
    new MutationObserver(found => { if (found.some(it => seen_in(it.target))) changed() })
        .observe(main, {subtree: true, childList: true, attributes: true, characterData: true})
    for (const kind of ['keydown', 'pointerup'])
        document.addEventListener(
            kind, () => { if (seen.began === null) seen.began = performance.now() }, true)
    const brush = CanvasRenderingContext2D.prototype
    for (const way of ['clearRect', 'fillRect', 'fillText', 'drawImage', 'fill', 'stroke']) {
        const draw = brush[way]
        brush[way] = function (...with_) { changed(); return draw.apply(this, with_) }
    }
}"""
BEGIN = "() => { window.seen.began = null; window.seen.last = 0 }"
WAITED = "() => [performance.now(), window.seen.began, window.seen.last]"


Act = Callable[[Page, int], None]


@dataclass(frozen=True)
class Deed:
    """Something a visitor does: where it is done, and how, each time another way.

    `peers`: the same in the other app, by what that draws there.
    """

    name: str
    own: tuple[str, Act]
    peers: Mapping[str, tuple[str, Act]]


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
    Deed("threshold by a key", ("curves", press("w_stop")), {"the empty app": ("", press("stop"))}),
    Deed(
        "class from a menu",
        ("curves", pick("w_class")),
        {
            "the empty app": ("two", pick("class")),
            "with a figure": ("drawn", pick("class")),
        },
    ),
    Deed(
        "cell of a matrix",
        # the largest classes first: the same cells, whatever is confused
        ("confusions?confusions.order=size", click(("of 1,087 true", "of 719 true"))),
        {
            "the empty app": ("three", click(("here", "here"))),
            "with a table": ("four", click(("here", "here"))),
        },
    ),
    Deed(
        "page by the menu",
        ("summary", turn(("Classes", "Summary"))),
        {
            "the empty app": ("", turn(("two", "one"))),
            "with a figure": ("left", turn(("right", "left"))),
            "with figures and a table": ("pair", turn(("single", "pair"))),
        },
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
                places = [(f"http://127.0.0.1:{own.port}/{where}{query}", act)]
                places += [
                    (f"http://127.0.0.1:{nothing.port}/{there}", alone)
                    for there, alone in deed.peers.values()
                ]
                mine, *bases = timed(browser, places)
                for peer, base in zip(deed.peers, bases, strict=True):
                    print(
                        f"{deed.name:20} {mine:5.0f} ms, {peer} {base:5.0f} ms: "
                        f"{mine / base:4.2f} times; ours is {(mine - base) / mine:4.0%}",
                        flush=True,
                    )
        browser.close()


if __name__ == "__main__":
    main()
