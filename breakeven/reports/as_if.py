"""A result as if marks were carried out, always beside the result as the files were loaded."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from breakeven.evaluation.average_intervals import AverageIntervals
from breakeven.evaluation.evaluation import Evaluation
from breakeven.marks.as_if import BY_CONSTRUCTION, title_of, unknown_in_words
from breakeven.records import AsIf, Review
from breakeven.reports.beside import (
    AVERAGES,
    beside_in_markdown,
    beside_of_two_in_markdown,
    headline,
    side_of,
    side_of_two,
)
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
    `breakeven.reports.beside.AVERAGES`.
    """
    if average not in AVERAGES:
        return {}
    loaded, now = (side_of_two(pair, measure, average, beta, undefined) for pair in pairs)
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
    return [] if found is None else beside_in_markdown(found["text"], _sides(found))


def as_if_of_two_in_markdown(found: Mapping[str, Any] | None, a: str, b: str) -> list[str]:
    """As `as_if_in_markdown`; `a` and `b` are the names of the systems, ready for Markdown."""
    return [] if found is None else beside_of_two_in_markdown(found["text"], _sides(found), a, b)


def _sides(found: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
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
