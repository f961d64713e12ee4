"""The documents behind the numbers: as a table, as CSV, as plain data and as a document.

Tested in `test_documents`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, TypedDict

import numpy as np
import pandas as pd
from scipy import sparse

from breakeven.analysis.documents.facets import (
    Facets,
    facets_of,
    mark_facet,
    near_facet,
    parted_columns,
)
from breakeven.analysis.documents.reading_order import score_at
from breakeven.analysis.documents.words_with import Word, WordsWith, groups_of, words_between
from breakeven.analysis.selection.candidates import CandidateDocuments
from breakeven.analysis.selection.errors import ChoiceError, NoSystemError
from breakeven.analysis.selection.expression import to_text
from breakeven.analysis.selection.selected_evaluation import candidates_of_selection
from breakeven.analysis.selection.selection import Selection
from breakeven.analysis.selection.where import FilteredDocuments, filter_documents
from breakeven.data.marks_table import mark_of
from breakeven.data.records import Review
from breakeven.data.wording import NO_CLASS, cell_of, count_of, name_of
from breakeven.results.arguments import selection_of
from breakeven.results.scope import class_map_data, filter_data, under_title
from breakeven.results.table_formats import csv_of, in_markdown, markdown_table, notes_in_markdown
from breakeven.results.values import MOST_HTML_ROWS, document_ids, html_paragraph, html_table
from metrics.incidence import judged
from metrics.typing import Array

if TYPE_CHECKING:
    from breakeven.results.arguments import AnyCut


# --- Documents behind the numbers, as a table, as CSV, as plain data and as a document


CLASSES = ("true", "called", "missed", "extra")
BEGINNING = 160
MOST_LISTED = 50
GO_WITH = "A word that is typical of a group need not be the reason why documents are in it."


@dataclass(frozen=True)
class DocumentRecord:
    """A document with its classes, as it was decided; None for what nobody can say of it.

    `called`: its classes by the system; `true`, and of judged pairs `missed` and `extra`, where
    somebody has labelled. `scores`: of the classes true or called. `marks`: what reviewers said of
    it, where they marked any document. `text`: its beginning on one line. `likeness`: to the
    document that others are compared with, in [0, 1].
    """

    document: str
    split: str | None
    true: list[str] | None = None
    called: list[str] | None = None
    missed: list[str] | None = None
    extra: list[str] | None = None
    outcome: Literal["right", "wrong"] | None = None
    scores: dict[str, float] | None = None
    marks: list[str] | None = None
    text: str | None = None
    likeness: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """What there is to say of it; the split is always there."""
        return {
            key: value for key, value in vars(self).items() if value is not None or key == "split"
        }


def document_records(
    candidates: CandidateDocuments, positions: Array, likeness: Array | None = None
) -> list[DocumentRecord]:
    """A record of each document at these positions; `likeness`, shape (positions,), if known."""
    truth, rows = candidates.truth, candidates.rows[positions]
    splits = [*truth.splits, None]
    columns: dict[str, Iterable[Any]] = {
        "document": document_ids(truth, rows),
        "split": [splits[s] for s in truth.split_of[rows].tolist()],
    }
    for key, pairs in _pairs(candidates).items():
        columns[key] = _names(pairs, positions, truth.classes)
    if "missed" in columns:
        mistakes = zip(columns["missed"], columns["extra"], strict=True)
        columns["outcome"] = ["wrong" if missed or extra else "right" for missed, extra in mistakes]
    if candidates.scores is not None:
        columns["scores"] = _scores(candidates, positions)
    if (marks := candidates.review.marks) is not None:
        columns["marks"] = (
            [mark_of(event) for event in marks.events_of(row)] for row in rows.tolist()
        )
    if truth.text_column is not None:
        columns["text"] = map(beginning, truth.columns[truth.text_column][rows])
    if likeness is not None:
        columns["likeness"] = likeness.tolist()
    return [
        DocumentRecord(**dict(zip(columns, row, strict=True)))
        for row in zip(*columns.values(), strict=True)
    ]


def _pairs(candidates: CandidateDocuments) -> dict[str, sparse.csc_array]:
    """The classes of documents by each key, boolean csc (m, k)."""
    labels, off = candidates.labels, candidates.unjudged
    true = {} if labels is None else {"true": judged(labels, off)}
    if not candidates.review.has_system:
        return true
    assigned = candidates.assigned
    decided = {**true, "called": assigned}
    if labels is None:
        return decided
    missed, extra = judged(labels > assigned, off), judged(assigned > labels, off)
    return decided | {"missed": missed, "extra": extra}


def _names(pairs: sparse.sparray, positions: Array, classes: tuple[str, ...]) -> list[list[str]]:
    chosen = sparse.csr_array(pairs[positions])
    chosen.sort_indices()
    named = np.array([*classes, ""], dtype=object)[chosen.indices].tolist()
    ends = chosen.indptr.tolist()
    return [named[a:b] for a, b in pairwise(ends)]


def _scores(candidates: CandidateDocuments, positions: Array) -> list[dict[str, float]]:
    either = candidates.assigned
    if candidates.labels is not None:
        either = sparse.csc_array(either + candidates.labels)
    chosen = sparse.csr_array(either[positions]).tocoo()
    values = score_at(candidates.scores, chosen.col, positions[chosen.row])
    scores: list[dict[str, float]] = [{} for _ in range(len(positions))]
    names = candidates.truth.classes
    for place, c, value in zip(chosen.row.tolist(), chosen.col.tolist(), values, strict=True):
        if not np.isnan(value):
            scores[place][names[c]] = float(value)
    return scores


def beginning(text: object) -> str:
    """The first words of a text on one line."""
    start = str(text)[: 2 * BEGINNING]
    line = " ".join(start.split())
    return line if len(line) <= BEGINNING and start == str(text) else f"{line[:BEGINNING]}…"


def document_frame(records: Sequence[DocumentRecord]) -> pd.DataFrame:
    """One row for each document, its classes and scores in one cell each, parted by a bar."""
    frame = pd.DataFrame([record.to_dict() for record in records], dtype=object)
    for column in frame.columns.intersection([*CLASSES, "marks"]):
        frame[column] = [" | ".join(names) for names in frame[column]]
    if "scores" in frame:
        frame["scores"] = [_scores_in_words(scores) for scores in frame["scores"]]
    return frame


def _scores_in_words(scores: dict[str, float]) -> str:
    return " | ".join(f"{name} {cell_of(value)}" for name, value in scores.items())


def facet_frame(facets: Facets) -> pd.DataFrame:
    """One row for each value of each facet."""
    rows = [
        (facet.title, value.label, value.count, value.text)
        for facet in facets.facets
        for value in facet.values
    ]
    return pd.DataFrame(rows, columns=["facet", "value", "documents", "where"])


class WordValues(TypedDict):
    """A word that goes with one of two groups of documents, as JSON has it."""

    word: str
    one: int
    other: int
    z: float


def word_values(words: Sequence[Word]) -> list[WordValues]:
    """Words as plain data."""
    return [{"word": w.word, "one": w.first, "other": w.second, "z": w.z} for w in words]


@dataclass(frozen=True)
class GroupWords:
    """The words that go with each of two groups of documents, and the filters of the groups."""

    words: WordsWith
    filters: tuple[str, str]

    @property
    def groups(self) -> list[tuple[str, int, Sequence[Word]]]:
        """The filter of each group, how many documents it has, and its words."""
        first, second = self.filters
        return [
            (first, self.words.first_documents, self.words.first),
            (second, self.words.second_documents, self.words.second),
        ]

    def frame(self) -> pd.DataFrame:
        """One row for each word: its group, in how many documents of each it is, and z."""
        rows = [
            (word.word, group, word.first, word.second, word.z)
            for group, _, words in self.groups
            for word in words
        ]
        return pd.DataFrame(rows, columns=["word", "goes with", *self.filters, "z"])

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven documents --words --format json` prints of them."""
        sides = [
            {"where": group, "documents": documents, "words": word_values(words)}
            for group, documents, words in self.groups
        ]
        return {"one": sides[0], "other": sides[1], "tested": self.words.tested}

    def to_markdown(self) -> str:
        """What `breakeven documents --words` prints of them."""
        lines = []
        sizes = [f"in {in_markdown(group)} ({number:,})" for group, number, _ in self.groups]
        for group, _, words in self.groups:
            rows = [
                [in_markdown(name_of(word.word)), f"{word.first:,}", f"{word.second:,}",
                 cell_of(word.z)]
                for word in words
            ]  # fmt: skip
            table = markdown_table(["word", *sizes, "z"], rows) if rows else "None is found."
            lines += [f"## Words typical of {in_markdown(group)}", "", table, ""]
        tested = count_of(self.words.tested, "word")
        return "\n".join([*lines, f"These are of {tested}. {GO_WITH}"])


def _table(frame: pd.DataFrame) -> str:
    if not len(frame):
        return "There is none."
    classes = [c for c in ("true", "called", "missed", "extra") if c in frame]
    shown = frame.assign(**{c: frame[c].replace("", NO_CLASS) for c in classes})
    rows = [
        [cell_of(v) if isinstance(v, float) else in_markdown(v) if v else "" for v in row]
        for row in shown.itertuples(index=False)
    ]
    return markdown_table([str(name) for name in frame.columns], rows)


# --- the documents behind the numbers: a result that shows itself


Mistake = Literal["missed", "extra"]


@dataclass(frozen=True, repr=False, eq=False)
class DocumentList:
    """The documents of a split that a filter keeps, as they were decided.

    `positions`: which of those that the system spoke of, or of all without one, in the order in
    which they are listed; `likeness`: of each to the document that others are compared with, in
    [0, 1], None without such a one. `class_index`: the class that facets and words are about, None
    for no single one.
    """

    review: Review
    selection: Selection
    candidates: CandidateDocuments
    filtered: FilteredDocuments | None
    positions: Array
    likeness: Array | None = None
    class_index: int | None = None

    @cached_property
    def records(self) -> list[DocumentRecord]:
        """Each document, in the order in which they are listed."""
        return document_records(self.candidates, self.positions, self.likeness)

    def frame(self) -> pd.DataFrame:
        """One row for each document: id, split, classes, outcome, scores, beginning of its text."""
        return document_frame(self.records)

    @cached_property
    def _facets(self) -> Facets:
        truth, rows = self.review.truth, self.candidates.rows[self.positions]
        texts = None if truth.text_column is None else self.candidates.lookups.texts()
        columns = parted_columns(truth, texts)
        facets = facets_of(self.candidates, np.sort(self.positions), columns, self.class_index)
        near = None if texts is None else near_facet(truth, texts.words.groups, rows)
        more = (near, mark_facet(self.review.marks, rows))
        return replace(facets, facets=(*facets.facets, *(facet for facet in more if facet)))

    def facets(self) -> pd.DataFrame:
        """One row for each value: facet, value, how many of the documents have it, its filter."""
        return facet_frame(self._facets)

    def words(self, mistake: Mistake = "missed") -> pd.DataFrame:
        """Words that go with documents missed (or extra) against those found (or rejected).

        Of the class that was chosen, else with wrong documents against right ones. One row for
        each word: in how many documents of each group it is, and z. ValueError where there are
        no texts, or nobody has labelled.
        """
        return self._words(mistake).frame()

    def _words(self, mistake: Mistake) -> GroupWords:
        if self.review.truth.text_column is None:
            raise ChoiceError("there are no texts", "name their column in reading")
        c = self.class_index
        name = None if c is None else self.review.truth.classes[c]
        if not self.review.has_system:
            raise NoSystemError
        mistaken, right = groups_of(name, mistake)
        words = words_between(self.candidates, np.sort(self.positions), mistaken, right)
        return GroupWords(words, (to_text(mistaken), to_text(right)))

    def to_dict(self, facets: bool = False, words: Mistake | None = None) -> dict[str, Any]:
        """What `breakeven documents --format json` prints: `facets` as with --facets, `words`."""
        result: dict[str, Any] = {
            "review": self.review.name,
            "system": self.selection.system or None,
            "split": self.selection.split,
            **filter_data(self.filtered),
            "documents": len(self),
            "listed": [record.to_dict() for record in self.records],
        }
        if facets:
            result["facets"] = {
                facet.key: {
                    "title": facet.title,
                    "values": [
                        {"value": value.label, "documents": value.count, "where": value.text}
                        for value in facet.values
                    ],
                    "not_shown": facet.hidden,
                }
                for facet in self._facets.facets
            }
        if words is not None:
            result["words"] = self._words(words).to_dict()
        notes = [str(note) for note in self.review.notes]
        return {**result, "notes": notes, **class_map_data(self.review)}

    def to_markdown(self, facets: bool = False, words: Mistake | None = None) -> str:
        """What `breakeven documents` prints."""
        subject = in_markdown(self.review.name)
        if self.selection.system:
            subject += f", {in_markdown(self.selection.system)}"
        frame = document_frame(self.records[:MOST_LISTED])
        left = len(self) - len(frame)
        lines = [f"# {subject}: {count_of(len(self), 'document')}", "", _table(frame)]
        lines += [f"\n… and {left:,} more" if left else ""]
        for facet in self._facets.facets if facets else ():
            rows = [
                [in_markdown(value.label), f"{value.count:,}", in_markdown(value.text)]
                for value in facet.values
            ]
            table = markdown_table(["value", "documents", "where"], rows)
            lines += [f"## {in_markdown(facet.title)}", "", table]
            lines += [f"\n… and {facet.hidden:,} more" if facet.hidden else ""]
        if words is not None:
            lines += [self._words(words).to_markdown()]
        lines += notes_in_markdown([str(note) for note in self.review.notes])
        return under_title("\n".join(lines).rstrip(), self.filtered)

    def to_csv(self) -> str:
        """The frame as CSV; names and texts are guarded, so that no spreadsheet runs one."""
        return csv_of(self.frame())

    def __len__(self) -> int:
        return len(self.positions)

    def __repr__(self) -> str:
        system = self.selection.system
        subject = f"{self.review.name}, {system}" if system else self.review.name
        return f"<Documents of {subject}: {self.filtered or count_of(len(self), 'document')}>"

    def _repr_html_(self) -> str:
        frame = document_frame(document_records(self.candidates, self.positions[:MOST_HTML_ROWS]))
        rows = [["" if v is None else str(v) for v in row] for row in frame.itertuples(index=False)]
        title = html_paragraph(repr(self)[1:-1])
        return title + html_table([str(c) for c in frame.columns], rows, len(self))


def find(
    review: Review,
    system: str | None = None,
    split: str | None = None,
    *,
    where: str | None = None,
    cut: AnyCut | None = None,
    like: str | None = None,
    class_name: str | None = None,
) -> DocumentList:
    """The documents that a filter keeps, with what was decided of each.

    `system`, `split`, `where`, `cut`: as for `evaluate`, but the documents need no labels, and no
    system: then all of the split are found, by default of all splits.
    `like`: the id of a document; those whose words are most like its own come first, and those
    without a word in common are left out. `class_name`: the class that facets and words are
    about. ValueError for what there is not.

    >>> import breakeven as be
    >>> documents = be.find(be.sample("reuters"), "svm", where="missed:grain")
    >>> len(documents)
    22
    """
    selection = selection_of(review, system, split, where, cut)
    return documents_of_selection(review, selection, like, class_name)


def documents_of_selection(
    review: Review, selection: Selection, like: str | None, class_name: str | None
) -> DocumentList:
    """What a selection names. ChoiceError where there is no such document or class."""
    candidates = candidates_of_selection(review, selection)
    filtered = None if selection.where is None else filter_documents(selection.where, candidates)
    positions = np.arange(len(candidates.rows)) if filtered is None else filtered.positions
    classes = review.truth.classes
    if class_name is not None and class_name not in classes:
        raise ChoiceError(f"there is no class {class_name!r}", "choose a class of the files")
    c = None if class_name is None else classes.index(class_name)
    if like is None:
        return DocumentList(review, selection, candidates, filtered, positions, None, c)
    alike = _likeness(review, candidates, like)[candidates.rows[positions]]
    order = np.argsort(-alike, kind="stable")
    order = order[alike[order] > 0]
    return DocumentList(review, selection, candidates, filtered, positions[order], alike[order], c)


def _likeness(review: Review, candidates: CandidateDocuments, like: str) -> Array:
    """How alike each document of the review is to that one; the document itself is not."""
    truth = review.truth
    if truth.text_column is None:
        raise ChoiceError("there are no texts to compare", "name their column in reading")
    ids = truth.documents
    rows = np.flatnonzero(ids == like) if ids is not None else np.zeros(0, dtype=np.int64)
    if not len(rows):
        raise ChoiceError(f"there is no document {like!r}", "give the id of one")
    alike = candidates.lookups.texts().words.likeness(int(rows[0]))
    alike[rows] = 0
    return alike
