"""How large a test set must be, as a result that shows itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from breakeven.api import html
from breakeven.evaluation.evaluation import Evaluation
from breakeven.evaluation.required_size import RequiredSize
from breakeven.reports import test_size as report
from breakeven.reports.where import of_where, under_title
from breakeven.selection.where import Kept
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
