"""Two results of the same systems beside each other: the headline numbers, as data and table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from breakeven.evaluation.counted import AnyEvaluation
from breakeven.evaluation.evaluation import Evaluation
from breakeven.reports.tables import markdown_table
from breakeven.reports.values import plain
from breakeven.text import cell_of
from metrics.averaging import Undefined

AVERAGES = ("micro", "macro", "per_document")


def headline(
    evaluation: AnyEvaluation, beta: float, undefined: Undefined, measure: str = "f"
) -> dict[str, float]:
    """One measure by its three averages; NaN where it is 0/0."""
    return {
        "micro": evaluation.micro(beta)[measure],
        "macro": evaluation.macro(beta, undefined)[measure].value,
        "per_document": evaluation.per_document(beta, undefined)[measure].value,
    }


def side_of(evaluation: AnyEvaluation, beta: float, undefined: Undefined) -> dict[str, Any]:
    """One of the results, ready for JSON: how many documents, and F by its averages."""
    values = headline(evaluation, beta, undefined).items()
    return {"documents": evaluation.documents, "f": {name: plain(value) for name, value in values}}


def side_of_two(
    evaluations: Sequence[Evaluation],
    measure: str,
    average: str,
    beta: float,
    undefined: Undefined,
) -> dict[str, Any]:
    """As `side_of`, for one measure and one of `AVERAGES` of two systems `a` and `b`."""
    a, b = (headline(e, beta, undefined, measure)[average] for e in evaluations)
    return {
        "documents": evaluations[0].documents,
        "a": plain(a),
        "b": plain(b),
        "points": plain(100 * (b - a)),
    }


def beside_in_markdown(text: str, sides: Sequence[tuple[str, Mapping[str, Any]]]) -> list[str]:
    """The lines of a document that set results of `side_of`, by their names, beside each other."""
    head = ["F", "documents", *(average.replace("_", " ") for average in AVERAGES)]
    return _lines(
        text, head, [(name, of, [cell_of(of["f"][a]) for a in AVERAGES]) for name, of in sides]
    )


def beside_of_two_in_markdown(
    text: str, sides: Sequence[tuple[str, Mapping[str, Any]]], a: str, b: str
) -> list[str]:
    """As `beside_in_markdown`, of `side_of_two`; `a`, `b`: the systems, ready for Markdown."""
    cells = [
        (name, of, [cell_of(of["a"]), cell_of(of["b"]), cell_of(of["points"], 1)])
        for name, of in sides
    ]
    return _lines(text, ["", "documents", a, b, "points"], cells)


def _lines(
    text: str, head: list[str], sides: Sequence[tuple[str, Mapping[str, Any], list[str]]]
) -> list[str]:
    rows = [[name, f"{of['documents']:,}", *cells] for name, of, cells in sides]
    return ["", f"▲ {text}", "", markdown_table(head, rows)]
