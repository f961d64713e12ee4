"""Findings about test documents that are unlike training documents, by their texts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from breakeven.findings import data_rules as rules
from breakeven.findings.finding import Finding
from breakeven.findings.limits import Limits
from breakeven.findings.sides import Sides, drawn, sides_of, sides_with_texts
from breakeven.records import Truth
from breakeven.splits import date_column, length_column
from breakeven.texts.equal import text_codes
from breakeven.texts.words import Words, composed_texts, words_in
from metrics.dataset.drift import distance, unseen_words
from metrics.dataset.near_duplicates import NearDuplicates
from metrics.dataset.told_apart import ToldApart, told_apart
from metrics.incidence import sets_of
from metrics.typing import EQUAL, Array

ALPHA = 0.01
# from which chance on the two sides are told apart
TOLD = 0.6
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
        out += _length(every, np.asarray(truth.columns[column], dtype=float)[every.rows], column)
    sides = sides_with_texts(truth, limits)
    if sides is not None and sides.enough:
        texts = _texts(truth, sides.taken(drawn(len(sides.rows))), near)
        if column is None:
            out += _length(texts.sides, texts.words.per_text.astype(float), truth.text_column)
        out += _told_apart(truth, texts)
        out += _vocabulary(texts)
    return out


@dataclass(frozen=True)
class _Texts:
    """The words of the documents of both sides, and which of them were drawn together."""

    sides: Sides
    words: Words
    group: Array

    @cached_property
    def counts(self) -> sparse.csr_array:
        """How often each document has each word."""
        return sparse.csr_array(self.words.counts)


def _texts(truth: Truth, sides: Sides, near: NearDuplicates | None) -> _Texts:
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
    rule, sides = rules.TOLD_APART, texts.sides
    features = sparse.hstack([texts.counts, _by_length(texts.words.per_text)], format="csr")
    one_stratum = np.zeros(len(sides.rows), dtype=np.int64)
    every = told_apart(features, sides.second, texts.group, one_stratum)
    if not every.low > TOLD + EQUAL:
        return
    within = None
    if truth.labels is not None:
        sets = sets_of(sparse.csr_array(truth.labels)[sides.rows])
        within = told_apart(features, sides.second, texts.group, sets)
    known = within is not None and not np.isnan(within.auc)
    remains = within is not None and within.low > TOLD + EQUAL
    which = "remains" if remains else "gone" if known else "unknown"
    said = within if within is not None and known else every
    later = _begins_after(truth, sides)
    yield rule.found(
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
        within=rule.clause(which, auc=said.auc, low=said.low, high=said.high),
        words=_words(texts, said if remains else every),
        time=rule.clause("time") if later else "",
    )


def _by_length(length: Array) -> sparse.csr_array:
    """Which tenth of all lengths each document is in, as terms (n, 10)."""
    edges = np.unique(np.quantile(length, np.arange(1, LENGTHS) / LENGTHS))
    tenth = np.searchsorted(edges, length, side="right")
    n = len(length)
    return sparse.csr_array((np.ones(n), (np.arange(n), tenth)), shape=(n, LENGTHS))


def _words(texts: _Texts, said: ToldApart) -> str:
    """The words that go with each side, weighed as the comparison was; empty where none does."""
    # takes as long to import as the check, and few reviews come here
    from metrics.words_apart import words_apart

    sides, has = texts.sides, texts.counts.copy()
    has.data = np.ones(len(has.data))
    of = [np.where(sides.second == side, said.weight, 0) for side in (True, False)]
    one, other = (weight @ has for weight in of)
    sizes = round(float(of[0].sum())), round(float(of[1].sum()))
    apart = words_apart(one, other, sizes, one + other, sum(sizes))
    found, out = apart.found, ""
    for split, way in ((sides.test, 1), (sides.train, -1)):
        places = found[apart.z[found] * way > 0][:SHOWN_WORDS].tolist()
        if places:
            shown = [texts.words.vocabulary[place].as_py() for place in places]
            out += rules.TOLD_APART.clause("words", split=split, words=shown)
    return out


def _highest(value: Array, rows: Array) -> Array:
    """The rows with the highest values, ascending; NaN is none."""
    order = np.argsort(-value, kind="stable")[:SHOWN]
    return np.sort(rows[order[~np.isnan(value[order])]])


def _begins_after(truth: Truth, sides: Sides) -> bool:
    """Whether no test document is dated before a training document."""
    found = date_column(truth)
    if found is None:
        return False
    days = found[0][sides.rows]
    first, last = days[sides.second], days[~sides.second]
    first, last = first[~np.isnat(first)], last[~np.isnat(last)]
    return bool(len(first) and len(last) and first.min() >= last.max())


def _length(sides: Sides, of: Array, column: str | None) -> Iterator[Finding]:
    """`of`: how long each document of the sides is, as this column says."""
    there, here = of[~sides.second], of[sides.second]
    apart = distance(there, here)
    if not (apart.value >= LENGTH_APART - EQUAL and apart.p < ALPHA):
        return
    short = here <= apart.at if apart.second > apart.first else here > apart.at
    yield rules.LENGTH.found(
        documents=sides.rows[sides.second][short],
        evidence={"difference_of_shares": apart.value, "p": apart.p},
        there=apart.first,
        here=apart.second,
        train=sides.train,
        test=sides.test,
        at=apart.at,
        column=column,
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
    yield rules.VOCABULARY.found(
        documents=_highest(unseen, sides.rows),
        evidence={"share": new.share, "share_by_chance": new.by_chance, "p": new.p},
        share=new.share,
        by_chance=new.by_chance,
        train=sides.train,
        test=sides.test,
    )
