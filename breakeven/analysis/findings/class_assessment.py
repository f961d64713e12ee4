"""What the numbers of a class say: one assessment, from which every page and command speaks.

With the documents that are decided wrongly for it, and what other class they have in common.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.findings.better_threshold import BetterThreshold, better_threshold
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.score_findings import inverse_classes
from breakeven.analysis.findings.split_findings import few_training
from breakeven.data.records import Truth
from breakeven.data.splits import class_counts, roles_of
from metrics import measures
from metrics.dataset.data_checks import balance_index
from metrics.incidence import count_per_class, judged, weigh_per_class
from metrics.typing import EQUAL, Array
from metrics.uncertainty.class_verdicts import (
    VERDICTS,
    ClassVerdict,
    ClassVerdicts,
    class_verdicts,
    pooled_design_effect,
    weaker_than_others,
)
from metrics.uncertainty.intervals import Interval, exact_tails

# another class stands out among the errors on so many documents, and on this share of them
LEAST_DOCUMENTS = 3
LEAST_SHARE = 1 / 3


@dataclass(frozen=True, kw_only=True)
class StandsOut:
    """Another class that the errors of a class have in common, and on how many documents."""

    name: str
    documents: int


@dataclass(frozen=True, kw_only=True)
class ClassErrors:
    """How many documents are missed and wrongly assigned for a class, and what stands out.

    `unassigned`: the missed that get no class at all. `instead`: the class that the missed get;
    `truly`: the one that the wrongly assigned have; None where none stands out.
    """

    class_index: int
    missed: int
    wrong: int
    unassigned: int
    instead: StandsOut | None
    truly: StandsOut | None


def errors_of(evaluation: Evaluation, classes: Array) -> list[ClassErrors]:
    """The errors of each of these classes, counted for all of them together."""
    true, called = evaluation.truth[:, classes], evaluation.assigned[:, classes]
    off = evaluation.scored.unjudged
    off = None if off is None else off[:, classes]
    missed, wrong = judged(true > called, off), judged(called > true, off)
    nothing = (evaluation.document_tables.assigned == 0).astype(float)
    columns = zip(
        classes.tolist(),
        count_per_class(missed).tolist(),
        count_per_class(wrong).tolist(),
        weigh_per_class(missed, nothing).tolist(),
        _standing_out(evaluation, evaluation.assigned_by_document, classes, missed),
        _standing_out(evaluation, evaluation.truth_by_document, classes, wrong),
        strict=True,
    )
    return [
        ClassErrors(
            class_index=c, missed=m, wrong=w, unassigned=int(none), instead=instead, truly=truly
        )
        for c, m, w, none, instead, truly in columns
    ]


def _standing_out(
    evaluation: Evaluation, by_document: sparse.csr_array, classes: Array, errors: sparse.csc_array
) -> list[StandsOut | None]:
    """The most frequent other class among the documents of each: of three and of a third of them.

    `errors`: boolean (documents, these classes); of equally frequent ones the first.
    """
    # turned round a csc is a csr, and no number is larger than that of the documents
    met = sparse.csr_array(errors.astype(np.int32).T @ by_document.astype(np.int32))
    class_number = np.repeat(np.arange(len(classes)), np.diff(met.indptr))
    number = np.where(met.indices == classes[class_number], 0, met.data)
    most, first = np.zeros(len(classes), np.int64), np.full(len(classes), met.shape[1])
    np.maximum.at(most, class_number, number)
    top = np.flatnonzero(number == most[class_number])
    np.minimum.at(first, class_number[top], met.indices[top])
    out = (most >= LEAST_DOCUMENTS) & (most >= LEAST_SHARE * count_per_class(errors) - EQUAL)
    return [
        StandsOut(name=evaluation.classes[c], documents=n) if there else None
        for c, n, there in zip(first.tolist(), most.tolist(), out.tolist(), strict=True)
    ]


# errors of a class are many beside this many times an equal share
TIMES_EQUAL = 2.0
# assigned this much more, or less, often than it is true, beyond chance
BIASED = 0.10
ALPHA = 0.01
# how often any class may be said to have many of the errors where all have as many
MANY_ALPHA = 0.05

# wrongly assigned clearly more often than missed, or the reverse
ClassBias = Literal["over", "under"]
# what is clearly low: recall, precision, both, or recall of a class that is never assigned
ClassWeakness = Literal["missed", "wrong", "both", "never"]

# a class with an equal share of the training labels divided by more than this is small
OUTWEIGHED = 2.0


@dataclass(frozen=True, kw_only=True)
class ClassTraining:
    """What a class has to learn from.

    `few`: fewer than `least` documents of it in `split`, the training split. `outweighed`: its
    share of the labels there is too small beside an equal one. `share` of the training documents
    that are in the class, `share_here` of those under review, both in [0, 1] or NaN. `outweighs`:
    it has more of the labels there than all other classes together. `reviewed`: that split is the
    one under review.
    """

    split: str
    documents: int
    least: int
    few: bool
    outweighed: bool
    outweighs: bool
    share: float
    share_here: float
    reviewed: bool


@dataclass(frozen=True, kw_only=True)
class ClassAssessment:
    """One class of a system's decisions at a cut between low and high; what can be done about it.

    `weakness`: what is clearly low, None where nothing is. `sure`: whether there are enough
    documents for the verdict. `tp`, `fp`, `fn` count documents by their weights; `missed`,
    `wrong` and `unassigned`, the missed that get no class at all, are documents to be read.
    `instead`: the class that the missed get; `truly`: the one that the wrongly assigned have;
    `better`: a threshold that holds on other documents. None where there is no such thing.
    `good`: both are clearly at the level that counts as good. `more`: about how many more documents
    of the class would make it sure, NaN where nothing tells. `bias`: it is assigned too often or
    too seldom, beyond chance. `error_share`: its part of all wrong decisions, in [0, 1], which are
    `many_errors` by the limit. `inverse`: its scores clearly rank the wrong way round. `at_chance`:
    the decisions as a whole agree with the truth no more than chance would have it. Measures and
    intervals are of shape ().
    """

    class_index: int
    name: str
    verdict: ClassVerdict
    weakness: ClassWeakness | None
    sure: bool
    tp: float
    fp: float
    fn: float
    missed: int
    wrong: int
    unassigned: int
    cut: float
    precision: float
    recall: float
    precision_interval: Interval
    recall_interval: Interval
    precision_low: bool
    recall_low: bool
    precision_clear: bool
    recall_clear: bool
    instead: StandsOut | None
    truly: StandsOut | None
    better: BetterThreshold | None
    training: ClassTraining | None
    good: bool
    more: float
    bias: ClassBias | None
    error_share: float
    many_errors: bool
    inverse: bool
    at_chance: bool

    @property
    def positives(self) -> float:
        """Documents truly in the class, by their weights."""
        return self.tp + self.fn

    @property
    def assigned(self) -> float:
        """Documents that the system gives the class, by their weights."""
        return self.tp + self.fp

    @property
    def errors(self) -> int:
        """Documents decided wrongly for the class."""
        return self.wrong + self.missed

    @property
    def unseen(self) -> bool:
        """Whether it has documents, but none to learn from in the training split."""
        return self.training is not None and self.training.few and not self.training.documents

    @property
    def lean(self) -> ClassWeakness | None:
        """What to work on: what is clearly low, else the kind of error that stands out, if any."""
        if self.weakness is not None or self.bias is not None:
            of_bias: dict[ClassBias, ClassWeakness] = {"over": "wrong", "under": "missed"}
            return self.weakness or (of_bias[self.bias] if self.bias else None)
        if not self.many_errors:
            return None
        return "missed" if self.fn >= self.fp else "wrong"


def assess_class(
    truth: Truth,
    evaluation: Evaluation,
    tuning: Evaluation | None,
    verdicts: ClassVerdicts,
    class_index: int,
    limits: Limits,
    *,
    beta: float,
) -> ClassAssessment:
    """One class, without looking at the thresholds of any other.

    `tuning`: the same decisions on the split that thresholds may be fitted on, where there is
    one. `verdicts` of all classes, as from `verdicts_of`.
    """
    better = better_threshold(tuning or evaluation, class_index, limits, beta)
    overall = _overall(truth, evaluation, limits)
    (errors,) = errors_of(evaluation, np.array([class_index]))
    return _assessed(evaluation, verdicts, errors, better, overall)


def assess_telling_classes(
    truth: Truth,
    evaluation: Evaluation,
    verdicts: ClassVerdicts,
    limits: Limits,
    better: Sequence[BetterThreshold],
) -> list[ClassAssessment]:
    """Every class that leans to a kind of error, in their order; `better`: of any class.

    See `ClassAssessment.lean`.
    """
    of_class = {threshold.class_index: threshold for threshold in better}
    overall = _overall(truth, evaluation, limits)
    weak = weaknesses(verdicts) != np.array(None)
    telling = weak | (overall.biases != np.array(None)) | overall.many_errors
    return [
        _assessed(evaluation, verdicts, errors, of_class.get(errors.class_index), overall)
        for errors in errors_of(evaluation, np.flatnonzero(telling))
    ]


def biases(evaluation: Evaluation) -> Array:
    """Which way the errors of each class lean, a Bias or None, shape (classes,).

    Where fp and fn differ beyond chance (sign test, 1 %, Bonferroni over the classes), and the
    class is assigned a tenth more, or less, often than it is true.
    """
    tables, worth = evaluation.tables, _worth(evaluation)
    wrong, missed = (np.round(worth * n) for n in (tables.fp, tables.fn))
    from scipy.special import bdtr  # takes long to import

    p = 2 * bdtr(np.minimum(wrong, missed), (wrong + missed).astype(np.int64), 0.5)
    clear = p * max(1, int(np.sum(wrong + missed > 0))) < ALPHA
    clear &= np.abs(tables.fp - tables.fn) >= BIASED * tables.positives
    leanings = np.full(len(wrong), None, dtype=object)
    leanings[clear & (wrong > missed)] = "over"
    leanings[clear & (wrong < missed)] = "under"
    # of a class without documents nothing but the assignments can be wrong
    leanings[tables.positives == 0] = None
    return leanings


def error_shares(evaluation: BaseEvaluation) -> Array:
    """Each class's part of all wrong decisions, shape (classes,), 0 where none is wrong."""
    errors = evaluation.tables.fp + evaluation.tables.fn
    return np.asarray(errors / max(float(errors.sum()), 1e-300))


@dataclass(frozen=True, kw_only=True)
class _Overall:
    """What holds of all classes at once; arrays of shape (classes,)."""

    limits: Limits
    learnt: _Learnt | None
    biases: Array
    error_shares: Array
    many_errors: Array
    inverse: frozenset[int]


def _overall(truth: Truth, evaluation: Evaluation, limits: Limits) -> _Overall:
    shares = error_shares(evaluation)
    equal = 1 / max(1, int(np.sum(shares > 0)))
    many = (shares >= limits.error_share - EQUAL) & (shares >= TIMES_EQUAL * equal - EQUAL)
    many &= _clearly_more(evaluation, shares, equal)
    return _Overall(
        limits=limits,
        learnt=_learnt_from(truth, limits),
        biases=biases(evaluation),
        error_shares=shares,
        many_errors=many & (evaluation.tables.positives > 0),
        inverse=frozenset(inverse_classes(evaluation)[0].tolist()),
    )


def _clearly_more(evaluation: Evaluation, shares: Array, equal: float) -> Array:
    """Where the share of all errors is more than an equal one beyond chance, over all classes."""
    errors = float((evaluation.tables.fp + evaluation.tables.fn).sum()) * _worth(evaluation)
    p = exact_tails(shares * errors, errors, equal)[0]
    return np.asarray(p * max(1.0, 1 / equal) <= MANY_ALPHA)


def _worth(evaluation: Evaluation) -> float:
    """How many independent documents one document stands for."""
    independent = evaluation.independent_documents
    return 1.0 if independent is None else independent / max(evaluation.weighed, 1e-300)


def verdicts_of(evaluation: BaseEvaluation, limits: Limits) -> ClassVerdicts:
    """Where all classes stand, at the limits that are set."""
    return class_verdicts(evaluation.tables, limits.cut, limits.good)


@dataclass(frozen=True)
class ClassStanding:
    """How the classes stand that have documents, `there` of them.

    `weak`: those of which precision or recall is clearly below the cut, by index, most errors
    first; of `unknown` others there are too few documents to tell.
    """

    there: int
    weak: Array
    unknown: int


def standing_of(evaluation: BaseEvaluation, verdicts: ClassVerdicts) -> ClassStanding:
    """How they stand by these verdicts on all classes; the one count of weak classes."""
    there = evaluation.tables.positives > 0
    weak = weaknesses(verdicts) != np.array(None)
    words = np.array(VERDICTS, dtype=object)[verdicts.verdict]
    return ClassStanding(
        int(there.sum()),
        _most_errors_first(evaluation, weak),
        int(np.sum(np.isin(words, ("few", "never")) & there & ~weak)),
    )


def weaker_classes(evaluation: BaseEvaluation) -> Array:
    """Classes whose F1 is clearly below that of the others together, most errors first."""
    counts = evaluation.counts
    spread = pooled_design_effect(counts.documents, counts.times)
    return _most_errors_first(evaluation, weaker_than_others(evaluation.tables, spread))


def _most_errors_first(evaluation: BaseEvaluation, chosen: Array) -> Array:
    classes = np.flatnonzero(chosen)
    errors = (evaluation.tables.fp + evaluation.tables.fn)[classes]
    return classes[np.argsort(-errors, kind="stable")]


def most_telling_class(evaluation: Evaluation, verdicts: ClassVerdicts) -> int | None:
    """The class with most errors of those that are clearly weak; None where nothing is wrong.

    Where none is, of those weaker than the others; else of all. Of equal ones the first.
    """
    tables = evaluation.tables
    errors = np.where(tables.positives > 0, tables.fp + tables.fn, 0)
    weak = np.where(weaknesses(verdicts) != np.array(None), errors, 0)
    if not weak.any() and len(weaker := weaker_classes(evaluation)):
        return int(weaker[0])
    candidates = weak if weak.any() else errors
    return int(candidates.argmax()) if candidates.any() else None


def weaknesses(verdicts: ClassVerdicts) -> Array:
    """What is clearly low of each class with documents, a Weakness or None, shape (classes,).

    That can be said of one measure where there are too few documents to say it of the other.
    """
    verdict = np.array(VERDICTS, dtype=object)[verdicts.verdict]
    weak = np.full(len(verdict), None, dtype=object)
    weak[verdicts.recall_low] = "missed"
    weak[verdicts.precision_low] = "wrong"
    weak[verdicts.precision_low & verdicts.recall_low] = "both"
    weak[(verdict == "never") & verdicts.recall_low] = "never"
    weak[np.isin(verdict, ("absent", "nothing"))] = None
    return weak


def _assessed(
    evaluation: Evaluation,
    verdicts: ClassVerdicts,
    errors: ClassErrors,
    better: BetterThreshold | None,
    overall: _Overall,
) -> ClassAssessment:
    class_index = errors.class_index
    cut, learnt = overall.limits.cut, overall.learnt
    table, verdict_of_class = evaluation.tables[class_index], verdicts[np.array([class_index])]
    return ClassAssessment(
        class_index=class_index,
        name=evaluation.classes[class_index],
        verdict=VERDICTS[int(verdict_of_class.verdict[0])],
        weakness=weaknesses(verdict_of_class)[0],
        sure=bool(verdict_of_class.sure[0]),
        tp=table.tp.item(),
        fp=table.fp.item(),
        fn=table.fn.item(),
        missed=errors.missed,
        wrong=errors.wrong,
        unassigned=errors.unassigned,
        cut=cut,
        precision=float(verdict_of_class.precision[0]),
        recall=float(verdict_of_class.recall[0]),
        precision_interval=Interval(
            verdict_of_class.precision_interval.low[0], verdict_of_class.precision_interval.high[0]
        ),
        recall_interval=Interval(
            verdict_of_class.recall_interval.low[0], verdict_of_class.recall_interval.high[0]
        ),
        precision_low=bool(verdict_of_class.precision_low[0]),
        recall_low=bool(verdict_of_class.recall_low[0]),
        precision_clear=bool(
            verdict_of_class.precision_low[0] or verdict_of_class.precision_high[0]
        ),
        recall_clear=bool(verdict_of_class.recall_low[0] or verdict_of_class.recall_high[0]),
        instead=errors.instead,
        truly=errors.truly,
        better=better,
        training=None if learnt is None else learnt.training(evaluation, class_index),
        good=bool(verdict_of_class.good[0]),
        more=float(verdict_of_class.more[0]),
        bias=overall.biases[class_index],
        error_share=float(overall.error_shares[class_index]),
        many_errors=bool(overall.many_errors[class_index]),
        inverse=class_index in overall.inverse,
        at_chance=evaluation.chance.at_chance,
    )


@dataclass(frozen=True, kw_only=True)
class _Learnt:
    """The training split as a whole; `counts` and `outweighed` per class, `few` by index."""

    split: str
    documents: int
    least: int
    counts: Array
    few: frozenset[int]
    outweighed: Array

    def training(self, evaluation: Evaluation, class_index: int) -> ClassTraining:
        documents = int(self.counts[class_index])
        return ClassTraining(
            split=self.split,
            documents=documents,
            least=self.least,
            few=class_index in self.few,
            outweighed=bool(self.outweighed[class_index]),
            outweighs=len(self.counts) > 2 and 2 * documents > int(self.counts.sum()),
            share=float(measures.ratio(documents, self.documents)),
            share_here=float(measures.prevalence(evaluation.tables[class_index])),
            reviewed=evaluation.split == self.split,
        )


def _learnt_from(truth: Truth, limits: Limits) -> _Learnt | None:
    """None without labels or a training split."""
    split = roles_of(truth, limits.train, limits.test).train
    if split is None or truth.labels is None:
        return None
    counts = class_counts(truth)
    return _Learnt(
        split=truth.splits[split],
        documents=int(np.sum(truth.split_of == split)),
        least=limits.min_train,
        counts=counts[split],
        few=frozenset(few_training(counts, split, limits.min_train).tolist()),
        outweighed=balance_index(counts[split]) < 1 / OUTWEIGHED - EQUAL,
    )
