"""What to expect of a system's decisions where nobody has labelled, class by class and pooled.

What came of them, and why no common threshold is best.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from breakeven.analysis.estimation.losses import all_members, mean_loss
from breakeven.analysis.estimation.probabilities import ClassProbabilities
from metrics.averaging import Undefined
from metrics.expected.expected_f import (
    approximate_f,
    best_exclusive_size,
    best_set,
    exclusive_f,
    expected_f,
    expected_table,
)
from metrics.expected.prediction import Prediction, expected_count
from metrics.incidence import from_columns
from metrics.measures import f_beta, precision, ratio
from metrics.tallies import ContingencyTable
from metrics.thresholds.costs import CostMatrix, expected_loss
from metrics.typing import DEFAULT_BETA, EQUAL, Array

# --- what came of decisions, counted as the estimates count it


def realised_f(table: ContingencyTable, beta: float, c_f: float) -> Array:
    """F per unit, of the table's shape, in [0, 1].

    Where nothing is assigned and nothing true it is `c_f`, as in the estimates it stands beside.
    """
    value = np.asarray(f_beta(table, beta), dtype=float)
    return np.where(np.isnan(value), c_f, value)


# --- what to expect of a system's decisions where nobody has labelled, class by class and pooled
#
# Everything stands on the probabilities: membership is independent between documents (those of one
# cluster are taken to turn out alike), and each probability is right. Truth plays no part here.


# beyond so many, pairs are not put into one list: it would hold gigabytes
MOST_PAIRS = 10_000_000

# what 0/0 counts as by the rules that make it a number
COUNTED_AS: Mapping[Undefined, float] = {"zero": 0.0, "one": 1.0}

# below this chance of any member, recall is taken to first order of it
RARE = 1e-6


@dataclass(frozen=True)
class ExpectedMeasures:
    """What to expect of one set of decisions.

    Where 0/0 is left out, `precision` is NaN where nothing is assigned, and `recall` where there
    can be no member, else given that there is one. `f` is exact to 1e-11; `approximation` is (17),
    `bound` (18), and `low` to `high` holds the exact value; neither is cut to [0, 1].
    """

    assigned: float
    precision: float
    recall: float
    f: float
    approximation: float
    bound: float
    low: float
    high: float
    loss: Prediction


NAN = float("nan")
UNKNOWN = ExpectedMeasures(NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, Prediction(NAN, NAN))


def expect(
    p: Array,
    calls: Array,
    beta: float,
    undefined: Undefined,
    costs: CostMatrix,
    *,
    weights: Array | None = None,
    clusters: Array | None = None,
) -> ExpectedMeasures:
    """The expectations of the decisions `calls` on documents of probabilities `p`.

    `undefined`: what precision and recall count as where they are 0/0; F, which wants a number
    there, counts as `c_f_of` says. With `weights`, shape (documents,), the
    exact F, its bound and recall have no form and are NaN: a weighted number of members is no
    count. `approximation` is then F of the expected table. `clusters`: codes of the groups that
    documents were drawn in; they widen the interval of the loss. Source: Lewis (1995), (4), (14)
    to (18).
    """
    if weights is not None:
        table = expected_table(p, calls, weights)
        return ExpectedMeasures(
            assigned=float(table.assigned),
            precision=_counted(float(precision(table)), undefined),
            recall=NAN,
            f=NAN,
            approximation=float(f_beta(table, beta)),
            bound=NAN,
            low=NAN,
            high=NAN,
            loss=expected_loss(p, calls, costs, weights, clusters),
        )
    c_f = c_f_of(undefined)
    near = approximate_f(p, calls, beta, c_f)
    assigned = int(np.sum(calls))
    return ExpectedMeasures(
        assigned,
        _counted(float(ratio(np.sum(p[calls]), assigned)), undefined),
        _expected_recall(p, calls, undefined),
        expected_f(p, calls, beta, c_f),
        float(near.value),
        float(near.bound),
        float(near.low),
        float(near.high),
        expected_loss(p, calls, costs, None, clusters),
    )


def _counted(value: float, undefined: Undefined) -> float:
    """A value that is NaN for 0/0, which counts as a number where a rule for 0/0 has one."""
    return COUNTED_AS.get(undefined, NAN) if math.isnan(value) else value


def _expected_recall(p: Array, calls: Array, undefined: Undefined) -> float:
    """Exact. Where 0/0 is left out: given at least one member, NaN where there can be none."""
    with np.errstate(divide="ignore"):  # one certain member
        some = float(-np.expm1(np.sum(np.log1p(-p))))
    # F at beta = inf is recall, and 0 where there is no member
    found = expected_f(p, calls, np.inf, 0.0)
    if undefined in COUNTED_AS:
        return min(1.0, found + (1 - some) * COUNTED_AS[undefined])
    if some < RARE:
        return float(ratio(np.sum(p[calls]), np.sum(p)))
    return min(1.0, found / some)


@dataclass(frozen=True)
class ClassEstimate:
    """Of one class, or of all pairs: members, the decisions now, and the best decisions for F.

    The best decisions call what is at least as probable as `least` (NaN: nothing), and leave out
    what is at most `left_out` (NaN: nothing); of equal ones perhaps some.
    """

    members: Prediction
    now: ExpectedMeasures
    best: ExpectedMeasures
    least: float
    left_out: float


def _estimate(
    p: Array,
    calls: Array,
    sampled: tuple[Array | None, Array | None],
    beta: float,
    undefined: Undefined,
    costs: CostMatrix,
) -> tuple[ClassEstimate, Array]:
    """`sampled`: the documents' weights and clusters."""
    weights, clusters = sampled
    members = expected_count(p, weights, clusters)
    now = expect(p, calls, beta, undefined, costs, weights=weights, clusters=clusters)
    if weights is not None:
        return ClassEstimate(members, now, UNKNOWN, NAN, NAN), np.zeros(len(p), dtype=bool)
    best = best_set(p, beta, c_f_of(undefined))
    rest = p[~best.calls]
    estimate = ClassEstimate(
        members=members,
        now=now,
        best=ExpectedMeasures(
            assigned=best.size,
            precision=_counted(float(ratio(np.sum(p[best.calls]), best.size)), undefined),
            recall=_expected_recall(p, best.calls, undefined),
            f=best.expected_f,
            approximation=best.approximation,
            bound=best.bound,
            low=best.low,
            high=best.high,
            loss=expected_loss(p, best.calls, costs, None, clusters),
        ),
        least=best.least,
        left_out=float(rest.max()) if len(rest) else float("nan"),
    )
    return estimate, best.calls


@dataclass(frozen=True)
class Estimates:
    """Estimates of every class and of all pairs.

    `best_assigned`: boolean csc (documents, classes), each class's best set; `pooled_assigned`
    the best set of all pairs as one list. Both pooled parts are None beyond 10,000,000 pairs. Where
    documents have weights no best set is known: both are None. `macro_now` and `macro_best`: the
    means over classes of the decisions in use, and of each class's best set. `members`: of all
    classes together. `exclusive`: whether each document has exactly one class.
    """

    classes: tuple[ClassEstimate, ...]
    pooled: ClassEstimate | None
    best_assigned: sparse.csc_array | None
    pooled_assigned: sparse.csc_array | None
    macro_now: ExpectedMeasures
    macro_best: ExpectedMeasures
    members: Prediction
    exclusive: bool


def estimate(
    probabilities: ClassProbabilities,
    beta: float,
    undefined: Undefined,
    costs: Sequence[CostMatrix],
) -> Estimates:
    """What to expect of every class, and of all; `costs` one per class.

    `undefined`: what 0/0 counts as, as in `expect`.
    """
    k = len(probabilities.classes)
    estimates, best = [], []
    for c in range(k):
        p, calls = probabilities.of_class(c)
        sampled = probabilities.weights_of(c), probabilities.clusters_of(c)
        estimate, chosen = _estimate(p, calls, sampled, beta, undefined, costs[c])
        estimates.append(estimate)
        best.append(chosen)
    parts = [probabilities.of_class(c)[1] for c in range(k)]
    members = all_members(probabilities, [each.members for each in estimates])
    pooled, pooled_assigned = None, None
    if 0 < sum(map(len, parts)) <= MOST_PAIRS:
        pooled, rows = _pooled(probabilities, members, beta, undefined, costs)
        pooled_assigned = from_columns(rows, probabilities.documents)
    weighted = probabilities.weights is not None
    best_loss = (
        UNKNOWN.loss if weighted else mean_loss(probabilities, best, costs, classes_alike=True)
    )
    chosen_rows = [probabilities.positions(c)[chosen] for c, chosen in enumerate(best)]
    return Estimates(
        tuple(estimates),
        pooled,
        None if weighted else from_columns(chosen_rows, probabilities.documents),
        None if weighted else pooled_assigned,
        macro(
            [each.now for each in estimates],
            mean_loss(probabilities, parts, costs, classes_alike=True),
        ),
        macro([each.best for each in estimates], best_loss),
        members,
        probabilities.exclusive,
    )


def _pooled(
    probabilities: ClassProbabilities,
    members: Prediction,
    beta: float,
    undefined: Undefined,
    costs: Sequence[CostMatrix],
) -> tuple[ClassEstimate, list[Array]]:
    """All pairs as one list: the expected micro-averages. Loss is the mean over decisions."""
    parts = [probabilities.of_class(c) for c in range(len(probabilities.classes))]
    p, calls = (np.concatenate([part[i] for part in parts]) for i in (0, 1))
    own = [probabilities.weights_of(c) for c in range(len(probabilities.classes))]
    weights = (
        None if probabilities.weights is None else np.concatenate([w for w in own if w is not None])
    )
    if probabilities.exclusive and probabilities.without is None and weights is None:
        estimate, chosen = _exclusive(p, calls, members, beta, undefined)
    else:
        estimate, chosen = _estimate(p, calls, (weights, None), beta, undefined, CostMatrix())
    ends = np.cumsum([len(part[0]) for part in parts])[:-1]
    chosen_of = np.split(chosen, ends)
    now = replace(estimate.now, loss=mean_loss(probabilities, [part[1] for part in parts], costs))
    best = estimate.best
    if weights is None:
        best = replace(best, loss=mean_loss(probabilities, chosen_of, costs))
    estimate = replace(estimate, members=members, now=now, best=best)
    return estimate, [probabilities.positions(c)[chosen] for c, chosen in enumerate(chosen_of)]


def _exclusive(
    p: Array, calls: Array, members: Prediction, beta: float, undefined: Undefined
) -> tuple[ClassEstimate, Array]:
    """All pairs of documents that have exactly one class each; losses are not known here."""
    size = best_exclusive_size(p, members.expected, beta)
    order = np.argsort(-p, kind="stable")
    chosen = np.zeros(len(p), dtype=bool)
    chosen[order[:size]] = True

    def expected_of(assigned: Array) -> ExpectedMeasures:
        hits, number = float(np.sum(p[assigned])), int(np.sum(assigned))
        f = float(exclusive_f(np.asarray(hits), np.asarray(number), members.expected, beta))
        return ExpectedMeasures(
            assigned=number,
            precision=_counted(float(ratio(hits, number)), undefined),
            recall=min(1.0, float(ratio(hits, members.expected))),
            f=f,
            approximation=f,
            bound=0.0,
            low=f,
            high=f,
            loss=UNKNOWN.loss,
        )

    least = float(p[order[size - 1]]) if size else NAN
    left_out = float(p[order[size]]) if size < len(p) else NAN
    return ClassEstimate(members, expected_of(calls), expected_of(chosen), least, left_out), chosen


def macro(classes: Sequence[ExpectedMeasures], loss: Prediction) -> ExpectedMeasures:
    """The means over classes: exact too, by linearity; precision and recall where defined.

    Classes count the same whatever their documents. Source: Lewis (1995), section 9.
    """

    def mean(name: str) -> float:
        values = np.array([getattr(expected, name) for expected in classes], dtype=float)
        values = values[~np.isnan(values)]
        return float(ratio(values.sum(), len(values)))

    return ExpectedMeasures(
        assigned=sum(expected.assigned for expected in classes),
        precision=mean("precision"),
        recall=mean("recall"),
        f=mean("f"),
        approximation=mean("approximation"),
        bound=mean("bound"),
        low=mean("low"),
        high=mean("high"),
        loss=loss,
    )


def c_f_of(undefined: Undefined) -> float:
    """F where nothing is assigned and nothing true, as a rule for 0/0 has it.

    An expectation wants a number there, so only `zero` gives 0; the others take Lewis's 1.
    """
    return 0.0 if undefined == "zero" else 1.0


# --- Two sets of documents whose best decisions no one threshold gives
#
# With F, whether a document of probability p should be assigned depends on the other documents.
# Source: Lewis (1995), figure 3 and section 6.


# Lewis's figure 3: 0.4 is assigned in the first and not in the second
SMALL_SETS = (np.array([0.4, 0.4, 0.2]), np.array([0.9, 0.9, 0.4]))


def find_contradiction(estimates: Sequence[ClassEstimate]) -> tuple[int, int] | None:
    """The two classes that contradict a common threshold most, or None if one would do for all.

    The first assigns the least probable document that any class does, the second leaves out the
    most probable; classes that are best left without any document are no witnesses.
    """
    called = np.array([of_class.least for of_class in estimates])
    left = np.array(
        [of_class.left_out if of_class.best.assigned else np.nan for of_class in estimates]
    )
    if np.isnan(called).all() or np.isnan(left).all():
        return None
    first, second = int(np.nanargmin(called)), int(np.nanargmax(left))
    return (first, second) if left[second] > called[first] + EQUAL else None


@dataclass(frozen=True)
class ThresholdExample:
    """One of the two sets: its probabilities, falling, and its best decisions for F.

    The `size` first are best assigned, for an expected F of `f`; assigning instead what is at
    least as probable as the least one assigned in the other set gives `f_other`.
    """

    p: Array
    size: int
    f: float
    f_other: float

    @property
    def called(self) -> float:
        """The least probability assigned."""
        return float(self.p[self.size - 1]) if self.size else float("nan")

    @property
    def left_out(self) -> float:
        """The greatest probability left out."""
        return float(self.p[self.size]) if self.size < len(self.p) else float("nan")


def threshold_examples(
    first: Array, second: Array, beta: float = DEFAULT_BETA, c_f: float = 1.0
) -> tuple[ThresholdExample, ThresholdExample]:
    """Both sets with their own best decisions, and with the other's threshold."""
    ordered = [np.sort(np.asarray(p, dtype=float))[::-1] for p in (first, second)]
    best = [best_set(p, beta, c_f) for p in ordered]
    a, b = (
        ThresholdExample(
            p, own.size, own.expected_f, expected_f(p, p >= other.least - EQUAL, beta, c_f)
        )
        for p, own, other in zip(ordered, best, reversed(best), strict=True)
    )
    return a, b
