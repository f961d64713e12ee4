"""Ratings from small tables, as papers print them, and from sets."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import sparse

from metrics.annotators.ratings import Ratings
from metrics.typing import Array


def of_sets(sets: Sequence[Sequence[str | None]], classes: str) -> Ratings:
    """A row for each person: the classes of each document by letter; None was not labelled."""
    labelled = np.array([[letters is not None for letters in row] for row in sets])
    labels = [
        sparse.csr_array(
            [[name in (letters or "") for name in classes] for letters in row], dtype=bool
        )
        for row in sets
    ]
    return Ratings(tuple(labels), labelled, (None,) * len(labels))


def of_codes(codes: Array, classes: int) -> Ratings:
    """One class a document: codes 0.. of shape (people, documents), -1 was not labelled."""
    one_hot = np.eye(classes + 1, dtype=bool)[:, :classes]
    labels = tuple(sparse.csr_array(one_hot[row]) for row in codes)
    return Ratings(labels, codes >= 0, (None,) * len(codes))


def of_yes(yes: Array) -> Ratings:
    """Several classes a document: 1, 0 or NaN (not judged), shape (people, documents, classes)."""
    off = np.isnan(yes)
    seen = np.asarray(~off.all(axis=2))
    unjudged = tuple(
        sparse.csr_array(o & s[:, None]) if (o & s[:, None]).any() else None
        for o, s in zip(off, seen, strict=True)
    )
    return Ratings(tuple(sparse.csr_array(of == 1) for of in yes), seen, unjudged)
