"""Slices of labelled documents: how many have each class, beside the rest, whoever decides.

The rest is all documents that are not in the slice, as for slices of what a system decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from breakeven.analysis.slices.slice_comparison import DeclaredSlice
from breakeven.data.records import Truth
from metrics.dataset.data_checks import mix_p_values
from metrics.incidence import count_per_class, judged, weigh_per_class
from metrics.measures import ratio
from metrics.typing import Array
from metrics.uncertainty.significance import corrected

# chance alone lets a share differ clearly anywhere in so many of a hundred reviews
ALPHA = 0.05
SAMPLED = "documents have weights or are in clusters"
UNJUDGED = "some pairs of document and class were not judged"


@dataclass(frozen=True, eq=False)
class SliceShares:
    """How many documents of a slice have each class.

    `documents`, by weight, and their `share` of all; `rest`: how many the rest has. Shape
    (classes,): `positives`, by weight, and which share of the documents judged for the class that
    is, from 0 to 1, in `inside` the slice and `outside` it, NaN where nobody judged any.
    """

    declared: DeclaredSlice
    documents: float
    share: float
    rest: float
    positives: Array
    inside: Array
    outside: Array

    @property
    def difference(self) -> Array:
        """Share in the slice less share in the rest, from -1 to 1; NaN where either is."""
        return self.inside - self.outside


@dataclass(frozen=True, eq=False)
class ClassShares:
    """The slices side by side.

    `p`: how likely a difference of the shares as large is by chance, corrected for every slice and
    class (Holm), shape (slices, classes); NaN where nothing can be said, as of a slice that is
    chosen by what is true. `untested`: why nothing is said of any, "" where it is.
    """

    classes: tuple[str, ...]
    slices: tuple[SliceShares, ...]
    p: Array
    untested: str

    @cached_property
    def clear(self) -> list[tuple[int, int]]:
        """Slices and classes whose share clearly differs from the rest, the least likely first."""
        found = np.argwhere(self.p < ALPHA)
        order = np.argsort(self.p[tuple(found.T)], kind="stable")
        return [(int(s), int(c)) for s, c in found[order]]


def share_classes(truth: Truth, rows: Array, slices: Sequence[DeclaredSlice]) -> ClassShares:
    """How many of these documents have each class, slice by slice, and whether chance does it.

    `rows`: indices into the truth's documents; the masks of `slices` are of these. ValueError where
    nobody has labelled.
    """
    if truth.labels is None:
        raise ValueError("nobody has labelled these documents, so no class can be counted")
    unjudged = None if truth.unjudged is None else truth.unjudged[rows]
    labels = judged(truth.labels[rows], unjudged)
    weights = np.ones(len(rows)) if truth.weights is None else truth.weights[rows]
    sampled = truth.weights is not None or truth.clusters is not None
    untested = SAMPLED if sampled else UNJUDGED if unjudged is not None else ""
    p = np.full((len(slices), len(truth.classes)), np.nan)
    shared = []
    for place, declared in enumerate(slices):
        counts = []
        for side in (declared.inside, ~declared.inside):
            positives = weigh_per_class(labels[side], weights[side])
            number = float(weights[side].sum())
            left = 0.0 if unjudged is None else weigh_per_class(unjudged[side], weights[side])
            counts.append((number, positives, ratio(positives, number - left)))
        (number, positives, inside), (rest, _, outside) = counts
        share = float(ratio(number, number + rest))
        shared.append(SliceShares(declared, number, share, rest, positives, inside, outside))
        if not untested and not declared.by_truth:
            numbers = [int(side.sum()) for side in (declared.inside, ~declared.inside)]
            own = count_per_class(labels[declared.inside])
            p[place] = mix_p_values(own, numbers[0], count_per_class(labels) - own, numbers[1])
    return ClassShares(
        truth.classes, tuple(shared), corrected(p.ravel(), "holm").reshape(p.shape), untested
    )
