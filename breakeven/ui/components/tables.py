"""Tables on pages: frames as high as their rows, and numbers with bars in HTML.

Those are tiles side by side, and rows under each other, which may be links.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import streamlit as st
from markupsafe import Markup

from breakeven.data.wording import NOTHING, name_of
from breakeven.ui.components.assets import is_dark
from breakeven.ui.components.html import show_html

if TYPE_CHECKING:
    import pandas as pd
    from pandas.io.formats.style import Styler


# --- Numbers with bars in HTML: tiles side by side, and rows under each other, which may be links


# of marks and bars, and of intervals: on a light page and on a dark one
LIGHT = ("#3d4250", "rgba(61,66,80,.3)")
DARK = ("#d5d9e2", "rgba(213,217,226,.35)")


@dataclass(frozen=True, kw_only=True)
class Tile:
    """One number: what it is called, the number, and what else is said of it; all our own HTML.

    `share`, `low`, `high`: where its mark and interval are on a bar from 0 to 1; NaN without one.
    """

    label: Markup | str
    value: Markup | str
    sentences: tuple[Markup | str, ...]
    share: float = math.nan
    low: float = math.nan
    high: float = math.nan


@dataclass(frozen=True, kw_only=True)
class BarRow:
    """One row: its name and number in our own HTML, and a bar from 0 to 1 or a mark in an interval.

    A bar, of the longest one's length, where there is no interval; neither where `share` is NaN.
    """

    name: Markup | str
    number: Markup | str
    share: float
    low: float = math.nan
    high: float = math.nan


def tiles(shown: list[Tile]) -> None:
    """Tiles side by side, as many as fit."""
    show_html(
        Markup(
            "<style>.tiles{display:grid;gap:.75rem;"
            "grid-template-columns:repeat(auto-fit,minmax(min(100%,10.5rem),1fr))}"
            ".tile{border:1px solid rgba(128,128,128,.35);border-radius:8px;padding:.7rem .9rem;"
            "line-height:1.35}"
            ".tile .v{font-size:1.7rem;font-weight:600;line-height:1.3}"
            ".tile p{margin:.15rem 0 0;font-size:.875rem}"
            "</style>"
        )
        + Markup("<div class='tiles'>{}</div>").format(Markup("").join(map(_tile, shown)))
    )


def _tile(tile: Tile) -> Markup:
    sentences = Markup("").join(Markup("<p>{}</p>").format(sentence) for sentence in tile.sentences)
    bar = _bar(tile.share, tile.low, tile.high)
    return Markup("<div class='tile'><b>{}</b><div class='v'>{}</div>{}{}</div>").format(
        tile.label, tile.value, Markup("<div>{}</div>").format(bar) if bar else bar, sentences
    )


def rows(shown: list[BarRow], alt: str) -> None:
    """Rows under each other, a name, a bar and a number each; `alt` says what they show."""
    row = Markup("<tr><th scope='row'>{}</th><td>{}</td><td>{}</td></tr>")
    body = Markup("").join(
        row.format(each.name, _bar(each.share, each.low, each.high), each.number) for each in shown
    )
    show_html(
        Markup(
            "<style>.rows{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}"
            ".rows th{font-weight:400;text-align:left;padding:.16rem .6rem .16rem 0;"
            "overflow-wrap:anywhere;width:38%;line-height:1.3}"
            ".rows td{padding:.16rem 0}.rows td:last-child{text-align:right;padding-left:.6rem;"
            "width:4.2rem;white-space:nowrap}"
            ".rows caption{position:absolute;width:1px;height:1px;overflow:hidden;"
            "clip-path:inset(50%)}</style>"
        )
        + Markup("<table class='rows'><caption>{}</caption><tbody>{}</tbody></table>").format(
            alt, body
        )
    )


def _bar(share: float, low: float, high: float) -> Markup:
    """A mark in its interval on a line from 0 to 1, or a bar alone where there is no interval."""
    if math.isnan(share):
        return Markup()
    fill, band = DARK if is_dark() else LIGHT
    value, first, last = (100 * min(max(x, 0.0), 1.0) for x in (share, low, high))
    if math.isnan(low) or math.isnan(high):
        # its length compares with other rows alone: no line behind it that it would be a part of
        return Markup(
            "<div style='width:{:.1f}%;height:8px;margin:.3rem 0;background:{};"
            "border-radius:3px'></div>"
        ).format(value, fill)
    inside = Markup(
        "<div style='position:absolute;left:{:.1f}%;width:{:.1f}%;"
        "height:100%;background:{};border-radius:3px'></div>"
        "<div style='position:absolute;left:calc({:.1f}% - 2px);top:-2px;width:4px;"
        "height:calc(100% + 4px);background:{};border-radius:2px'></div>"
    ).format(first, max(last - first, 0.5), band, value, fill)
    return Markup(
        "<div style='position:relative;height:8px;margin:.3rem 0;border-radius:3px;"
        "background:rgba(128,128,128,.18)'>{}</div>"
    ).format(inside)


# --- a frame on a page, as high as its rows


# pixels: a row is 2.1875 times the size of text, which .streamlit/config.toml sets
HEAD_PIXELS, ROW_PIXELS = 36, 33
# how a column shows what `in_percent` makes of shares: as `breakeven.data.wording.percent`
PERCENT = "%.0f %%"
# columns of names from files
NAME_COLUMNS = {"class", "system", "split", "annotator"}


def show_table(frame: pd.DataFrame, key: str, most_high: int = 420, **more: Any) -> None:
    """All rows where they fit into so many pixels, else a table to scroll in.

    Names that cannot be seen are described; what is downloaded has them as they are. Whole numbers
    are grouped, unless `column_config` says how a column is shown; what is undefined is a dash.
    """
    for column in NAME_COLUMNS & set(frame.columns):
        shown = [name_of(name) if isinstance(name, str) else name for name in frame[column]]
        if shown != list(frame[column]):
            frame = frame.assign(**{column: shown})
    height = height_of(len(frame), most_high)
    grouped = {
        name: st.column_config.NumberColumn(format="localized")
        for name, kind in frame.dtypes.items()
        if kind.kind in "iu"
    }
    more.setdefault("placeholder", NOTHING)
    configs = dict(more.get("column_config", {}))
    for name, config in grouped.items():
        given = configs.get(name, {})
        # a heading alone does not say how numbers are shown
        if isinstance(given, dict):
            configs[name] = config | {key: what for key, what in given.items() if what is not None}
    more["column_config"] = configs
    st.dataframe(_with_names(frame), key=key, hide_index=True, height=height, **more)


def _with_names(frame: pd.DataFrame) -> pd.DataFrame | Styler:
    """The frame with the names of classes a little heavier than their numbers."""
    if "class" not in frame or not frame.columns.is_unique or not frame.index.is_unique:
        return frame
    return frame.style.set_properties(subset=["class"], **{"font-weight": "500"})


def in_percent(frame: pd.DataFrame, *columns: str) -> pd.DataFrame:
    """The frame with these shares as percentages, which `PERCENT` writes as pages do."""
    return frame.assign(**{column: 100 * frame[column] for column in columns})


def height_of(rows: int, most_high: int) -> int:
    """Pixels that so many rows take under their head, at most `most_high`."""
    return min(HEAD_PIXELS + ROW_PIXELS * max(rows, 1), most_high)
