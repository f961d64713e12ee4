"""What has to be known of the numbers of a page before they are believed."""

from __future__ import annotations

from collections.abc import Iterator

from breakeven.records import Review
from breakeven.reports.cautions import OPTIMISTIC
from breakeven.splits import learnt_from, role_of
from breakeven.ui.components.badges import Badge
from metrics.typing import Array

SPLITS, THRESHOLDS = "pages/splits.py", "pages/thresholds.py"


def badges_of(review: Review, rows: Array, *, optimistic: bool) -> list[Badge]:
    """The state of what is shown, the gravest first. `rows`: the documents shown."""
    found = [*_tuned(optimistic), *_learnt_from(review, rows), *_without_splits(review)]
    return found


def _tuned(optimistic: bool) -> Iterator[Badge]:
    if optimistic:
        more = "No new document can be expected to fare as well. Look at another split."
        yield Badge("orange", "tune", OPTIMISTIC, THRESHOLDS, more)


def _learnt_from(review: Review, rows: Array) -> Iterator[Badge]:
    found = learnt_from(review.truth, rows)
    if found is None:
        return
    kinds = ["training" if role_of(name) == "train" else "tuning" for name in found.splits]
    listed = " and ".join(dict.fromkeys(kinds))
    if not found.whole:
        words = f"shown: {listed} documents too"
    else:
        words = f"shown: {listed} {'split' if len(found.splits) == 1 else 'splits'}"
    more = "A system may have learnt from these documents. Choose a test split at the left."
    yield Badge("orange", "school", words, SPLITS, more)


def _without_splits(review: Review) -> Iterator[Badge]:
    if review.truth.labels is not None and len(review.truth.splits) < 2:
        splits = "one split" if review.truth.splits else "no splits"
        words = f"{splits}: leaks cannot be judged"
        more = "Whether a system has seen these documents before cannot be told from the file."
        yield Badge("gray", "call_split", words, SPLITS, more)
