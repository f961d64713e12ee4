"""Labels in doubt, kept between reruns for pages and filters."""

from __future__ import annotations

from breakeven.labels.errors import Doubts, doubts_from
from breakeven.labels.evidence import Asked, Evidence, NoEvidence, evidence_of
from breakeven.records import Review
from breakeven.selection import system_of
from breakeven.ui.app.kept.cached import cached


@cached(entries=16, spinner="Fitting probabilities …")
def _evidence(
    review: Review, system: str, split: str | None, asked: Asked
) -> Evidence | NoEvidence:
    return evidence_of(review.truth, system_of(review, system), split, asked)


@cached(entries=8, spinner="Looking for labels in doubt …")
def doubts_of(review: Review, system: str, split: str | None, asked: Asked) -> Doubts | NoEvidence:
    """As `breakeven.labels.errors.doubts_of`; each system's probabilities are fitted once."""
    own = Asked(asked.cross_validated, asked.calibrate)
    names = sorted((said.system for said in review.own), key=lambda name: name != system)
    found = {name: _evidence(review, name, split, own) for name in names}
    return doubts_from(review.truth, system, split, asked, found)
