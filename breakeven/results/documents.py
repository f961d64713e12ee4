"""The documents behind the numbers: as a table, as CSV, as plain data and as a document.

Tested in `test_documents`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

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
from breakeven.results.scope import of_class_map, of_where, under_title
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
GO_WITH = "A word that goes with a group need not be why documents are in it."


def document_records(documents: CandidateDocuments, at: Array) -> list[dict[str, Any]]:
    """What is known of the documents at these positions: id, split, classes, scores, text.

    Classes are lists of names: `called`, and where somebody has labelled `true`, `missed` and
    `extra`, of judged pairs, and the `outcome`; without a system `true` alone. `scores`: of the
    classes true or called. `marks`: what reviewers said of it, where they marked any document.
    `text`: its beginning on one line.
    """
    truth, rows = documents.truth, documents.rows[at]
    splits = [*truth.splits, None]
    found: list[dict[str, Any]] = [
        {"document": i, "split": splits[s]}
        for i, s in zip(document_ids(truth, rows), truth.split_of[rows].tolist(), strict=True)
    ]
    for key, of in _pairs(documents).items():
        for record, names in zip(found, _names(of, at, truth.classes), strict=True):
            record[key] = names
    more: dict[str, Iterable[Any]] = {}
    if documents.labels is not None and documents.review.has_system:
        more["outcome"] = ["wrong" if of["missed"] or of["extra"] else "right" for of in found]
    if documents.scores is not None:
        more["scores"] = _scores(documents, at)
    if (marks := documents.review.marks) is not None:
        more["marks"] = ([mark_of(event) for event in marks.of(row)] for row in rows.tolist())
    if truth.text_column is not None:
        more["text"] = map(beginning, truth.columns[truth.text_column][rows])
    for key, values in more.items():
        for record, value in zip(found, values, strict=True):
            record[key] = value
    return found


def _pairs(documents: CandidateDocuments) -> dict[str, sparse.csc_array]:
    """What is told of the documents' classes, each boolean csc (m, k)."""
    labels, off = documents.labels, documents.unjudged
    true = {} if labels is None else {"true": judged(labels, off)}
    if not documents.review.has_system:
        return true
    assigned = documents.assigned
    told = {**true, "called": assigned}
    if labels is None:
        return told
    missed, extra = judged(labels > assigned, off), judged(assigned > labels, off)
    return told | {"missed": missed, "extra": extra}


def _names(pairs: sparse.sparray, at: Array, classes: tuple[str, ...]) -> list[list[str]]:
    chosen = sparse.csr_array(pairs[at])
    chosen.sort_indices()
    named = np.array([*classes, ""], dtype=object)[chosen.indices].tolist()
    ends = chosen.indptr.tolist()
    return [named[a:b] for a, b in pairwise(ends)]


def _scores(documents: CandidateDocuments, at: Array) -> list[dict[str, float]]:
    either = documents.assigned
    if documents.labels is not None:
        either = sparse.csc_array(either + documents.labels)
    chosen = sparse.csr_array(either[at]).tocoo()
    values = score_at(documents.scores, chosen.col, at[chosen.row])
    found: list[dict[str, float]] = [{} for _ in range(len(at))]
    names = documents.truth.classes
    for place, c, value in zip(chosen.row.tolist(), chosen.col.tolist(), values, strict=True):
        if not np.isnan(value):
            found[place][names[c]] = float(value)
    return found


def beginning(text: object) -> str:
    """The first words of a text on one line."""
    start = str(text)[: 2 * BEGINNING]
    line = " ".join(start.split())
    return line if len(line) <= BEGINNING and start == str(text) else f"{line[:BEGINNING]}…"


def document_frame(records: Sequence[dict[str, Any]]) -> pd.DataFrame:
    """One row for each document, its classes and scores in one cell each, parted by a bar."""
    frame = pd.DataFrame(list(records), dtype=object)
    for column in frame.columns.intersection([*CLASSES, "marks"]):
        frame[column] = [" | ".join(names) for names in frame[column]]
    if "scores" in frame:
        frame["scores"] = [_scores_in_words(of) for of in frame["scores"]]
    return frame


def _scores_in_words(scores: dict[str, float]) -> str:
    return " | ".join(f"{name} {cell_of(value)}" for name, value in scores.items())


def facet_records(facets: Facets) -> dict[str, Any]:
    """Each facet by its key: title, values with label, count and the filter for them."""
    return {
        facet.key: {
            "title": facet.title,
            "values": [
                {"value": v.label, "documents": v.count, "where": v.text} for v in facet.values
            ],
            "not_shown": facet.hidden,
        }
        for facet in facets.facets
    }


def facet_frame(facets: Facets) -> pd.DataFrame:
    """One row for each value of each facet."""
    rows = [
        (facet.title, value.label, value.count, value.text)
        for facet in facets.facets
        for value in facet.values
    ]
    return pd.DataFrame(rows, columns=["facet", "value", "documents", "where"])


def word_records(found: WordsWith, one: str, other: str) -> dict[str, Any]:
    """The words that go with each of two groups, which two filters name."""

    def listed(words: Sequence[Word]) -> list[dict[str, Any]]:
        return [{"word": w.word, "one": w.one, "other": w.other, "z": w.z} for w in words]

    return {
        "one": {"where": one, "documents": found.of_one, "words": listed(found.one)},
        "other": {"where": other, "documents": found.of_other, "words": listed(found.other)},
        "tested": found.tested,
    }


def word_frame(found: WordsWith, one: str, other: str) -> pd.DataFrame:
    """One row for each word: the group that it goes with, in how many documents of each it is."""
    rows = [
        (word.word, side, word.one, word.other, word.z)
        for side, words in ((one, found.one), (other, found.other))
        for word in words
    ]
    return pd.DataFrame(rows, columns=["word", "goes with", one, other, "z"])


def documents_in_markdown(result: dict[str, Any], notes: list[str]) -> str:
    """A document: the first documents, and facets and words where they were asked for."""
    listed = result["listed"]
    frame = document_frame(listed[:MOST_LISTED])
    of = in_markdown(result["review"])
    if result["system"] is not None:
        of += f", {in_markdown(result['system'])}"
    left = len(listed) - len(frame)
    lines = [f"# {of}: {count_of(result['documents'], 'document')}", "", _table(frame)]
    lines += [f"\n… and {left:,} more" if left else ""]
    for facet in result.get("facets", {}).values():
        rows = [
            [in_markdown(v["value"]), f"{v['documents']:,}", in_markdown(v["where"])]
            for v in facet["values"]
        ]
        table = markdown_table(["value", "documents", "where"], rows)
        lines += [f"## {in_markdown(facet['title'])}", "", table]
        lines += [f"\n… and {facet['not_shown']:,} more" if facet["not_shown"] else ""]
    if "words" in result:
        lines += _words_in_markdown(result["words"])
    return "\n".join([*lines, *notes_in_markdown(notes)]).rstrip()


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


def _words_in_markdown(words: dict[str, Any]) -> list[str]:
    one, other = words["one"], words["other"]
    lines = []
    sizes = [f"in {in_markdown(s['where'])} ({s['documents']:,})" for s in (one, other)]
    for side in (one, other):
        rows = [
            [in_markdown(name_of(w["word"])), f"{w['one']:,}", f"{w['other']:,}", cell_of(w["z"])]
            for w in side["words"]
        ]
        lines += [f"## Words that go with {in_markdown(side['where'])}", ""]
        lines += [markdown_table(["word", *sizes, "z"], rows) if rows else "None is found.", ""]
    return [*lines, f"Of {count_of(words['tested'], 'word')} looked at. {GO_WITH}"]


# --- the documents behind the numbers: a result that shows itself


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
    asked: CandidateDocuments
    kept: FilteredDocuments | None
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
        frame = document_frame(document_records(self.asked, self.positions[:MOST_HTML_ROWS]))
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
    asked = candidates_of_selection(review, selection)
    kept = None if selection.where is None else filter_documents(selection.where, asked)
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


def _likeness(review: Review, asked: CandidateDocuments, like: str) -> Array:
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
