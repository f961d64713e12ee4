"""How uncertain the averages of one evaluation are: one procedure wherever they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from breakeven.analysis.evaluation.evaluation import Evaluation
from metrics.averaging import Undefined
from metrics.effective_size import cluster_weights
from metrics.incidence import judged
from metrics.measures import Measure, f_beta, precision, recall
from metrics.parallel import run_parallel
from metrics.tallies import count_decisions
from metrics.typing import Array
from metrics.uncertainty.average_intervals import (
    DRAWINGS,
    JudgedDecisions,
    macro_interval,
    mean_interval,
    micro_interval,
    per_document_interval,
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
    NaN where these were drawn alone.
    """

    micro: dict[str, Interval]
    macro: dict[str, Interval]
    per_document: dict[str, Interval]
    exact_match: Interval
    few: int
    fewest: int
    classes: int
    worth: float


def average_intervals(
    evaluation: Evaluation, beta: float, undefined: Undefined
) -> AverageIntervals | None:
    """95 % intervals of the averages; None below two documents, or clusters of them.

    A document counts with all its decisions, so classes stay correlated, and a cluster with all
    its documents. NaN where the average is undefined. See `metrics.uncertainty.average_intervals`.
    """
    if evaluation.drawn < 2:
        return None
    from metrics.catalogue import measures_shown  # first needed where something is measured

    shown, of = measures_shown("table", beta), decided(evaluation)
    averaged = ~evaluation.macro(beta, undefined)["f"].undefined
    measures = list(shown.values())
    of_classes = run_parallel(
        lambda at: macro_interval(of, measures[at], undefined),
        len(measures),
        DRAWINGS * len(evaluation.classes),
    )
    return AverageIntervals(
        {name: micro_interval(of, measure) for name, measure in shown.items()},
        dict(zip(shown, of_classes, strict=True)),
        {name: per_document_interval(of, measure, undefined) for name, measure in shown.items()},
        mean_interval(*exactly_right(evaluation), of.gathered),
        int(np.sum(averaged & (evaluation.tables.positives < FEW))),
        int(np.sum(averaged & (evaluation.tables.positives <= FEWEST))),
        int(averaged.sum()),
        float("nan") if (worth := evaluation.independent_documents) is None else worth,
    )


def interval_by_average(
    evaluation: Evaluation, measure: Measure, undefined: Undefined, top: Sequence[int]
) -> dict[str, Interval]:
    """The same intervals of one measure, by average; `micro_top`: of these classes pooled."""
    of = decided(evaluation)
    return {
        "micro_top": micro_interval(decided(evaluation, list(top)), measure),
        "micro": micro_interval(of, measure),
        "macro": macro_interval(of, measure, undefined),
        "per_document": per_document_interval(of, measure, undefined),
    }


def micro_intervals(evaluation: Evaluation, beta: float) -> tuple[Interval, Interval, Interval]:
    """The same intervals of precision, recall and F over all decisions."""
    of = decided(evaluation)
    return (
        micro_interval(of, precision),
        micro_interval(of, recall),
        micro_interval(of, partial(f_beta, beta=beta)),
    )


def decided(evaluation: Evaluation, classes: Sequence[int] | None = None) -> JudgedDecisions:
    """An evaluation's judged decisions, on all of its classes or on some."""
    truth, assigned, off = evaluation.truth, evaluation.assigned, evaluation.scored.unjudged
    tables, of_documents = evaluation.tables, evaluation.document_tables
    if classes is not None:
        part = list(classes)
        truth, assigned, tables = truth[:, part], assigned[:, part], tables[part]
        off = None if off is None else off[:, part]
        of_documents = count_decisions(truth, assigned, off, "document")
    truth, assigned = judged(truth, off), judged(assigned, off)
    gathered = None
    if evaluation.scored.sampled:
        gathered = cluster_weights(
            evaluation.documents, evaluation.weights, evaluation.scored.clusters
        )
    return JudgedDecisions(truth, assigned, off, gathered, tables, of_documents)


def exactly_right(evaluation: Evaluation) -> tuple[Array, Array]:
    """Whether each document is right, and whether it counts: one with no judged pair does not."""
    tables = evaluation.document_tables
    counted = (evaluation.judged_pairs > 0).astype(float)
    return ((tables.fp == 0) & (tables.fn == 0)) * counted, counted
