"""The screens of a story in Markdown, their pictures drawn with signs."""

from __future__ import annotations

from breakeven.reporting.content.story import StoryPage
from breakeven.reporting.tabulated import Table
from breakeven.reports.tables import in_markdown
from breakeven.story.pictures import Few, Flow, Hundred, Picture, Sizes, Ways
from breakeven.text import amount_of, count_of, quoted, visible

SIDE = 10
RIGHT, WRONG, OPEN = "■", "□", "▨"


def story_parts(page: StoryPage) -> list[str | Table]:
    """A screen: its title, its number, its sentences, its pictures."""
    parts: list[str | Table] = [f"### {_literal(page.title)}", f"**{_literal(page.number)}**"]
    parts += [_literal(each) for each in page.said]
    if page.whose:
        parts.append(_literal(page.whose))
    if page.beside:
        parts.append("▲ What was counted has changed since these words were written. Counted now:")
        parts += [_literal(each) for each in page.beside]
    for picture in page.pictures:
        parts += _picture(picture)
    for shown in page.documents:
        text = "" if shown.text is None else f": “{shown.text}”"
        said = f"{shown.document}, truly {shown.true}; it says {shown.called}{text}"
        parts.append(_literal(f"{shown.why} {said}"))
    return parts


def _literal(text: str) -> str:
    return in_markdown(visible(text))


def _picture(picture: Picture) -> list[str | Table]:
    match picture:
        case Hundred():
            return [_hundred(picture)]
        case Few():
            signs = [RIGHT if right else WRONG for right in picture.right]
            few = tuple(zip(picture.names, picture.true, picture.called, signs, strict=True))
            return [
                Table(
                    "story-documents",
                    "The documents",
                    ("document", "truly", "it says", "right"),
                    few,
                )
            ]
        case Flow():
            parts = (picture.missed, picture.found, picture.rest, picture.extra)
            go = count_of(sum(parts), "document goes", "documents go")
            caption = f"Where {go}: {quoted(picture.name)}"
            head = ("missed", "found", "rightly left alone", "false alarms")
            return [Table("story-flow", caption, head, (tuple(map(amount_of, parts)),))]
        case Sizes():
            sizes = zip(picture.names, map(amount_of, picture.documents), strict=True)
            caption = "The largest classes, in documents"
            return [Table("story-sizes", caption, ("class", "documents"), tuple(sizes))]
        case Ways():
            ways = tuple(zip(picture.names, picture.said, strict=True))
            return [
                Table(
                    "story-ways",
                    f"Right, of {picture.of} {picture.what}",
                    ("way to decide", "right"),
                    ways,
                )
            ]


def _hundred(of: Hundred) -> str:
    """A sign for each of a hundred, in columns; misses come first, on the left."""
    left = of.wrong == "missed"
    signs = []
    for i in range(SIDE * SIDE):
        place = SIDE * SIDE - 1 - i if left else i
        sure = not of.low <= place < of.high
        signs.append((RIGHT if place < of.right else WRONG) if sure else OPEN)
    rows = ["".join(signs[row::SIDE]) for row in range(SIDE)]
    kinds = f"{RIGHT} {of.right} {of.yes}, {WRONG} {100 - of.right} {of.no}"
    within = f", {OPEN} may be otherwise" if of.low < of.high else ""
    return "\n".join(
        [f"{of.name}: {kinds}{within}; counted: {of.counted}", "", "```", *rows, "```"]
    )
