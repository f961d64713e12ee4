"""Small evaluations from sets of class names, and random ones from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
from scipy import sparse

from breakeven.evaluation.cut import Cut
from breakeven.evaluation.evaluation import Evaluation, evaluate
from breakeven.evaluation.scored import score_split
from breakeven.records import Predictions, Truth
from metrics.typing import Array

T = TypeVar("T")


def known(value: T | None) -> T:
    """The value of a field that may be None and must not be here."""
    assert value is not None
    return value


def truth_of(
    labels: Array,
    unjudged: Array | None = None,
    weights: Array | None = None,
    clusters: Array | None = None,
    **more: Any,
) -> Truth:
    """A truth from a boolean (documents, classes) array; classes are a, b, c, ...

    `more` are fields of the truth that are to be others; documents are d0, d1, ... in no split.
    """
    n, k = labels.shape
    fields: dict[str, Any] = {
        "documents": np.array([f"d{i}" for i in range(n)]),
        "classes": tuple(chr(ord("a") + c) for c in range(k)),
        "splits": (),
        "split_of": np.full(n, -1),
    }
    return Truth(
        labels=sparse.csc_array(labels, dtype=bool),
        unjudged=None if unjudged is None else sparse.csc_array(unjudged),
        weights=None if weights is None else weights.astype(float),
        weight_column=None if weights is None else "w",
        clusters=clusters,
        cluster_column=None if clusters is None else "thread",
        **(fields | more),
    )


def evaluation_of(
    truth: Truth, assigned: Array, system: str = "s", rows: Array | None = None
) -> Evaluation:
    """A system's decisions, boolean (documents it spoke of, classes), beside the truth."""
    said = Predictions(
        system,
        np.arange(truth.n) if rows is None else rows,
        decisions=sparse.csc_array(assigned),
    )
    return evaluate(said, score_split(truth, said, None), None, Cut("given"))


def matrix_of(sets: Sequence[str], classes: int) -> Array:
    """`["a", "ab", ""]`: the classes of each document as a boolean matrix."""
    return np.array(
        [[chr(ord("a") + c) in one for c in range(classes)] for one in sets], dtype=bool
    ).reshape(len(sets), classes)


def noisy(labels: Array, misses: float, false_alarms: float, rng: np.random.Generator) -> Array:
    """Decisions that miss and add pairs independently, at these rates."""
    kept = labels & (rng.random(labels.shape) >= misses)
    return kept | (~labels & (rng.random(labels.shape) < false_alarms))
