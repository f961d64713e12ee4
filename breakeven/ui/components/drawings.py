"""Small drawings beside numbers, as HTML: a ring, bars, intervals, a table of two by two.

Tested in `tests/pages/test_hostile.py` and by the pages that show them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from markupsafe import Markup

from breakeven.ui.components.html import RIGHT, WRONG, Cells, show_html


def show_ring(share: float, top: float, inset: tuple[int, int], colour: str) -> None:
    """A ring over the picture that follows, which is not drawn anew when the ring is moved.

    `share`: of the width between what is left and right of it (`inset`, in pixels); `top`: pixels
    below the top of the picture.
    """
    left, right = inset
    place = f"left:calc({left}px + (100% - {left + right}px) * {share:.5f});top:{top:.1f}px"
    show_html(
        Markup(
            "<div style='position:relative;height:0'><div class='ring' style='position:absolute;"
            "{};width:17px;height:17px;margin:-11px 0 0 -11px;box-sizing:content-box;"
            "border:2px solid {};border-radius:50%;pointer-events:none;z-index:1'></div></div>"
        ).format(place, colour)
    )


def score_bar(share: float, mark: float | None, full: bool) -> Markup:
    """A bar over this share of its width; `mark`: where the decision turns; paler if not `full`."""
    width, turn = (100 * min(max(x, 0.0), 1.0) for x in (share, mark or 0.0))
    shown = Markup(
        "<div style='position:absolute;left:{:.1f}%;top:-2px;height:8px;width:2px;"
        "background:currentColor'></div>"
    ).format(turn)
    return Markup(
        "<div style='position:relative;height:4px;min-width:4.5rem;margin:.3rem 0 .15rem;"
        "background:rgba(128,128,128,.2)'>"
        "<div style='width:{:.1f}%;height:4px;background:currentColor;opacity:{}'></div>{}</div>"
    ).format(width, 1 if full else 0.45, "" if mark is None else shown)


def interval_strip(value: float, low: float, high: float, span: tuple[float, float]) -> Markup:
    """A dot with its interval, and a line where zero is; `span`: what the whole width is, with 0.

    NaN: an undefined value has no dot, an unknown end no interval.
    """
    first, last = span
    width = (last - first) or 1.0

    def place(points: float) -> float:
        # half a dot stays free at both sides
        return 5 + 90 * (points - first) / width

    parts = [Markup("<i style='left:{:.1f}%'></i>").format(place(0.0))]
    if not (math.isnan(low) or math.isnan(high)):
        parts.append(
            Markup("<s style='left:{:.1f}%;width:{:.1f}%'></s>").format(
                place(low), place(high) - place(low)
            )
        )
    if not math.isnan(value):
        parts.append(Markup("<b style='left:{:.1f}%'></b>").format(place(value)))
    return STRIP + Markup("<div class='strip' aria-hidden='true'>{}</div>").format(
        Markup("").join(parts)
    )


STRIP = Markup(
    "<style>.strip{position:relative;height:12px;min-width:min(15rem,28vw)}"
    ".strip>*{position:absolute}.strip i{top:0;height:12px;width:1px;background:currentColor;"
    "opacity:.5}.strip s{top:5px;height:2px;background:currentColor;opacity:.5}"
    ".strip b{top:2px;width:8px;height:8px;margin-left:-4px;border-radius:50%;"
    "background:currentColor}</style>"
)


def scale(
    value: tuple[float, float, float], levels: Sequence[tuple[float, str]], says: str
) -> Markup:
    """A scale from 0 to 1 with a mark, its interval, and names for its levels.

    `value`: with the ends of its interval, NaN where there are none. `levels`: where each begins,
    the first at 0. `says`: the same in words.
    """
    mark, low, high = (100 * min(max(x, 0.0), 1.0) for x in value)
    starts = [100 * start for start, _ in levels]
    parts = Markup("").join(
        Markup(
            "<div style='position:absolute;left:{:.1f}%;width:{:.1f}%;top:0;font-size:.75rem;"
            "border-left:1px solid rgba(128,128,128,.6);padding-left:.3rem;height:2.2rem'>{}</div>"
        ).format(start, end - start, name)
        for start, end, (_, name) in zip(starts, [*starts[1:], 100.0], levels, strict=True)
    )
    within = (
        Markup(
            "<div style='position:absolute;left:{:.1f}%;width:{:.1f}%;top:1.55rem;height:4px;"
            "background:currentColor;opacity:.5'></div>"
        ).format(low, high - low)
        if value[1] == value[1]
        else Markup()
    )
    return Markup(
        "<div role='img' aria-label='{}' style='position:relative;height:2.4rem;max-width:32rem;"
        "margin:.2rem 0 .6rem'><div style='position:absolute;left:0;right:0;top:1.65rem;height:1px;"
        "background:rgba(128,128,128,.6)'></div>{}{}<div style='position:absolute;left:{:.1f}%;"
        "top:1.3rem;width:4px;height:.75rem;background:currentColor'></div></div>"
    ).format(says, parts, within, mark)


def two_by_two(
    heads: tuple[Markup | str, Markup | str],
    sides: tuple[Markup | str, Markup | str],
    cells: Sequence[Cells],
    sums: Sequence[Cells],
) -> Markup:
    """A 2 x 2 table with its sums: what agrees stands on the diagonal, in another colour.

    `cells`: two rows of two; `sums`: those of the rows, then those of the columns and of all.
    """
    of_all = Markup("<th style='white-space:nowrap'>Sum</th>")
    cell = Markup("<td style='background:{}'>{}</td>")
    total = Markup("<td>{}</td>")
    body = Markup("").join(
        Markup("<tr><th>{}</th>{}{}</tr>").format(
            sides[i],
            Markup("").join(
                cell.format(RIGHT if i == j else WRONG, text) for j, text in enumerate(cells[i])
            ),
            total.format(sums[0][i]),
        )
        for i in range(2)
    )
    return Markup(
        "<style>.two{border-collapse:collapse;font-variant-numeric:tabular-nums}"
        ".two td{padding:.45rem .9rem;text-align:right;border:1px solid rgba(128,128,128,.3)}"
        ".two th{padding:.3rem .7rem;font-weight:400;text-align:left;min-width:9ch;"
        "overflow-wrap:anywhere}"
        ".two thead th{text-align:right}.two small{opacity:.75;white-space:nowrap}</style>"
    ) + Markup(
        "<div tabindex='0' style='overflow-x:auto'><table class='two'>"
        "<thead><tr><th></th><th>{0}</th><th>{1}</th>{2}</tr></thead><tbody>"
        "{3}<tr>{2}{4}</tr></tbody></table></div>"
    ).format(*heads, of_all, body, Markup("").join(total.format(each) for each in sums[1]))
