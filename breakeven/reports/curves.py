"""The points of a curve as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metrics.ranking.curves import OperatingPoints

if TYPE_CHECKING:
    import pandas as pd


def points_frame(points: OperatingPoints) -> pd.DataFrame:
    """One row per point, by falling threshold: what is assigned there, and what that is worth."""
    import pandas as pd

    return pd.DataFrame(
        {
            "threshold": points.threshold.astype(float),
            "precision": points.precision,
            "recall": points.recall,
            "assigned": points.assigned,
            "tp": points.tp,
        }
    )
