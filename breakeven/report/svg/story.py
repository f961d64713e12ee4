"""The pictures of a story: so many of a hundred, the documents themselves, a flow, ways to decide.

What is found is blue everywhere; what is missed amber and to the left, a false alarm purple and to
the right. The squares of one hundred are of one whole.
"""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from breakeven.analysis.story.screen_parts import (
    ClassFlow,
    DecisionWays,
    FewDocuments,
    Hundred,
    LargestClasses,
    Picture,
    WayKind,
)
from breakeven.data.wording import amount_of, count_of, quoted
from breakeven.figures.figure import IN_DARK, TEXT_IN_DARK
from breakeven.report.svg.draw import (
    LINE,
    WIDTH,
    drawing,
    fill,
    label,
    labels,
    line,
    room_for,
    stroke,
    tag,
    text,
    wide,
)

RIGHT, MISSED, EXTRA, WRONG = 0, 1, 3, 6
COLOUR = {"missed": MISSED, "extra": EXTRA, "wrong": WRONG}
SIDE, CELL, APART = 10, 22.0, 3.0
# what is drawn of the documents that are rightly left alone, which are too many to draw to scale
SHORT = 70.0
WALL, GAP, BAR = 4.0, 12.0, 26.0
OF_WAYS: dict[WayKind, int] = {"mine": RIGHT, "system": WRONG, "before": 2, "fixed": WRONG}
FOOT = 9


def story_drawing(key: str, picture: Picture, says: str, about: str = "") -> Markup:
    """A picture with the sentence that it shows; `about` stands below it, where it goes alone."""
    parts, height = _drawn(picture)
    if about:
        parts = [*parts, text(label(about, WIDTH - 8), 4.0, height + 12, font_size=FOOT)]
        height += 18
    return drawing(key, name_of_picture(picture), says, height, parts)


def name_of_picture(picture: Picture) -> str:
    """What it is a picture of."""
    match picture:
        case Hundred():
            return f"{picture.name}: so many of 100"
        case FewDocuments():
            return "The documents, one by one"
        case ClassFlow():
            return "Where the documents go"
        case DecisionWays():
            return f"Right, of {picture.of} {picture.what}"
        case LargestClasses():
            return "The largest classes, in documents"


def _drawn(picture: Picture) -> tuple[list[Markup], float]:
    match picture:
        case Hundred():
            return _hundred(picture)
        case FewDocuments():
            return _few(picture)
        case ClassFlow():
            return _flow(picture)
        case DecisionWays():
            return _ways(picture)
        case LargestClasses():
            return _sizes(picture)


def _hundred(of: Hundred) -> tuple[list[Markup], float]:
    """Ten columns of ten, each kind a block; what may be otherwise is hatched."""
    left = of.wrong == "missed"
    parts: list[Markup] = []
    for i in range(SIDE * SIDE):
        # misses come first, on the left
        right = i >= SIDE * SIDE - of.right if left else i < of.right
        place = SIDE * SIDE - 1 - i if left else i
        x, y = 4 + (i // SIDE) * (CELL + APART), 4 + (i % SIDE) * (CELL + APART)
        colour = RIGHT if right else COLOUR[of.wrong]
        parts.append(_cell(x, y, colour, hatched=of.low <= place < of.high))
    room = 4 + SIDE * (CELL + APART) + 12
    rows = [(RIGHT, f"{of.right} {of.yes}"), (COLOUR[of.wrong], f"{100 - of.right} {of.no}")]
    y = 4.0
    for colour, said in rows[::-1] if left else rows:
        parts += [_cell(room, y, colour, 12.0, hatched=False), text(said, room + 18, y + 10)]
        y += 22
    if of.low < of.high:
        parts += [
            _cell(room, y, RIGHT, 12.0, hatched=True),
            text("may be otherwise:", room + 18, y + 10),
        ]
        parts.append(text(f"{of.low} to {of.high}", room + 18, y + 24))
        y += 40
    counted = of.counted
    if wide(counted) > WIDTH - room:
        counted = counted.replace(" of ", " of\n", 1)
    for said in ("Counted:", *counted.splitlines()):
        parts.append(text(said, room, y + 14))
        y += 14
    return parts, 4 + SIDE * (CELL + APART) + 2


def _cell(x: float, y: float, colour: int, size: float = CELL, *, hatched: bool) -> Markup:
    look = fill(colour)
    if not hatched:
        return tag("rect", x=x, y=y, width=size, height=size, **look)
    lines = stroke(colour) | {"stroke_dasharray": None, "stroke_width": 1.6}
    third = size / 3
    path = "".join(
        f"M{x + a:.1f} {y + b:.1f}L{x + c:.1f} {y + d:.1f}"
        for a, b, c, d in (
            (0.0, third, third, 0.0),
            (0.0, 2 * third, 2 * third, 0.0),
            (0.0, size, size, 0.0),
            (third, size, size, third),
            (2 * third, size, size, 2 * third),
        )
    )
    return tag(
        "g",
        tag("rect", x=x + 0.8, y=y + 0.8, width=size - 1.6, height=size - 1.6, **lines),
        tag("path", d=path, **lines),
    )


def _few(of: FewDocuments) -> tuple[list[Markup], float]:
    parts, tall = [], 22.0
    room = min(150.0, room_for(of.names))
    for i, name in enumerate(labels(of.names, room)):
        y = 4 + tall * i
        said = f"truly {of.true[i]}" + ("" if of.right[i] else f", it says {of.called[i]}")
        parts += [
            _cell(4.0, y, RIGHT if of.right[i] else WRONG, 14.0, hatched=False),
            text("✓" if of.right[i] else "✗", 22.0, y + 11.5),
            text(name, 38.0, y + 11.5),
            text(label(said, WIDTH - room - 52), room + 48, y + 11.5),
        ]
    return parts, 8 + tall * len(of.names)


def _flow(of: ClassFlow) -> tuple[list[Markup], float]:
    """All documents above; below them misses far left, then found, and false alarms far right."""
    rest = SHORT if of.rest else 0.0
    drawn = max(of.missed + of.found + of.extra, 1e-9)
    unit = (WIDTH - 2 * WALL - 4 * GAP - rest) / drawn
    missed, found, extra = (
        max(unit * n, 2.0) if n else 0.0 for n in (of.missed, of.found, of.extra)
    )
    true, other_at = missed + GAP + found, WALL + missed + found + 3 * GAP
    end = other_at + rest + GAP + extra
    other = end - other_at
    top, middle, low = 20.0, 104.0, 190.0
    everything = of.missed + of.found + of.extra + of.rest
    parts = [
        text(f"All {count_of(everything, 'document')}", WALL, 13.0),
        _band((WALL, true + GAP), (WALL, true), (top, middle), WRONG),
        _band((other_at - GAP, other + GAP), (other_at, other), (top, middle), WRONG),
        tag("rect", x=WALL, y=top, width=end - WALL, height=BAR, fill=LINE),
        *(_heads(of, other_at, end, middle)),
    ]
    blocks = (
        ((WALL, missed), (WALL, missed), MISSED),
        ((WALL + missed, found + GAP), (WALL + missed + GAP, found), RIGHT),
        ((other_at, rest), (other_at, rest), WRONG),
        ((other_at + rest, extra + GAP), (end - extra, extra), EXTRA),
    )
    for above, below, colour in blocks:
        if below[1]:
            paler = {"fill_opacity": 0.4} if colour == WRONG else {}
            parts.append(_band(above, below, (middle, low), colour))
            place = {"x": below[0], "y": low, "width": below[1], "height": BAR}
            parts.append(tag("rect", **place, **fill(colour) | paler))
    for x, width in ((WALL, true), (other_at, other)):
        parts.append(tag("rect", x=x, y=middle, width=width, height=BAR, fill=LINE))
    return [*parts, *_feet(of, end, low + BAR)], low + BAR + 50


def _heads(of: ClassFlow, other_at: float, end: float, y: float) -> Iterator[Markup]:
    said = f"{amount_of(of.missed + of.found)} truly {quoted(of.name, 24)}"
    yield text(label(said, other_at - WALL - 4), WALL + 3, y - 6)
    yield text(count_of(of.extra + of.rest, "other"), end - 3, y - 6, "end")


def _feet(of: ClassFlow, end: float, y: float) -> Iterator[Markup]:
    """What came of them, misses at the left end and false alarms at the right one."""
    weight = (700, None)
    for row, (colour, said) in enumerate(
        ((MISSED, f"{amount_of(of.missed)} missed"), (RIGHT, f"{amount_of(of.found)} found"))
    ):
        at = y + 8 + 20 * row
        yield _cell(WALL, at, colour, 12.0, hatched=False)
        yield text(said, WALL + 18, at + 10, font_weight=weight[row])
    for row, (colour, said) in enumerate(
        (
            (EXTRA, count_of(of.extra, "false alarm")),
            (WRONG, f"{amount_of(of.rest)} rightly left alone, not to scale"),
        )
    ):
        at = y + 8 + 20 * row
        yield _cell(end - 12, at, colour, 12.0, hatched=False)
        yield text(said, end - 18, at + 10, "end", font_weight=weight[row])


def _band(
    above: tuple[float, float], below: tuple[float, float], tall: tuple[float, float], colour: int
) -> Markup:
    """A band that flows from one bar down to another; each by its left end and its width."""
    (x1, w1), (x2, w2), (y1, y2) = above, below, tall
    half = (y1 + y2) / 2
    path = (
        f"M{x1:.1f} {y1:.1f}C{x1:.1f} {half:.1f} {x2:.1f} {half:.1f} {x2:.1f} {y2:.1f}"
        f"L{x2 + w2:.1f} {y2:.1f}C{x2 + w2:.1f} {half:.1f} {x1 + w1:.1f} {half:.1f} "
        f"{x1 + w1:.1f} {y1:.1f}Z"
    )
    return tag("path", d=path, **fill(colour) | {"fill_opacity": 0.25})


def _ways(of: DecisionWays) -> tuple[list[Markup], float]:
    room, tall = min(room_for(of.names), 168.0), 28.0
    across = WIDTH - room - 52
    parts = []
    for i, name in enumerate(labels(of.names, room)):
        y = 6 + tall * i
        mine = of.kinds[i] == "mine"
        width = max(across * of.right[i] / of.of, 1.0)
        look = fill(OF_WAYS[of.kinds[i]])
        if of.kinds[i] == "fixed":
            look |= {"fill_opacity": 0.45}
        parts += [
            text(name, room, y + 14, "end", font_weight=700 if mine else None),
            tag("rect", x=room + 8, y=y, width=width, height=tall - 8, **look),
            text(of.said[i], room + 14 + width, y + 14, font_weight=700 if mine else None),
        ]
    bottom = 6 + tall * len(of.names)
    parts.append(line(room + 8, 2, room + 8, bottom, stroke=LINE))
    parts.append(text(f"right, of {of.of} {of.what}", room + 8, bottom + 12))
    return parts, bottom + 20


def _sizes(of: LargestClasses) -> tuple[list[Markup], float]:
    room, tall = min(room_for(of.names), 150.0), 28.0
    unit = (WIDTH - room - 70) / max(*of.documents, 1.0)
    parts = []
    for i, name in enumerate(labels(of.names, room)):
        y, width = 6 + tall * i, max(unit * of.documents[i], 1.0)
        parts += [
            text(name, room, y + 14, "end"),
            tag("rect", x=room + 8, y=y, width=width, height=tall - 8, **fill(RIGHT)),
            text(amount_of(of.documents[i]), room + 14 + width, y + 14),
        ]
    bottom = 6 + tall * len(of.names)
    if of.more:
        parts.append(
            text(f"and {count_of(of.more, 'class', 'classes')} more", room + 8, bottom + 12)
        )
    return parts, bottom + 20


def in_theme(drawn: Markup, dark: bool) -> str:
    """A drawing that is shown outside a report, whose style sheet it then has itself."""
    if not dark:
        return str(drawn)
    rules = f".t{{fill:{TEXT_IN_DARK}}}" + "".join(
        f".f{i}{{fill:{colour}}}.s{i}{{stroke:{colour}}}" for i, colour in enumerate(IN_DARK)
    )
    head, _, rest = str(drawn).partition(">")
    return f"{head}><style>{rules}</style>{rest}"
