"""How much a system differs from itself, where documents were asked about more than once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from breakeven.answers.unusable import F
from breakeven.evaluation.evaluation import Evaluation
from breakeven.records import Answered
from breakeven.records.answered import USABLE
from metrics.averaging import Undefined, anomaly_free, mean_of
from metrics.effective import cluster_weights, effective_number
from metrics.incidence import count_per_document, judged
from metrics.intervals import Interval, wilson
from metrics.measures import f_beta
from metrics.tallies import ContingencyTable, count_decisions
from metrics.typing import Array

# a column with more values says no repeats
MOST_RUNS = 100


@dataclass(frozen=True)
class Share:
    """A share of documents, and its 95 % interval, by Wilson; the documents are the units.

    Documents of one cluster count as fewer, as everywhere. NaN without documents.
    """

    value: float
    interval: Interval


@dataclass(frozen=True)
class Run:
    """F of one repeat alone, on the `documents` that it answered."""

    name: str
    documents: int
    f: F


@dataclass(frozen=True)
class Repeats:
    """What repeats of the same questions say.

    `documents`: how many were asked about more than once; of these `flips` is the share whose
    answers are not all the same, and `always_right` that on which each answer is right. `runs`:
    the repeats; none where there are more than MOST_RUNS. `mean`, `deviation`: of F over the
    repeats, the latter NaN below two.
    """

    documents: int
    flips: Share
    always_right: Share
    runs: tuple[Run, ...]
    mean: F
    deviation: F


def repeats_of(
    answered: Answered, evaluation: Evaluation, beta: float, undefined: Undefined
) -> Repeats | None:
    """How far repeats of an evaluation's documents agree; None where none was asked about twice.

    `answered`: of its documents, in its order.
    """
    if not answered.repeated:
        return None
    several = answered.times > 1
    flips, right = ~_all_alike(answered), _always_right(answered, evaluation)
    many = len(answered.runs) > MOST_RUNS
    runs = () if many else tuple(_runs(answered, evaluation, beta, undefined))
    micro, macro = ([getattr(run.f, kind) for run in runs] for kind in ("micro", "macro"))
    return Repeats(
        documents=int(several.sum()),
        flips=_share(flips, several, evaluation),
        always_right=_share(right, several, evaluation),
        runs=runs,
        mean=F(_mean(micro), _mean(macro)),
        deviation=F(_deviation(micro), _deviation(macro)),
    )


def _all_alike(answered: Answered) -> Array:
    """On which documents all answers come to the same, shape (m,); those of no use are alike."""
    starts = np.concatenate([[0], np.cumsum(answered.times)[:-1]]).astype(np.int64)
    first = starts[answered.document]
    said = np.where(np.isin(answered.outcomes, USABLE), answered.outcomes, 255)
    differs = said != said[first]
    differs |= count_per_document(answered.classes != answered.classes[first]) > 0
    return np.bincount(answered.document, differs, minlength=answered.m) == 0


def _always_right(answered: Answered, evaluation: Evaluation) -> Array:
    """On which documents each answer gives exactly the true classes, shape (m,)."""
    off = evaluation.scored.unjudged
    true = sparse.csr_array(judged(evaluation.truth, off))[answered.document]
    said = answered.classes
    if off is not None:
        said = said > said.multiply(sparse.csr_array(off)[answered.document])
    wrong = count_per_document(said != true) > 0
    wrong |= ~np.isin(answered.outcomes, USABLE)
    return np.bincount(answered.document, wrong, minlength=answered.m) == 0


def _share(hits: Array, among: Array, evaluation: Evaluation) -> Share:
    rows = np.flatnonzero(among)
    values = hits[rows].astype(float)
    weights = np.ones(len(rows)) if evaluation.weights is None else evaluation.weights[rows]
    total = float(weights.sum())
    if not total:
        return Share(float("nan"), Interval(float("nan"), float("nan")))
    value = float(weights @ values) / total
    worth = float(len(rows))
    if evaluation.scored.sampled:
        clusters = evaluation.scored.clusters
        gathered = cluster_weights(
            len(rows), evaluation.weights if evaluation.weights is None else weights,
            None if clusters is None else clusters[rows],
        )  # fmt: skip
        worth = effective_number(values, np.ones(len(rows)), gathered)
    return Share(value, wilson(value * worth, worth))


def _runs(
    answered: Answered, evaluation: Evaluation, beta: float, undefined: Undefined
) -> list[Run]:
    truth, off = evaluation.truth, evaluation.scored.unjudged
    found = []
    for code, name in enumerate(answered.runs):
        at = np.flatnonzero(answered.run == code)
        if not len(at):
            continue
        rows = answered.document[at]
        table = count_decisions(
            sparse.csc_array(truth[rows]),
            sparse.csc_array(answered.classes[at]),
            None if off is None else sparse.csc_array(off[rows]),
            "class",
            None if evaluation.weights is None else evaluation.weights[rows],
        )
        found.append(Run(name, len(rows), _f(table, beta, undefined)))
    return found


def _f(table: ContingencyTable, beta: float, undefined: Undefined) -> F:
    macro = mean_of(f_beta(table, beta), undefined, anomaly_free(table)).value
    return F(float(f_beta(table.pooled(), beta)), macro)


def _mean(values: list[float]) -> float:
    return float(np.mean(values)) if values else float("nan")


def _deviation(values: list[float]) -> float:
    return float(np.std(values, ddof=1)) if len(values) > 1 else float("nan")
