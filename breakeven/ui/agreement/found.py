"""What the Agreement page shows, kept between reruns."""

from __future__ import annotations

from breakeven.evaluation.cut import Cut
from breakeven.labels.agreement import Agreement, agreement_of
from breakeven.labels.alike import Alike, alike
from breakeven.labels.indexings import everybody
from breakeven.records import Annotator, Review
from breakeven.selection import Documents, Filtered, Selection, cut_for, splits_of
from breakeven.ui.app.kept import cache
from breakeven.ui.app.kept.cached import cached
from metrics.typing import Array

# each system that spoke of the split, and its cut beside the selected one
Systems = tuple[tuple[str, Cut], ...]


def systems_of(review: Review, selection: Selection) -> Systems:
    """All systems that spoke of the split, by the page's rule."""
    return tuple(
        (one.system, cut_for(review, selection, one))
        for one in review.own
        if selection.split in splits_of(review.truth, one)
    )


def people_agree(review: Review, selection: Selection) -> Agreement | None:
    """How far the annotators agree on what is looked at; None where no two met."""
    return _people_agree(review, selection.documents, systems_of(review, selection))


def all_alike(review: Review, selection: Selection) -> Alike:
    """How alike annotators, the truth and systems label what is looked at."""
    return _all_alike(review, selection.documents, systems_of(review, selection))


@cached(entries=12, spinner="Asking how far people agree …")
def _people_agree(review: Review, documents: Documents, systems: Systems) -> Agreement | None:
    rows = _rows(review, documents)
    return agreement_of(review.truth, rows, _said(review, documents, systems))


@cached(entries=12, spinner="Asking how alike all label …")
def _all_alike(review: Review, documents: Documents, systems: Systems) -> Alike:
    said = everybody(review.truth, _said(review, documents, systems))
    return alike(review.truth, said, _rows(review, documents))


def _rows(review: Review, documents: Documents) -> Array:
    """The documents looked at, whether or not a system spoke of them."""
    if isinstance(documents, Filtered):
        return cache.kept(review, documents).rows
    return review.truth.in_split(documents)


def _said(review: Review, documents: Documents, systems: Systems) -> tuple[Annotator, ...]:
    split = documents.split if isinstance(documents, Filtered) else documents
    return tuple(
        Annotator(
            system,
            cache.predictions_of(review, system, split).rows,
            cache.decided(review, system, split, cut),
        )
        for system, cut in systems
    )
