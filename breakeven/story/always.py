"""A system beside another way of deciding: the best one answer for all, or an earlier version."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from scipy import sparse

from breakeven.comparison.bounds import PairedDifference, paired_difference, pooled_difference
from breakeven.comparison.claims import Claim
from breakeven.comparison.common import Settings, SharedDocuments, values_of
from breakeven.comparison.comparison import SideBySide
from breakeven.evaluation.counted import AnyEvaluation, BesideAlways, CountedEvaluation
from breakeven.evaluation.evaluation import Evaluation
from breakeven.story.shares import Share
from breakeven.text import quoted
from metrics.intervals import Interval
from metrics.measures import f_beta
from metrics.tallies import ContingencyTable
from metrics.typing import EQUAL, Array

# on each side of the difference to a fixed answer
SURE = 0.025


@dataclass(frozen=True)
class Pooled:
    """What a way of deciding gives over all classes; `one_of`: one decision for one true class."""

    table: ContingencyTable
    one_of: bool


@dataclass(frozen=True)
class _Fixed:
    """One answer for every document: what it gives, and by how much the system is better.

    `sure`: whether it is known how far that difference may be off.
    """

    pooled: Pooled
    difference: PairedDifference
    sure: bool


def pooled_of(evaluation: AnyEvaluation) -> Pooled:
    """An evaluation as a way of deciding."""
    return Pooled(evaluation.tables.pooled(), evaluation.one_of)


def beside_always(evaluation: AnyEvaluation) -> str:
    """Whether it is better than the best that one answer for every document could do.

    Where an engine did not count how each document differs from that, it is said so.
    """
    c = int(np.argmax(evaluation.tables.positives))
    if not evaluation.tables.positives[c] > 0:
        return "That cannot be told: nothing is true."
    if isinstance(evaluation, CountedEvaluation):
        fixed = _fixed_of_counts(evaluation, c)
    else:
        fixed = _fixed(evaluation, c)
    points = float(fixed.difference.points[0])
    # 0/0 of a system that names nothing is no better than anything
    if np.isnan(points) and not float(evaluation.tables.assigned.sum()):
        points = -1.0
    would = f"always saying {quoted(evaluation.classes[c])} would "
    would += instead(fixed.pooled, pooled_of(evaluation))
    ends = fixed.difference.bounds(np.array([SURE]))
    claim = _claim(points, float(ends.low[0]), float(ends.high[0]))
    if not fixed.sure and claim in ("beyond", "chance"):
        here = "Yes here" if points > 0 else "Not here"
        return f"{here}, but how sure that is was not counted: {would}."
    return f"{better(claim, points)}: {would}."


def _fixed(evaluation: Evaluation, c: int) -> _Fixed:
    fixed = replace(evaluation, assigned=_always(evaluation, c))
    common, settings = SharedDocuments((fixed, evaluation), (0, 0)), Settings("f", 1.0, "zero", ())
    both = values_of(fixed, settings), values_of(evaluation, settings)
    difference = paired_difference(SideBySide(common, settings, both, None, 0), "micro")
    return _Fixed(pooled_of(fixed), difference, sure=True)


def _fixed_of_counts(evaluation: CountedEvaluation, c: int) -> _Fixed:
    tables, counted = evaluation.tables, evaluation.beside_always
    fixed = _always_tables(tables, c)
    if counted is None:
        counted = _of_one_each(evaluation, c)
    moved = counted.hits, counted.alarms
    of = partial(f_beta, beta=1.0)
    difference = pooled_difference(fixed, tables, of, moved, counted.size, counted.times)
    sure = evaluation.beside_always is not None or (evaluation.alone and evaluation.one_of)
    return _Fixed(Pooled(fixed.pooled(), evaluation.one_of), difference, sure=sure)


def _of_one_each(evaluation: CountedEvaluation, c: int) -> BesideAlways:
    """What the tables say where each document has one class and one decision.

    Of the class and wrong, a hit is lost; of another and right, one is gained.
    """
    tables = evaluation.tables
    lost, gained = float(tables.fn[c]), float(tables.tp.sum() - tables.tp[c])
    times = np.array([lost, gained, max(evaluation.documents - lost - gained, 0.0)])
    hits = np.array([-1.0, 1.0, 0.0])
    return BesideAlways(hits, -hits, np.ones(3), times)


def _always(evaluation: Evaluation, c: int) -> sparse.csc_array:
    """One class for every document."""
    n, k = evaluation.assigned.shape
    ends = np.where(np.arange(k + 1) > c, n, 0)
    return sparse.csc_array((np.ones(n, dtype=bool), np.arange(n), ends), shape=(n, k))


def _always_tables(tables: ContingencyTable, c: int) -> ContingencyTable:
    """The tables of every class, where one of them is decided for every document."""
    chosen = np.arange(len(tables)) == c
    negatives = tables.fp + tables.tn
    return ContingencyTable(
        np.where(chosen, tables.positives, 0),
        np.where(chosen, negatives, 0),
        np.where(chosen, 0, tables.positives),
        np.where(chosen, 0, negatives),
    )


def _claim(points: float, low: float, high: float) -> Claim:
    if np.isnan(points):
        return "undefined"
    if abs(points) <= EQUAL:
        return "same"
    if np.isnan(low):
        return "untested"
    return "beyond" if low > 0 or high < 0 else "chance"


def better(claim: Claim, points: float) -> str:
    """Whether, and how surely; to be followed by the numbers."""
    more = points > 0
    answers: dict[Claim, str] = {
        "beyond": "Yes, surely" if more else "No, it is surely worse",
        "edge": "Perhaps" if more else "No, perhaps worse",
        "chance": "Perhaps, but this may be chance" if more else "No, but this may be chance",
        "few": "Not known, too few documents tell the two apart",
        "same": "No, just as good",
        "untested": "Yes here, but too few documents are here to be sure"
        if more
        else "Not here, but too few documents are here to be sure",
        "undefined": "That cannot be told",
    }
    return answers[claim]


def instead(other: Pooled, mine: Pooled) -> str:
    """What another way of deciding does beside this one, in the same words."""
    both = other.table, mine.table
    found = _beside(*((table.tp, table.positives) for table in both))
    if mine.one_of and other.one_of:
        return f"be right for {found[0]}, this is for {found[1]}"
    right = _beside(*((table.tp, table.assigned) for table in both))
    return f"find {found[0]}, with {right[0]} right; this finds {found[1]}, with {right[1]} right"


def _beside(*shares: tuple[Array, Array]) -> list[str]:
    """Shares in words, with a digit more where they would look alike and are not."""
    unknown = Interval(np.nan, np.nan)
    found = [Share(hits=float(n), of=float(of), interval=unknown) for n, of in shares]
    said = ["none" if not share.of else str(share) for share in found]
    values = [share.value for share in found]
    if len(set(said)) == 1 and np.ptp(values) > EQUAL:
        return [f"{100 * value:.1f} of 100" for value in values]
    return said
