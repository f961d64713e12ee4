"""A class in two parts by the words of its documents, and in which part its errors are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from breakeven.api import html
from breakeven.api.choices import places_of
from breakeven.documents.words_with import Word, words_with
from breakeven.evaluation.evaluation import Evaluation
from breakeven.merging.divided import Divided, divided
from breakeven.records import Review
from breakeven.reports import dividing as report
from breakeven.reports.class_map import as_markdown, of_class_map
from breakeven.reports.tables import in_markdown
from breakeven.reports.where import of_where, under_title
from breakeven.selection.where import Kept
from breakeven.texts.texts import Texts

if TYPE_CHECKING:
    from breakeven.api.evaluation import EvaluationResult


@dataclass(frozen=True, repr=False, eq=False)
class DividedResult:
    """A class of an evaluation in two parts; `divided.apart` says whether there are two."""

    review: Review
    evaluation: Evaluation
    divided: Divided
    words: tuple[Sequence[Word], Sequence[Word]]
    kept: Kept | None = None

    @property
    def class_name(self) -> str:
        """The class that is divided."""
        return self.evaluation.classes[self.divided.class_index]

    @cached_property
    def _result(self) -> dict[str, Any]:
        truth, rows = self.review.truth, self.evaluation.rows
        return report.of_divided(self.divided, truth, rows, self.words)

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven merge --divide --format json` prints; undefined is None."""
        subject = {"review": self.review.name, "system": self.evaluation.system}
        return subject | self._result | of_where(self.kept) | of_class_map(self.review)

    def to_markdown(self) -> str:
        """What `breakeven merge --divide` prints."""
        name, system = in_markdown(self.review.name), in_markdown(self.evaluation.system)
        said = report.divided_in_markdown(self._result, self.divided)
        document = f"# {name}: {system}, one class divided\n\n{said}"
        return under_title(document, self.kept) + as_markdown(self.review)

    def __repr__(self) -> str:
        return f"<{report.verdict_of(self.divided, self.class_name)}>"

    def _repr_html_(self) -> str:
        rows = report.part_rows(self.divided) if self.divided.apart else []
        said = html.paragraph(report.verdict_of(self.divided, self.class_name))
        return said + (html.table(report.HEADS, rows) if rows else "")


def divided_of(result: EvaluationResult, class_name: str) -> DividedResult:
    """A class in two parts. ValueError as `EvaluationResult.divided`."""
    (c,) = places_of([class_name], result.classes)
    words = Texts(result.review.truth).words
    found = divided(result, words, c)
    one, other = (result.rows[part.documents] for part in found.parts)
    apart = words_with(words, one, other)
    return DividedResult(result.review, result, found, (apart.one, apart.other), result.kept)
