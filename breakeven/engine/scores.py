"""The scores of every class, counted: each distinct one, or those that measures turn on.

The classes of each document are ranked where the rows lie: where a correct class stands is how
many classes of the same document score at least as much. Rows that are documents are asked for
that within themselves; of rows that are pairs, the correct ones are put beside the others of their
document, so that no document is held whole. Home comes how many documents meet so many correct
classes at the same precision, which is a share of whole numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import ibis
import numpy as np
import pyarrow as pa
from ibis import _
from ibis.expr import types as ir

from breakeven.analysis.evaluation.curves import Curves
from breakeven.data.records import Problem
from breakeven.engine.counting import WeightedCells, class_positions, integer_column
from breakeven.engine.engines import Engine
from breakeven.engine.layout import Long, Wide
from breakeven.engine.score_parts import DIGITS, Parts, lowest_scores, with_digits
from breakeven.readers.base.problems import ReadError
from metrics.ranking.document_pivot import CountedPoints
from metrics.ranking.pooled_curves import parts_to_refine
from metrics.tallies import ScoreTally, left_over
from metrics.typing import Array

# --- the scores of every class, counted: each distinct one, or those that measures turn on


# rows that come back at a time: where each is wanted, and where they only say where to look on
AT_HOME = 4_000_000
SCANNED_ROWS = 1_000_000
# counts of all pairs, at most; and binary digits that one of them adds
PASSES = 5
DIGITS_A_PASS = 13
# one distinct score in so many is looked at, that no more than a sample of pairs is: primes, as
# digits of rounded scores are multiples of powers of two and, nearly, of five
ONE_IN = (1, 11, 101, 1_009, 10_007, 100_003)
SAMPLE = 200_000
# beyond every power of two
NO_OCTAVE = 4_096
# how many more there may be than the estimate says
ROUGHLY = 1.2


@dataclass(frozen=True)
class WantedScores:
    """What is counted by itself: every class, or all pairs as one list.

    `pairs`: klass, score and positive, of scored pairs, with their parts. `classes`: their names,
    where pairs have names instead of places. `positives`: of each, scored or not, shape (classes,).
    `precision`: of the scores as they are written.
    """

    engine: Engine
    pairs: ir.Table
    classes: tuple[str, ...]
    positives: Array
    precision: type[np.floating[Any]] = np.float64


def count_scores(
    engine: Engine, layout: Wide | Long, counted: WeightedCells, at_home: int = AT_HOME
) -> Curves:
    """The curves of every class. ReadError where weights make too many rows to bring home.

    Every distinct score is counted where no more than `at_home` come of it. Else the scores that
    break-even, the eleven points and the best F turn on are looked for, in at most five counts.
    """
    size = int(counted.counts["judged"].sum())
    pairs = with_digits(layout.pairs(), engine.name == "duckdb")
    true, precision = (
        counted.counts["true"].sum(axis=0),
        np.float32 if layout.narrow else np.float64,
    )
    wanted = WantedScores(engine, pairs, layout.classes, true, precision)
    if size <= at_home:
        return Curves(_complete(wanted, counted), size)
    octaves, different = _octaves(wanted, size)
    if different * ROUGHLY <= at_home:
        return Curves(_complete(wanted, counted), size)
    if counted.weights is not None:
        what = f"documents have weights, and there are more than {at_home:,} distinct scores"
        raise ReadError([Problem(what=what, remedy="round the scores, or leave the weights out")])
    refined = _refined(wanted, octaves, at_home)
    tallies = _tallies(refined, wanted.positives, counted.counts["judged"][0])
    pool = replace(
        wanted,
        pairs=pairs.mutate(klass=ibis.literal(0, "int32")),
        positives=wanted.positives.sum(keepdims=True),
    )
    (together,) = _tallies(
        _refined(pool, octaves.together(), at_home), pool.positives, np.array([size])
    )
    return Curves(tuple(tallies), size, together, complete=False)


def _octaves(wanted: WantedScores, size: int) -> tuple[Parts, int]:
    """Pairs by the power of two of their scores, and about how many different scores there are.

    Scores whose digits leave one remainder are counted each by itself, and stand for all others.
    The estimates that engines offer take Spark longer than all else of a count.
    """
    every = next((prime for prime in ONE_IN if prime * SAMPLE >= size), ONE_IN[-1])
    is_sampled = wanted.pairs.digits % every == every - 1
    pairs = wanted.pairs.mutate(
        sampled=ibis.ifelse(is_sampled, wanted.pairs.score, ibis.null("float64"))
    )
    counts = wanted.engine.run(
        pairs.group_by("klass", "octave", "sampled").agg(
            number=_.count(), positives=_.positive.sum()
        )
    )
    different = counts.num_rows - counts["sampled"].null_count
    by_octave = counts.drop_columns("sampled").group_by(["klass", "octave"])
    octaves = by_octave.aggregate([("number", "sum"), ("positives", "sum")])
    octaves = octaves.rename_columns({"number_sum": "number", "positives_sum": "positives"})
    return _parts(wanted, octaves, 0), different * every


def _complete(wanted: WantedScores, counted: WeightedCells) -> tuple[ScoreTally, ...]:
    """A tally of each class with every distinct score, by the documents' weights."""
    keys = [] if counted.weights is None else ["weight"]
    counts = wanted.engine.run(
        wanted.pairs.group_by("klass", "score", *keys).agg(
            number=_.count(), positives=_.positive.sum()
        )
    )
    place = class_positions(counts["klass"], wanted.classes)
    score = (counts["score"].to_numpy() + 0.0).astype(wanted.precision)
    number, positive = integer_column(counts, "number"), integer_column(counts, "positives")
    if counted.weights is not None:
        weight = counts["weight"].to_numpy()
        number, positive = number * weight, positive * weight
    order = np.lexsort([score, place])
    order = order[number[order] > 0]
    return tuple(
        _tally(score[own], number[own], positive[own], judged, true)
        for own, judged, true in zip(
            _by_class(place, order, len(wanted.classes)),
            counted.weighed("judged"),
            counted.weighed("true"),
            strict=True,
        )
    )


def _by_class(place: Array, order: Array, classes: int) -> list[Array]:
    ends = np.searchsorted(place[order], np.arange(classes + 1))
    return [order[start:end] for start, end in pairwise(ends)]


def _tally(score: Array, number: Array, positive: Array, judged: float, true: float) -> ScoreTally:
    hits = positive > 0
    return ScoreTally(
        score,
        score[hits],
        left_over(judged, number.sum()).item(),
        left_over(true, positive.sum()).item(),
        number,
        positive[hits],
    )


def _tallies(parts: Parts, positives: Array, judged: Array) -> list[ScoreTally]:
    """Tallies in which what was not counted more finely stands at the lower end of its part."""
    rising = np.lexsort([parts.low, parts.place])
    return [
        _tally(parts.low[own], parts.number[own], parts.positive[own], all_of, true)
        for own, all_of, true in zip(
            _by_class(parts.place, rising, len(positives)), judged, positives, strict=True
        )
    ]


def _refined(wanted: WantedScores, octaves: Parts, at_home: int) -> Parts:
    """The parts of every class, so fine that no measure turns on what is not known."""
    pairs, parts, digits = wanted.pairs, octaves, 0
    for counted in range(2, PASSES + 1):
        open_ = _open(parts, wanted.positives)
        if not open_.any():
            break
        open_parts = parts[open_]
        last = counted == PASSES or open_parts.number.sum() <= at_home
        inside = _inside(wanted, pairs, open_parts, digits)
        if not last:
            digits = _finer(open_parts, digits, min(at_home, SCANNED_ROWS))
            inside = inside.mutate(prefix=_.digits >> (DIGITS - digits))
        by = ["score"] if last else ["octave", "prefix"]
        counts = wanted.engine.run(
            inside.group_by("klass", *by).agg(number=_.count(), positives=_.positive.sum())
        )
        parts = parts[~open_].with_others(_parts(wanted, counts, digits))
    return parts


def _finer(parts: Parts, digits: int, at_home: int) -> int:
    """How many digits parts have next, so that no more than `at_home` come of it."""
    for more in range(DIGITS_A_PASS, 1, -1):
        if np.minimum(parts.number, 1 << more).sum() <= at_home:
            break
    return min(digits + more, DIGITS)


def _inside(wanted: WantedScores, pairs: ir.Table, parts: Parts, digits: int) -> ir.Table:
    """The pairs in the parts that are asked for."""
    named = isinstance(pairs.klass, ir.StringColumn)
    klass = pa.array(
        np.array(wanted.classes, dtype=object)[parts.place] if named else parts.place,
        pa.string() if named else pa.int32(),
    )
    some = wanted.engine.put(
        pa.table({"klass": klass, "octave": parts.octave, "prefix": parts.prefix})
    )
    prefix = pairs.digits >> (DIGITS - digits) if digits else ibis.literal(0, "int64")
    # of what may be null Spark asks first whether it is, where the score is read, and works it out
    # there fifty times
    keyed = pairs.mutate(octave=_.octave.fill_null(NO_OCTAVE), prefix=prefix.fill_null(0))
    return keyed.semi_join(some, ["klass", "octave", "prefix"])


def _parts(wanted: WantedScores, counts: pa.Table, digits: int) -> Parts:
    place = class_positions(counts["klass"], wanted.classes).astype(np.int64)
    number, positive = integer_column(counts, "number"), integer_column(counts, "positives")
    zero = np.zeros(len(place), dtype=np.int64)
    if "score" in counts.column_names:
        low = counts["score"].to_numpy() + 0.0
        parts = Parts(place, zero, zero, low, number, positive, zero == 0)
    else:
        octave = integer_column(counts, "octave")
        prefix = integer_column(counts, "prefix") if "prefix" in counts.column_names else zero
        low = lowest_scores(octave, prefix, digits)
        parts = Parts(
            place, octave, prefix, low, number, positive, (octave == 0) | (digits == DIGITS)
        )
    return parts[np.lexsort([-parts.low, parts.place])]


def _open(parts: Parts, positives: Array) -> Array:
    """The parts that must be known more finely, of every class."""
    every = _by_class(parts.place, np.arange(len(parts)), len(positives))
    open_ = np.zeros(len(parts), dtype=bool)
    for own, r in zip(every, positives.tolist(), strict=True):
        open_[own] = parts_to_refine(parts.number[own], parts.positive[own], r)
    return open_ & ~parts.single


# --- the classes of each document ranked where the rows lie, and where its own are met
#
# Where a correct class stands is how many classes of the same document score at least as much.
# Rows that are documents are asked for that within themselves; of rows that are pairs, the correct
# ones are put beside the others of their document, so that no document is held whole. Home comes
# how many documents meet so many correct classes at the same precision, which is a share of whole
# numbers.


def count_points(
    engine: Engine, layout: Wide | Long, at_home: int = AT_HOME
) -> CountedPoints | None:
    """Where documents meet their correct classes; None where over `at_home` sums would come back.

    Pairs that nobody judged are neither ranked nor correct.
    """
    each = _wide(layout) if isinstance(layout, Wide) else _long(layout)
    # recall goes past a level of eleven there, or is the first or the last
    wanted = (each.found * 10 % each.r < 10) | (each.found == 1) | (each.found == each.ranked)
    by = ["r", "ranked", "found", "best", *layout.keys()]
    counts = engine.run(each.filter(wanted).group_by(by).agg(times=_.count()).limit(at_home + 1))
    if counts.num_rows > at_home:
        return None
    r, ranked, rank_found, times = (
        integer_column(counts, name) for name in ("r", "ranked", "found", "times")
    )
    weighted = layout.weight is not None
    weight = counts["weight"].to_numpy() if weighted else np.ones(len(r))
    best = counts["best"].to_numpy()
    # always in one order, so that they make the same sum
    order = np.lexsort([best, rank_found, ranked, r, weight])
    return CountedPoints(*(cell[order] for cell in (r, ranked, rank_found, best, weight, times)))


def _wide(layout: Wide) -> ir.Table:
    documents = layout.documents(None)
    rows = documents.select(
        *layout.keys(),
        r=documents.true.length(),
        every=documents.judged.map(lambda place: documents.scores[place]),
        own=_there(documents.true.map(lambda place: documents.scores[place])),
    )

    def assigned(score: ir.Value) -> ir.Value:
        return rows.every.filter(lambda other: other >= score).length()

    listed = rows.select(*layout.keys(), "r", ranks=rows.own.map(assigned).sort())
    listed = listed.mutate(ranked=listed.ranks.length())
    each = listed.mutate(found=ibis.range(1, listed.ranked + 1).unnest())
    # of equal scores the last stands for all: no other is as precise
    later = ibis.range(each.found, each.ranked + 1)
    return each.mutate(best=later.map(lambda rank: rank / each.ranks[rank - 1]).maxs())


def _there(scores: ir.ArrayValue) -> ir.ArrayValue:
    return scores.filter(lambda score: score.notnull())


def _long(layout: Long) -> ir.Table:
    rows = layout.rows(None)
    rows = rows.filter(rows.judged & (rows.klass != ""))
    keys = list(layout.keys())
    correct = rows.filter(rows.true).select("id", *keys, "klass", own="score")
    scored = rows.filter(rows.score.notnull()).select(of=rows.id, other=rows.score)
    joined = correct.left_join(scored, [correct.id == scored.of, scored.other >= correct.own])
    met = joined.group_by("id", *keys, "klass").agg(assigned=joined.other.count())
    of_document = ibis.window(group_by="id")
    falling = ibis.window(group_by="id", order_by=[met.assigned == 0, met.assigned, met.klass])
    met = met.mutate(
        r=met.count().over(of_document),
        ranked=(met.assigned > 0).cast("int64").sum().over(of_document),
        found=ibis.row_number().over(falling) + 1,
    )
    met = met.filter(met.assigned > 0)
    onward = ibis.window(group_by="id", order_by="found", preceding=0, following=None)
    return met.mutate(best=(met.found / met.assigned).max().over(onward))
