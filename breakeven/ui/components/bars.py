"""Numbers with bars in HTML: tiles side by side, and rows under each other, which may be links."""

from __future__ import annotations

import math
from dataclasses import dataclass

import streamlit as st

from breakeven.ui.components.charts import is_dark

# of marks and bars, and of intervals: on a light page and on a dark one
LIGHT = ("#0072b2", "rgba(0,114,178,.35)")
DARK = ("#56b4e9", "rgba(86,180,233,.4)")


@dataclass(frozen=True, kw_only=True)
class Tile:
    """One number: what it is called, the number, and what else is said of it; all our own HTML.

    `share`, `low`, `high`: where its mark and interval are on a bar from 0 to 1; NaN without one.
    """

    label: str
    value: str
    said: tuple[str, ...]
    share: float = math.nan
    low: float = math.nan
    high: float = math.nan


@dataclass(frozen=True, kw_only=True)
class Row:
    """One row: its name and number in our own HTML, and a bar from 0 to 1 or a mark in an interval.

    A bar, of the longest one's length, where there is no interval; neither where `share` is NaN.
    """

    name: str
    number: str
    share: float
    low: float = math.nan
    high: float = math.nan


def tiles(shown: list[Tile]) -> None:
    """Tiles side by side, as many as fit."""
    st.html(
        "<style>.tiles{display:grid;gap:.75rem;"
        "grid-template-columns:repeat(auto-fit,minmax(min(100%,10.5rem),1fr))}"
        ".tile{border:1px solid rgba(128,128,128,.35);border-radius:8px;padding:.7rem .9rem;"
        "line-height:1.35}"
        ".tile .v{font-size:1.7rem;font-weight:600;line-height:1.3}"
        ".tile p{margin:.15rem 0 0;font-size:.875rem}"
        f"</style><div class='tiles'>{''.join(map(_tile, shown))}</div>"
    )


def _tile(of: Tile) -> str:
    said = "".join(f"<p>{sentence}</p>" for sentence in of.said)
    bar = "" if math.isnan(of.share) else f"<div>{_bar(of.share, of.low, of.high)}</div>"
    return f"<div class='tile'><b>{of.label}</b><div class='v'>{of.value}</div>{bar}{said}</div>"


def rows(shown: list[Row], alt: str) -> None:
    """Rows under each other, a name, a bar and a number each; `alt` says what they show."""
    body = "".join(
        f"<tr><th scope='row'>{of.name}</th><td>{_bar(of.share, of.low, of.high)}</td>"
        f"<td>{of.number}</td></tr>"
        for of in shown
    )
    st.html(
        "<style>.rows{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}"
        ".rows th{font-weight:400;text-align:left;padding:.16rem .6rem .16rem 0;"
        "overflow-wrap:anywhere;width:38%;line-height:1.3}"
        ".rows td{padding:.16rem 0}.rows td:last-child{text-align:right;padding-left:.6rem;"
        "width:4.2rem;white-space:nowrap}"
        ".rows caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}"
        f"</style><table class='rows'><caption>{alt}</caption><tbody>{body}</tbody></table>"
    )


def _bar(share: float, low: float, high: float) -> str:
    """A mark in its interval on a line from 0 to 1, or a bar alone where there is no interval."""
    if math.isnan(share):
        return ""
    fill, band = DARK if is_dark() else LIGHT
    at, first, last = (100 * min(max(x, 0.0), 1.0) for x in (share, low, high))
    if math.isnan(low) or math.isnan(high):
        # its length compares with other rows alone: no line behind it that it would be a part of
        return (
            f"<div style='width:{at:.1f}%;height:8px;margin:.3rem 0;background:{fill};"
            "border-radius:3px'></div>"
        )
    inside = (
        f"<div style='position:absolute;left:{first:.1f}%;width:{max(last - first, 0.5):.1f}%;"
        f"height:100%;background:{band};border-radius:3px'></div>"
        f"<div style='position:absolute;left:calc({at:.1f}% - 2px);top:-2px;width:4px;"
        f"height:calc(100% + 4px);background:{fill};border-radius:2px'></div>"
    )
    return (
        "<div style='position:relative;height:8px;margin:.3rem 0;border-radius:3px;"
        f"background:rgba(128,128,128,.18)'>{inside}</div>"
    )
