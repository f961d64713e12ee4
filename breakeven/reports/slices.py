"""Slices side by side, as a table and as a document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from breakeven.reports.tables import in_markdown, markdown_table
from breakeven.reports.values import plain, whole
from breakeven.slices.side_by_side import Compared, Kind
from breakeven.text import cell_of, count_of

NUMBER_OF_CLASSES = "number of true classes"
KINDS: Mapping[Kind, str] = {
    "micro": "micro F",
    "macro": "macro F",
    "per_document": "per-document F",
    "exact_match": "exact match",
}
COUNTS = ("documents", "classes", "classes_left_out")
TURNED = "The mix of classes turns the difference round"


def slice_frame(compared: Sequence[Compared]) -> pd.DataFrame:
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
        {str(name): v if isinstance(v, str | bool) else plain(v) for name, v in row.items()}
        for row in frame.to_dict("records")
    ]


def slices_in_markdown(frame: pd.DataFrame, kind: Kind, by: str | None) -> str:
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
    return cell_of(whole(value) if column in COUNTS else float(value))
