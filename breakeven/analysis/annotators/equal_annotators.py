"""People whose labels are the same: one copied the other, or they are one person.

Tested in `tests/breakeven/analysis/annotators/test_equal_annotators.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from breakeven.analysis.annotators.consistency import ratings_of
from breakeven.data.records import Annotator, Truth
from metrics.incidence import count_per_document, sets_of
from metrics.typing import Array

# so many documents that both labelled, and where nobody else labelled
LEAST_SHARED, LEAST_ALONE = 30, 100
# of them so many may differ, and so many differ from what others say
MOST_DIFFERING, OTHERS_DIFFER = 0.01, 0.05
# share of the documents that the two get wrong by what the others say, to be sure
CLEARLY = 3.0


@dataclass(frozen=True, kw_only=True)
class EqualAnnotators:
    """Two people who give the same labels.

    `documents` that both labelled, of which `differ` differ. `with_others`: the share of documents
    on which they differ from everybody else, in [0, 1], NaN where there is nobody. `impossible`:
    by what the others say both make errors, and each errs alone would give differences.
    """

    first: str
    second: str
    documents: int
    differ: int
    with_others: float
    impossible: bool


def equal_annotators(truth: Truth, rows: Array) -> tuple[EqualAnnotators, ...]:
    """Every two people who give the same labels to documents that both labelled.

    Named are two who differ on a hundredth of 30 documents or more at the most, though others
    differ from them on a twentieth, or, where nobody else labelled, who never differ on 100 or
    more. Documents with one set of classes alone say nothing.
    """
    people = truth.annotators
    if len(people) < 2:
        return ()
    sets, labelled = _sets(truth, people, rows)
    shared, differ = _differing(sets, labelled)
    pairs = []
    for i in range(len(people)):
        for j in range(i + 1, len(people)):
            both = labelled[i] & labelled[j]
            n, distinct = int(shared[i, j]), len(np.unique(sets[i][both]))
            if n < LEAST_SHARED or distinct < 2 or differ[i, j] > MOST_DIFFERING * n:
                continue
            others = [k for k in range(len(people)) if k not in (i, j)]
            met = float(shared[[i, j]][:, others].sum())
            apart = float(differ[[i, j]][:, others].sum()) / met if met else float("nan")
            if met and apart < OTHERS_DIFFER:
                continue
            if not met and (n < LEAST_ALONE or differ[i, j]):
                continue
            pairs.append(
                EqualAnnotators(
                    first=people[i].name,
                    second=people[j].name,
                    documents=n,
                    differ=int(differ[i, j]),
                    with_others=apart,
                    impossible=_errs(i, others, shared, differ, n),
                )
            )
    return tuple(pairs)


def _sets(truth: Truth, people: Sequence[Annotator], rows: Array) -> tuple[list[Array], Array]:
    """What each said of each document, as equal numbers for equal sets; and whether anything."""
    ratings = ratings_of(truth, people, rows)
    sets = [sets_of(labels) + count_per_document(labels).astype(np.uint64) for labels in
            ratings.labels]  # fmt: skip
    return sets, np.asarray(ratings.labelled)


def _differing(sets: Sequence[Array], labelled: Array) -> tuple[Array, Array]:
    """Documents that every two labelled, and on which they differ; both (people, people)."""
    k = len(sets)
    shared, differ = np.zeros((2, k, k))
    for i in range(k):
        for j in range(k):
            both = labelled[i] & labelled[j]
            shared[i, j] = both.sum()
            differ[i, j] = np.sum(sets[i][both] != sets[j][both])
    return shared, differ


def _errs(i: int, others: list[int], shared: Array, differ: Array, documents: int) -> bool:
    """Whether a person clearly errs, by two others: so does who says the same.

    Where each errs alone, two differ as often as either is wrong, nearly: of three people each is
    wrong in half of what the sums of differences leave.
    """
    best = 0.0
    for a in others:
        for b in others:
            if a < b and min(shared[i, a], shared[i, b], shared[a, b]) > 0:
                share = [differ[x] / shared[x] for x in ((i, a), (i, b), (a, b))]
                best = max(best, (share[0] + share[1] - share[2]) / 2)
    return best * documents * 2 > CLEARLY**2
