"""The documents that are decided wrongly for classes, and what other class they have in common."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.evaluation import Evaluation
from metrics.incidence import count_per_class, judged, weigh_per_class
from metrics.typing import EQUAL, Array

# another class stands out among the errors on so many documents, and on this share of them
LEAST_DOCUMENTS = 3
LEAST_SHARE = 1 / 3


@dataclass(frozen=True, kw_only=True)
class StandsOut:
    """Another class that the errors of a class have in common, and on how many documents."""

    name: str
    documents: int


@dataclass(frozen=True, kw_only=True)
class ClassErrors:
    """How many documents are missed and wrongly assigned for a class, and what stands out.

    `unassigned`: the missed that get no class at all. `instead`: the class that the missed get;
    `truly`: the one that the wrongly assigned have; None where none stands out.
    """

    class_index: int
    missed: int
    wrong: int
    unassigned: int
    instead: StandsOut | None
    truly: StandsOut | None


def errors_of(evaluation: Evaluation, classes: Array) -> list[ClassErrors]:
    """The errors of each of these classes, counted for all of them together."""
    true, called = evaluation.truth[:, classes], evaluation.assigned[:, classes]
    off = evaluation.scored.unjudged
    off = None if off is None else off[:, classes]
    missed, wrong = judged(true > called, off), judged(called > true, off)
    nothing = (evaluation.document_tables.assigned == 0).astype(float)
    columns = zip(
        classes.tolist(),
        count_per_class(missed).tolist(),
        count_per_class(wrong).tolist(),
        weigh_per_class(missed, nothing).tolist(),
        _standing_out(evaluation, evaluation.assigned_by_document, classes, missed),
        _standing_out(evaluation, evaluation.truth_by_document, classes, wrong),
        strict=True,
    )
    return [
        ClassErrors(
            class_index=c, missed=m, wrong=w, unassigned=int(none), instead=instead, truly=truly
        )
        for c, m, w, none, instead, truly in columns
    ]


def _standing_out(
    evaluation: Evaluation, by_document: sparse.csr_array, classes: Array, errors: sparse.csc_array
) -> list[StandsOut | None]:
    """The most frequent other class among the documents of each: of three and of a third of them.

    `errors`: boolean (documents, these classes); of equally frequent ones the first.
    """
    # turned round a csc is a csr, and no number is larger than that of the documents
    met = sparse.csr_array(errors.astype(np.int32).T @ by_document.astype(np.int32))
    of = np.repeat(np.arange(len(classes)), np.diff(met.indptr))
    number = np.where(met.indices == classes[of], 0, met.data)
    most, first = np.zeros(len(classes), np.int64), np.full(len(classes), met.shape[1])
    np.maximum.at(most, of, number)
    top = np.flatnonzero(number == most[of])
    np.minimum.at(first, of[top], met.indices[top])
    out = (most >= LEAST_DOCUMENTS) & (most >= LEAST_SHARE * count_per_class(errors) - EQUAL)
    return [
        StandsOut(name=evaluation.classes[c], documents=n) if there else None
        for c, n, there in zip(first.tolist(), most.tolist(), out.tolist(), strict=True)
    ]
