"""How far people agree: a result that shows itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from breakeven.api import html
from breakeven.api.ceiling import ASSUMED, Assumed, CeilingResult, ceiling_of_selection
from breakeven.api.choices import selection_of, some_kept
from breakeven.labels.agreement import Agreement, agreement_of
from breakeven.labels.alike import Alike, alike
from breakeven.labels.indexings import everybody
from breakeven.records import Annotator, Review
from breakeven.reports.agreement import (
    alike_frame,
    answer,
    as_markdown,
    classes_frame,
    of_agreement,
    of_alike,
    people_frame,
    remarks,
)
from breakeven.reports.class_map import of_class_map
from breakeven.reports.tables import noticed
from breakeven.reports.where import of_where, under_title
from breakeven.selection import Selection, splits_of
from breakeven.selection.evaluated import asked_of, lookups_of
from breakeven.selection.where import Kept, kept_by
from metrics.annotators.drawn import REPLICATES
from metrics.typing import Array

if TYPE_CHECKING:
    import pandas as pd

    from breakeven.api.choices import AnyCut


@dataclass(frozen=True, repr=False, eq=False)
class AgreementResult:
    """How far the people who labelled agree, and how alike they, the systems and the truth label.

    `people` is None where no two people labelled the same document. `ceiling`: what people reach
    and systems beside them; None where no two people and all systems judged the same document.
    """

    review: Review
    split: str | None
    documents: int
    people: Agreement | None
    alike: Alike
    kept: Kept | None = None
    ceiling: CeilingResult | None = None

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven agree --format json` prints; undefined is None."""
        return (
            {
                "review": self.review.name,
                "split": self.split,
                "documents": self.documents,
                "annotators": [person.name for person in self.review.truth.annotators],
                "people": of_agreement(self.people),
                "alike": of_alike(self.alike),
                "ceiling": None if self.ceiling is None else self.ceiling.to_dict(),
            }
            | of_where(self.kept)
            | {"notes": [str(note) for note in self.review.notes]}
            | of_class_map(self.review)
        )

    def to_markdown(self) -> str:
        """What `breakeven agree` prints."""
        found = self.to_dict()
        document = as_markdown(found, self.people, self.review.name)
        beside = [] if self.ceiling is None else ["", "## People and systems", ""]
        beside += [] if self.ceiling is None else [self.ceiling.to_markdown()]
        return "\n".join([under_title(document, self.kept), *beside, *noticed(found["notes"])])

    def frame(self) -> pd.DataFrame:
        """One row for each class; without annotators, for every two of systems and the truth."""
        return alike_frame(self.alike) if self.people is None else classes_frame(self.people)

    def annotators(self) -> pd.DataFrame:
        """One row for each annotator. ValueError where no two labelled the same document."""
        if self.people is None:
            raise ValueError("no two people labelled the same document")
        return people_frame(self.people)

    def twos(self) -> pd.DataFrame:
        """One row for every two of people, systems and the truth."""
        return alike_frame(self.alike)

    def __repr__(self) -> str:
        if self.people is None:
            return f"<Agreement on {self.review.name}: no two people labelled the same document>"
        return f"<Agreement on {self.review.name}: {answer(self.people)}>"

    def _repr_html_(self) -> str:
        frame = self.frame()
        cells = [[_cell(value) for value in row] for row in frame.to_numpy().tolist()]
        said = [] if self.people is None else remarks(self.people)
        return "".join(
            [
                html.paragraph(repr(self)[1:-1]),
                *(html.paragraph(remark) for remark in said),
                html.table(list(frame.columns), cells[: html.MOST_ROWS], len(cells)),
            ]
        )


def _cell(value: Any) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def agree(
    review: Review,
    split: str | None = None,
    *,
    system: str | None = None,
    cut: AnyCut | None = None,
    where: str | None = None,
    replicates: int = REPLICATES,
    seed: int = 0,
) -> AgreementResult:
    """How far the people who labelled agree, per class, by twos and each with the others.

    `split`, `where`: which documents, as for `evaluate`; the filter asks about `system` under
    `cut`, which also decide the systems beside people. `replicates`: draws for intervals.
    ValueError for what there is not, and below 100 draws.

    >>> import breakeven as be
    >>> result = be.agree(be.sample("r8"))
    >>> result.people is None
    True
    """
    if replicates < 100:
        raise ValueError(f"{replicates} replicates tell nothing; take at least 100")
    selection = selection_of(review, system, split, where, cut)
    found = agreement_of_selection(review, selection, replicates=replicates, seed=seed)
    some_kept(found.kept)
    return found


def agreement_of_selection(
    review: Review,
    selection: Selection,
    assumed: Assumed = ASSUMED,
    *,
    replicates: int = REPLICATES,
    seed: int = 0,
) -> AgreementResult:
    """Of the documents that a selection shows; all systems decide as they do beside its own.

    `assumed`: of people, for the ceiling. ValueError as `ceiling_of_selection`.
    """
    truth = review.truth
    kept: Kept | None = None
    rows: Array = truth.in_split(selection.split)
    if selection.where is not None:
        kept = kept_by(selection.where, asked_of(review, selection))
        rows = kept.rows
    said = lookups_of(review, selection).said
    systems = tuple(
        Annotator(one.system, part.rows, assigned)
        for one in review.own
        if selection.split in splits_of(truth, one)
        for part, assigned in [said(one.system)]
    )
    return AgreementResult(
        review,
        selection.split,
        len(rows),
        agreement_of(truth, rows, systems, replicates, seed),
        alike(truth, everybody(truth, systems), rows),
        kept,
        ceiling_of_selection(review, selection, assumed)
        if len(rows) and review.has_system
        else None,
    )
