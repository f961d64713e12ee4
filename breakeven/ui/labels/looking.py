"""What the Labels page looks at: the labels in doubt among the documents shown."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from breakeven.labels.errors import Doubts
from breakeven.records import Truth
from breakeven.reports.label_errors import pairs_frame, quality_frame
from breakeven.ui.app.shared.page import Page
from metrics.typing import Array


@dataclass(frozen=True)
class Looked:
    """The page, and what was found; a filter shows fewer of it and changes nothing."""

    page: Page
    doubts: Doubts

    @property
    def truth(self) -> Truth:
        """What is known of all documents."""
        return self.page.review.truth

    @cached_property
    def rows(self) -> Array:
        """The documents looked at that are shown, indices into the truth, ascending."""
        return np.intersect1d(self.doubts.rows, self.page.evaluation.rows, assume_unique=True)

    @cached_property
    def shown(self) -> Array:
        """Places of the pairs on them, the most doubtful first."""
        return np.flatnonzero(self.doubts.of_documents(self.rows))

    def frame(self, most: int | None = None) -> pd.DataFrame:
        """One row for each of these pairs, or for so many of the most doubtful."""
        return pairs_frame(self.truth, self.doubts, self.shown[:most])

    def quality(self) -> pd.DataFrame:
        """One row for each document shown, the least quality of its labels first."""
        return quality_frame(self.truth, self.doubts, self.rows)
