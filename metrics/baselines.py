"""What needs no classifier: the effectiveness of deciding without looking."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from metrics.averaging import mean_of
from metrics.incidence import count_per_document, judged
from metrics.tallies import ContingencyTable
from metrics.typing import Array


@dataclass(frozen=True)
class Baseline:
    """A rule that never reads a document: its table per class and its share of exact matches.

    `class_index` is the class that `most frequent class` assigns, None for the others.
    """

    name: str
    tables: ContingencyTable
    exact_match: float
    class_index: int | None = None


def baselines(
    tables: ContingencyTable,
    truth: sparse.csc_array,
    weights: Array | None = None,
    unjudged: sparse.csc_array | None = None,
) -> list[Baseline]:
    """Always no, always yes, and the most frequent class on every document.

    `tables`: of the system, per class, for the same documents; `truth` and `unjudged`: boolean
    (documents, classes), documents counting by `weights`, shape (documents,). Pairs that nobody
    judged match whatever is said, and documents without any judged pair are no match and no
    mismatch. Source: Manning et al., 13.6; Lewis (1991).
    """
    r, negatives = tables.positives, tables.negatives
    zero = np.zeros_like(r)
    always_no = ContingencyTable(zero, zero, r, negatives)
    always_yes = ContingencyTable(r, negatives, zero, zero)

    def exact_match(exactly: Array) -> float:
        return _share_with(judged(truth, unjudged), exactly, weights, unjudged)

    found = [
        Baseline("always no", always_no, exact_match(np.zeros(len(r), dtype=bool))),
        Baseline("always yes", always_yes, exact_match(np.ones(len(r), dtype=bool))),
    ]
    if len(r) and r.max() > 0:
        most = int(np.argmax(r))
        only = np.arange(len(r)) == most
        table = ContingencyTable(
            np.where(only, r, 0),
            np.where(only, negatives, 0),
            np.where(only, 0, r),
            np.where(only, 0, negatives),
        )
        found.append(Baseline("most frequent class", table, exact_match(only), most))
    return found


def _share_with(
    truth: sparse.csc_array,
    exactly: Array,
    weights: Array | None,
    unjudged: sparse.csc_array | None,
) -> float:
    """Share of documents whose judged classes are exactly these; NaN without documents."""
    open_to_all = sparse.csc_array(truth.shape, dtype=bool) if unjudged is None else unjudged
    of_these = truth.astype(np.int64) @ exactly.astype(np.int64)
    asked = exactly.sum() - open_to_all.astype(np.int64) @ exactly.astype(np.int64)
    same = (of_these == asked) & (count_per_document(truth) == of_these)
    nothing = count_per_document(open_to_all) == truth.shape[1]
    return mean_of(np.where(nothing, np.nan, same), weights=weights).value
