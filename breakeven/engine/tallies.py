"""The scores of every class, counted: each distinct one, or those that measures turn on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import ibis
import numpy as np
import pyarrow as pa
from ibis import _
from ibis.expr import types as ir

from breakeven.engine.counting import Numbers, places, whole
from breakeven.engine.layout import Long, Wide
from breakeven.engine.parted import DIGITS, Parts, lowest, with_digits
from breakeven.engine.running import Engine
from breakeven.evaluation.curves import Curves
from breakeven.readers.problems import ReadError
from breakeven.records import Problem
from metrics.ranking.matters import matter
from metrics.tallies import ScoreTally, left_over
from metrics.typing import Array

# rows that come back at a time: where each is wanted, and where they only say where to look on
AT_HOME = 4_000_000
LOOKED_AT = 1_000_000
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
class Wanted:
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
    engine: Engine, layout: Wide | Long, counted: Numbers, at_home: int = AT_HOME
) -> Curves:
    """The curves of every class. ReadError where weights make too many rows to bring home.

    Every distinct score is counted where no more than `at_home` come of it. Else the scores that
    break-even, the eleven points and the best F turn on are looked for, in at most five counts.
    """
    size = int(counted.of["judged"].sum())
    pairs = with_digits(layout.pairs(), engine.name == "duckdb")
    true, precision = counted.of["true"].sum(axis=0), np.float32 if layout.narrow else np.float64
    wanted = Wanted(engine, pairs, layout.classes, true, precision)
    if size <= at_home:
        return Curves(_complete(wanted, counted), size)
    octaves, different = _octaves(wanted, size)
    if different * ROUGHLY <= at_home:
        return Curves(_complete(wanted, counted), size)
    if counted.weights is not None:
        what = f"documents have weights, and there are more than {at_home:,} distinct scores"
        raise ReadError([Problem(what=what, remedy="round the scores, or leave the weights out")])
    refined = _refined(wanted, octaves, at_home)
    tallies = _tallies(refined, wanted.positives, counted.of["judged"][0])
    pool = replace(
        wanted,
        pairs=pairs.mutate(klass=ibis.literal(0, "int32")),
        positives=wanted.positives.sum(keepdims=True),
    )
    (together,) = _tallies(
        _refined(pool, octaves.together(), at_home), pool.positives, np.array([size])
    )
    return Curves(tuple(tallies), size, together, complete=False)


def _octaves(wanted: Wanted, size: int) -> tuple[Parts, int]:
    """Pairs by the power of two of their scores, and about how many different scores there are.

    Scores whose digits leave one remainder are counted each by itself, and stand for all others.
    The estimates that engines offer take Spark longer than all else of a count.
    """
    every = next((prime for prime in ONE_IN if prime * SAMPLE >= size), ONE_IN[-1])
    one = wanted.pairs.digits % every == every - 1
    pairs = wanted.pairs.mutate(sampled=ibis.ifelse(one, wanted.pairs.score, ibis.null("float64")))
    found = wanted.engine.run(
        pairs.group_by("klass", "octave", "sampled").agg(
            number=_.count(), positives=_.positive.sum()
        )
    )
    different = found.num_rows - found["sampled"].null_count
    of = found.drop_columns("sampled").group_by(["klass", "octave"])
    octaves = of.aggregate([("number", "sum"), ("positives", "sum")])
    octaves = octaves.rename_columns({"number_sum": "number", "positives_sum": "positives"})
    return _parts(wanted, octaves, 0), different * every


def _complete(wanted: Wanted, counted: Numbers) -> tuple[ScoreTally, ...]:
    """A tally of each class with every distinct score, by the documents' weights."""
    keys = [] if counted.weights is None else ["weight"]
    found = wanted.engine.run(
        wanted.pairs.group_by("klass", "score", *keys).agg(
            number=_.count(), positives=_.positive.sum()
        )
    )
    place = places(found["klass"], wanted.classes)
    score = (found["score"].to_numpy() + 0.0).astype(wanted.precision)
    number, positive = whole(found, "number"), whole(found, "positives")
    if counted.weights is not None:
        weight = found["weight"].to_numpy()
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


def _refined(wanted: Wanted, octaves: Parts, at_home: int) -> Parts:
    """The parts of every class, so fine that no measure turns on what is not known."""
    pairs, parts, digits = wanted.pairs, octaves, 0
    for counted in range(2, PASSES + 1):
        open_ = _open(parts, wanted.positives)
        if not open_.any():
            break
        asked = parts[open_]
        last = counted == PASSES or asked.number.sum() <= at_home
        inside = _inside(wanted, pairs, asked, digits)
        if not last:
            digits = _finer(asked, digits, min(at_home, LOOKED_AT))
            inside = inside.mutate(prefix=_.digits >> (DIGITS - digits))
        by = ["score"] if last else ["octave", "prefix"]
        found = wanted.engine.run(
            inside.group_by("klass", *by).agg(number=_.count(), positives=_.positive.sum())
        )
        parts = parts[~open_].with_others(_parts(wanted, found, digits))
    return parts


def _finer(asked: Parts, digits: int, at_home: int) -> int:
    """How many digits parts have next, so that no more than `at_home` come of it."""
    for more in range(DIGITS_A_PASS, 1, -1):
        if np.minimum(asked.number, 1 << more).sum() <= at_home:
            break
    return min(digits + more, DIGITS)


def _inside(wanted: Wanted, pairs: ir.Table, asked: Parts, digits: int) -> ir.Table:
    """The pairs in the parts that are asked for."""
    named = isinstance(pairs.klass, ir.StringColumn)
    klass = pa.array(
        np.array(wanted.classes, dtype=object)[asked.place] if named else asked.place,
        pa.string() if named else pa.int32(),
    )
    some = wanted.engine.put(
        pa.table({"klass": klass, "octave": asked.octave, "prefix": asked.prefix})
    )
    prefix = pairs.digits >> (DIGITS - digits) if digits else ibis.literal(0, "int64")
    # of what may be null Spark asks first whether it is, where the score is read, and works it out
    # there fifty times
    keyed = pairs.mutate(octave=_.octave.fill_null(NO_OCTAVE), prefix=prefix.fill_null(0))
    return keyed.semi_join(some, ["klass", "octave", "prefix"])


def _parts(wanted: Wanted, found: pa.Table, digits: int) -> Parts:
    place = places(found["klass"], wanted.classes).astype(np.int64)
    number, positive = whole(found, "number"), whole(found, "positives")
    zero = np.zeros(len(place), dtype=np.int64)
    if "score" in found.column_names:
        low = found["score"].to_numpy() + 0.0
        parts = Parts(place, zero, zero, low, number, positive, zero == 0)
    else:
        octave = whole(found, "octave")
        prefix = whole(found, "prefix") if "prefix" in found.column_names else zero
        low = lowest(octave, prefix, digits)
        parts = Parts(
            place, octave, prefix, low, number, positive, (octave == 0) | (digits == DIGITS)
        )
    return parts[np.lexsort([-parts.low, parts.place])]


def _open(parts: Parts, positives: Array) -> Array:
    """The parts that must be known more finely, of every class."""
    every = _by_class(parts.place, np.arange(len(parts)), len(positives))
    open_ = np.zeros(len(parts), dtype=bool)
    for own, r in zip(every, positives.tolist(), strict=True):
        open_[own] = matter(parts.number[own], parts.positive[own], r)
    return open_ & ~parts.single
