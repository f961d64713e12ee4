"""Which documents a filter keeps: a mask over a system's documents of a split."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial, reduce
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse

from breakeven.evaluation.counted import KeptDocuments
from breakeven.evaluation.evaluation import Evaluation
from breakeven.records import Predictions, Review
from breakeven.selection.annotator_terms import disputed
from breakeven.selection.answer_terms import has_outcome
from breakeven.selection.asked import Documents, Lookups, documents_said, documents_unsaid
from breakeven.selection.column_terms import column_between, on_weekday, one_of
from breakeven.selection.data_errors import errors_of
from breakeven.selection.doubt_terms import doubtful
from breakeven.selection.errors import NO_SYSTEM, FilterError, MisfitError, index_of
from breakeven.selection.expression import (
    Alike,
    AllOf,
    AnyOf,
    AtLevel,
    Between,
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
    Like,
    Marked,
    Matching,
    More,
    Not,
    Noted,
    OfClass,
    OfSystem,
    OneOf,
    OnWeekday,
    Score,
    Tagged,
)
from breakeven.selection.fold_terms import folded, in_tree
from breakeven.selection.mark_terms import of_marks
from breakeven.selection.outcome_terms import judged_so, more, of_class, score_between
from breakeven.selection.parse import parse
from breakeven.selection.text_terms import alike, like, of_text
from breakeven.texts.texts import Texts
from metrics.incidence import count_per_document
from metrics.typing import Array

if TYPE_CHECKING:  # few filters ask about doubtful labels, and what fits probabilities is slow
    from breakeven.labels.errors import Doubts
    from breakeven.labels.evidence import NoEvidence


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
        case Not(term) | OfSystem(term=term) | AtLevel(term=term):
            return asks_decisions(term, columns)
        case AllOf(terms) | AnyOf(terms):
            return any(asks_decisions(term, columns) for term in terms)
        case OfClass(kind) | InTree(kind):
            return kind not in ("true", "unjudged", "inconsistent-truth")
        case OneOf(Column(name)) | Between(Column(name)):
            return name == "calls" and name not in columns
        case _:
            return isinstance(expression, Judged | More | Differs | Doubtful | HasOutcome)


@dataclass(frozen=True)
class Kept:
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

    def of(self, pairs: sparse.csc_array) -> sparse.csc_array:
        """The rows of the documents kept, of boolean csc (`of_documents`, k)."""
        return sparse.csc_array(pairs[self.positions])

    @property
    def counted(self) -> KeptDocuments:
        """How many these are, of how many."""
        return KeptDocuments(self.where.text, self.documents, self.of_documents)

    def __str__(self) -> str:
        return str(self.counted)

    def as_json(self) -> dict[str, Any]:
        """The filter and its counts, ready for JSON."""
        return self.counted.as_json()


def kept_by(where: Where, documents: Documents) -> Kept:
    """The documents that a filter keeps. FilterError where it does not fit them."""
    positions = np.flatnonzero(mask(where, documents))
    by_outcome = asks_decisions(where.expression, documents.truth.columns)
    return Kept(where, positions, documents.rows[positions], len(documents.rows), by_outcome)


def restricted_to(evaluation: Evaluation, rows: Array) -> Evaluation:
    """An evaluation of any system on those of its documents that are among these `rows`."""
    return evaluation.restricted(np.flatnonzero(np.isin(evaluation.rows, rows)))


def mask(where: Where, documents: Documents) -> Array:
    """Whether each document is kept, boolean, shape (m,). FilterError where a term does not fit.

    Pairs of a document and a class that nobody judged count as neither true, hit, missed, extra
    nor rejected; a pair without a score, and an empty cell of a column of numbers or days, lies in
    no range; of what another system did not speak of, no term about it keeps anything.
    """
    try:
        return _mask(where.expression, documents)
    except MisfitError as error:
        raise FilterError(error.what, where.text, error.at) from None


def check(where: Where, review: Review, predictions: Predictions | None) -> None:
    """Raises FilterError where the filter does not fit a review and a system of it.

    `predictions`: None where the review has no system.
    """
    nothing = np.zeros(0, dtype=np.int64)
    none = sparse.csc_array((0, len(review.truth.classes)), dtype=bool)

    def said(system: str) -> tuple[Predictions, sparse.csc_array]:
        return next(p for p in review.predictions if p.system == system).take(nothing), none

    def doubts() -> Doubts | NoEvidence:
        from breakeven.labels import evidence

        assert predictions is not None
        none_here = evidence.NoEvidence(predictions.system, "learnt", "there are no documents", "")
        return evidence.never_evidence(review.truth, predictions, evidence.Asked()) or none_here

    # of no documents neither errors, texts nor doubts are looked for
    lookups = Lookups(partial(errors_of, review.truth), partial(Texts, review.truth), said, doubts)
    if predictions is None:
        mask(where, documents_unsaid(review, nothing, lookups))
    else:
        mask(where, documents_said(review, predictions.take(nothing), lambda: none, lookups))


def _mask(term: Expression, documents: Documents) -> Array:
    match term:
        case Not(inner):
            return ~_mask(inner, documents)
        case AllOf(terms):
            return reduce(operator.and_, (_mask(t, documents) for t in terms))
        case AnyOf(terms):
            return reduce(operator.or_, (_mask(t, documents) for t in terms))
        case _:
            if not documents.review.has_system and _asks_a_system(term, documents):
                raise MisfitError(NO_SYSTEM, term.at)
            return _KEPT[type(term)](term, documents)


def _asks_a_system(term: Expression, documents: Documents) -> bool:
    """Whether one term goes by what a system scored or decided."""
    scores = isinstance(term, Between) and isinstance(term.of, Score)
    of_a_system = scores or isinstance(term, OfSystem)
    return of_a_system or asks_decisions(term, documents.truth.columns)


def _by(name: str, at: int, documents: Documents) -> tuple[Array, Documents]:
    """The documents that another system spoke of. MisfitError where there is none of that name."""
    index_of("system", name, tuple(p.system for p in documents.review.predictions), at)
    return documents.by(name)


def _of_system(term: OfSystem, documents: Documents) -> Array:
    here, others = _by(term.name, term.at, documents)
    found = np.zeros(len(documents.rows), dtype=bool)
    found[here] = _mask(term.term, others)
    return found


def _at_level(term: AtLevel, documents: Documents) -> Array:
    return _mask(term.term, folded(term, documents))


def _differs(term: Differs, documents: Documents) -> Array:
    here, others = _by(term.name, term.at, documents)
    found = np.zeros(len(documents.rows), dtype=bool)
    mine = sparse.csc_array(documents.assigned[here])
    found[here] = count_per_document(mine != others.assigned) > 0
    return found


def _in_split(term: InSplit, documents: Documents) -> Array:
    split = index_of("split", term.name, documents.truth.splits, term.at)
    return np.asarray(documents.truth.split_of[documents.rows] == split)


def _leaked(term: Leaked, documents: Documents) -> Array:
    if len(documents.truth.splits) < 2:
        raise MisfitError(NO_LEAKS, term.at)
    if not len(documents.rows):  # whether a filter fits is often asked, and needs no search
        return np.zeros(0, dtype=bool)
    return np.asarray(documents.lookups.errors(term.near).leaked[documents.rows])


def _between(term: Between, documents: Documents) -> Array:
    if isinstance(term.of, Score):
        return score_between(term, term.of, documents)
    return column_between(term, term.of, documents)


# which documents each kind of term keeps
_KEPT: dict[type, Callable[[Any, Documents], Array]] = {
    OfClass: of_class,
    Judged: judged_so,
    More: more,
    InTree: in_tree,
    OfSystem: _of_system,
    AtLevel: _at_level,
    Differs: _differs,
    Doubtful: doubtful,
    InSplit: _in_split,
    Leaked: _leaked,
    OneOf: one_of,
    Between: _between,
    OnWeekday: on_weekday,
    Containing: of_text,
    HasWord: of_text,
    Matching: of_text,
    Marked: of_marks,
    Tagged: of_marks,
    Noted: of_marks,
    Like: like,
    Alike: alike,
    Disputed: disputed,
    HasOutcome: has_outcome,
}
