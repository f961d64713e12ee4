"""Every two of those who labelled: how far they say the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from breakeven.labels.measured import Measured, measured
from metrics.annotators.drawn import Drawn
from metrics.annotators.pairs import (
    cohen_kappa_over_classes,
    document_tables,
    pairs_of,
    pooled_over_classes,
)
from metrics.annotators.ratings import Ratings
from metrics.measures import f_beta
from metrics.typing import Array


@dataclass(frozen=True, kw_only=True)
class Two:
    """Two people, or systems, on the documents that both labelled.

    `f`: F of either against the other, which is their positive agreement; `kappa`: Cohen's, over
    all classes; both with their 95 % intervals. `kappas`: of each replicate.
    """

    first: str
    second: str
    documents: int
    f: Measured
    kappa: Measured
    kappas: Array = field(repr=False)


def twos_of(ratings: Ratings, names: Sequence[str], drawn: Drawn) -> tuple[Two, ...]:
    """Every two, the first before the second in the order of the names."""
    return tuple(_two(ratings, names, two, drawn) for two in pairs_of(len(ratings)))


def _two(ratings: Ratings, names: Sequence[str], two: tuple[int, int], drawn: Drawn) -> Two:
    i, j = two
    each = document_tables(ratings, [two])
    once = np.ones(ratings.documents) if ratings.weights is None else ratings.weights
    tables, again = each.sums(once), each.gathered(drawn.gather).sums(drawn.times)
    pooled = pooled_over_classes(tables)
    differ = bool(pooled.fp + pooled.fn > 0)
    kappas = cohen_kappa_over_classes(again)
    return Two(
        first=names[i],
        second=names[j],
        documents=int(np.sum(ratings.labelled[i] & ratings.labelled[j])),
        f=measured(f_beta(pooled), f_beta(pooled_over_classes(again)), differ),
        kappa=measured(cohen_kappa_over_classes(tables), kappas, differ),
        kappas=kappas,
    )
