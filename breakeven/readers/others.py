"""What else files may be: the readings that come next, each whole and ready to be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

import pyarrow as pa

from breakeven.readers.columns.names import hints_predicted, says_predicted, says_truth
from breakeven.readers.columns.propose import propose
from breakeven.readers.files.table import Table
from breakeven.readers.first import OtherReading
from breakeven.readers.problems import ReadError
from breakeven.readers.proposal import FileProposal, Proposal, Shape
from breakeven.readers.recognised import SHAPE_WORDS
from breakeven.readers.understood import first_documents

MOST_COLUMNS = 200  # of a file that is proposed anew for each shape


def other_readings(tables: Sequence[Table], proposal: Proposal) -> list[OtherReading]:
    """The readings that may be meant instead, the likeliest first; mostly none."""
    found = []
    tools = list(dict.fromkeys(file.taken_for for file in proposal.files if file.format))
    if tools:
        found.append(OtherReading("plain", tools[0], None))
    swapped = _swapped(proposal)
    if swapped is not None:
        found.append(swapped)
    if len(tables) == 1 and not tools:
        found += _of_other_shapes(tables[0], proposal.files[0])
    return found


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


def _of_other_shapes(table: Table, file: FileProposal) -> list[OtherReading]:
    """The same file in another shape, where its first rows can be read so."""
    # the first rows are as good a sign, and all of them take long
    if not isinstance(table.source, pa.Table) or len(table.columns) > MOST_COLUMNS:
        return []
    sample = table.sample
    few = replace(table, source=sample, lines=table.lines[: sample.num_rows])
    found = []
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
        found.append(OtherReading("shape", SHAPE_WORDS[shape], proposal))
    return found
