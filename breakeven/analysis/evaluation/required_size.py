"""How large a test set must be to tell F as exactly as somebody wants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.evaluation import Evaluation, decided
from breakeven.data.records import Truth
from breakeven.data.splits import roles_of
from metrics import measures
from metrics.averaging import Undefined
from metrics.incidence import count_per_class, judged
from metrics.measures import f_beta, ratio
from metrics.typing import EQUAL, Array
from metrics.uncertainty.average_intervals import interval_of, macro_influence, micro_influence
from metrics.uncertainty.intervals import Interval, f_interval
from metrics.uncertainty.power import (
    at_level,
    fewest_at_level,
    fewest_positives,
    required_for_average,
    required_sample,
)


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


ASSUMED = 0.8  # of precision and recall, where nobody says otherwise


@dataclass(frozen=True, kw_only=True)
class AssumedSize:
    """How many documents would tell F within ±`wanted`, were precision and recall `assumed`.

    Of `documents` documents of `split` (None: of all), of which `positives`, (classes,), are truly
    in each class. `half_width`, (classes,): of the 95 % interval of F then, NaN for a class without
    a document. `of_class`: documents of any class that tell it; `in_all`, (classes,): documents in
    all, if the class stays as frequent; as many as now where those do, NaN without a document.
    `fewest`, `unjudged` as in RequiredSize.
    """

    classes: tuple[str, ...]
    split: str | None
    documents: int
    positives: Array
    assumed: float
    wanted: float
    beta: float
    half_width: Array
    of_class: int
    in_all: Array
    fewest: int
    unjudged: Array


def tested_split(truth: Truth) -> str | None:
    """The split whose size is asked for where nobody names one: the test split, else all (None)."""
    test = roles_of(truth).test
    return None if test is None else truth.splits[test]


def assumed_size(
    truth: Truth, rows: Array, split: str | None, wanted: float, beta: float, assumed: float
) -> AssumedSize:
    """What it takes to tell F within ±`wanted`, by the documents of each class alone.

    `rows`: the documents that are counted; weights and clusters are left aside. ValueError where
    nobody has labelled, and for a width or a level out of range.
    """
    _check_width(wanted)
    if truth.labels is None:
        raise ValueError("nobody has labelled these documents; give a file with the truth")
    if not 0.05 <= assumed <= 1:
        raise ValueError(f"the level is {assumed:g}; give precision and recall from 0.05 to 1")
    true = judged(sparse.csc_array(truth.labels[rows]), _of(truth.unjudged, rows))
    positives = count_per_class(true).astype(float)
    ends = f_interval(at_level(assumed, positives), beta)
    of_class, fewest = fewest_at_level(assumed, wanted, beta), fewest_positives(wanted, beta)
    enough = positives >= of_class
    scaled = np.ceil(len(rows) * ratio(of_class, positives) - EQUAL)
    short = np.flatnonzero(positives < fewest)
    return AssumedSize(
        classes=truth.classes,
        split=split,
        documents=len(rows),
        positives=positives,
        assumed=assumed,
        wanted=wanted,
        beta=beta,
        half_width=np.where(positives > 0, (ends.high - ends.low) / 2, np.nan),
        of_class=of_class,
        in_all=np.where(enough, len(rows), scaled),
        fewest=fewest,
        unjudged=short[np.argsort(positives[short], kind="stable")],
    )


def _of(pairs: sparse.csc_array | None, rows: Array) -> sparse.csc_array | None:
    return None if pairs is None else sparse.csc_array(pairs[rows])


def _check_width(wanted: float) -> None:
    if not 0.005 <= wanted <= 0.5:
        raise ValueError(f"the width is {wanted:g}; give one from 0.005 to 0.5, to each side")


def required_size(
    evaluation: Evaluation, wanted: float, beta: float, undefined: Undefined
) -> RequiredSize:
    """What it takes to tell F of each class, and micro and macro F, within ±`wanted`.

    Planned with the value inside the present interval that needs most. ValueError where `wanted`
    is not between 0.005 and 0.5.
    """
    _check_width(wanted)
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
    decisions, measure = decided(evaluation), partial(f_beta, beta=beta)
    influences = {
        "micro": micro_influence(decisions, measure),
        "macro": macro_influence(decisions, measure, undefined),
    }
    sizes = {}
    for kind, influence in influences.items():
        half, factor = required_for_average(influence, decisions.gathered, wanted)
        sizes[kind] = AverageSize(
            value=influence.value,
            interval=interval_of(influence, decisions.gathered),
            half_width=half,
            documents=float(np.ceil(factor * evaluation.weighed - EQUAL)),
        )
    return sizes
