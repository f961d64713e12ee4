"""Walks through a review of the sample in a browser, and keeps it as an animated picture in docs/.

`.venv/bin/python script/walk.py`: each view is a frame, with a ring where it is clicked next.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw
from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from script.screenshots import at_rest, seen_in_a_browser  # noqa: E402

WALK = ROOT / "docs" / "walk.gif"
WIDTH, HEIGHT = 1280, 860
SHOWN = (960, 645)
SECONDS, LONGER = 2.2, 3.5
COLOURS = 96
MOST_BYTES = 3_000_000
# a page of the menu, a section of a page
PRESSED: tuple[Literal["link", "radio", "button"], ...] = ("link", "radio", "button")


class View(NamedTuple):
    """Where to go, and what is pressed there in the end: a page of the menu, or a section."""

    address: str
    pressed: str


VIEWS = (
    View("?review=reuters", "Summary"),
    View("summary?review=reuters", "Slides"),
    View("summary?review=reuters&summary.part=slides&summary.screen=good", "Classes"),
    View("classes?review=reuters&class=interest", "Confusions"),
    View("confusions?review=reuters", "Documents"),
    View("documents?review=reuters&class=interest&documents.where=missed:interest", "Curves"),
    View("curves?review=reuters&class=interest", "Next steps"),
    View("next_steps?review=reuters", "Human review"),
    View("human_review?review=reuters&human_review.review=0.3", "Compare systems"),
    View("compare?review=reuters", ""),
)


def frames_of(tab: Page, address: str, view: View) -> list[tuple[Image.Image, float]]:
    """A view, and the same with a ring around what is pressed next; seconds of each."""
    tab.goto(f"{address}/{view.address}")
    at_rest(tab)
    seen = _seen(tab)
    if not view.pressed:
        return [(seen, LONGER)]
    links = (tab.get_by_role(role, name=view.pressed, exact=True) for role in PRESSED)
    bounds = next((link.first.bounding_box() for link in links if link.count()), None)
    if bounds is None:
        raise LookupError(f"{view.address} has no way to {view.pressed}")
    ring, scale = seen.copy(), SHOWN[0] / WIDTH
    corners = (
        bounds["x"] - 4,
        bounds["y"] - 4,
        bounds["x"] + bounds["width"] + 4,
        bounds["y"] + bounds["height"] + 4,
    )
    ImageDraw.Draw(ring).rounded_rectangle(
        [corner * scale for corner in corners], radius=8, outline="#c85400", width=3
    )
    return [(seen, SECONDS), (ring, 0.7)]


def _seen(tab: Page) -> Image.Image:
    picture = Image.open(io.BytesIO(tab.screenshot()))
    return picture.convert("RGB").resize(SHOWN, Image.Resampling.LANCZOS)


def main() -> None:
    frames: list[tuple[Image.Image, float]] = []
    with TemporaryDirectory() as home, seen_in_a_browser(Path(home)) as (tab, address):
        tab.set_viewport_size({"width": WIDTH, "height": HEIGHT})
        for view in VIEWS:
            frames += frames_of(tab, address, view)
    first, *others = (frame.quantize(COLOURS, dither=Image.Dither.NONE) for frame, _ in frames)
    first.save(
        WALK,
        save_all=True,
        append_images=others,
        duration=[round(1_000 * seconds) for _, seconds in frames],
        loop=0,
        optimize=True,
    )
    size = WALK.stat().st_size
    print(f"{len(frames)} frames, {size / 1e6:.2f} MB")
    if size > MOST_BYTES:
        raise SystemExit("the walk is larger than it may be")


if __name__ == "__main__":
    main()
