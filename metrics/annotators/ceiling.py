"""What people reach against each other, and a system against the same people's vote.

Each person is left out once and held against the vote of the others; the system is held against
that same vote on the same documents. Values and their uncertainty come from
`metrics.uncertainty.average_intervals`: here they are averaged over the people, and set against
each other document by document.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from metrics.effective_size import UPPER
from metrics.typing import Array
from metrics.uncertainty.average_intervals import Influence, UnseenVariance
from metrics.uncertainty.intervals import Interval


@dataclass(frozen=True)
class Gap(Interval):
    """One value minus another on the same documents, with its 95 % interval.

    `low`, `high`: NaN where the value is undefined, and where decisions differ on fewer than two
    documents, or clusters. `telling`: on how many they differ.
    """

    telling: int


def placed_influence(of: Influence, at: Array, documents: int) -> Influence:
    """The same value among more documents: its own are at these ascending positions."""
    moved, telling = np.zeros(documents), np.zeros(documents, dtype=bool)
    moved[at], telling[at] = of.moved, of.telling
    return Influence(of.value, moved, telling, of.unseen)


def mean_of_influences(parts: Sequence[Influence]) -> Influence:
    """The mean of several values of the same documents, each counting the same.

    Undefined ones are left out; where all are, it is one of them. What the documents do not show
    is taken to be the same in every part, as the documents are.
    """
    defined = [part for part in parts if not np.isnan(part.value)]
    if not defined:
        return parts[0]
    unseen = [part.unseen for part in defined if part.unseen is not None]
    return Influence(
        float(np.mean([part.value for part in defined])),
        np.mean([part.moved for part in defined], axis=0),
        np.any([part.telling for part in defined], axis=0),
        UnseenVariance(
            float(np.mean([of.centre for of in unseen])),
            float(np.mean([of.wanting for of in unseen])),
            float(np.mean([of.number for of in unseen])),
        )
        if unseen
        else None,
    )


def gap(of: Influence, base: Influence, differing: Array, gathered: sparse.csr_array | None) -> Gap:
    """How far one value lies above another of the same documents.

    `differing`: the documents on which their decisions differ, boolean, shape (documents,). The
    variance is that of what each document moves the one more than the other, summed by clusters
    and weights as `gathered` says (None: documents are drawn alone and count 1), with the t
    distribution of as many documents, or clusters. Source: the delta method, paired; Kish (1965).
    """
    from scipy.special import stdtrit

    moved = of.moved - base.moved
    there = of.telling | base.telling
    together, units, telling = moved, int(there.sum()), int(differing.sum())
    if gathered is not None:
        together = gathered @ moved
        units, telling = (int(np.sum(gathered @ x.astype(float) > 0)) for x in (there, differing))
    value = of.value - base.value
    if telling < 2 or np.isnan(value):
        return Gap(np.nan, np.nan, telling, value=value)
    error = float(np.sqrt(np.sum(together**2) * units / (units - 1)))
    reach = float(stdtrit(units - 1, UPPER)) * error
    return Gap(value - reach, value + reach, telling, value=value)
