"""A system's decisions beside the truth, with the review and the choices they are of."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Self

from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.evaluation.scored import ScoredSplit
from breakeven.analysis.selection.selection import Selection
from breakeven.analysis.selection.where import FilteredDocuments
from breakeven.data.records import Review
from metrics.averaging import Undefined
from metrics.tallies import ConfusionMatrix, ContingencyTable
from metrics.typing import Array

EVALUATION_NAMES = frozenset(
    name
    for name in (*dir(Evaluation), *(field.name for field in fields(Evaluation)))
    if not name.startswith("_")
)
"""What an evaluation has, and what is made of one has too."""


@dataclass(frozen=True, kw_only=True, repr=False)
class EvaluatedReview:
    """An evaluation of a review, and all that the evaluation itself offers.

    `beta` and `undefined` hold where a method is not given its own. `filtered`: the documents that
    the filter keeps; None without one.
    """

    review: Review
    evaluation: Evaluation
    beta: float
    undefined: Undefined
    filtered: FilteredDocuments | None = None

    @property
    def selection(self) -> Selection:
        """The choices that it is of."""
        where = None if self.filtered is None else self.filtered.where
        return Selection(self.system, self.split, 0, self.beta, self.undefined, self.cut, where)

    @property
    def system(self) -> str:
        """Who decided."""
        return self.evaluation.system

    @property
    def split(self) -> str | None:
        """On which documents; None for all."""
        return self.evaluation.split

    @property
    def cut(self) -> Cut:
        """The rule that scores were decided by."""
        return self.evaluation.cut

    @property
    def optimistic(self) -> bool:
        """Whether the cut was fitted on documents that are measured here."""
        return self.evaluation.optimistic

    @property
    def classes(self) -> tuple[str, ...]:
        """The names of the classes, as in the truth."""
        return self.evaluation.classes

    @property
    def rows(self) -> Array:
        """Which documents of the truth were evaluated."""
        return self.evaluation.rows

    @property
    def documents(self) -> int:
        """How many documents were evaluated."""
        return self.evaluation.documents

    @property
    def scored(self) -> ScoredSplit:
        """Truth and scores of these documents."""
        return self.evaluation.scored

    @property
    def tables(self) -> ContingencyTable:
        """The contingency table of every class."""
        return self.evaluation.tables

    @property
    def confusion(self) -> ConfusionMatrix:
        """True × assigned counts."""
        return self.evaluation.confusion

    @property
    def exact_match(self) -> float:
        """The share of documents whose classes are exactly right."""
        return self.evaluation.exact_match

    @property
    def one_of(self) -> bool:
        """Exactly one true class and one decision on every document."""
        return self.evaluation.one_of

    def restricted(self, positions: Array) -> Self:
        """The same decisions, on these of its documents alone: ascending positions in 0..m.

        Nothing is fitted or decided again.
        """
        part = self.evaluation.restricted(positions)
        return self if part is self.evaluation else replace(self, evaluation=part)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            # `evaluation` is none of them: a copy asks for names before it has any field
            if name in EVALUATION_NAMES:
                return getattr(self.evaluation, name)
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *EVALUATION_NAMES})
