"""Findings about documents and texts that are there again.

In two splits, within one, and with labels that contradict each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from breakeven.analysis.findings import data_check_rules as rules
from breakeven.analysis.findings.check_limits import MOST_AT_ONCE, Limits
from breakeven.analysis.findings.finding import Finding, Severity
from breakeven.analysis.findings.rule import CheckRule
from breakeven.data.corpus import Texts, word_counts
from breakeven.data.equal_texts import copied_documents, text_codes
from breakeven.data.record_cache import RecordCache
from breakeven.data.records import Truth
from breakeven.data.wording import percent, quoted
from metrics.dataset.near_duplicates import NearDuplicates, near_duplicates
from metrics.incidence import sets_of
from metrics.typing import EQUAL, Array

# --- nearly equal texts: searched for once, whoever asks


_SEARCHED: RecordCache[NearDuplicates] = RecordCache(most=2)


def search_near(truth: Truth, limits: Limits) -> NearDuplicates | None:
    """Near-duplicates across splits among texts that are long enough; None without texts."""
    if truth.text_column is None or len(truth.splits) < 2:
        return None
    key = (limits.min_words, limits.similarity)
    return _SEARCHED.result_of((truth,), key, lambda: _search(truth, limits))


def _search(truth: Truth, limits: Limits) -> NearDuplicates:
    words = Texts(truth).words
    compared = np.where(words.per_text >= limits.min_words, truth.split_of, -1)
    return near_duplicates(words.codes, words.starts, compared, limits.similarity)


def count_as_leaks(truth: Truth) -> bool:
    """Whether near-duplicates count as leaks, behind every door and whatever was asked before.

    They do unless the search takes longer than anybody waits who did not ask for it; then the
    leaks are the documents with an equal id or text, as an engine counts them.
    """
    return truth.text_column is not None and truth.n <= MOST_AT_ONCE


# --- Findings about documents in two splits, and about labels that contradict each other


NOTHING: Mapping[str, float] = {}


def leak_findings(truth: Truth, limits: Limits, near: NearDuplicates | None) -> list[Finding]:
    """Every leak and contradiction. `near`: what a search for near-duplicates found, if made."""
    out = list(_same_ids(truth))
    if truth.text_column is not None:
        texts = truth.columns[truth.text_column]
        codes = text_codes(texts)
        long = long_among_equal(texts, codes, limits.min_words)
        out += _same_texts(truth, limits, codes, long)
        if near is not None:
            out += _near(truth, limits, near, codes)
        out += _conflicts(truth, codes, long)
    return out


def long_among_equal(texts: Array, codes: Array, least: int) -> Array:
    """Which texts that are not alone have so many words, shape (n,); the others are not counted."""
    again = np.flatnonzero((codes >= 0) & (np.bincount(codes + 1)[codes + 1] > 1))
    long = np.zeros(len(texts), dtype=bool)
    long[again] = word_counts(texts[again]) >= least
    return long


def _same_ids(truth: Truth) -> Iterator[Finding]:
    if truth.ids is None or len(truth.splits) < 2:
        return
    twins = across_splits(text_codes(truth.ids), truth.split_of)
    if n := len(twins.later):
        yield rules.SAME_ID.finding(
            documents=_both(twins),
            spoiled=twins.later,
            evidence={"documents": n},
            n=n,
            ids=truth.ids[twins.later],
        )


def _both(twins: Duplicates) -> Array:
    """Rows of both sides, each later document after its earlier twin, once."""
    rows = np.column_stack([twins.earlier, twins.later]).ravel()
    return rows[np.sort(np.unique(rows, return_index=True)[1])]


def _same_texts(truth: Truth, limits: Limits, codes: Array, long: Array) -> Iterator[Finding]:
    twins = across_splits(codes, truth.split_of)
    stands = long[twins.later]
    yield from _copies(truth, limits, rules.SAME_TEXT, twins.select(stands))
    short = twins.select(~stands)
    if not len(short.later):
        return
    # words of all texts are counted only where a short one is there again
    words = word_counts(truth.columns[truth.text_column or ""])
    codes = np.where(words < limits.min_words, codes, -1)
    spoiled, copied = copied_documents(codes, truth.split_of, words, len(truth.splits))
    leaking = short.select(spoiled[short.later])
    expected = float(copied.expected.sum())
    yield from _copies(
        truth,
        limits,
        rules.COPIED_SHORT_TEXT,
        leaking,
        {"expected_by_chance": expected},
        min_words=limits.min_words,
        expected=expected,
    )
    rest = short.select(~spoiled[short.later])
    if len(rest.later):
        yield rules.SAME_SHORT_TEXT.finding(
            documents=_both(rest),
            evidence=_evidence(truth, rest.later),
            column=truth.text_column,
            min_words=limits.min_words,
            **_who(truth, rest.later),
        )


def _copies(
    truth: Truth,
    limits: Limits,
    rule: CheckRule,
    twins: Duplicates,
    also: Mapping[str, float] = NOTHING,
    **words: Any,
) -> Iterator[Finding]:
    """A finding that documents leak by their text, where any does; `also`: more evidence."""
    if len(twins.later):
        evidence = _evidence(truth, twins.later)
        yield rule.finding(
            severity=_severity(limits, evidence["largest_share_of_a_split"]),
            documents=_both(twins),
            spoiled=np.sort(twins.later),
            evidence=evidence | dict(also),
            **_who(truth, twins.later),
            **words,
        )


def _evidence(truth: Truth, later: Array) -> dict[str, Any]:
    """How many documents are in an earlier split too, and the largest share of a split."""
    hit, sizes = _by_split(truth, later)
    share = float((hit / np.maximum(sizes, 1)).max())
    return {"documents": len(later), "largest_share_of_a_split": share}


def _severity(limits: Limits, share: float) -> Severity:
    """By the largest share of a split that is in an earlier one."""
    return "error" if share >= limits.leak_share - EQUAL else "warning"


def _by_split(truth: Truth, later: Array) -> tuple[Array, Array]:
    """How many of these documents each split has, and of all."""
    known = truth.split_of[truth.split_of >= 0]
    splits = len(truth.splits)
    return np.bincount(truth.split_of[later], minlength=splits), np.bincount(
        known, minlength=splits
    )


def _who(truth: Truth, later: Array) -> dict[str, Any]:
    """How many documents are in an earlier split too, the share of each split, and the verb."""
    hit, sizes = _by_split(truth, later)
    where = [
        f"{n:,} in {quoted(truth.splits[s])}, {percent(n / sizes[s], 1)} of it"
        for s, n in enumerate(hit)
        if n
    ]
    n = len(later)
    return {"n": n, "where": "; ".join(where), "has": "has" if n == 1 else "have"}


def _near(truth: Truth, limits: Limits, near: NearDuplicates, codes: Array) -> Iterator[Finding]:
    kept = codes[near.later] != codes[near.earlier]
    twins = Duplicates(near.later[kept], near.earlier[kept])
    if len(twins.later):
        lowest = float(near.similarity[kept].min())
        yield from _copies(
            truth, limits, rules.NEAR_DUPLICATE, twins, {"lowest_similarity": lowest}
        )


def _conflicts(truth: Truth, codes: Array, long: Array) -> Iterator[Finding]:
    rows = conflicts(codes, truth)
    for rule, long_ones in ((rules.CONFLICT, True), (rules.SHORT_CONFLICT, False)):
        part = rows[long[rows] == long_ones]
        if n := len(part):
            texts = len(np.unique(codes[part]))
            yield rule.finding(
                documents=part,
                spoiled=np.sort(part) if long_ones else None,
                evidence={"texts": texts, "documents": n},
                texts=texts,
                n=n,
            )


@dataclass(frozen=True)
class Duplicates:
    """Documents that occur again in a later split; arrays of one length, `later` ascending.

    `earlier`: the first document of an earlier split that is the same.
    """

    later: Array
    earlier: Array

    def select(self, which: Array) -> Duplicates:
        """Those of this mask, shape (duplicates,)."""
        return Duplicates(self.later[which], self.earlier[which])


def across_splits(codes: Array, split_of: Array) -> Duplicates:
    """Documents whose code an earlier split has; both of shape (n,), below 0 for none."""
    # most documents are alone
    again = np.bincount(codes + 1)[codes + 1] > 1
    repeated = np.flatnonzero((codes >= 0) & (split_of >= 0) & again)
    # by code, then split, then row: the first of a code is in its earliest split
    order = repeated[np.lexsort((repeated, split_of[repeated], codes[repeated]))]
    starts = np.flatnonzero(np.diff(codes[order], prepend=-1) != 0)
    first = np.repeat(order[starts], np.diff(np.append(starts, len(order))))
    again = split_of[order] > split_of[first]
    by_row = np.argsort(order[again], kind="stable")
    return Duplicates(order[again][by_row], first[again][by_row])


def conflicts(codes: Array, truth: Truth) -> Array:
    """Rows, by code, of documents whose equals have other true classes; empty without labels."""
    if truth.labels is None:
        return np.zeros(0, dtype=np.int64)
    sets = sets_of(truth.labels)
    judged = np.ones(truth.n, dtype=bool)
    if truth.unjudged is not None:
        judged[truth.unjudged.indices] = False
    coded = np.flatnonzero((codes >= 0) & judged)
    order = coded[np.lexsort((coded, codes[coded]))]
    starts = np.flatnonzero(np.diff(codes[order], prepend=-1) != 0)
    size = np.diff(np.append(starts, len(order)))
    differs = sets[order] != np.repeat(sets[order[starts]], size)
    group = np.repeat(np.arange(len(starts)), size)
    return order[np.isin(group, np.unique(group[differs]))]


# --- Findings about texts that are there again within one split


# from which share of a split on intervals are clearly too narrow
MUCH = 0.1


def repeated_findings(truth: Truth, limits: Limits, near: NearDuplicates | None) -> list[Finding]:
    """Texts that a split has several times; `near`: what a search for nearly equal ones found."""
    if truth.text_column is None or not truth.splits:
        return []
    texts = truth.columns[truth.text_column]
    codes = text_codes(texts)
    codes = np.where(long_among_equal(texts, codes, limits.min_words), codes, -1)
    out = list(_again(truth, limits, rules.REPEATED, _within(truth, codes), np.arange(truth.n)))
    if near is not None:
        group = _within(truth, near.group)
        # equal texts are one here, and a text that none equals has no code
        own = np.where(codes >= 0, codes, truth.n + np.arange(truth.n))
        _, one_each = np.unique((group + 1) * (2 * truth.n) + own, return_index=True)
        differ = len(np.unique(group[conflicts(group, truth)]))
        conflicting = rules.NEARLY_REPEATED.clause("conflicting", n=differ) if differ else ""
        out += _again(
            truth, limits, rules.NEARLY_REPEATED, group, one_each, conflicting=conflicting
        )
    return out


def _within(truth: Truth, group: Array) -> Array:
    """Equal numbers from 0 for documents of one group and one split, -1 for those in none."""
    known = np.flatnonzero((group >= 0) & (truth.split_of >= 0))
    within = np.full(truth.n, -1)
    cell = group[known] * len(truth.splits) + truth.split_of[known]
    within[known] = np.unique(cell, return_inverse=True)[1]
    return within


def _again(
    truth: Truth, limits: Limits, rule: CheckRule, within: Array, counted: Array, **words: Any
) -> Iterator[Finding]:
    """A finding where enough of a split is there again. `counted`: the rows that count as texts."""
    counted = counted[within[counted] >= 0]
    several = np.bincount(within[counted], minlength=1) > 1
    counted = np.sort(counted[several[within[counted]]])
    beyond = np.delete(counted, np.unique(within[counted], return_index=True)[1])
    again = np.bincount(truth.split_of[beyond], minlength=len(truth.splits))
    sizes = np.bincount(truth.split_of[truth.split_of >= 0], minlength=len(truth.splits))
    share = float(np.max(again / np.maximum(sizes, 1)))
    n = int(again.sum())
    if not n or share < limits.leak_share - EQUAL:
        return
    where = [f"{count:,} in {quoted(truth.splits[s])}" for s, count in enumerate(again) if count]
    yield rule.finding(
        severity="warning" if share >= MUCH - EQUAL else None,
        documents=np.flatnonzero((within >= 0) & several[within]),
        evidence={"documents": n, "largest_share_of_a_split": share},
        n=n,
        where=", ".join(where),
        has="has" if n == 1 else "have",
        **words,
    )
