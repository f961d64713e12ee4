"""A result with and without the documents that are in an earlier split too."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import numpy as np

from breakeven.analysis.evaluation.counted import CountedEvaluation
from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.findings.data_check_rules import (
    COPIED_SHORT_TEXT,
    NEAR_DUPLICATE,
    SAME_ID,
    SAME_TEXT,
)
from breakeven.analysis.selection.data_errors import DataErrors, errors_of, with_near_copies
from breakeven.analysis.selection.expression import Expression, Leaked, Not
from breakeven.analysis.selection.where import Where, all_of, restricted_to, terms_of
from breakeven.data.records import Truth
from breakeven.data.wording import count_of

Of = TypeVar("Of", bound=BaseEvaluation)
Of_co = TypeVar("Of_co", bound=BaseEvaluation, covariant=True)
# by id or text
OF_EQUAL_DOCUMENTS = (SAME_ID.code, SAME_TEXT.code, COPIED_SHORT_TEXT.code)


@dataclass(frozen=True)
class LeakSides(Generic[Of_co]):
    """One system's decisions on all documents asked for, and on those of them that do not leak.

    `near`: whether nearly equal texts leak.
    """

    every: Of_co
    without: Of_co
    near: bool

    @property
    def leaked(self) -> int:
        """How many documents leak."""
        return self.every.documents - self.without.documents

    @property
    def codes(self) -> tuple[str, ...]:
        """The findings that say the same of these documents; none where no other is left."""
        if not self.without.documents:
            return ()
        return (*OF_EQUAL_DOCUMENTS, NEAR_DUPLICATE.code) if self.near else OF_EQUAL_DOCUMENTS

    def __str__(self) -> str:
        copies = "the same or nearly the same" if self.near else "exactly the same"
        leak = "is in an earlier split too" if self.leaked == 1 else "are in an earlier split too"
        return (
            f"{count_of(self.leaked, 'document')} of these {self.every.documents:,} {leak} "
            f"(id or text {copies}), so a system may have learnt from "
            f"{'it' if self.leaked == 1 else 'them'}."
        )


def sides_counted(evaluation: CountedEvaluation) -> LeakSides[CountedEvaluation] | None:
    """The same as an engine counted it, by equal ids and equal texts."""
    leaks = evaluation.leaks
    return None if leaks is None else LeakSides(leaks.every, leaks.without, near=False)


def sides_in(evaluation: Of, sides: LeakSides[Of] | None) -> LeakSides[Of] | None:
    """The same of the documents that are shown.

    None where none of these leaks, as where a filter leaves them out, and where all of them do.
    """
    if sides is None or not 0 < sides.without.documents < evaluation.documents:
        return None
    return replace(sides, every=evaluation)


def sides_of(every: Evaluation, errors: DataErrors) -> LeakSides[Evaluation] | None:
    """A result with and without the documents that leak; None where none of its own does."""
    leaked = errors.leaked[every.rows]
    if not leaked.any():
        return None
    return LeakSides(every, every.restricted(np.flatnonzero(~leaked)), errors.near)


def clean_evaluation(truth: Truth, every: Evaluation) -> Evaluation:
    """A result without the documents that leak, as slices are searched: it may be without any."""
    if len(truth.splits) < 2:
        return every
    sides = sides_of(every, errors_of(truth, with_near_copies(truth, None)))
    return every if sides is None else sides.without


def shared_sides(
    sides: LeakSides[Evaluation], other: Evaluation
) -> tuple[LeakSides[Evaluation], LeakSides[Evaluation]] | None:
    """Two systems on the documents of both, with and without those that leak; None for none."""
    rows = np.intersect1d(sides.every.rows, other.rows)
    clean_rows = np.intersect1d(rows, sides.without.rows)
    if len(clean_rows) == len(rows):
        return None
    first, second = (
        LeakSides(
            restricted_to(evaluation, rows), restricted_to(evaluation, clean_rows), sides.near
        )
        for evaluation in (sides.every, other)
    )
    return first, second


def left_out(where: Where | None) -> Leaked | None:
    """The term by which a filter leaves out what leaks; None where it does not."""
    return next((leaked for term in _terms(where) if (leaked := _leaves_out(term))), None)


def with_leaks(where: Where | None) -> Where | None:
    """The filter without the terms that leave out what leaks; None where nothing else is asked."""
    if left_out(where) is None:
        return where
    return all_of([term for term in _terms(where) if not _leaves_out(term)])


def without_leaks(where: Where | None, near: bool) -> Where:
    """The filter, which also leaves out what leaks; where `near` nearly equal texts too."""
    found = all_of([*_terms(with_leaks(where)), Not(Leaked(near))])
    assert found is not None
    return found


def _terms(where: Where | None) -> tuple[Expression, ...]:
    return () if where is None else terms_of(where.expression)


def _leaves_out(term: Expression) -> Leaked | None:
    return term.term if isinstance(term, Not) and isinstance(term.term, Leaked) else None
