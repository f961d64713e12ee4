"""Systems compared, kept between reruns: for Compare, and for every difference to a baseline."""

from __future__ import annotations

from breakeven.comparison.common import Settings, SharedDocuments
from breakeven.comparison.comparison import Pair, SideBySide, pair_of, side_by_side
from breakeven.ui.app.cached import cached


@cached(entries=12, spinner="Drawing documents again, for all systems alike …")
def side_of(common: SharedDocuments, settings: Settings) -> SideBySide:
    """All systems of a comparison on one measure."""
    side = side_by_side(common, settings)
    # standings are worked out once, here, under the spinner
    _ = side.standing_of_averages, side.standing_of_classes, side.intervals
    return side


@cached(entries=48, spinner="Setting the two against each other …")
def facing(side: SideBySide, old: int, new: int) -> Pair:
    """Two systems of the comparison against each other."""
    return pair_of(side, old, new)
