"""All classes in one figure, by recall and precision or by size, named where there is room."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from breakeven.figures.figure import (
    COLOURS,
    FONT,
    MARGIN,
    QUIET,
    TEXT,
    Figure,
    Trace,
    add,
    finish_figure,
    literal,
    new_figure,
    scatter,
    short,
    unit_axis,
    x_axis,
    y_axis,
)
from metrics.typing import Array
from metrics.uncertainty.class_verdicts import ClassVerdicts
from metrics.uncertainty.intervals import Interval

# --- Names beside the marks of a scatter: where there is room, over no other name and no mark


LONGEST_NAME = 16
# what a name takes, in pixels
LETTER, LINE, GAP = 6.6, 15, 4
# where a name may stand: by how much of its own size it goes right and down from its mark
PLACES = {
    "middle right": (0.5, 0),
    "middle left": (-0.5, 0),
    "top center": (0, -0.5),
    "bottom center": (0, 0.5),
    "top right": (0.5, -0.5),
    "bottom right": (0.5, 0.5),
    "top left": (-0.5, -0.5),
    "bottom left": (-0.5, 0.5),
}


def name_places(
    names: Sequence[str],
    across: Array,
    down: Array,
    sizes: Array,
    *,
    plot: tuple[float, float],
    tried: Iterable[int],
    most: int,
    chosen: int | None = None,
) -> dict[int, str]:
    """Which marks have their name beside them, at most so many, and where it stands (`PLACES`).

    All in pixels: `across` and `down` from the upper left corner of a plot of the width and height
    `plot`, `sizes` the diameters of the marks. `tried`: the marks in the order in which names are
    given. Only the name of the `chosen` one may lie over other marks.
    """
    places: dict[int, str] = {}
    taken = np.empty((0, 4))
    half = sizes / 2
    marks = np.column_stack([across - half, down - half, across + half, down + half])
    for i in dict.fromkeys(tried):
        if len(places) == most:
            break
        wide = LETTER * min(len(names[i]), LONGEST_NAME)
        # the bars of the chosen one run straight through it
        for place, (right, below) in sorted(
            PLACES.items(), key=lambda item: i == chosen and 0 in item[1]
        ):
            cx = across[i] + right * (wide + sizes[i] + 2 * GAP)
            cy = down[i] + below * (LINE + sizes[i])
            box = np.array([cx - wide / 2, cy - LINE / 2, cx + wide / 2, cy + LINE / 2])
            inside = box[0] > -GAP and box[2] < plot[0] + GAP and box[1] > 0
            others = np.delete(marks, i, axis=0)
            if inside and not _meets(box, taken) and (i == chosen or not _meets(box, others)):
                places[i] = place
                taken = np.vstack([taken, box])
                break
    return places


def _meets(box: Array, others: Array) -> bool:
    """Whether a rectangle (left, top, right, bottom) lies over any of others, shape (n, 4)."""
    apart = (others[:, :2] >= box[2:]).any(axis=1) | (others[:, 2:] <= box[:2]).any(axis=1)
    return bool((~apart).any())


def name_marks(
    places: dict[int, str], names: Sequence[str], x: Array, y: Array, sizes: Array
) -> Trace:
    """These names in their places; `x` and `y` as the marks themselves are drawn."""
    shown = list(places)
    return scatter(
        x=x[shown],
        y=y[shown],
        # marks that are not seen keep the names off those that are
        mode="markers+text",
        marker={"size": sizes[shown], "opacity": 0},
        text=[short(names[i], LONGEST_NAME) for i in shown],
        textposition=list(places.values()),
        textfont=FONT,
        cliponaxis=False,
        hoverinfo="skip",
    )


# --- all classes by recall and precision, in four quadrants


# in the order of metrics.uncertainty.class_verdicts.QUADRANTS: well, missed, wrong, both
QUADRANT_COLOURS = (COLOURS[2], COLOURS[1], COLOURS[0], COLOURS[5])
MOST_NAMES = 10
# classes of which more are not tried for a name
MOST_TRIED = 40
QUADRANTS_OPACITY, PALE = 0.75, 0.2
LARGEST, SMALLEST = 24, 8
RECALLS, PRECISIONS = (-0.06, 1.06), (-0.17, 1.06)
# the plot where it is not wide, in pixels
QUADRANTS_WIDE, QUADRANTS_HIGH = 440, 380


def quadrant_figure(
    names: list[str],
    identity: Array,
    positives: Array,
    verdicts: ClassVerdicts,
    *,
    cut: float,
    labels: tuple[str, ...],
    chosen: int | None = None,
    group: Array | None = None,
) -> Figure:
    """One mark per class, its area by positives: filled where its quadrant is sure, else open.

    Names, `identity` (what a click reports, in `customdata`), `positives` and `verdicts` are of the
    drawn classes, all with precision and recall defined; `labels` name the quadrants in their
    order. The class at `chosen` gets a ring and the bars of its intervals; where there is a
    `group`, boolean, shape (drawn,), the others are pale.
    """
    sizes = np.clip(LARGEST * np.sqrt(positives / max(1, positives.max(initial=1))), SMALLEST, None)
    # large ones first, so that small ones lie on top and can be clicked
    order = np.argsort(-positives, kind="stable")
    colours = [QUADRANT_COLOURS[kind] for kind in verdicts.quadrant[order].tolist()]
    text = _hover(names, verdicts, positives)
    shown = np.ones(len(names), dtype=bool) if group is None else group
    clear = np.where(shown, QUADRANTS_OPACITY, PALE)
    figure = new_figure(
        scatter(
            x=verdicts.recall[order],
            y=verdicts.precision[order],
            mode="markers",
            marker={
                "size": sizes[order],
                "color": colours,
                "symbol": [
                    "circle" if sure else "circle-open" for sure in verdicts.sure[order].tolist()
                ],
                "line": {"width": 1.5, "color": colours},
                "opacity": clear[order].tolist(),
            },
            # a click chooses a class; it must not dim the others
            selected={"marker": {"opacity": QUADRANTS_OPACITY}},
            unselected={"marker": {"opacity": QUADRANTS_OPACITY}},
            customdata=identity[order].tolist(),
            text=[text[i] for i in order.tolist()],
            hovertemplate="%{text}<extra></extra>",
            cliponaxis=False,
        )
    )
    if chosen is not None:
        _ring(figure, chosen, verdicts, float(sizes[chosen]))
    first = [] if group is None else np.flatnonzero(group).tolist()
    places = named_marks(names, positives, verdicts, sizes, chosen, first)
    add(figure, name_marks(places, names, verdicts.recall, verdicts.precision, sizes))
    # room for whole marks at the border, where many classes lie, and below for names of quadrants
    x_axis(figure, **unit_axis("Recall") | {"range": list(RECALLS)})
    y_axis(figure, **unit_axis("Precision") | {"range": list(PRECISIONS)})
    return finish_figure(
        figure,
        height=500,
        margin=MARGIN | {"t": 44},
        hovermode="closest",
        dragmode=False,
        showlegend=False,
        shapes=_cut_lines(cut),
        annotations=_quadrant_names(labels),
    )


def _hover(names: list[str], verdicts: ClassVerdicts, positives: Array) -> list[str]:
    """What is read at each point: every class that lies there."""
    places: dict[tuple[float, float], list[int]] = defaultdict(list)
    for i in np.argsort(-positives, kind="stable").tolist():
        places[(float(verdicts.precision[i]), float(verdicts.recall[i]))].append(i)
    text = [""] * len(names)
    for (p, r), members in places.items():
        listed = [f"{short(names[i])} ({positives[i]:,})" for i in members[:MOST_NAMES]]
        if len(members) > MOST_NAMES:
            listed.append(f"and {len(members) - MOST_NAMES:,} more")
        if len(members) > 1:
            listed.append("<i>click again for the next class here</i>")
        hover_text = f"precision {p:.3f}, recall {r:.3f}<br>" + "<br>".join(listed)
        for i in members:
            text[i] = hover_text
    return text


def _ring(figure: Figure, chosen: int, verdicts: ClassVerdicts, size: float) -> None:
    def bars(value: float, interval: Interval) -> dict[str, Any]:
        return {
            "type": "data",
            "symmetric": False,
            "array": [max(0.0, float(interval.high[chosen]) - value)],
            "arrayminus": [max(0.0, value - float(interval.low[chosen]))],
            "color": TEXT,
            "thickness": 3,
            "width": 0,
        }

    p, r = float(verdicts.precision[chosen]), float(verdicts.recall[chosen])
    add(
        figure,
        scatter(
            x=[r],
            y=[p],
            error_x=bars(r, verdicts.recall_interval),
            error_y=bars(p, verdicts.precision_interval),
            mode="markers",
            marker={"size": size + 8, "color": TEXT, "symbol": "circle-open", "line": {"width": 3}},
            hoverinfo="skip",
            cliponaxis=False,
        ),
    )


def named_marks(
    names: list[str],
    positives: Array,
    verdicts: ClassVerdicts,
    sizes: Array,
    chosen: int | None,
    group: list[int],
) -> dict[int, str]:
    """Which classes have their name beside their mark, and where it stands.

    The chosen one, those of the group and those with most errors, whose names lie over no other
    name and no mark.
    """
    missed = positives * (1 - verdicts.recall)
    wrong = positives * verdicts.recall * (1 / np.maximum(verdicts.precision, 1e-9) - 1)
    errors = missed + wrong
    x = (verdicts.recall - RECALLS[0]) / (RECALLS[1] - RECALLS[0]) * QUADRANTS_WIDE
    y = (PRECISIONS[1] - verdicts.precision) / (PRECISIONS[1] - PRECISIONS[0]) * QUADRANTS_HIGH
    first = [] if chosen is None else [chosen]
    tried = [i for i in np.argsort(-errors, kind="stable")[:MOST_TRIED].tolist() if errors[i] > 0]
    return name_places(
        names,
        x,
        y,
        sizes,
        plot=(QUADRANTS_WIDE, QUADRANTS_HIGH),
        tried=[*first, *group, *tried],
        most=MOST_NAMES,
        chosen=chosen,
    )


def _cut_lines(cut: float) -> list[dict[str, Any]]:
    line = {"type": "line", "layer": "below", "line": {"color": QUIET, "dash": "dot", "width": 1}}
    return [
        {**line, "x0": cut, "x1": cut, "yref": "paper", "y0": 0, "y1": 1},
        {**line, "y0": cut, "y1": cut, "xref": "paper", "x0": 0, "x1": 1},
    ]


def _quadrant_names(labels: tuple[str, ...]) -> list[dict[str, Any]]:
    """The name of each quadrant in its corner: above the plot, and in it where few classes lie."""
    return [
        {
            "xref": "paper",
            "x": 0 if kind & 1 else 1,
            "xanchor": "left" if kind & 1 else "right",
            "yref": "paper",
            "y": 0 if kind & 2 else 1,
            "yanchor": "bottom",
            "align": "left" if kind & 1 else "right",
            "text": label,
            "showarrow": False,
            "font": FONT,
        }
        for kind, label in enumerate(labels)
    ]


# --- Every class by how many documents it has and how good it is


MOST_SIZE_NAMES = 6
# classes of which more are not tried for a name
SIZES_OPACITY = 0.7
SIZE, RING = 9, 17
LOWEST, HIGHEST = -0.05, 1.08
# the plot where it is not wide, in pixels
SIZES_WIDE, SIZES_HIGH = 400, 230


def sizes_figure(
    names: list[str],
    identity: Array,
    *,
    positives: Array,
    values: Array,
    interval: Interval,
    measure: str,
    telling: Array,
    chosen: int | None,
) -> Figure:
    """A mark for each class with documents: further right of more, higher up the better it is.

    `identity` (what a click reports, in `customdata`), `positives`, `values` and the ends of
    `interval` are of the drawn classes, none of them NaN; `telling`: places among them, of which
    the first get a name where there is room. The one at `chosen` gets a ring.
    """
    ends = zip(interval.low.tolist(), interval.high.tolist(), strict=True)
    shown = [
        f"{literal(name)}<br>{n:,} documents<br>{measure} {value:.3f}, 95 % {low:.3f} to {high:.3f}"
        for name, n, value, (low, high) in zip(
            names, positives.tolist(), values.tolist(), ends, strict=True
        )
    ]
    figure = new_figure(
        scatter(
            x=positives,
            y=values,
            mode="markers",
            marker={"size": SIZE, "color": COLOURS[0], "opacity": SIZES_OPACITY},
            selected={"marker": {"opacity": SIZES_OPACITY}},
            unselected={"marker": {"opacity": SIZES_OPACITY}},
            customdata=identity.tolist(),
            text=shown,
            hovertemplate="%{text}<extra></extra>",
            cliponaxis=False,
        )
    )
    if chosen is not None:
        ring = {"size": RING, "color": TEXT, "symbol": "circle-open", "line": {"width": 2.5}}
        point = {"x": [positives[chosen]], "y": [values[chosen]]}
        add(
            figure,
            scatter(mode="markers", marker=ring, hoverinfo="skip", cliponaxis=False, **point),
        )
    left = np.log10(float(positives.min(initial=1.0))) - 0.15
    right = np.log10(float(positives.max(initial=1.0))) + 0.25
    diameters = np.full(len(names), float(SIZE))
    if chosen is not None:
        diameters[chosen] = RING
    places = name_places(
        names,
        (np.log10(positives) - left) / (right - left) * SIZES_WIDE,
        (HIGHEST - values) / (HIGHEST - LOWEST) * SIZES_HIGH,
        diameters,
        plot=(SIZES_WIDE, SIZES_HIGH),
        tried=telling[:MOST_TRIED].tolist(),
        most=MOST_SIZE_NAMES,
    )
    add(figure, name_marks(places, names, positives, values, diameters))
    x_axis(figure, title="Documents of the class", type="log", dtick=1, range=[left, right])
    y_axis(figure, **unit_axis(measure) | {"range": [LOWEST, HIGHEST]})
    return finish_figure(figure, height=300, margin={"t": 8}, showlegend=False, hovermode="closest")
