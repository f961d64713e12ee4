"""How well text and marks stand out from the page, and what of a figure does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from breakeven.figures.figure import DARK, PAGE, PAGE_IN_DARK

SMALLEST = 12  # pixels
OF_TEXT = 4.5


def luminance(colour: str) -> float:
    """Source: WCAG 2.2, relative luminance."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """Source: WCAG 2.2, contrast ratio."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def unreadable(figure: dict[str, Any]) -> list[str]:
    """The text of a figure, as it is sent to a light page, that is too small or too pale there.

    Or too pale on the dark page, where it has its like of that theme. Text in coloured cells has
    its own ground.
    """
    complaints = []
    in_cells = any(trace["type"] == "heatmap" for trace in figure["data"])
    for path, font in _fonts(figure):
        size, colour = font.get("size"), font.get("color")
        if size is not None and size < SMALLEST:
            complaints.append(f"{path}: {size} px")
        if not isinstance(colour, str) or (in_cells and "axis" not in path):
            continue
        for theme, seen in ((PAGE, colour), (PAGE_IN_DARK, DARK.get(colour, colour))):
            if contrast(seen, theme) < OF_TEXT:
                complaints.append(f"{path}: {seen} on {theme}")
    return complaints


def _fonts(value: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "template":
                continue
            if key.endswith("font") and isinstance(inner, dict):
                yield f"{path}.{key}", inner
            else:
                yield from _fonts(inner, f"{path}.{key}")
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for i, inner in enumerate(value):
            yield from _fonts(inner, f"{path}[{i}]")
