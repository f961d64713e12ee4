"""Tests of two systems on the same documents: sign test, McNemar, and approximate randomisation.

Tested in `test_significance` and `test_weights_and_clusters`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from breakeven.analysis.comparison.bootstrap import REPLICATES
from breakeven.analysis.comparison.shared_documents import (
    COMPARED_AVERAGES,
    ComparedValues,
    ComparisonSettings,
    values_of,
)
from breakeven.analysis.evaluation.evaluation import Evaluation
from metrics.averaging import Undefined, anomaly_free
from metrics.incidence import judged, without_zeros
from metrics.measures import ratio
from metrics.tallies import ContingencyTable
from metrics.typing import Array
from metrics.uncertainty import resampling
from metrics.uncertainty.significance import NAN, TestOutcome, sign_test

# --- Tests of two evaluations, document by document or decision by decision


def micro_sign_test(old: Evaluation, new: Evaluation) -> TestOutcome:
    """Over all decisions: of those that exactly one system gets right, how many the new one does.

    Source: Yang & Liu (1999), s-test, as generally cited.
    """
    only_new, only_old = one_right(old, new)
    return sign_test("micro_sign_test", int(only_new.nnz), int(only_new.nnz + only_old.nnz))


def one_right(old: Evaluation, new: Evaluation) -> tuple[sparse.csc_array, sparse.csc_array]:
    """Decisions that only the new system, and that only the old one gets right.

    Boolean csc (documents, classes); unjudged pairs are in neither.
    """
    apart = judged(old.assigned != new.assigned, old.scored.unjudged)
    # where they differ, the new one is right just where it assigns what is true, or does not
    # assign what is not
    new_wrong = apart.multiply(new.truth != new.assigned)
    old_wrong = apart.multiply(old.truth != old.assigned)
    return without_zeros(old_wrong), without_zeros(new_wrong)


def mcnemar(old: Evaluation, new: Evaluation) -> TestOutcome:
    """Of the documents that exactly one system gets exactly right, how many the new one does.

    Exact McNemar test: binomial, with half as the share. NaN where there is no such document.
    Source: McNemar (1947).
    """
    from scipy.stats import binomtest

    old_right, new_right = right_documents(old), right_documents(new)
    only_new = int((new_right & ~old_right).sum())
    only_old = int((old_right & ~new_right).sum())
    trials = only_new + only_old
    if trials == 0:
        return TestOutcome("mcnemar", 0, 0.0, NAN, NAN, NAN)
    p = float(binomtest(only_new, trials).pvalue)
    one_sided = float(binomtest(only_new, trials, alternative="greater").pvalue)
    return TestOutcome("mcnemar", trials, only_new, NAN, p, one_sided)


def right_documents(evaluation: Evaluation) -> Array:
    """Documents whose classes are all right, boolean, shape (documents,)."""
    tables = evaluation.document_tables
    return (tables.fp == 0) & (tables.fn == 0)


# --- Approximate randomisation: whether swapping the two systems document by document matters


# up to so many differing documents every one of the 2^n swaps is tried: p is then exact
ENUMERATED = 13


@dataclass(frozen=True)
class Randomisation:
    """Two-sided p-values by average name, and per class, shape (classes,); NaN where undefined.

    `differing`: documents on which any decision differs; `draws`: swaps tried, all of them
    when `exact`.
    """

    averages: Mapping[str, float]
    per_class: Array
    differing: int
    draws: int
    exact: bool


def randomisation(
    old: Evaluation,
    new: Evaluation,
    settings: ComparisonSettings,
    draws: int = REPLICATES,
    seed: int = 0,
) -> Randomisation:
    """The share of swaps with a difference at least as large as the observed one.

    Were the systems alike, each document's two outcomes could as well be exchanged. For drawn
    swaps p = (1 + as large) / (1 + draws), never 0. A swap that leaves the difference
    undefined counts as large. Both evaluations are on the same documents, in one order; those
    of one cluster are swapped together, as what one shows the others show.
    Source: Noreen (1989); Yeh (2000) for precision, recall and F.
    """
    tables = [evaluation.document_tables for evaluation in (old, new)]
    # a document whose decisions agree changes nothing when swapped
    apart = np.flatnonzero(np.diff(sparse.csr_array(old.assigned != new.assigned).indptr))
    clusters, own = old.scored.clusters, old.weights
    together = None if clusters is None else clusters[apart]
    gather = resampling.grouping(len(apart), seed, together)
    groups = gather.shape[0]
    units = len(apart) if together is None else len(np.unique(together))
    entering = resampling.weighed(gather, None if own is None else own[apart])
    moving = [_cells(evaluation, apart, entering) for evaluation in (old, new)]
    every = resampling.weighed(_every(old.documents), own)
    sums = [resampling.document_sums(t, *settings.per_document(old), every) for t in tables]
    apart_sums = [(gather @ s.total[apart], gather @ s.count[apart]) for s in sums]
    exact = groups == units <= ENUMERATED
    observed = _gaps(values_of(old, settings), values_of(new, settings))
    as_large: dict[str, Any] = dict.fromkeys(observed, 0)
    tried = 0
    for swaps in all_swaps(groups) if exact else resampling.swapping_weights(groups, draws, seed):
        gaps = _swapped((old, new), moving, swaps, settings)
        gaps["per_document"] = _swapped_documents(sums, apart_sums, swaps)
        if settings.of_documents(old) is not None:
            gaps["micro"] = gaps["per_document"]
        tried += swaps.shape[1]
        for name, gap in observed.items():
            values = np.abs(gaps[name])
            # the same sum in another order may miss equality by rounding
            large = ~(values < np.abs(np.asarray(gap))[..., None] - 1e-9)
            as_large[name] = as_large[name] + large.sum(axis=-1)
    more = 0 if exact else 1
    p = {
        name: np.where(np.isnan(gap), np.nan, (as_large[name] + more) / (tried + more))
        for name, gap in observed.items()
    }
    return Randomisation(
        {name: float(p[name]) for name in COMPARED_AVERAGES},
        p["per_class"],
        len(apart),
        tried,
        exact,
    )


def _gaps(old: ComparedValues, new: ComparedValues) -> dict[str, Any]:
    gaps: dict[str, Any] = {
        name: new.averages[name] - old.averages[name] for name in COMPARED_AVERAGES
    }
    return gaps | {"per_class": new.per_class - old.per_class}


def all_swaps(groups: int) -> Iterator[Array]:
    """Every way to swap so many groups, in one block of shape (groups, 2^groups)."""
    every = np.arange(2**groups)
    yield (every[None, :] >> np.arange(groups)[:, None] & 1).astype(np.float32)


def _every(n: int) -> sparse.csr_array:
    return sparse.csr_array(sparse.eye_array(n))


def _cells(evaluation: Evaluation, rows: Array, gather: sparse.csr_array) -> sparse.csr_array:
    """Hits, then assigned pairs, per class and group of the rows: csr (2 classes, groups)."""
    assigned = judged(evaluation.assigned, evaluation.scored.unjudged)
    by_document = sparse.hstack([evaluation.truth.multiply(assigned), assigned], format="csr")
    return sparse.csr_array((gather @ by_document[rows].astype(gather.dtype)).T)


def _swapped(
    pair: tuple[Evaluation, Evaluation],
    moving: list[sparse.csr_array],
    swaps: Array,
    settings: ComparisonSettings,
) -> dict[str, Array]:
    """New minus old after the swaps: micro, macro (replicates,), per class (classes, ...)."""
    old, new = (evaluation.tables for evaluation in pair)
    k = len(old)
    # where a coin shows 1 the document's counts change sides
    shift = (moving[1] - moving[0]) @ swaps
    tables = []
    for table, sign in ((old, 1), (new, -1)):
        tp = table.tp[:, None] + sign * shift[:k]
        assigned = table.assigned[:, None] + sign * shift[k:]
        true, total = table.positives[:, None], table.total[:, None]
        tables.append(ContingencyTable(tp, assigned - tp, true - tp, total - assigned - true + tp))
    measure, top = settings.measure_function, list(settings.top)
    per_class = [measure(t) for t in tables]
    means, weighted = (
        [_means(v, t, settings.undefined, w) for v, t in zip(per_class, tables, strict=True)]
        for w in (1.0, old.positives[:, None])
    )
    return {
        "micro_top": np.subtract(*(measure(resampling.pooled(t, top)) for t in tables[::-1])),
        "micro": np.subtract(*(measure(resampling.pooled(t)) for t in tables[::-1])),
        "macro": means[1] - means[0],
        "weighted": weighted[1] - weighted[0],
        "per_class": per_class[1] - per_class[0],
    }


def _swapped_documents(
    sums: list[resampling.DocumentSums], apart: list[tuple[Array, Array]], swaps: Array
) -> Array:
    total = (apart[1][0] - apart[0][0]) @ swaps
    count = (apart[1][1] - apart[0][1]) @ swaps
    old = ratio(sums[0].total.sum() + total, sums[0].count.sum() + count)
    new = ratio(sums[1].total.sum() - total, sums[1].count.sum() - count)
    return new - old


def _means(
    values: Array, tables: ContingencyTable, undefined: Undefined, weights: Any = 1.0
) -> Array:
    """`averaging.mean_of` of each column; `weights`: of the classes, (classes, 1), or all alike."""
    counted = ~np.isnan(values)
    if undefined == "partition":
        counted &= anomaly_free(tables)
    filled = np.where(counted, values, float(undefined == "one"))
    if undefined in ("zero", "one"):
        counted = np.ones_like(counted)
    weighing = np.where(counted, weights, 0.0)
    return ratio((weighing * filled).sum(axis=0), weighing.sum(axis=0))
