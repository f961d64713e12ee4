"""How uncertain a number is: 95 % intervals over the documents that happened to be tested."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from metrics import measures
from metrics.averaging import Undefined, anomaly_free
from metrics.measures import alpha_of, ratio
from metrics.tallies import Array, ContingencyTable, count_decisions


@dataclass(frozen=True)
class Interval:
    """Lower and upper end, scalars or arrays of one shape; NaN where undefined."""

    low: Any
    high: Any


def wilson(successes: Any, trials: Any, level: float = 0.95) -> Interval:
    """Wilson score interval of a proportion, inside [0, 1]. NaN where there are no trials.

    Source: Wilson (1927), through statsmodels.
    """
    from statsmodels.stats.proportion import proportion_confint

    successes, trials = np.asarray(successes, dtype=float), np.asarray(trials, dtype=float)
    low, high = proportion_confint(
        successes, np.where(trials > 0, trials, 1), alpha=1 - level, method="wilson"
    )
    undefined = trials == 0
    return Interval(np.where(undefined, np.nan, low), np.where(undefined, np.nan, high))


def precision_interval(table: ContingencyTable) -> Interval:
    """Wilson interval of precision per unit: of what is assigned, the share that is right."""
    return wilson(table.tp, table.assigned)


def recall_interval(table: ContingencyTable) -> Interval:
    """Wilson interval of recall per unit: of the positives, the share that is found."""
    return wilson(table.tp, table.positives)


def f_interval(table: ContingencyTable, beta: float = 1.0) -> Interval:
    """Interval of F per unit, in [0, 1]. NaN where nothing is assigned and nothing true.

    F rises with the overlap tp / (tp + fp + fn), a proportion of the documents on which
    either side says yes. Its Wilson interval is carried over to F, with the errors divided
    between fp and fn as observed (for beta = 1 their division does not matter).
    """
    either = table.tp + table.fp + table.fn
    of_overlap = wilson(table.tp, either)
    alpha = alpha_of(beta)
    errors = table.fp + table.fn
    weight = np.where(errors > 0, ratio((1 - alpha) * table.fn + alpha * table.fp, errors), 0.5)

    def to_f(overlap: Array) -> Array:
        return ratio(overlap, overlap + weight * (1 - overlap))

    return Interval(to_f(of_overlap.low), to_f(of_overlap.high))


REPLICATES = 1000
# more documents are put at random into this many groups, and groups are drawn instead:
# the variance is the same, the work no longer grows with the collection
GROUPS = 20_000


def resampling_weights(documents: int, replicates: int, seed: int) -> Array:
    """How often each document is drawn in each replicate, shape (replicates, documents).

    Rows sum to `documents`. Source: Efron (1979).
    """
    rng = np.random.default_rng(seed)
    # one bincount over all replicates: draws of replicate b fall into its own stretch
    draws = rng.integers(0, documents, size=(replicates, documents), dtype=np.int64)
    draws += np.arange(replicates)[:, None] * documents
    counts = np.bincount(draws.ravel(), minlength=replicates * documents)
    return counts.reshape(replicates, documents).astype(np.float32)


@dataclass(frozen=True)
class AverageIntervals:
    """Percentile bootstrap intervals of precision, recall and F, by name."""

    micro: dict[str, Interval]
    macro: dict[str, Interval]
    per_document: dict[str, Interval]
    documents: int
    replicates: int


def average_intervals(
    truth: sparse.csc_array,
    assigned: sparse.csc_array,
    document_tables: ContingencyTable,
    beta: float,
    undefined: Undefined,
    unjudged: sparse.csc_array | None = None,
    seed: int = 0,
) -> AverageIntervals | None:
    """95 % intervals of the averages by drawing documents again; None below two documents.

    `truth`, `assigned`, `unjudged`: boolean (documents, classes); `document_tables`: per
    document. A document is drawn with all its decisions, so classes stay correlated.
    """
    n = truth.shape[0]
    if n < 2:
        return None
    groups = min(n, GROUPS)
    gather = _grouping(n, groups, seed)
    hits = truth.multiply(assigned)
    parts = [hits, assigned, truth]
    if unjudged is not None:
        parts = [part > part.multiply(unjudged) for part in parts]
    cells = [sparse.csr_array(gather @ sparse.csr_array(p, dtype=np.float32)) for p in parts]
    off = None
    if unjudged is not None:
        off = sparse.csr_array(gather @ sparse.csr_array(unjudged, dtype=np.float32))
    sizes = np.asarray(gather.sum(axis=1)).ravel()
    per_document = _document_sums(document_tables, beta, undefined, gather)

    observed = count_decisions(truth, assigned, unjudged)
    part = anomaly_free(observed)
    collected: dict[str, list[Array]] = {}
    done = 0
    # as many replicates at a time as keep the weights near 40 MB
    at_once = max(1, 10_000_000 // groups)
    while done < REPLICATES:
        take = min(at_once, REPLICATES - done)
        weights = resampling_weights(groups, take, seed + 1 + done)
        tp, called, true = (np.asarray(weights @ cell) for cell in cells)
        judged = (weights @ sizes)[:, None] - (0 if off is None else np.asarray(weights @ off))
        tables = ContingencyTable(tp, called - tp, true - tp, judged - called - true + tp)
        pooled = ContingencyTable(
            *(getattr(tables, cell).sum(axis=1) for cell in ("tp", "fp", "fn", "tn"))
        )
        for name, measure in _shown(beta).items():
            collected.setdefault(f"micro {name}", []).append(measure(pooled))
            collected.setdefault(f"macro {name}", []).append(
                _row_means(measure(tables), measure(observed), undefined, part)
            )
            total, count = per_document[name]
            collected.setdefault(f"per_document {name}", []).append(
                ratio(weights @ total, weights @ count)
            )
        done += take

    def intervals(kind: str) -> dict[str, Interval]:
        return {
            name: _percentiles(np.concatenate(collected[f"{kind} {name}"])) for name in _shown(beta)
        }

    return AverageIntervals(
        intervals("micro"), intervals("macro"), intervals("per_document"), n, REPLICATES
    )


def _shown(beta: float) -> dict[str, measures.Measure]:
    every = measures.decision_measures(beta)
    return {name: every[name] for name in ("precision", "recall", "f")}


def _grouping(n: int, groups: int, seed: int) -> sparse.csr_array:
    """Which documents form which group, (groups, documents); the identity when each is one."""
    if groups == n:
        return sparse.csr_array(sparse.eye_array(n, dtype=np.float32))
    order = np.random.default_rng(seed).permutation(n)
    group = np.empty(n, dtype=np.int64)
    group[order] = np.arange(n) % groups
    ones = np.ones(n, dtype=np.float32)
    return sparse.csr_array((ones, (group, np.arange(n))), shape=(groups, n))


def _document_sums(
    tables: ContingencyTable, beta: float, undefined: Undefined, gather: sparse.csr_array
) -> dict[str, tuple[Array, Array]]:
    """Per measure and group: the sum of the documents' values and how many counted."""
    part = anomaly_free(tables)
    sums = {}
    for name, measure in _shown(beta).items():
        value = measure(tables)
        missing = np.isnan(value)
        counted = _counted(missing, undefined, part)
        filled = np.where(missing, 1.0 if undefined == "one" else 0.0, value)
        sums[name] = (gather @ (filled * counted), gather @ counted.astype(float))
    return sums


def _counted(missing: Array, undefined: Undefined, part: Array) -> Array:
    if undefined in ("zero", "one"):
        return np.ones_like(missing)
    return ~missing & part if undefined == "partition" else ~missing


def _row_means(values: Array, sample: Array, undefined: Undefined, part: Array) -> Array:
    """The macro-average of each replicate, values of shape (replicates, classes).

    `sample` holds the observed values: what they leave undefined counts as the policy says. A
    class that merely was not drawn is left out: counting it as 0 or 1 would shift the interval
    away from the average it belongs to.
    """
    drawn = ~np.isnan(values)
    if undefined == "partition":
        drawn &= part
    mean = ratio(np.where(drawn, values, 0.0).sum(axis=1), drawn.sum(axis=1))
    if undefined not in ("zero", "one"):
        return mean
    missing = int(np.isnan(sample).sum())
    filled = missing * (undefined == "one")
    return (mean * (len(sample) - missing) + filled) / len(sample)


def _percentiles(values: Array) -> Interval:
    defined = values[~np.isnan(values)]
    if not len(defined):
        return Interval(float("nan"), float("nan"))
    low, high = np.percentile(defined, [2.5, 97.5])
    return Interval(low, high)
