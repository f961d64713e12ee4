"""What the numbers of a class say: one assessment, from which every page and command speaks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from breakeven.evaluation.evaluation import Evaluation
from breakeven.evaluation.ranked_errors import class_counts_among
from breakeven.findings.better_threshold import BetterThreshold, better_threshold
from breakeven.findings.inverse import inverse_classes
from breakeven.findings.limits import Limits
from breakeven.findings.splits import few_training
from breakeven.records import Truth
from breakeven.splits import class_counts, roles_of
from metrics import measures
from metrics.class_verdicts import VERDICTS, ClassVerdicts, Verdict
from metrics.dataset.shares import balance_index
from metrics.intervals import Interval
from metrics.typing import EQUAL, Array

# another class stands out among the errors on so many documents, and on this share of them
LEAST_DOCUMENTS = 3
LEAST_SHARE = 1 / 3

# what is surely low: recall, precision, both, or recall of a class that is never assigned
Weakness = Literal["missed", "wrong", "both", "never"]


@dataclass(frozen=True, kw_only=True)
class StandsOut:
    """Another class that the errors of a class have in common, and on how many documents."""

    name: str
    documents: int


@dataclass(frozen=True, kw_only=True)
class Training:
    """What a class has to learn from.

    `few`: fewer than `least` documents of it in `split`, the training split. `outweighed`: its
    share of the labels there is too small beside an equal one. `share` of the training documents
    that are in the class, `share_here` of those under review, both in [0, 1] or NaN. `reviewed`:
    that split is the one under review.
    """

    split: str
    documents: int
    least: int
    few: bool
    outweighed: bool
    share: float
    share_here: float
    reviewed: bool


@dataclass(frozen=True, kw_only=True)
class ClassAssessment:
    """One class of a system's decisions at a cut between low and high; what can be done about it.

    `weakness`: what is surely low, None where nothing is. `sure`: whether there are enough
    documents for the verdict. `tp`, `fp`, `fn` count documents by their weights; `missed`,
    `wrong` and `unassigned`, the missed that get no class at all, are documents to be read.
    `instead`: the class that the missed get; `truly`: the one that the wrongly assigned have;
    `better`: a threshold that holds on other documents. None where there is no such thing.
    `inverse`: its scores surely rank the wrong way round. `at_chance`: the decisions as a whole
    agree with the truth no more than chance would have it. Measures and intervals are of shape ().
    """

    class_index: int
    name: str
    verdict: Verdict
    weakness: Weakness | None
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
    instead: StandsOut | None
    truly: StandsOut | None
    better: BetterThreshold | None
    training: Training | None
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
    one. `verdicts` of all classes at `limits.cut`.
    """
    better = better_threshold(tuning or evaluation, class_index, limits, beta)
    learnt = _learnt_from(truth, limits)
    return _assessed(evaluation, verdicts, class_index, limits.cut, better, learnt)


def assess_weak_classes(
    truth: Truth,
    evaluation: Evaluation,
    verdicts: ClassVerdicts,
    limits: Limits,
    better: Sequence[BetterThreshold],
) -> list[ClassAssessment]:
    """Every class of which something is surely low, in their order; `better`: of any class."""
    of_class = {one.class_index: one for one in better}
    learnt = _learnt_from(truth, limits)
    return [
        _assessed(evaluation, verdicts, c, limits.cut, of_class.get(c), learnt)
        for c in np.flatnonzero(weaknesses(verdicts) != np.array(None)).tolist()
    ]


def weaknesses(verdicts: ClassVerdicts) -> Array:
    """What is surely low of each class with documents, a Weakness or None, shape (classes,).

    The whole 95 % interval lies below the cut. That can be said of one measure where there are too
    few documents to say it of the other.
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
    class_index: int,
    cut: float,
    better: BetterThreshold | None,
    learnt: _Learnt | None,
) -> ClassAssessment:
    table, of = evaluation.tables[class_index], verdicts[np.array([class_index])]
    missed = evaluation.documents_in_cell(class_index, "fn")
    wrong = evaluation.documents_in_cell(class_index, "fp")
    return ClassAssessment(
        class_index=class_index,
        name=evaluation.classes[class_index],
        verdict=VERDICTS[int(of.verdict[0])],
        weakness=weaknesses(of)[0],
        sure=bool(of.sure[0]),
        tp=table.tp.item(),
        fp=table.fp.item(),
        fn=table.fn.item(),
        missed=len(missed),
        wrong=len(wrong),
        unassigned=int(np.sum(evaluation.document_tables.assigned[missed] == 0)),
        cut=cut,
        precision=float(of.precision[0]),
        recall=float(of.recall[0]),
        precision_interval=Interval(of.precision_interval.low[0], of.precision_interval.high[0]),
        recall_interval=Interval(of.recall_interval.low[0], of.recall_interval.high[0]),
        precision_low=bool(of.precision_low[0]),
        recall_low=bool(of.recall_low[0]),
        instead=_standing_out(
            evaluation, class_index, class_counts_among(evaluation.assigned, missed), len(missed)
        ),
        truly=_standing_out(
            evaluation, class_index, class_counts_among(evaluation.truth, wrong), len(wrong)
        ),
        better=better,
        training=None if learnt is None else learnt.training(evaluation, class_index),
        inverse=class_index in inverse_classes(evaluation)[0],
        at_chance=evaluation.chance.at_chance,
    )


def _standing_out(
    evaluation: Evaluation, class_index: int, among: Array, documents: int
) -> StandsOut | None:
    """The most frequent other class among these documents: of three and of a third of them."""
    among[class_index] = 0
    other = int(among.argmax())
    count = int(among[other])
    if count < LEAST_DOCUMENTS or count < LEAST_SHARE * documents - EQUAL:
        return None
    return StandsOut(name=evaluation.classes[other], documents=count)


@dataclass(frozen=True, kw_only=True)
class _Learnt:
    """The training split as a whole; `counts` and `outweighed` per class, `few` by index."""

    split: str
    documents: int
    least: int
    counts: Array
    few: frozenset[int]
    outweighed: Array

    def training(self, evaluation: Evaluation, class_index: int) -> Training:
        documents = int(self.counts[class_index])
        return Training(
            split=self.split,
            documents=documents,
            least=self.least,
            few=class_index in self.few,
            outweighed=bool(self.outweighed[class_index]),
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
        outweighed=balance_index(counts[split]) < 1 / limits.balance - EQUAL,
    )
