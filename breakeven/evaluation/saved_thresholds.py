"""Thresholds that are kept for later: what a thresholds file holds."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from breakeven.evaluation.cut import Cut, Fitted
from breakeven.records import Review

COLUMNS = (
    *("class", "threshold", "how", "rule", "review", "system"),
    *("tuned_on", "beta", "fingerprint", "date"),
)
KINDS = ("csv", "json", "py")


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


def to_save(review: Review, system: str, fitted: Fitted) -> SavedThresholds:
    """The thresholds of a fitted cut. ValueError where its rule does not give a `>=` for each."""
    if fitted.thresholds is None or (fitted.below is not None and fitted.below.any()):
        raise ValueError("this rule does not assign by a least score per class")
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
    split of that name holds other documents.
    """
    at_home = saved.fingerprint == review.fingerprint
    known = set(review.truth.classes)
    tuned = at_home and saved.cut is not None and saved.cut.fitted_to_truth
    return Cut(
        "per_class",
        math.inf,
        own=tuple((name, t) for name, t in saved.thresholds.items() if name in known),
        split=saved.cut.split if saved.cut is not None and tuned else None,
        tuned=tuned,
        system=system,
    )
