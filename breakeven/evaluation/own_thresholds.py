"""A threshold for every class, in place of a rule: what is decided now, and some moved by hand."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from scipy import sparse

from breakeven.evaluation.cut import Cut
from metrics.incidence import Scores, count_per_class, scores_of_class
from metrics.typing import Array

# a link holds the thresholds of so many classes
MOST_CLASSES = 1_000


def thresholds_like(scores: Scores, assigned: sparse.csc_array) -> Array:
    """Per class the greatest threshold that assigns it to as many documents as now, or more.

    Shape (classes,), scores of the classes; +inf for a class that is never assigned, -inf where
    documents without a score have it. Where some threshold makes the decisions of now, these are
    made: `assigned`, boolean csc (documents, classes), says them.
    """
    found = np.full(assigned.shape[1], math.inf)
    for c, wanted in enumerate(count_per_class(assigned).tolist()):
        of = scores_of_class(scores, c)[1]
        if wanted > len(of):
            found[c] = -math.inf
        elif wanted:
            found[c] = np.partition(of, len(of) - wanted)[len(of) - wanted]
    return found


def per_class(
    classes: Sequence[str],
    thresholds: Array,
    moved: Mapping[str, float],
    system: str,
    *,
    split: str | None,
    tuned: bool,
) -> Cut:
    """Every class at its threshold, those of `moved` at theirs; `split`, `tuned` as in Cut."""
    own = dict(zip(classes, thresholds.tolist(), strict=True)) | dict(moved)
    return Cut(
        "per_class", math.inf, own=tuple(own.items()), system=system, split=split, tuned=tuned
    )
