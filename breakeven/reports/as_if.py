"""A result as if marks were carried out, always beside the result as the files were loaded."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from breakeven.evaluation.average_intervals import AverageIntervals
from breakeven.evaluation.evaluation import Evaluation
from breakeven.marks.as_if import BY_CONSTRUCTION, title_of, unknown_in_words
from breakeven.records import AsIf, Review
from breakeven.reports.leaks import AVERAGES, headline
from breakeven.reports.tables import markdown_table
from breakeven.reports.values import plain
from breakeven.text import cell_of
from metrics.averaging import Undefined

if TYPE_CHECKING:
    import pandas as pd

MEASURES = ("precision", "recall", "f")
AS_LOADED = "as loaded"


def sentence_of(done: AsIf) -> str:
    """What was done and what was not, and what makes such numbers promise too much."""
    title = title_of(done)
    return f"{title[0].upper()}{title[1:]}. {unknown_in_words(done)}{BY_CONSTRUCTION}"


def of_as_if(
    review: Review, loaded: Evaluation | None, now: Evaluation, beta: float, undefined: Undefined
) -> dict[str, Any]:
    """Both results under `as_if`, ready for JSON; nothing where the labels are as loaded."""
    if review.as_if is None or loaded is None:
        return {}

    def of(side: Evaluation) -> dict[str, Any]:
        f = {name: plain(value) for name, value in headline(side, beta, undefined).items()}
        return {"documents": side.documents, "f": f}

    return {"as_if": _of_done(review.as_if) | {"as_loaded": of(loaded), "as_if": of(now)}}


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
    `breakeven.reports.leaks.AVERAGES`.
    """
    if average not in AVERAGES:
        return {}

    def both(pair: Sequence[Evaluation]) -> dict[str, Any]:
        a, b = (headline(side, beta, undefined, measure)[average] for side in pair)
        documents = pair[0].documents
        return {
            "documents": documents,
            "a": plain(a),
            "b": plain(b),
            "points": plain(100 * (b - a)),
        }

    loaded, now = (both(pair) for pair in pairs)
    return {"as_if": _of_done(done) | {"as_loaded": loaded, "as_if": now}}


def _of_done(done: AsIf) -> dict[str, Any]:
    return {
        "text": sentence_of(done),
        "how": done.how,
        "documents_corrected": done.corrected,
        "documents_left_out": done.left_out,
        "labels_left_out": done.pairs_left_out,
        "documents_not_corrected": done.unknown,
    }


def as_if_in_markdown(found: Mapping[str, Any] | None) -> list[str]:
    """The lines of a document that set both results beside each other."""
    if found is None:
        return []
    head = ["F", "documents", *(average.replace("_", " ") for average in AVERAGES)]
    return _markdown(found, head, lambda of: [cell_of(of["f"][average]) for average in AVERAGES])


def as_if_of_two_in_markdown(found: Mapping[str, Any] | None, a: str, b: str) -> list[str]:
    """As `as_if_in_markdown`; `a` and `b` are the names of the systems, ready for Markdown."""
    if found is None:
        return []
    return _markdown(
        found,
        ["", "documents", a, b, "points"],
        lambda of: [cell_of(of["a"]), cell_of(of["b"]), cell_of(of["points"], 1)],
    )


def _markdown(
    found: Mapping[str, Any], head: list[str], cells: Callable[[Mapping[str, Any]], list[str]]
) -> list[str]:
    sides = ((AS_LOADED, found["as_loaded"]), ("as if", found["as_if"]))
    rows = [[name, f"{of['documents']:,}", *cells(of)] for name, of in sides]
    return ["", f"▲ {found['text']}", "", markdown_table(head, rows)]


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
                    value = headline(evaluation, beta, undefined, measure)[average]
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
