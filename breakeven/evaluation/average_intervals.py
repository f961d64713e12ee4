"""How uncertain the averages of one evaluation are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from breakeven.evaluation.evaluation import Evaluation
from breakeven.evaluation.grouped_counts import count_groups
from metrics import resampling
from metrics.averaging import Undefined, anomaly_free
from metrics.intervals import Interval
from metrics.typing import Array

REPLICATES = 1000


@dataclass(frozen=True)
class AverageIntervals:
    """Percentile bootstrap intervals of precision, recall, F and what else tables show, by key.

    `drawn`: how many of the `unit` each drawing drew.
    """

    micro: dict[str, Interval]
    macro: dict[str, Interval]
    per_document: dict[str, Interval]
    drawn: int
    unit: Literal["document", "cluster"]
    replicates: int


def average_intervals(
    evaluation: Evaluation, beta: float, undefined: Undefined, seed: int = 0
) -> AverageIntervals | None:
    """95 % intervals of the averages by drawing documents again; None below two of them.

    A document is drawn with all its decisions, so classes stay correlated, and a cluster with
    all its documents. NaN where every drawing gives the same.
    Source: Efron (1979), percentile method.
    """
    if evaluation.drawn < 2:
        return None
    from metrics.catalogue.shown import measures_shown  # first needed where something is measured

    shown = measures_shown("table", beta)
    counts = count_groups([evaluation], seed)
    sums = {
        name: resampling.document_sums(
            evaluation.document_tables, measure, undefined, counts.gather
        )
        for name, measure in shown.items()
    }
    part = anomaly_free(evaluation.tables)
    drawn: dict[tuple[str, str], list[Array]] = {}
    for weights in resampling.resampling_weights(len(counts.sizes), REPLICATES, seed + 1):
        (tables,) = counts.tables(weights)
        pooled = resampling.pooled(tables)
        for name, measure in shown.items():
            macro = resampling.macro_of_drawn(
                measure(tables), measure(evaluation.tables), undefined, part
            )
            drawn.setdefault(("micro", name), []).append(measure(pooled))
            drawn.setdefault(("macro", name), []).append(macro)
            drawn.setdefault(("per_document", name), []).append(sums[name].mean(weights))

    def intervals(kind: str) -> dict[str, Interval]:
        return {
            name: Interval(*resampling.moving_percentiles(np.concatenate(drawn[kind, name])))
            for name in shown
        }

    return AverageIntervals(
        intervals("micro"),
        intervals("macro"),
        intervals("per_document"),
        evaluation.drawn,
        evaluation.unit,
        REPLICATES,
    )
