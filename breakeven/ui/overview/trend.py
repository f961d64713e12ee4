"""The headline numbers of every saved version of the review, the oldest first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from breakeven.records import Review
from breakeven.selection import Selection, selection_of, texts_of
from breakeven.text import percent
from breakeven.ui.app.head.baseline import version_of, versions_of
from breakeven.ui.app.kept import cache
from breakeven.ui.app.shared.page import Page

MOST_VERSIONS = 6
# a version of more documents takes too long to open for a line of a tile
MOST_DOCUMENTS = 100_000


@dataclass(frozen=True)
class Trend:
    """Numbers of versions, and in their order `recall`, `precision` and `exact`, in [0, 1]."""

    versions: tuple[int, ...]
    values: Mapping[str, tuple[float, ...]]

    def said(self, measure: str) -> str:
        """The values as a sentence."""
        first, last = self.versions[0], self.versions[-1]
        return f"versions {first} to {last}: " + ", ".join(
            percent(value, 1) for value in self.values[measure]
        )


def trend_of(page: Page) -> Trend | None:
    """The last versions in which the system decided on the split; None where they are not two.

    Each as it decides there, by the rule that is chosen here if it can. None too where a filter
    holds, and for reviews of many documents.
    """
    review, selection = page.review, page.selection
    if selection.where is not None or review.truth.n > MOST_DOCUMENTS:
        return None
    known = versions_of(review)
    found: list[tuple[int, tuple[float, float, float]]] = []
    for n, fingerprint in sorted(known.items())[-MOST_VERSIONS:]:
        of = _measured(review, selection, fingerprint)
        if of is not None:
            found.append((n, of))
    if len(found) < 2:
        return None
    columns = zip(*(values for _, values in found), strict=True)
    named = dict(zip(("recall", "precision", "exact"), columns, strict=True))
    return Trend(tuple(n for n, _ in found), named)


def _measured(
    review: Review, selection: Selection, fingerprint: str
) -> tuple[float, float, float] | None:
    try:
        version = version_of(fingerprint)
    except LookupError:
        return None
    if version.truth.labels is None:
        return None
    asked = selection_of(version, texts_of(selection, review.truth))
    if (asked.system, asked.split) != (selection.system, selection.split):
        return None
    evaluation = cache.evaluation(version, asked.system, asked.split, asked.cut)
    micro = evaluation.micro(1.0)
    return micro["recall"], micro["precision"], evaluation.exact_match
