"""What a call leaves open: system, split, filter and cut, as the app chooses them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeAlias

from breakeven.analysis.evaluation.class_thresholds import SavedThresholds, cut_from
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.selection.errors import ChoiceError
from breakeven.analysis.selection.selection import Selection, select
from breakeven.analysis.selection.selection import system_of as named_system
from breakeven.analysis.selection.where import FilteredDocuments
from breakeven.data.records import Predictions, Review


class HasThresholds(Protocol):
    """What was fitted, and can be saved: fitted thresholds."""

    @property
    def saved(self) -> SavedThresholds:
        """What a file of them holds."""


# what may be given as a cut
AnyCut: TypeAlias = "Cut | HasThresholds | SavedThresholds | float"


def selection_of(
    review: Review,
    system: str | None = None,
    split: str | None = None,
    where: str | None = None,
    cut: AnyCut | None = None,
) -> Selection:
    """What the arguments choose, by default what the app does. ValueError for what there is not."""
    given = {"system": system, "split": split, "where": where}
    selection = select(review, {key: text for key, text in given.items() if text is not None})
    if cut is None:
        return selection
    return replace(selection, cut=cut_of(review, selection.system, cut))


def system_of(review: Review, name: str | None) -> Predictions:
    """The named system, or the default one. ValueError for a name that there is not."""
    return named_system(review, selection_of(review, name).system)


def cut_of(review: Review, system: str, cut: AnyCut) -> Cut:
    """The cut as it was given: a number is one threshold for all classes.

    ValueError for anything that is no cut.
    """
    if isinstance(cut, Cut):
        return cut
    saved: Any = getattr(cut, "saved", cut)
    if isinstance(saved, SavedThresholds):
        return cut_from(saved, review, system)
    if isinstance(saved, int | float) and not isinstance(saved, bool):
        return Cut("threshold", float(saved))
    raise ValueError(f"{cut!r} cannot predict; give a Cut, fitted thresholds, or a number")


def require_documents(filtered: FilteredDocuments | None) -> None:
    """ChoiceError, a ValueError, where a filter keeps no document."""
    if filtered is not None and not filtered.documents:
        raise ChoiceError(f"where keeps nothing: {filtered}", "ask for less")


def class_positions(names: Sequence[str], classes: Sequence[str]) -> list[int]:
    """Where these classes stand; ValueError for a name that no class has."""
    unknown = [name for name in names if name not in classes]
    if unknown:
        raise ValueError(f"there is no class {unknown[0]!r}")
    return [classes.index(name) for name in names]
