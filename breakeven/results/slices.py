"""Is it as good everywhere: slices of the documents side by side, as table and document.

Tested in `test_slices_three_doors`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
from breakeven.results.values import plain_count, plain_rows

# --- Slices side by side, as a table and as a document


NUMBER_OF_CLASSES = "number of true classes"
KINDS: Mapping[SliceAverage, str] = {
    "micro": "micro F",
    "macro": "macro F",
    "weighted": "weighted F",
    "per_document": "per-document F",
    "exact_match": "exact match",
}
COUNTS = ("documents", "classes", "classes_left_out")
TURNED = "The class mix reverses the difference"


def slice_frame(compared: Sequence[SliceComparison]) -> pd.DataFrame:
    """One row for each slice; undefined is NaN.

    `difference` and `standardised` are the slice less the rest, each with its 95 % interval.
    """
    columns = {
        "slice": [each.declared.name for each in compared],
        "filter": [each.declared.where for each in compared],
        "documents": [each.documents for each in compared],
        "share": [each.share for each in compared],
        "mix_distance": [each.mix_distance for each in compared],
        "micro_f": [each.micro for each in compared],
        "macro_f": [each.macro for each in compared],
        "weighted_f": [each.weighted for each in compared],
        "classes": [each.classes for each in compared],
        "classes_left_out": [each.left_out for each in compared],
        "per_document_f": [each.per_document for each in compared],
        "exact_match": [each.exact_match for each in compared],
        "difference": [each.difference.value for each in compared],
        "difference_low_95": [each.difference.interval.low for each in compared],
        "difference_high_95": [each.difference.interval.high for each in compared],
        "standardised": [each.standardised.value for each in compared],
        "standardised_low_95": [each.standardised.interval.low for each in compared],
        "standardised_high_95": [each.standardised.interval.high for each in compared],
        "covered": [each.covered for each in compared],
        "turned": [each.turned for each in compared],
    }
    return pd.DataFrame(columns)


def _cell(column: str, value: Any) -> str:
    if isinstance(value, str):
        return in_markdown(value)
    return cell_of(plain_count(value) if column in COUNTS else float(value))


# --- Is it as good everywhere: slices of the evaluated documents side by side


@dataclass(frozen=True, repr=False, eq=False)
class SlicesResult:
    """Parts of the documents side by side, each against the rest.

    `by`: what parts the documents; None where all slices are filters with a name.
    """

    compared: Sequence[SliceComparison]
    average: SliceAverage
    by: str | None

    def frame(self) -> pd.DataFrame:
        """One row for each slice; undefined is NaN."""
        return slice_frame(self.compared)

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven slices --format json` prints beside its subject; undefined is None."""
        return {"by": self.by, "average": self.average, "slices": plain_rows(self.frame())}

    def to_markdown(self) -> str:
        """What `breakeven slices` prints below its title."""
        title = "Slices" if self.by is None else f"Slices by {in_markdown(self.by)}"
        frame = self.frame()
        shown = frame.drop(columns="turned")
        rows = [
            [_cell(name, v) for name, v in zip(shown.columns, row, strict=True)]
            for row in shown.itertuples(index=False)
        ]
        parts = [
            f"## {title}",
            "",
            f"Differences are of {KINDS[self.average]}, slice minus rest; standardised: with the "
            "same class mix.",
            "",
            markdown_table(list(shown.columns), rows),
        ]
        turned = frame.loc[frame["turned"], "slice"].tolist()
        if turned:
            number = count_of(len(turned), "slice")
            names = ", ".join(in_markdown(name) for name in turned)
            parts += ["", f"{TURNED} of {number}: {names}."]
        return "\n".join(parts)


def slices_of_evaluation(
    result: EvaluatedReview,
    by: str | None,
    named: Mapping[str, str],
    edges: Sequence[float] | None,
    average: SliceAverage,
) -> SlicesResult:
    """As `EvaluationResult.slices`."""
    if average not in get_args(SliceAverage):
        raise ValueError(
            f"there is no average {average!r}; there are {', '.join(get_args(SliceAverage))}"
        )
    slices = _slices(result, by, named, edges)
    compared = compare_slices(result.evaluation, slices, average, result.beta, result.undefined)
    return SlicesResult(compared, average, by or (None if named else NUMBER_OF_CLASSES))


def _slices(
    result: EvaluatedReview,
    by: str | None,
    named: Mapping[str, str],
    edges: Sequence[float] | None,
) -> list[DeclaredSlice]:
    review = result.review
    chosen = result.selection
    lookups = lookups_of(review, chosen)
    slices: list[DeclaredSlice] = []
    if by is not None:
        texts = None if review.truth.text_column is None else lookups.texts()
        slices = slices_of(group_named(review.truth, texts, by, edges).of_documents(result.rows))
    elif edges is not None:
        raise ValueError("edges need a column of numbers, or the length of texts")
    elif not named:
        slices = by_number(result.evaluation, review.truth)
    return slices + named_slices(
        named, candidates_of_evaluation(review, result.evaluation, lookups)
    )
