"""How far two indexings agree, neither held to be right: the overlap of their pairs."""

from __future__ import annotations

from dataclasses import dataclass

from scipy import sparse

from metrics.averaging import Average, Undefined, mean_of
from metrics.measures import overlap
from metrics.tallies import count_decisions


@dataclass(frozen=True)
class Consistency:
    """Overlap of two indexings, in [0, 1]: of all their pairs together, and per document.

    `pooled` is NaN where neither assigned anything at all; so is a document's own overlap where
    neither assigned it anything.
    """

    pooled: float
    per_document: Average


def consistency(
    first: sparse.sparray, second: sparse.sparray, undefined: Undefined = "drop"
) -> Consistency:
    """Agreement of two indexings, boolean (documents, classes); neither is held to be right.

    Swapping them changes nothing. Source: Lewis (1991), (4) and Standard of Correctness.
    """
    table = count_decisions(sparse.csc_array(first), sparse.csc_array(second), unit="document")
    return Consistency(float(overlap(table.pooled())), mean_of(overlap(table), undefined))
