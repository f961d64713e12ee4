"""Slices of the evaluated documents in which an outcome is more frequent than elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import numpy as np

from breakeven.evaluation.evaluation import Evaluation
from breakeven.slices.condition import Condition
from breakeven.slices.conditions import Conditions
from breakeven.slices.outcomes import Outcome, happened
from metrics.slices.search import Searched, WeakSlice, weak_slices
from metrics.slices.strata import strata_of
from metrics.typing import Array

# a slice holds so many documents, and such a share of all
LEAST, LEAST_SHARE = 30, 0.01
SAMPLED = (
    "Documents have weights, or were drawn in clusters: the search shuffles single documents, and "
    "what it says would not hold."
)


class SearchError(ValueError):
    """No search can be made; why, in words."""


@dataclass(frozen=True, eq=False)
class FoundSlice:
    """A weak slice with its conditions and its documents.

    `rows`: documents of the truth that the outcome is about, ascending.
    """

    weak: WeakSlice
    conditions: tuple[Condition, ...]
    rows: Array

    @property
    def words(self) -> str:
        """Its conditions in words, as they are named: plain text."""
        return ", ".join(condition.words for condition in self.conditions)


@dataclass(frozen=True, eq=False)
class FoundSlices:
    """What came of a search: its outcome, of how many documents, and the slices.

    `mean`: of the outcome among all these documents; NaN without any.
    """

    outcome: Outcome
    documents: int
    mean: float
    searched: Searched
    slices: tuple[FoundSlice, ...]


def search_slices(
    evaluation: Evaluation,
    conditions: Conditions,
    outcome: Outcome,
    other: Evaluation | None = None,
    seed: int = 0,
) -> FoundSlices:
    """Weak slices of the evaluated documents; `conditions`: of all documents of the truth.

    `other`: the system that the outcome is about. Compared are documents of the same true classes.
    SearchError where documents were not drawn one by one; OutcomeError as `happened`.
    """
    if evaluation.scored.sampled:
        raise SearchError(SAMPLED)
    of = happened(evaluation, outcome, other)
    rows = evaluation.rows[of.positions]
    met = conditions.at(rows)
    least = max(LEAST, ceil(LEAST_SHARE * len(rows)))
    mean = float(np.mean(of.values)) if len(rows) else float("nan")
    if not met.groups:
        return FoundSlices(outcome, len(rows), mean, Searched((), (0, 0, 0), 0, least), ())
    strata = strata_of(evaluation.truth[of.positions])
    searched = weak_slices(met.held, met.group_of, of.values, strata, least, seed=seed)
    found = tuple(_found(weak, met, rows) for weak in searched.weak)
    return FoundSlices(outcome, len(rows), mean, searched, found)


def _found(weak: WeakSlice, met: Conditions, rows: Array) -> FoundSlice:
    named = tuple(met.all[c] for c in weak.conditions)
    inside = np.flatnonzero(met.held[:, list(weak.conditions)].sum(axis=1) == len(named))
    return FoundSlice(weak, named, rows[inside])
