"""What decisions made without looking would get right, and which way scores rank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from metrics.incidence import co_occurrence, count_per_class
from metrics.measures import ratio
from metrics.sparse_scores import ListedTallies
from metrics.tallies import ScoreTally
from metrics.typing import Array

# one-sided, 1 %: a system is called better than chance beyond this many standard deviations
SURE = 2.326
# fewer documents can show nothing by this normal approximation, either way
FEWEST = 30
# of the positives, where a look at both kinds of scores is worth its time
LOOKS = (0.1, 0.25, 0.5)


@dataclass(frozen=True, kw_only=True)
class AgreementByChance:
    """True pairs that are assigned, and what they would be were the documents shuffled.

    `hits`, `expected` and `deviation` are numbers of pairs; `independent` is how many documents
    drawn one by one these are worth. `fixed`: every document is assigned the same classes, though
    not all have the same.
    """

    hits: float
    expected: float
    deviation: float
    independent: float
    fixed: bool

    @property
    def z(self) -> float:
        """Standard deviations above what shuffling gives; NaN where that never varies."""
        return float(ratio(self.hits - self.expected, self.deviation))

    @property
    def beyond(self) -> bool:
        """Whether the decisions agree with the truth more than chance would have it (1 %)."""
        return self.z > SURE

    @property
    def below(self) -> bool:
        """Whether they agree less than chance would have it (1 %)."""
        return self.z < -SURE

    @property
    def at_chance(self) -> bool:
        """Whether they do not, though there are documents enough to show it."""
        return self.independent >= FEWEST and (self.fixed or self.z <= SURE)


def agreement_by_chance(
    truth: sparse.csc_array, assigned: sparse.csc_array, independent: float | None = None
) -> AgreementByChance:
    """Agreement of two boolean (documents, classes) beside that of shuffled documents.

    Each document keeps its set of assigned classes, but they go to another one, so how often
    each class is assigned, and which together, stays. `independent`: how many independent
    documents these are worth; all by default. Source: Mantel (1967), the permutation of one
    of two matrices.
    """
    n = truth.shape[0]
    of_true, of_assigned = (count_per_class(m).astype(float) for m in (truth, assigned))
    # classes without truth, or never assigned, are found together in one of the two at most
    some = np.flatnonzero((of_true > 0) & (of_assigned > 0))
    both_true, both_assigned = (
        sparse.csc_array(co_occurrence(m[:, some]), dtype=float) for m in (truth, assigned)
    )
    # the sum of products of the two centred matrices of classes found together
    common = (
        both_assigned.multiply(both_true).sum()
        - ratio(np.sum((assigned @ of_true) ** 2), n)
        - ratio(np.sum((truth @ of_assigned) ** 2), n)
        + ratio((of_true @ of_assigned) ** 2, n * n)
    )
    worth = n if independent is None else independent
    variance = ratio(max(float(common), 0.0), n - 1) * ratio(n, worth)
    deviation = float(np.sqrt(variance))
    return AgreementByChance(
        hits=float(truth.multiply(assigned).sum()),
        expected=float(ratio(of_true @ of_assigned, n)),
        deviation=deviation if deviation > 1e-9 * max(n, 1) else 0.0,
        independent=worth,
        fixed=_same(of_assigned, n) and not _same(of_true, n),
    )


def _same(sizes: Array, documents: int) -> bool:
    """Whether all documents have the same classes: each is in all of them or in none."""
    return bool(np.all((sizes == 0) | (sizes == documents)))


@dataclass(frozen=True, kw_only=True)
class ScoreDirection:
    """Which way scores rank: `area` is the chance that a positive scores above a negative.

    Ties count half. `z`: standard deviations of `area` from one half. NaN without either kind.
    Of one class, or of several, of shape (classes,).
    """

    area: Any
    z: Any


def direction_of(tally: ScoreTally) -> ScoreDirection:
    """The direction of one class's scores; documents without a score tie below all others.

    Weights are left aside. Source: Mann & Whitney (1947), the variance corrected for ties.
    """
    scores, positives = tally.scores, tally.positives
    below = int(tally.unscored) if tally.weights is None else 0
    below_positive = int(tally.unscored_positives) if tally.weights is None else 0
    r, n = len(positives) + below_positive, len(scores) + below
    negatives = n - r
    if not r or not negatives:
        return ScoreDirection(area=float("nan"), z=float("nan"))
    middle = np.searchsorted(scores, positives) + np.searchsorted(scores, positives, "right")
    ranks = float((below + (middle + 1) / 2).sum()) + below_positive * (below + 1) / 2
    above = ranks - r * (r + 1) / 2
    ties = np.append(_runs(scores), below).astype(float)
    spread = (n + 1) - float(ratio((ties * ties * ties - ties).sum(), n * (n - 1)))
    variance = r * negatives * spread / 12
    area = above / (r * negatives)
    return ScoreDirection(area=area, z=float(ratio(above - r * negatives / 2, np.sqrt(variance))))


def surely_upright(scores: Array, hits: Array) -> bool:
    """Whether the area of `direction_of` is seen to be above one half, without sorting scores.

    `scores`: of one class, shape (n,), and `hits`: those of its positives, both in any order.
    Positives from some score on are above all negatives below it: their shares, multiplied, are an
    area that is there at least. False where that does not tell, or either kind is missing.
    """
    hits = np.sort(hits)
    negatives = len(scores) - len(hits)
    for share in LOOKS if len(hits) and negatives else ():
        limit = hits[int(share * len(hits))]
        missed = int(np.searchsorted(hits, limit))
        below = int(np.count_nonzero(scores < limit)) - missed
        if 2 * (len(hits) - missed) * below > len(hits) * negatives:
            return True
    return False


def directions_of(listed: ListedTallies) -> ScoreDirection:
    """As `direction_of`, of very many classes at once."""
    below, r, n = listed.unscored, listed.r, listed.n
    first = np.flatnonzero(listed.first_of(listed.scores))
    sizes = np.diff(np.append(first, len(listed.scores)))
    # where the scores that equal each positive's begin and end among those of the class
    hits, k = np.flatnonzero(listed.positive), len(listed)
    group, klass = np.searchsorted(first, hits, "right") - 1, listed.classes_at(hits)
    middle = 2 * (first[group] - listed.ends[klass]) + sizes[group]
    ranks = np.bincount(klass, below[klass] + (middle + 1) / 2, minlength=k)
    ranks = ranks + listed.unscored_positives * (below + 1) / 2
    above, negatives = ranks - r * (r + 1) / 2, n - r
    several = np.flatnonzero(sizes > 1)
    alike, low = sizes[several].astype(float), below.astype(float)
    ties = np.bincount(
        listed.classes_at(first[several]), alike * alike * alike - alike, minlength=k
    )
    ties = ties + (low * low * low - low)  # of no equal scores at all they were whole numbers
    spread = (n + 1) - ratio(ties, n * (n - 1))
    area = ratio(above, r * negatives)
    z = ratio(above - r * negatives / 2, np.sqrt(r * negatives * spread / 12))
    return ScoreDirection(area=area, z=np.where(np.isnan(area), np.nan, z))


def _runs(ascending: Array) -> Array:
    """How often each value occurs that occurs more than once."""
    # most scores are alone: only places where the next one is equal are looked at
    again = np.flatnonzero(ascending[1:] == ascending[:-1])
    ends = np.flatnonzero(np.diff(again) != 1)
    return np.diff(np.concatenate(([-1], ends, [len(again) - 1]))) + 1 if len(again) else again
