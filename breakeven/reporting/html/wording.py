"""What the templates print numbers, names and sentences with."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from markupsafe import Markup, escape

from breakeven.reporting.content.results import Number
from breakeven.reporting.formula import formula_html
from breakeven.reporting.markup import tag
from breakeven.text import (
    NOTHING,
    amount_of,
    count_of,
    figure_of,
    name_of,
    p_of,
    percent,
    signed,
    span,
    threshold_of,
    visible,
)
from metrics.typing import Array

# signs of a name, and of a sentence, which may hold one from a file
LONGEST_NAME, LONGEST_SENTENCE = 80, 1_200


def name(given: object, longest: int = LONGEST_NAME) -> Markup:
    """A foreign name: as written, apart from the text around it, cut when very long."""
    full = str(given)
    shown = visible(name_of(full if len(full) <= longest else f"{full[: longest - 1]}…"))
    return tag("bdi", shown, class_="n")


def said(sentence: object, longest: int = LONGEST_SENTENCE) -> Markup:
    """A sentence that holds foreign names: as it is, with signs for what cannot be seen."""
    full = str(sentence)
    return escape(visible(full if len(full) <= longest else f"{full[: longest - 1]}…"))


def listed_names(names: tuple[str, ...], most: int = 12) -> Markup:
    """Foreign names parted by commas: the first, and how many more."""
    shown = Markup(", ").join(name(one, 40) for one in names[:most])
    more = len(names) - most
    return shown + escape(f" and {more:,} more") if more > 0 else shown


def within(number: Number) -> str:
    """The interval of a number, "" without one."""
    return "" if math.isnan(number.low) else span(number.low, number.high)


def points(share: float) -> str:
    """A difference in points, hundredths of a measure, with its sign."""
    return signed(100 * share, 1)


def points_within(number: Number) -> str:
    """The interval of a difference in points."""
    if math.isnan(number.low):
        return NOTHING
    return f"{points(number.low)} to {points(number.high)}"


def threshold(value: float) -> str:
    """A threshold as shown; never, where nothing reaches it."""
    if math.isinf(value):
        return "never" if value > 0 else "always"
    return threshold_of(value)


def highest(values: Array) -> float:
    """The largest of some values, NaN where all are undefined."""
    known = values[~np.isnan(values)]
    return float(known.max()) if len(known) else math.nan


def told(markdown: str) -> Markup:
    """A text of the catalogue, Markdown with formulas between dollars, as HTML."""
    parts = re.split(r"\$([^$]+)\$", markdown)
    return Markup("").join(
        formula_html(part) if i % 2 else _emphasised(part) for i, part in enumerate(parts)
    )


def _emphasised(markdown: str) -> Markup:
    parts = re.split(r"\*+([^*]+)\*+", markdown)
    return Markup("").join(
        tag("em", part) if i % 2 else escape(part) for i, part in enumerate(parts)
    )


FILTERS: Mapping[str, Callable[..., Any]] = {
    "name": name,
    "said": said,
    "names": listed_names,
    "figure": figure_of,
    "within": within,
    "points": points,
    "points_within": points_within,
    "p": p_of,
    "amount": amount_of,
    "count": count_of,
    "percent": percent,
    "threshold": threshold,
    "formula": formula_html,
    "told": told,
    "highest": highest,
}
