"""The expectation of any measure of a contingency table, where only probabilities are known.

A measure sees how many of the documents assigned are members, and how many of the others: two
independent numbers. So its expectation is a sum over their distributions, not over all outcomes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from metrics.averaging import Undefined
from metrics.expected.poisson_binomial import probability_mass
from metrics.measures import Measure
from metrics.tallies import ContingencyTable
from metrics.typing import Array

# in fewer outcomes than one in a million a measure is not taken to be defined: the masses are
# right to some 1e-15 and would say little of it
RARE = 1e-6

# masses at both ends that are left out add up to less than this
TAIL = 1e-15

# tables held at a time
MOST_OUTCOMES = 500_000


def expected_measures(
    p: Array, calls: Array, measures: Mapping[str, Measure], undefined: Undefined = "drop"
) -> dict[str, float]:
    """The expectation of each measure, right to about 1e-12 of its largest value.

    `p` probabilities, shape (documents,), `calls` a boolean mask of those assigned. 0/0 counts
    as 0 or 1 with `zero` and `one`; `drop` conditions on the measure being defined, and is NaN
    where it is in less than one case in a million. ValueError for `partition`. Source: Lewis
    (1995), (1).
    """
    p = np.asarray(p, dtype=float)
    called, others = int(np.sum(calls)), int(len(p) - np.sum(calls))
    hits, misses = _outcomes(p[calls]), _outcomes(p[~calls])
    return _expected(_tables(hits, misses, called, others), measures, undefined)


def expected_measure(
    p: Array, calls: Array, measure: Measure, undefined: Undefined = "drop"
) -> float:
    """The same of one measure."""
    return expected_measures(p, calls, {"it": measure}, undefined)["it"]


def expected_measures_of_exclusive(
    p: Array, assigned: int, pairs: int, measures: Mapping[str, Measure], undefined: Undefined
) -> dict[str, float]:
    """The same over all `pairs` of documents that have exactly one class each.

    `p`, shape (documents,): the chance that a document's class is among those it is assigned,
    `assigned` pairs in all. How many are hit is the only thing not known.
    """
    hits, mass = _outcomes(np.asarray(p, dtype=float))
    fn = len(p) - hits
    table = ContingencyTable(hits, assigned - hits, fn, pairs - assigned - fn)
    return _expected(iter([(mass, table)]), measures, undefined)


def _outcomes(p: Array) -> tuple[Array, Array]:
    """How many members there may be, and with which chance."""
    low, mass = probability_mass(p)
    below, above = np.cumsum(mass), np.cumsum(mass[::-1])[::-1]
    kept = np.flatnonzero((below > TAIL) & (above > TAIL))
    some = slice(kept[0], kept[-1] + 1)
    return low + np.arange(len(mass))[some], mass[some]


def _tables(
    hits: tuple[Array, Array], misses: tuple[Array, Array], called: int, others: int
) -> Iterator[tuple[Array, ContingencyTable]]:
    """Every outcome with its chance, some rows of hits at a time."""
    fn, mass = misses
    step = max(1, MOST_OUTCOMES // len(fn))
    for at in range(0, len(hits[0]), step):
        tp, own = (part[at : at + step, None] for part in hits)
        grid = np.broadcast_arrays(tp, called - tp, fn, others - fn)
        yield own * mass, ContingencyTable(*grid)


def _expected(
    outcomes: Iterator[tuple[Array, ContingencyTable]],
    measures: Mapping[str, Measure],
    undefined: Undefined,
) -> dict[str, float]:
    if undefined == "partition":
        raise ValueError("an expectation is no average over units: nothing to partition")
    total, defined = dict.fromkeys(measures, 0.0), dict.fromkeys(measures, 0.0)
    for mass, table in outcomes:
        for name, measure in measures.items():
            value = np.asarray(measure(table), dtype=float)
            is_defined = ~np.isnan(value)
            total[name] += float(np.sum(mass[is_defined] * value[is_defined]))
            defined[name] += float(np.sum(mass[is_defined]))
    if undefined != "drop":
        filler = 1.0 if undefined == "one" else 0.0
        return {name: total[name] + filler * max(0.0, 1 - defined[name]) for name in measures}
    nan = float("nan")
    return {name: total[name] / defined[name] if defined[name] > RARE else nan for name in measures}
