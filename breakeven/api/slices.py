"""Is it as good everywhere: slices of the evaluated documents side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, get_args

from breakeven.documents.sliced import by_number, named_slices, slices_of
from breakeven.selection import Selection
from breakeven.selection.asked import documents_of
from breakeven.selection.evaluated import lookups_of
from breakeven.slices.conditions import group_named
from breakeven.slices.side_by_side import Compared, Kind, Slice, side_by_side

if TYPE_CHECKING:
    from breakeven.api.evaluation import EvaluationResult


def compared_slices(
    result: EvaluationResult,
    by: str | None,
    named: Mapping[str, str],
    edges: Sequence[float] | None,
    average: Kind,
) -> list[Compared]:
    """As `EvaluationResult.slices`."""
    if average not in get_args(Kind):
        raise ValueError(f"there is no average {average!r}; there are {', '.join(get_args(Kind))}")
    slices = _slices(result, by, named, edges)
    return side_by_side(result, slices, average, result.beta, result.undefined)


def _slices(
    result: EvaluationResult,
    by: str | None,
    named: Mapping[str, str],
    edges: Sequence[float] | None,
) -> list[Slice]:
    review = result.review
    where = None if result.kept is None else result.kept.where
    chosen = Selection(
        result.system, result.split, 0, result.beta, result.undefined, result.cut, where
    )
    lookups = lookups_of(review, chosen)
    found: list[Slice] = []
    if by is not None:
        texts = None if review.truth.text_column is None else lookups.texts()
        found = slices_of(group_named(review.truth, texts, by, edges).at(result.rows))
    elif edges is not None:
        raise ValueError("edges need a column or the length of texts to cut")
    elif not named:
        found = by_number(result, review.truth)
    return found + named_slices(named, documents_of(review, result, lookups))
