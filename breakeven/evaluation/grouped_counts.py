"""What systems did in each group of documents that is drawn together, by a resampling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from breakeven.evaluation.evaluation import Evaluation
from metrics.incidence import judged
from metrics.resampling import grouping, weighed
from metrics.tallies import ContingencyTable
from metrics.typing import Array

# a fuller matrix of counts is multiplied faster as a dense one
DENSE = 0.05


@dataclass(frozen=True)
class Counts:
    """What several systems did in each group of documents, to be weighted.

    `cells`: csr or dense (rows, groups), first the true pairs of each class, then per system the
    hits and the assigned pairs of each class; `judged` (classes, groups) likewise, or None where
    every pair is judged. `sizes`: documents per group. `gather`: csr (groups, documents). All
    count documents by their own weights.
    """

    classes: int
    systems: int
    cells: Any
    judged: Any
    sizes: Array
    gather: sparse.csr_array

    def tables(self, weights: Array) -> list[ContingencyTable]:
        """Per system its tables in every replicate, shape (classes, replicates).

        `weights`: shape (groups, replicates).
        """
        k = self.classes
        counted = self.cells @ weights
        total = self.sizes @ weights if self.judged is None else self.judged @ weights
        true = counted[:k]
        out = []
        for s in range(self.systems):
            tp, assigned = counted[k + 2 * s * k :][: 2 * k].reshape(2, k, weights.shape[1])
            out.append(ContingencyTable(tp, assigned - tp, true - tp, total - assigned - true + tp))
        return out


def count_groups(evaluations: Sequence[Evaluation], seed: int = 0) -> Counts:
    """The counts of systems evaluated on the same documents, in the same order."""
    first = evaluations[0]
    part, off = first.scored, first.scored.unjudged
    gather = weighed(grouping(first.documents, seed, part.clusters), part.weights)

    def per_group(pairs: sparse.sparray) -> sparse.csr_array:
        by_document = sparse.csr_array(judged(pairs, off), dtype=gather.dtype)
        return sparse.csr_array((gather @ by_document).T)

    parts = [per_group(first.truth)]
    for evaluation in evaluations:
        parts += [
            per_group(first.truth.multiply(evaluation.assigned)),
            per_group(evaluation.assigned),
        ]
    cells = sparse.vstack(parts, format="csr")
    sizes = np.asarray(gather.sum(axis=1), dtype=gather.dtype).ravel()
    counted = None
    if off is not None:
        left_out = gather @ sparse.csr_array(off, dtype=gather.dtype)
        counted = sizes[None, :] - left_out.toarray().T
    full = cells.nnz > DENSE * cells.shape[0] * cells.shape[1]
    return Counts(
        len(first.classes),
        len(evaluations),
        cells.toarray() if full else cells,
        counted,
        sizes,
        gather,
    )
