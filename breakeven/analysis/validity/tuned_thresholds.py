"""Thresholds behind decisions: tuned on what is shown, or one for all classes that does better."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from breakeven.analysis.evaluation.evaluation import Evaluation, scores_of
from metrics import measures
from metrics.incidence import mask_of
from metrics.measures import ratio
from metrics.thresholds.strategies import at_thresholds, best_threshold
from metrics.typing import EQUAL, F1_BETA, Array

# --- thresholds that are each class's best on what is shown


# positives of a class, from which on its best threshold is seldom that of other documents
LEAST_POSITIVES = 10
FEWEST_CLASSES = 4
# of the classes so many have their best threshold here, and fewer than so many on the other split
BEST_HERE, BEST_THERE = 0.8, 0.5
# by how much less the best may be on fewer classes of the other split
APART = 0.4


@dataclass(frozen=True, kw_only=True)
class TunedHere:
    """Classes whose decisions are by the threshold that is best for F₁ on what is shown.

    `best_here`, of `classes`; `best_there`, of `classes_there`, on the split `other`.
    """

    best_here: int
    classes: int
    best_there: int
    classes_there: int
    other: str


def tuned_here(evaluation: Evaluation, other: Evaluation | None) -> TunedHere | None:
    """Whether thresholds were tuned on the documents under review; None where nothing says so.

    Asked of classes whose decisions are those of some threshold on their scores, with ten positives
    or more. A threshold fitted elsewhere is seldom the very best here: it is so for nearly all
    classes only if it was fitted here. `other`: the same system on the split to tune on.
    """
    if other is None or other.split == evaluation.split or evaluation.optimistic:
        return None
    if evaluation.cut.cross_fitted:  # known to be tuned elsewhere, document by document
        return None
    if evaluation.single_label or not evaluation.scored.has_scores:
        return None
    here = _best(evaluation, BEST_HERE)
    # all scores of the other split are sorted only where something is to be told
    if len(here) < FEWEST_CLASSES or np.mean(here) < BEST_HERE - EQUAL:
        return None
    there = _best(other)
    share = float(np.mean(here))
    if len(there) < FEWEST_CLASSES or np.mean(there) > min(BEST_THERE, share - APART):
        return None
    return TunedHere(
        best_here=int(here.sum()), classes=len(here), best_there=int(there.sum()),
        classes_there=len(there), other=other.split or "",
    )  # fmt: skip


def _best(evaluation: Evaluation, least: float = 0.0) -> Array:
    """Of each class that can be asked, whether its decisions have the highest F₁ of any threshold.

    Boolean, shape (asked,). Stops where no longer this share of all classes can have it.
    """
    tables = evaluation.tables
    enough = np.flatnonzero((tables.positives >= LEAST_POSITIVES) & (tables.assigned > 0))
    out = []
    for c in enough.tolist():
        if not _by_threshold(evaluation, c):
            continue
        best = best_threshold(evaluation.scored.tally(c), F1_BETA).f
        if best < 1 - EQUAL:
            now = float(measures.f_beta(tables[c], F1_BETA))
            out.append(now >= best - EQUAL)
            if out.count(False) > (1 - least) * len(enough) + EQUAL:
                break
    return np.array(out, dtype=bool)


def _by_threshold(evaluation: Evaluation, c: int) -> bool:
    """Whether all that are assigned a class score higher than all that are not."""
    scores = scores_of(evaluation, c)
    assigned = mask_of(evaluation.assigned, c)
    if scores is None or assigned.all():
        return False
    return bool(scores[assigned].min() > scores[~assigned].max())


# --- one threshold for all classes


# in standard errors: a gain on documents that the threshold was not fitted on
SURE = 2.326
# classes whose F is higher with it, of all whose F changes
MOST_OF_THEM = 0.7


@dataclass(frozen=True, kw_only=True)
class OneThreshold:
    """One threshold for all classes, fitted on other documents, with what it does here.

    `before`, `after`: micro F as decided and with it, in [0, 1]; `low` to `high`: the gain, with
    95 % confidence. `classes`: those whose F rises, the most first; `of_all`: of so many with
    scores and documents. `lower`: whether more is assigned with it. `rows`: documents of the truth
    decided otherwise. `errors`: how many wrong decisions fewer. `decided`: all that is decided with
    it.
    """

    threshold: float
    fitted_on: str
    before: float
    after: float
    low: float
    high: float
    classes: Array
    of_all: int
    lower: bool
    rows: Array
    errors: float
    decided: Evaluation


def one_threshold(
    evaluation: Evaluation, tuning: Evaluation | None, beta: float, least_gain: float
) -> OneThreshold | None:
    """One threshold for all classes that is clearly better here; None where there is none.

    It is fitted on `tuning`, which shares no document with what is under review: the highest micro
    F of all its pairs as one ranking. Better by `least_gain` in micro F or more, beyond chance
    (1 %), and for most classes that it changes.
    """
    if tuning is None or tuning.split in (None, evaluation.split):
        return None
    if evaluation.one_of or not (evaluation.scored.has_scores and tuning.scored.has_scores):
        return None
    if np.isinf(threshold := best_threshold(tuning.scored.pooled, beta).threshold):
        return None
    moved = replace(
        evaluation, assigned=at_thresholds(evaluation.scored.scores, threshold), optimistic=False
    )
    gain, error = _gain(evaluation, moved, beta)
    before, after = (np.asarray(measures.f_beta(e.tables, beta)) for e in (evaluation, moved))
    change = np.nan_to_num(after) - np.nan_to_num(before)
    has = evaluation.tables.positives > 0
    up, down = (has & (change > EQUAL)), (has & (change < -EQUAL))
    if gain < least_gain - EQUAL or not error > 0 or gain / error < SURE:
        return None
    if up.sum() < 3 or up.sum() < MOST_OF_THEM * (up.sum() + down.sum()):
        return None
    better = np.flatnonzero(up)
    tables = [e.document_tables for e in (evaluation, moved)]
    wrong = [table.fp + table.fn for table in tables]
    differs = (tables[0].tp != tables[1].tp) | (tables[0].fp != tables[1].fp)
    pooled = [float(measures.f_beta(e.tables.pooled(), beta)) for e in (evaluation, moved)]
    return OneThreshold(
        threshold=float(threshold),
        fitted_on=tuning.split or "",
        before=pooled[0],
        after=pooled[1],
        low=gain - 1.96 * error,
        high=gain + 1.96 * error,
        classes=better[np.argsort(-change[better], kind="stable")],
        of_all=int(has.sum()),
        lower=float(moved.tables.assigned.sum()) > float(evaluation.tables.assigned.sum()),
        rows=evaluation.rows[np.flatnonzero(differs)],
        errors=max(0.0, float(np.sum(wrong[0] - wrong[1]))),
        decided=moved,
    )


def _gain(evaluation: Evaluation, moved: Evaluation, beta: float) -> tuple[float, float]:
    """By how much micro F is higher, and its standard error over documents (delta method)."""
    weight = np.ones(evaluation.documents) if evaluation.weights is None else evaluation.weights
    parts = []
    values = []
    for each in (evaluation, moved):
        tables = each.document_tables
        # of an endless beta recall is left, whatever is assigned
        squared, of_assigned = (1.0, 0.0) if np.isinf(beta) else (beta * beta, 1.0)
        above = weight * (of_assigned + squared) * tables.tp
        below = weight * (squared * tables.positives + of_assigned * tables.assigned)
        value = float(ratio(above.sum(), below.sum()))
        values.append(value)
        parts.append(ratio(above - value * below, below.sum()))
    off = parts[1] - parts[0]
    if (clusters := evaluation.scored.clusters) is not None:
        off = np.bincount(clusters, off)
    return values[1] - values[0], float(np.sqrt(np.sum(off * off)))
