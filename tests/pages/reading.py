"""Opening a page as visitors do, through app.py, and reading what it shows."""

from __future__ import annotations

import base64
import html
import json
import logging
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from breakeven.data.records import Review
from breakeven.figures.alt_text import NO_VALUE
from breakeven.ui.app.header.choices import NAMES, key_of
from tests.contrast import unreadable
from tests.paths import APP

SECONDS = 120  # for one run of a page; only a machine with other work comes near it
MOST_CHARACTERS = 1_000_000  # of a figure: what a browser is sent stays small

# each AppTest asks anew which installed packages bring components, which takes longer than most
# pages and cannot change while tests run
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)

# what a test chooses from outside of a run is warned of each time: with a traceback where an
# earlier test had caught what is printed, and a traceback takes longer than small pages do
logging.getLogger("streamlit.runtime.scriptrunner_utils.script_run_context").disabled = True


# what Home was shown with: reviews, and the names of what their addresses chose
_entered: set[tuple[str, frozenset[str]]] = set()


def enter(read: Review | None = None, /, **choices: str) -> AppTest:
    """The Load page, with a review that was read, and choices as an address has them.

    A dot in the name of a choice is written as two underscores.
    """
    return healthy(_addressed(read, choices).run())


def arrive(read: Review | None = None, /, **choices: str) -> AppTest:
    """The app on its way to a page, as by `enter`.

    Where Home was shown with the same before, nothing is run yet, as for who follows a link.
    """
    app = _addressed(read, choices)
    key = read.fingerprint if read is not None else choices.get("review", "")
    entry = key, frozenset(choices)
    if entry not in _entered:
        healthy(app.run())
        _entered.add(entry)
    return app


def open_page(page: str, read: Review | None = None, /, **choices: str) -> AppTest:
    """A page by the name of its file, reached as by `arrive`."""
    return go_to(arrive(read, **choices), page)


def _addressed(read: Review | None, choices: Mapping[str, str]) -> AppTest:
    """The app with these, before anything is run."""
    app = AppTest.from_file(APP, default_timeout=SECONDS)
    if read is not None:
        app.session_state["review"] = read
        choices = {"review": read.fingerprint} | dict(choices)
    for key, value in choices.items():
        app.query_params[key.replace("__", ".")] = value
    return app


def open_people(read: Review | None = None, /, **choices: str) -> AppTest:
    """What Labels says of annotators."""
    return open_page("labels", read, **({"labels__part": "annotators"} | choices))


def read_here(app: AppTest) -> AppTest:
    """Read the files that were added, and come back to Home, which says what was read."""
    app.button(key="read").click().run()
    # what cannot be read stays where it is
    return app if app.error or "read" in [button.key for button in app.button] else home_page(app)


def home_page(app: AppTest) -> AppTest:
    """Back on Home."""
    return healthy(app.switch_page("app.py").run())


def go_to(app: AppTest, page: str) -> AppTest:
    """From the page shown to another, in whose head all is open."""
    opened(app.switch_page(f"pages/{page}.py"))
    for chart in app.get("plotly_chart"):
        assert len(chart.proto.spec) < MOST_CHARACTERS
        assert unreadable(json.loads(chart.proto.spec)) == []
        assert says_what_it_shows(chart.proto.alt), chart.proto.alt
    return app


def says_what_it_shows(alt: str) -> bool:
    """Whether words for those who cannot see a figure are a title, and numbers or their absence."""
    title, _, said = alt.partition(": ")
    return bool(title) and (bool(re.search(r"\d", said)) or NO_VALUE in said)


def opened(app: AppTest, *also: str) -> AppTest:
    """A page with all that can be chosen in its head open; `also`: what is done with it."""
    for name in ("system", "split", "where", "settings", *also):
        app.session_state[key_of(name)] = True
    return healthy(app.run())


def healthy(app: AppTest) -> AppTest:
    assert not app.exception, app.exception
    return app


def html_of(app: AppTest) -> str:
    """All of our own HTML on a page, as one string."""
    return " ".join(element.proto.body for element in app.get("html"))


def text_of(app: AppTest) -> str:
    """What the line of choices and our own HTML say, without tags, in single spaces."""
    return plain(" · ".join([*choices_of(app).values(), html_of(app)]))


def plain(marked: str) -> str:
    marked = re.sub(r"<style>.*?</style>", "", marked, flags=re.DOTALL)
    marked = re.sub(
        r"</?(b|i|a|em|span|strong|code|mark)\b[^>]*>", "", marked
    )  # within a word's line
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", marked)))


def choices_of(app: AppTest) -> dict[str, str]:
    """What the line of choices in the head of a page says, by what each is about."""
    said = {}
    for block in app.get("popover"):
        name = block.proto.id.rpartition(key_of(""))[2]
        if name in NAMES:
            said[name] = re.sub(r"\\(.)", r"\1", bare(block.proto.popover.label))
    return said


def badges_of(app: AppTest) -> list[str]:
    """The words of the marks in the head of a page."""
    labels = (link.proto.label for link in app.get("page_link"))
    found = (re.fullmatch(r":\w+-badge\[:material/\w+: (.*)\]", label) for label in labels)
    return [label[1] for label in found if label]


def figures_of(app: AppTest) -> list[dict[str, Any]]:
    """The specifications of all figures."""
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def bare(name: str) -> str:
    """A name in a figure without the signs that set it apart from the text around it."""
    return re.sub("[\u2060\u2068\u2069]", "", name)


def table_with(app: AppTest, column: str) -> pd.DataFrame:
    """The first table that has this column."""
    return next(table.value for table in app.dataframe if column in table.value.columns)


def tables_to_take(app: AppTest) -> set[str]:
    """The names of the tables and figures that have a toolbar to take them along."""
    ids = (block.proto.id for block in app.get("popover"))
    return {found.rpartition("toolbar_")[2] for found in ids if "toolbar_" in found}


def row_with(app: AppTest, key: str) -> set[str]:
    """The keys of all widgets in the row of containers that holds this one; none outside a row."""

    def keys(node: Any) -> Iterator[str]:
        for child in getattr(node, "children", {}).values():
            yield from keys(child)
            if getattr(child, "key", None):
                yield child.key

    def rows(node: Any) -> Iterator[set[str]]:
        for child in getattr(node, "children", {}).values():
            yield from rows(child)
            laid = getattr(getattr(child, "proto", None), "flex_container", None)
            if laid is not None and laid.direction == laid.HORIZONTAL:
                yield set(keys(child))

    return next((row for row in rows(app._tree) if key in row), set())


def cell_numbers(spec: dict[str, Any]) -> dict[tuple[int, int], str]:
    """What stands in the cells of a matrix, by row and column."""
    return {
        (y, x): text
        for trace in spec["data"]
        if trace.get("mode") == "text"
        for y, x, text in zip(_places(trace["y"]), _places(trace["x"]), trace["text"], strict=True)
    }


def _places(axis: Any) -> list[int]:
    """A trace's places on an axis, as Plotly packs them where there are many."""
    if isinstance(axis, list):
        return axis
    packed = np.frombuffer(base64.b64decode(axis["bdata"]), axis["dtype"])
    return [int(place) for place in packed]
