"""Classes of an evaluation made one: what it gains, what it loses, and the class map for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from breakeven.api import html
from breakeven.api.choices import places_of
from breakeven.evaluation.evaluation import Evaluation
from breakeven.merging.best import merge_best
from breakeven.merging.merged import MergedClasses, merge
from breakeven.records import Review
from breakeven.reports import merging as report
from breakeven.reports.class_map import as_markdown, of_class_map, written
from breakeven.reports.tables import in_markdown
from breakeven.reports.where import of_where, under_title
from breakeven.selection.where import Kept
from breakeven.text import cell_of

if TYPE_CHECKING:
    import pandas as pd

    from breakeven.api.evaluation import EvaluationResult


@dataclass(frozen=True, repr=False, eq=False)
class MergeResult:
    """What would be if some classes were one, of an evaluation of a review.

    `merged` holds the numbers; `merged.after` is the evaluation with the new classes.
    """

    review: Review
    merged: MergedClasses
    kept: Kept | None = None

    @property
    def after(self) -> Evaluation:
        """The same decisions, recounted with the new classes."""
        return self.merged.after

    @property
    def class_map(self) -> dict[str, str | None]:
        """Names of the files to new ones, for `be.read(class_map=...)`.

        With what the review's own class map replaced already.
        """
        return {**self.review.class_map, **self.merged.class_map}

    def save(self, path: str | Path) -> None:
        """Write the class map as CSV, `old,new`. OSError where it cannot be."""
        Path(path).write_bytes(written(self.class_map))

    def frame(self) -> pd.DataFrame:
        """One row per step: the two classes, F, gain, gain by size, and bits lost."""
        return report.step_frame(self.merged)

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven merge --format json` prints of chosen or best classes."""
        return (
            {"review": self.review.name}
            | report.of_subject(self.merged.before, self.merged.beta)
            | report.of_merged(self.merged)
            | {"new_class_map": self.class_map}
            | of_where(self.kept)
            | of_class_map(self.review)
        )

    def to_markdown(self) -> str:
        """What `breakeven merge` prints of chosen or best classes."""
        title = titled(self.review, self.merged.before)
        document = f"{title}\n\n{report.merged_in_markdown(self.merged)}"
        return under_title(document, self.kept) + as_markdown(self.review)

    def __repr__(self) -> str:
        micro = self.merged.averages["micro"]
        names = ", ".join(group.name for group in self.merged.groups)
        return (
            f"<Merged in {self.review.name}: {names}; micro F {cell_of(micro.before)} to "
            f"{cell_of(micro.after)}, {cell_of(micro.by_size)} by size>"
        )

    def _repr_html_(self) -> str:
        rows = [
            [name, *(cell_of(value) for value in values)]
            for name, *values in report.average_rows(self.merged)
        ]
        said = "".join(html.paragraph(one) for one in report.sentences(self.merged))
        return said + html.table(["F", "before", "after", "by size"], rows)


def merged_of(result: EvaluationResult, classes: Sequence[str], best: int | None) -> MergeResult:
    """These classes made one, or the best pairs. ValueError as `EvaluationResult.merged`."""
    if (best is None) == (not classes):
        raise ValueError("give classes, or how many of the best pairs")
    by = result.beta, result.undefined
    if best is None:
        found = merge(result, places_of(classes, result.classes), *by)
        return MergeResult(result.review, found, result.kept)
    taken = merge_best(result, best, *by)
    if taken is None:
        raise ValueError("no pair of classes gains more than its sizes would anyway")
    return MergeResult(result.review, taken, result.kept)


def titled(review: Review, evaluation: Evaluation) -> str:
    """The title of what is said of merging, in Markdown."""
    return f"# {in_markdown(review.name)}: {in_markdown(evaluation.system)}, classes made one"
