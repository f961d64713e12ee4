"""A figure is a plain dictionary, as Plotly's code in the browser reads it: traces and layout.

All have one look, and names from files enter them in one way.
"""

from __future__ import annotations

import base64
import html
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from breakeven.data.wording import NO_CLASS, amount_of, name_of
from metrics.typing import Array

Figure: TypeAlias = dict[str, Any]
Trace: TypeAlias = dict[str, Any]

# told apart by people with any colour vision, and by lightness in grey; against the page each
# has a contrast of 3 at least, text of 4.5. A value is dark grey: blue is of links and actions
COLOURS = ("#3d4250", "#b87900", "#00805d", "#b0568a", "#2f93cf", "#c85400", "#737373", "#857a00")
IN_DARK = ("#d5d9e2", "#e69f00", "#1fb98c", "#e0a0c4", "#a5c8f0", "#f0793a", "#a3a3a3", "#d6c93a")
QUIET = COLOURS[6]
TEXT, TEXT_IN_DARK = "#4a4d57", "#c9ccd3"
# the pages themselves, for pictures that are taken away
PAGE, PAGE_IN_DARK = "#ffffff", "#171614"
# of systems, by their place in the review: without blue, which is of links and actions. People
# with any colour vision tell each from all others
SYSTEM_COLOURS = ("#30343f", "#c47f00", "#008f69", "#d0579c", "#6a48c0", "#8a3a00")
SYSTEMS_IN_DARK = ("#e6e8ee", "#eba614", "#14a77c", "#f0a6d2", "#9a7df0", "#c25a20")
# what each colour is where the page is dark
DARK = dict(
    zip(
        (*COLOURS, *SYSTEM_COLOURS, TEXT),
        (*IN_DARK, *SYSTEMS_IN_DARK, TEXT_IN_DARK),
        strict=True,
    )
)
DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
SYMBOLS = ("circle", "diamond", "square", "triangle-up", "cross", "x", "star", "hexagon")
GOOD, BAD = COLOURS[0], COLOURS[5]
LONGEST = 32
# what came of an estimate looks the same in every figure
REALISED: Mapping[str, Any] = {
    "symbol": "x-thin",
    "size": 10,
    "line": {"color": BAD, "width": 2.5},
}

MARGIN = {"l": 8, "r": 8, "t": 32, "b": 8}
GRID = "rgba(128,128,128,0.2)"
FONT = {"size": 12, "color": TEXT}
LEGEND = {
    "orientation": "h",
    "yanchor": "bottom",
    "y": 1.0,
    "x": 0,
    "font": FONT,
    "title": {"text": ""},
}
AXIS = {"automargin": True, "zeroline": False, "showgrid": True, "gridcolor": GRID}
COLOURED = {"color", "fillcolor", "bgcolor", "bordercolor", "gridcolor", "linecolor", "arrowcolor"}
# up to so many numbers are sent as a list
LISTED = 4_096
INTEGERS = ("i1", "u1", "i2", "u2", "i4", "u4")


class SystemLook(NamedTuple):
    """What a system looks like in every figure: its colour, its line and its sign."""

    colour: str
    dash: str
    symbol: str


def system_look(place: int) -> SystemLook:
    """The look of a system by its place in the review (`selection.system_place`)."""
    return SystemLook(
        SYSTEM_COLOURS[place % len(SYSTEM_COLOURS)],
        DASHES[place % len(DASHES)],
        SYMBOLS[place % len(SYMBOLS)],
    )


def new_figure(*traces: Trace) -> Figure:
    """A figure of these traces, still without axes."""
    return {"data": list(traces), "layout": {}}


def scatter(**properties: Any) -> Trace:
    """Points or lines."""
    return {"type": "scatter", **properties}


def bar(**properties: Any) -> Trace:
    """Bars."""
    return {"type": "bar", **properties}


def heatmap(**properties: Any) -> Trace:
    """Coloured cells."""
    return {"type": "heatmap", **properties}


def diagonal(name: str) -> Trace:
    """The dashed line where both axes say the same, by its name."""
    return scatter(
        x=[0, 1],
        y=[0, 1],
        mode="lines",
        name=name,
        line={"color": QUIET, "width": 1, "dash": "dash"},
        hoverinfo="skip",
    )


def error_bars(value: Array, low: Array, high: Array, **look: Any) -> dict[str, Any]:
    """The bars of intervals around values, as `error_x` or `error_y`."""
    ends = {"type": "data", "symmetric": False, "array": high - value, "arrayminus": value - low}
    return {"thickness": 1.5, "width": 0, "color": QUIET} | ends | look


def add(figure: Figure, *traces: Trace, place: int = 1) -> None:
    """More traces, over those that are there; `place`: by which vertical axis."""
    own = {} if place == 1 else {"yaxis": f"y{place}"}
    figure["data"].extend({**trace, **own} for trace in traces)


def x_axis(figure: Figure, **properties: Any) -> None:
    """Say more of the horizontal axis."""
    _axis(figure, "xaxis", properties)


def y_axis(figure: Figure, place: int = 1, **properties: Any) -> None:
    """Say more of a vertical axis; `place` is its number where there are several."""
    _axis(figure, "yaxis" if place == 1 else f"yaxis{place}", properties)


def _axis(figure: Figure, name: str, properties: Mapping[str, Any]) -> None:
    axis = figure["layout"].setdefault(name, dict(AXIS))
    for key, value in properties.items():
        if key == "title":
            axis[key] = {"text": value, "font": FONT}
        elif key == "tickfont":
            axis[key] = FONT | value
        else:
            axis[key] = value
    axis.setdefault("tickfont", FONT)


def stack_axes(figure: Figure, n: int, gap: float) -> None:
    """So many vertical axes under each other over one horizontal axis, the first on top."""
    height = (1 - gap * (n - 1)) / n
    for place in range(1, n + 1):
        top = 1 - (place - 1) * (height + gap)
        y_axis(figure, place, domain=[max(0.0, top - height), top], anchor="x")
    x_axis(figure, anchor="y" if n == 1 else f"y{n}")


def vline(figure: Figure, x: Any, line: Mapping[str, Any]) -> None:
    """A line from top to bottom."""
    add_shape(figure, {"x0": x, "x1": x, "y0": 0, "y1": 1, "yref": "paper"}, line)


def hline(figure: Figure, y: Any, line: Mapping[str, Any]) -> None:
    """A line from left to right."""
    add_shape(figure, {"x0": 0, "x1": 1, "xref": "paper", "y0": y, "y1": y}, line)


def add_shape(
    figure: Figure, place: Mapping[str, Any], line: Mapping[str, Any], kind: str = "line"
) -> None:
    """A line or a rectangle from (x0, y0) to (x1, y1)."""
    shape = {"type": kind, **place, "line": dict(line)}
    figure["layout"].setdefault("shapes", []).append(shape)


def annotate(figure: Figure, **properties: Any) -> None:
    """A text beside a point, with a thin line to it; a name from a file in it is `literal`."""
    text = {"showarrow": True, "arrowhead": 0, "arrowwidth": 1, "font": FONT, **properties}
    figure["layout"].setdefault("annotations", []).append(text)


def set_layout(figure: Figure, **layout: Any) -> Figure:
    """Say more of the layout: of its parts, what is named here."""
    for key, value in layout.items():
        before = figure["layout"].get(key)
        both = isinstance(before, dict) and isinstance(value, dict)
        figure["layout"][key] = before | value if both else value
    return figure


def finish_figure(figure: Figure, height: int | None = None, **layout: Any) -> Figure:
    """Margins, legend and type shared by all figures."""
    for name in ("xaxis", "yaxis"):
        _axis(figure, name, {})
    hover = {"align": "left", "namelength": -1}
    shared = {"margin": MARGIN, "legend": LEGEND, "hoverlabel": hover, "font": FONT}
    figure["layout"] = shared | figure["layout"]
    return set_layout(figure, height=height, **layout)


def cell_axes(figure: Figure, ticks: Sequence[str], **both: Any) -> None:
    """The axes of a square table of cells: rows from the top, columns named above."""
    plain = row_axis(ticks) | {"ticks": "", **both}
    y_axis(figure, **plain)
    x_axis(figure, **plain | {"range": [-0.5, len(ticks) - 0.5], "side": "top"})


def unit_axis(title: str, **more: Any) -> dict[str, Any]:
    """An axis for shares: [0, 1] with a little air, so points on the border are whole."""
    return {"title": title, "range": [-0.02, 1.02], "tickformat": ".1f", "dtick": 0.2, **more}


def row_axis(ticks: Sequence[str]) -> dict[str, Any]:
    """An axis with one row for each tick, first on top."""
    return {
        "tickvals": np.arange(len(ticks)),
        "ticktext": list(ticks),
        "range": [len(ticks) - 0.5, -0.5],
        "showgrid": False,
    }


def pack_figure(figure: Figure, dark: bool = False) -> Figure:
    """As it is sent: arrays as bytes, and the colours of the theme it is seen in.

    Figures are drawn in the colours of the light theme; each has its like for the dark one.
    """
    sent: Figure = _packed(figure, "", DARK if dark else {})
    return sent


def _packed(value: Any, key: str, colours: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {k: _packed(v, k, colours) for k, v in value.items()}
    if isinstance(value, np.ndarray):
        return _array(value)
    if isinstance(value, str):
        return colours.get(value, value) if key in COLOURED else value
    if isinstance(value, list | tuple):
        if key in COLOURED or (len(value) and isinstance(value[0], dict)):
            return [_packed(each, key, colours) for each in value]
        return [each.item() if isinstance(each, np.generic) else each for each in value]
    return value.item() if isinstance(value, np.generic) else value


def _array(values: Array) -> Any:
    """Many numbers as Plotly reads them from bytes; text, truth values and what is small as lists.

    Of lists Plotly knows that they are the same when it is asked to draw them again. In them a
    number of four bytes has the digits that tell it from its neighbours, and no others.
    """
    kind = values.dtype.kind
    if kind == "f" and values.size <= LISTED:
        sent = values.astype(str).astype(float).astype(object)
        sent[np.isnan(values)] = None
        return sent.tolist()
    if kind in "iu" and values.size <= LISTED:
        return values.tolist()
    if kind == "f":
        code = "f4" if values.dtype.itemsize <= 4 else "f8"
    elif kind in "iu":
        fits = [c for c in INTEGERS if _fits(values, np.dtype(c))]
        if not fits:
            return values.astype(float).tolist()
        code = fits[0]
    else:
        return values.tolist()
    data = base64.b64encode(np.ascontiguousarray(values, code).tobytes()).decode("ascii")
    shape = {} if values.ndim == 1 else {"shape": ", ".join(map(str, values.shape))}
    return {"dtype": code, "bdata": data, **shape}


def _fits(values: Array, kind: np.dtype[Any]) -> bool:
    if not values.size:
        return True
    limits = np.iinfo(kind)
    return bool(values.min() >= limits.min and values.max() <= limits.max)


# --- names from files, as a figure shows them


def literal(name: object) -> str:
    """A name from a file as Plotly text: shown as written, never interpreted.

    It stands apart from the text around it, whichever way it is written. For `text`, names and
    ticks; inside a hover template it would still be a template. None is no class at all.
    """
    if name is None:
        return NO_CLASS
    return f"\u2068{html.escape(name_of(name), quote=False)}\u2069"


def short(name: object, longest: int = LONGEST) -> str:
    """As `literal`, cut to a length that leaves room for the plot."""
    text = str(name)
    if name is None or len(text) <= longest:
        return literal(name)
    return literal(text[: longest - 1] + "…")


def distinct(names: Sequence[str | None], longest: int = LONGEST) -> list[str]:
    """`short` of each; names that the cut made equal get their position behind them."""
    cut = [short(name, longest) for name in names]
    seen: dict[str, int] = {}
    for name in cut:
        seen[name] = seen.get(name, 0) + 1
    marks = [f" #{i + 1}" if seen[c] > 1 else "" for i, c in enumerate(cut)]
    return [
        f"{short(name, max(longest - len(mark), 1))}{mark}" if mark else c
        for name, c, mark in zip(names, cut, marks, strict=True)
    ]


def with_counts(names: Sequence[str], counts: Array, longest: int = LONGEST) -> list[str]:
    """`distinct` names, each with its number of documents behind it, in grey."""
    return [
        f"{name} <span style='color:{QUIET}'>{amount_of(n)}</span>"
        for name, n in zip(distinct(list(names), longest), counts.tolist(), strict=True)
    ]
