"""What to expect of every measure of the decisions in use, not of F and loss alone.

And of averages over classes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from breakeven.analysis.estimation.estimates import MOST_PAIRS, c_f_of
from breakeven.analysis.estimation.losses import all_members
from breakeven.analysis.estimation.probabilities import ClassProbabilities
from metrics.averaging import OF_DOCUMENTS, PER_CLASS, Undefined, mean_of
from metrics.expected.expected_f import exclusive_f, expected_f
from metrics.expected.expected_measures import expected_measures, expected_measures_of_exclusive
from metrics.expected.prediction import expected_count
from metrics.measures import Measure, averaged_measures, ratio
from metrics.typing import Array

# --- what to expect of every measure of the decisions in use, not of F and loss alone


@dataclass(frozen=True)
class EveryMeasure:
    """Expectations by the measures' keys: of each class, of all pairs as one table, and the mean.

    `pooled` is None where there are more than 10,000,000 pairs, or pairs left out of documents
    that have exactly one class each. `macro` is the mean over the classes with a value. Where every
    document has exactly one class, accuracy and error rate are what they are in `Counts`: shares
    of documents in `pooled`, and in `macro` named `accuracy_per_class` and
    `error_rate_per_class`.
    """

    classes: tuple[Mapping[str, float], ...]
    pooled: Mapping[str, float] | None
    macro: Mapping[str, float]


def every_measure(
    probabilities: ClassProbabilities, beta: float, undefined: Undefined
) -> EveryMeasure | None:
    """Of what is assigned; None where documents have weights, which have no form.

    0/0 counts as `undefined` says: left out (as with `partition`) means given that there is a
    value; F counts 1 then where nothing is assigned and nothing true, as expected F does.
    Source: Lewis (1995), (1).
    """
    if probabilities.weights is not None or not probabilities.classes:
        return None
    parts = [probabilities.of_class(c) for c in range(len(probabilities.classes))]
    classes = tuple(_of_pairs(p, calls, beta, undefined) for p, calls in parts)
    own = OF_DOCUMENTS if probabilities.exclusive else ()
    macro = {
        key + PER_CLASS if key in own else key: mean_of(np.array([m[key] for m in classes])).value
        for key in classes[0]
    }
    return EveryMeasure(classes, _pooled(probabilities, parts, beta, undefined), macro)


def expected_complete(probabilities: ClassProbabilities) -> float:
    """Of documents with a true class, the share of which all are among those assigned, in [0, 1].

    The expected number of such documents, over the expected number with a true class. Pairs of one
    document are independent, or exactly one of its classes is true. NaN without documents, and
    where pairs are left out. What candidates promise, where nobody has labelled.
    """
    if probabilities.without is not None or not probabilities.classes:
        return math.nan
    # the chance that none of the classes not assigned is true, and that none at all is
    among, none = np.zeros((2, probabilities.documents))
    for c in range(len(probabilities.classes)):
        p, calls = probabilities.of_class(c)
        if probabilities.exclusive:
            among += np.where(calls, p, 0.0)
            continue
        with np.errstate(divide="ignore"):
            away = np.log1p(-np.minimum(p, 1.0))
        none += away
        among += np.where(calls, 0.0, away)
    weights = 1.0 if probabilities.weights is None else probabilities.weights
    if probabilities.exclusive:
        return float(ratio(np.sum(weights * among), np.sum(weights * np.ones(len(among)))))
    nothing = np.exp(none)
    complete = weights * (np.exp(among) - nothing)
    return float(ratio(np.sum(complete), np.sum(weights * (1 - nothing))))


def _further(beta: float) -> dict[str, Measure]:
    """All measures but F, which is known in a better way, and E, which is the rest of it."""
    return {key: m for key, m in averaged_measures(beta).items() if key not in ("f", "e")}


def _of_pairs(p: Array, calls: Array, beta: float, undefined: Undefined) -> dict[str, float]:
    found = expected_measures(p, calls, _further(beta), _policy(undefined))
    return _with_f(found, expected_f(p, calls, beta, c_f_of(undefined)), beta)


def _pooled(
    probabilities: ClassProbabilities,
    parts: list[tuple[Array, Array]],
    beta: float,
    undefined: Undefined,
) -> dict[str, float] | None:
    p, calls = (np.concatenate([part[i] for part in parts]) for i in (0, 1))
    if not 0 < len(p) <= MOST_PAIRS or (
        probabilities.exclusive and probabilities.without is not None
    ):
        return None
    if not probabilities.exclusive:
        return _of_pairs(p, calls, beta, undefined)
    hit = np.sum([np.where(called, chance, 0.0) for chance, called in parts], axis=0)
    assigned = int(calls.sum())
    values = expected_measures_of_exclusive(
        np.minimum(hit, 1.0), assigned, len(p), _further(beta), _policy(undefined)
    )
    # right as a whole: one class is assigned, and it is the document's
    alone = np.sum([called for _, called in parts], axis=0) == 1
    values["accuracy"] = float(np.mean(np.where(alone, np.minimum(hit, 1.0), 0.0)))
    values["error_rate"] = 1 - values["accuracy"]
    f = float(exclusive_f(hit.sum(), np.asarray(assigned), probabilities.documents, beta))
    return _with_f(values, f, beta)


def _policy(undefined: Undefined) -> Undefined:
    return "drop" if undefined == "partition" else undefined


def _with_f(values: Mapping[str, float], f: float, beta: float) -> dict[str, float]:
    """In the order in which measures are shown."""
    with_f = {**values, "f": f, "e": 1 - f}
    return {key: with_f[key] for key in averaged_measures(beta)}


# --- Expected averages over classes


def expected_averages(
    probabilities: ClassProbabilities, beta: float, c_f: float
) -> tuple[float, float]:
    """Expected micro and macro F of what is assigned.

    `c_f`: what F counts where nothing is assigned and nothing true. Micro is NaN beyond
    MOST_PAIRS pairs, which make too large a problem; macro is NaN without classes. Both are NaN
    where documents have weights: the expected F has no form then.
    """
    parts = [probabilities.of_class(c) for c in range(len(probabilities.classes))]
    if not parts or probabilities.weights is not None:
        return float("nan"), float("nan")
    macro = float(np.mean([expected_f(p, calls, beta, c_f) for p, calls in parts]))
    p, calls = (np.concatenate([part[i] for part in parts]) for i in (0, 1))
    if probabilities.exclusive and probabilities.without is None:
        members = all_members(probabilities, [expected_count(each) for each, _ in parts]).expected
        return float(exclusive_f(p[calls].sum(), calls.sum(), members, beta)), macro
    return (expected_f(p, calls, beta, c_f) if len(p) <= MOST_PAIRS else float("nan")), macro
