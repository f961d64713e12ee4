"""What advice is tried on: a measure before and after, by the documents that it is made of.

Tested in `test_trials`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from scipy import sparse

from breakeven.analysis.advice.trial_commands import TrialCommands
from breakeven.analysis.evaluation.cut import Cut, rules_for
from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.fit import fit_cut
from breakeven.analysis.findings.finding import Trial
from breakeven.data.marks import Marks
from breakeven.data.records import Predictions, Truth
from breakeven.data.wording import f_name, quoted
from metrics.effective_size import cluster_weights
from metrics.incidence import mask_of
from metrics.measures import ratio
from metrics.tallies import ContingencyTable
from metrics.typing import EQUAL, Array
from metrics.uncertainty.average_intervals import Influence, interval_of
from metrics.uncertainty.intervals import Interval

# standard errors of a 95 % interval
SURE = 1.96


@dataclass(frozen=True)
class TrialParts:
    """What a measure is made of, per document: `above` of `below`, both of shape (documents,)."""

    above: Array
    below: Array

    @property
    def value(self) -> float:
        """The measure, NaN where nothing is below."""
        return float(ratio(self.above.sum(), self.below.sum()))

    @property
    def influence(self) -> Array:
        """By how much each document moves the value, shape (documents,). Source: delta method."""
        return np.asarray((self.above - self.value * self.below) / self.below.sum())


@dataclass(frozen=True)
class TrialRecords:
    """What the decisions under review were made of, and what people said of the documents since.

    `mine`: the system under review, on all of its documents. `commands`: how the command line looks
    at the same.
    """

    truth: Truth
    mine: Predictions
    marks: Marks | None = None
    commands: TrialCommands = field(default_factory=TrialCommands)


@dataclass(frozen=True)
class TrialSetting:
    """What advice is tried on. As in `with_trials`.

    `left_out`: the rows of the truth that a filter of leaks leaves out, by the filter.
    """

    evaluation: Evaluation
    tuning: Evaluation | None
    beta: float
    records: TrialRecords | None = None
    left_out: Mapping[str, Array] = field(default_factory=dict)

    @property
    def commands(self) -> TrialCommands:
        """How the command line looks at the same."""
        return TrialCommands() if self.records is None else self.records.commands

    @cached_property
    def refitted(self) -> Evaluation | None:
        """As decided with every class's threshold fitted on the tuning split.

        None without another split, and where the system has no scores for it.
        """
        records, tuning, evaluation = self.records, self.tuning, self.evaluation
        if records is None or tuning is None or not (self.fitted_elsewhere and self.tuning_split):
            return None
        cut = Cut("f", beta=self.beta, split=self.tuning_split)
        if evaluation.classes != records.truth.classes or evaluation.fold is not None:
            return None
        if cut.rule not in rules_for(records.mine, labelled=True):
            return None
        fitted = fit_cut(records.truth, records.mine, cut, tuning.scored)
        return evaluate(records.mine, evaluation.scored, evaluation.split, fitted)

    @property
    def measure(self) -> str:
        """The measure of all decisions together, in words."""
        return "accuracy" if self.evaluation.one_of else f"micro {f_name(self.beta)}"

    @property
    def where(self) -> str:
        """` on “test”`; "" for all documents."""
        split = self.evaluation.split
        return "" if split is None else f" on {quoted(split)}"

    @property
    def fitted_elsewhere(self) -> bool:
        """Whether thresholds are fitted on other documents than those under review."""
        return self.tuning is not None and self.tuning.split != self.evaluation.split

    @property
    def tuning_split(self) -> str:
        """Where thresholds are fitted; "" for all documents, and where there is no other place."""
        return "" if self.tuning is None else self.tuning.split or ""

    def parts(self, tp: Array, positives: Array, assigned: Array) -> TrialParts:
        """Of counts per document, shape (documents,), by the documents' weights."""
        weights = 1.0 if self.evaluation.weights is None else self.evaluation.weights
        # of an endless beta recall is left, whatever is assigned
        recall = 1.0 if np.isinf(self.beta) else self.beta**2
        one = 0.0 if np.isinf(self.beta) else 1.0
        below = weights * (recall * positives + one * assigned)
        return TrialParts(weights * (one + recall) * tp, below)

    @property
    def now(self) -> TrialParts:
        """As decided now."""
        return self.of_tables(self.evaluation.document_tables)

    def of_tables(self, tables: ContingencyTable) -> TrialParts:
        """Of a table per document."""
        return self.parts(*(wide(n) for n in (tables.tp, tables.positives, tables.assigned)))

    def masks(self, c: int) -> tuple[Array, Array]:
        """The documents truly in a class and those assigned to it, of those that were judged."""
        off = self.evaluation.scored.unjudged
        judged = True if off is None else ~mask_of(off, c)
        evaluation = self.evaluation
        return mask_of(evaluation.truth, c) & judged, mask_of(evaluation.assigned, c) & judged

    def interval(
        self, before: TrialParts, after: TrialParts, rows_left: Array | None = None
    ) -> Interval:
        """The interval of the difference; `rows_left`: the documents of `after`, None for all.

        Put together from that of either value, which holds for the few documents of a class too,
        and from how the two go together; without documents that are left out, by the delta method.
        Source: Zou & Donner (2008).
        """
        old, new = before.influence, after.influence
        change = after.value - before.value
        if rows_left is not None:
            old[rows_left] -= new
            error = SURE * float(np.sqrt(np.sum(self._drawn(old) ** 2)))
            # documents of which each is as right as the others show nothing of chance
            error = error if error > EQUAL else np.nan
            return Interval(change - error, change + error)
        units = [self._drawn(each) for each in (old, new)]
        alike = float(ratio(units[0] @ units[1], np.sqrt(np.prod([u @ u for u in units]))))
        ends = [self._ends(each) for each in (before, after)]
        down = after.value - ends[1].low, ends[0].high - before.value
        up = ends[1].high - after.value, before.value - ends[0].low
        low, high = (
            float(np.sqrt(max(0.0, x * x + y * y - 2 * np.nan_to_num(alike) * x * y)))
            for x, y in (down, up)
        )
        return Interval(change - low, change + high)

    def paired(self, before: TrialParts, after: TrialParts) -> Interval:
        """The interval of the difference of two means over the same documents.

        Student's t of as many documents, or clusters of them, as were drawn; NaN of fewer than two,
        and where none moves the difference.
        """
        moved = self._drawn(after.influence - before.influence)
        counted = self._drawn(before.below) > 0
        drawn = int(np.count_nonzero(counted))
        squares = float(np.sum(moved[counted] ** 2))
        change = after.value - before.value
        if drawn < 2 or squares == 0:
            return Interval(np.nan, np.nan)
        from scipy.special import stdtrit  # takes long to import

        error = float(stdtrit(drawn - 1, 0.975)) * (squares * drawn / (drawn - 1)) ** 0.5
        return Interval(change - error, change + error)

    @property
    def _gathered(self) -> sparse.csr_array | None:
        """Which documents are drawn together, sparse (clusters, documents); None for each alone."""
        clusters, documents = self.evaluation.scored.clusters, self.evaluation.documents
        return None if clusters is None else cluster_weights(documents, None, clusters)

    def _drawn(self, moved: Array) -> Array:
        """What each document moves a value by, of the documents drawn together in sum."""
        gathered = self._gathered
        return moved if gathered is None else np.asarray(gathered @ moved)

    def _ends(self, parts: TrialParts) -> Interval:
        """The interval of a value by itself."""
        moved = Influence(parts.value, parts.influence, parts.below > 0)
        return interval_of(moved, self._gathered)

    def trial(
        self, what: str, before: TrialParts, after: TrialParts, rows_left: Array | None = None,
        *, ends: Interval | None = None, **fields: Any,
    ) -> Trial | None:  # fmt: skip
        """What came of it; None where either value is undefined.

        `ends`: the interval of the difference, that of `interval` where it is not given; `said`:
        further fields of the trial.
        """
        if not (before.below.sum() > 0 and after.below.sum() > 0):
            return None
        ends = ends or self.interval(before, after, rows_left)
        trial = Trial(
            what=what, measure=self.measure, where=self.where,
            before=before.value, after=after.value, low=ends.low, high=ends.high,
            documents=len(after.above),
        )  # fmt: skip
        return replace(trial, **fields)


def wide(numbers: Array) -> Array:
    """The same numbers as floats, which do not overflow when they are multiplied."""
    return np.asarray(numbers, dtype=float)
