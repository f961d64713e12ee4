"""Names beside the marks of a scatter: where there is room, over no other name and no mark."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from breakeven.figures.figure import FONT, Trace, scatter
from breakeven.figures.theme import short
from metrics.typing import Array

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


def places_beside(
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
    found: dict[int, str] = {}
    taken = np.empty((0, 4))
    half = sizes / 2
    marks = np.column_stack([across - half, down - half, across + half, down + half])
    for i in dict.fromkeys(tried):
        if len(found) == most:
            break
        wide = LETTER * min(len(names[i]), LONGEST_NAME)
        # the bars of the chosen one run straight through it
        for place, (right, below) in sorted(
            PLACES.items(), key=lambda of: i == chosen and 0 in of[1]
        ):
            cx = across[i] + right * (wide + sizes[i] + 2 * GAP)
            cy = down[i] + below * (LINE + sizes[i])
            box = np.array([cx - wide / 2, cy - LINE / 2, cx + wide / 2, cy + LINE / 2])
            inside = box[0] > -GAP and box[2] < plot[0] + GAP and box[1] > 0
            others = np.delete(marks, i, axis=0)
            if inside and not _meets(box, taken) and (i == chosen or not _meets(box, others)):
                found[i] = place
                taken = np.vstack([taken, box])
                break
    return found


def _meets(box: Array, others: Array) -> bool:
    """Whether a rectangle (left, top, right, bottom) lies over any of others, shape (n, 4)."""
    apart = (others[:, :2] >= box[2:]).any(axis=1) | (others[:, 2:] <= box[:2]).any(axis=1)
    return bool((~apart).any())


def names_beside(
    found: dict[int, str], names: Sequence[str], x: Array, y: Array, sizes: Array
) -> Trace:
    """These names in their places; `x` and `y` as the marks themselves are drawn."""
    shown = list(found)
    return scatter(
        x=x[shown],
        y=y[shown],
        # marks that are not seen keep the names off those that are
        mode="markers+text",
        marker={"size": sizes[shown], "opacity": 0},
        text=[short(names[i], LONGEST_NAME) for i in shown],
        textposition=list(found.values()),
        textfont=FONT,
        cliponaxis=False,
        hoverinfo="skip",
    )
