"""How uncertain the averages of one evaluation are: one procedure wherever they stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from breakeven.analysis.evaluation.evaluation import Evaluation, decided, exactly_right
from metrics.averaging import Undefined
from metrics.class_agreement import kappa_of_classes, matthews_of_classes
from metrics.measures import Measure, recall
from metrics.parallel import run_parallel
from metrics.typing import AVERAGES
from metrics.uncertainty.average_intervals import (
    DRAWINGS,
    Influence,
    JudgedDecisions,
    agreement_influence,
    average_influence,
    interval_of,
    macro_influence,
    macro_interval,
    mean_interval,
    micro_interval,
    per_document_interval,
    weighted_interval,
)
from metrics.uncertainty.intervals import Interval

# a class with fewer documents tells its own value only roughly
FEW = 10
# where half of the classes of a mean have no more documents, the others hardly tell what is likely
# of one, and the interval is too narrow
FEWEST = 2
# where documents tell as much as fewer drawn alone, the spread itself is only roughly known
FEW_ALONE = 100


@dataclass(frozen=True)
class AverageIntervals:
    """95 % intervals of precision, recall, F and what else tables show, by key.

    `few`: how many of the `classes` that macro F is the mean over have fewer than `FEW` positives;
    `fewest`: how many have `FEWEST` at most. `worth`: how many documents drawn alone tell as much,
    NaN where these were drawn alone. `all_classes`: of coefficients of all classes at once.
    """

    micro: dict[str, Interval]
    macro: dict[str, Interval]
    weighted: dict[str, Interval]
    per_document: dict[str, Interval]
    exact_match: Interval
    few: int
    fewest: int
    classes: int
    worth: float
    all_classes: Mapping[str, Interval] = field(default_factory=dict)


def average_intervals(
    evaluation: Evaluation, beta: float, undefined: Undefined, *, further: bool = False
) -> AverageIntervals | None:
    """95 % intervals of the averages; None below two documents, or clusters of them.

    `further`: also of the measures that tables of pages do not show at first.
    A document counts with all its decisions, so classes stay correlated, and a cluster with all
    its documents. NaN where the average is undefined. See `metrics.uncertainty.average_intervals`.
    """
    if evaluation.drawn < 2:
        return None
    from metrics.catalogue import measures_shown  # first needed where something is measured

    shown, decisions = dict(measures_shown("table", beta)), decided(evaluation)
    if further:
        shown |= measures_shown("further", beta)
    averaged = ~evaluation.macro(beta, undefined)["f"].undefined
    measures = list(shown.values())
    jobs = [(interval, m) for interval in (macro_interval, weighted_interval) for m in measures]
    of_classes = run_parallel(
        lambda i: jobs[i][0](decisions, jobs[i][1], undefined),
        len(jobs),
        DRAWINGS * len(evaluation.classes),
    )
    return AverageIntervals(
        {name: micro_interval(decisions, measure) for name, measure in shown.items()},
        dict(zip(shown, of_classes, strict=False)),
        dict(zip(shown, of_classes[len(shown) :], strict=True)),
        {
            name: per_document_interval(decisions, measure, undefined)
            for name, measure in shown.items()
        },
        mean_interval(*exactly_right(evaluation), decisions.gathered),
        int(np.sum(averaged & (evaluation.tables.positives < FEW))),
        int(np.sum(averaged & (evaluation.tables.positives <= FEWEST))),
        int(averaged.sum()),
        float("nan") if (independent := evaluation.independent_documents) is None else independent,
        _of_all_classes(evaluation, decisions) if further else {},
    )


def _of_all_classes(evaluation: Evaluation, decisions: JudgedDecisions) -> dict[str, Interval]:
    """Of `DecisionCounts.of_all_classes`, by the same names."""
    if not evaluation.one_of:
        return {}
    return {
        name: interval_of(influence_of_all_classes(decisions, name), decisions.gathered)
        for name in evaluation.of_all_classes
    }


def influence_of_all_classes(decisions: JudgedDecisions, measure: str) -> Influence:
    """One of `DecisionCounts.of_all_classes`, and by how much each document moves it."""
    if measure == "balanced_accuracy":
        return macro_influence(decisions, recall, "drop")
    of = {"mcc": matthews_of_classes, "kappa": kappa_of_classes}[measure]
    return agreement_influence(decisions, of(decisions.tables))


def documents_interval(evaluation: Evaluation, measure: Measure) -> Interval:
    """The same interval of the mean over the documents that were judged; `measure`: of each."""
    _, counted = exactly_right(evaluation)
    values = np.where(counted > 0, measure(evaluation.document_tables), 0.0)
    return mean_interval(values, counted, decided(evaluation).gathered)


def interval_by_average(
    evaluation: Evaluation, measure: Measure, undefined: Undefined, top: Sequence[int]
) -> dict[str, Interval]:
    """The same intervals of one measure, by average; `micro_top`: of these classes pooled."""
    of = decided(evaluation)
    of_top = micro_interval(decided(evaluation, list(top)), measure)
    return {"micro_top": of_top} | {
        average: interval_of(average_influence(of, measure, average, undefined), of.gathered)
        for average in AVERAGES
    }
