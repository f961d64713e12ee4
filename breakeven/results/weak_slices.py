"""Where a system is weaker than elsewhere: a search, as table, data, words and document."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from breakeven.analysis.documents.behind import of_conditions
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.expression import to_text
from breakeven.analysis.selection.leak_sides import clean_evaluation
from breakeven.analysis.selection.selected_evaluation import lookups_of
from breakeven.analysis.selection.selection import system_of
from breakeven.analysis.slices.joined_ranges import with_joined_ranges
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
from breakeven.results.values import plain_number, plain_rows

# --- Weak slices as a table, as data, in words and as a document


# columns of the document; the table has more
SEARCH_COLUMNS = (
    "slice", "documents", "inside", "rest", "difference", "low_95", "high_95", "p", "q", "gain",
)  # fmt: skip
CONFIRMED = (
    "Each slice stands out more than the largest of as many random slices in 97 % of shuffles, and "
    "in the same direction in two random halves. What its documents share need not be the "
    "cause."
)


def weak_frame(findings: SliceFindings) -> pd.DataFrame:
    """One row for each weak slice, the most telling first.

    `inside` and `rest`: the mean outcome, the rest with the slice's mix of true classes.
    `difference`, `low_95`, `high_95`: corrected for its having been found. `confirmed`: the p-value
    in the random half in which it stands out less.
    """
    rows = [_row(named) for named in findings.slices]
    names = ["slice", "filter", "documents", "inside", "rest", "difference", "low_95", "high_95",
             "p", "q", "confirmed", "gain"]  # fmt: skip
    return pd.DataFrame(rows, columns=names)


def _row(named: NamedSlice) -> list[Any]:
    weak = named.weak
    return [
        named.words,
        to_text(of_conditions(named.conditions)),
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


def search_text(findings: SliceFindings) -> str:
    """How many slices were looked at and what came of it, in up to three sentences; plain text."""
    return _of_search(findings) + _of_leaks(findings.leaked)


def _of_leaks(leaked: int) -> str:
    if not leaked:
        return ""
    leak = "is in an earlier split too and" if leaked == 1 else "are in an earlier split too and"
    return f" {count_of(leaked, 'document')} {leak} left out, as by every search for weak slices."


def _of_search(findings: SliceFindings) -> str:
    every = sum(findings.searched.slices_searched)
    number = count_of(findings.documents, "document")
    if not every:
        return (
            f"No slice could be searched: no condition on {number} keeps at least "
            f"{findings.searched.least:,}, or the same happened to all."
        )
    least = findings.searched.least
    text = f"{count_of(every, 'slice')} of at least {least:,} of {number} looked at: "
    if not findings.slices:
        return text + "none clearly stands out."
    stands, to = ("stands", "it") if len(findings.slices) == 1 else ("stand", "these")
    more = ""
    if unhelpful := findings.searched.explained:
        more = f" {count_of(unhelpful, 'other')} that clearly stand out add too little to {to}."
    return f"{text}{len(findings.slices):,} {stands} out clearly.{more}"


def reading_of(outcome: DocumentOutcome) -> str:
    """What the columns mean, in sentences."""
    gain = "how many documents fewer" if outcome.share else "how much less in all"
    return (
        "Rest: documents outside, with the slice’s mix of true classes. Difference: allowing for "
        "the search, with its 95 % interval; where it reaches down to 0, its size stays open. p: "
        "how often chance alone sets the largest of all slices so far "
        "apart (family-wise). q: what share of the slices with so small a p chance would give "
        f"(false discovery rate). Gain: {gain} if the slice were as the rest."
    )


def _cell(name: str, value: float) -> str:
    if name in ("documents", "gain"):
        return f"{value:,.0f}"
    return cell_of(float(value))


# --- where a system is weaker than elsewhere: a search that shows itself


@dataclass(frozen=True, repr=False, eq=False)
class WeakSlices:
    """The weak slices of an evaluation, the most telling first; `findings` has all of it."""

    findings: SliceFindings

    def __len__(self) -> int:
        return len(self.findings.slices)

    def __getitem__(self, index: int) -> NamedSlice:
        return self.findings.slices[index]

    def frame(self) -> pd.DataFrame:
        """One row for each slice; undefined is NaN."""
        return weak_frame(self.findings)

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven slices --search --format json` prints beside its subject."""
        searched = self.findings.searched
        return {
            "outcome": self.findings.outcome.text,
            "documents": self.findings.documents,
            "leaked_left_out": self.findings.leaked,
            "mean": plain_number(self.findings.mean),
            "looked_at": list(searched.slices_searched),
            "least_documents": searched.least,
            "explained_by_these": searched.explained,
            "slices": plain_rows(self.frame()),
        }

    def to_markdown(self) -> str:
        """What `breakeven slices --search` prints below its title."""
        outcome = self.findings.outcome
        parts = [
            f"## Weak slices: {in_markdown(outcome.words)}",
            "",
            in_markdown(search_text(self.findings)),
        ]
        if len(self):
            frame = self.frame()[list(SEARCH_COLUMNS)]
            rows = [
                [in_markdown(v) if isinstance(v, str) else _cell(name, v)
                 for name, v in zip(SEARCH_COLUMNS, row, strict=True)]
                for row in frame.itertuples(index=False)
            ]  # fmt: skip
            table = markdown_table(list(SEARCH_COLUMNS), rows)
            parts += ["", table, "", f"{reading_of(outcome)} {CONFIRMED}"]
        return "\n".join(parts)

    def __repr__(self) -> str:
        return f"<{search_text(self.findings)}>"

    def _repr_html_(self) -> str:
        frame = self.frame()
        rows = [
            [str(value) for value in row] for row in frame.head(values.MOST_HTML_ROWS).to_numpy()
        ]
        title = values.html_paragraph(search_text(self.findings))
        return title + values.html_table([str(name) for name in frame.columns], rows, len(frame))


def weak_slices_of(result: EvaluatedReview, outcome: str, seed: int) -> WeakSlices:
    """As `EvaluationResult.weak_slices`."""
    review = result.review
    systems = (predictions.system for predictions in review.own)
    others = tuple(system for system in systems if system != result.system)
    sought = outcome_of(
        outcome, result.classes, others, system_of(review, result.system).probabilities
    )
    chosen = result.selection
    texts = None
    if review.truth.text_column is not None:
        texts = lookups_of(review, chosen).texts()
    other = _other_evaluation(result, sought.about) if sought.kind in OF_SYSTEM else None
    every = result.evaluation
    evaluation = clean_evaluation(review.truth, every)
    conditions = with_joined_ranges(
        conditions_of(review.truth, texts), review.truth, evaluation.rows
    )
    findings = search_slices(evaluation, conditions, sought, other, seed)
    return WeakSlices(replace(findings, leaked=every.documents - evaluation.documents))


def _other_evaluation(result: EvaluatedReview, system: str) -> Evaluation:
    """The other system's decisions by the same rule where it can, on its part of the split."""
    # asked for only where a second system is looked at
    from breakeven.analysis.selection.selected_evaluation import other_evaluations

    others = other_evaluations(result.review, result.evaluation)
    return next(evaluation for evaluation in others if evaluation.system == system)
