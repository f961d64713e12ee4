"""Two people's judgements as contingency tables, and the measures of two.

Two indexings, neither of which is held to be right, agree by the overlap of their pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from scipy import sparse

from metrics.annotators.ratings import Ratings
from metrics.averaging import Average, Undefined, mean_of
from metrics.measures import overlap, ratio
from metrics.tallies import ContingencyTable, count_decisions, left_over
from metrics.typing import CELLS, Array

# --- Two people's judgements as contingency tables, and the measures of two


def pairs_of(people: int) -> list[tuple[int, int]]:
    """Every two of so many people, the first before the second."""
    return list(combinations(range(people), 2))


@dataclass(frozen=True)
class DocumentTables:
    """What each document, or group of them, adds to the tables of two people, or of several twos.

    The first of two stands where the truth usually does. `hits`, `positives`, `assigned`: csr
    (documents, classes). `total`: (documents,), less `less`, csr (documents, classes) or None.
    """

    hits: sparse.csr_array
    positives: sparse.csr_array
    assigned: sparse.csr_array
    total: Array
    less: sparse.csr_array | None

    def __add__(self, other: DocumentTables) -> DocumentTables:
        less = [part for part in (self.less, other.less) if part is not None]
        return DocumentTables(
            sparse.csr_array(self.hits + other.hits),
            sparse.csr_array(self.positives + other.positives),
            sparse.csr_array(self.assigned + other.assigned),
            self.total + other.total,
            sparse.csr_array(sum(less[1:], start=less[0])) if less else None,
        )

    def gathered(self, gather: sparse.csr_array) -> DocumentTables:
        """The sums over groups, as from `resampling.grouping`, with weights if any."""
        hits, positives, assigned = (
            sparse.csr_array(gather @ pairs) for pairs in (self.hits, self.positives, self.assigned)
        )
        less = None if self.less is None else sparse.csr_array(gather @ self.less)
        return DocumentTables(hits, positives, assigned, gather @ self.total, less)

    def sums(self, weights: Array) -> ContingencyTable:
        """Tables per class under weights of shape (documents,) or (documents, replicates).

        The first axis is the classes.
        """
        tp, positives = self.hits.T @ weights, self.positives.T @ weights
        assigned = self.assigned.T @ weights
        total = self.total @ weights - np.zeros_like(tp)
        if self.less is not None:
            total = total - self.less.T @ weights
        fp, fn = left_over(assigned, tp), left_over(positives, tp)
        return ContingencyTable(tp, fp, fn, left_over(total, tp + fp + fn))

    def swapped(self) -> DocumentTables:
        """The same with the second of two in the place of the first."""
        return replace(self, positives=self.assigned, assigned=self.positives)

    def linear(self, weights: Array) -> tuple[Array, Array]:
        """What F and Cohen's kappa over classes add up: (documents, 4), and a start, (4,).

        Twice the hits, and positives and assigned, of which F is the ratio; then observed and
        expected disagreement as shares, to first order from where they are under `weights`.
        """
        table = self.sums(weights)
        share, positive, called = (
            ratio(x, table.total) for x in (1.0, table.positives, table.assigned)
        )
        differ = ratio(table.fp + table.fn, table.total)
        expected = positive * (1 - called) + (1 - positive) * called
        of_positive, of_called = 1 - 2 * called, 1 - 2 * positive
        apart = sparse.csr_array(self.positives + self.assigned - 2 * self.hits)
        columns = [
            2 * np.asarray(self.hits.sum(axis=1)),
            np.asarray(self.positives.sum(axis=1) + self.assigned.sum(axis=1)),
            apart @ np.nan_to_num(share) - self._spread(differ * share),
            self.positives @ np.nan_to_num(of_positive * share)
            + self.assigned @ np.nan_to_num(of_called * share)
            - self._spread((of_positive * positive + of_called * called) * share),
        ]
        start = np.array([0.0, 0.0, np.nansum(differ), np.nansum(expected)])
        return np.stack(columns, axis=1), start

    def _spread(self, values: Array) -> Array:
        """Of each document the sum of a value of every class that was judged there."""
        known = np.nan_to_num(values)
        return self.total * known.sum() - (0 if self.less is None else self.less @ known)


def drawn_f_and_kappa(
    tables_of_pairs: Sequence[DocumentTables],
    weights: Array,
    gather: sparse.csr_array,
    drawn: Array,
) -> tuple[Array, Array]:
    """F and Cohen's kappa over classes of several twos in each replicate, (twos, replicates) both.

    Of groups drawn so often, (groups, replicates); `weights` of the documents, which are in
    `gather` too. Observed and expected disagreement of kappa follow the draws to first order:
    their rest is of the order of one in the number of documents.
    """
    parts, starts = zip(*(each.linear(weights) for each in tables_of_pairs), strict=True)
    # one product for all: each alone would read all the draws again
    columns = np.concatenate([gather @ part for part in parts], axis=1)
    sums = (columns.T @ drawn).reshape(len(tables_of_pairs), 4, -1) + np.stack(starts)[:, :, None]
    chance = np.maximum(sums[:, 3], 0)
    return ratio(sums[:, 0], sums[:, 1]), 1 - ratio(sums[:, 2], chance)


def document_tables(ratings: Ratings, twos: Iterable[tuple[int, int]]) -> DocumentTables:
    """What each document adds to the tables of these twos of people together, one two at least.

    Only what both judged counts.
    """
    first, *others = (_of_two(ratings, i, j) for i, j in twos)
    return sum(others, start=first)


def _of_two(ratings: Ratings, first: int, second: int) -> DocumentTables:
    shared = (ratings.labelled[first] & ratings.labelled[second]).astype(float)
    first_labels, second_labels = (_rows_of(ratings.labels[i], shared) for i in (first, second))
    off = [
        _rows_of(off, shared)
        for off in (ratings.unjudged[first], ratings.unjudged[second])
        if off is not None
    ]
    hits = sparse.csr_array(first_labels.multiply(second_labels))
    if not off:
        return DocumentTables(hits, first_labels, second_labels, shared, None)
    either = sparse.csr_array(sum(off[1:], start=off[0]))
    either.data = np.minimum(either.data, 1.0)
    first_labels, second_labels = (
        sparse.csr_array(labels - labels.multiply(either))
        for labels in (first_labels, second_labels)
    )
    return DocumentTables(hits, first_labels, second_labels, shared, either)


def _rows_of(pairs: sparse.csr_array, shared: Array) -> sparse.csr_array:
    found = sparse.csr_array(pairs, dtype=float, copy=True)
    found.data *= np.repeat(shared, np.diff(found.indptr))
    found.eliminate_zeros()
    return found


def pair_tables(ratings: Ratings) -> ContingencyTable:
    """One table per class of every two people, shape (classes, pairs), in order of `pairs_of`.

    Documents count by their weights.
    """
    each = [document_tables(ratings, [two]) for two in pairs_of(len(ratings))]
    return tables_of(each, once(ratings))


def tables_of(each: Sequence[DocumentTables], weights: Array) -> ContingencyTable:
    """Tables per class of several twos side by side, shape (classes, twos)."""
    tables = [of.sums(weights) for of in each]
    return ContingencyTable(
        *(np.stack([getattr(table, cell) for table in tables], axis=1) for cell in CELLS)
    )


def once(ratings: Ratings) -> Array:
    """How much each document counts where it is there once, shape (documents,)."""
    return np.ones(ratings.documents) if ratings.weights is None else ratings.weights


def added(tables: ContingencyTable, chosen: Array) -> ContingencyTable:
    """The tables of some twos together, per class: shape (classes,) from (classes, pairs)."""
    return ContingencyTable(*(getattr(tables, cell)[:, chosen].sum(axis=1) for cell in CELLS))


def pooled_over_classes(table: ContingencyTable) -> ContingencyTable:
    """The decisions of all classes together, shape as the table's without its first axis."""
    return ContingencyTable(*(getattr(table, cell).sum(axis=0) for cell in CELLS))


def cohen_kappa(table: ContingencyTable) -> Array:
    """Agreement of two beyond that of chance with the same numbers of yes, in [-1, 1].

    Shape as the table. NaN where chance alone agrees always. Source: Cohen (1960).
    """
    return 1 - ratio((table.fp + table.fn) * table.total, _by_chance(table))


def cohen_kappa_over_classes(table: ContingencyTable) -> Array:
    """Cohen's kappa of all classes: 1 - sum of observed / sum of expected disagreement.

    The first axis of the table is the classes; the result has the others. Of one class a document
    it is Cohen's kappa of the confusion matrix of the two. NaN as for `cohen_kappa`. Source:
    Cohen (1960); De Vries, Elliott, Kanouse & Teleki (2008) for several classes a document.
    """
    observed = np.nan_to_num(ratio(table.fp + table.fn, table.total))
    expected = np.nan_to_num(ratio(_by_chance(table), table.total**2))
    return 1 - ratio(np.sum(observed, axis=0), np.sum(expected, axis=0))


def covariance_over_classes(table: ContingencyTable) -> Array:
    """How far two say yes together more often than by chance: both - first x second, in shares.

    Summed over the classes, the first axis; a class that nobody judged adds nothing.
    """
    both = ratio(table.tp, table.total)
    by_chance = ratio(table.positives * table.assigned, table.total**2)
    return np.asarray(np.sum(np.nan_to_num(both - by_chance), axis=0))


def _by_chance(table: ContingencyTable) -> Array:
    """Disagreements to be expected, times the number of decisions."""
    rejected = table.fn + table.tn
    return np.asarray(table.positives * rejected + table.negatives * table.assigned)


# --- how far two indexings agree, neither held to be right: the overlap of their pairs


@dataclass(frozen=True)
class Consistency:
    """Overlap of two indexings, in [0, 1]: of all their pairs together, and per document.

    `pooled` is NaN where neither assigned anything at all; so is a document's own overlap where
    neither assigned it anything.
    """

    pooled: float
    per_document: Average


def consistency(
    first: sparse.sparray, second: sparse.sparray, undefined: Undefined = "drop"
) -> Consistency:
    """Agreement of two indexings, boolean (documents, classes); neither is held to be right.

    Swapping them changes nothing. Source: Lewis (1991), (4) and Standard of Correctness.
    """
    table = count_decisions(sparse.csc_array(first), sparse.csc_array(second), unit="document")
    return Consistency(float(overlap(table.pooled())), mean_of(overlap(table), undefined))
