"""Where a system is weaker than elsewhere: a search, as table, data, words and document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pandas as pd

from breakeven.analysis.documents.behind import of_conditions
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.expression import to_text
from breakeven.analysis.selection.selected_evaluation import lookups_of
from breakeven.analysis.selection.selection import system_of
from breakeven.analysis.slices.slice_conditions import conditions_of
from breakeven.analysis.slices.weak_slices import (
    OF_SYSTEM,
    DocumentOutcome,
    NamedSlice,
    SliceFindings,
    outcome_of,
    search_slices,
)
from breakeven.data.wording import cell_of, count_of
from breakeven.results import values
from breakeven.results.evaluated_review import EvaluatedReview
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.values import plain_number

# --- Weak slices as a table, as data, in words and as a document


# columns of the document; the table has more
SEARCH_COLUMNS = (
    "slice", "documents", "inside", "rest", "difference", "low_95", "high_95", "p", "q", "gain",
)  # fmt: skip
CONFIRMED = (
    "Each slice stands out among all documents more than the largest of as many slices does by "
    "chance in 97 of 100 shuffles, and in each of two random halves points the same way. What its "
    "documents share need not be the cause."
)


def weak_frame(found: SliceFindings) -> pd.DataFrame:
    """One row for each weak slice, the most telling first.

    `inside` and `rest`: the mean outcome, the rest with the slice's mix of true classes.
    `difference`, `low_95`, `high_95`: corrected for its having been found. `confirmed`: the p-value
    in the random half in which it stands out less.
    """
    rows = [_row(one) for one in found.slices]
    names = ["slice", "filter", "documents", "inside", "rest", "difference", "low_95", "high_95",
             "p", "q", "confirmed", "gain"]  # fmt: skip
    return pd.DataFrame(rows, columns=names)


def _row(one: NamedSlice) -> list[Any]:
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


def searched_records(found: SliceFindings) -> dict[str, Any]:
    """The search as plain data; undefined is None."""
    of_one = [
        {str(name): v if isinstance(v, str) else plain_number(v) for name, v in row.items()}
        for row in weak_frame(found).to_dict("records")
    ]
    return {
        "outcome": found.outcome.text,
        "documents": found.documents,
        "mean": plain_number(found.mean),
        "looked_at": list(found.searched.slices_searched),
        "least_documents": found.searched.least,
        "explained_by_these": found.searched.explained,
        "slices": of_one,
    }


def search_text(found: SliceFindings) -> str:
    """How many slices were looked at and what came of it, as a sentence or two; plain text."""
    every = sum(found.searched.slices_searched)
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
    if told := found.searched.explained:
        adds = "adds" if told == 1 else "add"
        more = f" {count_of(told, 'other')} beyond chance {adds} too little to {to}."
    return f"{said}{len(found.slices):,} {stands} out beyond chance.{more}"


def reading_of(outcome: DocumentOutcome) -> str:
    """What the columns mean, in sentences."""
    gain = "so many documents fewer" if outcome.share else "so much less in all"
    return (
        "Rest: documents outside, with the slice’s mix of true classes. Difference: corrected for "
        "the slice having been found, with its 95 % interval; where it reaches down to 0, how "
        "large it is stays open. p: how often chance alone sets the largest of all slices so far "
        "apart (family-wise). q: what share of the slices with so small a p chance would give "
        f"(false discovery rate). Gain: {gain} if the slice were as the rest."
    )


def searched_in_markdown(found: SliceFindings) -> str:
    """The search as a document to paste."""
    parts = [
        f"## Weak slices: {in_markdown(found.outcome.words)}",
        "",
        in_markdown(search_text(found)),
    ]
    if found.slices:
        frame = weak_frame(found)[list(SEARCH_COLUMNS)]
        rows = [
            [in_markdown(v) if isinstance(v, str) else _cell(name, v)
             for name, v in zip(SEARCH_COLUMNS, row, strict=True)]
            for row in frame.itertuples(index=False)
        ]  # fmt: skip
        said = f"{reading_of(found.outcome)} {CONFIRMED}"
        parts += ["", markdown_table(list(SEARCH_COLUMNS), rows), "", said]
    return "\n".join(parts)


def _cell(name: str, value: float) -> str:
    if name in ("documents", "gain"):
        return f"{value:,.0f}"
    return cell_of(float(value))


# --- where a system is weaker than elsewhere: a search that shows itself


@dataclass(frozen=True, repr=False, eq=False)
class WeakSlices:
    """The weak slices of an evaluation, the most telling first; `found` has all there is to it."""

    found: SliceFindings

    def __len__(self) -> int:
        return len(self.found.slices)

    def __getitem__(self, index: int) -> NamedSlice:
        return self.found.slices[index]

    def frame(self) -> pd.DataFrame:
        """One row for each slice; undefined is NaN."""
        return weak_frame(self.found)

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven slices --search --format json` prints beside its subject."""
        return searched_records(self.found)

    def to_markdown(self) -> str:
        """What `breakeven slices --search` prints below its title."""
        return searched_in_markdown(self.found)

    def __repr__(self) -> str:
        return f"<{search_text(self.found)}>"

    def _repr_html_(self) -> str:
        frame = self.frame()
        rows = [
            [str(value) for value in row] for row in frame.head(values.MOST_HTML_ROWS).to_numpy()
        ]
        said = values.html_paragraph(search_text(self.found))
        return said + values.html_table([str(name) for name in frame.columns], rows, len(frame))


def searched(result: EvaluatedReview, outcome: str, seed: int) -> WeakSlices:
    """As `EvaluationResult.weak_slices`."""
    review = result.review
    others = tuple(said.system for said in review.own if said.system != result.system)
    asked = outcome_of(
        outcome, result.classes, others, system_of(review, result.system).probabilities
    )
    chosen = result.selection
    texts = None
    if review.truth.text_column is not None:
        texts = lookups_of(review, chosen).texts()
    other = _beside(result, asked.of) if asked.kind in OF_SYSTEM else None
    return WeakSlices(
        search_slices(result.evaluation, conditions_of(review.truth, texts), asked, other, seed)
    )


def _beside(result: EvaluatedReview, system: str) -> Evaluation:
    """The other system's decisions by the same rule where it can, on its part of the split."""
    # asked for only where a second system is looked at
    from breakeven.analysis.selection.selected_evaluation import other_evaluations

    return next(
        of for of in other_evaluations(result.review, result.evaluation) if of.system == system
    )
