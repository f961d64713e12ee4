"""What needs no classifier: the effectiveness of deciding without looking."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy import sparse

from metrics.averaging import mean_of
from metrics.incidence import count_per_document, judged, sets_of
from metrics.tallies import ContingencyTable
from metrics.typing import EQUAL, Array

BaselineName = Literal[
    "always no", "always yes", "most frequent class", "best fixed answer", "most frequent set"
]


@dataclass(frozen=True)
class Baseline:
    """A rule that never reads a document: its table per class and its share of exact matches.

    `classes`: which it assigns to every document, ascending; none for `always no`.
    """

    name: BaselineName
    tables: ContingencyTable
    exact_match: float
    classes: tuple[int, ...]


def baselines(
    tables: ContingencyTable,
    truth: sparse.csc_array,
    weights: Array | None = None,
    unjudged: sparse.csc_array | None = None,
) -> list[Baseline]:
    """Always no, always yes, the most frequent class, and the best fixed answers.

    Those are the classes with the highest micro F, as `best_fixed` has them, and the set of classes
    that most documents have. Each answer comes once, under its first name.

    `tables`: of the system, per class, for the same documents; `truth` and `unjudged`: boolean
    (documents, classes), documents counting by `weights`, shape (documents,). Pairs that nobody
    judged match whatever is said, and documents without any judged pair are no match and no
    mismatch. Source: Manning et al., 13.6; Lewis (1991).
    """
    r = tables.positives
    answers: dict[tuple[int, ...], BaselineName] = {(): "always no"}
    if len(r):
        answers.setdefault(tuple(range(len(r))), "always yes")
    if len(r) and r.max() > 0:
        answers.setdefault((int(np.argmax(r)),), "most frequent class")
        answers.setdefault(best_fixed(tables), "best fixed answer")
    if truth.shape[0]:
        answers.setdefault(_most_frequent_set(truth, weights, unjudged), "most frequent set")
    results = []
    for classes, name in answers.items():
        right = mean_of(right_with(truth, classes, unjudged), weights=weights).value
        results.append(Baseline(name, fixed_tables(tables, classes), right, classes))
    return results


def best_fixed(tables: ContingencyTable) -> tuple[int, ...]:
    """The classes that, assigned to every document, have the highest micro F1, ascending.

    `tables`: of any decisions on these documents. A class belongs to them where its prevalence is
    above half of that F. The fewest of equally good ones; the most frequent class alone where the
    classes have no bounds, and none where nothing is true. Source: Lipton et al. (2014) on half of
    the best F; Dinkelbach (1967) on finding it.
    """
    r, totals = tables.positives, tables.total
    if not len(r) or not r.max() > 0:
        return ()
    if np.isnan(totals).any():
        return (int(np.argmax(r)),)
    best: tuple[int, ...] = ()
    value, chosen = 0.0, r > 0
    while True:
        # each round is better than the one before, so that there is an end
        better = 2 * float(r[chosen].sum()) / float(r.sum() + totals[chosen].sum())
        if better <= value * (1 + EQUAL):
            return best
        value, best = better, tuple(int(c) for c in np.flatnonzero(chosen))
        chosen = 2 * r > value * totals * (1 + EQUAL)


def fixed_tables(tables: ContingencyTable, classes: tuple[int, ...]) -> ContingencyTable:
    """The table of every class, shape (classes,), where these are assigned to every document."""
    chosen = np.isin(np.arange(len(tables)), classes)
    r, negatives = tables.positives, tables.fp + tables.tn
    return ContingencyTable(
        np.where(chosen, r, 0),
        np.where(chosen, negatives, 0),
        np.where(chosen, 0, r),
        np.where(chosen, 0, negatives),
    )


def _most_frequent_set(
    truth: sparse.csc_array, weights: Array | None, unjudged: sparse.csc_array | None
) -> tuple[int, ...]:
    """The classes that most documents have, as far as they were judged; the first of equals."""
    known = judged(truth, unjudged)
    counted = np.ones(truth.shape[0]) if weights is None else np.asarray(weights, dtype=float)
    if unjudged is not None:
        counted = np.where(count_per_document(unjudged) == truth.shape[1], 0.0, counted)
    _, first, code = np.unique(sets_of(known), return_index=True, return_inverse=True)
    times = np.bincount(code, counted)
    document = first[times >= times.max() * (1 - EQUAL)].min()
    return tuple(int(c) for c in np.sort(known.tocsr()[[int(document)]].indices))


def right_with(
    truth: sparse.csc_array, classes: tuple[int, ...], unjudged: sparse.csc_array | None
) -> Array:
    """1 for a document whose judged classes are exactly these, else 0; shape (documents,).

    NaN for a document without any judged pair.
    """
    exactly, known = np.isin(np.arange(truth.shape[1]), classes), judged(truth, unjudged)
    open_to_all = sparse.csc_array(truth.shape, dtype=bool) if unjudged is None else unjudged
    of_these = known.astype(np.int64) @ exactly.astype(np.int64)
    asked = exactly.sum() - open_to_all.astype(np.int64) @ exactly.astype(np.int64)
    same = (of_these == asked) & (count_per_document(known) == of_these)
    return np.where(count_per_document(open_to_all) == truth.shape[1], np.nan, same)
