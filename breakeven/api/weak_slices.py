"""Where a system is weaker than elsewhere: a search that shows itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from breakeven.api import html
from breakeven.evaluation.evaluation import Evaluation
from breakeven.reports.weak_slices import (
    searched_in_markdown,
    searched_in_words,
    searched_records,
    weak_frame,
)
from breakeven.selection import Selection, system_of
from breakeven.selection.evaluated import lookups_of
from breakeven.slices.conditions import conditions_of
from breakeven.slices.outcomes import OF_SYSTEM, outcome_of
from breakeven.slices.search import FoundSlice, FoundSlices, search_slices

if TYPE_CHECKING:
    import pandas as pd

    from breakeven.api.evaluation import EvaluationResult


@dataclass(frozen=True, repr=False, eq=False)
class WeakSlices:
    """The weak slices of an evaluation, the most telling first; `found` has all there is to it."""

    found: FoundSlices

    def __len__(self) -> int:
        return len(self.found.slices)

    def __getitem__(self, index: int) -> FoundSlice:
        return self.found.slices[index]

    def frame(self) -> pd.DataFrame:
        """One row for each slice; undefined is NaN."""
        return weak_frame(self.found)

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven slices --search --format json` prints beside its subject."""
        return searched_records(self.found)

    def to_markdown(self) -> str:
        """What `breakeven slices --search` prints below its title."""
        return searched_in_markdown(self.found)

    def __repr__(self) -> str:
        return f"<{searched_in_words(self.found)}>"

    def _repr_html_(self) -> str:
        frame = self.frame()
        rows = [[str(value) for value in row] for row in frame.head(html.MOST_ROWS).to_numpy()]
        said = html.paragraph(searched_in_words(self.found))
        return said + html.table([str(name) for name in frame.columns], rows, len(frame))


def searched(result: EvaluationResult, outcome: str, seed: int) -> WeakSlices:
    """As `EvaluationResult.weak_slices`."""
    review = result.review
    others = tuple(said.system for said in review.own if said.system != result.system)
    asked = outcome_of(
        outcome, result.classes, others, system_of(review, result.system).probabilities
    )
    where = None if result.kept is None else result.kept.where
    chosen = Selection(
        result.system, result.split, 0, result.beta, result.undefined, result.cut, where
    )
    texts = None
    if review.truth.text_column is not None:
        texts = lookups_of(review, chosen).texts()
    other = _beside(result, asked.of) if asked.kind in OF_SYSTEM else None
    return WeakSlices(search_slices(result, conditions_of(review.truth, texts), asked, other, seed))


def _beside(result: EvaluationResult, system: str) -> Evaluation:
    """The other system's decisions by the same rule where it can, on its part of the split."""
    from breakeven.selection.checked import others_beside

    return next(of for of in others_beside(result.review, result) if of.system == system)
