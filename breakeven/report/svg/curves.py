"""Curves: precision against recall with break-even and eleven levels, ROC, net benefit.

Tested in `tests/breakeven/report/test_html.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from markupsafe import Markup

from breakeven.data.wording import figure_of
from breakeven.report.svg.draw import (
    FAINT,
    LINE,
    SIZE,
    WIDTH,
    Frame,
    across,
    drawing,
    labels,
    line,
    marker,
    outline,
    path,
    stroke,
    tag,
    text,
    up,
)
from breakeven.results.rankings import RankingCurve
from metrics.ranking.eleven_point import LEVELS

# curves in one plane, more cannot be told apart
MOST_CURVES = 6
COLUMNS = 3


def curves_drawing(key: str, title: str, says: str, curves: Sequence[RankingCurve]) -> Markup:
    """All curves in one plane, the first with its eleven levels; break-even points on each."""
    shown = curves[:MOST_CURVES]
    frame = Frame(44.0, 8.0, WIDTH - 60.0, WIDTH - 60.0)
    parts = [*across(frame, "Recall"), *up(frame, "Precision"), outline(frame), _diagonal(frame)]
    for i, curve in enumerate(shown):
        parts.append(path(frame, curve.recall, curve.precision, **stroke(i)))
    if not np.isnan(shown[0].levels).any():
        for level, precision in zip(LEVELS.tolist(), shown[0].levels.tolist(), strict=True):
            parts.append(_open(frame.x(level), frame.y(precision)))
    for i, curve in enumerate(shown):
        cross = curve.break_even
        if cross.how != "undefined":
            parts.append(marker(i, frame.x(cross.recall), frame.y(cross.precision), 5.0, **_edge()))
    bottom = frame.top + frame.height + 50
    names = labels([curve.name for curve in shown], 150)
    for i, (curve, name) in enumerate(zip(shown, names, strict=True)):
        y = bottom + 18 * i
        parts += [
            line(44, y - 4, 74, y - 4, **stroke(i)),
            marker(i, 59.0, y - 4, 4.5, **_edge()),
            text(name, 82, y),
            text(f"break-even {_point(curve)}", WIDTH - 8, y, "end"),
        ]
    y = bottom + 18 * len(shown)
    parts += [
        _open(59.0, y - 4),
        text("eleven interpolated points, pooled list", 82, y),
        text(f"average {figure_of(shown[0].eleven_point)}", WIDTH - 8, y, "end"),
        line(44, y + 14, 74, y + 14, stroke_dasharray="4 3"),
        text("precision = recall", 82, y + 18),
    ]
    return drawing(key, title, says, y + 28, parts)


def small_curves_drawing(key: str, title: str, says: str, curves: Sequence[RankingCurve]) -> Markup:
    """A small plane for each curve, with its break-even point."""

    def drawn(frame: Frame, curve: RankingCurve) -> list[Markup]:
        parts = [_diagonal(frame), path(frame, curve.recall, curve.precision, **stroke(0))]
        if len(curve.recall) == 1:
            parts.append(
                tag("circle", cx=frame.x(curve.recall[0]), cy=frame.y(curve.precision[0]), r=2)
            )
        cross = curve.break_even
        if cross.how != "undefined":
            parts.append(marker(0, frame.x(cross.recall), frame.y(cross.precision), 4.0, **_edge()))
        return parts

    return _small_planes(key, title, says, [
        (curve.name, f"break-even {_point(curve)}", partial(drawn, curve=curve)) for curve in curves
    ])  # fmt: skip


def small_roc_drawing(key: str, title: str, says: str, curves: Sequence[RankingCurve]) -> Markup:
    """A small plane of recall against fallout for each curve, over the line of chance."""

    def drawn(frame: Frame, curve: RankingCurve) -> list[Markup]:
        assert curve.roc_fallout is not None
        assert curve.roc_recall is not None
        line_of_it = path(frame, curve.roc_fallout, curve.roc_recall, **stroke(0))
        return [_diagonal(frame), line_of_it]

    return _small_planes(key, title, says, [
        (curve.name, f"area {figure_of(_area(curve))}, AP {figure_of(curve.average_precision)}",
         partial(drawn, curve=curve))
        for curve in curves
    ])  # fmt: skip


def small_benefit_drawing(
    key: str, title: str, says: str, curves: Sequence[RankingCurve]
) -> Markup:  # fmt: skip
    """A small plane for each curve: net benefit in shares of the most that it can be."""

    def drawn(frame: Frame, curve: RankingCurve) -> list[Markup]:
        benefit = curve.net_benefit
        assert benefit is not None
        own, every = (
            np.where(worth < 0, np.nan, worth / curve.prevalence)
            for worth in (benefit.value, benefit.assign_all)
        )
        return [
            path(frame, benefit.threshold, every, **stroke(1)),
            path(frame, benefit.threshold, own, **stroke(0)),
        ]

    return _small_planes(key, title, says, [
        (curve.name, f"at most {figure_of(curve.prevalence)}", partial(drawn, curve=curve))
        for curve in curves
    ])  # fmt: skip


def _area(curve: RankingCurve) -> float:
    return float("nan") if curve.roc_area is None else float(curve.roc_area.value)


def _small_planes(
    key: str,
    title: str,
    says: str,
    planes: Sequence[tuple[str, str, Callable[[Frame], list[Markup]]]],
) -> Markup:
    """Small planes side by side: the name above each, a text below, and what is drawn in it."""
    gap, side = 14.0, (WIDTH - 16.0 - 14.0 * (COLUMNS - 1)) / COLUMNS
    tall = side + 40
    parts: list[Markup] = []
    names = labels([name for name, _, _ in planes], side, SIZE)
    for i, ((_, below, drawn), name) in enumerate(zip(planes, names, strict=True)):
        left = 8.0 + (side + gap) * (i % COLUMNS)
        top = 18.0 + tall * (i // COLUMNS)
        frame = Frame(left, top, side, side)
        parts += [
            text(name, left, top - 5, font_weight="bold"),
            *_grid(frame),
            outline(frame),
            *drawn(frame),
            text(below, left, top + side + 13),
        ]
    rows = -(-len(planes) // COLUMNS)
    return drawing(key, title, says, 6 + tall * rows, parts)


def _grid(frame: Frame) -> list[Markup]:
    parts = []
    for share in (0.25, 0.5, 0.75):
        x, y = frame.x(share), frame.y(share)
        look = {"stroke": FAINT, "class_": "g"}
        parts.append(line(x, frame.top, x, frame.top + frame.height, **look))
        parts.append(line(frame.left, y, frame.left + frame.width, y, **look))
    return parts


def _point(curve: RankingCurve) -> str:
    at = curve.break_even
    return figure_of(at.value) if at.how != "undefined" else "undefined"


def _diagonal(frame: Frame) -> Markup:
    return line(frame.x(0), frame.y(0), frame.x(1), frame.y(1), stroke_dasharray="4 3")


def _edge() -> dict[str, object]:
    return {"stroke": "#ffffff", "stroke_width": 1.2}


def _open(x: float, y: float) -> Markup:
    look = {"fill": "none", "stroke": LINE, "stroke_width": 1.6, "class_": "l"}
    return marker(1, x, y, 4.5, **look)
