"""The confusion matrix as a heatmap whose cells can be clicked: what each row and cell is."""

from __future__ import annotations

import html
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from breakeven.analysis.evaluation.matrix_part import MatrixPart, rounded_rows
from breakeven.data.wording import NO_CLASS, amount_of
from breakeven.figures.figure import (
    BAD,
    COLOURS,
    IN_DARK,
    QUIET,
    TEXT,
    Figure,
    Trace,
    add,
    add_shape,
    distinct,
    finish_figure,
    heatmap,
    literal,
    new_figure,
    scatter,
    set_layout,
    x_axis,
    y_axis,
)
from metrics.measures import ratio
from metrics.typing import Array

# --- a part of a confusion matrix as it is drawn: what each row is called, and each cell shows


@dataclass(frozen=True, kw_only=True)
class MatrixCells:
    """What is drawn: n rows (true) and as many columns (predicted), in one order.

    `names`, n of them; the last `apart` are our own words, for what is no class. `counts`, (n, n):
    all decisions, so that a row adds up to `true_of`, (n,), and a column to `predicted_of`, (n,).
    `single`, (n,): whether a row is one class; then its diagonal is what is right. `within`, (n,):
    of a row of several classes, what is confused among them. `shares`: whether cells show their
    share of the row.
    """

    names: list[str]
    apart: int
    counts: Array
    single: Array
    true_of: Array
    predicted_of: Array
    within: Array
    shares: bool = False


def cells_of(part: MatrixPart, names: Sequence[str], *, shares: bool = False) -> MatrixCells:
    """The part of a matrix of classes with these names."""
    rows = range(len(part.right))
    places = [part.place(row, len(names)) for row in rows]
    single = np.array([place is not None and place < len(names) for place in places], dtype=bool)
    return MatrixCells(
        names=[_name(part, names, row) for row in rows],
        apart=len(rows) - part.rows,
        counts=part.wrong + np.diag(part.right),
        single=single,
        true_of=part.true_of,
        predicted_of=part.assigned_of,
        within=np.where(single, 0.0, part.wrong.diagonal()),
        shares=shares,
    )


def _name(part: MatrixPart, names: Sequence[str], row: int) -> str:
    """What a row is called; of several classes the first, which gives a place to look at."""
    members = part.members(row)
    if members is None:
        return NO_CLASS if part.is_nothing(row) else f"({part.more:,} more)"
    return names[members[0]]


# --- the confusion matrix as a heatmap whose cells can be clicked


# up to so many rows each row and column has its name, each cell its number, and both their sum
NUMBERED = 32
LONGEST = 18
# pixels, about, of a letter of type of size 12, and of the title beside names
LETTER, TITLE = 6.6, 30
# the sides of all cells together, and the widest of one, in pixels; the least that takes a name
SIDE, WIDEST, LEAST = 570, 64, 15
# the sides of all cells together on a phone
NARROW = 240
# of cells wider than this, numbers below and beside them are not turned
WIDE = 34
# letters of two numbers side by side that stay apart in narrow cells
APART_LETTERS = 4
# what stands to the right of the cells, and below them
RIGHT_OF, BELOW = 46, 40
HOVER = "true: %{y}<br>predicted: %{x}<br>%{text}<extra></extra>"
# beyond this the box leaves names cut; the tables and the chosen cell say them in full
MOST_TEXT = 200_000
# how much of its colour the palest cell has, and the deepest: of errors, what is right, the rest
PALEST, DEEPEST = 0.15, (1.0, 0.4, 0.6)
# the page behind a figure
PAGE, PAGE_IN_DARK = "#ffffff", "#0e1117"


def side_of(n: int) -> float:
    """Pixels that a cell of n rows is wide and high where there is room."""
    return min(SIDE / max(n, 1), WIDEST)


def height_of(n: int) -> int:
    """Pixels that a matrix of n rows is high where there is room."""
    return round(200 + n * side_of(n))


def least_width(cells: MatrixCells) -> int:
    """Pixels below which there is no room for a name at each row; 0 where not all have one."""
    n = len(cells.names)
    return round(_left_of(_shown_names(cells)) + n * LEAST + RIGHT_OF) if n <= NUMBERED else 0


def matrix_figure(cells: MatrixCells, dark: bool = False) -> Figure:
    """Rows true, columns predicted, first on top; cell r, c is point r * n + c of trace 1.

    Each cell is as deep as it is a share of its row: errors of two classes orange, what is right a
    quiet green, what is no class grey. `dark`: the theme, for colours and numbers of the cells; all
    else suits both.
    """
    n, side = len(cells.names), side_of(len(cells.names))
    names, ours = _shown_names(cells), n - cells.apart
    share = np.where(cells.counts > 0, ratio(cells.counts, cells.true_of[:, None]), np.nan)
    rounded = rounded_rows(cells.counts)
    kind = _kinds(cells, ours)
    # a small share stays visible
    depth = np.sqrt(share)
    figure = new_figure(
        _colours(depth, kind, dark, gap=1 if side > 12 else 0),
        _click_points(cells, names, rounded, share),
    )
    if n <= NUMBERED:
        inks = inks_of(depth, kind, dark)
        add(figure, *_numbers(share if cells.shares else rounded, inks, cells, side))
        set_layout(figure, annotations=_sums(cells, side))
    _lines(figure, n, ours)
    _axes(figure, names, side)
    return finish_figure(
        figure,
        height=height_of(n),
        # room for what stands at the ends
        margin={"l": _left_of(names), "r": RIGHT_OF, "t": 8, "b": BELOW},
        hovermode="closest",
        hoverdistance=-1,  # the nearest centre wins, so all of a cell is clickable
        clickmode="event+select",
        # dragged over, a large matrix is drawn larger; a small one lets a finger scroll the page
        dragmode=False if n <= NUMBERED else "zoom",
        uirevision=len(names),
    )


def _shown_names(cells: MatrixCells) -> list[str]:
    """What stands at the rows: names cut at their ends, and our own words in full."""
    ours = len(cells.names) - cells.apart
    return [*distinct(cells.names[:ours], LONGEST), *cells.names[ours:]]


def _left_of(names: Sequence[str]) -> int:
    """Pixels for the names of the rows and the title of their axis."""
    letters = max((len(html.unescape(name)) for name in names), default=0)
    return round(TITLE + LETTER * letters)


def _axes(figure: Figure, names: list[str], side: float) -> None:
    """Square cells; of many rows those have a name that there is room for."""
    n = len(names)
    both: dict[str, Any] = {
        # of categories the browser names as many as there is room for, of numbers it would not
        "type": "category",
        "categoryorder": "array",
        "categoryarray": list(range(n)),
        "labelalias": {str(position): name for position, name in enumerate(names)},
        "showgrid": False,
        "ticks": "",
        "constrain": "domain",
        "showspikes": True,
        "spikemode": "across",
        "spikesnap": "data",
        "spikedash": "solid",
        "spikethickness": 1,
        "spikecolor": QUIET,
    }
    if n <= NUMBERED:
        both |= {"tickmode": "linear", "tick0": 0, "dtick": 1}
    # each name is set apart by two signs nobody sees
    fits = (max(map(len, names), default=0) - 2) * LETTER <= min(side, NARROW / max(n, 1))
    x_axis(
        figure,
        **both,
        range=[-0.5, n - 0.5],
        side="top",
        constraintoward="left",
        title="predicted",
        tickangle=0 if fits else -90,
    )
    y_axis(
        figure,
        **both,
        range=[n - 0.5, -0.5],
        scaleanchor="x",
        constraintoward="top",
        title="true",
    )


def _click_points(cells: MatrixCells, names: list[str], rounded: Array, share: Array) -> Trace:
    """A point nobody sees over each cell, row by row: a heatmap itself reports no clicks."""
    n = len(names)
    return scatter(
        x=np.tile(np.arange(n), n),
        y=np.repeat(np.arange(n), n),
        mode="markers",
        marker={"size": 1, "opacity": 0},
        text=_hover_text(cells, names, rounded, share),
        hovertemplate=HOVER,
        showlegend=False,
        selected={"marker": {"opacity": 0}},
        unselected={"marker": {"opacity": 0}},
    )


# right decisions are the ground that errors stand out from
RIGHT_HUE = COLOURS[2]
# what a cell holds, and the place of its colour among those of the theme
ERRORS, RIGHT, APART = 0, 1, 2
HUES = [COLOURS.index(colour) for colour in (BAD, RIGHT_HUE, QUIET)]


def _kinds(cells: MatrixCells, ours: int) -> Array:
    """Of each cell, (n, n): errors between classes, right decisions, or no class of its own."""
    n = len(cells.names)
    kind = np.full((n, n), ERRORS)
    np.fill_diagonal(kind, np.where(cells.single, RIGHT, APART))
    kind[ours:] = kind[:, ours:] = APART
    return kind


def _colours(depth: Array, kind: Array, dark: bool, gap: int) -> Trace:
    scale: list[list[Any]] = []
    for which, hue in enumerate(HUES):
        red, green, blue = _rgb((IN_DARK if dark else COLOURS)[hue])
        for end, part in ((0, PALEST), (1, DEEPEST[which])):
            # from the page's own colour: little is faint in both themes
            scale.append([(which + end) / len(HUES), f"rgba({red},{green},{blue},{part})"])
    return heatmap(
        x=np.arange(len(depth)),
        y=np.arange(len(depth)),
        # clear of the ends of the scale, where two kinds meet
        z=(kind + 0.01 + 0.98 * depth).astype(np.float32),
        zmin=0,
        zmax=len(HUES),
        colorscale=scale,
        showscale=False,
        xgap=gap,
        ygap=gap,
        hoverinfo="skip",
    )


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def inks_of(depth: Array, kind: Array, dark: bool) -> Array:
    """Black or white for the number of each cell, (n, n): what stands out more from its colour."""
    page = np.array(_rgb(PAGE_IN_DARK if dark else PAGE))
    hues = np.array([_rgb((IN_DARK if dark else COLOURS)[hue]) for hue in HUES])
    deepest = np.array(DEEPEST)[kind]
    part = (PALEST + (deepest - PALEST) * np.nan_to_num(depth))[..., None]
    shade = (part * hues[kind] + (1 - part) * page) / 255
    # relative luminance, as contrasts are reckoned (WCAG 2.2)
    linear = np.where(shade <= 0.04045, shade / 12.92, ((shade + 0.055) / 1.055) ** 2.4)
    light = linear @ np.array([0.2126, 0.7152, 0.0722])
    return np.where((light + 0.05) ** 2 > 1.05 * 0.05, "#000000", "#ffffff")


def _hover_text(cells: MatrixCells, names: list[str], rounded: Array, share: Array) -> Array:
    """What the box says below the names on the axes: how many, and in full the names cut there."""
    n, ours = len(names), len(names) - cells.apart
    text = np.full((n, n), "none", dtype=object)
    filled = np.argwhere(cells.counts > 0)
    of_row = [f"of {amount_of(np.round(total))}" for total in cells.true_of.tolist()]
    for r, c in filled.tolist():
        count = amount_of(rounded[r, c]) if rounded[r, c] else "under 1"
        text[r, c] = f"<b>{count}</b> {of_row[r]} ({_share(float(share[r, c]))})"
    for row in np.flatnonzero(cells.within > 0).tolist():
        confused = amount_of(max(1.0, np.round(cells.within[row])))
        text[row, row] += f"<br>{confused} confused with each other, the others right"
    full = [
        "" if r >= ours or name == literal(full_name) else _wrapped(full_name)
        for r, (full_name, name) in enumerate(zip(cells.names, names, strict=True))
    ]
    if sum(len(full[r]) + len(full[c]) for r, c in filled) > MOST_TEXT:
        return text.ravel()
    for r, c in filled:
        if full[r]:
            text[r, c] += f"<br>true in full: {full[r]}"
        if full[c]:
            text[r, c] += f"<br>predicted in full: {full[c]}"
    return text.ravel()


def _wrapped(name: str, width: int = 60, most: int = 300) -> str:
    lines = textwrap.wrap(name if len(name) <= most else name[: most - 1] + "…", width)
    return "<br>".join(literal(line) for line in lines)


def _share(share: float, letters: float = 99) -> str:
    """A share in full, or as it fits into so many letters; empty where it does not."""
    text = "<1 %" if 0 < share < 0.005 else f"{100 * share:.0f} %"
    text = ">99 %" if text == "100 %" and share < 1 else text
    text = text if len(text) <= letters else text.removesuffix(" %")
    return html.escape(text) if len(text) <= letters else ""


def _count(count: float, letters: float) -> str:
    """A whole number; empty where it does not fit, and where less than a half is none."""
    text = f"{count:,.0f}"
    return text if count and len(text) <= letters else ""


def _without_collisions(texts: Mapping[tuple[int, int], str]) -> dict[tuple[int, int], str]:
    """Numbers of narrow cells, but for those on the diagonal that would run into the next one.

    Shares have no sign of their own.
    """
    shown = {cell: text.replace(",", "").removesuffix(" %") for cell, text in texts.items()}
    letters = {cell: len(html.unescape(text)) for cell, text in shown.items()}
    for r, c in shown:
        neighbour = max(letters.get((r, c + step), 0) for step in (-1, 1))
        if r == c and neighbour and letters[r, c] + neighbour > APART_LETTERS:
            shown[r, c] = ""
    return shown


def _numbers(value: Array, inks: Array, cells: MatrixCells, side: float) -> list[Trace]:
    """The number of each cell that has one, where it fits: a trace for each ink.

    Points with texts, as hundreds of annotations take a browser seconds to draw.
    """
    there, letters = np.argwhere(cells.counts > 0), (side + 6) / LETTER
    write = _share if cells.shares else _count
    # beside what is right there mostly is room
    texts = np.array(
        [write(float(value[r, c]), 6 if r == c else letters) for r, c in there.tolist()],
        dtype=object,
    )
    if side <= WIDE:
        cells_of_texts = zip(((r, c) for r, c in there.tolist()), texts.tolist(), strict=True)
        texts = np.array(list(_without_collisions(dict(cells_of_texts)).values()), dtype=object)
    ink_of = inks[there[:, 0], there[:, 1]]
    traces = []
    for ink in np.unique(ink_of).tolist():
        chosen = (ink_of == ink) & (texts != "")
        row, column = there[chosen].T
        # chosen or not, a number looks the same
        same_look = {"textfont": {"color": ink}}
        traces.append(
            scatter(
                x=column,
                y=row,
                text=texts[chosen],
                mode="text",
                textfont={"color": ink, "size": 13 if side > WIDE else 12},
                hoverinfo="skip",
                showlegend=False,
                selected=same_look,
                unselected=same_look,
            )
        )
    return traces


def _sums(cells: MatrixCells, side: float) -> list[dict[str, Any]]:
    """What each row adds up to at its end, and each column at its foot."""
    turned = 0 if side > WIDE else -90
    end = {"xref": "x domain", "x": 1, "xanchor": "left", "xshift": 4}
    foot = {"yref": "y domain", "y": 0, "yanchor": "top", "yshift": -4}
    head = {"yref": "y domain", "y": 1, "yanchor": "bottom", "yshift": 4, "textangle": turned}
    side_head = {"xref": "x domain", "x": 0, "xanchor": "right", "xshift": -4}
    rows, columns = (np.round(sums).tolist() for sums in (cells.true_of, cells.predicted_of))
    annotations: list[dict[str, Any]] = [
        {**end, **head, "text": "all"},
        {**side_head, **foot, "text": "all"},
        *({**end, "y": r, "text": amount_of(s)} for r, s in enumerate(rows) if s),
        *(
            {**foot, "x": c, "text": amount_of(s), "textangle": turned}
            for c, s in enumerate(columns)
            if s
        ),
    ]
    shared = {"showarrow": False, "font": {"color": TEXT, "size": 12}}
    return [shared | annotation for annotation in annotations]


def _lines(figure: Figure, n: int, ours: int) -> None:
    quiet = {"color": QUIET, "width": 1, "dash": "dot"}
    # nothing is to be seen of it: what is over all cells can be filled without drawing them anew
    over = {"x0": -0.5, "x1": n - 0.5, "y0": -0.5, "y1": n - 0.5}
    add_shape(figure, over, {"width": 0}, "rect")
    for at in range(ours, n):
        add_shape(figure, {"x0": -0.5, "x1": n - 0.5, "y0": at - 0.5, "y1": at - 0.5}, quiet)
        add_shape(figure, {"x0": at - 0.5, "x1": at - 0.5, "y0": -0.5, "y1": n - 0.5}, quiet)
