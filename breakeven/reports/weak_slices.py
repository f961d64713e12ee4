"""Weak slices as a table, as data, in words and as a document."""

from __future__ import annotations

from typing import Any

import pandas as pd

from breakeven.documents.behind import of_conditions
from breakeven.reports.tables import in_markdown, markdown_table
from breakeven.reports.values import plain
from breakeven.selection.expression import to_text
from breakeven.slices.outcomes import Outcome
from breakeven.slices.search import FoundSlice, FoundSlices
from breakeven.text import cell_of, count_of

# columns of the document; the table has more
SHOWN = (
    "slice", "documents", "inside", "rest", "difference", "low_95", "high_95", "p", "q", "gain",
)  # fmt: skip
CONFIRMED = (
    "Each slice stands out among all documents more than the largest of as many slices does by "
    "chance in 97 of 100 shuffles, and in each of two random halves points the same way. What its "
    "documents share need not be the cause."
)


def weak_frame(found: FoundSlices) -> pd.DataFrame:
    """One row for each weak slice, the most telling first.

    `inside` and `rest`: the mean outcome, the rest with the slice's mix of true classes.
    `difference`, `low_95`, `high_95`: corrected for its having been found. `confirmed`: the p-value
    in the random half in which it stands out less.
    """
    rows = [_row(one) for one in found.slices]
    names = ["slice", "filter", "documents", "inside", "rest", "difference", "low_95", "high_95",
             "p", "q", "confirmed", "gain"]  # fmt: skip
    return pd.DataFrame(rows, columns=names)


def _row(one: FoundSlice) -> list[Any]:
    weak = one.weak
    return [
        one.words,
        to_text(of_conditions(one.conditions)),
        weak.documents,
        weak.inside,
        weak.rest,
        weak.difference,
        float(weak.interval.low),
        float(weak.interval.high),
        weak.p,
        weak.q,
        weak.confirmed,
        weak.gain,
    ]


def searched_records(found: FoundSlices) -> dict[str, Any]:
    """The search as plain data; undefined is None."""
    of_one = [
        {str(name): v if isinstance(v, str) else plain(v) for name, v in row.items()}
        for row in weak_frame(found).to_dict("records")
    ]
    return {
        "outcome": found.outcome.text,
        "documents": found.documents,
        "mean": plain(found.mean),
        "looked_at": list(found.searched.looked_at),
        "least_documents": found.searched.least,
        "explained_by_these": found.searched.told,
        "slices": of_one,
    }


def searched_in_words(found: FoundSlices) -> str:
    """How many slices were looked at and what came of it, as a sentence or two; plain text."""
    every = sum(found.searched.looked_at)
    of = count_of(found.documents, "document")
    if not every:
        return (
            f"No slice could be looked at: nothing known of {of} makes a part of at least "
            f"{found.searched.least:,}, or the same happened to all."
        )
    said = f"{count_of(every, 'slice')} of at least {found.searched.least:,} of {of} looked at: "
    if not found.slices:
        return said + "none stands out more than chance lets one stand out of so many."
    stands, to = ("stands", "it") if len(found.slices) == 1 else ("stand", "these")
    more = ""
    if told := found.searched.told:
        adds = "adds" if told == 1 else "add"
        more = f" {count_of(told, 'other')} beyond chance {adds} too little to {to}."
    return f"{said}{len(found.slices):,} {stands} out beyond chance.{more}"


def reading_of(outcome: Outcome) -> str:
    """What the columns mean, in sentences."""
    gain = "so many documents fewer" if outcome.share else "so much less in all"
    return (
        "Rest: documents outside, with the slice’s mix of true classes. Difference: corrected for "
        "the slice having been found, with its 95 % interval; where it reaches down to 0, how "
        "large it is stays open. p: how often chance alone sets the largest of all slices so far "
        "apart (family-wise). q: what share of the slices with so small a p chance would give "
        f"(false discovery rate). Gain: {gain} if the slice were as the rest."
    )


def searched_in_markdown(found: FoundSlices) -> str:
    """The search as a document to paste."""
    parts = [
        f"## Weak slices: {in_markdown(found.outcome.words)}",
        "",
        in_markdown(searched_in_words(found)),
    ]
    if found.slices:
        frame = weak_frame(found)[list(SHOWN)]
        rows = [
            [in_markdown(v) if isinstance(v, str) else _cell(name, v)
             for name, v in zip(SHOWN, row, strict=True)]
            for row in frame.itertuples(index=False)
        ]  # fmt: skip
        said = f"{reading_of(found.outcome)} {CONFIRMED}"
        parts += ["", markdown_table(list(SHOWN), rows), "", said]
    return "\n".join(parts)


def _cell(name: str, value: float) -> str:
    if name in ("documents", "gain"):
        return f"{value:,.0f}"
    return cell_of(float(value))
