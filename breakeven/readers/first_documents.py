"""The first documents as they will be read, and the readings that come next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, get_args

import numpy as np
import pyarrow as pa
from scipy import sparse

from breakeven.data.records import Predictions, Problem, Review
from breakeven.data.wording import count_of, examples
from breakeven.readers.base.header_words import hints_predicted, says_predicted, says_truth
from breakeven.readers.base.preview import FirstDocument, OtherReading, SystemLabels
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import OF_TRUTH, SHAPE_TEXT, FileProposal, Proposal, Shape
from breakeven.readers.build import build_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.columns.same_ids import fold_ids
from breakeven.readers.files.cells import texts
from breakeven.readers.files.file_table import FileTable
from breakeven.readers.shapes.document_rows import read_ids
from breakeven.readers.shapes.documents import index_documents
from breakeven.readers.shapes.file_content import FileContent
from metrics.typing import Array

if TYPE_CHECKING:
    import pandas as pd


# --- the first documents as they will be read: from the reading itself, of a few rows


MOST_DOCUMENTS_SHOWN = 5
FEW_DOCUMENTS_SHOWN = 3
MOST_ROWS = 1_000  # of files that are read whole, for it takes no longer
MOST_SCORES = 3
LONGEST_TEXT_SHOWN = 200


def first_documents(tables: Sequence[FileTable], proposal: Proposal) -> list[FirstDocument]:
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
    filled = [part for part in parts if part.rows]
    files = tuple(by_name[part.name] for part in filled)
    try:
        # the first documents need not have the classes that a hierarchy is about
        review = build_review(filled, replace(proposal, files=files, hierarchy={}))
    except ReadError:
        if len(filled) == len(parts):
            raise
        return []
    return _documents(review)


def join_text(tables: Sequence[FileTable], proposal: Proposal) -> list[str]:
    """How the rows of several files go together, and which documents they do not share.

    Each in a sentence with examples; none of one file. Raises ReadError where they cannot be
    joined.
    """
    by_name = {file.name: file for file in proposal.files}
    used = [table for table in tables if by_name[table.name].role not in ("left out", "matrix")]
    if len(used) < 2 or any(table.room is not None for table in used):
        return []
    contents = [read_ids(table, by_name[table.name]) for table in used]
    if any(content.problems for content in contents):
        return []  # reading says which rows they are of
    describing = [c for c in contents if c.file.having("annotator", *OF_TRUTH)] or contents
    notes: list[Problem] = []
    indexed = index_documents(contents, describing, notes, proposal.join_by_row_order)
    sentences = [f"{note.file}: {note.what}." for note in notes]
    ids = np.asarray(indexed.ids.tolist(), dtype=object)
    for content, places in zip(contents, indexed.places, strict=True):
        if content not in describing:
            sentences += _not_shared(content, places, ids, describing[0].table.name)
    return sentences


def _not_shared(content: FileContent, places: Array, ids: Array, truth: str) -> Iterator[str]:
    """The documents that one file has and the others lack, and the other way round."""
    name = content.table.name
    extra = np.flatnonzero(places < 0)
    if len(extra):
        own = content.ids if content.ids is not None else content.keys
        assert own is not None
        which = examples(own[extra].tolist(), FEW_DOCUMENTS_SHOWN)
        share = f"{len(extra):,} of {count_of(len(places), 'document')} in {name}"
        yield f"{share} are not in {truth} ({which}). They are left out."
    there = np.zeros(len(ids), dtype=bool)
    there[places[places >= 0]] = True
    if not there.all():
        which = examples(ids[~there].tolist(), FEW_DOCUMENTS_SHOWN)
        share = f"{int((~there).sum()):,} of {count_of(len(ids), 'document')} in {truth}"
        yield f"{share} have no row in {name} ({which}). They are not counted for it."


def _of_the_same(
    lead: FileTable, used: Sequence[FileTable], proposals: Mapping[str, FileProposal]
) -> list[FileTable]:
    """The rows of a few documents: the first of one file that all files speak of, else its first.

    In files without anything to join on they are those in the same places.
    """
    ties = {
        table.name: _tie(proposals[lead.name], proposals[table.name])
        for table in used
        if table is not lead
    }
    column = proposals[lead.name].only("id") or proposals[lead.name].joined_on
    if not column:
        rows = np.arange(min(MOST_DOCUMENTS_SHOWN, _held(lead).num_rows))
    else:
        ids = _compared(lead, column)
        is_shared = np.ones(len(ids), dtype=bool)
        for table in used:
            tie = ties.get(table.name)
            if tie is not None and all(ties.values()):
                is_shared &= np.asarray(_compared(lead, tie[0]).isin(_compared(table, tie[1])))
        first = np.flatnonzero(is_shared if is_shared.any() else ~is_shared)[:MOST_ROWS]
        rows = np.flatnonzero(ids.isin(ids[first].unique()[:MOST_DOCUMENTS_SHOWN]))
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
        rows_of_table = _held(table).take(pa.array(own))
        parts.append(replace(table, source=rows_of_table, lines=table.lines[own]))
    return parts


def _tie(lead: FileProposal, other: FileProposal) -> tuple[str, str] | None:
    """The columns of two files by which their rows go together."""
    if lead.joined_on and other.joined_on:
        return lead.joined_on, other.joined_on
    ids = lead.only("id"), other.only("id")
    return None if ids[0] is None or ids[1] is None else (ids[0], ids[1])


def _compared(table: FileTable, column: str) -> pd.Index:
    """A column as ids are compared."""
    return fold_ids(texts(_held(table).column(column)).tolist())


def _held(table: FileTable) -> pa.Table:
    """A table in memory; of Parquet, which is not, its first rows."""
    return table.source if isinstance(table.source, pa.Table) else table.sample


def _documents(review: Review) -> list[FirstDocument]:
    truth = review.truth
    # where a file speaks of a split alone, its documents tell more than the first ones
    spoken = review.predictions[0].rows if review.predictions else np.arange(truth.n)
    shown = (spoken if len(spoken) else np.arange(truth.n))[:MOST_DOCUMENTS_SHOWN].tolist()
    labels = None if truth.labels is None else sparse.csr_array(truth.labels)
    text = None if truth.text_column is None else truth.columns[truth.text_column]
    labels_of_systems = [_labels_by_row(system, truth.classes) for system in review.predictions]
    return [
        FirstDocument(
            document=str(i + 1 if truth.documents is None else truth.documents[i]),
            text="" if text is None else str(text[i])[:LONGEST_TEXT_SHOWN],
            true=None if labels is None else _names(labels, i, truth.classes),
            called=tuple(
                labels_by_row[i] for labels_by_row in labels_of_systems if i in labels_by_row
            ),
        )
        for i in shown
    ]


def _labels_by_row(system: Predictions, classes: tuple[str, ...]) -> dict[int, SystemLabels]:
    """What a system says of each of its documents, by the document's place."""
    decisions = None if system.decisions is None else sparse.csr_array(system.decisions)
    out = {}
    for place, row in enumerate(system.rows.tolist()):
        names = None if decisions is None else _names(decisions, place, classes)
        out[row] = SystemLabels(system.system, names, _highest(system.scores, place, classes))
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


# --- what else files may be: the readings that come next, each whole and ready to be chosen


MOST_COLUMNS_TRIED = 200  # of a file that is proposed anew for each shape


def other_readings(tables: Sequence[FileTable], proposal: Proposal) -> list[OtherReading]:
    """The readings that may be meant instead, the likeliest first; mostly none."""
    readings = []
    tools = list(dict.fromkeys(file.taken_for for file in proposal.files if file.format))
    if tools:
        readings.append(OtherReading("plain", tools[0], None))
    swapped = _swapped(proposal)
    if swapped is not None:
        readings.append(swapped)
    if len(tables) == 1 and not tools:
        readings += _of_other_shapes(tables[0], proposal.files[0])
    return readings


def _swapped(proposal: Proposal) -> OtherReading | None:
    """Truth and prediction the other way round, where no header says it of its column."""
    files = proposal.files
    true = [(file, column) for file in files for column in file.having("truth")]
    called = [(file, column) for file in files for column in file.having("predicted")]
    if len(true) != 1 or len(called) != 1 or any(file.format for file in files):
        return None
    ((of_true, truth),), ((of_called, prediction),) = true, called
    if says_truth(truth) or says_predicted(prediction) or hints_predicted(prediction):
        return None
    if any(file.role == "matrix" or file.shape == "long" for file in files):
        return None
    roles: dict[int, dict[str, str]] = {id(file): {} for file in files}
    roles[id(of_true)][truth] = "predicted"
    roles[id(of_called)][prediction] = "truth"
    turned = tuple(file.with_roles(roles[id(file)]) for file in files)
    return OtherReading("swapped", prediction, replace(proposal, files=turned))


def _of_other_shapes(table: FileTable, file: FileProposal) -> list[OtherReading]:
    """The same file in another shape, where its first rows can be read so."""
    # the first rows are as good a sign, and all of them take long
    if not isinstance(table.source, pa.Table) or len(table.columns) > MOST_COLUMNS_TRIED:
        return []
    sample = table.sample
    few = replace(table, source=sample, lines=table.lines[: sample.num_rows])
    readings = []
    for shape in get_args(Shape):
        if shape == file.shape or "matrix" in shape:
            continue
        try:
            proposal = propose([few], shape)
            (other,) = proposal.files
            same = other.shape != shape or dict(other.columns) == dict(file.columns)
            if same or other.question or not first_documents([few], proposal):
                continue
        except ReadError:
            continue
        readings.append(OtherReading("shape", SHAPE_TEXT[shape], proposal))
    return readings
