"""Findings about the mix of classes: between training and test as a whole, and over time."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy import sparse

from breakeven.findings import data_rules as rules
from breakeven.findings.finding import Finding
from breakeven.findings.limits import Limits
from breakeven.findings.sides import Sides, sides_of
from breakeven.records import Truth
from breakeven.splits import date_column, periods_of
from metrics.dataset.drift import mix_shift, trends
from metrics.incidence import sets_of
from metrics.significance import corrected
from metrics.typing import EQUAL, Array

ALPHA = 0.01
# of the labels more than in random splits
MOVED = 0.05
PERIODS, LEAST_PERIODS = 24, 5
LEAST_DOCUMENTS = 20


def class_mix_findings(truth: Truth, limits: Limits) -> list[Finding]:
    """Whether the mix of classes differs as a whole, and which classes come or go."""
    if truth.labels is None:
        return []
    return [*_label_shift(truth, limits), *_trend(truth)]


def _label_shift(truth: Truth, limits: Limits) -> Iterator[Finding]:
    sides = sides_of(truth, limits)
    if sides is None or truth.labels is None:
        return
    shift = mix_shift(*_kinds(truth, sides))
    if not (shift.p < ALPHA and shift.value - shift.by_chance >= MOVED - EQUAL):
        return
    yield rules.LABEL_SHIFT.found(
        evidence={
            "total_variation": shift.value,
            "total_variation_by_chance": shift.by_chance,
            "p": shift.p,
        },
        train=sides.train,
        test=sides.test,
        value=shift.value,
        by_chance=shift.by_chance,
    )


def _kinds(truth: Truth, sides: Sides) -> tuple[sparse.csr_array, Array, Array, Array]:
    """Kinds of units as `mix_shift` asks for them; a unit is what was drawn together."""
    assert truth.labels is not None
    labels = sparse.csr_array(truth.labels, dtype=np.int64)[sides.rows]
    if truth.clusters is None:
        _, first, kind = np.unique(sets_of(labels), return_index=True, return_inverse=True)
        here = np.bincount(kind[sides.second], minlength=len(first))
        there = np.bincount(kind, minlength=len(first)) - here
        return sparse.csr_array(labels[first]), np.ones(len(first)), there, here
    cluster_on_side = 2 * truth.clusters[sides.rows] + sides.second
    found, unit = np.unique(cluster_on_side, return_inverse=True)
    into = sparse.csr_array((np.ones(len(unit)), (unit, np.arange(len(unit)))))
    return sparse.csr_array(into @ labels), np.bincount(unit), 1 - found % 2, found % 2


def _trend(truth: Truth) -> Iterator[Finding]:
    found = date_column(truth)
    if found is None or truth.labels is None:
        return
    days, column = found
    first_days, period = periods_of(days, PERIODS)
    dated = np.flatnonzero(period >= 0)
    if len(first_days) < LEAST_PERIODS:
        return
    sizes = np.bincount(period[dated], minlength=len(first_days))
    into = sparse.csr_array(
        (np.ones(len(dated)), (period[dated], dated)), shape=(len(sizes), truth.n)
    )
    counts = np.asarray((into @ truth.labels.astype(float)).toarray()).T
    line = trends(counts, sizes)
    tested = counts.sum(axis=1) >= LEAST_DOCUMENTS
    p = corrected(np.where(tested, line.p, np.nan), "holm")
    low, high = np.minimum(line.begin, line.end), np.maximum(line.begin, line.end)
    moved = (high - low >= MOVED - EQUAL) | (high >= 2 * low)
    flagged = np.flatnonzero((p < ALPHA) & moved)
    if not len(flagged):
        return
    flagged = flagged[np.argsort((low - high)[flagged], kind="stable")]
    most = int(flagged[0])
    yield rules.TREND.found(
        classes=flagged,
        evidence={"classes": len(flagged), "periods": len(sizes), "p_holm": float(p[most])},
        n=len(flagged),
        column=column,
        classes_named=[truth.classes[c] for c in flagged],
        most=truth.classes[most],
        begin=float(line.begin[most]),
        end=float(line.end[most]),
    )
