"""What is looked at: one record with defaults, the same for app, command line and notebook."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from breakeven.evaluation import cut_text
from breakeven.evaluation.cut import Cut, natural_cut, rules_for
from breakeven.records import Predictions, Review, Truth
from breakeven.splits import default_split, spoken_splits
from metrics.averaging import UNDEFINED, Undefined

ALL = "all documents"


@dataclass(frozen=True)
class Selection:
    """The choices of a reviewer. `split` None is all documents; `class_index` into the classes."""

    system: str
    split: str | None
    class_index: int
    beta: float
    undefined: Undefined
    cut: Cut


def system_of(review: Review, name: str | None) -> Predictions:
    """The predictions of a system by its name; the first where there is no such system."""
    by_name = {p.system: p for p in review.predictions}
    return by_name.get(name or "", review.predictions[0])


def splits_of(truth: Truth, predictions: Predictions) -> list[str | None]:
    """The splits a system spoke of, None for all documents last."""
    return [*(truth.splits[s] for s in spoken_splits(truth, predictions)), None]


def split_text(split: str | None, splits: Sequence[str]) -> str:
    """A choice of split as one word: `all` for all documents, nothing where a split has that name.

    No split is called nothing.
    """
    if split is not None:
        return split
    return "" if "all" in splits else "all"


def split_of_text(text: str, splits: Sequence[str]) -> str | None:
    """The split of that name; None for all documents. ValueError for neither."""
    if text in splits:
        return text
    if text in ("all", ""):
        return None
    raise ValueError(f"there is no split {text!r}")


def selection_of(review: Review, chosen: Mapping[str, str]) -> Selection:
    """The choices for a review: what was chosen where that exists in it, else the default."""
    truth = review.truth
    predictions = system_of(review, chosen.get("system"))
    named = {split_text(s, truth.splits): s for s in splits_of(truth, predictions)}
    split = named.get(chosen.get("split", "-"), default_split(truth, predictions))
    undefined: Undefined = next(
        (u for u in UNDEFINED if u == chosen.get("undefined")), UNDEFINED[0]
    )
    return Selection(
        predictions.system,
        split,
        class_index_of(truth, chosen.get("class")),
        number(chosen.get("beta"), 1.0, 0.0, math.inf),
        undefined,
        cut_of(predictions, truth, chosen.get("cut")),
    )


def class_index_of(truth: Truth, name: str | None) -> int:
    """Where a class stands; the one with most documents for an unknown name."""
    if name is not None and name in truth.classes:
        return truth.classes.index(name)
    if truth.labels is None or not truth.classes:
        return 0
    return int(truth.positives_per_class.argmax())


def number(text: str | None, default: float, low: float, high: float) -> float:
    """A number within limits; the default where the text is none or beyond them."""
    try:
        value = float(text) if text is not None else default
    except ValueError:
        return default
    return value if low <= value <= high else default


def cut_of(predictions: Predictions, truth: Truth, text: str | None) -> Cut:
    """The chosen cut where this system allows it, else its natural one.

    Thresholds set by hand are for the scores of one system: another gets the rule without them.
    """
    simple = {cut.rule: cut for cut in cuts_for(predictions, truth)}
    if text in simple:
        return simple[text]
    cut = cut_text.from_text(text) if text else None
    allowed = rules_for(predictions, truth.labels is not None)
    if (
        cut is None
        or cut.rule not in allowed
        or (cut.rule == "largest" and "largest" not in simple)
    ):
        return natural_cut(predictions, truth.task == "single-label")
    if cut.fitted_to_truth and cut.split not in tuning_splits(truth, predictions, cut.rule):
        return natural_cut(predictions, truth.task == "single-label")
    if cut.own and cut.system not in (None, predictions.system):
        if cut.rule == "per_class":
            return natural_cut(predictions, truth.task == "single-label")
        return replace(cut, own=(), system=None)
    return cut


def tuning_splits(truth: Truth, predictions: Predictions, rule: str) -> list[str | None]:
    """Where a rule can be fitted: shares where there is truth, thresholds where scores are too."""
    if rule == "proportional":
        return [*truth.splits, None]
    return [*(s for s in splits_of(truth, predictions) if s is not None), None]


def cuts_for(predictions: Predictions, truth: Truth) -> list[Cut]:
    """The simple rules that this system's file allows; the Thresholds page has all of them."""
    cuts = []
    if predictions.decisions is not None:
        cuts.append(Cut("given"))
    if predictions.scores is not None:
        if truth.task == "single-label":
            cuts.append(Cut("largest"))
        natural = natural_cut(predictions, truth.task == "single-label")
        cuts.append(natural if natural.rule == "threshold" else Cut("threshold", 0.5))
    return cuts
