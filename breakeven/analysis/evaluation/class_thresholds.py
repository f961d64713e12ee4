"""A threshold for every class in place of a rule.

What is decided now, some moved by hand, and what a thresholds file holds.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.cut import Cut, FittedCut
from breakeven.analysis.evaluation.fit import fit_cut
from breakeven.data.records import Review
from metrics.incidence import Scores, count_per_class, scores_of_class
from metrics.typing import Array

# --- a threshold for every class, in place of a rule: what is decided now, and some moved by hand


# a link holds the thresholds of so many classes
MOST_CLASSES = 1_000


def thresholds_like(scores: Scores, assigned: sparse.csc_array) -> Array:
    """Per class the greatest threshold that assigns it to as many documents as now, or more.

    Shape (classes,), scores of the classes; +inf for a class that is never assigned, -inf where
    documents without a score have it. Where some threshold makes the decisions of now, these are
    made: `assigned`, boolean csc (documents, classes), says them.
    """
    thresholds = np.full(assigned.shape[1], math.inf)
    for c, wanted in enumerate(count_per_class(assigned).tolist()):
        values = scores_of_class(scores, c)[1]
        if wanted > len(values):
            thresholds[c] = -math.inf
        elif wanted:
            thresholds[c] = np.partition(values, len(values) - wanted)[len(values) - wanted]
    return thresholds


def per_class(
    classes: Sequence[str],
    thresholds: Array,
    moved: Mapping[str, float],
    system: str,
    *,
    split: str | None,
    tuned: bool,
) -> Cut:
    """Every class at its threshold, those of `moved` at theirs; `split`, `tuned` as in Cut."""
    own = dict(zip(classes, thresholds.tolist(), strict=True)) | dict(moved)
    return Cut(
        "per_class", math.inf, own=tuple(own.items()), system=system, split=split, tuned=tuned
    )


# --- Thresholds that are kept for later: what a thresholds file holds


FILE_COLUMNS = (
    *("class", "threshold", "how", "rule", "review", "system"),
    *("tuned_on", "beta", "fingerprint", "date"),
)
FILE_KINDS = ("csv", "json", "py", "sql")


@dataclass(frozen=True)
class SavedThresholds:
    """One threshold per class, +inf for never, and where they come from.

    `cut`: the rule that gave them, None when the file does not say; `review` the name and
    `fingerprint` that of the review they were found in, and `saved` the date (YYYY-MM-DD), empty
    when it does not.
    """

    thresholds: Mapping[str, float]
    how: Mapping[str, str]
    cut: Cut | None
    system: str
    fingerprint: str
    saved: str
    review: str = ""


def to_save(review: Review, system: str, fitted: FittedCut) -> SavedThresholds:
    """The thresholds of a fitted cut. ValueError where its rule does not give a `>=` for each."""
    if fitted.thresholds is None or (fitted.below is not None and fitted.below.any()):
        raise ValueError("this rule has no threshold per class")
    classes = review.truth.classes
    return SavedThresholds(
        dict(zip(classes, fitted.thresholds.tolist(), strict=True)),
        dict(zip(classes, fitted.how, strict=True)),
        fitted.cut,
        system,
        review.fingerprint,
        date.today().isoformat(),
        review.name,
    )


def cut_from(saved: SavedThresholds, review: Review, system: str) -> Cut:
    """The saved thresholds as a cut of a system; classes they do not name are never assigned.

    It counts as tuned on a split only where it was fitted in this very review: elsewhere the
    split of that name holds other documents. What was cross-fitted here, and nobody has changed in
    the file since, is the cross-fitted rule again.
    """
    at_home = saved.fingerprint == review.fingerprint
    classes = set(review.truth.classes)
    if at_home and saved.system == system and (rule := _cross_fitted(saved, review)) is not None:
        return rule
    tuned = at_home and saved.cut is not None and saved.cut.fitted_to_truth
    return Cut(
        "per_class",
        math.inf,
        own=tuple((name, t) for name, t in saved.thresholds.items() if name in classes),
        split=saved.cut.split if saved.cut is not None and tuned else None,
        tuned=tuned,
        system=system,
    )


def _cross_fitted(saved: SavedThresholds, review: Review) -> Cut | None:
    """The rule that gave saved thresholds, where it is cross-fitted and gives them again."""
    if saved.cut is None or not saved.cut.cross_fitted:
        return None
    predictions = next((p for p in review.predictions if p.system == saved.system), None)
    if predictions is None or saved.cut.split not in (None, *review.truth.splits):
        return None
    fitted = fit_cut(review.truth, predictions, replace(saved.cut, cross_fitted=False))
    assert fitted.thresholds is not None
    again = dict(zip(review.truth.classes, fitted.thresholds.tolist(), strict=True))
    return saved.cut if again == dict(saved.thresholds) else None
