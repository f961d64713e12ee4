"""What is looked for in slices: what happened to each document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

import numpy as np
from scipy import sparse

from breakeven.evaluation.evaluation import Evaluation
from breakeven.text import listed, quoted
from metrics.incidence import count_per_document, mask_of
from metrics.typing import Array

Plain = Literal["wrong", "loss"]
OfClass = Literal["missed", "false-alarm"]
OfSystem = Literal["better", "worse"]
Kind: TypeAlias = Plain | OfClass | OfSystem
PLAIN: tuple[Plain, ...] = get_args(Plain)
OF_CLASS: tuple[OfClass, ...] = get_args(OfClass)
OF_SYSTEM: tuple[OfSystem, ...] = get_args(OfSystem)
KINDS: tuple[Kind, ...] = (*PLAIN, *OF_CLASS, *OF_SYSTEM)


class OutcomeError(ValueError):
    """An outcome that cannot be looked for; its words, plain text."""


@dataclass(frozen=True)
class Outcome:
    """A kind of outcome, and the class or the other system that it is about, empty where none."""

    kind: Kind = "wrong"
    of: str = ""

    @property
    def text(self) -> str:
        """As it is typed: `missed:earn`."""
        return f"{self.kind}:{self.of}" if self.of else self.kind

    @property
    def share(self) -> bool:
        """Whether a document has it or not."""
        return self.kind in ("wrong", *OF_CLASS)

    @property
    def words(self) -> str:
        """What is more frequent, or higher, in a weak slice: `wrong`, `missed “earn”`."""
        return {
            "wrong": "wrong",
            "missed": f"{quoted(self.of)} missed",
            "false-alarm": f"{quoted(self.of)} falsely assigned",
            "loss": "squared error of the probabilities",
            "better": f"right where {quoted(self.of)} is wrong, less the reverse",
            "worse": f"wrong where {quoted(self.of)} is right, less the reverse",
        }[self.kind]


def outcome_of(
    text: str, classes: tuple[str, ...], systems: tuple[str, ...], probabilities: bool
) -> Outcome:
    """The outcome that a text names; OutcomeError where it names none.

    `systems`: the others that this one can be laid beside; `probabilities`: it gives such.
    """
    written, _, of = text.partition(":")
    kind = next((kind for kind in KINDS if kind == written), None)
    if kind == "loss" and not probabilities:
        raise OutcomeError("the scores are not said to be probabilities, so they have no error")
    if kind in PLAIN and not of:
        return Outcome(kind)
    if kind is None or kind in PLAIN:
        kinds = [*PLAIN, *(f"{k}:CLASS" for k in OF_CLASS), *(f"{k}:SYSTEM" for k in OF_SYSTEM)]
        raise OutcomeError(f"there is no outcome {text!r}; there are {', '.join(kinds)}")
    what, known = ("class", classes) if kind in OF_CLASS else ("other system", systems)
    if of not in known:
        others = listed(known, 20) if known else "none"
        raise OutcomeError(f"there is no {what} {of!r} for {kind!r}; there are {others}")
    return Outcome(kind, of)


@dataclass(frozen=True, eq=False)
class Happened:
    """Of which documents, as positions among the evaluated, ascending, and what; both (some,)."""

    positions: Array
    values: Array


def happened(evaluation: Evaluation, outcome: Outcome, other: Evaluation | None = None) -> Happened:
    """What happened to each document that was judged; `other`: the system it is laid beside.

    Of a class missed: the documents truly in it; falsely assigned: those that are not. Numbers are
    from -1 to 1, beside another system, or squared errors. ValueError
    without scores.
    """
    if outcome.kind in OF_CLASS:
        return _of_class(evaluation, evaluation.classes.index(outcome.of), outcome.kind)
    judged = evaluation.judged_pairs > 0
    if outcome.kind == "loss":
        return Happened(np.flatnonzero(judged), _squared_errors(evaluation)[judged])
    right = _right(evaluation)
    if outcome.kind == "wrong":
        return Happened(np.flatnonzero(judged), ~right[judged])
    assert other is not None
    _, mine, its = np.intersect1d(
        evaluation.rows, other.rows, assume_unique=True, return_indices=True
    )
    order = np.argsort(mine)
    mine, its = mine[order], its[order]
    both = judged[mine] & (other.judged_pairs > 0)[its]
    mine, its = mine[both], its[both]
    ahead = right[mine].astype(np.int64) - _right(other)[its]
    return Happened(mine, ahead if outcome.kind == "better" else -ahead)


def _right(evaluation: Evaluation) -> Array:
    tables = evaluation.document_tables
    return np.asarray((tables.fp == 0) & (tables.fn == 0))


def _of_class(evaluation: Evaluation, c: int, kind: Kind) -> Happened:
    true, assigned = mask_of(evaluation.truth, c), mask_of(evaluation.assigned, c)
    unjudged = evaluation.scored.unjudged
    known = np.ones(len(true), dtype=bool) if unjudged is None else ~mask_of(unjudged, c)
    if kind == "missed":
        some = np.flatnonzero(known & true)
        return Happened(some, ~assigned[some])
    some = np.flatnonzero(known & ~true)
    return Happened(some, assigned[some])


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
