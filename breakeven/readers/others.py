"""What else files may be: the readings that come next, each whole and ready to be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, get_args

import pyarrow as pa

from breakeven.readers.columns.propose import propose
from breakeven.readers.files.table import Table
from breakeven.readers.problems import ReadError
from breakeven.readers.proposal import FileProposal, Proposal, Shape
from breakeven.readers.understood import first_documents
from breakeven.text import quoted

SHAPE_WORDS: dict[Shape, str] = {
    "labels": "a row for each document, with its classes in a cell",
    "wide scores": "a row for each document, with a column of scores for each class",
    "indicator": "a row for each document, with a column of 1 and 0 for each class",
    "long": "a row for each document and class",
    "square matrix": "a matrix of counts, a row for each true class",
    "long matrix": "a matrix of counts, a row for each pair of classes",
}


@dataclass(frozen=True)
class Other:
    """Another way to read files, said in words.

    `proposal`: what columns then are; None where the files are opened anew as plain tables.
    """

    words: str
    proposal: Proposal | None

    def as_data(self) -> dict[str, Any]:
        """Plain data, for another process."""
        proposal = None if self.proposal is None else asdict(self.proposal)
        return {"words": self.words, "proposal": proposal}


def other_readings(tables: Sequence[Table], proposal: Proposal) -> list[Other]:
    """The readings that may be meant instead, the likeliest first; mostly none but the swapped."""
    found = []
    tools = list(dict.fromkeys(file.taken_for for file in proposal.files if file.format))
    if tools:
        found.append(Other(f"a plain table, not {tools[0]}", None))
    swapped = _swapped(proposal)
    if swapped is not None:
        found.append(swapped)
    if len(tables) == 1 and not tools:
        found += _of_other_shapes(tables[0], proposal.files[0])
    return found


def _swapped(proposal: Proposal) -> Other | None:
    """Truth and prediction the other way round, where there is one column of each."""
    of = {
        role: [(file, c) for file in proposal.files for c in file.having(role)]
        for role in ("truth", "predicted")
    }
    if any(len(columns) != 1 for columns in of.values()) or any(f.format for f in proposal.files):
        return None
    if any(file.role == "matrix" or file.shape == "long" for file in proposal.files):
        return None
    ((_, true),), ((_, called),) = of["truth"], of["predicted"]
    files = []
    for file in proposal.files:
        roles = {c: "predicted" for f, c in of["truth"] if f is file}
        roles |= {c: "truth" for f, c in of["predicted"] if f is file}
        files.append(file.with_roles(roles) if roles else file)
    words = f"the other way round: {quoted(called)} is true, {quoted(true)} predicted"
    return Other(words, replace(proposal, files=tuple(files)))


def _of_other_shapes(table: Table, file: FileProposal) -> list[Other]:
    """The same file in another shape, where its first rows can be read so."""
    # the first rows are as good a sign, and all of them take long
    sample = table.sample if isinstance(table.source, pa.Table) else None
    if sample is None:
        return []
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
        found.append(Other(SHAPE_WORDS[shape], proposal))
    return found
