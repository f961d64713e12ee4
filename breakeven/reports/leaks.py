"""A result with and without the documents that leak: the headline numbers beside each other."""

from __future__ import annotations

from typing import Any

from breakeven.evaluation.evaluation import Evaluation
from breakeven.reports.tables import markdown_table
from breakeven.reports.values import plain
from breakeven.selection.leaks import LeakSides
from breakeven.text import cell_of
from metrics.averaging import Undefined

AVERAGES = ("micro", "macro", "per_document")


def headline(
    evaluation: Evaluation, beta: float, undefined: Undefined, measure: str = "f"
) -> dict[str, float]:
    """One measure by its three averages; NaN where it is 0/0."""
    return {
        "micro": evaluation.micro(beta)[measure],
        "macro": evaluation.macro(beta, undefined)[measure].value,
        "per_document": evaluation.per_document(beta, undefined)[measure].value,
    }


def names_of(sides: LeakSides) -> tuple[str, str]:
    """What the two results are called wherever they stand beside each other."""
    return _names(sides.leaked)


def _names(leaked: int) -> tuple[str, str]:
    if leaked == 1:
        return "with the document that leaks", "without it"
    return f"with the {leaked:,} documents that leak", "without them"


def of_leaks(sides: LeakSides | None, beta: float, undefined: Undefined) -> dict[str, Any]:
    """Both results under `leaks`, ready for JSON; nothing where no document leaks."""
    if sides is None:
        return {}
    with_, without = (_of_side(side, beta, undefined) for side in (sides.every, sides.without))
    return {
        "leaks": {
            "text": str(sides),
            "documents": sides.leaked,
            "near_searched": sides.near,
            "with": with_,
            "without": without,
        }
    }


def _of_side(side: Evaluation, beta: float, undefined: Undefined) -> dict[str, Any]:
    values = headline(side, beta, undefined).items()
    return {"documents": side.documents, "f": {name: plain(value) for name, value in values}}


def of_leaks_of_two(
    sides: tuple[LeakSides, LeakSides] | None,
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

    def both(evaluations: tuple[Evaluation, Evaluation]) -> dict[str, Any]:
        a, b = (headline(e, beta, undefined, measure)[average] for e in evaluations)
        documents = evaluations[0].documents
        return {
            "documents": documents,
            "a": plain(a),
            "b": plain(b),
            "points": plain(100 * (b - a)),
        }

    a, b = sides
    return {
        "leaks": {
            "text": str(a),
            "documents": a.leaked,
            "near_searched": a.near,
            "with": both((a.every, b.every)),
            "without": both((a.without, b.without)),
        }
    }


def leaks_of_two_in_markdown(leaks: dict[str, Any] | None, a: str, b: str) -> list[str]:
    """As `leaks_in_markdown`; `a` and `b` are the names of the systems, ready for Markdown."""
    if leaks is None:
        return []
    sides = zip(_names(leaks["documents"]), (leaks["with"], leaks["without"]), strict=True)
    rows = [
        [name, f"{of['documents']:,}", cell_of(of["a"]), cell_of(of["b"]), cell_of(of["points"], 1)]
        for name, of in sides
    ]
    table = markdown_table(["", "documents", a, b, "points"], rows)
    return ["", f"▲ {leaks['text']}", "", table]


def leaks_in_markdown(leaks: dict[str, Any] | None) -> list[str]:
    """The lines of a document that set both results beside each other."""
    if leaks is None:
        return []
    sides = zip(_names(leaks["documents"]), (leaks["with"], leaks["without"]), strict=True)
    rows = [
        [name, f"{of['documents']:,}", *(cell_of(of["f"][average]) for average in AVERAGES)]
        for name, of in sides
    ]
    head = ["F", "documents", *(average.replace("_", " ") for average in AVERAGES)]
    return ["", f"▲ {leaks['text']}", "", markdown_table(head, rows)]
