"""Whose probabilities may speak against labels: those of systems that have not learnt them.

Tested in `tests/breakeven/analysis/label_errors/test_suspected_labels.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from scipy import sparse

from breakeven.analysis.estimation.probabilities import (
    ClassProbabilities,
    class_probabilities,
    why_not_probabilities,
)
from breakeven.analysis.estimation.recalibration import Recalibration, recalibration
from breakeven.data.record_cache import RecordCache
from breakeven.data.records import Predictions, Truth
from breakeven.data.splits import role_of, tuning_split
from metrics.typing import Array

_FITTED: RecordCache[Recalibration] = RecordCache(most=2)


@dataclass(frozen=True)
class NoEvidence:
    """Why a system's scores say nothing of whether labels are right; plain text.

    `learnt`: these are training documents. `fitted`: its probabilities were fitted to these very
    labels. `alone`: there is no other system to ask.
    """

    system: str
    why: Literal["no labels", "no scores", "no probabilities", "learnt", "fitted", "alone"]
    what: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.what}; {self.remedy}"


@dataclass(frozen=True)
class Evidence:
    """A system's probabilities of documents whose labels it has not learnt.

    `rows`: indices into the truth's documents, ascending, shape (m,); `probabilities`: their
    probabilities, judged pairs only. `fitted_on`: the split on whose labels the scores were made
    probabilities, None where they came as such. `left_out`: documents looked at that are in
    training splits or in `fitted_on`.
    """

    system: str
    rows: Array
    probabilities: ClassProbabilities
    fitted_on: str | None
    left_out: int

    def among(self, rows: Array) -> ClassProbabilities:
        """The probabilities of some of its documents, ascending indices into the truth."""
        if len(rows) == len(self.rows):
            return self.probabilities
        return self.probabilities.part(np.searchsorted(self.rows, rows))


@dataclass(frozen=True)
class EvidenceOptions:
    """How a system's scores are taken as evidence.

    `cross_validated`: the user's word that scores of training documents come from models that had
    not seen them. `calibrate`: fit probabilities on dev even where the scores are said to be some.
    `others`: ask the other systems instead of the one under review.
    """

    cross_validated: bool = False
    calibrate: bool = False
    others: bool = False


def evidence_of(
    truth: Truth, predictions: Predictions, split: str | None, options: EvidenceOptions
) -> Evidence | NoEvidence:
    """A system's probabilities of the documents of a split, None for all; or why there are none.

    Scores that are no probabilities are made some on the split to tune on, whose documents are
    then left out, as are those of training splits.
    """
    refused = never_evidence(truth, predictions, options)
    if refused is not None:
        return refused
    name, fit_on = predictions.system, None
    if options.calibrate or not predictions.probabilities:
        fit_on = tuning_split(truth, predictions)
    positions = predictions.positions_in(truth, split)
    learnt, fitted = _learnt(truth, predictions.rows[positions], fit_on, options)
    usable = positions[~(learnt | fitted)]
    if not len(usable) and len(positions):
        return _none_left(name, fit_on, bool(fitted.any()))
    part = predictions.take(usable)
    assigned = sparse.csc_array((part.m, len(truth.classes)), dtype=bool)
    made = None
    if fit_on is not None:
        made = fitted_probabilities(truth, predictions, fit_on)
    probabilities = class_probabilities(truth, part, assigned, made)
    if truth.unjudged is not None:
        probabilities = replace(probabilities, without=sparse.csc_array(truth.unjudged[part.rows]))
    return Evidence(name, part.rows, probabilities, fit_on, len(positions) - len(usable))


def fitted_probabilities(truth: Truth, predictions: Predictions, split: str) -> Recalibration:
    """What makes a system's scores probabilities on the labels of a split: fitted once."""

    def fit() -> Recalibration:
        return recalibration(predictions.take(predictions.positions_in(truth, split)), truth)

    return _FITTED.result_of((truth, predictions), split, fit)


def never_evidence(
    truth: Truth, predictions: Predictions, options: EvidenceOptions
) -> NoEvidence | None:
    """Why a system's scores say nothing of labels in any split; None where they may."""
    name = predictions.system
    if truth.labels is None:
        return NoEvidence(
            name, "no labels", "nobody has labelled these documents", "give a file with the truth"
        )
    if predictions.scores is None:
        what = f"“{name}” gives predictions without scores"
        return NoEvidence(name, "no scores", what, "give a probability for every class")
    if predictions.probabilities and not options.calibrate:
        return None
    return None if tuning_split(truth, predictions) else _no_probabilities(predictions)


def _learnt(
    truth: Truth, rows: Array, fit_on: str | None, options: EvidenceOptions
) -> tuple[Array, Array]:
    """Of which documents the system may have learnt the labels, and to which it was fitted."""
    split = truth.split_of[rows]
    train = [s for s, name in enumerate(truth.splits) if role_of(name) == "train"]
    learnt = np.isin(split, [] if options.cross_validated else train)
    fitted = np.zeros(len(rows), dtype=bool)
    if fit_on is not None:
        fitted = split == truth.splits.index(fit_on)
    return learnt, fitted


def _no_probabilities(predictions: Predictions) -> NoEvidence:
    reason = why_not_probabilities(predictions)
    return NoEvidence(
        predictions.system,
        "no probabilities",
        "there is no split to fit probabilities on" if reason is None else str(reason),
        "mark them as probabilities if they are, or add labelled documents in a split called dev "
        "to fit probabilities on",
    )


def _none_left(name: str, fit_on: str | None, fitted: bool) -> NoEvidence:
    if fitted:
        what = f"the scores of {name} were made probabilities by the labels of {fit_on}"
        return NoEvidence(name, "fitted", what, "choose another split")
    return NoEvidence(
        name,
        "learnt",
        f"these are training documents: {name} may repeat the labels that it has learnt",
        "choose another split, or say that its scores are cross-validated",
    )
