"""Findings about test documents that are unlike training documents.

By their texts and by their classes, and about classes that come or go.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from scipy import sparse

from breakeven.analysis.findings import data_check_rules as rules
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.finding import Finding
from breakeven.data.corpus import WordCounts, composed_texts, words_in
from breakeven.data.equal_texts import text_codes
from breakeven.data.records import Truth
from breakeven.data.splits import date_column, length_column, periods_of, roles_of
from metrics.dataset.drift import (
    ClassifierTest,
    classifier_test,
    mix_shift,
    sample_distance,
    trends,
    unseen_words,
)
from metrics.dataset.near_duplicates import NearDuplicates
from metrics.incidence import sets_of
from metrics.typing import EQUAL, Array
from metrics.uncertainty.significance import corrected

# --- Training and test documents side by side, for checks that compare the two


# of fewer documents on a side nothing can be said
LEAST = 30
# of more documents as many are drawn: what is found in them holds for the others
MOST = 20_000


@dataclass(frozen=True)
class TrainAndTest:
    """Documents of the training and the test split: their `rows`, ascending, and which are test."""

    train: str
    test: str
    rows: Array
    second: Array

    @property
    def enough(self) -> bool:
        """Whether both sides have enough documents to be compared."""
        return min(int(self.second.sum()), int((~self.second).sum())) >= LEAST

    def taken(self, positions: Array) -> TrainAndTest:
        """Those at these positions."""
        return TrainAndTest(self.train, self.test, self.rows[positions], self.second[positions])


def sides_of(truth: Truth, limits: Limits) -> TrainAndTest | None:
    """The training and the test split; None where one of them is not known, or both are one."""
    roles = roles_of(truth, limits.train, limits.test)
    if roles.train is None or roles.test is None or roles.train == roles.test:
        return None
    rows = np.flatnonzero((truth.split_of == roles.train) | (truth.split_of == roles.test))
    names = truth.splits[roles.train], truth.splits[roles.test]
    return TrainAndTest(*names, rows, truth.split_of[rows] == roles.test)


def sides_with_texts(truth: Truth, limits: Limits) -> TrainAndTest | None:
    """The same of the documents that have a text; None where there are no texts."""
    found = sides_of(truth, limits)
    if found is None or truth.text_column is None:
        return None
    return found.taken(np.flatnonzero(truth.columns[truth.text_column][found.rows] != ""))


def sampled_positions(n: int) -> Array:
    """Which of n things are looked at, ascending: all, or as many as `MOST` from a fixed seed."""
    if n <= MOST:
        return np.arange(n)
    return np.sort(np.random.default_rng(0).choice(n, MOST, replace=False))


# --- Findings about the mix of classes: between training and test as a whole, and over time


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
    yield rules.LABEL_SHIFT.finding(
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


def _kinds(truth: Truth, sides: TrainAndTest) -> tuple[sparse.csr_array, Array, Array, Array]:
    """Kinds of units as `mix_shift` asks for them; a unit is what was drawn together."""
    assert truth.labels is not None
    labels = sparse.csr_array(truth.labels, dtype=np.int64)[sides.rows]
    if truth.clusters is None:
        _, first, kind = np.unique(sets_of(labels), return_index=True, return_inverse=True)
        here = np.bincount(kind[sides.second], minlength=len(first))
        there = np.bincount(kind, minlength=len(first)) - here
        return sparse.csr_array(labels[first]), np.ones(len(first)), there, here
    cluster_on_side = 2 * truth.clusters[sides.rows] + sides.second
    cluster_sides, unit = np.unique(cluster_on_side, return_inverse=True)
    into = sparse.csr_array((np.ones(len(unit)), (unit, np.arange(len(unit)))))
    return (
        sparse.csr_array(into @ labels),
        np.bincount(unit),
        1 - cluster_sides % 2,
        cluster_sides % 2,
    )


def _trend(truth: Truth) -> Iterator[Finding]:
    dated_column = date_column(truth)
    if dated_column is None or truth.labels is None:
        return
    days, column = dated_column
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
    yield rules.TREND.finding(
        classes=flagged,
        evidence={"classes": len(flagged), "periods": len(sizes), "p_holm": float(p[most])},
        n=len(flagged),
        column=column,
        classes_named=[truth.classes[c] for c in flagged],
        most=truth.classes[most],
        begin=float(line.begin[most]),
        end=float(line.end[most]),
    )


# --- Findings about test documents that are unlike training documents, by their texts


# from which chance on the two sides are told apart
SEPARABLE_FROM = 0.6
LENGTHS = 10
LENGTH_APART = 0.15
NEWER, NEWER_BY = 1.25, 0.005
SHOWN_WORDS = 5
# the documents that show most of what was found
SHOWN = 20


def drift_findings(truth: Truth, limits: Limits, near: NearDuplicates | None) -> list[Finding]:
    """Whether test differs from training by its words and lengths; `near` as for leaks."""
    out: list[Finding] = []
    column, every = length_column(truth), sides_of(truth, limits)
    if column is not None and every is not None and every.enough:
        out += _length(
            every, np.asarray(truth.columns[column], dtype=float)[every.rows], "column", column
        )
    sides = sides_with_texts(truth, limits)
    if sides is not None and sides.enough:
        texts = _texts(truth, sides.taken(sampled_positions(len(sides.rows))), near)
        if column is None:
            out += _length(
                texts.sides, texts.words.per_text.astype(float), "words", truth.text_column
            )
        out += _told_apart(truth, texts)
        out += _vocabulary(texts)
    return out


@dataclass(frozen=True)
class _Texts:
    """The words of the documents of both sides, and which of them were drawn together."""

    sides: TrainAndTest
    words: WordCounts
    group: Array

    @cached_property
    def counts(self) -> sparse.csr_array:
        """How often each document has each word."""
        return sparse.csr_array(self.words.counts)


def _texts(truth: Truth, sides: TrainAndTest, near: NearDuplicates | None) -> _Texts:
    assert truth.text_column is not None
    texts = truth.columns[truth.text_column][sides.rows]
    if truth.clusters is not None:
        group = truth.clusters[sides.rows]
    else:
        group = text_codes(texts)
        if near is not None:
            alike = near.group[sides.rows]
            group = np.where(alike >= 0, alike + len(group), group)
    return _Texts(sides, words_in(composed_texts(texts)), group)


def _told_apart(truth: Truth, texts: _Texts) -> Iterator[Finding]:
    rule, sides = rules.SEPARABLE, texts.sides
    features = sparse.hstack([texts.counts, _by_length(texts.words.per_text)], format="csr")
    one_stratum = np.zeros(len(sides.rows), dtype=np.int64)
    every = classifier_test(features, sides.second, texts.group, one_stratum)
    if not every.low > SEPARABLE_FROM + EQUAL:
        return
    within = None
    if truth.labels is not None:
        sets = sets_of(sparse.csr_array(truth.labels)[sides.rows])
        within = classifier_test(features, sides.second, texts.group, sets)
    is_defined = within is not None and not np.isnan(within.auc)
    remains = within is not None and within.low > SEPARABLE_FROM + EQUAL
    which = "remains" if remains else "gone" if is_defined else "unknown"
    shown_test = within if within is not None and is_defined else every
    later = _begins_after(truth, sides)
    yield rule.finding(
        severity="warning" if remains and not later else None,
        documents=_highest(np.where(sides.second, every.score, np.nan), sides.rows),
        evidence={
            "auc": every.auc,
            "auc_within_classes": np.nan if within is None else within.auc,
            "documents_compared": every.compared,
        },
        test=sides.test,
        train=sides.train,
        auc=every.auc,
        low=every.low,
        high=every.high,
        within=rule.clause(which, auc=shown_test.auc, low=shown_test.low, high=shown_test.high),
        words=_words(texts, shown_test if remains else every),
        time=rule.clause("time") if later else "",
    )


# how documents of one split may be unlike those of another
Unlikeness = Literal["texts", "later", "classes", "time"]


def unlikeness(truth: Truth, first: str, second: str) -> tuple[Unlikeness, ...]:
    """In which ways the documents of the second split are unlike those of the first.

    By the same tests as the findings between training and test: a classifier tells their `texts`;
    all are dated `later`; the mix of `classes` differs; classes come or go over `time`. Nothing
    where splits are not known, or too small.
    """
    limits = Limits(train=first, test=second)
    sides = sides_with_texts(truth, limits)
    out: list[Unlikeness] = []
    if sides is not None and sides.enough:
        texts = _texts(truth, sides.taken(sampled_positions(len(sides.rows))), None)
        if any(True for _ in _told_apart(truth, texts)):
            out.append("texts")
    every = sides_of(truth, limits)
    if every is not None and _begins_after(truth, every):
        out.append("later")
    mix = {finding.code for finding in class_mix_findings(truth, limits)}
    if rules.LABEL_SHIFT.code in mix:
        out.append("classes")
    if rules.TREND.code in mix:
        out.append("time")
    return tuple(out)


def _by_length(length: Array) -> sparse.csr_array:
    """Which tenth of all lengths each document is in, as terms (n, 10)."""
    edges = np.unique(np.quantile(length, np.arange(1, LENGTHS) / LENGTHS))
    tenth = np.searchsorted(edges, length, side="right")
    n = len(length)
    return sparse.csr_array((np.ones(n), (np.arange(n), tenth)), shape=(n, LENGTHS))


def _words(texts: _Texts, test: ClassifierTest) -> str:
    """The words that go with each side, weighed as the comparison was; empty where none does."""
    # takes as long to import as the check, and few reviews come here
    from metrics.dataset.distinctive_words import distinctive_words

    sides, has = texts.sides, texts.counts.copy()
    has.data = np.ones(len(has.data))
    weights = [np.where(sides.second == side, test.weight, 0) for side in (True, False)]
    first, second = (weight @ has for weight in weights)
    sizes = round(float(weights[0].sum())), round(float(weights[1].sum()))
    apart = distinctive_words(first, second, sizes, first + second, sum(sizes))
    significant, out = apart.significant_words, ""
    for split, way in ((sides.test, 1), (sides.train, -1)):
        places = significant[apart.z[significant] * way > 0][:SHOWN_WORDS].tolist()
        if places:
            shown = [texts.words.vocabulary[place].as_py() for place in places]
            out += rules.SEPARABLE.clause("words", split=split, words=shown)
    return out


def _highest(value: Array, rows: Array) -> Array:
    """The rows with the highest values, ascending; NaN is none."""
    order = np.argsort(-value, kind="stable")[:SHOWN]
    return np.sort(rows[order[~np.isnan(value[order])]])


def _begins_after(truth: Truth, sides: TrainAndTest) -> bool:
    """Whether no test document is dated before a training document."""
    found = date_column(truth)
    if found is None:
        return False
    days = found[0][sides.rows]
    first, last = days[sides.second], days[~sides.second]
    first, last = first[~np.isnat(first)], last[~np.isnat(last)]
    return bool(len(first) and len(last) and first.min() >= last.max())


def _length(
    sides: TrainAndTest, lengths: Array, unit: str, column: str | None
) -> Iterator[Finding]:
    """`lengths`: of each document of the sides; `unit`: words of a column, or as a column says."""
    there, here = lengths[~sides.second], lengths[sides.second]
    apart = sample_distance(there, here)
    if not (apart.value >= LENGTH_APART - EQUAL and apart.p < ALPHA):
        return
    short = here <= apart.location if apart.second > apart.first else here > apart.location
    yield rules.LENGTH.finding(
        documents=sides.rows[sides.second][short],
        evidence={"difference_of_shares": apart.value, "p": apart.p},
        there=apart.first,
        here=apart.second,
        train=sides.train,
        test=sides.test,
        length=rules.LENGTH.clause(unit, at=apart.location, column=column),
        median_there=float(np.nanmedian(there)),
        median_here=float(np.nanmedian(here)),
    )


def _vocabulary(texts: _Texts) -> Iterator[Finding]:
    sides = texts.sides
    new = unseen_words(texts.counts, sides.second, texts.group)
    least = max(NEWER * new.by_chance, new.by_chance + NEWER_BY)
    if not (new.share >= least - EQUAL and new.p <= ALPHA):
        return
    unseen = np.where(sides.second & (new.per_document > 0), new.per_document, np.nan)
    yield rules.VOCABULARY.finding(
        documents=_highest(unseen, sides.rows),
        evidence={"share": new.share, "share_by_chance": new.by_chance, "p": new.p},
        share=new.share,
        by_chance=new.by_chance,
        train=sides.train,
        test=sides.test,
    )
