"""What people reach against each other, and a system against the same people's vote.

Each person is left out once and held against the vote of the others; the system is held against
that same vote on the same documents. Values and their uncertainty come from
`metrics.uncertainty.average_intervals`: here they are averaged over the people, and set against
each other document by document.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

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
    documents, or clusters. `number_differing`: on how many they differ.
    """

    number_differing: int


def placed_influence(influence: Influence, positions: Array, documents: int) -> Influence:
    """The same value among more documents: its own are at these ascending positions."""
    per_document, included = np.zeros(documents), np.zeros(documents, dtype=bool)
    per_document[positions], included[positions] = influence.per_document, influence.included
    return replace(influence, per_document=per_document, included=included)


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
        np.mean([part.per_document for part in defined], axis=0),
        np.any([part.included for part in defined], axis=0),
        UnseenVariance(
            float(np.mean([variance.centre for variance in unseen])),
            float(np.mean([variance.wanting for variance in unseen])),
            float(np.mean([variance.number for variance in unseen])),
        )
        if unseen
        else None,
    )


def gap(
    influence: Influence, base: Influence, differing: Array, gathered: sparse.csr_array | None
) -> Gap:
    """How far one value lies above another of the same documents.

    `differing`: the documents on which their decisions differ, boolean, shape (documents,). The
    variance is that of what each document moves the one more than the other, summed by clusters
    and weights as `gathered` says (None: documents are drawn alone and count 1), with the t
    distribution of as many documents, or clusters. Source: the delta method, paired; Kish (1965).
    """
    from scipy.special import stdtrit

    differences = influence.per_document - base.per_document
    included = influence.included | base.included
    together, units, number_differing = differences, int(included.sum()), int(differing.sum())
    if gathered is not None:
        together = gathered @ differences
        units, number_differing = (
            int(np.sum(gathered @ x.astype(float) > 0)) for x in (included, differing)
        )
    value = influence.value - base.value
    if number_differing < 2 or np.isnan(value):
        return Gap(np.nan, np.nan, number_differing, value=value)
    error = float(np.sqrt(np.sum(together**2) * units / (units - 1)))
    reach = float(stdtrit(units - 1, UPPER)) * error
    return Gap(value - reach, value + reach, number_differing, value=value)
