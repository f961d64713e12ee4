"""Weak slices where the documents under review are too few: looked for in a second split as well.

Of 200 documents a slice has 20 to 50, which seldom tell weakness from chance. What a system is weak
in shows among the documents of the split to tune on too. Tested in `test_weak_slices`.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.slices.joined_ranges import with_joined_ranges
from breakeven.analysis.slices.slice_conditions import Conditions
from breakeven.analysis.slices.weak_slices import (
    NamedSlice,
    SliceFindings,
    search_slices,
    slice_elsewhere,
    usual_outcome,
)
from breakeven.data.records import Truth
from metrics.slices.search import LEVEL

# from so many documents on they tell enough by themselves
ENOUGH = 1_000
# the second search of the same documents is held to half the level, and its p-values are doubled
SEARCHES = 2


def second_search_helps(
    alone: SliceFindings, evaluation: Evaluation, other: Evaluation | None
) -> bool:
    """Whether nothing was found among few documents, and another split may be searched too."""
    return (
        other is not None
        and other.split is not None
        and other.split != evaluation.split
        and not (alone.slices or other.scored.sampled)
        and evaluation.documents < ENOUGH
    )


def search_both_splits(
    truth: Truth, evaluation: Evaluation, other: Evaluation, conditions: Conditions
) -> SliceFindings:
    """Slices that are weak among the documents of both splits, and clearly so under review too.

    `other`: the same system on documents of another split; `conditions`: of all documents of the
    truth, ranges not yet joined.
    """
    rows = np.union1d(evaluation.rows, other.rows)
    outcome = usual_outcome(evaluation)
    searched = search_slices(
        evaluation, with_joined_ranges(conditions, truth, rows), outcome, also=other,
        level=LEVEL / SEARCHES,
    )  # fmt: skip

    def here_too(named: NamedSlice) -> bool:
        here = slice_elsewhere(named, outcome, evaluation)
        return here is not None and bool(here.weak)

    slices = tuple(
        replace(named, weak=replace(named.weak, p=SEARCHES * named.weak.p))
        for named in searched.slices
        if here_too(named)
    )
    return replace(searched, slices=slices)
