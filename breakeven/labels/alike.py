"""How alike people, systems and the truth label the same documents, by twos; nobody is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from breakeven.labels.indexings import ratings_of
from breakeven.records import Annotator, Truth
from metrics.annotators.consistency import consistency
from metrics.annotators.pairs import (
    cohen_kappa_over_classes,
    document_tables,
    once,
    pairs_of,
    pooled_over_classes,
)
from metrics.annotators.ratings import Ratings
from metrics.measures import f_beta, overlap
from metrics.typing import Array


@dataclass(frozen=True)
class Alike:
    """Between every two, square arrays of shape (names, names); NaN on the diagonal.

    `documents` that both labelled; `f` of either against the other, all classes together;
    `kappa`: Cohen's over all classes; `overlap` of all pairs together, and `per_document` its mean
    over documents.
    """

    names: tuple[str, ...]
    documents: Array
    f: Array
    kappa: Array
    overlap: Array
    per_document: Array


def alike(truth: Truth, said: Sequence[Annotator], rows: Array) -> Alike:
    """How alike those are who said something of some of the truth's documents.

    Source: Lewis (1991), Standard of Correctness, for consistency.
    """
    ratings = ratings_of(truth, said, rows)
    names = tuple(one.name for one in said)
    documents, f, kappa, pooled, each = (np.full((len(said),) * 2, np.nan) for _ in range(5))
    for i, j in pairs_of(len(said)):
        of = _of_two(ratings, i, j)
        for square, value in zip((documents, f, kappa, pooled, each), of, strict=True):
            square[i, j] = square[j, i] = value
    return Alike(names, documents, f, kappa, pooled, each)


def _of_two(ratings: Ratings, i: int, j: int) -> tuple[float, float, float, float, float]:
    """In the order of the fields of `Alike`."""
    parts = document_tables(ratings, [(i, j)])
    tables = parts.sums(once(ratings))
    table = pooled_over_classes(tables)
    shared = np.flatnonzero(ratings.labelled[i] & ratings.labelled[j])
    sides = (sparse.csc_array(side[shared] > 0) for side in (parts.positives, parts.assigned))
    return (
        len(shared),
        float(f_beta(table)),
        float(cohen_kappa_over_classes(tables)),
        float(overlap(table)),
        consistency(*sides).per_document.value,
    )
