"""What answers that say no class count as, the bracket of F that the choice makes.

And how far repeated answers agree.

An answer outside the class list, unparseable, ambiguous or refused says nothing about classes. It
may count as no class, be left out, or have been right at best and wrong at worst: nobody can do
better or worse than the last two on these documents.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.records import OUTCOMES, USABLE, Answered, Predictions, Truth
from metrics.averaging import Undefined, anomaly_free, mean_of
from metrics.effective_size import cluster_weights, effective_number
from metrics.incidence import count_per_document, judged
from metrics.measures import alpha_of, f_beta
from metrics.tallies import ContingencyTable, count_decisions
from metrics.typing import Array
from metrics.uncertainty.intervals import Interval, wilson

# --- what answers that say no class count as, and the bracket of F that the choice makes
#
# An answer outside the class list, unparseable, ambiguous or refused says nothing about classes.
# It may count as no class, be left out, or have been right at best and wrong at worst: nobody can
# do better or worse than the last two on these documents.


@dataclass(frozen=True)
class AnswerF:
    """F over all decisions and as the mean over classes; NaN where undefined."""

    micro: float
    macro: float


@dataclass(frozen=True)
class AnswerBracket:
    """F of an evaluation by what answers without a class count as.

    `counted`: as evaluated, where they are no class. `worst` to `best` holds whatever these
    documents might have been called.
    """

    counted: AnswerF
    left_out: AnswerF
    best: AnswerF
    worst: AnswerF


@dataclass(frozen=True)
class AnswerCounts:
    """The answers of a system on some documents.

    `answered`: of them, in the order of the truth. `outcomes`: how many of them have each outcome.
    `by_class`: int (classes, outcomes), of the documents truly in a class; those in several count
    in each.
    """

    answered: Answered
    outcomes: Array
    by_class: Array

    @property
    def unusable(self) -> int:
        """How many documents have an answer that says no class, and not on purpose."""
        return int((~self.answered.usable).sum())


def count_answers(truth: Truth, predictions: Predictions, rows: Array) -> AnswerCounts | None:
    """The answers of a system on some documents; None where it gave none.

    `rows`: of the documents in the truth, ascending; those that it did not speak of are left out.
    """
    if predictions.answered is None:
        return None
    positions = np.flatnonzero(np.isin(predictions.rows, rows))
    answered, rows_answered = predictions.answered.take(positions), predictions.rows[positions]
    if truth.labels is None:
        labelled = sparse.csc_array((len(rows_answered), len(truth.classes)), dtype=bool)
    else:
        off = truth.unjudged
        labels = sparse.csc_array(truth.labels[rows_answered])
        labelled = judged(labels, None if off is None else sparse.csc_array(off[rows_answered]))
    of_outcome = sparse.csr_array(
        (np.ones(answered.m, dtype=np.int64), (answered.outcome, np.arange(answered.m))),
        shape=(len(OUTCOMES), answered.m),
    )
    by_class = (of_outcome @ labelled.astype(np.int64)).toarray().T
    return AnswerCounts(answered, np.bincount(answered.outcome, minlength=len(OUTCOMES)), by_class)


def bracket_of(
    evaluation: Evaluation, usable: Array, beta: float, undefined: Undefined
) -> AnswerBracket:
    """F by what the documents without a usable answer count as.

    `usable`: boolean, of the evaluation's documents, shape (m,). Worst: of each of its classes
    such a document is missed, and for each of them, or for none, another one is assigned. Over
    all decisions that is exact; the mean over classes is no higher for any such assignment, and
    may be lower than each of them.
    """
    off, weights = evaluation.scored.unjudged, evaluation.weights
    here = sparse.csc_array(evaluation.assigned.multiply(usable[:, None]))
    true_there = sparse.csc_array(evaluation.truth.multiply(~usable[:, None]))

    def counted(assigned: sparse.csc_array) -> ContingencyTable:
        return count_decisions(evaluation.truth, assigned, off, "class", weights)

    none, best = counted(here), counted(sparse.csc_array(here + true_there))
    left = evaluation.restricted(np.flatnonzero(usable)).tables
    wrong = np.maximum(count_per_document(judged(true_there, off)), 1)[~usable]
    worth = float(np.sum(wrong if weights is None else wrong * weights[~usable]))
    more = _worst_spread(none, worth, int(wrong.sum()), beta)
    pooled = none.pooled()
    part = anomaly_free(none)  # the same classes throughout, or more might be right and F lower

    def macro(table: ContingencyTable) -> float:
        return mean_of(f_beta(table, beta), undefined, part).value

    def f(table: ContingencyTable) -> AnswerF:
        return AnswerF(float(f_beta(table.pooled(), beta)), macro(table))

    worst = AnswerF(
        float(f_beta(replace(pooled, fp=pooled.fp + worth), beta)),
        macro(replace(none, fp=none.fp + more)),
    )
    return AnswerBracket(counted=f(none), left_out=f(left), best=f(best), worst=worst)


def _worst_spread(table: ContingencyTable, total_weight: float, times: int, beta: float) -> Array:
    """False alarms of each class, shape (classes,), that lower the mean of F the most.

    `total_weight`: how much they weigh together, `times`: how many there are. F of a class is n /
    (d + x) after x more: convex in x, so the mean is lowest where sqrt(n) / (d + x) is the same in
    all classes that get any. As many classes whose F was undefined get one, as if for nothing: no
    assignment does more.
    """
    spread = np.zeros(len(table))
    alpha = alpha_of(beta)
    some = np.flatnonzero(table.tp > 0)
    if total_weight and alpha and len(some):
        scored = table[some]
        top, bottom = (
            np.sqrt(scored.tp / alpha),
            (scored.tp + (1 - alpha) * scored.fn) / alpha + scored.fp,
        )
        order = np.argsort(bottom / top)
        # classes get any in this order, as the common level rises
        level = (total_weight + np.cumsum(bottom[order])) / np.cumsum(top[order])
        last = np.flatnonzero(level > (bottom / top)[order])[-1]
        got = order[: last + 1]
        spread[some[got]] = level[last] * top[got] - bottom[got]
    empty = np.flatnonzero(table.tp + table.fp + table.fn == 0)
    spread[empty[:times]] = 1
    return spread


# --- how much a system differs from itself, where documents were asked about more than once


# a column with more values says no repeats
MOST_RUNS = 100


@dataclass(frozen=True)
class RepeatShare:
    """A share of documents, and its 95 % interval, by Wilson; the documents are the units.

    Documents of one cluster count as fewer, as everywhere. NaN without documents.
    """

    value: float
    interval: Interval


@dataclass(frozen=True)
class RepeatRun:
    """F of one repeat alone, on the `documents` that it answered."""

    name: str
    documents: int
    f: AnswerF


@dataclass(frozen=True)
class AnswerRepeats:
    """What repeats of the same questions say.

    `documents`: how many were asked about more than once; of these `flips` is the share whose
    answers are not all the same, and `always_right` that on which each answer is right. `runs`:
    the repeats; none where there are more than MOST_RUNS. `mean`, `deviation`: of F over the
    repeats, the latter NaN below two.
    """

    documents: int
    flips: RepeatShare
    always_right: RepeatShare
    runs: tuple[RepeatRun, ...]
    mean: AnswerF
    deviation: AnswerF


def repeats_of(
    answered: Answered, evaluation: Evaluation, beta: float, undefined: Undefined
) -> AnswerRepeats | None:
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
    return AnswerRepeats(
        documents=int(several.sum()),
        flips=_share(flips, several, evaluation),
        always_right=_share(right, several, evaluation),
        runs=runs,
        mean=AnswerF(_mean(micro), _mean(macro)),
        deviation=AnswerF(_deviation(micro), _deviation(macro)),
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


def _share(hits: Array, among: Array, evaluation: Evaluation) -> RepeatShare:
    rows = np.flatnonzero(among)
    values = hits[rows].astype(float)
    weights = np.ones(len(rows)) if evaluation.weights is None else evaluation.weights[rows]
    total = float(weights.sum())
    if not total:
        return RepeatShare(float("nan"), Interval(float("nan"), float("nan")))
    value = float(weights @ values) / total
    worth = float(len(rows))
    if evaluation.scored.sampled:
        clusters = evaluation.scored.clusters
        gathered = cluster_weights(
            len(rows), evaluation.weights if evaluation.weights is None else weights,
            None if clusters is None else clusters[rows],
        )  # fmt: skip
        worth = effective_number(values, np.ones(len(rows)), gathered)
    return RepeatShare(value, wilson(value * worth, worth))


def _runs(
    answered: Answered, evaluation: Evaluation, beta: float, undefined: Undefined
) -> list[RepeatRun]:
    truth, off = evaluation.truth, evaluation.scored.unjudged
    runs = []
    for code, name in enumerate(answered.runs):
        answers = np.flatnonzero(answered.run == code)
        if not len(answers):
            continue
        rows = answered.document[answers]
        table = count_decisions(
            sparse.csc_array(truth[rows]),
            sparse.csc_array(answered.classes[answers]),
            None if off is None else sparse.csc_array(off[rows]),
            "class",
            None if evaluation.weights is None else evaluation.weights[rows],
        )
        runs.append(RepeatRun(name, len(rows), _f(table, beta, undefined)))
    return runs


def _f(table: ContingencyTable, beta: float, undefined: Undefined) -> AnswerF:
    macro = mean_of(f_beta(table, beta), undefined, anomaly_free(table)).value
    return AnswerF(float(f_beta(table.pooled(), beta)), macro)


def _mean(values: list[float]) -> float:
    return float(np.mean(values)) if values else float("nan")


def _deviation(values: list[float]) -> float:
    return float(np.std(values, ddof=1)) if len(values) > 1 else float("nan")
