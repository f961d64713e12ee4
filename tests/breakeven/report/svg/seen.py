"""What stands where in a drawing, read from its elements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from xml.etree import ElementTree

from breakeven.report.svg.draw import SIZE, WIDTH, wide

SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Words:
    """A line of text, and the rectangle that it takes; `turned` words run upwards."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    turned: bool


def words_of(drawn: str) -> list[Words]:
    """Every text of a drawing; its width is less than what is reckoned, which is generous."""
    return list(_words(ElementTree.fromstring(drawn)))


def _words(root: ElementTree.Element) -> Iterator[Words]:
    for element in root.iter(f"{SVG}text"):
        text = "".join(element.itertext()).strip("\u2068\u2069")
        size = float(element.get("font-size", SIZE))
        x, y = float(element.get("x", "")), float(element.get("y", ""))
        width = 0.75 * wide(text, size)
        start = x - width * {"start": 0, "middle": 0.5, "end": 1}[element.get("text-anchor", "")]
        turned = "rotate" in element.get("transform", "")
        yield Words(text, start, y - 0.7 * size, start + width, y, turned)


def height_of(drawn: str) -> float:
    """How high a drawing is."""
    return float(ElementTree.fromstring(drawn).get("viewBox", "").split()[3])


def place(drawn: str, text: str) -> Words:
    """Where these words stand; they stand there once."""
    (line,) = [words for words in words_of(drawn) if words.text == text]
    return line


def scale(drawn: str) -> tuple[float, float]:
    """Where 0 and 1 lie on the horizontal axis, by its figures below the frame."""
    figures = [w for w in words_of(drawn) if w.text in ("0", "1") and not w.turned]
    low = max(w.bottom for w in figures)
    ends = sorted((w.left + w.right) / 2 for w in figures if abs(w.bottom - low) < 1)
    return ends[0], ends[-1]


def elements(drawn: str, name: str, **having: str) -> list[dict[str, str]]:
    """The attributes of all elements of a name that have these."""
    found = ElementTree.fromstring(drawn).iter(f"{SVG}{name}")
    return [dict(e.attrib) for e in found if all(e.get(k) == v for k, v in having.items())]


def assert_words_stand_apart(drawn: str, key: str) -> None:
    """No words leave a drawing or stand on others."""
    level = [words for words in words_of(drawn) if words.text and not words.turned]
    for words in level:
        assert -0.5 <= words.left <= words.right <= WIDTH + 0.5, key
        assert -1 <= words.top <= words.bottom <= height_of(drawn), key
    for one, other in combinations(level, 2):
        beside = one.right <= other.left + 1 or other.right <= one.left + 1
        assert beside or one.bottom <= other.top + 1 or other.bottom <= one.top + 1, key
