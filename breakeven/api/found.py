"""The documents behind the numbers: a result that shows itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from breakeven.api import html
from breakeven.api.choices import selection_of
from breakeven.documents.facets import Facets, facets_of
from breakeven.documents.marked import mark_facet
from breakeven.documents.near import near_facet
from breakeven.documents.parts import parted_columns
from breakeven.documents.words_with import WordsWith, groups_of, words_between
from breakeven.records import Review
from breakeven.reports.class_map import of_class_map
from breakeven.reports.documents import (
    document_frame,
    document_records,
    documents_in_markdown,
    facet_frame,
    facet_records,
    word_frame,
    word_records,
)
from breakeven.reports.tables import csv_of
from breakeven.reports.where import of_where, under_title
from breakeven.selection import ChoiceError, NoSystemError, Selection
from breakeven.selection.asked import Documents
from breakeven.selection.evaluated import asked_of
from breakeven.selection.expression import to_text
from breakeven.selection.where import Kept, kept_by
from breakeven.text import count_of
from metrics.typing import Array

if TYPE_CHECKING:
    import pandas as pd

    from breakeven.api.choices import AnyCut

Mistake = Literal["missed", "extra"]


@dataclass(frozen=True, repr=False, eq=False)
class FoundDocuments:
    """The documents of a split that a filter keeps, as they were decided.

    `positions`: which of those that the system spoke of, or of all without one, in the order in
    which they are listed; `likeness`: of each to the document that was asked for, in [0, 1], None
    where none was. `class_index`: the class that facets and words are about, None for no single
    one.
    """

    review: Review
    selection: Selection
    asked: Documents
    kept: Kept | None
    positions: Array
    likeness: Array | None = None
    class_index: int | None = None

    @cached_property
    def _records(self) -> list[dict[str, Any]]:
        found = document_records(self.asked, self.positions)
        if self.likeness is not None:
            for record, alike in zip(found, self.likeness.tolist(), strict=True):
                record["likeness"] = alike
        return found

    def frame(self) -> pd.DataFrame:
        """One row for each document: id, split, classes, outcome, scores, beginning of its text."""
        return document_frame(self._records)

    @cached_property
    def _facets(self) -> Facets:
        truth, rows = self.review.truth, self.asked.rows[self.positions]
        texts = None if truth.text_column is None else self.asked.lookups.texts()
        columns = parted_columns(truth, texts)
        found = facets_of(self.asked, np.sort(self.positions), columns, self.class_index)
        near = None if texts is None else near_facet(truth, texts.words.groups, rows)
        more = (near, mark_facet(self.review.marks, rows))
        return replace(found, facets=(*found.facets, *(facet for facet in more if facet)))

    def facets(self) -> pd.DataFrame:
        """One row for each value: facet, value, how many of the documents have it, its filter."""
        return facet_frame(self._facets)

    def words(self, mistake: Mistake = "missed") -> pd.DataFrame:
        """Words that go with documents missed (or extra) against those found (or rejected).

        Of the class that was chosen, else with wrong documents against right ones. One row for
        each word: in how many documents of each group it is, and z. ValueError where there are
        no texts, or nobody has labelled.
        """
        return word_frame(*self._words(mistake))

    def _words(self, mistake: Mistake) -> tuple[WordsWith, str, str]:
        if self.review.truth.text_column is None:
            raise ChoiceError("there are no texts", "name their column in reading")
        c = self.class_index
        name = None if c is None else self.review.truth.classes[c]
        if not self.review.has_system:
            raise NoSystemError
        one, other = groups_of(name, mistake)
        found = words_between(self.asked, np.sort(self.positions), one, other)
        return found, to_text(one), to_text(other)

    def to_dict(self, facets: bool = False, words: Mistake | None = None) -> dict[str, Any]:
        """What `breakeven documents --format json` prints: `facets` as with --facets, `words`."""
        of = self.selection
        return (
            {"review": self.review.name, "system": of.system or None, "split": of.split}
            | of_where(self.kept)
            | {"documents": len(self.positions), "listed": self._records}
            | ({"facets": facet_records(self._facets)} if facets else {})
            | ({} if words is None else {"words": word_records(*self._words(words))})
            | {"notes": [str(note) for note in self.review.notes]}
            | of_class_map(self.review)
        )

    def to_markdown(self, facets: bool = False, words: Mistake | None = None) -> str:
        """What `breakeven documents` prints."""
        result = self.to_dict(facets, words)
        return under_title(documents_in_markdown(result, result["notes"]), self.kept)

    def to_csv(self) -> str:
        """The frame as CSV; names and texts are guarded, so that no spreadsheet runs one."""
        return csv_of(self.frame())

    def __len__(self) -> int:
        return len(self.positions)

    def __repr__(self) -> str:
        system = self.selection.system
        of = f"{self.review.name}, {system}" if system else self.review.name
        return f"<Documents of {of}: {self.kept or count_of(len(self), 'document')}>"

    def _repr_html_(self) -> str:
        frame = document_frame(document_records(self.asked, self.positions[: html.MOST_ROWS]))
        rows = [["" if v is None else str(v) for v in row] for row in frame.itertuples(index=False)]
        title = html.paragraph(repr(self)[1:-1])
        return title + html.table([str(c) for c in frame.columns], rows, len(self))


def find(
    review: Review,
    system: str | None = None,
    split: str | None = None,
    *,
    where: str | None = None,
    cut: AnyCut | None = None,
    like: str | None = None,
    class_name: str | None = None,
) -> FoundDocuments:
    """The documents that a filter keeps, with what was decided of each.

    `system`, `split`, `where`, `cut`: as for `evaluate`, but the documents need no labels, and no
    system: then all of the split are found, by default of all splits.
    `like`: the id of a document; those whose words are most like its own come first, and those
    without a word in common are left out. `class_name`: the class that facets and words are
    about. ValueError for what there is not.

    >>> import breakeven as be
    >>> found = be.find(be.sample("reuters"), "svm", where="missed:grain")
    >>> len(found)
    22
    """
    selection = selection_of(review, system, split, where, cut)
    return documents_of_selection(review, selection, like, class_name)


def documents_of_selection(
    review: Review, selection: Selection, like: str | None, class_name: str | None
) -> FoundDocuments:
    """What a selection names. ChoiceError where there is no such document or class."""
    asked = asked_of(review, selection)
    kept = None if selection.where is None else kept_by(selection.where, asked)
    positions = np.arange(len(asked.rows)) if kept is None else kept.positions
    classes = review.truth.classes
    if class_name is not None and class_name not in classes:
        raise ChoiceError(f"there is no class {class_name!r}", "choose a class of the files")
    c = None if class_name is None else classes.index(class_name)
    if like is None:
        return FoundDocuments(review, selection, asked, kept, positions, None, c)
    alike = _likeness(review, asked, like)[asked.rows[positions]]
    order = np.argsort(-alike, kind="stable")
    order = order[alike[order] > 0]
    return FoundDocuments(review, selection, asked, kept, positions[order], alike[order], c)


def _likeness(review: Review, asked: Documents, like: str) -> Array:
    """How alike each document of the review is to that one; the document itself is not."""
    truth = review.truth
    if truth.text_column is None:
        raise ChoiceError("there are no texts to compare", "name their column in reading")
    ids = truth.documents
    rows = np.flatnonzero(ids == like) if ids is not None else np.zeros(0, dtype=np.int64)
    if not len(rows):
        raise ChoiceError(f"there is no document {like!r}", "give the id of one")
    alike = asked.lookups.texts().words.likeness(int(rows[0]))
    alike[rows] = 0
    return alike
