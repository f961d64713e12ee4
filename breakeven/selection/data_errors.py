"""Documents with which the data is wrong: in an earlier split too, or contradicting others."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from breakeven.findings.limits import Limits
from breakeven.findings.tainted import tainted_documents
from breakeven.records import Truth
from metrics.dataset.near_duplicates import NearDuplicates
from metrics.typing import Array

# so that a filter keeps the same documents everywhere, whatever limits a reviewer set for findings
USUAL = Limits()


@dataclass(frozen=True)
class DataErrors:
    """Documents with which the data is wrong, by the usual limits; masks of shape (documents,).

    `leaked`: in an earlier split too, by id or by a text that is not short; where `near`, also
    with nearly that text. `contradicting`: their text has other classes elsewhere.
    """

    leaked: Array
    contradicting: Array
    near: bool


def data_errors(truth: Truth, near: NearDuplicates | None = None) -> DataErrors:
    """What is wrong with the documents. `near`: what a search for nearly equal texts found."""
    found = tainted_documents(truth, USUAL, near)
    leaked, contradicting = np.zeros((2, truth.n), dtype=bool)
    for code, rows in found.by_rule.items():
        (leaked if code.startswith("leak.") else contradicting)[rows] = True
    return DataErrors(leaked, contradicting, found.near_searched)


def errors_of(truth: Truth, near: bool) -> DataErrors:
    """As `data_errors`; where `near`, nearly equal texts are searched for first."""
    if not near:
        return data_errors(truth)
    # takes a second to import, and few selections ask for it
    from breakeven.findings.review import search_near

    return data_errors(truth, search_near(truth, USUAL))
