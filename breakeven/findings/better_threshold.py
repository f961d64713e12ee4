"""Whether a class's threshold should move: found and tried on different halves of documents."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from breakeven.evaluation.evaluation import Evaluation
from breakeven.evaluation.ranked_errors import scores_of
from breakeven.findings import rules
from breakeven.findings.finding import Finding
from breakeven.findings.gains import NO_GAIN, Gains, gain
from breakeven.findings.limits import Limits
from breakeven.text import quoted
from metrics import measures
from metrics.incidence import mask_of
from metrics.measures import alpha_of, ratio
from metrics.tallies import ContingencyTable, tally_scores
from metrics.thresholds.strategies import best_threshold
from metrics.typing import Array

LEAST_POSITIVES = 10
MOVABLE = ("given", "threshold", "per_class")
REPLICATES = 1000
ALPHA = 0.01


@dataclass(frozen=True, kw_only=True)
class BetterThreshold:
    """A threshold that would do better for a class, on documents it was not fitted on.

    `before`, `after`: F as decided now and with thresholds fitted on the other half of the
    documents, in [0, 1]. `threshold` is fitted on all of them. `rows` of the truth would be
    decided otherwise; `counts` are the tp, fp, fn, tn of the class then.
    """

    class_index: int
    name: str
    where: str
    before: float
    after: float
    threshold: float
    rows: Array
    counts: tuple[int, int, int, int]

    def found(self, gains: Gains = NO_GAIN) -> Finding:
        """The finding, with what the move would gain where that was reckoned."""
        return rules.MOVE.found(
            classes=(self.class_index,),
            documents=self.rows,
            evidence={"f": self.before, "f_moved": self.after, "threshold": self.threshold},
            gains=gains,
            name=self.name,
            where=self.where,
            before=self.before,
            after=self.after,
            threshold=self.threshold,
        )


def better_thresholds(evaluation: Evaluation, limits: Limits, beta: float) -> list[BetterThreshold]:
    """Of every class for which there is one, in the order of the classes.

    `evaluation`: the decisions as they are, on the documents thresholds may be fitted on.
    """
    found = (better_threshold(evaluation, c, limits, beta) for c in range(len(evaluation.classes)))
    return [better for better in found if better is not None]


def threshold_findings(
    evaluation: Evaluation, better: Iterable[BetterThreshold], beta: float
) -> list[Finding]:
    """A finding of each, with what F would gain by it on these documents."""
    return [
        one.found(gain(evaluation.tables, _with_counts(evaluation.tables, one), beta))
        for one in better
    ]


def _with_counts(tables: ContingencyTable, better: BetterThreshold) -> ContingencyTable:
    cells = [np.array(cell, dtype=float) for cell in _cells(tables)]
    for cell, value in zip(cells, better.counts, strict=True):
        cell[better.class_index] = value
    return ContingencyTable(*cells)


def better_threshold(
    evaluation: Evaluation, class_index: int, limits: Limits, beta: float
) -> BetterThreshold | None:
    """The threshold that would do better for one class by `limits.threshold_gain`, beyond chance.

    None where there is none, below ten positives, and where one class is chosen per document or
    by a rule with an aim of its own.
    """
    if evaluation.one_of or evaluation.cut.rule not in MOVABLE:
        return None
    if not evaluation.tables.positives[class_index] >= LEAST_POSITIVES:
        return None
    scores = scores_of(evaluation, class_index)
    if scores is None:
        return None
    positive = mask_of(evaluation.truth, class_index)
    now = mask_of(evaluation.assigned, class_index)
    judged = np.ones(evaluation.documents, dtype=bool)
    if evaluation.scored.unjudged is not None:
        judged = ~mask_of(evaluation.scored.unjudged, class_index)
    usable = judged & np.isfinite(scores)
    moved = _fitted_elsewhere(scores, positive, usable, beta)
    if moved is None:
        return None
    before, after = (_f_of(positive, called, judged, beta) for called in (now, moved))
    if not after - before >= limits.threshold_gain:
        return None
    if _lowest_difference(positive, now, moved, judged, beta) <= 0:
        return None
    best = best_threshold(tally_scores(scores[usable], positive[usable]), beta)
    split = evaluation.split
    return BetterThreshold(
        class_index=class_index,
        name=evaluation.classes[class_index],
        where="these documents" if split is None else quoted(split),
        before=before,
        after=after,
        threshold=float(best.threshold),
        rows=evaluation.rows[np.flatnonzero((now != moved) & judged)],
        counts=_counts(positive, moved, judged),
    )


def _fitted_elsewhere(scores: Array, positive: Array, usable: Array, beta: float) -> Array | None:
    """Decisions on each half by the threshold fitted on the other; None without positives."""
    half = np.arange(len(scores)) % 2 == 0
    moved = np.zeros(len(scores), dtype=bool)
    for fit, tried in ((half, ~half), (~half, half)):
        if not positive[usable & fit].any():
            return None
        best = best_threshold(tally_scores(scores[usable & fit], positive[usable & fit]), beta)
        moved[tried] = scores[tried] >= best.threshold
    return moved


def _cells(table: ContingencyTable) -> tuple[Array, Array, Array, Array]:
    return table.tp, table.fp, table.fn, table.tn


def _counts(positive: Array, called: Array, judged: Array) -> tuple[int, int, int, int]:
    code = np.bincount(2 * positive[judged] + called[judged], minlength=4)
    return int(code[3]), int(code[1]), int(code[2]), int(code[0])


def _f_of(positive: Array, called: Array, judged: Array, beta: float) -> float:
    table = ContingencyTable(*(np.asarray(n) for n in _counts(positive, called, judged)))
    return float(measures.f_beta(table, beta))


def _lowest_difference(
    positive: Array, now: Array, moved: Array, judged: Array, beta: float
) -> float:
    """Lower 1 % point of F moved - F now when the documents are drawn again."""
    kind = 4 * positive[judged] + 2 * now[judged] + moved[judged]
    drawn = np.random.default_rng(0).poisson(np.bincount(kind, minlength=8), size=(REPLICATES, 8))
    alpha = alpha_of(beta)

    def f(called: Array) -> Array:
        true = np.array([0, 0, 0, 0, 1, 1, 1, 1])
        tp = drawn @ (true * called)
        fp, fn = drawn @ ((1 - true) * called), drawn @ (true * (1 - called))
        return np.nan_to_num(ratio(tp, tp + (1 - alpha) * fn + alpha * fp))

    difference = f(np.array([0, 1] * 4)) - f(np.array([0, 0, 1, 1] * 2))
    return float(np.quantile(difference, ALPHA))
