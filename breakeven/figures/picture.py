"""A figure to be taken away: its title and what it is about inside, and its points as columns."""

from __future__ import annotations

import base64
import html
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from breakeven.data.wording import visible
from breakeven.figures.figure import PAGE, PAGE_IN_DARK, Figure
from metrics.typing import Array

WIDTH = 720
# signs in a line of the title, and of what it is about, in type of these sizes
TITLE, ASIDE = (66, 15), (94, 12)
# fonts of the system: those of the page are not there where a browser draws a file of it
FAMILY = "Arial, Helvetica, sans-serif"
LEADING = 1.35
# what a legend takes for a name, besides some pixels for each of its signs
ENTRY, SIGN, LEGEND_ROW = 48, 7, 20
USUAL_HEIGHT = 450


def picture_of(drawn: Figure, title: str, about: Sequence[str], dark: bool) -> Figure:
    """A figure as it is sent, with a title above it and under that, small, what it is about.

    Names in both are shown as written. It gets a background of its own, as a page will have one.
    """
    layout = drawn["layout"]
    heads = _lines(title, TITLE[0])
    below = [line for text in about for line in _lines(text, ASIDE[0])]
    small = "".join(f"<br><span style='font-size:{ASIDE[1]}px'>{line}</span>" for line in below)
    room = LEADING * (len(heads) * TITLE[1] + len(below) * ASIDE[1]) + 24
    margin = layout.get("margin", {})
    top = max(margin.get("t", 0), _legend_height(drawn))
    page = PAGE_IN_DARK if dark else PAGE
    return {
        "data": drawn["data"],
        "layout": layout
        | {
            "width": WIDTH,
            "height": (layout.get("height") or USUAL_HEIGHT) + room + top - margin.get("t", 0),
            "margin": margin | {"t": top + room, "l": 16, "r": 24},
            "title": {
                "text": f"<b>{'<br>'.join(heads)}</b>{small}",
                "font": layout["font"] | {"size": TITLE[1], "family": FAMILY},
                "xref": "container",
                "x": 0,
                "xanchor": "left",
                "yref": "container",
                "y": 1,
                "yanchor": "top",
                "pad": {"t": 20, "l": 16},
            },
            "font": layout["font"] | {"family": FAMILY},
            "modebar": {"bgcolor": page, "color": layout["font"]["color"]},
            "paper_bgcolor": page,
            "plot_bgcolor": page,
        },
    }


def _lines(text: str, signs: int) -> list[str]:
    """Text as the lines of a title, each literally."""
    return [html.escape(line, quote=False) for line in textwrap.wrap(visible(text), signs)]


def _legend_height(drawn: Figure) -> float:
    """About how much room the legend takes above the plot: none where it is not there."""
    layout = drawn["layout"]
    names = [t["name"] for t in drawn["data"] if t.get("name") and t.get("showlegend", True)]
    shown = layout.get("showlegend", len(names) > 1)
    legend = layout.get("legend", {})
    if not shown or legend.get("y", 1) < 1 or legend.get("orientation") != "h":
        return 0.0
    signs = sum(ENTRY + SIGN * len(plain_of(name)) for name in names)
    return float(LEGEND_ROW * -(-signs // (WIDTH - 80)) + 12)


def plain_of(text: object) -> str:
    """Text of a figure as it was before it was made safe for one: without tags and signs apart."""
    bare = re.sub(r"<[^<>]+>", " ", str(text))
    return html.unescape(re.sub("[\u2068\u2069]", "", bare)).strip()


def points_of(drawn: Figure) -> dict[str, list[Any]]:
    """What a figure shows, a row for each of its points or cells, by the names of its axes.

    Values are those that are drawn; a row of an axis with names has its name. Columns that no
    trace has are left out.
    """
    rows = [row for trace in drawn["data"] for row in _rows(trace, drawn["layout"])]
    heads = list(dict.fromkeys(key for row in rows for key in row))
    return {head: [row.get(head) for row in rows] for head in heads}


def _rows(trace: Mapping[str, Any], layout: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    if trace.get("mode") == "text" or trace.get("visible") is False:
        return
    series = {"series": plain_of(trace["name"])} if trace.get("name") else {}
    across, up = (_axis(layout, trace.get(f"{which}axis", which)) for which in "xy")
    if trace["type"] == "heatmap":
        yield from _cells(trace, series, across, up)
        return
    x, y = (_values(trace.get(which)) for which in "xy")
    n = max(len(x), len(y))
    columns: dict[str, Sequence[Any]] = {
        across[0]: _named(x if len(x) else np.arange(n), across[1]),
        up[0]: _named(y if len(y) else np.arange(n), up[1]),
    }
    for which, (head, _) in (("x", across), ("y", up)):
        error_bars, values = trace.get(f"error_{which}"), (x if which == "x" else y)
        if error_bars and "array" in error_bars and len(_values(error_bars["array"])) == n:
            below = _values(error_bars.get("arrayminus", error_bars["array"]))
            columns[f"{head}, low"] = (values - below).tolist()
            columns[f"{head}, high"] = (values + _values(error_bars["array"])).tolist()
    for row in zip(*columns.values(), strict=True):
        yield series | dict(zip(columns, row, strict=True))


def _cells(
    trace: Mapping[str, Any],
    series: Mapping[str, str],
    across: tuple[str, dict[float, str]],
    up: tuple[str, dict[float, str]],
) -> Iterator[dict[str, Any]]:
    z = _values(trace["z"])
    names = [
        _named(_values(trace[which]) if which in trace else np.arange(n), ticks)
        for which, n, ticks in (("y", z.shape[0], up[1]), ("x", z.shape[1], across[1]))
    ]
    for r, c in np.argwhere(~np.isnan(z)).tolist():
        yield {**series, up[0]: names[0][r], across[0]: names[1][c], "value": float(z[r, c])}


def _axis(layout: Mapping[str, Any], name: str) -> tuple[str, dict[float, str]]:
    """What an axis is called, and the names that its places have."""
    axis = layout.get(f"{name[0]}axis{name[1:]}", {})
    title = plain_of(axis.get("title", {}).get("text") or "") or name[0]
    places = _values(axis.get("tickvals")).tolist()
    return title, dict(zip(places, map(plain_of, axis.get("ticktext") or ()), strict=False))


def _named(values: Array, ticks: Mapping[float, str]) -> list[Any]:
    known = values.tolist()
    if ticks and all(value in ticks for value in known):
        return [ticks[value] for value in known]
    return [plain_of(value) if isinstance(value, str) else value for value in known]


def _values(sent: Any) -> Array:
    """Values as they are sent: a list, or bytes."""
    if isinstance(sent, dict):
        shape = [int(n) for n in sent["shape"].split(", ")] if "shape" in sent else -1
        return np.frombuffer(base64.b64decode(sent["bdata"]), sent["dtype"]).reshape(shape)
    found = np.asarray([] if sent is None else sent)
    if found.dtype == object and not any(isinstance(value, str) for value in found.flat):
        return found.astype(float)  # what is not there is None in a list
    return found
