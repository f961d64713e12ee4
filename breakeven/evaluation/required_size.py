"""How large a test set must be to tell F as exactly as somebody wants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from breakeven.evaluation.average_intervals import decided
from breakeven.evaluation.evaluation import Evaluation
from metrics import measures
from metrics.average_intervals import interval_of, macro_influence, micro_influence
from metrics.averaging import Undefined
from metrics.intervals import Interval, f_interval
from metrics.measures import f_beta, ratio
from metrics.power import fewest_positives, required_for_average, required_sample
from metrics.typing import EQUAL, Array


@dataclass(frozen=True, kw_only=True)
class AverageSize:
    """An average of F with its 95 % interval, and the documents in all that tell it as wanted.

    `documents`: as many as now where those do; NaN where the average is undefined.
    """

    value: float
    interval: Interval
    half_width: float
    documents: float


@dataclass(frozen=True, kw_only=True)
class RequiredSize:
    """How many documents tell F within ±`wanted`; arrays of shape (classes,).

    `f` with its 95 % interval `ends`, of half the width `half_width`; `of_class`: documents of
    the class that tell it, `documents`: documents in all, if the class stays as frequent; as many
    as now where those do, NaN where F is undefined or the class has none. `averages`: micro and
    macro, empty below two documents. `fewest`: documents below which a class is not known that
    well even without an error; `unjudged`: those classes, the fewest documents first.
    """

    wanted: float
    beta: float
    f: Array
    ends: Interval
    half_width: Array
    of_class: Array
    documents: Array
    averages: Mapping[str, AverageSize]
    fewest: int
    unjudged: Array


def required_size(
    evaluation: Evaluation, wanted: float, beta: float, undefined: Undefined
) -> RequiredSize:
    """What it takes to tell F of each class, and micro and macro F, within ±`wanted`.

    Planned with the value inside the present interval that needs most. ValueError where `wanted`
    is not between 0.005 and 0.5.
    """
    if not 0.005 <= wanted <= 0.5:
        raise ValueError(f"the width is {wanted:g}; give one from 0.005 to 0.5, to each side")
    tables = evaluation.tables
    needed, fewest = required_sample(tables, wanted, beta), fewest_positives(wanted, beta)
    more = np.ceil(ratio(needed.more_positives, measures.prevalence(tables)) - EQUAL)
    worth = tables.positives if tables.effective is None else tables.effective.positives
    short = np.flatnonzero(np.nan_to_num(worth) < fewest - EQUAL)
    return RequiredSize(
        wanted=wanted,
        beta=beta,
        f=f_beta(tables, beta),
        ends=f_interval(tables, beta),
        half_width=needed.half_width,
        of_class=tables.positives + needed.more_positives,
        documents=evaluation.weighed + more,
        averages=_of_averages(evaluation, wanted, beta, undefined),
        fewest=fewest,
        unjudged=short[np.argsort(np.nan_to_num(worth)[short], kind="stable")],
    )


def _of_averages(
    evaluation: Evaluation, wanted: float, beta: float, undefined: Undefined
) -> dict[str, AverageSize]:
    if evaluation.drawn < 2:
        return {}
    of, measure = decided(evaluation), partial(f_beta, beta=beta)
    moved = {
        "micro": micro_influence(of, measure),
        "macro": macro_influence(of, measure, undefined),
    }
    found = {}
    for kind, influence in moved.items():
        half, factor = required_for_average(influence, of.gathered, wanted)
        found[kind] = AverageSize(
            value=influence.value,
            interval=interval_of(influence, of.gathered),
            half_width=half,
            documents=float(np.ceil(factor * evaluation.weighed - EQUAL)),
        )
    return found
