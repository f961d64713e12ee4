"""The first documents as they will be read: from the reading itself, of a few rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from scipy import sparse

from breakeven.readers.build import build_review
from breakeven.readers.cells import as_text, texts
from breakeven.readers.files.table import Table
from breakeven.readers.first import Called, Understood
from breakeven.readers.problems import ReadError
from breakeven.readers.proposal import OF_TRUTH, Proposal
from breakeven.records import Predictions, Review
from metrics.typing import Array

MOST = 5
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
        ids = _first_ids(lead, [(table, by_name[table.name].only("id")) for table in used])
        parts = [_of_documents(table, by_name[table.name].only("id"), ids) for table in used]
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


def _first_ids(lead: Table, of: list[tuple[Table, str | None]]) -> list[str] | None:
    """The first documents of one file that all files speak of, else its first ones."""
    column = next(column for table, column in of if table is lead)
    if column is None:
        return None
    ids = list(dict.fromkeys(texts(lead.first(column)).tolist()))
    everywhere = set(ids)
    for table, own in of:
        if own is not None and table is not lead:
            rows = pc.is_in(as_text(_held(table).column(own)), value_set=pa.array(ids, pa.string()))
            everywhere &= set(texts(_held(table).column(own).filter(rows)).tolist())
    return [one for one in ids if one in everywhere or not everywhere][:MOST]


def _held(table: Table) -> pa.Table:
    """A table in memory; of Parquet, which is not, its first rows."""
    return table.source if isinstance(table.source, pa.Table) else table.sample


def _of_documents(table: Table, column: str | None, ids: list[str] | None) -> Table:
    """The rows of these documents; the first ones where rows are told apart by their place."""
    whole = _held(table)
    if column is None or ids is None:
        rows = np.arange(min(MOST, whole.num_rows))
    else:
        wanted = pc.is_in(as_text(whole.column(column)), value_set=pa.array(ids, pa.string()))
        rows = pc.indices_nonzero(wanted).to_numpy()
    return replace(table, source=whole.take(pa.array(rows)), lines=table.lines[rows])


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
