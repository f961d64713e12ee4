"""Is it as good everywhere: slices of the documents side by side, as table and document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

import pandas as pd

from breakeven.analysis.documents.declared_slices import by_number, named_slices, slices_of
from breakeven.analysis.selection.candidates import candidates_of_evaluation
from breakeven.analysis.selection.selected_evaluation import lookups_of
from breakeven.analysis.slices.slice_comparison import (
    DeclaredSlice,
    SliceAverage,
    SliceComparison,
    compare_slices,
)
from breakeven.analysis.slices.slice_conditions import group_named
from breakeven.data.wording import cell_of, count_of
from breakeven.results.evaluated_review import EvaluatedReview
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.values import plain_count, plain_number

# --- Slices side by side, as a table and as a document


NUMBER_OF_CLASSES = "number of true classes"
KINDS: Mapping[SliceAverage, str] = {
    "micro": "micro F",
    "macro": "macro F",
    "per_document": "per-document F",
    "exact_match": "exact match",
}
COUNTS = ("documents", "classes", "classes_left_out")
TURNED = "The mix of classes turns the difference round"


def slice_frame(compared: Sequence[SliceComparison]) -> pd.DataFrame:
    """One row for each slice; undefined is NaN.

    `difference` and `standardised` are the slice less the rest, each with its 95 % interval.
    """
    columns = {
        "slice": [one.of.name for one in compared],
        "filter": [one.of.where for one in compared],
        "documents": [one.documents for one in compared],
        "share": [one.share for one in compared],
        "mix_distance": [one.mix_distance for one in compared],
        "micro_f": [one.micro for one in compared],
        "macro_f": [one.macro for one in compared],
        "classes": [one.classes for one in compared],
        "classes_left_out": [one.left_out for one in compared],
        "per_document_f": [one.per_document for one in compared],
        "exact_match": [one.exact_match for one in compared],
        "difference": [one.difference.value for one in compared],
        "difference_low_95": [one.difference.interval.low for one in compared],
        "difference_high_95": [one.difference.interval.high for one in compared],
        "standardised": [one.standardised.value for one in compared],
        "standardised_low_95": [one.standardised.interval.low for one in compared],
        "standardised_high_95": [one.standardised.interval.high for one in compared],
        "covered": [one.covered for one in compared],
        "turned": [one.turned for one in compared],
    }
    return pd.DataFrame(columns)


def slice_records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """The table as plain data, row by row; undefined is None."""
    return [
        {str(name): v if isinstance(v, str | bool) else plain_number(v) for name, v in row.items()}
        for row in frame.to_dict("records")
    ]


def slices_in_markdown(frame: pd.DataFrame, kind: SliceAverage, by: str | None) -> str:
    """The table as a document to paste, and which slices the mix of classes turns round."""
    title = "Slices" if by is None else f"Slices by {in_markdown(by)}"
    shown = frame.drop(columns="turned")
    rows = [
        [_cell(name, v) for name, v in zip(shown.columns, row, strict=True)]
        for row in shown.itertuples(index=False)
    ]
    parts = [
        f"## {title}",
        "",
        f"Differences are of {KINDS[kind]}, each slice less the rest; standardised: with the same "
        "mix of true classes.",
        "",
        markdown_table(list(shown.columns), rows),
    ]
    turned = frame.loc[frame["turned"], "slice"].tolist()
    if turned:
        of = count_of(len(turned), "slice")
        names = ", ".join(in_markdown(name) for name in turned)
        parts += ["", f"{TURNED} of {of}: {names}."]
    return "\n".join(parts)


def _cell(column: str, value: Any) -> str:
    if isinstance(value, str):
        return in_markdown(value)
    return cell_of(plain_count(value) if column in COUNTS else float(value))


# --- Is it as good everywhere: slices of the evaluated documents side by side


def compared_slices(
    result: EvaluatedReview,
    by: str | None,
    named: Mapping[str, str],
    edges: Sequence[float] | None,
    average: SliceAverage,
) -> list[SliceComparison]:
    """As `EvaluationResult.slices`."""
    if average not in get_args(SliceAverage):
        raise ValueError(
            f"there is no average {average!r}; there are {', '.join(get_args(SliceAverage))}"
        )
    slices = _slices(result, by, named, edges)
    return compare_slices(result.evaluation, slices, average, result.beta, result.undefined)


def _slices(
    result: EvaluatedReview,
    by: str | None,
    named: Mapping[str, str],
    edges: Sequence[float] | None,
) -> list[DeclaredSlice]:
    review = result.review
    chosen = result.selection
    lookups = lookups_of(review, chosen)
    found: list[DeclaredSlice] = []
    if by is not None:
        texts = None if review.truth.text_column is None else lookups.texts()
        found = slices_of(group_named(review.truth, texts, by, edges).at(result.rows))
    elif edges is not None:
        raise ValueError("edges need a column or the length of texts to cut")
    elif not named:
        found = by_number(result.evaluation, review.truth)
    return found + named_slices(named, candidates_of_evaluation(review, result.evaluation, lookups))
