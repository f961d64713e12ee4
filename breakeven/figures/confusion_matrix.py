"""The confusion matrix as a heatmap whose cells can be clicked: what each row and cell is."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from breakeven.analysis.evaluation.matrix_part import MatrixPart
from breakeven.data.wording import NO_CLASS, amount_of
from breakeven.figures.figure import (
    BAD,
    COLOURS,
    GOOD,
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
from metrics.confusion import Base, as_shares
from metrics.typing import Array

# --- a part of a confusion matrix as it is drawn: what each row is called, and each cell shows


@dataclass(frozen=True, kw_only=True)
class MatrixCells:
    """What is drawn: n rows (true) and as many columns (assigned), in one order.

    `names`, n of them; the last `apart` are our own words, for what is no class. `counts`, (n, n);
    `shown`, (n, n): the counts, or with `shares` shares in [0, 1], NaN where undefined. `single`,
    (n,): whether a row is one class; then its diagonal is what is right, drawn with `diagonal`
    alone. `true_of`, `assigned_of`, `missed`, `extra`, (n,): sums of whole rows and columns, and
    what is wrong of these.
    """

    names: list[str]
    apart: int
    counts: Array
    shown: Array
    shares: bool
    single: Array
    true_of: Array
    assigned_of: Array
    missed: Array
    extra: Array
    diagonal: bool


def cells_of(
    part: MatrixPart,
    names: Sequence[str],
    base: Base,
    *,
    diagonal: bool,
) -> MatrixCells:
    """The part of a matrix of classes with these names."""
    rows = range(len(part.right))
    places = [part.place(row, len(names)) for row in rows]
    single = np.array([place is not None and place < len(names) for place in places], dtype=bool)
    counts = part.wrong + np.diag(np.where(single, part.right, 0.0))
    return MatrixCells(
        names=[_name(part, names, row) for row in rows],
        apart=len(rows) - part.rows,
        counts=counts,
        shown=as_shares(counts, part.true_of, part.assigned_of, part.total, base),
        shares=base != "counts",
        single=single,
        true_of=part.true_of,
        assigned_of=part.assigned_of,
        missed=part.true_of - part.right,
        extra=part.assigned_of - part.right,
        diagonal=diagonal,
    )


def _name(part: MatrixPart, names: Sequence[str], row: int) -> str:
    """What a row is called; of several classes the first, which gives a place to look at."""
    members = part.members(row)
    if members is None:
        return NO_CLASS if part.is_nothing(row) else f"({part.more:,} more)"
    return names[members[0]]


# --- the confusion matrix as a heatmap whose cells can be clicked


# up to so many rows each cell has its number, and each row and column its sum
NUMBERED = 32
LONGEST = 16
LETTER = 7  # pixels, about, of type of size 12
# the sides of all cells together, and the widest of one, in pixels
SIDE, WIDEST = 570, 64
# the sides of all cells together on a phone
NARROW = 240
# of cells wider than this, numbers below and beside them are not turned
WIDE = 34
HOVER = (
    "true: %{y}<br>assigned: %{x}<br><b>%{customdata[0]:,.2~f}</b>, of "
    "%{customdata[1]:,.2~f} true and %{customdata[2]:,.2~f} assigned%{text}<extra></extra>"
)
# beyond this the box leaves names cut; the tables and the chosen cell say them in full
MOST_TEXT = 200_000
# how much of its colour the palest cell has, and the deepest: of errors, what is right, the rest
PALEST, DEEPEST = 0.22, (1.0, 1.0, 0.6)
# the page behind a figure
PAGE, PAGE_IN_DARK = "#ffffff", "#0e1117"


def side_of(n: int) -> float:
    """Pixels that a cell of n rows is wide and high where there is room."""
    return min(SIDE / max(n, 1), WIDEST)


def height_of(n: int) -> int:
    """Pixels that a matrix of n rows is high where there is room."""
    return round(200 + n * side_of(n))


def matrix_figure(cells: MatrixCells, dark: bool = False) -> Figure:
    """Rows true, columns assigned, first on top; cell r, c is point r * n + c of trace 1.

    Errors of two classes are orange, what is right blue, what is no class grey, each by its own
    largest. `dark`: the theme, for colours and numbers of the cells; all else suits both.
    """
    n, side = len(cells.names), side_of(len(cells.names))
    ours = n - cells.apart
    names = [*distinct([*map(_short, cells.names[:ours])], LONGEST), *cells.names[ours:]]
    value = np.where(cells.counts > 0, cells.shown, np.nan)
    if not cells.diagonal:
        right = np.flatnonzero(cells.single)
        value[right, right] = np.nan
    kind = _kinds(cells, ours)
    depth = _depths(value, kind, cells.shares)
    figure = new_figure(
        _colours(depth, kind, dark, gap=1 if side > 12 else 0),
        _click_points(cells, names),
    )
    if n <= NUMBERED:
        add(figure, *_numbers(value, inks_of(depth, kind, dark), cells.shares, side))
        set_layout(figure, annotations=_sums(cells, side))
    _lines(figure, cells, n, ours)
    _axes(figure, names, side)
    return finish_figure(
        figure,
        height=height_of(n),
        # room for what stands at the ends, whatever the names
        margin={"l": 104, "r": 50, "t": 8, "b": 40},
        hovermode="closest",
        hoverdistance=-1,  # the nearest centre wins, so all of a cell is clickable
        clickmode="event+select",
        # dragged over, a large matrix is drawn larger; a small one lets a finger scroll the page
        dragmode=False if n <= NUMBERED else "zoom",
        uirevision=len(names),
    )


def _short(name: str) -> str:
    """A name cut in its middle: of long names the beginnings are often the same."""
    half = LONGEST // 2
    return name if len(name) <= LONGEST else f"{name[: half - 1]}…{name[-half:]}"


def _axes(figure: Figure, names: list[str], side: float) -> None:
    """Square cells, named where there is room for a name: the browser leaves out what has none."""
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
    # each name is set apart by two signs nobody sees
    fits = (max(map(len, names), default=0) - 2) * LETTER <= min(side, NARROW / max(n, 1))
    x_axis(
        figure,
        **both,
        range=[-0.5, n - 0.5],
        side="top",
        constraintoward="left",
        title="assigned: what the system says",
        tickangle=0 if fits else -90,
    )
    y_axis(
        figure,
        **both,
        range=[n - 0.5, -0.5],
        scaleanchor="x",
        constraintoward="top",
        title="true: what the experts say",
    )


def _click_points(cells: MatrixCells, names: list[str]) -> Trace:
    """A point nobody sees over each cell, row by row: a heatmap itself reports no clicks."""
    n = len(names)
    sums = (cells.counts, cells.true_of[:, None], cells.assigned_of[None, :])
    return scatter(
        x=np.tile(np.arange(n), n),
        y=np.repeat(np.arange(n), n),
        mode="markers",
        marker={"size": 1, "opacity": 0},
        customdata=np.stack(np.broadcast_arrays(*sums), axis=-1, dtype=np.float32).reshape(-1, 3),
        text=_hover_text(cells, names),
        hovertemplate=HOVER,
        showlegend=False,
        selected={"marker": {"opacity": 0}},
        unselected={"marker": {"opacity": 0}},
    )


# what a cell holds, and the place of its colour among those of the theme
ERRORS, RIGHT, APART = 0, 1, 2
HUES = [COLOURS.index(colour) for colour in (BAD, GOOD, QUIET)]


def _kinds(cells: MatrixCells, ours: int) -> Array:
    """Of each cell, (n, n): errors between classes, right decisions, or no class of its own."""
    n = len(cells.names)
    kind = np.full((n, n), ERRORS)
    right = np.flatnonzero(cells.single)
    kind[right, right] = RIGHT
    kind[ours:] = kind[:, ours:] = APART
    return kind


def _depths(value: Array, kind: Array, shares: bool) -> Array:
    """How deep each cell is coloured, in (0, 1], beside the largest of its kind; NaN where empty.

    A single document stays visible beside thousands.
    """
    bent = np.sqrt(value) if shares else np.log1p(value)
    largest = np.ones(3)
    for which in (ERRORS, RIGHT, APART):
        if (there := bent[(kind == which) & ~np.isnan(bent)]).size:
            largest[which] = there.max()
    return bent / largest[kind]


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


def _hover_text(cells: MatrixCells, names: list[str]) -> Array:
    """What the box says beside names on the axes and counts: shares, and names cut on the axes."""
    n, ours = len(names), len(names) - cells.apart
    text = np.full((n, n), "", dtype=object)
    if cells.shares:
        for r, c in np.ndindex(n, n):
            text[r, c] = "<br>" + _number(float(cells.shown[r, c]), True)
    for row in np.flatnonzero(~cells.single).tolist():
        if cells.counts[row, row] > 0:
            text[row, row] += "<br>taken for each other"
    full = [
        "" if r >= ours or name == literal(full_name) else _wrapped(full_name)
        for r, (full_name, name) in enumerate(zip(cells.names, names, strict=True))
    ]
    filled = np.argwhere(cells.counts > 0)
    if sum(len(full[r]) + len(full[c]) for r, c in filled) > MOST_TEXT:
        return text.ravel()
    for r, c in filled:
        if full[r]:
            text[r, c] += f"<br>true in full: {full[r]}"
        if full[c]:
            text[r, c] += f"<br>assigned in full: {full[c]}"
    return text.ravel()


def _wrapped(name: str, width: int = 60, most: int = 300) -> str:
    lines = textwrap.wrap(name if len(name) <= most else name[: most - 1] + "…", width)
    return "<br>".join(literal(line) for line in lines)


def _number(value: float, share: bool, letters: float = 99) -> str:
    """A number in full, or as it fits into so many letters; empty where it does not."""
    if np.isnan(value):
        return "—"
    if share:
        text = "<1 %" if 0 < value < 0.005 else f"{100 * value:.0f} %"
        text = ">99 %" if text == "100 %" and value < 1 else text
        text = text if len(text) <= letters else text.removesuffix(" %")
        text = text.replace("<", "&lt;").replace(">", "&gt;")
        return text if len(text.replace("&lt;", "<").replace("&gt;", ">")) <= letters else ""
    forms = [f"{value:,.0f}"]
    if not value.is_integer():
        forms = [f"{value:,.2f}", f"{value:,.1f}", *(forms if value >= 10 else [])]
    return next((form for form in forms if len(form) <= letters), "")


def _numbers(value: Array, inks: Array, shares: bool, side: float) -> list[Trace]:
    """The number of each cell that has one, where it fits: a trace for each ink.

    Points with texts, as hundreds of annotations take a browser seconds to draw.
    """
    there = np.argwhere(~np.isnan(value))
    texts = np.array(
        [_number(float(value[r, c]), shares, (side + 4) / LETTER) for r, c in there.tolist()],
        dtype=object,
    )
    ink_of = inks[there[:, 0], there[:, 1]]
    size = 13 if side > WIDE else 12
    traces = []
    for ink in np.unique(ink_of).tolist():
        row, column = there[(ink_of == ink) & (texts != "")].T
        # chosen or not, a number looks the same
        same_look = {"textfont": {"color": ink}}
        traces.append(
            scatter(
                x=column,
                y=row,
                text=texts[(ink_of == ink) & (texts != "")],
                mode="text",
                textfont={"color": ink, "size": size},
                hoverinfo="skip",
                showlegend=False,
                selected=same_look,
                unselected=same_look,
            )
        )
    return traces


def _sums(cells: MatrixCells, side: float) -> list[dict[str, Any]]:
    """What is missed of each row at its end, and what is wrong in each column at its foot."""
    turned = 0 if side > WIDE else -90
    end = {"xref": "x domain", "x": 1, "xanchor": "left", "xshift": 4}
    foot = {"yref": "y domain", "y": 0, "yanchor": "top", "yshift": -4}
    head = {"yref": "y domain", "y": 1, "yanchor": "bottom", "yshift": 4, "textangle": turned}
    side_head = {"xref": "x domain", "x": 0, "xanchor": "right", "xshift": -4}
    missed, extra = (np.round(sums, 2).tolist() for sums in (cells.missed, cells.extra))
    annotations: list[dict[str, Any]] = [
        {**end, **head, "text": "missed"},
        {**side_head, **foot, "text": "wrongly assigned"},
        *({**end, "y": r, "text": amount_of(s)} for r, s in enumerate(missed) if s),
        *(
            {**foot, "x": c, "text": amount_of(s), "textangle": turned}
            for c, s in enumerate(extra)
            if s
        ),
    ]
    shared = {"showarrow": False, "font": {"color": TEXT, "size": 12}}
    return [shared | annotation for annotation in annotations]


def _lines(figure: Figure, cells: MatrixCells, n: int, ours: int) -> None:
    quiet = {"color": QUIET, "width": 1, "dash": "dot"}
    # nothing is to be seen of it: what is over all cells can be filled without drawing them anew
    over = {"x0": -0.5, "x1": n - 0.5, "y0": -0.5, "y1": n - 0.5}
    add_shape(figure, over, {"width": 0}, "rect")
    if not cells.diagonal:
        add_shape(figure, {"x0": -0.5, "y0": -0.5, "x1": ours - 0.5, "y1": ours - 0.5}, quiet)
    for at in range(ours, n):
        add_shape(figure, {"x0": -0.5, "x1": n - 0.5, "y0": at - 0.5, "y1": at - 0.5}, quiet)
        add_shape(figure, {"x0": at - 0.5, "x1": at - 0.5, "y0": -0.5, "y1": n - 0.5}, quiet)
