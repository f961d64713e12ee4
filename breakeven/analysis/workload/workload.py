"""What people still have to do: documents that a system is least sure of go to them.

How unsure a system is of a document is what its decisions there are expected to cost: the sum, over
classes, of the probability that the decision is wrong, times what such an error costs. It needs
probabilities and no label; labels only say what came of it. The thresholds at which mistakes cost
least, found on one split and tried on another, are the way to do without people: what is saved is
the paired difference of the costs of each document, so that its interval is that of the difference.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy import sparse

from breakeven.analysis.estimation.probabilities import ClassProbabilities
from breakeven.analysis.evaluation.cut import ClassCosts, Cut
from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.fit import fit_cut
from breakeven.analysis.label_errors.label_evidence import EvidenceOptions, NoEvidence, evidence_of
from breakeven.analysis.workload.costs import (
    Prices,
    cluster_weights_of,
    error_costs,
    weighted_mean,
    weighted_mean_interval,
)
from breakeven.data.records import Predictions, Review, Truth, confidence_column
from breakeven.data.splits import tuning_split
from metrics.effective_size import effective_trials
from metrics.incidence import count_per_class
from metrics.measures import ratio
from metrics.parallel import run_parallel
from metrics.promises.class_thresholds import (
    DrawnScores,
    promise_precision,
    promise_precision_drawn,
)
from metrics.risk_coverage import RiskCoverage, risk_coverage
from metrics.tallies import tally_scores
from metrics.thresholds.costs import CostMatrix
from metrics.typing import EQUAL, Array
from metrics.uncertainty.intervals import Interval, wilson


@dataclass(frozen=True, kw_only=True)
class WorkloadStep:
    """What comes of sending documents to people.

    `limit`: how much the least doubted of them is doubted, inf for none. `sent`: mask
    (documents,); `share` of the documents. `wrong`: share of all documents that stay wrong in some
    class, and `wrong_kept` of those that nobody looks at, NaN without any, both with 95 %
    `intervals`. `errors`: what errors that stay cost, per document of all; `cost`: with the work of
    people, with its 95 % interval.
    """

    limit: float
    sent: Array
    share: float
    wrong: float
    wrong_interval: Interval
    wrong_kept: float
    wrong_kept_interval: Interval
    errors: float
    cost: float
    cost_interval: Interval

    @property
    def documents(self) -> int:
        """How many documents go to people."""
        return int(self.sent.sum())


@dataclass(frozen=True, kw_only=True)
class Workload:
    """Documents of an evaluation by how unsure the system is of them.

    `evaluation`: of those that have probabilities. `doubt`: what the decisions on each are expected
    to cost, shape (documents,). `fitted_on`: the split whose labels made probabilities of the
    scores, None where they came as such; `left_out`: documents that are in it. `column`: of the
    file, where that says how sure the system is; None where its probabilities do.
    """

    evaluation: Evaluation
    prices: Prices
    doubt: Array
    fitted_on: str | None
    left_out: int
    column: str | None = None

    @cached_property
    def wrong(self) -> Array:
        """Whether any decision on each document is wrong, shape (documents,)."""
        tables = self.evaluation.document_tables
        return np.asarray(tables.fp + tables.fn > 0)

    @cached_property
    def errors(self) -> Array:
        """What the wrong decisions on each document cost, shape (documents,)."""
        return error_costs(self.evaluation, self.prices)

    @cached_property
    def curve(self) -> RiskCoverage:
        """The share of documents that stay wrong, by the share that goes to people."""
        return risk_coverage(self.doubt, self.wrong.astype(float), self.evaluation.weights)

    def sending(self, share: float) -> WorkloadStep:
        """The step that sends no more than this share of the documents, the least certain ones.

        Of documents that are equally uncertain, the first in the file.
        """
        order = np.argsort(-self.doubt, kind="stable")
        weights = self.evaluation.weights
        weight = np.ones(len(order)) if weights is None else np.asarray(weights, dtype=float)
        reached = np.cumsum(weight[order])
        chosen = order[reached <= share * weight.sum() + EQUAL]
        sent = np.zeros(len(order), dtype=bool)
        sent[chosen] = True
        return self._step(float(self.doubt[chosen[-1]]) if len(chosen) else np.inf, sent)

    def nothing_sent(self) -> WorkloadStep:
        """The step that leaves every document to the system."""
        return self._step(np.inf, np.zeros(len(self.doubt), dtype=bool))

    def cheapest(self) -> WorkloadStep:
        """The step that sends what is expected to cost more than a person's look at it."""
        above = self.doubt[self.doubt > self.prices.review + EQUAL]
        limit = float(above.min()) if len(above) else np.inf
        return self._step(limit, self.doubt >= limit)

    def promised(self, most_wrong: float) -> WorkloadStep | None:
        """The step that sends least so that few of the others are wrong; None where none can be.

        At most a share `most_wrong`, in (0, 1), of the documents not sent, also of other documents
        like these in 95 of 100 cases. From the 30 most certain documents down, as long as the
        exact bound allows; equally certain ones stay together. Sources: El-Yaniv & Wiener (2010);
        Angelopoulos et al. (2021).
        """
        right = ~self.wrong
        certain = -self.doubt
        tally = tally_scores(certain, right, weights=self.evaluation.weights)
        drawn = cluster_weights_of(self.evaluation)
        if drawn is None:
            promise = promise_precision(tally, 1 - most_wrong)
        else:
            promise = promise_precision_drawn(
                DrawnScores(certain, right, drawn), tally, 1 - most_wrong
            )
        if not promise.promised:
            return None
        sent = certain < promise.threshold
        return self._step(float(self.doubt[sent].min()) if sent.any() else np.inf, sent)

    def price_of_review(self, step: WorkloadStep) -> float:
        """At which price of a review this step costs as much as sending nothing; NaN for nothing.

        In the unit of the other prices: what the documents that are sent would cost by their
        errors, on average.
        """
        saved = weighted_mean(self.evaluation, self.errors) - step.errors
        return float(ratio(saved, step.share)) if step.share else float("nan")

    def _step(self, limit: float, sent: Array) -> WorkloadStep:
        decided = ~sent
        wrong, wrong_interval = self._share(self.wrong & decided, np.ones(len(sent), dtype=bool))
        decided_wrong, decided_interval = self._share(self.wrong & decided, decided)
        costs = np.where(sent, self.prices.review, self.errors)
        ends = weighted_mean_interval(self.evaluation, costs)
        return WorkloadStep(
            limit=limit,
            sent=sent,
            share=weighted_mean(self.evaluation, sent.astype(float)),
            wrong=wrong,
            wrong_interval=wrong_interval,
            wrong_kept=decided_wrong,
            wrong_kept_interval=decided_interval,
            errors=weighted_mean(self.evaluation, np.where(sent, 0.0, self.errors)),
            cost=weighted_mean(self.evaluation, costs),
            cost_interval=Interval(np.maximum(ends.low, 0.0), ends.high),
        )

    def _share(self, hits: Array, documents: Array) -> tuple[float, Interval]:
        """A share of documents by weight, with its interval."""
        weights = (
            np.ones(len(documents)) if self.evaluation.weights is None else self.evaluation.weights
        )
        share = float(ratio(weights[hits].sum(), weights[documents].sum()))
        drawn = cluster_weights_of(self.evaluation)
        if drawn is None:
            return share, wilson(hits.sum(), documents.sum())
        trials = effective_trials(_column(hits), _column(documents), drawn)[0]
        return share, wilson(np.nan_to_num(share) * trials, trials)

    def curve_of(self, c: int) -> RiskCoverage:
        """As `curve`, of the documents that stay wrong in one class."""
        wrong = np.zeros(self.evaluation.documents)
        for cell in ("fn", "fp"):
            wrong[self.evaluation.documents_in_cell(c, cell)] = 1.0
        return risk_coverage(self.doubt, wrong, self.evaluation.weights)

    def left_in_class(self, step: WorkloadStep, c: int) -> float:
        """The share of all documents that stay wrong in one class."""
        wrong = np.zeros(self.evaluation.documents)
        for cell in ("fn", "fp"):
            wrong[self.evaluation.documents_in_cell(c, cell)] = 1.0
        return weighted_mean(self.evaluation, wrong * ~step.sent)

    def errors_by_class(self, step: WorkloadStep) -> tuple[Array, Array]:
        """Wrong decisions of each class in all, and of documents not sent; shape (classes,)."""
        every = self.evaluation.tables
        left = self.evaluation.restricted(np.flatnonzero(~step.sent)).tables
        return every.fp + every.fn, left.fp + left.fn

    def sent_by_class(self, step: WorkloadStep) -> Array:
        """How many documents truly in each class go to people, shape (classes,)."""
        return count_per_class(sparse.csc_array(self.evaluation.truth[np.flatnonzero(step.sent)]))


def _column(mask: Array) -> sparse.csc_array:
    return sparse.csc_array(mask[:, None])


def workload_of(review: Review, evaluation: Evaluation, prices: Prices) -> Workload | NoEvidence:
    """What a system is unsure of among the documents of an evaluation; or why nobody can say.

    Scores that are no probabilities are made some on the split to tune on, whose documents are then
    left out. Where there are no scores, a column of the file may say how sure the system is.
    """
    truth = review.truth
    predictions = next(p for p in review.predictions if p.system == evaluation.system)
    column = confidence_column(review)
    if predictions.scores is None and column is not None:
        return _by_confidence(truth, evaluation, prices, column)
    # of training documents pages say what their numbers are
    options = EvidenceOptions(cross_validated=True)
    evidence = evidence_of(truth, predictions, evaluation.split, options)
    if isinstance(evidence, NoEvidence):
        return evidence
    shown = np.flatnonzero(np.isin(evaluation.rows, evidence.rows))
    part = evaluation.restricted(shown)
    probabilities = replace(evidence.among(part.rows), assigned=part.assigned)
    return Workload(
        evaluation=part,
        prices=prices,
        doubt=expected_cost(probabilities, prices),
        fitted_on=evidence.fitted_on,
        left_out=evaluation.documents - part.documents,
    )


def _by_confidence(truth: Truth, evaluation: Evaluation, prices: Prices, column: str) -> Workload:
    """A wrong class is one missed and one given for nothing; without a value nobody is sure."""
    sure = np.nan_to_num(np.asarray(truth.columns[column], dtype=float)[evaluation.rows], nan=0.0)
    doubt = np.round((1 - sure) * (prices.miss + prices.false_alarm), 12)
    return Workload(
        evaluation=evaluation,
        prices=prices,
        doubt=doubt,
        fitted_on=None,
        left_out=0,
        column=column,
    )


def expected_cost(probabilities: ClassProbabilities, prices: Prices) -> Array:
    """What the decisions on each document are expected to cost, shape (documents,), from 0 on.

    Pairs that nobody judged cost nothing.
    """
    parts = probabilities.parts()

    def cost_of(position: int) -> Array:
        part = parts[position]
        cost = np.zeros(part.documents)
        for c in range(len(part.classes)):
            p, calls = part.of_class(c)
            each = np.where(calls, (1 - p) * prices.false_alarm, p * prices.miss)
            cost[part.positions(c)] += each
        return cost

    pairs = probabilities.documents * len(probabilities.classes)
    cost = np.concatenate([np.zeros(0), *run_parallel(cost_of, len(parts), pairs)])
    # what differs by rounding alone is no order
    return np.round(cost, 12)


@dataclass(frozen=True, kw_only=True)
class CheapestThresholds:
    """What other thresholds would save on the documents shown, per document, with 95 % intervals.

    `cut`: the rule, fitted on `split`. `cost`: of its mistakes. `saved`: less than now, below 0
    where they cost more; its interval is that of the paired difference.
    """

    cut: Cut
    split: str
    evaluation: Evaluation
    cost: float
    cost_interval: Interval
    saved: float
    saved_interval: Interval


def cheapest_thresholds(
    truth: Truth, predictions: Predictions, evaluation: Evaluation, prices: Prices
) -> CheapestThresholds | None:
    """What the thresholds of least cost on the split to tune on would do to what is shown.

    None where there are no scores, no such split, or where it is what is shown.
    """
    split = tuning_split(truth, predictions)
    if predictions.scores is None or split is None or evaluation.split in (None, split):
        return None
    costs = ClassCosts(CostMatrix(fp=prices.false_alarm, fn=prices.miss))
    cut = Cut("loss", costs=costs, split=split)
    fitted = fit_cut(truth, predictions, cut)
    then = evaluate(predictions, evaluation.scored, evaluation.split, fitted)
    now, new = error_costs(evaluation, prices), error_costs(then, prices)
    return CheapestThresholds(
        cut=cut,
        split=split,
        evaluation=then,
        cost=weighted_mean(then, new),
        cost_interval=weighted_mean_interval(then, new),
        saved=weighted_mean(then, now - new),
        saved_interval=weighted_mean_interval(then, now - new),
    )
