"""Names from files that a careless page would take for HTML or a template stay as written."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from streamlit.testing.v1 import AppTest

from breakeven.ui.pages import PAGES
from tests.pages.reading import go_to, healthy, html_of, read_here

NAMES = ("<img src=x onerror=alert(1)>", "&amp;", "{0}", "%s", "{x!r} </b>")
SYSTEMS, SPLITS = ("<script>{1}</script>", "&lt;b&gt;"), ("train", "<i>{dev}</i>", "%(test)s")
# HTML of our own that somebody reads, or a name that was escaped twice
TWICE = ("&lt;/", "&lt;img", "&lt;span", "&amp;amp;", "&#", "<span", "<small", "<br")


class Reader(HTMLParser):
    """The texts of HTML, and what would run or be fetched."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.harmful: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = tag == "script" and dict(attrs).get("src", "") in ("focus.js", "turning.js")
        pictured = tag == "img" and (dict(attrs).get("src") or "").startswith("data:image/svg+xml")
        if tag in ("script", "img") and not own and not pictured:
            self.harmful.append(self.get_starttag_text() or tag)
        self.harmful += [name for name, _ in attrs if name.startswith("on")]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def hostile_csv() -> bytes:
    made = io.StringIO()
    rows = csv.writer(made)
    rows.writerow(["id", "true", "predicted", "split", "system", *(f"score:{n}" for n in NAMES)])
    for system in SYSTEMS:
        for i in range(90):
            true = i * 7 % 5
            called = (true + (i % (4 if system == SYSTEMS[0] else 3) == 0)) % 5
            scores = [0.9 if c == called else 0.1 * (i % 4) for c in range(5)]
            ends = [f"{NAMES[0]} {i}", NAMES[true], NAMES[called], SPLITS[i % 3], system]
            rows.writerow([*ends, *scores])
    return made.getvalue().encode()


@pytest.fixture
def hostile_page(load_page: AppTest) -> AppTest:
    app = load_page
    app.file_uploader(key="files").set_value([("{y}<b>.csv", hostile_csv(), "text/csv")]).run()
    return healthy(read_here(healthy(app)))


def each_part(app: AppTest, page: str) -> Iterator[AppTest]:
    """A page, and each of its parts where it has some."""
    yield (app := go_to(app, page))
    for choice in app.segmented_control:
        if choice.key == f"w_{page}.part":
            for option in choice.options[1:]:
                yield healthy(app.segmented_control(key=choice.key).set_value(option).run())


def test_names_are_texts_on_every_page_and_are_escaped_once(hostile_page: AppTest) -> None:
    seen = ""
    for record in PAGES.values():
        if not record.path.startswith("pages/"):
            continue
        for app in each_part(hostile_page, record.key):
            reader = Reader(html_of(app))
            text = "".join(reader.texts)
            assert not reader.harmful, record.key
            assert [sign for sign in TWICE if sign in text] == [], record.key
            seen += text
    missing = [name for name in (*NAMES, *SYSTEMS, *SPLITS) if name not in seen]
    assert not missing
