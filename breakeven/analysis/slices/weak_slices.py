"""Slices in which a system is weak.

What happened to each document, and the search for conditions under which it happened more.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Literal, TypeAlias, get_args

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.slices.slice_conditions import Condition, Conditions
from breakeven.data.wording import listed, quoted
from metrics.incidence import count_per_document, mask_of
from metrics.slices.search import (
    LEVEL,
    SliceSearch,
    WeakSlice,
    slice_difference,
    weak_slices,
)
from metrics.slices.standardisation import strata_of
from metrics.typing import Array

# --- what is looked for in slices: what happened to each document


PlainOutcome = Literal["wrong", "errors", "loss"]
ClassOutcome = Literal["missed", "false-alarm"]
SystemOutcome = Literal["better", "worse"]
OutcomeKind: TypeAlias = PlainOutcome | ClassOutcome | SystemOutcome
PLAIN: tuple[PlainOutcome, ...] = get_args(PlainOutcome)
OF_CLASS: tuple[ClassOutcome, ...] = get_args(ClassOutcome)
OF_SYSTEM: tuple[SystemOutcome, ...] = get_args(SystemOutcome)
OUTCOME_KINDS: tuple[OutcomeKind, ...] = (*PLAIN, *OF_CLASS, *OF_SYSTEM)


class OutcomeError(ValueError):
    """An outcome that cannot be looked for; its words, plain text."""


@dataclass(frozen=True)
class DocumentOutcome:
    """A kind of outcome, and the class or the other system that it is about, empty where none."""

    kind: OutcomeKind = "wrong"
    about: str = ""

    @property
    def text(self) -> str:
        """As it is typed: `missed:earn`."""
        return f"{self.kind}:{self.about}" if self.about else self.kind

    @property
    def share(self) -> bool:
        """Whether a document has it or not."""
        return self.kind in ("wrong", *OF_CLASS)

    @property
    def words(self) -> str:
        """What is more frequent, or higher, in a weak slice: `wrong`, `missed “earn”`."""
        return {
            "wrong": "wrong",
            "errors": "wrong predictions",
            "missed": f"{quoted(self.about)} missed",
            "false-alarm": f"{quoted(self.about)} false alarms",
            "loss": "squared error of the probabilities",
            "better": f"right where {quoted(self.about)} is wrong, less the reverse",
            "worse": f"wrong where {quoted(self.about)} is right, less the reverse",
        }[self.kind]


# from such a share of wrong documents on, how many of their decisions are says more
MANY_WRONG = 0.3


def usual_outcome(evaluation: Evaluation) -> DocumentOutcome:
    """What is looked for before anybody chooses: wrong documents.

    Where documents have several classes, and many of them some error, wrong decisions.
    """
    judged = evaluation.judged_pairs > 0
    if evaluation.single_label or not judged.any():
        return DocumentOutcome()
    wrong = float(np.mean(~_right(evaluation)[judged]))
    return DocumentOutcome("errors" if wrong > MANY_WRONG else "wrong")


def outcome_of(
    text: str, classes: tuple[str, ...], systems: tuple[str, ...], probabilities: bool
) -> DocumentOutcome:
    """The outcome that a text names; OutcomeError where it names none.

    `systems`: the others that this one can be laid beside; `probabilities`: it gives such.
    """
    written, _, about = text.partition(":")
    kind = next((kind for kind in OUTCOME_KINDS if kind == written), None)
    if kind == "loss" and not probabilities:
        raise OutcomeError("the scores are not said to be probabilities, so they have no error")
    if kind in PLAIN and not about:
        return DocumentOutcome(kind)
    if kind is None or kind in PLAIN:
        kinds = [*PLAIN, *(f"{k}:CLASS" for k in OF_CLASS), *(f"{k}:SYSTEM" for k in OF_SYSTEM)]
        raise OutcomeError(f"there is no outcome {text!r}; there are {', '.join(kinds)}")
    what, names = ("class", classes) if kind in OF_CLASS else ("other system", systems)
    if about not in names:
        others = listed(names, 20) if names else "none"
        raise OutcomeError(f"there is no {what} {about!r} for {kind!r}; there are {others}")
    return DocumentOutcome(kind, about)


@dataclass(frozen=True, eq=False)
class DocumentOutcomes:
    """Of which documents, as positions among the evaluated, ascending, and what; both (some,)."""

    positions: Array
    values: Array


def outcomes_of_documents(
    evaluation: Evaluation, outcome: DocumentOutcome, other: Evaluation | None = None
) -> DocumentOutcomes:
    """What happened to each document that was judged; `other`: the system it is laid beside.

    Of a class missed: the documents truly in it; falsely assigned: those that are not. Numbers are
    from -1 to 1, beside another system, or squared errors. ValueError
    without scores.
    """
    if outcome.kind in OF_CLASS:
        return _of_class(evaluation, evaluation.classes.index(outcome.about), outcome.kind)
    judged = evaluation.judged_pairs > 0
    if outcome.kind == "errors":
        tables = evaluation.document_tables
        return DocumentOutcomes(np.flatnonzero(judged), (tables.fp + tables.fn)[judged])
    if outcome.kind == "loss":
        return DocumentOutcomes(np.flatnonzero(judged), _squared_errors(evaluation)[judged])
    right = _right(evaluation)
    if outcome.kind == "wrong":
        return DocumentOutcomes(np.flatnonzero(judged), ~right[judged])
    assert other is not None
    _, mine, its = np.intersect1d(
        evaluation.rows, other.rows, assume_unique=True, return_indices=True
    )
    order = np.argsort(mine)
    mine, its = mine[order], its[order]
    both = judged[mine] & (other.judged_pairs > 0)[its]
    mine, its = mine[both], its[both]
    ahead = right[mine].astype(np.int64) - _right(other)[its]
    return DocumentOutcomes(mine, ahead if outcome.kind == "better" else -ahead)


def _right(evaluation: Evaluation) -> Array:
    tables = evaluation.document_tables
    return np.asarray((tables.fp == 0) & (tables.fn == 0))


def _of_class(evaluation: Evaluation, c: int, kind: OutcomeKind) -> DocumentOutcomes:
    true, assigned = mask_of(evaluation.truth, c), mask_of(evaluation.assigned, c)
    unjudged = evaluation.scored.unjudged
    known = np.ones(len(true), dtype=bool) if unjudged is None else ~mask_of(unjudged, c)
    if kind == "missed":
        some = np.flatnonzero(known & true)
        return DocumentOutcomes(some, ~assigned[some])
    some = np.flatnonzero(known & ~true)
    return DocumentOutcomes(some, assigned[some])


def _squared_errors(evaluation: Evaluation) -> Array:
    """The sum over judged classes of (truth - probability) squared, (documents,)."""
    scores = evaluation.scored.scores
    if scores is None:
        raise ValueError("without scores there are no errors of them")
    truth = sparse.csr_array(evaluation.truth, dtype=float)
    given = sparse.csr_array(scores.T, dtype=float)
    if (unjudged := evaluation.scored.unjudged) is not None:
        off = sparse.csr_array(unjudged, dtype=float)
        truth, given = truth - truth.multiply(off), given - given.multiply(off)
    both = given.multiply(truth)
    total = given.multiply(given).sum(axis=1) - 2 * both.sum(axis=1)
    return np.asarray(total + count_per_document(sparse.csr_array(truth != 0)))


# --- Slices of the evaluated documents in which an outcome is more frequent than elsewhere


# a slice holds so many documents, such a share of all, and no more than such a share: of a larger
# one the others are the slice, and better
LEAST_DOCUMENTS, LEAST_SHARE, MOST_SHARE = 30, 0.01, 0.5
SAMPLED = (
    "Documents have weights, or were drawn in clusters. The search shuffles single documents, so "
    "its results would not hold."
)


class SliceSearchError(ValueError):
    """No search can be made; why, in words."""


@dataclass(frozen=True, eq=False)
class NamedSlice:
    """A weak slice with its conditions and its documents.

    `rows`: documents of the truth that the outcome is about, ascending; `everywhere`: all documents
    of the truth that meet them, ascending.
    """

    weak: WeakSlice
    conditions: tuple[Condition, ...]
    rows: Array
    everywhere: Array

    @property
    def words(self) -> str:
        """Its conditions in words, as they are named: plain text."""
        return ", ".join(condition.words for condition in self.conditions)


@dataclass(frozen=True, eq=False)
class SliceFindings:
    """What came of a search: its outcome, of how many documents, and the slices.

    `mean`: of the outcome among all these documents; NaN without any. `also`: the split whose
    documents were searched with those under review, None for none. `leaked`: how many documents
    were left out, as they are in an earlier split too.
    """

    outcome: DocumentOutcome
    documents: int
    mean: float
    searched: SliceSearch
    slices: tuple[NamedSlice, ...]
    also: str | None = None
    leaked: int = 0


def search_slices(
    evaluation: Evaluation,
    conditions: Conditions,
    outcome: DocumentOutcome,
    other: Evaluation | None = None,
    seed: int = 0,
    *,
    also: Evaluation | None = None,
    level: float = LEVEL,
) -> SliceFindings:
    """Weak slices of the evaluated documents; `conditions`: of all documents of the truth.

    `other`: the system that the outcome is about. Compared are documents of the same true classes.
    `also`: the same system on another split, whose documents are searched with these, and compared
    with those of their own split alone. `level`: family-wise, as `weak_slices`. SearchError where
    documents were not drawn one by one; OutcomeError as `happened`.
    """
    if evaluation.scored.sampled:
        raise SliceSearchError(SAMPLED)
    outcomes = outcomes_of_documents(evaluation, outcome, other)
    rows = evaluation.rows[outcomes.positions]
    values, strata = outcomes.values, strata_of(evaluation.truth[outcomes.positions])
    if also is not None:
        rows, values, strata = _with_split(also, outcome, rows, values, strata)
    split = None if also is None else also.split
    met = conditions.of_documents(rows)
    least = max(LEAST_DOCUMENTS, ceil(LEAST_SHARE * len(rows)))
    mean = float(np.mean(values)) if len(rows) else float("nan")
    if not met.groups:
        none = SliceSearch((), (0, 0, 0), 0, least)
        return SliceFindings(outcome, len(rows), mean, none, (), split)
    searched = weak_slices(
        met.held, met.group_of, values, strata, least, seed=seed,
        most=int(MOST_SHARE * len(rows)), level=level,
    )  # fmt: skip
    named_slices = tuple(_named_slice(weak, met, rows, conditions) for weak in searched.weak)
    return SliceFindings(outcome, len(rows), mean, searched, named_slices, split)


def _with_split(
    also: Evaluation, outcome: DocumentOutcome, rows: Array, values: Array, strata: Array
) -> tuple[Array, Array, Array]:
    """Documents, outcomes and strata of two splits, by document; no stratum is of both."""
    more = outcomes_of_documents(also, outcome)
    its = strata_of(also.truth[more.positions]) + int(strata.max(initial=-1)) + 1
    rows = np.concatenate([rows, also.rows[more.positions]])
    order = np.argsort(rows, kind="stable")
    values, strata = np.concatenate([values, more.values]), np.concatenate([strata, its])
    return rows[order], values[order], strata[order]


def _named_slice(
    weak: WeakSlice, met: Conditions, rows: Array, conditions: Conditions
) -> NamedSlice:
    named = tuple(met.all[c] for c in weak.conditions)
    inside = np.flatnonzero(met.held[:, list(weak.conditions)].sum(axis=1) == len(named))
    place = {condition: c for c, condition in enumerate(conditions.all)}
    meet = conditions.held[:, [place[condition] for condition in named]].sum(axis=1) == len(named)
    return NamedSlice(weak, named, rows[inside], np.flatnonzero(meet))


# --- whether a slice is weak among other documents too


# in standard errors, one-sided: a slice is weak there, or it is not
CLEARLY_ELSEWHERE = 1.645
# documents inside and outside, of fewer nothing is said
FEWEST_ELSEWHERE = 10


@dataclass(frozen=True, kw_only=True)
class SliceElsewhere:
    """A slice among the documents of another split: mean outcome inside, and of the rest.

    `weak`: whether it is clearly higher inside; None where neither that nor the reverse is clear:
    the reverse is that the difference is clearly below half of that found.
    """

    split: str
    documents: int
    inside: float
    rest: float
    weak: bool | None


def slice_elsewhere(
    named: NamedSlice, outcome: DocumentOutcome, other: Evaluation
) -> SliceElsewhere | None:
    """The slice on another split, beside documents of the same classes; None of too few there."""
    outcomes = outcomes_of_documents(other, outcome)
    rows = other.rows[outcomes.positions]
    mask = np.isin(rows, named.everywhere)
    if min(int(mask.sum()), int((~mask).sum())) < FEWEST_ELSEWHERE or other.split is None:
        return None
    strata = strata_of(other.truth[outcomes.positions])
    side = slice_difference(outcomes.values.astype(float), strata, mask)
    weak: bool | None = None
    if side.difference > CLEARLY_ELSEWHERE * side.error:
        weak = True
    elif side.difference + CLEARLY_ELSEWHERE * side.error < named.weak.difference / 2:
        weak = False
    return SliceElsewhere(
        split=other.split, documents=int(mask.sum()), inside=side.inside, rest=side.rest, weak=weak
    )
