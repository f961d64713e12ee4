"""A result with and without the documents that leak: the headline numbers beside each other."""

from __future__ import annotations

from typing import Any

from breakeven.evaluation.evaluation import Evaluation
from breakeven.reports.beside import (
    AVERAGES,
    beside_in_markdown,
    beside_of_two_in_markdown,
    side_of,
    side_of_two,
)
from breakeven.selection.leaks import AnySides, LeakSides
from metrics.averaging import Undefined


def names_of(leaked: int) -> tuple[str, str]:
    """What the results with and without so many documents are called beside each other."""
    if leaked == 1:
        return "with the document that leaks", "without it"
    return f"with the {leaked:,} documents that leak", "without them"


def of_leaks(sides: AnySides | None, beta: float, undefined: Undefined) -> dict[str, Any]:
    """Both results under `leaks`, ready for JSON; nothing where no document leaks."""
    if sides is None:
        return {}
    with_, without = (side_of(side, beta, undefined) for side in (sides.every, sides.without))
    return {"leaks": _of(sides) | {"with": with_, "without": without}}


def of_leaks_of_two(
    sides: tuple[LeakSides[Evaluation], LeakSides[Evaluation]] | None,
    measure: str,
    average: str,
    beta: float,
    undefined: Undefined,
) -> dict[str, Any]:
    """As `of_leaks`, for one measure and average of two systems `a` and `b`.

    Nothing where no document leaks, or the average is none of `AVERAGES`.
    """
    if sides is None or average not in AVERAGES:
        return {}
    a, b = sides
    with_, without = (
        side_of_two(pair, measure, average, beta, undefined)
        for pair in ((a.every, b.every), (a.without, b.without))
    )
    return {"leaks": _of(a) | {"with": with_, "without": without}}


def _of(sides: AnySides) -> dict[str, Any]:
    return {"text": str(sides), "documents": sides.leaked, "near_searched": sides.near}


def leaks_in_markdown(leaks: dict[str, Any] | None) -> list[str]:
    """The lines of a document that set both results beside each other."""
    return [] if leaks is None else beside_in_markdown(leaks["text"], _sides(leaks))


def leaks_of_two_in_markdown(leaks: dict[str, Any] | None, a: str, b: str) -> list[str]:
    """As `leaks_in_markdown`; `a` and `b` are the names of the systems, ready for Markdown."""
    return [] if leaks is None else beside_of_two_in_markdown(leaks["text"], _sides(leaks), a, b)


def _sides(leaks: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return list(zip(names_of(leaks["documents"]), (leaks["with"], leaks["without"]), strict=True))
