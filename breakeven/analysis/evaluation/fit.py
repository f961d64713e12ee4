"""Fitting a cut: thresholds and shares found on documents whose truth is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.cut import (
    FITTED,
    THRESHOLDS,
    TUNED,
    WISHED,
    CrossFit,
    Cut,
    FittedCut,
    at_cross_fitted,
    rules_for,
)
from breakeven.analysis.evaluation.scored import ScoredSplit, score_split
from breakeven.analysis.evaluation.wishes import (
    UNREACHED,
    WishedThresholds,
    wished_of_documents,
    wished_of_tallies,
)
from breakeven.data.records import Predictions, Truth
from breakeven.data.units import FOLDS, folds_of
from metrics.measures import prevalence
from metrics.ranking.break_even import break_even
from metrics.tallies import ContingencyTable, ScoreTally, count_decisions
from metrics.thresholds.costs import CostMatrix, best_rule, least_loss
from metrics.thresholds.strategies import at_fitted, best_threshold, just_above, short_between
from metrics.typing import EQUAL, Array

# a class whose best F stays below this cannot be ranked: cut where it would assign nothing
GUARD = 0.1

# how a threshold came about
HowFitted = Literal[
    "rule", "tuned", "guarded", "no positives", "constant", "unscored", "by hand", "not listed"
]
# thresholds that are not what was asked for
UNFITTED = ("guarded", "no positives", "constant", "unscored", *UNREACHED)


def fit_cut(
    truth: Truth, predictions: Predictions, cut: Cut, part: ScoredSplit | None = None
) -> FittedCut:
    """What a cut needs to be applied: its thresholds, or shares, found where it says.

    `part` is what the system scored of `cut.split`; it is gathered here when not given.
    ValueError when the system or the truth does not allow the rule.
    """
    if cut.rule not in rules_for(predictions, truth.labels is not None):
        raise ValueError(f"{predictions.system} does not allow the rule {cut.rule!r}")
    if cut.split is not None and cut.rule in FITTED and cut.split not in truth.splits:
        raise ValueError(f"there is no split {cut.split!r}")
    if cut.rule in TUNED:
        part = part if part is not None else score_split(truth, predictions, cut.split)
        if cut.rule in WISHED:
            return _wished(cut, truth.classes, wished_of_documents(cut, part))
        fitted = fit_thresholds(cut, truth.classes, part.tallies)
        return cross_fitted(truth, fitted, part) if cut.cross_fitted else fitted
    if cut.rule in (*THRESHOLDS, "expected_loss"):
        return fit_thresholds(cut, truth.classes)
    if cut.rule == "proportional":
        return FittedCut(cut, shares=shares_of(truth, cut.split), weights=truth.weights)
    return FittedCut(cut)


def cross_fitted(truth: Truth, fitted: FittedCut, part: ScoredSplit) -> FittedCut:
    """A rule fitted on all of `part`, with what it finds on four fifths for the other fifth.

    The fifths are those of `folds_of`. Source of the way: Stone (1974), with groups kept together.
    """
    part_of = np.full(truth.n, -1)
    part_of[part.rows] = own = folds_of(truth, part.rows)
    rule, found = replace(fitted.cut, cross_fitted=False), []
    for fold in range(FOLDS):
        others = part.take(np.flatnonzero(own != fold))
        of_fold = fit_thresholds(rule, truth.classes, others.tallies)
        assert of_fold.thresholds is not None
        found.append(of_fold.thresholds)
    return replace(fitted, cross=CrossFit(part_of, np.array(found)))


def fit_thresholds(
    cut: Cut, classes: tuple[str, ...], tallies: Sequence[ScoreTally] = ()
) -> FittedCut:
    """The thresholds of a rule that gives each class one, wherever the scores were counted.

    `tallies`: of the classes on `cut.split`, for a rule that is tuned there. ValueError for a rule
    of another kind, and for a wish that asks more of documents than tallies hold.
    """
    match cut.rule:
        case "threshold" | "per_class":
            how: HowFitted = "rule" if cut.rule == "threshold" else "not listed"
            every = np.full(len(classes), cut.threshold)
            fitted = FittedCut(cut, every, how=(how,) * len(classes))
        case "f" | "break_even" | "loss":
            thresholds, how_fitted = tuned(tallies, classes, cut)
            fitted = FittedCut(cut, thresholds, how=tuple(how_fitted))
        case "recall" | "precision":
            return _wished(cut, classes, wished_of_tallies(cut, tallies))
        case "expected_loss":
            fitted = _of_costs(cut, classes)
        case _:
            raise ValueError(f"the rule {cut.rule!r} has no thresholds")
    return with_manual(fitted, cut, classes)


def _wished(cut: Cut, classes: tuple[str, ...], wished: WishedThresholds) -> FittedCut:
    return with_manual(FittedCut(cut, wished.thresholds, how=tuple(wished.how)), cut, classes)


def with_manual(fitted: FittedCut, cut: Cut, classes: Sequence[str]) -> FittedCut:
    """The same rule, fitted, with the thresholds that `cut` sets by hand; they may be none."""
    if not cut.own or fitted.thresholds is None:
        return replace(fitted, cut=cut)
    place = {name: c for c, name in enumerate(classes)}
    thresholds, how, cross = fitted.thresholds.copy(), list(fitted.how), fitted.cross
    of_parts = None if cross is None else cross.thresholds.copy()
    for name, own in cut.own:
        if name in place:
            thresholds[place[name]] = own
            how[place[name]] = "by hand"
            if of_parts is not None:
                of_parts[:, place[name]] = own
    if cross is not None and of_parts is not None:
        cross = replace(cross, thresholds=of_parts)
    return FittedCut(cut, thresholds, fitted.below, how=tuple(how), cross=cross)


def shares_of(truth: Truth, split: str | None) -> Array:
    """Each class's share of the judged documents of a split, by weight, shape (classes,).

    0 where none is judged.
    """
    assert truth.labels is not None
    rows = truth.in_split(split)
    labels = sparse.csc_array(truth.labels[rows])
    off = None if truth.unjudged is None else sparse.csc_array(truth.unjudged[rows])
    nothing = sparse.csc_array(labels.shape, dtype=bool)
    own = None if truth.weights is None else truth.weights[rows]
    return np.nan_to_num(prevalence(count_decisions(labels, nothing, off, weights=own)))


def tuned(
    tallies: Sequence[ScoreTally], classes: tuple[str, ...], cut: Cut
) -> tuple[Array, list[HowFitted]]:
    """The threshold of every class under `f`, `break_even` or `loss`, and how it came about."""
    thresholds, how = np.empty(len(classes)), list[HowFitted]()
    for c, costs in enumerate(cut.costs.for_classes(classes)):
        thresholds[c], came = tuned_threshold(tallies[c], cut, costs)
        how.append(came)
    return thresholds, how


def tuned_threshold(tally: ScoreTally, cut: Cut, costs: CostMatrix) -> tuple[float, HowFitted]:
    """One class's threshold under `f`, `break_even` or `loss`, and how it came about."""
    if not len(tally.scores):
        return float("inf"), "unscored"
    how: HowFitted = "tuned"
    if tally.scores[0] == tally.scores[-1]:
        how = "constant"
    if tally.r == 0:
        how = "no positives"
    if cut.rule == "f":
        best = best_threshold(tally, cut.beta)
        if cut.guard and best.f < GUARD:
            return just_above(tally), "guarded" if how == "tuned" else how
        threshold = best.threshold
    elif cut.rule == "break_even":
        threshold = break_even(tally).threshold
        threshold = float("inf") if np.isnan(threshold) else threshold
    else:
        threshold = least_loss(tally, costs).threshold
    return (short_between(tally, threshold) if cut.between else threshold), how


def _of_costs(cut: Cut, classes: Sequence[str]) -> FittedCut:
    """The thresholds on probabilities at which assigning becomes cheaper. Lewis (1995), (7)."""
    thresholds, below = np.empty(len(classes)), np.zeros(len(classes), dtype=bool)
    for c, costs in enumerate(cut.costs.for_classes(classes)):
        rule = best_rule(costs)
        match rule.kind:
            case "above":
                d = (costs.fn - costs.tp) + (costs.fp - costs.tn)
                # at equal cost a document is not assigned
                thresholds[c] = np.nextafter(rule.threshold + EQUAL / d, np.inf)
            case "below":
                d = (costs.fn - costs.tp) + (costs.fp - costs.tn)
                thresholds[c], below[c] = rule.threshold + EQUAL / d, True
            case "all":
                thresholds[c] = -np.inf
            case _:
                thresholds[c] = np.inf
    return FittedCut(cut, thresholds, below, how=("rule",) * len(classes))


def tables_at(part: ScoredSplit, fitted: FittedCut) -> ContingencyTable:
    """The table of every class at fitted thresholds, shape (classes,), from its tallies alone.

    The same as deciding and counting, and without touching a document where none has a weight or
    a cluster. ValueError where the rule
    has no thresholds.
    """
    if fitted.thresholds is None:
        raise ValueError(f"the rule {fitted.cut.rule!r} has no thresholds")
    if part.sampled or fitted.cross is not None:
        # tallies do not know which documents belong together, or to which part
        if fitted.cross is not None:
            assigned = at_cross_fitted(part.by_class, fitted, part.rows)
        else:
            assigned = at_fitted(part.by_class, fitted.thresholds, fitted.below)
        return count_decisions(
            part.truth, assigned, part.unjudged, "class", part.weights, part.clusters
        )
    tables = part.at_threshold(fitted.thresholds)
    if fitted.below is None or not fitted.below.any():
        return tables
    scored_documents = np.array([len(t.scores) for t in part.tallies])
    scored_positives = np.array([len(t.positives) for t in part.tallies])
    tp, fp = tables.tp.copy(), tables.fp.copy()
    b = fitted.below
    tp[b] = scored_positives[b] - tables.tp[b]
    fp[b] = (scored_documents - scored_positives)[b] - tables.fp[b]
    return ContingencyTable(tp, fp, tables.positives - tp, tables.negatives - fp)


def untunable(fitted: FittedCut) -> Array:
    """The classes whose threshold could not be fitted, ascending indices."""
    return np.flatnonzero([how in UNFITTED for how in fitted.how])
