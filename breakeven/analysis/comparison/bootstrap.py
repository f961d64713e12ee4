"""Systems compared on the same documents, drawn again.

Differences, how sure they are, what could be seen, and what may be said.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from scipy import sparse

from breakeven.analysis.comparison.shared_documents import (
    COMPARED_AVERAGES,
    ComparisonSettings,
    SharedDocuments,
)
from breakeven.analysis.evaluation.evaluation import Evaluation
from metrics.averaging import anomaly_free, relative_change
from metrics.incidence import judged
from metrics.tallies import ContingencyTable
from metrics.typing import EQUAL, Array
from metrics.uncertainty import resampling
from metrics.uncertainty.intervals import Interval
from metrics.uncertainty.resampling import grouping, weighed

# --- what systems did in each group of documents that is drawn together, by a resampling


# a fuller matrix of counts is multiplied faster as a dense one
DENSE = 0.05


@dataclass(frozen=True)
class GroupCounts:
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


def count_groups(evaluations: Sequence[Evaluation], seed: int = 0) -> GroupCounts:
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
    return GroupCounts(
        len(first.classes),
        len(evaluations),
        cells.toarray() if full else cells,
        counted,
        sizes,
        gather,
    )


# --- Systems compared on the same documents: differences, how sure they are, and what could be
# seen
#
# Documents are drawn, or their two outcomes swapped, whole: the decisions on one document depend
# on each other, and both systems found the same documents easy or hard.


REPLICATES = 10_000
LEVEL = 0.95
POWER = 0.8


def fewest_telling(comparisons: int = 1) -> int:
    """How many differing documents it takes to show anything at 5 % over so many comparisons.

    All of n going one way has p = 2 / 2^n: six for one comparison, as 2 / 2^5 is above 0.05.
    """
    return math.ceil(math.log2(2 * max(1, comparisons) / (1 - LEVEL) - 1e-9))


FEWEST_DIFFERING = fewest_telling()


@dataclass(frozen=True)
class Replicates:
    """A measure of several systems in every replicate, all with the same documents drawn.

    `averages`: name to shape (systems, replicates); `per_class`: (systems, classes,
    replicates), single precision; NaN where a replicate leaves it undefined.
    """

    averages: Mapping[str, Array]
    per_class: Array

    @property
    def number(self) -> int:
        """How many replicates were drawn."""
        return int(self.per_class.shape[-1])


def replicates_of(
    common: SharedDocuments,
    settings: ComparisonSettings,
    replicates: int = REPLICATES,
    seed: int = 0,
) -> Replicates:
    """Bootstrap replicates of a measure of decisions. The same seed gives the same numbers.

    Source: Efron (1979), with documents as the units.
    """
    evaluations = common.evaluations
    measure, top = settings.measure_function, list(settings.top)
    counts = count_groups(evaluations, seed)
    sums = [
        resampling.document_sums(
            evaluation.document_tables, *settings.per_document(evaluation), counts.gather
        )
        for evaluation in evaluations
    ]
    observed = [measure(evaluation.tables) for evaluation in evaluations]
    parts = [anomaly_free(evaluation.tables) for evaluation in evaluations]
    averages = {name: np.empty((len(evaluations), replicates)) for name in COMPARED_AVERAGES}
    per_class = np.empty((len(evaluations), counts.classes, replicates), dtype=np.float32)
    done = 0
    for weights in resampling.resampling_weights(len(counts.sizes), replicates, seed + 1):
        here = slice(done, done + weights.shape[1])
        for s, tables in enumerate(counts.tables(weights)):
            values = measure(tables)
            per_class[s, :, here] = values
            averages["micro_top"][s, here] = measure(resampling.pooled(tables, top))
            of_documents = sums[s].mean(weights)
            shares = settings.of_documents(evaluations[s]) is not None
            averages["micro"][s, here] = (
                of_documents if shares else measure(resampling.pooled(tables))
            )
            averages["macro"][s, here] = resampling.macro_of_drawn(
                values, observed[s], settings.undefined, parts[s]
            )
            averages["weighted"][s, here] = resampling.weighted_of_drawn(
                values, tables.positives, observed[s], settings.undefined, parts[s]
            )
            averages["per_document"][s, here] = of_documents
        done = here.stop
    return Replicates(averages, per_class)


def drawn_interval(values: Array, drawn: Array, level: float = LEVEL) -> Interval:
    """The percentile interval of values, shape (values,), of replicates (values, replicates).

    NaN where undefined, and where every drawing gives the same: it then shows nothing of chance.
    """
    low, high = resampling.percentiles(drawn, level)
    untold = np.isnan(values) | ~(_spread(drawn) > EQUAL)
    return Interval(
        np.where(untold, np.nan, np.fmin(low, values)),
        np.where(untold, np.nan, np.fmax(high, values)),
        value=values,
    )


@dataclass(frozen=True)
class BootstrapDifference:
    """New minus old, scalars or arrays of one shape, in units of the measure (1 = 100 points).

    `low`, `high`: paired percentile interval; `detectable`: the smallest true difference that
    a two-sided test at 5 % would find in 80 of 100 such test sets. All three NaN where undefined,
    and where every drawing gives the same difference: systems that never part show nothing.
    """

    points: Any
    relative: Any
    low: Any
    high: Any
    detectable: Any

    @property
    def real(self) -> Any:
        """Whether the interval leaves out zero."""
        return (np.asarray(self.low) > 0) | (np.asarray(self.high) < 0)


def difference(
    old: Any, new: Any, old_drawn: Array, new_drawn: Array, level: float = LEVEL
) -> BootstrapDifference:
    """The paired difference of observed values, with replicates along the last axis.

    The detectable difference is (z_0.975 + z_0.8) standard errors, 2.80 of them.
    """
    old, new = np.asarray(old, dtype=float), np.asarray(new, dtype=float)
    drawn = new_drawn - old_drawn
    low, high = resampling.percentiles(drawn, level)
    points = new - old
    error = _spread(drawn)
    undefined = np.isnan(points) | (error <= EQUAL)
    from scipy.special import ndtri  # takes long to import

    z = ndtri((1 + LEVEL) / 2) + ndtri(POWER)
    return BootstrapDifference(
        points[()],
        relative_change(old, new),
        np.where(undefined, np.nan, low)[()],
        np.where(undefined, np.nan, high)[()],
        np.where(undefined, np.nan, z * error)[()],
    )


def _spread(drawn: Array) -> Array:
    """Standard deviation along the last axis, NaN left out; NaN below two values."""
    defined = ~np.isnan(drawn)
    count = defined.sum(axis=-1)
    filled = np.where(defined, drawn, 0.0).astype(float)
    mean = filled.sum(axis=-1) / np.maximum(count, 1)
    squares = np.where(defined, (filled - mean[..., None]) ** 2, 0.0).sum(axis=-1)
    return np.where(count > 1, np.sqrt(squares / np.maximum(count - 1, 1)), np.nan)


@dataclass(frozen=True)
class BestSystems:
    """Who is best in each row of a table of values, shape (rows, systems).

    `best`: index per row, the earlier of equals, -1 where nothing is defined. `beaten`: shape
    (rows, systems), systems that the best is better than beyond chance.
    """

    best: Array
    beaten: Array


def best_systems(values: Array, drawn: Array, differing: Array) -> BestSystems:
    """The best of each row, and whom it beats: the paired interval of the difference is above 0.

    `values` (rows, systems); `drawn` (rows, systems, replicates); `differing` (rows, systems,
    systems) documents on which two systems differ: below `fewest_telling` no difference is taken
    for real.
    The best is compared with every other system after it was seen to be best, so each
    interval is at 1 - 0.05 / (systems - 1): Bonferroni, as in comparisons with the best.
    """
    rows, systems = values.shape
    defined = ~np.isnan(values)
    held = np.where(defined, values, -np.inf)
    best = np.where(defined.any(axis=1), np.argmax(held, axis=1), -1)
    beaten = np.zeros((rows, systems), dtype=bool)
    level = 1 - (1 - LEVEL) / max(1, systems - 1)
    row_numbers = np.arange(rows)
    for s in range(systems):
        low, _ = resampling.percentiles(drawn[row_numbers, best] - drawn[:, s], level)
        enough = differing[row_numbers, best, s] >= fewest_telling(systems - 1)
        beaten[:, s] = (low > 0) & enough & (best >= 0) & defined[:, s] & (best != s)
    return BestSystems(best, beaten)


# --- what may be said of a difference: the interval and the p-value beside it never contradict it


ALPHA = 0.05
Claim = Literal["beyond", "edge", "few", "chance", "same", "untested", "undefined", "infinite"]
CLAIM_WORDS: dict[Claim, str] = {
    "beyond": "unlikely to be chance",
    "edge": "borderline: the interval and the p-value disagree",
    "few": f"which may be chance: fewer than {FEWEST_DIFFERING} documents differ",
    "chance": "which may be chance",
    "same": "no difference",
    "untested": "not tested",
    "undefined": "undefined for one of the two",
    "infinite": "infinite for one of the two or both, so there is no difference to test",
}


def claim_of(difference: BootstrapDifference, p: float, telling: int) -> Claim:
    """The claim on one difference: `beyond` only where both its interval and its p say so.

    `p`: of randomisation, NaN where it was not tried; `telling`: documents, or clusters, that could
    tell the two systems apart. Where only one of the two was made, that one decides.
    """
    if math.isnan(difference.points):
        return "undefined"
    if difference.points == 0:
        return "same"
    beyond = [bool(difference.real)] if not math.isnan(difference.low) else []
    beyond += [p <= ALPHA] if not math.isnan(p) else []
    if not beyond:
        return "untested"
    if telling < FEWEST_DIFFERING:
        return "few"
    if all(beyond):
        return "beyond"
    return "edge" if any(beyond) else "chance"
