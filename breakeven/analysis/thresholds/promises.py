"""What a wish for thresholds gives: what is promised, what that costs, and whether it is kept.

Found on one split, looked at on another. Tested in `test_promises`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from breakeven.analysis.documents.declared_slices import by_number, slices_of
from breakeven.analysis.evaluation.cut import Cut, FittedCut
from breakeven.analysis.evaluation.evaluation import Evaluation, decided, evaluate
from breakeven.analysis.evaluation.fit import fit_cut
from breakeven.analysis.evaluation.scored import ScoredSplit, score_split
from breakeven.analysis.evaluation.value_bounds import (
    BoundedValues,
    bounded_average,
    bounded_classes,
)
from breakeven.analysis.evaluation.wishes import (
    WishedThresholds,
    alpha_of,
    wished_of_documents,
)
from breakeven.analysis.slices.slice_comparison import DeclaredSlice
from breakeven.analysis.slices.slice_conditions import cut_column, group_of_cut
from breakeven.data.records import Predictions, Truth
from metrics import measures
from metrics.measures import ratio
from metrics.promises.class_thresholds import ALPHA, PromisedThreshold
from metrics.promises.document_means import documents_needed
from metrics.typing import EQUAL, Array
from metrics.uncertainty.average_intervals import mean_influence, share_of

# what is said of a wish on documents that it was not fitted on
PromiseVerdict = Literal["kept", "broken", "cannot tell"]
# how thresholds came about that are held to the wish
HELD = ("tuned", "promised")


@dataclass(frozen=True, kw_only=True)
class WishedMeasure:
    """What was wished for, as documents show it.

    `value`: recall, precision, or of candidates the share of documents whose true classes are all
    offered. `low`, `high`: bounds, each wrong in 5 of 100 at most. `other`: the precision beside
    recall, the recall beside precision, or how many classes a document is offered. `units`: the
    positives, predictions or documents that `value` is a share of. NaN where undefined.
    """

    value: float
    low: float
    high: float
    other: float
    units: float


@dataclass(frozen=True, kw_only=True)
class WishedClass:
    """One class under a wish, or all of them together, whose `name` is None.

    `threshold`: the one in use, infinite for never; `how` it came about. `positives`: where it was
    found. `there`: what it gives there, and `bound`, what can be promised of that; NaN without a
    promise. `plain`: the same by the threshold that one would take without a promise. `more`: how
    many more positives (documents, where documents are counted) would likely bear out a better
    threshold, or any; NaN where no number is known. `here`: on the documents shown, and `verdict`
    on the wish; None where there are none.
    """

    name: str | None
    threshold: float
    how: str
    positives: float
    there: WishedMeasure
    plain: WishedMeasure
    bound: float
    more: float
    here: WishedMeasure | None
    verdict: PromiseVerdict | None

    @property
    def is_held(self) -> bool:
        """Whether the threshold was found as wished, so that a verdict can be asked for."""
        return self.how in HELD


@dataclass(frozen=True, kw_only=True)
class WishOutcome:
    """What a wish gives: a row for each class, or one for all of them.

    `tuned_on` and `shown`: the splits, None for all documents; `seen`: whether any are shown that
    the thresholds were not found on.
    """

    cut: Cut
    tuned_on: str | None
    shown: str | None
    seen: bool
    rows: tuple[WishedClass, ...]

    def count(self, how: str) -> int:
        """Rows whose threshold came about in this way."""
        return sum(row.how == how for row in self.rows)

    def verdicts(self, verdict: PromiseVerdict) -> tuple[WishedClass, ...]:
        """Rows of which this is said, of those whose threshold was found as wished."""
        return tuple(row for row in self.rows if row.verdict == verdict and row.is_held)


def is_average(cut: Cut) -> bool:
    """Whether a promise holds on average over sets of documents, not in 95 of 100 of them."""
    return cut.rule == "candidates" or cut.average == "per_document"


def wish_outcome(
    truth: Truth, predictions: Predictions, cut: Cut, shown: ScoredSplit | None, split: str | None
) -> WishOutcome:
    """What the wish gives where it is tuned, and on what is `shown`, the documents of `split`.

    `shown` None for nowhere; it is also left out where the wish was fitted on some of it.
    """
    on = score_split(truth, predictions, cut.split)
    fitted = fit_cut(truth, predictions, cut, on)
    seen = shown is not None and not cut.optimistic_on(split) and len(shown.rows) > 0
    there = evaluate(predictions, on, cut.split, fitted)
    plain = there
    wished = wished_of_documents(cut, on)
    if cut.promise:
        # what one would take without a promise: the first threshold that reaches the wish
        first = fit_cut(truth, predictions, replace(cut, promise=False), on)
        plain = evaluate(predictions, on, cut.split, first)
    here = None
    if seen and shown is not None:
        here = evaluate(predictions, shown, split, fitted)
    rows = _rows(truth.classes, cut, fitted, wished, (there, plain, here))
    return WishOutcome(cut=cut, tuned_on=cut.split, shown=split, seen=seen, rows=tuple(rows))


def _rows(
    classes: Sequence[str],
    cut: Cut,
    fitted: FittedCut,
    wished: WishedThresholds,
    evaluations: tuple[Evaluation, Evaluation, Evaluation | None],
) -> list[WishedClass]:
    assert fitted.thresholds is not None
    of_classes = cut.average == "class" and cut.rule != "candidates"
    sides = [None if each is None else wished_measures(cut, each) for each in evaluations]
    there, plain, here = sides
    assert there is not None
    assert plain is not None
    on = evaluations[0]
    positives = on.tables.positives if of_classes else [_units(cut, on)]
    rows = []
    for c in range(len(classes) if of_classes else 1):
        promise = wished.promises[c] if wished.promises else None
        shown = None if here is None else here[c]
        rows.append(
            WishedClass(
                name=classes[c] if of_classes else None,
                threshold=float(fitted.thresholds[c]) if len(classes) else math.nan,
                how=fitted.how[c] if len(classes) else "unscored",
                positives=float(positives[c]),
                there=there[c],
                plain=plain[c],
                bound=math.nan if promise is None else promise.bound,
                more=math.nan if promise is None else _more(cut, promise, float(positives[c])),
                here=shown,
                verdict=None if shown is None else verdict_of(shown, cut.least),
            )
        )
    return rows


def _units(cut: Cut, evaluation: Evaluation) -> float:
    """What a promise of all classes rests on: positives, or documents that have a true class."""
    if cut.average == "micro" and cut.rule != "candidates":
        return float(np.sum(evaluation.tables.positives))
    return float(_with_a_class(evaluation).sum())


def _more(cut: Cut, promise: PromisedThreshold, positives: float) -> float:
    """How many more would likely bear out a better threshold; NaN where no number is known."""
    if is_average(cut):
        lacking = documents_needed(cut.least) - promise.next_trials
        return float(max(1, math.ceil(lacking))) if lacking > 0 else math.nan
    if not promise.next_trials > 0:
        return math.nan
    growth = promise.growth(cut.least, alpha_of(cut))
    return float(max(1, math.ceil(positives * (growth - 1) - EQUAL))) if growth < 1e4 else math.nan


def verdict_of(measure: WishedMeasure, least: float) -> PromiseVerdict:
    """Kept where the lower bound is at least what was wished, broken where the upper is less."""
    if measure.low >= least - EQUAL:
        return "kept"
    return "broken" if measure.high < least - EQUAL else "cannot tell"


def wished_measures(cut: Cut, evaluation: Evaluation) -> list[WishedMeasure]:
    """What was wished for in each class, or of all of them together."""
    tables = evaluation.tables
    if cut.rule == "candidates":
        assigned = float(np.sum(tables.assigned))
        return [_joined(_covered(evaluation), assigned / (evaluation.weighed or math.nan))]
    if cut.average != "class":
        values = bounded_average(evaluation, cut.rule, cut.average, 1.0, "drop")
        pooled = tables.pooled()
        counterpart = measures.precision if cut.rule == "recall" else measures.recall
        return [_joined(values, float(counterpart(pooled)))]
    values = bounded_classes(evaluation, cut.rule, 1.0)
    other = measures.precision(tables) if cut.rule == "recall" else measures.recall(tables)
    ends = values.bounds(np.full(len(values.values), ALPHA))
    units = tables.positives if cut.rule == "recall" else tables.assigned
    return [
        WishedMeasure(
            value=float(values.values[c]),
            low=float(ends.low[c]),
            high=float(ends.high[c]),
            other=float(other[c]),
            units=float(units[c]),
        )
        for c in range(len(tables.tp))
    ]


def _joined(values: BoundedValues, other: float) -> WishedMeasure:
    ends = values.bounds(np.array([ALPHA]))
    return WishedMeasure(
        value=float(values.values[0]),
        low=float(ends.low[0]),
        high=float(ends.high[0]),
        other=other,
        units=float(values.trials[0]),
    )


def _with_a_class(evaluation: Evaluation) -> Array:
    """Which documents have a true class, boolean, shape (documents,)."""
    return np.asarray(evaluation.document_tables.positives > 0)


def _covered(evaluation: Evaluation) -> BoundedValues:
    """The share of the documents with a true class of which all true ones are offered."""
    counted = _with_a_class(evaluation).astype(float)
    everything = (evaluation.document_tables.fn == 0) * counted
    gathered = decided(evaluation).gathered
    influence = mean_influence(everything, counted, gathered)
    hits, trials = share_of(influence, gathered)
    one = np.ones(1)
    return BoundedValues(np.array([influence.value]), np.array([hits]), np.array([trials]), one)


@dataclass(frozen=True, kw_only=True)
class OfferedClasses:
    """How candidates serve the documents of each class, all of shape (classes,).

    `documents` of the class; `offered`: the share of them to whom it is offered; `complete`: the
    share of whom all true classes are offered; NaN without any.
    """

    documents: Array
    offered: Array
    complete: Array


def offered_classes(evaluation: Evaluation) -> OfferedClasses:
    """Where candidates fail, by class."""
    tables = evaluation.tables
    judgements = decided(evaluation)
    weights = np.ones(evaluation.documents) if evaluation.weights is None else evaluation.weights
    everything = weights * (evaluation.document_tables.fn == 0)
    complete = np.asarray(judgements.truth.T @ everything)
    return OfferedClasses(
        documents=tables.positives,
        offered=measures.recall(tables),
        complete=ratio(complete, tables.positives),
    )


@dataclass(frozen=True, kw_only=True)
class OfferedSlice:
    """How candidates serve the documents of a slice that have a true class.

    `feature`: what the slice is by, and its `name`; `where`: the filter that keeps it, "" for none.
    `documents`: how many, by weight; `complete`: the share of them of which all true classes are
    offered, with bounds that are each wrong in 5 of 100 at most.
    """

    feature: str
    name: str
    where: str
    documents: float
    complete: float
    low: float
    high: float


def offered_slices(evaluation: Evaluation, truth: Truth) -> tuple[OfferedSlice, ...]:
    """Where candidates fail, by how many true classes documents have, and by each kept column.

    Columns whose values part the documents; the slice served worst first. Without documents that
    have a true class there is none.
    """
    parted = [("true classes", by_number(evaluation, truth))]
    for name, values in truth.columns.items():
        cut = None if name == truth.text_column else cut_column(name, values)
        group = None if cut is None else group_of_cut(cut)
        if group is not None:
            parted.append((name, slices_of(group.of_documents(evaluation.rows))))
    found = [
        each
        for feature, slices in parted
        for one in slices
        if (each := _offered_slice(evaluation, feature, one)) is not None
    ]
    return tuple(sorted(found, key=lambda each: each.complete))


def _offered_slice(
    evaluation: Evaluation, feature: str, declared: DeclaredSlice
) -> OfferedSlice | None:
    part = evaluation.restricted(np.flatnonzero(declared.inside))
    if not _with_a_class(part).any():
        return None
    served = _joined(_covered(part), math.nan)
    weights = np.ones(part.documents) if part.weights is None else part.weights
    return OfferedSlice(
        feature=feature,
        name=declared.name,
        where=declared.where,
        documents=float(np.sum(weights * _with_a_class(part))),
        complete=served.value,
        low=served.low,
        high=served.high,
    )
