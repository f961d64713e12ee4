"""The prose of a page: what it says outside its tables and figures."""

from __future__ import annotations

import html
import re

from streamlit.testing.v1 import AppTest

# what is no text
DRAWN = re.compile(r"<style>.*?</style>|<svg.*?</svg>", re.S)
# a tile is read as one line: what it is called, its number, and what stands below
TILE = "<div class='tile'>"
BLOCK = re.compile(r"</?(?:p|li|div|h\d|figcaption|summary|details|section|dd|dt|ul|ol|br)\b[^>]*>")


def blocks_of(app: AppTest, *also: str) -> list[str]:
    """The paragraphs, captions and boxes of a page, each once and without marks.

    `also`: HTML of ours that the page shows once it is asked to.
    """
    lines: list[str] = []
    for body in (*(element.proto.body for element in app.get("html")), *also):
        shown = _in_one_line(DRAWN.sub("", body))
        shown = BLOCK.sub("\n", re.sub(r"<table.*?</table>", "\n", shown, flags=re.S))
        lines += html.unescape(re.sub(r"<[^>]+>", "", shown)).split("\n")
    for kind in ("markdown", "caption", "info", "warning", "error", "success"):
        lines += [DRAWN.sub("", element.proto.body) for element in app.get(kind)]
    return list(dict.fromkeys(line for line in (" ".join(b.split()) for b in lines) if line))


def _in_one_line(body: str) -> str:
    """Tiles as lines: their parts with a dot between them."""
    before, *each = body.split(TILE)
    tiles = "\n".join(
        " · ".join(part for part in re.split(r"<[^>]+>", _flat(tile)) if part.strip())
        for tile in each
    )
    return f"{before}\n{tiles}"


def _flat(tile: str) -> str:
    """Without links and marks inside of a part."""
    return re.sub(
        r"</?(?:a|b|small|span|em|strong)\b[^>]*>", "", re.sub(r"</b>", "<p>", tile, count=1)
    )
