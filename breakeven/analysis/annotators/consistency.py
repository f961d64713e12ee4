"""What people, systems and the truth say of the same documents, side by side.

How alike they are, and one set of decisions beside several standards of what is correct.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.gold import gold_source, golds_of, with_gold
from breakeven.data.records import Annotator, Truth
from metrics.annotators.pairwise_agreement import (
    cohen_kappa_over_classes,
    consistency,
    document_tables,
    once,
    pairs_of,
    pooled_over_classes,
)
from metrics.annotators.ratings import Ratings, placed_ratings
from metrics.incidence import judged
from metrics.measures import f_beta, overlap
from metrics.typing import F1_BETA, Array

# --- what people, systems and the truth say of the same documents, laid side by side


THE_TRUTH = "the truth"


def everyone(truth: Truth, systems: Sequence[Annotator]) -> tuple[Annotator, ...]:
    """The annotators, the truth itself where the files give one, and what systems decided."""
    itself: tuple[Annotator, ...] = ()
    if truth.labels is not None and not truth.gold:
        itself = (Annotator(THE_TRUTH, np.arange(truth.n), truth.labels, truth.unjudged),)
    return (*truth.annotators, *itself, *systems)


def ratings_of(truth: Truth, annotators: Sequence[Annotator], rows: Array) -> Ratings:
    """What was said of some of the truth's documents, `rows`, ascending, shape (m,)."""
    place = np.full(truth.n, -1)
    place[rows] = np.arange(len(rows))
    labelled = np.zeros((len(annotators), len(rows)), dtype=bool)
    labels, unjudged = [], []
    for i, annotator in enumerate(annotators):
        positions = place[annotator.rows]
        labelled[i, positions[positions >= 0]] = True
        labels.append(
            placed_ratings(judged(annotator.labels, annotator.unjudged), positions, len(rows))
        )
        unjudged.append(
            None
            if annotator.unjudged is None
            else placed_ratings(annotator.unjudged, positions, len(rows))
        )
    weights = None if truth.weights is None else truth.weights[rows]
    return Ratings(tuple(labels), labelled, tuple(unjudged), weights)


def with_mean_weight_one(ratings: Ratings) -> Ratings:
    """The same with weights that add up to the number of documents, as if each counted so often."""
    weights = ratings.weights
    if weights is None or not weights.sum() > 0:
        return ratings
    return replace(ratings, weights=weights / weights.mean())


# --- how alike people, systems and the truth label the same documents, by twos; nobody is right


@dataclass(frozen=True)
class PairwiseLikeness:
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


def measure_likeness(
    truth: Truth, annotators: Sequence[Annotator], rows: Array
) -> PairwiseLikeness:
    """How alike those are who said something of some of the truth's documents.

    Source: Lewis (1991), Standard of Correctness, for consistency.
    """
    ratings = ratings_of(truth, annotators, rows)
    names = tuple(annotator.name for annotator in annotators)
    documents, f, kappa, pooled, each = (np.full((len(annotators),) * 2, np.nan) for _ in range(5))
    for i, j in pairs_of(len(annotators)):
        likeness = _of_two(ratings, i, j)
        for square, value in zip((documents, f, kappa, pooled, each), likeness, strict=True):
            square[i, j] = square[j, i] = value
    return PairwiseLikeness(names, documents, f, kappa, pooled, each)


def _of_two(ratings: Ratings, i: int, j: int) -> tuple[float, float, float, float, float]:
    """In the order of the fields of `PairwiseLikeness`."""
    parts = document_tables(ratings, [(i, j)])
    tables = parts.sums(once(ratings))
    table = pooled_over_classes(tables)
    shared = np.flatnonzero(ratings.labelled[i] & ratings.labelled[j])
    sides = (sparse.csc_array(side[shared] > 0) for side in (parts.positives, parts.assigned))
    return (
        len(shared),
        float(f_beta(table, F1_BETA)),
        float(cohen_kappa_over_classes(tables)),
        float(overlap(table)),
        consistency(*sides).per_document.value,
    )


# --- one set of decisions beside several standards of what is correct


@dataclass(frozen=True)
class Standard:
    """The same decisions on the same documents, beside one standard of correctness.

    `how`: the gold, as `breakeven.data.gold` spells it, or "" for the truth in the files.
    """

    how: str
    name: str
    evaluation: Evaluation

    @property
    def judged(self) -> int:
        """How many of the documents this standard says anything of; the others count nowhere."""
        return int(np.count_nonzero(self.evaluation.judged_pairs))


def standards_of(evaluation: Evaluation, truth: Truth) -> Iterator[Standard]:
    """The decisions under the truth in the files, where there is one, the majority, and each one.

    So they are under each plausible set of accepted grades. Nothing is decided or fitted again.
    Source: Lewis (1991), Standard of Correctness, and Partitioning of Results.
    """
    if not truth.gold and truth.labels is not None:
        yield Standard("", "the truth in the files", evaluate_under(evaluation, truth))
    for how in golds_of(truth):
        yield Standard(
            how, gold_source(how, truth), evaluate_under(evaluation, with_gold(truth, how))
        )


def evaluate_under(evaluation: Evaluation, truth: Truth) -> Evaluation:
    """The same decisions beside another truth of the same documents; ValueError without labels."""
    if truth.labels is None:
        raise ValueError("a standard of correctness needs labels")
    part, off = evaluation.scored, truth.unjudged
    beside = replace(
        part,
        truth=sparse.csc_array(truth.labels[part.rows]),
        unjudged=None if off is None else sparse.csc_array(off[part.rows]),
    )
    return replace(evaluation, scored=beside)
