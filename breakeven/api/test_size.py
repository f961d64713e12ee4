"""How large a test set must be, as a result that shows itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from breakeven.api import html
from breakeven.api.choices import selection_of, some_kept
from breakeven.evaluation.evaluation import Evaluation
from breakeven.evaluation.required_size import (
    ASSUMED,
    AssumedSize,
    RequiredSize,
    assumed_size,
    tested_split,
)
from breakeven.records import Review
from breakeven.reports import test_size as report
from breakeven.reports.where import of_where, under_title
from breakeven.selection import Selection
from breakeven.selection.evaluated import asked_of
from breakeven.selection.where import Kept, kept_by
from breakeven.text import count_of, f_name

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False, eq=False)
class TestSize:
    """How many documents tell F of each class, and micro and macro F, as exactly as wanted."""

    __test__ = False  # no test, whatever its name

    name: str
    evaluation: Evaluation
    size: RequiredSize
    kept: Kept | None = None

    @property
    def unjudged(self) -> list[str]:
        """Classes with too few documents to be judged at all, the fewest first."""
        return [self.evaluation.classes[c] for c in self.size.unjudged.tolist()]

    def frame(self) -> pd.DataFrame:
        """One row per class; undefined is NaN."""
        return report.class_size_frame(self.evaluation, self.size)

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven test-size --format json` prints; undefined is None."""
        told = {"review": self.name} | report.of_size(self.evaluation, self.size)
        return told | of_where(self.kept)

    def to_markdown(self) -> str:
        """What `breakeven test-size` prints."""
        return under_title(report.as_markdown(self.name, self.evaluation, self.size), self.kept)

    def __repr__(self) -> str:
        known = int((self.size.half_width <= self.size.wanted).sum())
        return (
            f"<Test size of {self.name}: {f_name(self.size.beta)} is known to "
            f"±{self.size.wanted:g} for {known:,} of "
            f"{count_of(len(self.evaluation.classes), 'class', 'classes')}>"
        )

    def _repr_html_(self) -> str:
        rows = report.average_rows(self.evaluation, self.size)
        return html.paragraph(repr(self)[1:-1]) + html.table(
            list(report.AVERAGE_TITLES), rows, len(rows)
        )


@dataclass(frozen=True, repr=False, eq=False)
class PlannedTestSize:
    """How many documents would tell F of each class as exactly as wanted, at an assumed level."""

    name: str
    size: AssumedSize
    kept: Kept | None = None

    @property
    def unjudged(self) -> list[str]:
        """Classes with too few documents to be judged at all, the fewest first."""
        return [self.size.classes[c] for c in self.size.unjudged.tolist()]

    def frame(self) -> pd.DataFrame:
        """One row per class; undefined is NaN."""
        return report.assumed_frame(self.size)

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven test-size --format json` prints; undefined is None."""
        return {"review": self.name} | report.of_assumed(self.size) | of_where(self.kept)

    def to_markdown(self) -> str:
        """What `breakeven test-size` prints."""
        return under_title(report.assumed_as_markdown(self.name, self.size), self.kept)

    def __repr__(self) -> str:
        return f"<Test size of {self.name}: {report.assumed_in_words(self.size)}>"

    def _repr_html_(self) -> str:
        rows = report.assumed_cells(self.size)
        head = list(self.frame().columns)
        return html.paragraph(repr(self)[1:-1]) + html.table(
            head, rows[: html.MOST_ROWS], len(rows)
        )


def plan_test_size(
    review: Review,
    split: str | None = None,
    *,
    where: str | None = None,
    width: float = 0.05,
    beta: float = 1.0,
    assume: float = ASSUMED,
) -> PlannedTestSize:
    """How many documents would tell F to ±`width` before there is any system.

    By the documents of each class in the split (by default the test split, "all" for all), were
    precision and recall `assume`. What a system shows says more: `evaluate(…).test_size()`.
    ValueError where nobody has labelled, and for what there is not.

    >>> import breakeven as be
    >>> review = be.from_arrays(["a"] * 300 + ["b"] * 20)
    >>> be.plan_test_size(review, assume=0.9).size.of_class
    78
    """
    named = tested_split(review.truth) if split is None else split
    selection = selection_of(review, None, named, where)
    found = test_size_of_selection(review, selection, width, beta, assume)
    some_kept(found.kept)
    return found


def test_size_of_selection(
    review: Review, selection: Selection, width: float, beta: float, assume: float
) -> PlannedTestSize:
    """The same of the documents of a selection. ValueError."""
    kept, rows = None, review.truth.in_split(selection.split)
    if selection.where is not None:
        kept = kept_by(selection.where, asked_of(review, selection))
        rows = kept.rows
    size = assumed_size(review.truth, rows, selection.split, width, beta, assume)
    return PlannedTestSize(review.name, size, kept)
