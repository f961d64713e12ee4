"""Whether predictions stand beside the wrong documents: moved by some rows, or shuffled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.evaluation import Evaluation
from metrics import measures
from metrics.dataset.data_checks import mix_p_values
from metrics.incidence import count_per_class
from metrics.typing import F1_BETA
from metrics.uncertainty.significance import corrected

# rows are tried moved by so many, up and down
FURTHEST = 3
# in standard deviations, by which predictions agree with the rows so far away more than with theirs
FAR = 6.0
# of the way from chance to full agreement: what a part that is in order reaches at the least
IN_ORDER = 0.3
# at chance: less than such a part of what the other split reaches
OF_THE_OTHER = 0.15
# below it the classes, or what is predicted, are not those of the other split
SAME_MIX = 0.001


@dataclass(frozen=True, kw_only=True)
class WrongOrder:
    """Predictions that stand beside other documents than those they are about.

    `how`: whether all are moved by `rows` (above 0: each belongs to a document further down), or
    shuffled. `measure`: accuracy where each document has one class, else micro F₁, in [0, 1];
    `value`: as the rows stand. `otherwise`: of moved ones when moved back, of shuffled ones that of
    the split `other`, which is in order.
    """

    how: Literal["moved", "shuffled"]
    measure: str
    value: float
    otherwise: float
    rows: int = 0
    other: str = ""


def wrong_order(
    evaluation: Evaluation, other: Evaluation | None, every: Evaluation | None = None
) -> WrongOrder | None:
    """Whether rows were joined in the wrong order; None where nothing speaks for it.

    `other`: the same system on another split; `every`: on all documents that it speaks of. Moved:
    predictions agree with the documents a few rows away far more than with their own. Shuffled:
    they agree with their own no more than chance, though those of the other split do, and the true
    classes and the predicted ones are as frequent as there, which a system that fails on other
    documents does not keep.
    """
    if evaluation.scored.unjudged is not None or evaluation.documents < 2 * FURTHEST + 1:
        return None
    moved = _moved(evaluation)
    if moved is None and every is not None and every.documents > evaluation.documents:
        # of a file that is moved as a whole the rows of a split no longer stand one after another
        moved = _moved(every)
    return moved or _shuffled(evaluation, other)


def _moved(evaluation: Evaluation) -> WrongOrder | None:
    chance, n = evaluation.chance, evaluation.documents
    if not chance.deviation > 0 or _reached(evaluation) > IN_ORDER or chance.below:
        # rows in the wrong order agree by chance; fewer is something else, such as swapped names
        return None
    truth, assigned = evaluation.truth_by_document, evaluation.assigned_by_document
    hits = {rows: _hits(truth, assigned, rows) for rows in _moves()}
    best = max(hits, key=lambda rows: hits[rows])
    # of two ways to pair the same predictions each deviates on its own
    expected = max(chance.hits, _by_classes(truth, assigned, best))
    if hits[best] - expected < FAR * np.sqrt(2) * chance.deviation:
        return None
    otherwise = 2 * hits[best] / max(1, truth.nnz + assigned.nnz) * n / (n - abs(best))
    if otherwise < IN_ORDER:
        return None
    return WrongOrder(
        how="moved", measure=_measure(evaluation), value=_value(evaluation),
        otherwise=min(1.0, otherwise), rows=best,
    )  # fmt: skip


def _moves() -> Iterator[int]:
    for distance in range(1, FURTHEST + 1):
        yield from (distance, -distance)


def _hits(truth: sparse.csr_array, assigned: sparse.csr_array, rows: int) -> float:
    """True pairs that are assigned, if each prediction belonged so many rows further down."""
    if rows > 0:
        return float(truth[rows:].multiply(assigned[:-rows]).sum())
    return float(truth[:rows].multiply(assigned[-rows:]).sum())


def _by_classes(truth: sparse.csr_array, assigned: sparse.csr_array, rows: int) -> float:
    """The hits so far away if what is assigned hung on a document's own classes alone.

    Where truth repeats in a cycle, classes that are taken for the next one would give them all.
    """
    none = sparse.csr_array((np.diff(truth.indptr) == 0).astype(float)[:, None])
    classes = sparse.hstack([truth.astype(float), none], format="csr")
    # of a document with several classes each stands for a part
    share = sparse.csr_array(sparse.diags_array(1 / classes.sum(axis=1)) @ classes)
    seen = np.maximum(share.sum(axis=0), 1e-300)
    assigned_by_class = sparse.csr_array(sparse.diags_array(1 / seen) @ (share.T @ assigned))
    own, theirs = (share[:-rows], truth[rows:]) if rows > 0 else (share[-rows:], truth[:rows])
    return float((own.T @ theirs.astype(float)).multiply(assigned_by_class).sum())


def _shuffled(evaluation: Evaluation, other: Evaluation | None) -> WrongOrder | None:
    if other is None or other.split == evaluation.split or other.scored.unjudged is not None:
        return None
    here, there = evaluation.chance, other.chance
    if here.beyond or not here.at_chance or here.fixed or not there.beyond:
        return None
    reached = _reached(other)
    if reached < IN_ORDER or _reached(evaluation) > OF_THE_OTHER * reached:
        return None
    if not (_as_frequent(other.truth, evaluation.truth)
            and _as_frequent(other.assigned, evaluation.assigned)):  # fmt: skip
        return None
    return WrongOrder(
        how="shuffled", measure=_measure(evaluation), value=_value(evaluation),
        otherwise=_value(other), other=other.split or "",
    )  # fmt: skip


def _reached(evaluation: Evaluation) -> float:
    """How far agreement is from chance, 0, to as many pairs as true and assigned ones allow, 1."""
    chance = evaluation.chance
    left = (evaluation.truth.nnz + evaluation.assigned.nnz) / 2 - chance.expected
    return float((chance.hits - chance.expected) / left) if left > 0 else 0.0


def _as_frequent(first: sparse.csc_array, second: sparse.csc_array) -> bool:
    """Whether classes are as frequent in two parts as chance would have it."""
    sizes = [count_per_class(part) for part in (first, second)]
    p = mix_p_values(sizes[0], first.shape[0], sizes[1], second.shape[0])
    return bool(np.all(np.nan_to_num(corrected(p, "holm"), nan=1.0) >= SAME_MIX))


def _measure(evaluation: Evaluation) -> str:
    return "accuracy" if evaluation.single_label else "micro F₁"


def _value(evaluation: Evaluation) -> float:
    return float(measures.f_beta(evaluation.tables.pooled(), F1_BETA))
