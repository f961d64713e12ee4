"""What outcomes mean, of arrays in memory as of the columns of an engine."""

from __future__ import annotations

from typing import Any


def of_pair(kind: str, known: Any, true: Any, called: Any) -> Any:
    """Whether a class is hit, missed, extra or rejected on each document; never where unjudged.

    `known`: whether it was judged, `true`, `called`: whether it is true and assigned.
    """
    match kind:
        case "hit":
            return known & true & called
        case "missed":
            return known & true & ~called
        case "extra":
            return known & called & ~true
    return known & ~true & ~called


def of_document(kind: str, missed: Any, extra: Any) -> Any:
    """Whether documents with so many missed and extra classes are missed, extra, wrong or right."""
    match kind:
        case "missed":
            return missed > 0
        case "extra":
            return extra > 0
        case "wrong":
            return missed + extra > 0
    return missed + extra == 0
