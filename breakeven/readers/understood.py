"""The first documents as they will be read: from the reading itself, of a few rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
from scipy import sparse

from breakeven.readers.build import build_review
from breakeven.readers.cells import texts
from breakeven.readers.files.table import Table
from breakeven.readers.first import Called, Understood
from breakeven.readers.problems import ReadError, examples
from breakeven.readers.proposal import OF_TRUTH, FileProposal, Proposal
from breakeven.readers.same_ids import folded
from breakeven.readers.shapes.content import FileContent
from breakeven.readers.shapes.documents import documents_of
from breakeven.readers.shapes.one_row_a_document import ids_alone
from breakeven.records import Predictions, Problem, Review
from breakeven.text import count_of
from metrics.typing import Array

if TYPE_CHECKING:
    import pandas as pd

MOST = 5
FEW = 3
MOST_ROWS = 1_000  # of files that are read whole, for it takes no longer
MOST_SCORES = 3
LONGEST = 200


def first_documents(tables: Sequence[Table], proposal: Proposal) -> list[Understood]:
    """The first documents of the file that says what is true, or the first file, from all files.

    None of a matrix of counts, nor where what is said of them stands too far down. Raises
    ReadError with what is wrong in their rows.
    """
    by_name = {file.name: file for file in proposal.files}
    used = [table for table in tables if by_name[table.name].role not in ("left out", "matrix")]
    if not used or any(file.role == "matrix" for file in proposal.files):
        return []
    if sum(table.rows for table in used) <= MOST_ROWS:
        parts = used
    else:
        lead = next((t for t in used if by_name[t.name].having(*OF_TRUTH)), used[0])
        parts = _of_the_same(lead, used, by_name)
    found = [part for part in parts if part.rows]
    files = tuple(by_name[part.name] for part in found)
    try:
        # the first documents need not have the classes that a hierarchy is about
        review = build_review(found, replace(proposal, files=files, hierarchy={}))
    except ReadError:
        if len(found) == len(parts):
            raise
        return []
    return _documents(review)


def said_of_join(tables: Sequence[Table], proposal: Proposal) -> list[str]:
    """How the rows of several files go together, and which documents they do not share.

    Each in a sentence with examples; none of one file. Raises ReadError where they cannot be
    joined.
    """
    by_name = {file.name: file for file in proposal.files}
    used = [table for table in tables if by_name[table.name].role not in ("left out", "matrix")]
    if len(used) < 2 or any(table.room is not None for table in used):
        return []
    contents = [ids_alone(table, by_name[table.name]) for table in used]
    if any(content.problems for content in contents):
        return []  # reading says which rows they are of
    describing = [c for c in contents if c.file.having("annotator", *OF_TRUTH)] or contents
    notes: list[Problem] = []
    found = documents_of(contents, describing, notes, proposal.join_by_row_order)
    said = [f"{note.file}: {note.what}." for note in notes]
    ids = np.asarray(found.ids.tolist(), dtype=object)
    for content, places in zip(contents, found.places, strict=True):
        if content not in describing:
            said += _not_shared(content, places, ids, describing[0].table.name)
    return said


def _not_shared(content: FileContent, places: Array, ids: Array, truth: str) -> Iterator[str]:
    """The documents that one file has and the others lack, and the other way round."""
    name = content.table.name
    extra = np.flatnonzero(places < 0)
    if len(extra):
        own = content.ids if content.ids is not None else content.keys
        assert own is not None
        which = examples(own[extra].tolist(), FEW)
        of = f"{len(extra):,} of {count_of(len(places), 'document')} in {name}"
        yield f"{of} are not in {truth} ({which}): they are left out."
    there = np.zeros(len(ids), dtype=bool)
    there[places[places >= 0]] = True
    if not there.all():
        which = examples(ids[~there].tolist(), FEW)
        of = f"{int((~there).sum()):,} of {count_of(len(ids), 'document')} in {truth}"
        yield f"{of} have no row in {name} ({which}): they do not count for it."


def _of_the_same(lead: Table, used: Sequence[Table], of: Mapping[str, FileProposal]) -> list[Table]:
    """The rows of a few documents: the first of one file that all files speak of, else its first.

    In files without anything to join on they are those in the same places.
    """
    ties = {table.name: _tie(of[lead.name], of[table.name]) for table in used if table is not lead}
    column = of[lead.name].only("id") or of[lead.name].joined_on
    if not column:
        rows = np.arange(min(MOST, _held(lead).num_rows))
    else:
        ids = _compared(lead, column)
        kept = np.ones(len(ids), dtype=bool)
        for table in used:
            tie = ties.get(table.name)
            if tie is not None and all(ties.values()):
                kept &= np.asarray(_compared(lead, tie[0]).isin(_compared(table, tie[1])))
        first = np.flatnonzero(kept if kept.any() else ~kept)[:MOST_ROWS]
        rows = np.flatnonzero(ids.isin(ids[first].unique()[:MOST]))
    parts = []
    for table in used:
        tie = ties.get(table.name)
        if table is lead:
            own = rows
        elif tie is None:
            own = rows[rows < _held(table).num_rows]
        else:
            wanted = _compared(lead, tie[0])[rows]
            own = np.flatnonzero(_compared(table, tie[1]).isin(wanted))
        whole = _held(table).take(pa.array(own))
        parts.append(replace(table, source=whole, lines=table.lines[own]))
    return parts


def _tie(lead: FileProposal, other: FileProposal) -> tuple[str, str] | None:
    """The columns of two files by which their rows go together."""
    if lead.joined_on and other.joined_on:
        return lead.joined_on, other.joined_on
    ids = lead.only("id"), other.only("id")
    return None if ids[0] is None or ids[1] is None else (ids[0], ids[1])


def _compared(table: Table, column: str) -> pd.Index:
    """A column as ids are compared."""
    return folded(texts(_held(table).column(column)).tolist())


def _held(table: Table) -> pa.Table:
    """A table in memory; of Parquet, which is not, its first rows."""
    return table.source if isinstance(table.source, pa.Table) else table.sample


def _documents(review: Review) -> list[Understood]:
    truth = review.truth
    # where a file speaks of a split alone, its documents tell more than the first ones
    spoken = review.predictions[0].rows if review.predictions else np.arange(truth.n)
    shown = (spoken if len(spoken) else np.arange(truth.n))[:MOST].tolist()
    labels = None if truth.labels is None else sparse.csr_array(truth.labels)
    text = None if truth.text_column is None else truth.columns[truth.text_column]
    said = [_said(system, truth.classes) for system in review.predictions]
    return [
        Understood(
            document=str(i + 1 if truth.documents is None else truth.documents[i]),
            text="" if text is None else str(text[i])[:LONGEST],
            true=None if labels is None else _names(labels, i, truth.classes),
            called=tuple(of[i] for of in said if i in of),
        )
        for i in shown
    ]


def _said(system: Predictions, classes: tuple[str, ...]) -> dict[int, Called]:
    """What a system says of each of its documents, by the document's place."""
    decisions = None if system.decisions is None else sparse.csr_array(system.decisions)
    out = {}
    for place, row in enumerate(system.rows.tolist()):
        names = None if decisions is None else _names(decisions, place, classes)
        out[row] = Called(system.system, names, _highest(system.scores, place, classes))
    return out


def _names(sets: sparse.csr_array, row: int, classes: tuple[str, ...]) -> tuple[str, ...]:
    start, end = sets.indptr[row : row + 2]
    held = sets.indices[start:end][sets.data[start:end]]
    return tuple(classes[j] for j in sorted(held.tolist()))


def _highest(scores: Any, place: int, classes: tuple[str, ...]) -> tuple[tuple[str, float], ...]:
    """The classes of the highest scores of a document, the highest first."""
    if scores is None:
        return ()
    listed: Array
    if isinstance(scores, np.ndarray):
        listed, own = np.arange(len(classes)), scores[:, place]
    else:
        column = sparse.csc_array(scores[:, [place]])
        listed, own = column.indices, column.data
    order = np.argsort(-own, kind="stable")[:MOST_SCORES]
    return tuple((classes[int(listed[j])], float(own[j])) for j in order)
