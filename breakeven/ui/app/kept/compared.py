"""Systems compared, kept between reruns: for Compare, and for every difference to a baseline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from breakeven.ui.app.kept.cached import cached

if TYPE_CHECKING:  # the first page compares nothing
    from breakeven.comparison.common import Settings, SharedDocuments
    from breakeven.comparison.comparison import Pair, SideBySide


@cached(entries=12, spinner="Drawing documents again, for all systems alike …")
def side_of(common: SharedDocuments, settings: Settings) -> SideBySide:
    """All systems of a comparison on one measure."""
    from breakeven.comparison.comparison import side_by_side

    side = side_by_side(common, settings)
    # standings are worked out once, here, under the spinner
    _ = side.standing_of_averages, side.standing_of_classes, side.intervals
    return side


@cached(entries=48, spinner="Setting the two against each other …")
def facing(side: SideBySide, old: int, new: int) -> Pair:
    """Two systems of the comparison against each other."""
    from breakeven.comparison.comparison import pair_of

    return pair_of(side, old, new)
