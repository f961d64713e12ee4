"""What several people said, from arrays in memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from scipy import sparse

from breakeven.api.labels import SETS, Labels, labels_of
from breakeven.api.native import is_missing, native
from breakeven.records import Annotator
from metrics.incidence import count_per_document
from metrics.typing import Array


@dataclass(frozen=True)
class SaidBy:
    """What one annotator said of n documents; `rows`: those that he or she judged, ascending."""

    labels: Labels
    rows: Array

    @property
    def unjudged(self) -> Labels | None:
        """The pairs left open, in the place of those that are true; None where all were judged."""
        off = self.labels.unjudged
        if off is None or not off[self.rows].nnz:
            return None
        return replace(self.labels, has=off)


def people_of(annotators: Mapping[str, Any] | None, width: int | None) -> dict[str, SaidBy]:
    """What each annotator said, by name: labels of any kind, of all documents in order.

    A missing label (None, NaN) is a document that this person did not judge; an empty list is one
    in no class. ValueError as `labels_of`, and for annotators that have no names.
    """
    if annotators is None:
        return {}
    if not isinstance(annotators, Mapping):
        kind = type(annotators).__name__
        raise ValueError(f"annotators is of the type {kind}; give a dictionary, name to labels")
    found = {}
    for name, values in annotators.items():
        labels = labels_of(values, argument_of(name), width)
        found[str(name)] = SaidBy(labels, np.flatnonzero(_judged(values, labels)))
    return found


def argument_of(name: str) -> str:
    """What one annotator's labels are called in messages."""
    return f"annotators[{str(name)!r}]"


def annotator_of(
    name: str, said: SaidBy, labels: sparse.csc_array, unjudged: sparse.csc_array | None
) -> Annotator:
    """The record of one annotator; `labels`, `unjudged`: csc of all documents and classes."""
    off = None if unjudged is None else sparse.csc_array(unjudged[said.rows])
    return Annotator(name, said.rows, sparse.csc_array(labels[said.rows]), off)


def _judged(values: Any, labels: Labels) -> Array:
    if labels.matrix:
        if labels.unjudged is None:
            return np.ones(labels.documents, dtype=bool)
        return count_per_document(labels.unjudged) < labels.has.shape[1]
    found = native(values)
    if isinstance(found, pd.DataFrame):
        found = found.iloc[:, 0]
    rows = found.tolist() if isinstance(found, np.ndarray | pd.Series) else list(found)
    return np.array([isinstance(row, SETS) or not is_missing(row) for row in rows], dtype=bool)
