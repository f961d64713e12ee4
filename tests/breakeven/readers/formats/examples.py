"""The examples of the tools, read as they are."""

from __future__ import annotations

import numpy as np
from scipy import sparse

import breakeven as be
from breakeven.data.records import Review
from breakeven.readers.base.proposal import FileProposal
from breakeven.readers.columns.propose import propose
from breakeven.readers.files.content import Content
from breakeven.readers.formats.registry import recognise_formats
from breakeven.readers.opening import open_tables
from metrics.typing import Array
from tests.breakeven.readers.reading import classes_of
from tests.paths import TESTS

EXAMPLES = TESTS / "data" / "formats"


def example(*names: str, by_row_order: bool = False) -> Review:
    """A review of some of the files, such as `weka/folds.csv`; by row order as a user says so."""
    return be.read(*(EXAMPLES / name for name in names), join_by_row_order=by_row_order)


def proposal_of(name: str) -> FileProposal:
    """What one of the files is taken for."""
    path = EXAMPLES / name
    return propose(open_tables([(path.name, path)])).files[0]


def raw(name: str) -> bytes:
    """The bytes of one of the files."""
    return (EXAMPLES / name).read_bytes()


def formats_of(content: str | bytes, name: str = "f.txt") -> list[str]:
    """The keys of the formats that claim a content."""
    data = content.encode() if isinstance(content, str) else content
    return [format.KEY for format, _ in recognise_formats(Content(name, data))]


def truth_of(review: Review) -> list[set[str]]:
    """The true classes of each document."""
    assert review.truth.labels is not None
    return classes_of(review.truth.labels, review.truth.classes)


def called_of(review: Review) -> list[set[str]]:
    """The classes that the first system assigned to each document."""
    decisions = review.predictions[0].decisions
    assert decisions is not None
    return classes_of(decisions, review.truth.classes)


def scores_of(review: Review) -> dict[str, list[float]]:
    """Of each class the scores of the first system, NaN where there is none."""
    scores = review.predictions[0].scores
    assert scores is not None
    dense: Array = np.full(scores.shape, np.nan)
    if sparse.issparse(scores):
        listed = scores.tocoo()
        dense[listed.row, listed.col] = listed.data
    else:
        dense = scores
    return dict(zip(review.truth.classes, dense.tolist(), strict=True))
