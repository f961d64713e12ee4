"""Labels that are likely wrong: a result that shows itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from breakeven.api import html
from breakeven.api.choices import selection_of, some_kept
from breakeven.labels.errors import Doubts, doubts_of
from breakeven.labels.evidence import Asked, NoEvidence
from breakeven.records import Review
from breakeven.reports.class_map import of_class_map
from breakeven.reports.label_errors import (
    classes_frame,
    evidence_in_words,
    found_in_words,
    label_errors_in_markdown,
    label_errors_record,
    pairs_frame,
    quality_frame,
)
from breakeven.reports.where import of_where, under_title
from breakeven.selection import NoSystemError, Selection
from breakeven.selection.evaluated import output_of_selection
from breakeven.selection.where import Kept
from breakeven.text import cell_of
from metrics.typing import Array

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False, eq=False)
class LabelErrors:
    """Pairs of a document and a class whose label is likely wrong, the most doubtful first."""

    review: Review
    doubts: Doubts
    kept: Kept | None = None

    @property
    def _shown(self) -> Array | None:
        return None if self.kept is None else self.doubts.of_documents(self.kept.rows)

    def frame(self) -> pd.DataFrame:
        """One row for each pair: document, class, whether the label is missing or wrong, evidence.

        `p` is the probability of the class; `threshold` what it speaks against the label from
        there on; `margin` in (0, 1]; `doubt` up to 1, by which pairs are ordered: two thirds
        the margin, one third how far p lies beyond the threshold; `agree` of the `asked` other
        systems suspect it too.
        """
        return pairs_frame(self.review.truth, self.doubts, self._shown)

    def classes(self) -> pd.DataFrame:
        """One row for each class; NaN where it has too few documents to say anything."""
        return classes_frame(self.review.truth, self.doubts)

    def documents(self) -> pd.DataFrame:
        """The quality of each document's labels, in [0, 1], the worst first."""
        return quality_frame(self.review.truth, self.doubts)

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven label-errors --format json` prints."""
        found = label_errors_record(self.review.truth, self.doubts, self._shown)
        start = {"review": self.review.name} | of_where(self.kept)
        return start | found | of_class_map(self.review)

    def to_markdown(self) -> str:
        """What `breakeven label-errors` prints."""
        notes = [str(note) for note in self.review.notes]
        title = f"{self.review.name}, {self.doubts.system}"
        return under_title(
            label_errors_in_markdown(title, self.review.truth, self.doubts, notes, self._shown),
            self.kept,
        )

    def __len__(self) -> int:
        return len(self.frame())

    def __repr__(self) -> str:
        return f"<LabelErrors: {found_in_words(self.review.truth, self.doubts)}>"

    def _repr_html_(self) -> str:
        frame = self.frame()
        rows = [
            [v if isinstance(v, str) else cell_of(v) for v in row]
            for row in frame.iloc[: html.MOST_ROWS].itertuples(index=False)
        ]
        said = found_in_words(self.review.truth, self.doubts)
        title = html.paragraph(f"{said} {evidence_in_words(self.doubts)}")
        return title + html.table(list(frame.columns), rows, len(frame))


def label_errors(
    review: Review,
    system: str | None = None,
    split: str | None = None,
    *,
    where: str | None = None,
    cross_validated: bool = False,
    calibrate: bool = False,
    others: bool = False,
) -> LabelErrors:
    """The labels that are likely wrong, by probabilities of documents not learnt from.

    `system`, `split`, `where`: as for `evaluate`; the filter shows fewer of them and changes
    nothing. `cross_validated`: scores of training documents come from models that had not seen
    them. `calibrate`: make probabilities of the scores on dev, even where they are said to be
    some; other scores always are. `others`: ask the other systems, without the one under review.
    ValueError where nobody has labelled, and where no such probabilities can be had.

    >>> import breakeven as be
    >>> found = be.label_errors(be.sample("reuters"), "logreg")
    >>> found.frame()["label_is"].value_counts().to_dict()
    {'missing': 133, 'wrong': 13}
    """
    selection = selection_of(review, system, split, where)
    found = label_errors_of(review, selection, Asked(cross_validated, calibrate, others))
    if isinstance(found, NoEvidence):
        raise ValueError(str(found))
    some_kept(found.kept)
    return found


def label_errors_of(review: Review, selection: Selection, asked: Asked) -> LabelErrors | NoEvidence:
    """What a selection names; or why nobody can say. NoSystemError without a system."""
    if not review.has_system:
        raise NoSystemError
    doubts = doubts_of(review, selection.system, selection.split, asked)
    if isinstance(doubts, NoEvidence):
        return doubts
    kept = output_of_selection(review, selection)[2] if selection.where is not None else None
    return LabelErrors(review, doubts, kept)
