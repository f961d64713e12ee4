"""What people, systems and the truth say of the same documents, laid side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from breakeven.records import Annotator, Truth
from metrics.annotators.ratings import Ratings, placed
from metrics.incidence import judged
from metrics.typing import Array

THE_TRUTH = "the truth"


def everybody(truth: Truth, systems: Sequence[Annotator]) -> tuple[Annotator, ...]:
    """The annotators, the truth itself where the files give one, and what systems decided."""
    itself: tuple[Annotator, ...] = ()
    if truth.labels is not None and not truth.gold:
        itself = (Annotator(THE_TRUTH, np.arange(truth.n), truth.labels, truth.unjudged),)
    return (*truth.annotators, *itself, *systems)


def ratings_of(truth: Truth, said: Sequence[Annotator], rows: Array) -> Ratings:
    """What was said of some of the truth's documents, `rows`, ascending, shape (m,)."""
    place = np.full(truth.n, -1)
    place[rows] = np.arange(len(rows))
    labelled = np.zeros((len(said), len(rows)), dtype=bool)
    labels, unjudged = [], []
    for i, one in enumerate(said):
        at = place[one.rows]
        labelled[i, at[at >= 0]] = True
        labels.append(placed(judged(one.labels, one.unjudged), at, len(rows)))
        unjudged.append(None if one.unjudged is None else placed(one.unjudged, at, len(rows)))
    weights = None if truth.weights is None else truth.weights[rows]
    return Ratings(tuple(labels), labelled, tuple(unjudged), weights)


def with_mean_weight_one(ratings: Ratings) -> Ratings:
    """The same with weights that add up to the number of documents, as if each counted so often."""
    weights = ratings.weights
    if weights is None or not weights.sum() > 0:
        return ratings
    return replace(ratings, weights=weights / weights.mean())
