"""What more training documents would give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from breakeven.api import html
from breakeven.api.evaluation import evaluate
from breakeven.comparison.learning_curve import LearningCurves, learning_curves
from breakeven.comparison.training_sizes import checked_sizes, sizes_in_names
from breakeven.records import Review
from breakeven.reports import learning_curve as report
from breakeven.reports.where import of_where, under_title
from breakeven.selection import NoSystemError
from breakeven.selection.checked import others_beside
from breakeven.selection.where import Kept
from breakeven.text import count_of
from metrics.averaging import Undefined

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class LearningCurveResult:
    """Micro and macro F, and the error, against training size, for each learner.

    `found.of("micro")` are its curves, each with `forecast(size)`. `from_names`: the sizes that
    nobody said.
    """

    name: str
    found: LearningCurves
    beta: float
    from_names: Mapping[str, int]
    kept: Kept | None = None

    def frame(self) -> pd.DataFrame:
        """One row per measure, learner and system; undefined is NaN."""
        return report.curve_frame(self.found)

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven learning-curve --format json` prints; undefined is None."""
        told = {"review": self.name, "sizes_from_names": dict(self.from_names)}
        return told | report.of_curves(self.found, self.beta) | of_where(self.kept)

    def to_markdown(self) -> str:
        """What `breakeven learning-curve` prints."""
        document = report.as_markdown(self.name, self.found, self.beta, self.from_names)
        return under_title(document, self.kept)

    def __repr__(self) -> str:
        systems = len({system for curve in self.found.curves for system in curve.systems})
        documents = count_of(self.found.documents, "document")
        return f"<Learning curve of {self.name}: {count_of(systems, 'system')} on {documents}>"

    def _repr_html_(self) -> str:
        rows = [row for curve in self.found.of("micro") for row in report.point_rows(curve)]
        return html.paragraph(repr(self)[1:-1]) + html.table(list(report.TITLES), rows, len(rows))


def learning_curve(
    review: Review,
    trained_on: Mapping[str, int] | None = None,
    split: str | None = None,
    beta: float = 1.0,
    undefined: Undefined = "drop",
    *,
    where: str | None = None,
) -> LearningCurveResult:
    """What more training documents would give, by systems that learnt from several numbers.

    `trained_on`: training documents by system; without it the numbers in names such as `svm-1000`,
    which `from_names` of the result then holds. Split, rules and filter as for `evaluate`.

    ValueError where no size is known, for a system that is none, or fewer than two documents.

    >>> import breakeven as be
    >>> found = be.learning_curve(be.sample("reuters"), {"svm": 9603, "nb": 9603})
    >>> found.found.of("micro")[0].why_not
    'it takes 3 different training sizes, not 1'
    """
    if not review.has_system:
        raise NoSystemError
    names = [predictions.system for predictions in review.own]
    sizes = sizes_in_names(names) if trained_on is None else checked_sizes(trained_on, names)
    if not sizes:
        raise ValueError("no system's training size is known; say it, such as svm-1000=1000")
    first = evaluate(review, next(iter(sizes)), split, None, beta, undefined, where=where)
    every = [first, *others_beside(review, first, first.kept)]
    return LearningCurveResult(
        name=review.name,
        found=learning_curves(every, sizes, first.beta, undefined),
        beta=first.beta,
        from_names=sizes if trained_on is None else {},
        kept=first.kept,
    )
