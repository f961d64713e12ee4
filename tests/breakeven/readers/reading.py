"""Reviews from the texts of small files."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
from scipy import sparse

from breakeven.data.records import Review
from breakeven.readers.base.proposal import Proposal
from breakeven.readers.build import build_review, read_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.opening import open_tables


def review_of(**files: Any) -> Review:
    """A review from file texts; `truth_csv="…"` is a file named truth.csv.

    `by_row_order`: whether files without a key are joined by it, as a user says; none is called so.
    """
    by_row_order = files.pop("by_row_order", False)
    named = [(name.replace("_", ".", 1), text.encode()) for name, text in files.items()]
    return read_in_order(named) if by_row_order else read_review(named)


def read_in_order(files: Iterable[tuple[str, bytes | Path]]) -> Review:
    """A review of files that the user says are in the same order."""
    tables = open_tables(files)
    return build_review(tables, replace(propose(tables), join_by_row_order=True))


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


def notes_text(text: Review) -> str:
    return " | ".join(f"{note.column} {note.what} {note.remedy}" for note in text.notes)
