"""From scores to decisions: the rule of a review, and the one place where it is applied."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from scipy import sparse

from breakeven.evaluation.class_costs import ZERO_ONE, ClassCosts
from breakeven.evaluation.cut_words import in_words
from breakeven.records import Predictions
from metrics.incidence import Scores
from metrics.thresholds.strategies import (
    Ties,
    at_fitted,
    at_thresholds,
    best_sets,
    largest,
    proportional,
    top_k,
)
from metrics.typing import Array

CutRule = Literal[
    "given",
    "largest",
    "threshold",
    "per_class",
    "top_k",
    "proportional",
    "f",
    "break_even",
    "loss",
    "expected_loss",
    "expected_f",
]
RULES: tuple[CutRule, ...] = get_args(CutRule)
# rules that look at the truth of a split
FITTED: tuple[CutRule, ...] = ("proportional", "f", "break_even", "loss")
# rules whose thresholds are found on a split
TUNED: tuple[CutRule, ...] = ("f", "break_even", "loss")
# rules that give every class a threshold, which can then be moved by hand
THRESHOLDS: tuple[CutRule, ...] = ("threshold", "per_class", "f", "break_even", "loss")
# rules that add probabilities up
PROBABILITIES: tuple[CutRule, ...] = ("expected_loss", "expected_f")


@dataclass(frozen=True)
class Cut:
    """The rule that turns what a system said into decisions, with its parameters.

    `given`: the file's own decisions. `largest`: the class with the largest score, the earlier
    class among equals. `threshold`: every class scoring at least `threshold`; `assumed` when
    neither the file nor the user said so. `per_class`: as in `own`, other classes at `threshold`.
    `top_k`: every document's `k` best classes (RCut). `proportional`: `factor` times the class's
    share of the documents of `split` (PCut). `f`, `break_even`, `loss`: per class the threshold
    of the best F at `beta`, of break-even, of the least loss under `costs`, found on `split`
    (SCut). `expected_loss`, `expected_f`: what probabilities say is best for these documents.

    `own`: thresholds set by hand, by class, above what a rule of thresholds gives; `system`
    whose scores they are for. `split`: where the rule was fitted, None for all documents;
    `tuned`: thresholds of `per_class` were fitted there. `guard`: with `f`, a class whose best F
    stays below 0.1 is cut just above its highest score. `between`: a fitted threshold is a
    short number between the lowest accepted and the highest rejected score, else the former.
    """

    rule: CutRule
    threshold: float = 0.5
    assumed: bool = False
    k: int = 1
    ties: Ties = "order"
    factor: float = 1.0
    beta: float = 1.0
    guard: bool = True
    between: bool = True
    costs: ClassCosts = ZERO_ONE
    split: str | None = None
    tuned: bool = False
    own: tuple[tuple[str, float], ...] = ()
    system: str | None = None

    @property
    def fitted_to_truth(self) -> bool:
        """Whether the truth of `split` went into it."""
        return self.rule in FITTED or self.tuned

    def optimistic_on(self, split: str | None) -> bool:
        """Whether it was fitted on documents of this split; None is all documents."""
        return self.fitted_to_truth and (None in (split, self.split) or split == self.split)

    def __str__(self) -> str:
        return in_words(self)


@dataclass(frozen=True)
class Fitted:
    """A cut with what was found for it, ready to be applied to any documents of its classes.

    `thresholds`, shape (classes,): assigned where score >= it, +inf for never; `below`, boolean,
    the classes for which it is the other way round. `shares`, shape (classes,), of PCut, and the
    `weights` of all documents of the truth, if they have some. Each is None where the rule has
    none. `how`: per class, how its threshold came about.
    """

    cut: Cut
    thresholds: Array | None = None
    below: Array | None = None
    shares: Array | None = None
    weights: Array | None = None
    how: tuple[str, ...] = ()


def natural_cut(predictions: Predictions, single_label: bool) -> Cut:
    """The file's decisions; else the largest score (single-label); else a threshold.

    0.5 for probabilities. Scores of other kinds are cut at 0 if they take both signs, else at
    0.5, and the cut says that this was assumed. ValueError with neither decisions nor scores.
    """
    if predictions.decisions is not None:
        return Cut("given")
    if predictions.scores is None:
        raise ValueError(f"{predictions.system} has neither decisions nor scores")
    if single_label:
        return Cut("largest")
    if predictions.probabilities:
        return Cut("threshold", 0.5)
    values = predictions.scores.data if sparse.issparse(predictions.scores) else predictions.scores
    signed = values.size > 0 and values.min() < 0 < values.max()
    return Cut("threshold", 0.0 if signed else 0.5, assumed=True)


def rules_for(predictions: Predictions, labelled: bool) -> tuple[CutRule, ...]:
    """The rules that what a system said allows."""
    allowed: list[CutRule] = []
    for rule in RULES:
        if rule == "given":
            if predictions.decisions is not None:
                allowed.append(rule)
        elif predictions.scores is not None:
            wants = (labelled or rule not in FITTED) and (
                predictions.probabilities or rule not in PROBABILITIES
            )
            if wants:
                allowed.append(rule)
    return tuple(allowed)


def decide(predictions: Predictions, cut: Cut | Fitted) -> sparse.csc_array:
    """Decisions under a cut, boolean csc (m, k). The predictions' documents are one batch.

    ValueError when the cut asks for what the predictions do not have, or was not fitted.
    """
    fitted = cut if isinstance(cut, Fitted) else Fitted(cut)
    cut = fitted.cut
    if cut.rule == "given":
        if predictions.decisions is None:
            raise ValueError(f"{predictions.system} has no decisions of its own")
        return predictions.decisions
    scores = predictions.scores
    if scores is None:
        raise ValueError(f"{predictions.system} has no scores to cut")
    if cut.rule in PROBABILITIES and not predictions.probabilities:
        raise ValueError(f"the scores of {predictions.system} are not probabilities")
    if fitted.thresholds is not None:
        return at_fitted(scores, fitted.thresholds, fitted.below)
    own = None if fitted.weights is None else fitted.weights[predictions.rows]
    return _by_rule(scores, fitted, own)


def _by_rule(scores: Scores, fitted: Fitted, weights: Array | None) -> sparse.csc_array:
    cut = fitted.cut
    match cut.rule:
        case "largest":
            return largest(scores)
        case "top_k":
            return top_k(scores, cut.k, cut.ties).decisions
        case "expected_f":
            return best_sets(scores, cut.beta)
        case "threshold" if not cut.own:
            return at_thresholds(scores, cut.threshold)
        case "proportional" if fitted.shares is not None:
            return proportional(scores, fitted.shares, cut.factor, cut.ties, weights).decisions
    raise ValueError(f"the rule {cut.rule!r} must be fitted before it can decide")
