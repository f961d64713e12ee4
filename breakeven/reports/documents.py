"""Documents behind the numbers, as a table, as CSV, as plain data and as a document."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd
from scipy import sparse

from breakeven.documents.facets import Facets
from breakeven.documents.order import score_at
from breakeven.documents.words_with import Word, WordsWith
from breakeven.marks.table import mark_of
from breakeven.reports.tables import in_markdown, markdown_table, noticed
from breakeven.reports.values import ids_of
from breakeven.selection.asked import Documents
from breakeven.text import NO_CLASS, cell_of, count_of, name_of
from metrics.incidence import judged
from metrics.typing import Array

CLASSES = ("true", "called", "missed", "extra")
BEGINNING = 160
MOST_LISTED = 50
GO_WITH = "A word that goes with a group need not be why documents are in it."


def document_records(documents: Documents, at: Array) -> list[dict[str, Any]]:
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
        for i, s in zip(ids_of(truth, rows), truth.split_of[rows].tolist(), strict=True)
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


def _pairs(documents: Documents) -> dict[str, sparse.csc_array]:
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


def _scores(documents: Documents, at: Array) -> list[dict[str, float]]:
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
    return "\n".join([*lines, *noticed(notes)]).rstrip()


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
