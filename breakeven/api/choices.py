"""What a call leaves open: the system, the split and the cut, as the app chooses them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from breakeven.evaluation.cut import Cut, natural_cut
from breakeven.evaluation.saved_thresholds import SavedThresholds, cut_from
from breakeven.readers.problems import examples
from breakeven.records import Predictions, Review
from breakeven.selection import split_of_text
from breakeven.splits import default_split

if TYPE_CHECKING:
    from breakeven.api.thresholds import FittedThresholds

# what may be given as a cut
AnyCut: TypeAlias = "Cut | FittedThresholds | SavedThresholds | float"


def system_of(review: Review, name: str | None) -> Predictions:
    """The named system, or the first. ValueError for a name that there is not."""
    systems = {p.system: p for p in review.predictions}
    if name is None:
        return review.predictions[0]
    if name not in systems:
        raise ValueError(f"there is no system {name!r}; choose of {examples(systems)}")
    return systems[name]


def split_of(review: Review, predictions: Predictions, name: str | None) -> str | None:
    """The named split, `all` for all documents (None); by default the app's."""
    if name is None:
        return default_split(review.truth, predictions)
    try:
        return split_of_text(name, review.truth.splits)
    except ValueError as error:
        known = dict.fromkeys([*review.truth.splits, "all"])
        raise ValueError(f"{error}; choose of {examples(known)}") from None


def cut_of(review: Review, predictions: Predictions, cut: AnyCut | None) -> Cut:
    """The cut as it was given; by default the one that suits what the system said.

    A number is one threshold for all classes. ValueError for anything that is no cut.
    """
    if cut is None:
        return natural_cut(predictions, review.truth.task == "single-label")
    if isinstance(cut, Cut):
        return cut
    saved: Any = getattr(cut, "saved", cut)
    if isinstance(saved, SavedThresholds):
        return cut_from(saved, review, predictions.system)
    if isinstance(saved, int | float) and not isinstance(saved, bool):
        return Cut("threshold", float(saved))
    raise ValueError(f"{cut!r} is no cut; give a Cut, fitted thresholds, or a number")
