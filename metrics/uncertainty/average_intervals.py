"""How uncertain the averages of a measure are, without drawing again.

Each document moves an average by a little that follows from the measure's slope in the cells of a
table; the squares of that add up to the average's variance, with the decisions on one document,
and the documents of one cluster, kept together. The interval is Wilson's for a share of as many
trials as have that variance: it has width at 0 and 1, where drawing again shows nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

import numpy as np
from scipy import sparse

from metrics.averaging import Undefined, anomaly_free
from metrics.class_agreement import AgreementOfClasses
from metrics.effective_size import UPPER, EffectiveTrials
from metrics.measures import Measure, lowest, ratio
from metrics.tallies import ContingencyTable
from metrics.typing import EQUAL, Array, AverageName
from metrics.uncertainty.intervals import Interval, wilson

# --- Things that are alike in several numbers, worked out once for each kind


def distinct_columns(columns: Sequence[Array]) -> tuple[Array, Array]:
    """The tuples that occur, ascending, and which of them each thing has.

    `columns`: one number a thing each, shape (things,), none of them NaN. Shapes (columns, kinds)
    and (things,): `kinds[:, which]` are the columns. As `np.unique` of rows, which takes
    ten times as long.
    """
    order = np.lexsort(columns[::-1])
    ascending = np.stack([column[order] for column in columns])
    new = np.ones(len(order), dtype=bool)
    new[1:] = (ascending[:, 1:] != ascending[:, :-1]).any(axis=0)
    which = np.empty(len(order), dtype=np.int64)
    which[order] = np.cumsum(new) - 1
    return ascending[:, new], which


# --- how uncertain averages of a measure are, without drawing again
#
# Each document moves an average by a little that follows from the measure's slope in the cells of
# a table; the squares of that add up to the average's variance, with the decisions on one
# document, and the documents of one cluster, kept together. The interval is Wilson's for a share
# of as many trials as have that variance: it has width at 0 and 1, where drawing again shows
# nothing.


# of so many documents, divided as in the other classes, a class's errors are thought to be more
# than were seen: the fewer documents it has the more they tell
BORROWED = 2.0
DRAWINGS = 300
# of more classes than this, those with the same cells are looked at, and drawn, together
DRAWN_ALONE = 20_000
# with so many documents, or clusters, what they show of the variance counts as much as taking
# each for one trial
BELIEVED = 5.0
# of the step by which a cell is moved to see how the measure changes
STEP = 1e-3


@dataclass(frozen=True)
class JudgedDecisions:
    """Decisions beside the truth, to be averaged: csc (documents, classes), judged pairs only.

    `unjudged` None where every pair is judged. `gathered` as from `effective.cluster_weights`;
    None where documents are drawn alone and count 1. `tables`: per class; `of_documents`: per
    document; both count these pairs.
    """

    truth: sparse.csc_array
    assigned: sparse.csc_array
    unjudged: sparse.csc_array | None
    gathered: sparse.csr_array | None
    tables: ContingencyTable
    of_documents: ContingencyTable

    @cached_property
    def hits(self) -> sparse.csc_array:
        """True pairs that are assigned."""
        return sparse.csc_array(self.truth.multiply(self.assigned))

    @cached_property
    def kinds(self) -> tuple[ContingencyTable, Array]:
        """As `distinct_tables`, of the classes here."""
        return distinct_tables(self.tables)


def distinct_tables(tables: ContingencyTable) -> tuple[ContingencyTable, Array]:
    """Tables that differ, and which of them each class has; of few classes each has its own."""
    worth = tables.effective
    if len(tables.tp) <= DRAWN_ALONE:
        return tables, np.arange(len(tables.tp))
    told = () if worth is None else (worth.assigned, worth.positives, worth.either)
    kinds, which = distinct_columns([*tables.cells, *told])
    effective = None if worth is None else EffectiveTrials(*kinds[4:])
    return ContingencyTable(*kinds[:4], effective=effective), which


@dataclass(frozen=True)
class UnseenVariance:
    """What the documents at hand do not show of a mean over classes.

    `centre`: the value less its likely error; `wanting`: variance to be added; `number`: the
    trials it is worth where no variance can be seen.
    """

    centre: float
    wanting: float
    number: float


@dataclass(frozen=True)
class OverClasses:
    """A mean over classes, NaN without any, and what each class has to do with it.

    `averaged`: which are averaged, and weigh something, boolean. `slope`: by how much one more
    document in a cell of each moves the mean, in the order tp, fp, fn, tn. All of shape (classes,).
    """

    value: float
    averaged: Array
    slope: tuple[Array, ...]
    unseen: UnseenVariance | None


@dataclass(frozen=True)
class Influence:
    """A value of decisions, NaN where undefined, and what its uncertainty follows from.

    `per_document`: by how much each document moves it, shape (documents,), before weights;
    `included`: the documents it is of, boolean. `unseen`: None where the documents show all there
    is. `lowest`: the value lies between this and 1.
    """

    value: float
    per_document: Array
    included: Array
    unseen: UnseenVariance | None = None
    lowest: float = 0.0

    def share(self, value: float) -> float:
        """A value as a share of the way from the lowest to 1."""
        return (value - self.lowest) / (1 - self.lowest)


@dataclass(frozen=True)
class DocumentSquares:
    """What an interval needs of the documents: those that tell something, however counted.

    `number`: of them; `drawn`: of clusters that hold some, or of documents; `squares`: of what
    each of those moves the value by, summed; `alone`: what they are worth by their weights, each
    for one trial. Source of `alone`: Kish (1965).
    """

    number: int
    drawn: int
    squares: float
    alone: float


def interval_of(influence: Influence, gathered: sparse.csr_array | None) -> Interval:
    """95 % interval of a value; NaN where it is undefined. `gathered` as in `JudgedDecisions`."""
    return _interval(influence, share_of(influence, gathered))


def interval_of_sums(influence: Influence, summed: DocumentSquares) -> Interval:
    """As `interval_of`, of documents that were summed elsewhere."""
    return _interval(influence, _share(influence, summed))


def _interval(influence: Influence, share: tuple[float, float]) -> Interval:
    ends = wilson(*share)
    if np.isnan(ends.low):
        return Interval(np.nan, np.nan)
    low, high = (
        influence.lowest + (1 - influence.lowest) * float(end) for end in (ends.low, ends.high)
    )
    return Interval(min(low, influence.value), max(high, influence.value))


def micro_interval(decisions: JudgedDecisions, measure: Measure) -> Interval:
    """95 % interval of the measure of the pooled table; NaN where that is undefined."""
    return interval_of(micro_influence(decisions, measure), decisions.gathered)


def micro_influence(decisions: JudgedDecisions, measure: Measure) -> Influence:
    """The measure of the pooled table, and by how much each document moves it."""
    pooled = ContingencyTable(*(np.sum(cell) for cell in decisions.tables.cells))
    included = ~np.isnan(measure(decisions.of_documents))
    slope = slope_of(measure, pooled)
    per_document = sum(
        g * cell for g, cell in zip(slope, decisions.of_documents.cells, strict=True) if g
    )
    return Influence(
        float(measure(pooled)),
        np.broadcast_to(per_document, included.shape),
        included,
        lowest=lowest(measure),
    )


def per_document_interval(
    decisions: JudgedDecisions, measure: Measure, undefined: Undefined
) -> Interval:
    """95 % interval of the mean over documents; NaN where there is none."""
    return interval_of(per_document_influence(decisions, measure, undefined), decisions.gathered)


def per_document_influence(
    decisions: JudgedDecisions, measure: Measure, undefined: Undefined
) -> Influence:
    """The mean over documents, and by how much each document moves it."""
    values = measure(decisions.of_documents)
    is_defined = ~np.isnan(values)
    if undefined in ("zero", "one"):
        values, is_defined = (
            np.where(is_defined, values, undefined == "one"),
            np.ones_like(is_defined),
        )
    elif undefined == "partition":
        is_defined &= anomaly_free(decisions.of_documents)
    mean = mean_influence(np.where(is_defined, values, 0.0), is_defined, decisions.gathered)
    return replace(mean, lowest=lowest(measure))


def mean_interval(
    values: Array, counted: Array, gathered: sparse.csr_array | None = None
) -> Interval:
    """95 % interval of the mean of the counted documents' values in [0, 1]; NaN without any."""
    return interval_of(mean_influence(values, counted, gathered), gathered)


def mean_influence(
    values: Array, counted: Array, gathered: sparse.csr_array | None = None
) -> Influence:
    """The mean of the counted documents' values, and by how much each document moves it."""
    weight = np.ones(len(values)) if gathered is None else np.asarray(gathered.sum(axis=0)).ravel()
    total = float(np.sum(weight * counted))
    value = float(np.sum(weight * counted * values)) / total if total else float("nan")
    return Influence(value, counted * (values - value) / (total or 1.0), counted)


def average_influence(
    decisions: JudgedDecisions, measure: Measure, average: AverageName, undefined: Undefined
) -> Influence:
    """The measure by one of its averages, and by how much each document moves it."""
    match average:
        case "micro":
            return micro_influence(decisions, measure)
        case "macro":
            return macro_influence(decisions, measure, undefined)
        case "weighted":
            return weighted_influence(decisions, measure, undefined)
        case "per_document":
            return per_document_influence(decisions, measure, undefined)


def macro_interval(decisions: JudgedDecisions, measure: Measure, undefined: Undefined) -> Interval:
    """95 % interval of the mean over the classes averaged here; NaN where there is none.

    In a class of few documents F is too low on average, as it is curved in its cells, and errors
    that did not happen there show no variance. Both are made good by the cells that the others
    make likely (`BORROWED`): the interval is around the mean less its likely error, and holds it.
    Source: this project; the delta method to the second order.
    """
    return interval_of(macro_influence(decisions, measure, undefined), decisions.gathered)


def macro_influence(
    decisions: JudgedDecisions, measure: Measure, undefined: Undefined
) -> Influence:
    """The mean over the classes averaged here, and by how much each document moves it."""
    mean = over_classes(decisions.kinds, measure, undefined)
    return _influence_of(decisions, mean, lowest(measure))


def weighted_interval(
    decisions: JudgedDecisions, measure: Measure, undefined: Undefined
) -> Interval:
    """As `macro_interval`, each class weighing as it has positives: their number varies too."""
    return interval_of(weighted_influence(decisions, measure, undefined), decisions.gathered)


def weighted_influence(
    decisions: JudgedDecisions, measure: Measure, undefined: Undefined
) -> Influence:
    """The mean over the classes that have positives, weighing as those, and what moves it."""
    mean = over_classes(decisions.kinds, measure, undefined, by_positives=True)
    return _influence_of(decisions, mean, lowest(measure))


def _influence_of(decisions: JudgedDecisions, mean: OverClasses, least: float) -> Influence:
    return Influence(
        mean.value,
        _effect_per_document(decisions, mean.slope),
        _in_any(decisions, mean.averaged),
        mean.unseen,
        least,
    )


def over_classes(
    distinct: tuple[ContingencyTable, Array],
    measure: Measure,
    undefined: Undefined,
    by_positives: bool = False,
) -> OverClasses:
    """The mean over classes of tables as from `distinct_tables`, and what moves it.

    `by_positives`: each weighs as it has positives, not as any other.
    """
    kinds, kind = distinct
    values = measure(kinds)
    weights = np.asarray(kinds.positives, dtype=float) if by_positives else np.ones(len(values))
    is_defined = ~np.isnan(values) & (weights > 0)
    if undefined == "partition":
        is_defined &= anomaly_free(kinds)
    # what 0/0 counts as is known, and moves nothing but by its weight
    enters = weights > 0 if undefined in ("zero", "one") else is_defined
    averaged = (enters if by_positives else is_defined)[kind]
    if not is_defined[kind].any():
        return OverClasses(float("nan"), averaged, (np.zeros(len(averaged)),) * 4, None)
    shares = np.where(enters, weights, 0.0) / np.sum(np.where(enters, weights, 0.0)[kind])
    filled = np.where(np.isnan(values), float(undefined == "one"), values)
    value = float(np.sum((shares * filled)[kind]))
    slopes = [shares * np.where(is_defined, g, 0.0) for g in slope_of(measure, kinds)]
    if by_positives:
        # one more positive, found or missed, makes its class weigh more
        total = np.sum(np.where(enters, weights, 0.0)[kind])
        heavier = np.where(enters, filled - value, 0.0) / total
        slopes[0], slopes[2] = slopes[0] + heavier, slopes[2] + heavier
    seen, own = _in_documents(kinds[is_defined]), (np.cumsum(is_defined) - 1)[kind]
    own, share = own[is_defined[kind]], shares[kind][is_defined[kind]]
    bias, variance = _drawn_once(measure, _likely(seen, own), own)
    wanting = np.sum(share**2 * np.maximum(variance - _variance(measure, seen)[own], 0.0))
    off = np.sum(share * bias)
    number = 1 / np.sum(share**2 * (1 / np.maximum(_trials(measure, seen), EQUAL))[own])
    centre = np.clip(value - off, (lowest(measure) + value) / 2, (1 + value) / 2)
    unseen = UnseenVariance(float(centre), float(wanting), float(number))
    return OverClasses(value, averaged, tuple(slope[kind] for slope in slopes), unseen)


def share_of(influence: Influence, gathered: sparse.csr_array | None) -> tuple[float, float]:
    """The successes and trials of a proportion that is as uncertain as the value; NaN without one.

    As many trials as have the variance that `influence.per_document` adds up to. `gathered` as in
    `JudgedDecisions`.
    """
    if np.isnan(influence.value) or not influence.included.any():
        return np.nan, np.nan
    n = m = int(influence.included.sum())
    together, alone = influence.per_document, float(n)
    if gathered is not None:
        together, of_clusters = (
            gathered @ influence.per_document,
            gathered @ influence.included.astype(float),
        )
        m = int(np.sum(of_clusters > 0))
        alone = float(np.sum(of_clusters) ** 2 / np.sum(of_clusters**2))
    return _share(influence, DocumentSquares(n, m, float(np.sum(together**2)), alone))


def _share(influence: Influence, summed: DocumentSquares) -> tuple[float, float]:
    if np.isnan(influence.value) or not summed.number:
        return np.nan, np.nan
    unseen = influence.unseen or UnseenVariance(influence.value, 0.0, np.inf)
    n, m = summed.number, summed.drawn
    variance = summed.squares / _worth_of_few(n, m) + unseen.wanting
    variance /= (1 - influence.lowest) ** 2
    fewest = min(summed.alone, unseen.number)
    trials, centre = fewest, influence.share(influence.value)
    if variance > EQUAL / n and 0 < influence.share(unseen.centre) < 1:
        centre = influence.share(unseen.centre)
        trials = centre * (1 - centre) / variance
        # few documents seldom show how far one can be off: in part each counts as one trial
        believed = m / (m + BELIEVED)
        trials = 1 / (believed / trials + (1 - believed) / min(fewest, trials))
    return centre * trials, trials


def _worth_of_few(n: int, m: int) -> float:
    """What the variance among m clusters of n documents is to be divided by; 1 where alone.

    As `effective.effective_trials`: degrees of freedom, and how much wider the t distribution is.
    """
    from scipy.special import stdtrit

    if m == n or m < 2:
        return 1.0
    wider = float(stdtrit(n - 1, UPPER) / stdtrit(m - 1, UPPER))
    return (m - 1) / m * n / (n - 1) * wider**2


def _in_documents(table: ContingencyTable) -> ContingencyTable:
    """The same tables counted in effective documents, where those are fewer."""
    cells = [np.asarray(cell, dtype=float) for cell in table.cells]
    if table.effective is None:
        return ContingencyTable(*cells)
    worth = ratio(table.effective.either, cells[0] + cells[1] + cells[2])
    worth = np.where(np.isnan(worth), 1.0, worth)
    return ContingencyTable(*(cell * worth for cell in cells))


def _likely(table: ContingencyTable, own: Array) -> ContingencyTable:
    """The tables with `BORROWED` documents of the other classes' mix, and no more than before.

    `own`: which of the tables each class has.
    """
    tp, fp, fn, tn = table.cells
    either = tp + fp + fn
    size = np.maximum(either, EQUAL)
    some = own[(either > 0)[own]]
    mix = [np.mean((cell / size)[some]) if len(some) else 0.0 for cell in (tp, fp, fn)]
    share = either / (either + BORROWED)
    moved = [share * (cell + BORROWED * p) for cell, p in zip((tp, fp, fn), mix, strict=True)]
    return ContingencyTable(moved[0], moved[1], moved[2], tn)


def _steps(table: ContingencyTable) -> list[Array]:
    either = table.tp + table.fp + table.fn
    return [STEP * np.maximum(np.maximum(cell, either), 1.0) for cell in table.cells]


def _measure_moved(
    measure: Measure, table: ContingencyTable, cell_number: int, step: Array
) -> Array:
    cells = [np.asarray(cell, dtype=float) for cell in table.cells]
    cells[cell_number] = cells[cell_number] + step
    return measure(ContingencyTable(*cells))


def slope_of(measure: Measure, table: ContingencyTable) -> list[Array]:
    """By how much one more document in each cell moves the measure; 0 where it is undefined.

    In the order tp, fp, fn, tn, each in the shape of the table.
    """
    slopes = []
    for cell_number, step in enumerate(_steps(table)):
        up, down = (_measure_moved(measure, table, cell_number, by) for by in (step, -step))
        slopes.append(np.nan_to_num((up - down) / (2 * step)))
    return slopes


def _variance(measure: Measure, table: ContingencyTable) -> Array:
    slope = slope_of(measure, table)
    return np.sum([g**2 * cell for g, cell in zip(slope, table.cells, strict=True)], axis=0)


def _drawn_once(measure: Measure, table: ContingencyTable, own: Array) -> tuple[Array, Array]:
    """As `_drawn`, of each class, whose table `own` says.

    Of very many classes, most of which are alike in their cells, each kind is drawn once.
    """
    if len(own) <= DRAWN_ALONE:
        return _drawn(measure, table[own])
    cells, kind = distinct_columns(table.cells)
    off, variance = _drawn(measure, ContingencyTable(*cells))
    return off[kind[own]], variance[kind[own]]


def _drawn(measure: Measure, table: ContingencyTable) -> tuple[Array, Array]:
    """By how much the measure is off on average, and its variance, in tables drawn like these.

    Cells are Poisson counts. What they move the measure along its slope averages to 0 and is
    taken off, so that few drawings tell; undefined ones do not count.
    """
    random = np.random.default_rng(0)
    cells = [np.asarray(cell, dtype=float) for cell in table.cells]
    drawn = [random.poisson(cell, (DRAWINGS, *cell.shape)).astype(float) for cell in cells[:3]]
    values = measure(ContingencyTable(drawn[0], drawn[1], drawn[2], cells[3]))
    slope = slope_of(measure, table)
    along = sum(g * (d - cell) for g, d, cell in zip(slope, drawn, cells, strict=False))
    there = ~np.isnan(values)
    number = np.maximum(there.sum(axis=0), 1)
    mean = np.where(there, values, 0.0).sum(axis=0) / number
    variance = np.where(there, (values - mean) ** 2, 0.0).sum(axis=0) / number
    off = mean - measure(table) - np.mean(along, axis=0)
    return np.nan_to_num(off), variance


def _trials(measure: Measure, table: ContingencyTable) -> Array:
    """Documents by which the measure is defined at all: for precision the assigned.

    Where one document alone does not define it, as informedness needs a positive and a negative:
    how many such pairs there are that share no document. For correlations those predicted or
    true.
    """
    if lowest(measure) < 0:
        # correlations: whatever is predicted or true
        return np.sum(table.cells[:3], axis=0)
    alone, pairs = _defining(measure)
    left = [np.array(cell, dtype=float) for cell in table.cells]
    trials = np.zeros_like(left[0])
    for cell_number in alone:
        trials += left[cell_number]
    for first, second in pairs:
        both = np.minimum(left[first], left[second])
        trials += both
        left[first] -= both
        left[second] -= both
    return trials


def _defining(measure: Measure) -> tuple[list[int], list[tuple[int, int]]]:
    """The cells of which one document defines the measure, and the pairs of others of which two."""

    def is_defined(cell_numbers: tuple[int, ...]) -> bool:
        cells = np.isin(np.arange(4), cell_numbers).astype(float)
        return not np.isnan(measure(ContingencyTable(*cells)))

    alone = [cell_number for cell_number in range(4) if is_defined((cell_number,))]
    others = [cell_number for cell_number in range(4) if cell_number not in alone]
    return alone, [pair for pair in combinations(others, 2) if is_defined(pair)]


def class_intervals(tables: ContingencyTable, measure: Measure) -> Interval:
    """95 % intervals of a measure of every class, ends of shape (classes,); NaN where undefined.

    By its slope in the cells, as those of averages; documents are worth what they are by weights
    and clusters. For precision, recall and F see `intervals`, where they are shares by themselves.
    """
    share, trials = class_shares(tables, measure)
    value, least = measure(tables), lowest(measure)
    ends = wilson(share * trials, trials)
    low, high = (least + (1 - least) * end for end in (ends.low, ends.high))
    return Interval(np.fmin(low, value), np.fmax(high, value))


def class_shares(tables: ContingencyTable, measure: Measure) -> tuple[Array, Array]:
    """The share, and the trials, of proportions that are as uncertain as a measure of every class.

    The share is of the way from the measure's lowest value to 1. Both of shape (classes,).
    """
    seen, least = _in_documents(tables), lowest(measure)
    value, total = measure(tables), seen.total
    slopes = slope_of(measure, seen)
    drift = sum(g * cell for g, cell in zip(slopes, seen.cells, strict=True))
    variance = _variance(measure, seen) - ratio(drift**2, total)
    share, telling = (value - least) / (1 - least), _trials(measure, seen)
    varies = (variance > EQUAL / np.maximum(total, 1)) & (share > 0) & (share < 1)
    trials = np.where(varies, ratio(share * (1 - share), variance / (1 - least) ** 2), telling)
    # as of averages: few documents seldom show how far one can be off
    believed = telling / (telling + BELIEVED)
    few = np.minimum(telling, trials)
    trials = np.where(varies, 1 / (ratio(believed, trials) + ratio(1 - believed, few)), trials)
    return share, trials


def agreement_influence(decisions: JudgedDecisions, agreement: AgreementOfClasses) -> Influence:
    """A coefficient of all classes at once, and by how much each document moves it."""
    moved = _effect_per_document(decisions, agreement.slope)
    return Influence(agreement.value, moved, decisions.of_documents.positives > 0, lowest=-1.0)


def _effect_per_document(decisions: JudgedDecisions, slope: Sequence[Array]) -> Array:
    """By how much each document moves a sum over the classes, shape (documents,)."""
    tp, fp, fn, tn = slope
    per_document = (
        decisions.hits @ (tp - fp - fn + tn)
        + decisions.assigned @ (fp - tn)
        + decisions.truth @ (fn - tn)
        + tn.sum()
    )
    return np.asarray(
        per_document if decisions.unjudged is None else per_document - decisions.unjudged @ tn
    )


def _in_any(decisions: JudgedDecisions, classes: Array) -> Array:
    """Documents assigned to one of the classes, or truly in it."""
    in_any = np.zeros(decisions.truth.shape[0], dtype=bool)
    for pairs in (decisions.truth, decisions.assigned):
        in_any[pairs.indices[pairs.data & np.repeat(classes, np.diff(pairs.indptr))]] = True
    return in_any
