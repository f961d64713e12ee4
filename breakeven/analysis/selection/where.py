"""Which documents a filter keeps: a mask over a system's documents of a split.

And filters put together, with one term more, one less.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.counted import FilterCount, FilterCounts
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.candidates import (
    CandidateDocuments,
    FilterLookups,
    candidates_of_rows,
    candidates_of_system,
)
from breakeven.analysis.selection.column_terms import (
    alike,
    column_between,
    like,
    of_marks,
    of_text,
    on_weekday,
    one_of,
)
from breakeven.analysis.selection.data_errors import errors_of
from breakeven.analysis.selection.decision_terms import (
    disputed,
    doubtful,
    folded,
    has_outcome,
    in_tree,
    judged_so,
    more,
    of_class,
    score_between,
)
from breakeven.analysis.selection.errors import NO_SYSTEM, FilterError, MisfitError, index_of
from breakeven.analysis.selection.expression import (
    AlikeTerm,
    AllOf,
    AnyOf,
    Between,
    ClassTerm,
    Column,
    Containing,
    Differs,
    Disputed,
    Doubtful,
    Expression,
    HasOutcome,
    HasWord,
    InSplit,
    InTree,
    Judged,
    Leaked,
    LevelTerm,
    Like,
    Marked,
    Matching,
    More,
    Not,
    Noted,
    OneOf,
    Score,
    SystemTerm,
    Tagged,
    WeekdayTerm,
    to_text,
)
from breakeven.analysis.selection.parse import parse
from breakeven.data.corpus import Texts
from breakeven.data.records import Predictions, Review
from metrics.incidence import count_per_document
from metrics.typing import Array

if TYPE_CHECKING:
    from breakeven.analysis.label_errors.label_evidence import NoEvidence
    from breakeven.analysis.label_errors.suspected_labels import Doubts


# --- which documents a filter keeps: a mask over a system's documents of a split


NO_LEAKS = "there are no two splits, so nothing can leak into another"


@dataclass(frozen=True)
class Where:
    """A document filter: its text as it was written, and the tree that it stands for."""

    text: str
    expression: Expression


def where_of(text: str) -> Where | None:
    """The filter that a text stands for, None for an empty one. FilterError where it is wrong."""
    text = text.strip()
    return Where(text, parse(text)) if text else None


def asks_decisions(expression: Expression, columns: Collection[str]) -> bool:
    """Whether a filter goes by what was assigned, so that the documents are picked by outcome.

    `columns`: the names of the kept columns.
    """
    match expression:
        case Not(term) | SystemTerm(term=term) | LevelTerm(term=term):
            return asks_decisions(term, columns)
        case AllOf(terms) | AnyOf(terms):
            return any(asks_decisions(term, columns) for term in terms)
        case ClassTerm(kind) | InTree(kind):
            return kind not in ("true", "unjudged", "inconsistent-truth")
        case OneOf(Column(name)) | Between(Column(name)):
            return name == "calls" and name not in columns
        case _:
            return isinstance(expression, Judged | More | Differs | Doubtful | HasOutcome)


def asks_labels(expression: Expression, columns: Collection[str]) -> bool:
    """Whether a filter goes by what is true, so that classes differ for that reason alone.

    `columns` as for `asks_decisions`.
    """
    match expression:
        case Not(term) | SystemTerm(term=term) | LevelTerm(term=term):
            return asks_labels(term, columns)
        case AllOf(terms) | AnyOf(terms):
            return any(asks_labels(term, columns) for term in terms)
        case ClassTerm(kind) | InTree(kind):
            return kind != "called"
        case OneOf(Column(name)) | Between(Column(name)):
            return name == "labels" and name not in columns
        case _:
            return isinstance(expression, Judged | More | Doubtful)


@dataclass(frozen=True)
class FilteredDocuments:
    """What a filter keeps of the documents looked at.

    `positions`: ascending, in 0..`of_documents`; `rows`: the same documents in the truth.
    `by_outcome`: whether they were picked by what a system decided of them.
    """

    where: Where
    positions: Array
    rows: Array
    of_documents: int
    by_outcome: bool

    @property
    def documents(self) -> int:
        """How many are kept."""
        return len(self.positions)

    def rows_of(self, pairs: sparse.csc_array) -> sparse.csc_array:
        """The rows of the documents kept, of boolean csc (`of_documents`, k)."""
        return sparse.csc_array(pairs[self.positions])

    @property
    def counted(self) -> FilterCount:
        """How many these are, of how many."""
        return FilterCount(self.where.text, self.documents, self.of_documents)

    def __str__(self) -> str:
        return str(self.counted)

    def as_json(self) -> FilterCounts:
        """The filter and its counts, ready for JSON."""
        return self.counted.as_json()


def filter_documents(where: Where, documents: CandidateDocuments) -> FilteredDocuments:
    """The documents that a filter keeps. FilterError where it does not fit them."""
    positions = np.flatnonzero(mask(where, documents))
    by_outcome = asks_decisions(where.expression, documents.truth.columns)
    return FilteredDocuments(
        where, positions, documents.rows[positions], len(documents.rows), by_outcome
    )


def restricted_to(evaluation: Evaluation, rows: Array) -> Evaluation:
    """An evaluation of any system on those of its documents that are among these `rows`."""
    return evaluation.restricted(np.flatnonzero(np.isin(evaluation.rows, rows)))


def mask(where: Where, documents: CandidateDocuments) -> Array:
    """Whether each document is kept, boolean, shape (m,). FilterError where a term does not fit.

    Pairs of a document and a class that nobody judged count as neither true, hit, missed, extra
    nor rejected; a pair without a score, and an empty cell of a column of numbers or days, lies in
    no range; of what another system did not speak of, no term about it keeps anything.
    """
    try:
        return _mask(where.expression, documents)
    except MisfitError as error:
        raise FilterError(error.what, where.text, error.position) from None


def check(where: Where, review: Review, predictions: Predictions | None) -> None:
    """Raises FilterError where the filter does not fit a review and a system of it.

    `predictions`: None where the review has no system.
    """
    nothing = np.zeros(0, dtype=np.int64)
    none = sparse.csc_array((0, len(review.truth.classes)), dtype=bool)

    def output_of(system: str) -> tuple[Predictions, sparse.csc_array]:
        return next(p for p in review.predictions if p.system == system).take(nothing), none

    def doubts() -> Doubts | NoEvidence:
        # loads scipy.special
        from breakeven.analysis.label_errors import label_evidence

        assert predictions is not None
        none_here = label_evidence.NoEvidence(
            predictions.system, "learnt", "there are no documents", ""
        )
        return (
            label_evidence.never_evidence(
                review.truth, predictions, label_evidence.EvidenceOptions()
            )
            or none_here
        )

    # of no documents neither errors, texts nor doubts are looked for
    lookups = FilterLookups(
        partial(errors_of, review.truth), partial(Texts, review.truth), output_of, doubts
    )
    if predictions is None:
        mask(where, candidates_of_rows(review, nothing, lookups))
    else:
        mask(where, candidates_of_system(review, predictions.take(nothing), lambda: none, lookups))


def _mask(term: Expression, documents: CandidateDocuments) -> Array:
    match term:
        case Not(inner):
            return ~_mask(inner, documents)
        case AllOf(terms):
            return reduce(operator.and_, (_mask(t, documents) for t in terms))
        case AnyOf(terms):
            return reduce(operator.or_, (_mask(t, documents) for t in terms))
        case _:
            if not documents.review.has_system and _asks_a_system(term, documents):
                raise MisfitError(NO_SYSTEM, term.position)
            return _KEPT[type(term)](term, documents)


def _asks_a_system(term: Expression, documents: CandidateDocuments) -> bool:
    """Whether one term goes by what a system scored or decided."""
    scores = isinstance(term, Between) and isinstance(term.quantity, Score)
    of_a_system = scores or isinstance(term, SystemTerm)
    return of_a_system or asks_decisions(term, documents.truth.columns)


def _by(
    name: str, position: int, documents: CandidateDocuments
) -> tuple[Array, CandidateDocuments]:
    """The documents that another system spoke of. MisfitError where there is none of that name."""
    index_of("system", name, tuple(p.system for p in documents.review.predictions), position)
    return documents.by(name)


def _of_system(term: SystemTerm, documents: CandidateDocuments) -> Array:
    here, others = _by(term.name, term.position, documents)
    found = np.zeros(len(documents.rows), dtype=bool)
    found[here] = _mask(term.term, others)
    return found


def _at_level(term: LevelTerm, documents: CandidateDocuments) -> Array:
    return _mask(term.term, folded(term, documents))


def _differs(term: Differs, documents: CandidateDocuments) -> Array:
    here, others = _by(term.name, term.position, documents)
    found = np.zeros(len(documents.rows), dtype=bool)
    mine = sparse.csc_array(documents.assigned[here])
    found[here] = count_per_document(mine != others.assigned) > 0
    return found


def _in_split(term: InSplit, documents: CandidateDocuments) -> Array:
    split = index_of("split", term.name, documents.truth.splits, term.position)
    return np.asarray(documents.truth.split_of[documents.rows] == split)


def _leaked(term: Leaked, documents: CandidateDocuments) -> Array:
    if len(documents.truth.splits) < 2:
        raise MisfitError(NO_LEAKS, term.position)
    if not len(documents.rows):  # whether a filter fits is often asked, and needs no search
        return np.zeros(0, dtype=bool)
    return np.asarray(documents.lookups.errors(term.near).leaked[documents.rows])


def _between(term: Between, documents: CandidateDocuments) -> Array:
    if isinstance(term.quantity, Score):
        return score_between(term, term.quantity, documents)
    return column_between(term, term.quantity, documents)


# which documents each kind of term keeps
_KEPT: dict[type, Callable[[Any, CandidateDocuments], Array]] = {
    ClassTerm: of_class,
    Judged: judged_so,
    More: more,
    InTree: in_tree,
    SystemTerm: _of_system,
    LevelTerm: _at_level,
    Differs: _differs,
    Doubtful: doubtful,
    InSplit: _in_split,
    Leaked: _leaked,
    OneOf: one_of,
    Between: _between,
    WeekdayTerm: on_weekday,
    Containing: of_text,
    HasWord: of_text,
    Matching: of_text,
    Marked: of_marks,
    Tagged: of_marks,
    Noted: of_marks,
    Like: like,
    AlikeTerm: alike,
    Disputed: disputed,
    HasOutcome: has_outcome,
}


# --- a filter as the terms that all have to hold: put together, with one more, with one less


def terms_of(expression: Expression) -> tuple[Expression, ...]:
    """The terms that all have to hold."""
    return expression.terms if isinstance(expression, AllOf) else (expression,)


def all_of(terms: Sequence[Expression]) -> Where | None:
    """The filter of these terms together; None without any."""
    if not terms:
        return None
    expression = terms[0] if len(terms) == 1 else AllOf(tuple(terms))
    return Where(to_text(expression), expression)


def together(*filters: Where | None) -> Where | None:
    """Several filters as one: the documents that all of them keep."""
    return all_of(tuple(t for where in filters if where for t in terms_of(where.expression)))


def asks_for(where: Where | None, term: Expression) -> bool:
    """Whether a filter has a term, or all the terms that it is made of."""
    asked = () if where is None else terms_of(where.expression)
    return all(part in asked for part in terms_of(term))


def toggled(where: Where | None, term: Expression) -> Where | None:
    """A filter with a term more; without it where it has it."""
    asked = () if where is None else terms_of(where.expression)
    left = tuple(other for other in asked if other not in terms_of(term))
    return all_of(left if asks_for(where, term) else (*left, *terms_of(term)))
