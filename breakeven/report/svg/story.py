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
    typeface_rule,
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


def _hundred(picture: Hundred) -> tuple[list[Markup], float]:
    """Ten columns of ten, each kind a block; what may be otherwise is hatched."""
    left = picture.wrong == "missed"
    parts: list[Markup] = []
    for i in range(SIDE * SIDE):
        # misses come first, on the left
        right = i >= SIDE * SIDE - picture.right if left else i < picture.right
        place = SIDE * SIDE - 1 - i if left else i
        x, y = 4 + (i // SIDE) * (CELL + APART), 4 + (i % SIDE) * (CELL + APART)
        colour = RIGHT if right else COLOUR[picture.wrong]
        parts.append(_cell(x, y, colour, hatched=picture.low <= place < picture.high))
    room = 4 + SIDE * (CELL + APART) + 12
    rows = [
        (RIGHT, f"{picture.right} {picture.yes}"),
        (COLOUR[picture.wrong], f"{100 - picture.right} {picture.no}"),
    ]
    y = 4.0
    for colour, words in rows[::-1] if left else rows:
        parts += [_cell(room, y, colour, 12.0, hatched=False), text(words, room + 18, y + 10)]
        y += 22
    if picture.low < picture.high:
        parts += [
            _cell(room, y, RIGHT, 12.0, hatched=True),
            text("uncertain:", room + 18, y + 10),
        ]
        parts.append(text(f"{picture.low} to {picture.high}", room + 18, y + 24))
        y += 40
    counted = picture.counted
    if wide(counted) > WIDTH - room:
        counted = counted.replace(" of ", " of\n", 1)
    for words in ("Counted:", *counted.splitlines()):
        parts.append(text(words, room, y + 14))
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


def _few(picture: FewDocuments) -> tuple[list[Markup], float]:
    parts, tall = [], 22.0
    room = min(150.0, room_for(picture.names))
    for i, name in enumerate(labels(picture.names, room)):
        y = 4 + tall * i
        words = f"truly {picture.true[i]}" + (
            "" if picture.right[i] else f", predicted {picture.called[i]}"
        )
        parts += [
            _cell(4.0, y, RIGHT if picture.right[i] else WRONG, 14.0, hatched=False),
            text("✓" if picture.right[i] else "✗", 22.0, y + 11.5),
            text(name, 38.0, y + 11.5),
            text(label(words, WIDTH - room - 52), room + 48, y + 11.5),
        ]
    return parts, 8 + tall * len(picture.names)


def _flow(flow: ClassFlow) -> tuple[list[Markup], float]:
    """All documents above; below them misses far left, then found, and false alarms far right."""
    rest = SHORT if flow.rest else 0.0
    drawn = max(flow.missed + flow.found + flow.extra, 1e-9)
    unit = (WIDTH - 2 * WALL - 4 * GAP - rest) / drawn
    missed, right, extra = (
        max(unit * n, 2.0) if n else 0.0 for n in (flow.missed, flow.found, flow.extra)
    )
    true, other_at = missed + GAP + right, WALL + missed + right + 3 * GAP
    end = other_at + rest + GAP + extra
    other = end - other_at
    top, middle, low = 20.0, 104.0, 190.0
    everything = flow.missed + flow.found + flow.extra + flow.rest
    parts = [
        text(f"All {count_of(everything, 'document')}", WALL, 13.0),
        _band((WALL, true + GAP), (WALL, true), (top, middle), WRONG),
        _band((other_at - GAP, other + GAP), (other_at, other), (top, middle), WRONG),
        tag("rect", x=WALL, y=top, width=end - WALL, height=BAR, fill=LINE),
        *(_heads(flow, other_at, end, middle)),
    ]
    blocks = (
        ((WALL, missed), (WALL, missed), MISSED),
        ((WALL + missed, right + GAP), (WALL + missed + GAP, right), RIGHT),
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
    return [*parts, *_feet(flow, end, low + BAR)], low + BAR + 50


def _heads(flow: ClassFlow, other_at: float, end: float, y: float) -> Iterator[Markup]:
    words = f"{amount_of(flow.missed + flow.found)} truly {quoted(flow.name, 24)}"
    yield text(label(words, other_at - WALL - 4), WALL + 3, y - 6)
    yield text(count_of(flow.extra + flow.rest, "other"), end - 3, y - 6, "end")


def _feet(flow: ClassFlow, end: float, y: float) -> Iterator[Markup]:
    """What came of them, misses at the left end and false alarms at the right one."""
    weight = (700, None)
    for row, (colour, words) in enumerate(
        ((MISSED, f"{amount_of(flow.missed)} missed"), (RIGHT, f"{amount_of(flow.found)} found"))
    ):
        top = y + 8 + 20 * row
        yield _cell(WALL, top, colour, 12.0, hatched=False)
        yield text(words, WALL + 18, top + 10, font_weight=weight[row])
    for row, (colour, words) in enumerate(
        (
            (EXTRA, count_of(flow.extra, "false alarm")),
            (WRONG, f"{amount_of(flow.rest)} rightly not predicted, not to scale"),
        )
    ):
        top = y + 8 + 20 * row
        yield _cell(end - 12, top, colour, 12.0, hatched=False)
        yield text(words, end - 18, top + 10, "end", font_weight=weight[row])


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


def _ways(ways: DecisionWays) -> tuple[list[Markup], float]:
    room, tall = min(room_for(ways.names), 168.0), 28.0
    across = WIDTH - room - 52
    parts = []
    for i, name in enumerate(labels(ways.names, room)):
        y = 6 + tall * i
        mine = ways.kinds[i] == "mine"
        width = max(across * ways.right[i] / ways.of, 1.0)
        look = fill(OF_WAYS[ways.kinds[i]])
        if ways.kinds[i] == "fixed":
            look |= {"fill_opacity": 0.45}
        parts += [
            text(name, room, y + 14, "end", font_weight=700 if mine else None),
            tag("rect", x=room + 8, y=y, width=width, height=tall - 8, **look),
            text(ways.right_texts[i], room + 14 + width, y + 14, font_weight=700 if mine else None),
        ]
    bottom = 6 + tall * len(ways.names)
    parts.append(line(room + 8, 2, room + 8, bottom, stroke=LINE))
    parts.append(text(f"right, of {ways.of} {ways.what}", room + 8, bottom + 12))
    return parts, bottom + 20


def _sizes(sizes: LargestClasses) -> tuple[list[Markup], float]:
    room, tall = min(room_for(sizes.names), 150.0), 28.0
    unit = (WIDTH - room - 70) / max(*sizes.documents, 1.0)
    parts = []
    for i, name in enumerate(labels(sizes.names, room)):
        y, width = 6 + tall * i, max(unit * sizes.documents[i], 1.0)
        parts += [
            text(name, room, y + 14, "end"),
            tag("rect", x=room + 8, y=y, width=width, height=tall - 8, **fill(RIGHT)),
            text(amount_of(sizes.documents[i]), room + 14 + width, y + 14),
        ]
    bottom = 6 + tall * len(sizes.names)
    if sizes.more:
        parts.append(
            text(f"and {count_of(sizes.more, 'class', 'classes')} more", room + 8, bottom + 12)
        )
    return parts, bottom + 20


def in_theme(drawn: Markup, dark: bool) -> str:
    """A drawing outside of a report, whose style sheet and typeface it then has itself."""
    rules = typeface_rule()
    if dark:
        rules += f".t{{fill:{TEXT_IN_DARK}}}" + "".join(
            f".f{i}{{fill:{colour}}}.s{i}{{stroke:{colour}}}" for i, colour in enumerate(IN_DARK)
        )
    head, _, rest = str(drawn).partition(">")
    return f"{head}><style>{rules}</style>{rest}"
