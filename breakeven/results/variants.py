"""A result beside itself under other conditions: without leaks, and on labels as loaded.

Tested in `test_marks`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from breakeven.analysis.evaluation.average_intervals import AverageIntervals
from breakeven.analysis.evaluation.counts import EvaluationFacts
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.leak_sides import LeakSides
from breakeven.data.as_if import BY_CONSTRUCTION, title_of, unknown_in_words
from breakeven.data.records import AsIf, Review
from breakeven.data.wording import cell_of
from breakeven.results.table_formats import markdown_table
from breakeven.results.values import plain_number
from metrics.averaging import Undefined
from metrics.typing import AVERAGES

if TYPE_CHECKING:
    import pandas as pd


# --- Two results of the same systems beside each other: the headline numbers, as data and table


def measure_by_average(
    evaluation: EvaluationFacts, beta: float, undefined: Undefined, measure: str = "f"
) -> dict[str, float]:
    """One measure by its three averages; NaN where it is 0/0."""
    return {
        "micro": evaluation.micro(beta)[measure],
        "macro": evaluation.macro(beta, undefined)[measure].value,
        "per_document": evaluation.per_document(beta, undefined)[measure].value,
    }


def side_of(evaluation: EvaluationFacts, beta: float, undefined: Undefined) -> dict[str, Any]:
    """One of the results, ready for JSON: how many documents, and F by its averages."""
    values = measure_by_average(evaluation, beta, undefined).items()
    return {
        "documents": evaluation.documents,
        "f": {name: plain_number(value) for name, value in values},
    }


def side_of_two(
    evaluations: Sequence[Evaluation],
    measure: str,
    average: str,
    beta: float,
    undefined: Undefined,
) -> dict[str, Any]:
    """As `side_of`, for one measure and one of `AVERAGES` of two systems `a` and `b`."""
    a, b = (measure_by_average(e, beta, undefined, measure)[average] for e in evaluations)
    return {
        "documents": evaluations[0].documents,
        "a": plain_number(a),
        "b": plain_number(b),
        "points": plain_number(100 * (b - a)),
    }


def sides_in_markdown(text: str, sides: Sequence[tuple[str, Mapping[str, Any]]]) -> list[str]:
    """The lines of a document that set results of `side_of`, by their names, beside each other."""
    head = ["F", "documents", *(average.replace("_", " ") for average in AVERAGES)]
    return _lines(
        text, head, [(name, of, [cell_of(of["f"][a]) for a in AVERAGES]) for name, of in sides]
    )


def sides_of_two_in_markdown(
    text: str, sides: Sequence[tuple[str, Mapping[str, Any]]], a: str, b: str
) -> list[str]:
    """As `sides_in_markdown`, of `side_of_two`; `a`, `b`: the systems, ready for Markdown."""
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


# --- a result with and without the documents that leak: the headline numbers beside each other


def leak_side_names(leaked: int) -> tuple[str, str]:
    """What the results with and without so many documents are called beside each other."""
    if leaked == 1:
        return "with the document that leaks", "without it"
    return f"with the {leaked:,} documents that leak", "without them"


def of_leaks(
    sides: LeakSides[EvaluationFacts] | None, beta: float, undefined: Undefined
) -> dict[str, Any]:
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


def _of(sides: LeakSides[EvaluationFacts]) -> dict[str, Any]:
    return {"text": str(sides), "documents": sides.leaked, "near_searched": sides.near}


def leaks_in_markdown(leaks: dict[str, Any] | None) -> list[str]:
    """The lines of a document that set both results beside each other."""
    return [] if leaks is None else sides_in_markdown(leaks["text"], _leak_sides(leaks))


def leaks_of_two_in_markdown(leaks: dict[str, Any] | None, a: str, b: str) -> list[str]:
    """As `leaks_in_markdown`; `a` and `b` are the names of the systems, ready for Markdown."""
    return (
        [] if leaks is None else sides_of_two_in_markdown(leaks["text"], _leak_sides(leaks), a, b)
    )


def _leak_sides(leaks: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return list(
        zip(leak_side_names(leaks["documents"]), (leaks["with"], leaks["without"]), strict=True)
    )


# --- a result as if marks were carried out, always beside the result as the files were loaded


MEASURES = ("precision", "recall", "f")
AS_LOADED = "as loaded"


def as_if_text(done: AsIf) -> str:
    """What was done and what was not, and what makes such numbers promise too much."""
    title = title_of(done)
    return f"{title[0].upper()}{title[1:]}. {unknown_in_words(done)}{BY_CONSTRUCTION}"


def of_as_if(
    review: Review, loaded: Evaluation | None, now: Evaluation, beta: float, undefined: Undefined
) -> dict[str, Any]:
    """Both results under `as_if`, ready for JSON; nothing where the labels are as loaded."""
    if review.as_if is None or loaded is None:
        return {}
    before, after = (side_of(side, beta, undefined) for side in (loaded, now))
    return {"as_if": _of_done(review.as_if) | {"as_loaded": before, "as_if": after}}


def of_as_if_of_two(
    done: AsIf,
    pairs: tuple[Sequence[Evaluation], Sequence[Evaluation]],
    measure: str,
    average: str,
    beta: float,
    undefined: Undefined,
) -> dict[str, Any]:
    """As `of_as_if`, for one measure and average of two systems `a` and `b`.

    `pairs`: both as loaded, and both as if. Nothing where the average is none of
    `metrics.typing.AVERAGES`.
    """
    if average not in AVERAGES:
        return {}
    loaded, now = (side_of_two(pair, measure, average, beta, undefined) for pair in pairs)
    return {"as_if": _of_done(done) | {"as_loaded": loaded, "as_if": now}}


def _of_done(done: AsIf) -> dict[str, Any]:
    return {
        "text": as_if_text(done),
        "how": done.how,
        "documents_corrected": done.corrected,
        "documents_left_out": done.left_out,
        "labels_left_out": done.pairs_left_out,
        "documents_not_corrected": done.unknown,
    }


def as_if_in_markdown(found: Mapping[str, Any] | None) -> list[str]:
    """The lines of a document that set both results beside each other."""
    return [] if found is None else sides_in_markdown(found["text"], _as_if_sides(found))


def as_if_of_two_in_markdown(found: Mapping[str, Any] | None, a: str, b: str) -> list[str]:
    """As `as_if_in_markdown`; `a` and `b` are the names of the systems, ready for Markdown."""
    return (
        [] if found is None else sides_of_two_in_markdown(found["text"], _as_if_sides(found), a, b)
    )


def _as_if_sides(found: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    return [(AS_LOADED, found["as_loaded"]), ("as if", found["as_if"])]


def as_if_frame(
    sides: Mapping[str, Mapping[str, tuple[Evaluation, AverageIntervals | None]]],
    beta: float,
    undefined: Undefined,
) -> pd.DataFrame:
    """One row per system, average and measure: as loaded, and as if, with 95 % intervals.

    `sides`: by system, by what the result is called, the first as loaded. Differences are to it;
    undefined is NaN.
    """
    import pandas as pd

    rows = []
    for system, results in sides.items():
        for average in ("micro", "macro"):
            for measure in MEASURES:
                row: dict[str, Any] = {"system": system, "average": average, "measure": measure}
                before = math.nan
                for name, (evaluation, intervals) in results.items():
                    value = measure_by_average(evaluation, beta, undefined, measure)[average]
                    low, high = _ends(intervals, average, measure)
                    row |= {name: value, f"{name} low": low, f"{name} high": high}
                    if len(row) == 6:
                        before = value
                    else:
                        row[f"{name} difference"] = value - before
                rows.append(row)
    return pd.DataFrame(rows)


def _ends(intervals: AverageIntervals | None, average: str, measure: str) -> tuple[float, float]:
    if intervals is None:
        return math.nan, math.nan
    found = (intervals.micro if average == "micro" else intervals.macro)[measure]
    return found.low, found.high
