"""From scores to decisions.

The rule of a review, what it costs, what it is called, and the one place where it is applied. As
one line of text for addresses and files it is `given`, `threshold:0.5`, `f:split=dev&beta=2`: the
rule, then what differs from its defaults.
"""

from __future__ import annotations

import base64
import json
import math
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal, get_args
from urllib.parse import parse_qsl, urlencode

import numpy as np
from scipy import sparse

from breakeven.data.records import Predictions
from breakeven.data.wording import exact_of
from metrics.incidence import Scores
from metrics.thresholds.costs import ERROR_RATE, CostMatrix
from metrics.thresholds.strategies import (
    Ties,
    at_fitted,
    at_parts,
    at_thresholds,
    best_sets,
    largest,
    proportional,
    top_k,
)
from metrics.typing import DEFAULT_BETA, Array

# --- what a wrong decision costs, for all classes and for those that have costs of their own


@dataclass(frozen=True)
class ClassCosts:
    """The costs of all classes, and by name of those that have their own."""

    everywhere: CostMatrix = ERROR_RATE
    own: tuple[tuple[str, CostMatrix], ...] = ()

    def for_classes(self, classes: Sequence[str]) -> tuple[CostMatrix, ...]:
        """One loss per class."""
        own = dict(self.own)
        return tuple(own.get(name, self.everywhere) for name in classes)


ZERO_ONE = ClassCosts()


# --- a cut, and the costs it may be chosen by, in plain words


# what each rule is called where it is chosen
RULE_NAMES: Mapping[CutRule, str] = {
    "given": "Predictions as uploaded",
    "largest": "The class with the highest score",
    "threshold": "One threshold for all classes",
    "per_class": "A threshold per class, typed or loaded",
    "top_k": "The k best classes of every document",
    "proportional": "Each class as often as in another split",
    "f": "Per class, the threshold with the best F",
    "break_even": "Per class, the threshold at break-even",
    "loss": "Per class, the threshold with the lowest cost",
    "recall": "Recall at least as wished, with the best precision",
    "precision": "Precision at least as wished, with the best recall",
    "candidates": "Offer classes: all true ones are among them",
    "expected_loss": "Lowest expected cost, from probabilities",
    "expected_f": "Highest expected F, from probabilities",
}
# and what it does
RULE_MEANINGS: Mapping[CutRule, str] = {
    "given": "",
    "largest": "Every document gets exactly one class.",
    "threshold": "A class is predicted where its score is at least the threshold.",
    "per_class": "Every class has its own threshold.",
    "top_k": "Every document gets the same number of classes, whatever their scores. Simple, but "
    "coarse.",
    "proportional": "Each class gets its best documents, as many as its share in another split "
    "suggests. It needs all documents at once, and suits rare classes.",
    "f": "The threshold with the highest F where it is tuned. It overfits classes with few "
    "documents.",
    "break_even": "Where it is tuned, a class is predicted as often as it is true.",
    "loss": "The threshold with the lowest cost where it is tuned. Scores need not be "
    "probabilities.",
    "recall": "The threshold with the best precision among those that find enough where it is "
    "tuned.",
    "precision": "The threshold that finds most among those that are right often enough where it "
    "is tuned.",
    "candidates": "Every class above one threshold is offered, so that all true classes of a "
    "document are among them as often as wished.",
    "expected_loss": "A class is predicted where its probability makes that cheaper. Nothing is "
    "tuned; it is only as good as the probabilities.",
    "expected_f": "For each class, the most probable documents, as many as give the highest "
    "expected F. No fixed threshold does that. Nothing is tuned; it is only as good as the "
    "probabilities. Large collections take minutes.",
}

# the entry of the catalogue that explains it
RULE_ENTRIES: Mapping[CutRule, str] = {
    "given": "given",
    "largest": "largest",
    "threshold": "threshold",
    "per_class": "threshold",
    "top_k": "rcut",
    "proportional": "pcut",
    "f": "scut",
    "break_even": "scut",
    "loss": "scut",
    "recall": "wished_recall",
    "precision": "wished_precision",
    "candidates": "candidates",
    "expected_loss": "loss_rule",
    "expected_f": "expected_f_best",
}


# how decisions are called that were made by thresholds found on other documents of a split
CROSS_FITTED = "cross-fitted"


def cut_in_words(cut: Cut) -> str:
    """The rule with what differs from its defaults, for a reader; the split's name as it is."""
    where = "all documents" if cut.split is None else cut.split
    where += f", {CROSS_FITTED}" if cut.cross_fitted else ""
    moved = f", {len(cut.own):,} set by hand" if cut.own else ""
    match cut.rule:
        case "threshold":
            why = " (assumed: the file gives no threshold)" if cut.assumed else ""
            chosen = f", chosen on {where}" if cut.tuned else ""
            return f"score ≥ {exact_of(cut.threshold)}{chosen}{why}{moved}"
        case "per_class":
            return "a threshold per class" + (f", tuned on {where}" if cut.tuned else "")
        case "top_k":
            ties = ", ties included" if cut.ties == "include" else ""
            number = "best class" if cut.k == 1 else f"{cut.k:,} best classes"
            return f"the {number} of each document{ties}"
        case "proportional":
            times = "" if cut.factor == 1 else f"{cut.factor:g} × "
            return f"each class as often as {times}its share of {where}"
        case "f":
            # the guard is the default, and only what differs from that is named
            low = "" if cut.guard else ", even below 0.1"
            return f"best F{cut.beta:g} of each class on {where}{low}{moved}"
        case "break_even":
            return f"break-even of each class on {where}{moved}"
        case "loss":
            return f"lowest cost of each class on {where} ({costs_in_words(cut.costs)}){moved}"
        case "recall" | "precision" | "candidates":
            return f"{_wish_in_words(cut)} on {where}{moved}"
    return {
        "given": "predictions as uploaded",
        "largest": "highest score",
        "expected_loss": f"lowest expected cost ({costs_in_words(cut.costs)})",
        "expected_f": f"highest expected F{cut.beta:g} of each class",
    }[cut.rule]


def _wish_in_words(cut: Cut) -> str:
    """What is wished for, of what, and whether it is promised."""
    if cut.rule == "candidates":
        share = exact_of(round(100 * cut.least, 10))
        promised = ", promised on average" if cut.promise else ""
        return f"all true classes offered for {share} of 100 documents{promised}"
    units = {
        "class": "of each class",
        "micro": "of all predictions",
        "per_document": "per document",
    }[cut.average]
    promised = ""
    if cut.promise:
        promised = ", promised on average" if cut.average == "per_document" else ", promised"
        if cut.tries > 1:
            promised += f" after {cut.tries:,} levels tried"
    return f"{cut.rule} of at least {exact_of(cut.least)} {units}{promised}"


def costs_in_words(costs: ClassCosts) -> str:
    """What a miss and a false alarm cost, and for how many classes it is otherwise."""
    c = costs.everywhere
    said = f"a miss costs {c.fn:g}, a false alarm {c.fp:g}"
    if c.tp or c.tn:
        said += f", a hit {c.tp:g}, a correct no {c.tn:g}"
    n = len(costs.own)
    return said + (f"; own costs for {n:,} class{'' if n == 1 else 'es'}" if n else "")


# --- From scores to decisions: the rule of a review, and the one place where it is applied


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
    "recall",
    "precision",
    "candidates",
    "expected_loss",
    "expected_f",
]
RULES: tuple[CutRule, ...] = get_args(CutRule)
# of what recall or precision is wished: of each class, of all together, per document
WishAverage = Literal["class", "micro", "per_document"]
WISH_AVERAGES: tuple[WishAverage, ...] = get_args(WishAverage)
# rules that make one measure best, and rules that hold one to what is wished
BEST: tuple[CutRule, ...] = ("f", "break_even", "loss")
WISHED: tuple[CutRule, ...] = ("recall", "precision", "candidates")
# rules whose thresholds are found on a split
TUNED: tuple[CutRule, ...] = (*BEST, *WISHED)
# rules that look at the truth of a split
FITTED: tuple[CutRule, ...] = ("proportional", *TUNED)
# rules that give every class a threshold, which can then be moved by hand
THRESHOLDS: tuple[CutRule, ...] = ("threshold", "per_class", *TUNED)
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
    (SCut). `recall`, `precision`: at least `least`, with the best of the other, found on `split`:
    of each class, of all classes together (micro) or, of recall, on average over documents, by
    `average`; `promise`: so that it holds on other documents too, `tries` levels having been tried.
    `candidates`: one threshold from which on classes are offered, so that a share `least` of the
    documents has all its true ones among them. `expected_loss`, `expected_f`: what probabilities
    say is best for these documents.

    `own`: thresholds set by hand, by class, above what a rule of thresholds gives; `system`
    whose scores they are for. `split`: where the rule was fitted, None for all documents;
    `tuned`: thresholds of `per_class` were fitted there. `cross_fitted`, of a rule of `BEST`: each
    document of `split` is decided by thresholds found on the others, in five parts. `guard`: with
    `f`, a class whose best F stays below 0.1 is cut just above its highest score. `between`: a
    fitted threshold is a short number between the lowest accepted and the highest rejected score,
    else the former.
    """

    rule: CutRule
    threshold: float = 0.5
    assumed: bool = False
    k: int = 1
    ties: Ties = "order"
    factor: float = 1.0
    beta: float = DEFAULT_BETA
    guard: bool = True
    between: bool = True
    costs: ClassCosts = ZERO_ONE
    least: float = 0.9
    average: WishAverage = "class"
    promise: bool = False
    tries: int = 1
    split: str | None = None
    tuned: bool = False
    cross_fitted: bool = False
    own: tuple[tuple[str, float], ...] = ()
    system: str | None = None

    @property
    def fitted_to_truth(self) -> bool:
        """Whether the truth of `split` went into it."""
        return self.rule in FITTED or self.tuned

    def optimistic_on(self, split: str | None) -> bool:
        """Whether documents of this split, None is all, are decided by what was fitted on them."""
        if self.cross_fitted:
            return False
        return self.fitted_to_truth and (None in (split, self.split) or split == self.split)

    def cross_fitted_on(self, split: str | None) -> bool:
        """Whether documents of this split, None is all, are decided by thresholds of the others."""
        return self.cross_fitted and (None in (split, self.split) or split == self.split)

    def __str__(self) -> str:
        return cut_in_words(self)


@dataclass(frozen=True)
class CrossFit:
    """Thresholds found on the other documents of a split, for each part of them.

    `part_of`: of each document of the truth, shape (n,), -1 outside the split; `thresholds`, shape
    (parts, classes), of the documents of each part.
    """

    part_of: Array
    thresholds: Array


@dataclass(frozen=True)
class FittedCut:
    """A cut with what was found for it, ready to be applied to any documents of its classes.

    `thresholds`, shape (classes,): assigned where score >= it, +inf for never; `below`, boolean,
    the classes for which it is the other way round. `shares`, shape (classes,), of PCut, and the
    `weights` of all documents of the truth, if they have some. Each is None where the rule has
    none. `how`: per class, how its threshold came about. `cross`: of a cross-fitted rule, whose
    `thresholds` are found on all, and decide other documents.
    """

    cut: Cut
    thresholds: Array | None = None
    below: Array | None = None
    shares: Array | None = None
    weights: Array | None = None
    how: tuple[str, ...] = ()
    cross: CrossFit | None = None


def natural_cut(predictions: Predictions, single_label: bool) -> Cut:
    """The file's decisions; else the largest score (single-label); else a threshold.

    0.5 for probabilities. Scores of other kinds are cut at 0 if they take both signs, else at
    0.5, and the cut says that this was assumed. ValueError with neither decisions nor scores.
    """
    if predictions.decisions is not None:
        return Cut("given")
    if predictions.scores is None:
        raise ValueError(f"{predictions.system} has neither predictions nor scores")
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


def decide(predictions: Predictions, cut: Cut | FittedCut) -> sparse.csc_array:
    """Decisions under a cut, boolean csc (m, k). The predictions' documents are one batch.

    ValueError when the cut asks for what the predictions do not have, or was not fitted.
    """
    fitted = cut if isinstance(cut, FittedCut) else FittedCut(cut)
    cut = fitted.cut
    if cut.rule == "given":
        if predictions.decisions is None:
            raise ValueError(f"{predictions.system} has no predictions of its own")
        return predictions.decisions
    scores = predictions.scores
    if scores is None:
        raise ValueError(f"{predictions.system} has no scores for thresholds")
    if cut.rule in PROBABILITIES and not predictions.probabilities:
        raise ValueError(f"the scores of {predictions.system} are not probabilities")
    if fitted.thresholds is not None:
        if fitted.cross is not None:
            return at_cross_fitted(scores, fitted, predictions.rows)
        return at_fitted(scores, fitted.thresholds, fitted.below)
    own = None if fitted.weights is None else fitted.weights[predictions.rows]
    return _by_rule(scores, fitted, own)


def at_cross_fitted(scores: Scores, fitted: FittedCut, rows: Array) -> sparse.csc_array:
    """Decisions on these rows of the truth, each by the thresholds of its part; csc (m, k)."""
    assert fitted.cross is not None
    assert fitted.thresholds is not None
    # part -1, which is no part, has the last ones: those found on all
    every = np.vstack([fitted.cross.thresholds, fitted.thresholds])
    return at_parts(scores, every, fitted.cross.part_of[rows])


def _by_rule(scores: Scores, fitted: FittedCut, weights: Array | None) -> sparse.csc_array:
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
    raise ValueError(f"the rule {cut.rule!r} must be fitted before it can predict")


# unpacked text beyond this is no list of thresholds
LONGEST = 20_000_000

# as in the address; `own` and costs by class are packed
PLAIN = (
    *("threshold", "k", "ties", "factor", "beta", "guard", "between", "least", "average"),
    *("promise", "tries", "split", "tuned", "cross_fitted", "system"),
)
DEFAULTS: dict[str, Any] = {f.name: f.default for f in fields(Cut)}


def cut_to_text(cut: Cut) -> str:
    """The cut as text; `assumed` is left out, being no choice."""
    if cut == Cut("threshold", cut.threshold, cut.assumed):
        return f"threshold:{cut.threshold!r}"
    fields_text: dict[str, str] = {}
    for name in PLAIN:
        value = getattr(cut, name)
        if value != DEFAULTS[name]:
            fields_text[name] = str(int(value)) if isinstance(value, bool) else str(value)
    if cut.costs.everywhere != DEFAULTS["costs"].everywhere:
        fields_text["costs"] = costs_text(cut.costs.everywhere)
    if cut.costs.own:
        fields_text["own_costs"] = _packed(
            [[name, costs_text(costs)] for name, costs in cut.costs.own]
        )
    if cut.own:
        fields_text["own"] = _packed([[name, repr(value)] for name, value in cut.own])
    return cut.rule + (":" + urlencode(fields_text) if fields_text else "")


def cut_from_text(text: str) -> Cut | None:
    """The cut that a text stands for, None where it stands for none."""
    rule, _, rest = text.partition(":")
    if rule not in RULES:
        return None
    try:
        if rule == "threshold" and rest and "=" not in rest:
            return Cut("threshold", _number(rest))
        values = dict(parse_qsl(rest, keep_blank_values=True, strict_parsing=bool(rest)))
        return _cut(rule, values)
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError, zlib.error):
        return None


def _cut(rule: CutRule, values: dict[str, str]) -> Cut:
    choices = _choices(values)
    own_costs = [(str(n), costs_of(str(c))) for n, c in _unpacked(values.get("own_costs"))]
    everywhere = costs_of(values["costs"]) if "costs" in values else CostMatrix()
    own = tuple((str(n), _number(v)) for n, v in _unpacked(values.get("own")))
    cut = Cut(rule, **choices, costs=ClassCosts(everywhere, tuple(own_costs)), own=own)
    if cut.k < 0 or not 0 <= cut.factor < math.inf or not cut.beta >= 0:
        raise ValueError("a parameter is out of its range")
    if not 0 < cut.least < 1 or cut.tries < 1:
        raise ValueError("what is wished for is out of its range")
    if cut.cross_fitted and cut.rule not in BEST:
        raise ValueError("only thresholds that make a measure best are cross-fitted")
    if cut.rule == "precision" and cut.average == "per_document":
        raise ValueError("precision is wished for by class, or of all classes together")
    return cut


def _choices(values: dict[str, str]) -> dict[str, Any]:
    """The fields of a cut that stand as they are, each of its kind."""
    kinds = (
        (str, ("split", "system")),
        (_number, ("threshold", "factor", "beta", "least")),
        (_is_one, ("guard", "between", "tuned", "promise", "cross_fitted")),
        (int, ("k", "tries")),
    )
    choices: dict[str, Any] = {
        name: read(values[name]) for read, names in kinds for name in names if name in values
    }
    for name, allowed in (("ties", ("order", "include")), ("average", WISH_AVERAGES)):
        if values.get(name) in allowed:
            choices[name] = values[name]
    return choices


def _is_one(text: str) -> bool:
    return text == "1"


def costs_text(costs: CostMatrix) -> str:
    """`0,1,5,0`: the cost of a true positive, false positive, false negative, true negative."""
    return ",".join(f"{value!r}" for value in costs.cells)


def costs_of(text: str) -> CostMatrix:
    """ValueError where the text is not four finite numbers."""
    values = [float(part) for part in text.split(",")]
    if len(values) != 4 or not all(math.isfinite(v) for v in values):
        raise ValueError(f"{text!r} is not four numbers")
    return CostMatrix(*values)


def _number(text: object) -> float:
    value = float(str(text))
    if math.isnan(value):
        raise ValueError("a number is needed")
    return value


def _packed(pairs: list[list[str]]) -> str:
    data = zlib.compress(json.dumps(pairs, ensure_ascii=False, separators=(",", ":")).encode(), 9)
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _unpacked(text: str | None) -> list[tuple[Any, Any]]:
    if not text:
        return []
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    pairs = json.loads(zlib.decompressobj().decompress(data, LONGEST))
    return [(name, value) for name, value in pairs]
