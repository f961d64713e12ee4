"""Log loss and Brier score of probabilities, summed where the rows lie, in two counts of all rows.

The loss of a pair is a function of the probability of what turned out, its chance: of a class that
is true its own, else what is left of 1. An infinite log loss is counted, and left out of sums. Sums
of fractions depend on the order in which an engine adds: their last digits may differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import ibis
import numpy as np
import pyarrow as pa
from ibis import _
from ibis.expr import types as ir

from breakeven.engine.counting import WeightedCells, class_positions, integer_column
from breakeven.engine.engines import Engine
from breakeven.engine.expressions import literal_list
from breakeven.engine.layout import Long, Wide
from metrics.expected.probability_losses import (
    LOSSES,
    LossAverages,
    LossName,
    MeanLoss,
    interval_of_squares,
)
from metrics.measures import ratio
from metrics.typing import EQUAL, Array

# what is made of one value of a pair
PairLoss: TypeAlias = Callable[[ir.Value], ir.Value]
# sums of a class over its scored pairs
SUMS = ("log_loss", "log_loss_squared", "brier", "brier_squared")


def count_losses(
    engine: Engine, layout: Wide | Long, counted: WeightedCells, one_each: bool
) -> dict[LossName, LossAverages]:
    """Both losses by their averages, as `loss_averages` of documents in memory.

    `counted`: the numbers of every class. `one_each`: every document has exactly one class.
    """
    of_classes = _of_classes(engine, layout, counted)
    moved = {name: _Moves.from_classes(of_classes[name]) for name in LOSSES}
    exclusive = one_each and len(layout.classes) > 1
    sums = _of_documents(engine, layout, moved)
    clusters = _of_clusters(engine, layout) if layout.drawn() else None
    averages: dict[LossName, LossAverages] = {}
    for name, classes in of_classes.items():
        means = classes.means(None if clusters is None else clusters[name])
        averages[name] = LossAverages(
            documents=sums.of_documents(name) if exclusive else None,
            pooled=sums.pooled(name, means),
            macro=sums.macro(name, means),
            per_class=means,
        )
    return averages


@dataclass(frozen=True)
class _ClassLosses:
    """Sums of one loss of every class by the documents' weights, shape (weights, classes).

    `weights`: shape (weights, 1). `number`: of judged pairs, `infinite` of those whose loss is so;
    `total`, `squared`: of the finite losses, and of their squares.
    """

    weights: Array
    number: Array
    infinite: Array
    total: Array
    squared: Array

    @property
    def weight(self) -> Array:
        """Of the finite losses, shape (classes,)."""
        return np.sum(self.weights * (self.number - self.infinite), axis=0)

    @property
    def mean(self) -> Array:
        """Of the finite losses, shape (classes,), NaN without any."""
        return ratio(np.sum(self.weights * self.total, axis=0), self.weight)

    def means(self, clusters: _ClusterLosses | None) -> tuple[MeanLoss, ...]:
        """The mean of each class; `clusters`: None where documents were drawn alone."""
        heavy = self.weights > 0
        number, infinite = (np.sum(heavy * n, axis=0) for n in (self.number, self.infinite))
        finite = self.number - self.infinite
        sums = clusters or _ClusterLosses(
            (number - infinite).astype(int),
            np.sum(self.weights**2 * self.squared, axis=0),
            np.sum(self.weights**2 * self.total, axis=0),
            np.sum(self.weights**2 * finite, axis=0),
        )
        squares = ratio(sums.squares(np.nan_to_num(self.mean)), self.weight**2)
        columns = self.mean, infinite, number, squares, sums.drawn
        return tuple(
            _mean_loss(*numbers)
            for numbers in zip(*(column.tolist() for column in columns), strict=True)
        )


@dataclass(frozen=True)
class _ClusterLosses:
    """What documents, or clusters, of each class add up to, shape (classes,).

    `drawn`: so many have a finite loss that weighs. `losses`: the squares of their sums of losses,
    `both`: of the products with their weights, `of_weights`: the squares of these.
    """

    drawn: Array
    losses: Array
    both: Array
    of_weights: Array

    def squares(self, mean: Array) -> Array:
        """The squares of what they are away from these means, summed."""
        away = self.losses - 2 * mean * self.both + mean**2 * self.of_weights
        return _cancelled(away, self.losses)


def _cancelled(squares: Array, size: Array) -> Array:
    """What rounding alone leaves of squares of such a size is nothing."""
    return np.where(squares > EQUAL * size, squares, 0.0)


def _mean_loss(
    finite: float, infinite: float, number: float, squares: float, drawn: float
) -> MeanLoss:
    """`squares`: of what each of the `drawn` documents or clusters moves the mean by, summed."""
    value = float("inf") if infinite else finite
    ends = interval_of_squares(finite, squares, int(drawn))
    return MeanLoss(value, int(infinite), int(number), ends)


def _of_classes(
    engine: Engine, layout: Wide | Long, counted: WeightedCells
) -> dict[LossName, _ClassLosses]:
    pairs, keys = layout.pairs(), list(layout.keys())
    pairs = pairs.mutate(chance=_chance(pairs.score, pairs.positive == 1))
    pairs = pairs.mutate(infinite=_is_infinite(pairs.chance), log_loss=_log_loss(pairs.chance))
    pairs = pairs.mutate(brier=_brier(pairs.chance))
    pairs = pairs.mutate(log_loss_squared=_.log_loss**2, brier_squared=_.brier**2)
    table = engine.run(
        pairs.group_by("klass", *keys).agg(
            positives=_.positive.sum(),
            infinite=_.infinite.cast("int64").sum(),
            **{f"sum_{name}": pairs[name].sum() for name in SUMS},
        )
    )
    judged, true = counted.counts["judged"].astype(float), counted.counts["true"].astype(float)
    sums = {name: np.zeros(judged.shape) for name in ("positives", "infinite", *SUMS)}
    weights = np.ones(1) if counted.weights is None else counted.weights
    row = np.zeros(table.num_rows, dtype=np.int64)
    if counted.weights is not None:
        row = np.searchsorted(weights, table["weight"].to_numpy())
    index = row, class_positions(table["klass"], layout.classes)
    for name in ("positives", "infinite"):
        sums[name][index] = integer_column(table, name)
    for name in SUMS:
        sums[name][index] = table[f"sum_{name}"].to_numpy()
    # a pair without a score has the probability 0
    unscored = true - sums["positives"]
    own = weights[:, None]
    return {
        "log_loss": _ClassLosses(
            own, judged, sums["infinite"] + unscored, sums["log_loss"], sums["log_loss_squared"]
        ),
        "brier": _ClassLosses(
            own,
            judged,
            np.zeros(judged.shape),
            sums["brier"] + unscored,
            sums["brier_squared"] + unscored,
        ),
    }


def _chance(score: ir.Value, positive: ir.BooleanValue) -> ir.FloatingValue:
    """The probability of what turned out."""
    return ibis.ifelse(positive, score, 1.0 - score)


def _is_infinite(chance: ir.FloatingValue) -> ir.BooleanValue:
    return chance <= 0.0


def _log_loss(chance: ir.FloatingValue) -> ir.FloatingValue:
    """0 where it is infinite: engines refuse the logarithm of 0."""
    return -ibis.ifelse(chance <= 0.0, 1.0, chance).ln()


def _brier(chance: ir.FloatingValue) -> ir.FloatingValue:
    return (1.0 - chance) * (1.0 - chance)


def _of_clusters(engine: Engine, layout: Wide | Long) -> dict[LossName, _ClusterLosses]:
    """What each cluster holds of every class, squared and summed."""
    each, clusters, squares = _in_clusters(layout), 0.0, 0.0
    unlisted = isinstance(layout, Long)
    if isinstance(layout, Long):
        sizes = engine.keep(_sizes(layout))
        weighing = (sizes.number > 0).cast("int64").sum()
        totals = engine.run(sizes.agg(clusters=weighing, squares=(_.size**2).sum()))
        clusters, squares = (float(totals[name][0].as_py()) for name in totals.column_names)
        # of pairs that are absent count the documents too: those listed are less those left out
        each = each.join(sizes, "cluster").mutate(
            **{f"{name}_size": _.size - _[f"{name}_size"] for name in LOSSES},
            **{f"{name}_number": _.number - _[f"{name}_number"] for name in LOSSES},
        )
    sums = {
        f"{name}_{key}": value
        for name in LOSSES
        for key, value in {
            "drawn": (each[f"{name}_number"] > 0).cast("int64").sum(),
            "losses": (each[name] ** 2).sum(),
            "both": (each[name] * each[f"{name}_size"]).sum(),
            "weights": (each[f"{name}_size"] ** 2).sum(),
        }.items()
    }
    if unlisted:
        listed = (each.number > 0).cast("int64").sum()
        sums |= {"clusters": listed, "squares": (each["size"] ** 2).sum()}
    table = engine.run(each.group_by("klass").agg(**sums))
    place = class_positions(table["klass"], layout.classes)

    def column(name: str) -> Array:
        values = np.zeros(len(layout.classes))
        values[place] = table[name].to_numpy().astype(float)
        return values

    # and clusters that do not list a class
    others = clusters - column("clusters") if unlisted else 0
    other_squares = squares - column("squares") if unlisted else 0
    return {
        name: _ClusterLosses(
            (column(f"{name}_drawn") + others).astype(int),
            column(f"{name}_losses"),
            column(f"{name}_both"),
            column(f"{name}_weights") + other_squares,
        )
        for name in LOSSES
    }


def _in_clusters(layout: Wide | Long) -> ir.Table:
    """A row for each class in a cluster: its finite losses by weight, and its documents.

    These as their weight (size), and how many weigh anything (number): of a row a document those
    with a finite loss, of a row a pair those that are listed and have none.
    """
    if isinstance(layout, Wide):
        pairs = layout.scored_pairs([*layout.keys(), *layout.drawn()]).mutate(judged=True)
    else:
        rows = layout.rows(None)
        pairs = rows.filter(rows.klass != "")
    size = pairs.weight if layout.weight is not None else ibis.literal(1.0)
    pairs = pairs.mutate(size=size, chance=_chance(pairs.score.fill_null(0.0), pairs.true))
    own = pairs.size * pairs.judged.cast("float64")
    none = {"log_loss": ~pairs.judged | _is_infinite(pairs.chance), "brier": ~pairs.judged}
    counted = none if isinstance(layout, Long) else {name: ~off for name, off in none.items()}
    heavy = (pairs.size > 0).cast("int64")
    return pairs.group_by("klass", "cluster").agg(
        log_loss=(own * _log_loss(pairs.chance)).sum(),
        brier=(own * _brier(pairs.chance)).sum(),
        **{f"{name}_size": (pairs.size * n.cast("float64")).sum() for name, n in counted.items()},
        **{f"{name}_number": (heavy * n.cast("int64")).sum() for name, n in counted.items()},
    )


def _sizes(layout: Long) -> ir.Table:
    """The weight of each cluster's documents (size), and how many weigh anything (number)."""
    rows = layout.rows(None)
    documents = rows.select("id", *layout.keys(), *layout.drawn()).distinct()
    weight = documents.weight if layout.weight is not None else ibis.literal(1.0)
    return documents.group_by("cluster").agg(
        size=weight.sum(), number=(weight > 0).cast("int64").sum()
    )


# --- what each document moves averages by


@dataclass(frozen=True)
class _Moves:
    """By how much a loss of each class enters the mean over classes, and from which value on.

    Both of shape (classes,); 0 of classes that have an infinite loss, or no judged pair.
    """

    slope: Array
    mean: Array

    @classmethod
    def from_classes(cls, classes: _ClassLosses) -> _Moves:
        """Of the sums of every class."""
        is_infinite = np.sum((classes.weights > 0) * classes.infinite, axis=0) > 0
        there = ~is_infinite & (classes.weight > 0)
        slope = np.where(there, ratio(1.0, classes.weight), 0.0)
        return cls(slope, np.where(there, classes.mean, 0.0))


# of each document: its finite losses and how many they are, its Brier scores, of its true class the
# loss, and what it moves the means over classes by
OF_DOCUMENT = ("judged", "infinite", "log_loss", "brier", "of_true", "true_infinite")
MOVED = {"log_loss": "moved_log_loss", "brier": "moved_brier"}


def _of_documents(
    engine: Engine, layout: Wide | Long, moves: Mapping[LossName, _Moves]
) -> _DocumentSums:
    each = _wide(layout, moves) if isinstance(layout, Wide) else _long(engine, layout, moves)
    weight = each.weight if layout.weight is not None else ibis.literal(1.0)
    full = (each.judged == len(layout.classes)).cast("float64")
    has_true = full * (each.true_infinite == 0).cast("float64")
    heavy = weight > 0
    each = each.select(
        *layout.drawn(),
        log_loss_number=weight * (each.judged - each.infinite),
        log_loss_total=weight * each.log_loss,
        brier_number=weight * each.judged,
        brier_total=weight * each.brier,
        log_loss_document=weight * has_true * each.of_true,
        log_loss_documents=weight * has_true,
        brier_document=weight * full * each.brier,
        brier_documents=weight * full,
        **{column: weight * each[column] for column in MOVED.values()},
        tells=(heavy & (each.judged > 0)).cast("int64"),
        log_loss_tells=(heavy & (has_true > 0)).cast("int64"),
        brier_tells=(heavy & (full > 0)).cast("int64"),
        full=(heavy & (full > 0)).cast("int64"),
    )
    sums = {name: each[name].sum() for name in each.columns if name not in layout.drawn()}
    if layout.drawn():
        chance = ("tells", "log_loss_tells", "brier_tells")
        clusters = {
            name: each[name].max() if name in chance else sum_ for name, sum_ in sums.items()
        }
        # how many documents have an infinite loss is a sum over documents
        each = each.group_by("cluster").agg(**clusters, log_loss_alone=each.log_loss_tells.sum())
    else:
        each = each.mutate(log_loss_alone=_.log_loss_tells)
    products = {
        f"{a}_times_{b}": (each[a] * each[b]).sum()
        for name in LOSSES
        for top, bottom in (("total", "number"), ("document", "documents"))
        for a, b in (
            (f"{name}_{top}", f"{name}_{top}"),
            (f"{name}_{top}", f"{name}_{bottom}"),
            (f"{name}_{bottom}", f"{name}_{bottom}"),
        )
    }
    moved = {f"{column}_squared": (each[column] ** 2).sum() for column in MOVED.values()}
    totals = {
        name: each[name].sum() for name in each.columns if name not in (*layout.drawn(), *MOVED)
    }
    table = engine.run(each.agg(**totals, **products, **moved))
    return _DocumentSums(
        {name: float(table[name][0].as_py() or 0.0) for name in table.column_names}
    )


@dataclass(frozen=True)
class _DocumentSums:
    """What documents, or clusters of them, add up to, by the names of `_of_documents`."""

    sums: Mapping[str, float]

    def pooled(self, name: LossName, classes: tuple[MeanLoss, ...]) -> MeanLoss:
        """Over all judged pairs."""
        infinite = sum(mean.infinite for mean in classes)
        pairs = sum(mean.number for mean in classes)
        mean, squares = self._mean(f"{name}_total", f"{name}_number")
        return _mean_loss(mean, infinite, pairs, squares, self.sums["tells"])

    def of_documents(self, name: LossName) -> MeanLoss:
        """Over the documents of which every class is judged."""
        infinite = self.sums["full"] - self.sums["log_loss_alone"] if name == "log_loss" else 0.0
        mean, squares = self._mean(f"{name}_document", f"{name}_documents")
        return _mean_loss(mean, infinite, self.sums["full"], squares, self.sums[f"{name}_tells"])

    def macro(self, name: LossName, classes: tuple[MeanLoss, ...]) -> MeanLoss:
        """Over the classes with a judged pair."""
        there = [mean for mean in classes if mean.number]
        finite = [mean.value for mean in there if not mean.infinite]
        value = float(np.mean(finite)) if finite else float("nan")
        squares = self.sums[f"{MOVED[name]}_squared"] / max(1, len(finite)) ** 2
        # a mean that no document moves
        squares = squares if squares > EQUAL**2 else 0.0
        infinite = len(there) - len(finite)
        return _mean_loss(value, infinite, len(there), squares, self.sums["tells"])

    def _mean(self, top: str, bottom: str) -> tuple[float, float]:
        """The mean, NaN without any, and the squares of what each moves it by, summed."""
        total = self.sums[bottom]
        if not total:
            return float("nan"), 0.0
        mean = self.sums[top] / total
        own, both, other = (
            self.sums[f"{a}_times_{b}"] for a, b in ((top, top), (top, bottom), (bottom, bottom))
        )
        squares = float(
            _cancelled(np.array(own - 2 * mean * both + mean**2 * other), np.array(own))
        )
        return mean, squares / total**2


def _wide(layout: Wide, moves: Mapping[LossName, _Moves]) -> ir.Table:
    rows = layout.documents(None)
    constants = {
        name: (
            literal_list(moved.slope.tolist(), "float64"),
            literal_list(moved.mean.tolist(), "float64"),
        )
        for name, moved in moves.items()
    }
    rows = rows.mutate(others=rows.judged.filter(lambda place: ~rows.true.contains(place)))

    def chance_of_true(place: ir.Value) -> ir.FloatingValue:
        return rows.scores[place].fill_null(0.0)

    def chance_of_other(place: ir.Value) -> ir.FloatingValue:
        return 1.0 - rows.scores[place].fill_null(0.0)

    sides = ((rows.true, chance_of_true), (rows.others, chance_of_other))

    def moved(name: LossName, loss: PairLoss) -> ir.FloatingValue:
        slope, mean = constants[name]

        def moves(place: ir.Value, chance: PairLoss) -> ir.Value:
            return slope[place] * (loss(chance(place)) - mean[place])

        return _sum_of(places.map(partial(moves, chance=chance)) for places, chance in sides)

    def summed(loss: PairLoss) -> ir.FloatingValue:
        def of_place(place: ir.Value, chance: PairLoss) -> ir.Value:
            return loss(chance(place))

        return _sum_of(places.map(partial(of_place, chance=chance)) for places, chance in sides)

    return rows.select(
        *layout.keys(),
        *layout.drawn(),
        judged=rows.judged.length(),
        infinite=summed(lambda chance: _is_infinite(chance).cast("float64")),
        log_loss=summed(_log_loss),
        brier=summed(_brier),
        of_true=_sum_of([rows.true.map(lambda place: _log_loss(chance_of_true(place)))]),
        true_infinite=_sum_of(
            [rows.true.map(lambda place: _is_infinite(chance_of_true(place)).cast("float64"))]
        ),
        moved_log_loss=moved("log_loss", _log_loss),
        moved_brier=moved("brier", _brier),
    )


def _sum_of(lists: Iterable[ir.ArrayValue]) -> ir.FloatingValue:
    """The sum of all that lists hold, 0 for none."""
    first, *others = (each.sums().fill_null(0.0) for each in lists)
    for other in others:
        first = first + other
    return first


def _long(engine: Engine, layout: Long, moves: Mapping[LossName, _Moves]) -> ir.Table:
    columns = {"of_class": pa.array(layout.classes, pa.string())}
    always = {}
    for name, moved in moves.items():
        columns[f"slope_{name}"] = pa.array(moved.slope)
        columns[f"always_{name}"] = pa.array(moved.slope * moved.mean)
        always[name] = float(np.sum(moved.slope * moved.mean))
    constants = engine.put(pa.table(columns))
    rows = layout.rows(None)
    rows = rows.left_join(constants, rows.klass == constants.of_class)
    rows = rows.mutate(
        chance=_chance(rows.score.fill_null(0.0), rows.true),
        own=(rows.judged & (rows.klass != "")).cast("float64"),
    )
    rows = rows.mutate(log=rows.own * _log_loss(rows.chance), square=rows.own * _brier(rows.chance))
    infinite = rows.own * _is_infinite(rows.chance).cast("float64")
    true = rows.true.cast("float64")
    off = (~rows.judged).cast("float64")
    each = rows.group_by("id", *layout.keys(), *layout.drawn()).agg(
        judged=len(layout.classes) - (~rows.judged).cast("int64").sum(),
        infinite=infinite.sum(),
        log_loss=rows.log.sum(),
        brier=rows.square.sum(),
        of_true=(true * rows.log).sum(),
        true_infinite=(true * infinite).sum(),
        **{
            f"listed_{name}": (
                rows[f"slope_{name}"].fill_null(0.0) * rows[column]
                + rows[f"always_{name}"].fill_null(0.0) * off
            ).sum()
            for name, column in (("log_loss", "log"), ("brier", "square"))
        },
    )
    # pairs that are absent say no, with probability 0
    return each.mutate(
        **{MOVED[name]: each[f"listed_{name}"] - ibis.literal(always[name]) for name in LOSSES}
    )
