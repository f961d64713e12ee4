"""Reviews from the texts of small files."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pyarrow.parquet as pq
from scipy import sparse

from breakeven.readers.build import read_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.opening import open_tables
from breakeven.readers.proposal import Proposal
from breakeven.records import Review


def review_of(**files: Any) -> Review:
    """A review from file texts; `truth_csv="…"` is a file named truth.csv."""
    named = [(name.replace("_", ".", 1), text.encode()) for name, text in files.items()]
    return read_review(named)


def proposal_of(**files: Any) -> Proposal:
    named = [(name.replace("_", ".", 1), text.encode()) for name, text in files.items()]
    return propose(open_tables(named))


def parquet(table: Any, **options: Any) -> bytes:
    buffer = io.BytesIO()
    pq.write_table(table, buffer, **options)
    return buffer.getvalue()


def classes_of(
    matrix: sparse.csc_array, classes: list[str] | str | tuple[str, ...]
) -> list[set[Any] | set[str]]:
    """The set of classes of each document of a boolean (documents, classes) matrix."""
    return [{classes[j] for j in np.flatnonzero(row)} for row in matrix.toarray()]


def said(text: Review) -> str:
    return " | ".join(f"{note.column} {note.what} {note.remedy}" for note in text.notes)
