"""How good decisions are where classes stand in a hierarchy, beside the same decisions without.

A class goes into the nodes of a hierarchy: itself and all that stands above it. Truth and calls
are taken with their ancestors, without what is above everything: an ancestor is true if any class
below it is true, else not judged if any of these is not judged, else false. So a document counts
once for an ancestor, however many of its classes are below; documents keep their weights.

Every number stands beside what shuffled calls would get, see `metrics.hierarchy.error_distance`:
with ancestors each number is larger, also of calls that know nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.evaluation import Evaluation, decided, exactly_right
from breakeven.analysis.evaluation.merged_classes import merged_evaluation
from breakeven.data.hierarchy import Hierarchy
from metrics.averaging import Average, Undefined, anomaly_free, mean_of
from metrics.hierarchy.error_distance import (
    ErrorDistances,
    error_distances,
    shuffled_calls,
    when_shuffled,
)
from metrics.hierarchy.lowest_common_ancestors import WaysUp, lowest_common_tables, measure_ways_up
from metrics.hierarchy.nodes import node_scores, without_ancestors
from metrics.incidence import count_per_document, judged
from metrics.measures import f_beta, precision, prevalence, ratio, recall
from metrics.ranking.curves import average_precision
from metrics.tallies import ContingencyTable, count_decisions
from metrics.typing import DEFAULT_BETA, Array
from metrics.uncertainty.average_intervals import (
    mean_interval,
    micro_interval,
    per_document_interval,
)
from metrics.uncertainty.intervals import Interval

CountingWay = Literal["flat", "hierarchical", "lca"]
HierarchyMean = Literal["micro", "per_document"]
NO_INTERVAL = Interval(np.nan, np.nan)


@dataclass(frozen=True, kw_only=True)
class HierarchicalScores:
    """Precision, recall and F of decisions counted one way, in [0, 1]; NaN where 0/0.

    `way`: classes alone, with their ancestors, or joined at lowest common ancestors; `mean`: of
    all pairs, or over documents, of which `left_out` are 0/0. `interval`: of F, 95 %. `shuffled`:
    F of shuffled calls.
    """

    way: CountingWay
    mean: HierarchyMean
    precision: float
    recall: float
    f: float
    interval: Interval
    shuffled: float
    left_out: int


@dataclass(frozen=True, kw_only=True)
class LevelScores:
    """Decisions on the `nodes` of one level, with all below them; 1 is the top.

    `positives`, `assigned`: pairs of documents and nodes, by weights. `macro_f`: the mean over the
    nodes. `shuffled`: F of all pairs of shuffled calls.
    """

    level: int
    nodes: int
    positives: float
    assigned: float
    precision: float
    recall: float
    f: float
    macro_f: Average
    shuffled: float


@dataclass(frozen=True, kw_only=True)
class HierarchyShare:
    """A share of `of` units, by weights; NaN of none. `shuffled`: that of shuffled calls.

    `number`: how many these are.
    """

    value: float
    number: float
    of: float
    shuffled: float = np.nan
    interval: Interval = NO_INTERVAL


@dataclass(frozen=True, kw_only=True)
class HierarchicalMeasures:
    """Everything that a hierarchy says of one system's decisions.

    `full_path`: documents whose calls and their ancestors are exactly the true classes and theirs,
    `exact`: those whose calls are exactly the true classes. `inconsistent`: of the called pairs
    that have classes above them those without one of these; `inconsistent_truth`: of the true
    ones. `area`: under hierarchical precision and recall at every threshold, None without scores;
    `area_shuffled`: what a random order gets. `distances`: how far wrongly
    assigned classes are from the true ones.
    """

    beta: float
    undefined: Undefined
    depth: int
    nodes: int
    counted: tuple[HierarchicalScores, ...]
    levels: tuple[LevelScores, ...]
    full_path: HierarchyShare
    exact: HierarchyShare
    inconsistent: HierarchyShare
    inconsistent_truth: HierarchyShare
    area: float | None
    area_shuffled: float | None
    distances: ErrorDistances

    def scores_of(self, way: CountingWay, mean: HierarchyMean) -> HierarchicalScores:
        """One way of counting. KeyError for lowest common ancestors of all pairs."""
        return {(one.way, one.mean): one for one in self.counted}[way, mean]


def hierarchical_measures(
    hierarchy: Hierarchy,
    evaluation: Evaluation,
    beta: float = DEFAULT_BETA,
    undefined: Undefined = "drop",
) -> HierarchicalMeasures:
    """All measures of decisions on the classes of a hierarchy.

    `undefined`: what 0/0 counts as in means over documents and nodes.
    """
    # whether classes have bounds changes nothing here, and shuffling counts all documents
    flat = replace(evaluation, scored=replace(evaluation.scored, unbounded=False))
    into = sparse.csr_array(hierarchy.ancestors[: hierarchy.classes])
    wide = merged_evaluation(flat, hierarchy.nodes, into)
    ways = measure_ways_up(hierarchy.parents, hierarchy.levels)
    shuffled = _shuffled(flat, wide, ways, beta, undefined)
    own = sparse.csr_array(into[:, : hierarchy.classes])
    area = None
    if flat.scored.has_scores:
        scored = replace(
            wide.scored,
            given=node_scores(flat.scored.scores, into),
            positions=np.arange(flat.documents),
        )
        area = float(average_precision(scored.pooled))
    return HierarchicalMeasures(
        beta=beta,
        undefined=undefined,
        depth=hierarchy.depth,
        nodes=len(hierarchy.nodes),
        counted=(
            _micro("flat", flat, beta),
            _micro("hierarchical", wide, beta),
            _over_documents("flat", flat.document_tables, flat, beta, undefined, shuffled),
            _over_documents("hierarchical", wide.document_tables, flat, beta, undefined, shuffled),
            _over_documents("lca", _joined(flat, ways), flat, beta, undefined, shuffled),
        ),
        levels=tuple(
            _at_level(n, wide.tables[hierarchy.levels == n], beta, undefined)
            for n in range(1, hierarchy.depth + 1)
        ),
        full_path=_right(wide, shuffled["full_path"]),
        exact=_right(flat, shuffled["exact"]),
        inconsistent=_inconsistent(flat.assigned, own, flat.weights),
        inconsistent_truth=_inconsistent(
            judged(flat.truth, flat.scored.unjudged), own, flat.weights
        ),
        area=area,
        distances=error_distances(
            flat.truth,
            flat.assigned,
            hierarchy.parents,
            hierarchy.ancestors,
            flat.scored.unjudged,
        ),
        area_shuffled=None if area is None else float(prevalence(wide.tables.pooled())),
    )


def _joined(flat: Evaluation, ways: WaysUp) -> ContingencyTable:
    """Documents' classes joined at lowest common ancestors."""
    off = flat.scored.unjudged
    return lowest_common_tables(judged(flat.truth, off), judged(flat.assigned, off), ways)


def _micro(way: CountingWay, evaluation: Evaluation, beta: float) -> HierarchicalScores:
    pooled, f = evaluation.tables.pooled(), partial(f_beta, beta=beta)
    return HierarchicalScores(
        way=way,
        mean="micro",
        precision=float(precision(pooled)),
        recall=float(recall(pooled)),
        f=float(f(pooled)),
        interval=NO_INTERVAL if evaluation.drawn < 2 else micro_interval(decided(evaluation), f),
        shuffled=float(f(when_shuffled(evaluation.tables).pooled())),
        left_out=0,
    )


def _over_documents(
    way: CountingWay,
    tables: ContingencyTable,
    evaluation: Evaluation,
    beta: float,
    undefined: Undefined,
    shuffled: Mapping[str, float],
) -> HierarchicalScores:
    f = partial(f_beta, beta=beta)
    means = [
        _mean(measure(tables), tables, evaluation, undefined) for measure in (precision, recall, f)
    ]
    ends = NO_INTERVAL
    if evaluation.drawn >= 2:
        ends = per_document_interval(
            replace(decided(evaluation), of_documents=tables), f, undefined
        )
    return HierarchicalScores(
        way=way,
        mean="per_document",
        precision=means[0].value,
        recall=means[1].value,
        f=means[2].value,
        interval=ends,
        shuffled=shuffled[way],
        left_out=means[2].left_out,
    )


def _mean(
    values: Array, tables: ContingencyTable, evaluation: Evaluation, undefined: Undefined
) -> Average:
    return mean_of(values, undefined, anomaly_free(tables), evaluation.weights)


def _shuffled(
    flat: Evaluation, wide: Evaluation, ways: WaysUp, beta: float, undefined: Undefined
) -> dict[str, float]:
    """What shuffled calls get on average, of what has no closed form."""
    document, calls = shuffled_calls(flat.documents)
    weights = None if flat.weights is None else flat.weights[document]
    drawn = {
        "flat": _with_calls(flat, document, calls),
        "hierarchical": _with_calls(wide, document, calls),
    }
    tables = {way: count_decisions(*pairs, "document") for way, pairs in drawn.items()}
    values_by_key = {}
    for way, share in (("flat", "exact"), ("hierarchical", "full_path")):
        table = tables[way]
        right = np.where(table.total > 0, (table.fp == 0) & (table.fn == 0), np.nan)
        values_by_key[share] = mean_of(right, weights=weights).value
    truth, assigned, off = drawn["flat"]
    tables["lca"] = lowest_common_tables(judged(truth, off), judged(assigned, off), ways)
    for way, table in tables.items():
        values = f_beta(table, beta)
        values_by_key[way] = mean_of(values, undefined, anomaly_free(table), weights).value
    return values_by_key


def _with_calls(
    evaluation: Evaluation, documents: Array, calls: Array
) -> tuple[sparse.csc_array, sparse.csc_array, sparse.csc_array | None]:
    """Truth and what is not judged of documents, and between them the calls of others."""
    off = evaluation.scored.unjudged
    return (
        sparse.csc_array(evaluation.truth[documents]),
        sparse.csc_array(evaluation.assigned[calls]),
        None if off is None else sparse.csc_array(off[documents]),
    )


def _at_level(
    level: int, tables: ContingencyTable, beta: float, undefined: Undefined
) -> LevelScores:
    pooled = tables.pooled()
    return LevelScores(
        level=level,
        nodes=len(tables),
        positives=float(pooled.positives),
        assigned=float(pooled.assigned),
        precision=float(precision(pooled)),
        recall=float(recall(pooled)),
        f=float(f_beta(pooled, beta)),
        macro_f=mean_of(f_beta(tables, beta), undefined, anomaly_free(tables)),
        shuffled=float(f_beta(when_shuffled(tables).pooled(), beta)),
    )


def _right(evaluation: Evaluation, shuffled: float) -> HierarchyShare:
    """Documents whose calls are exactly what is true."""
    right, counted = exactly_right(evaluation)
    weights = np.ones(len(right)) if evaluation.weights is None else evaluation.weights
    ends = (
        NO_INTERVAL
        if evaluation.drawn < 2
        else mean_interval(right, counted, decided(evaluation).gathered)
    )
    number, total = float(weights @ right), float(weights @ counted)
    return HierarchyShare(
        value=float(ratio(number, total)),
        number=number,
        of=total,
        shuffled=shuffled,
        interval=ends,
    )


def _inconsistent(
    pairs: sparse.csc_array, ancestors: sparse.csr_array, weights: Array | None
) -> HierarchyShare:
    """Of the pairs that have classes above them, those without one of these."""
    found = [
        float(np.sum(number if weights is None else weights * number))
        for number in map(count_per_document, without_ancestors(pairs, ancestors))
    ]
    return HierarchyShare(value=float(ratio(found[1], found[0])), number=found[1], of=found[0])
