"""Findings about texts that are there again within one split."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from breakeven.findings import data_rules as rules
from breakeven.findings.finding import Finding
from breakeven.findings.leaks import conflicts, long_among_equal
from breakeven.findings.limits import Limits
from breakeven.findings.rule import CheckRule
from breakeven.records import Truth
from breakeven.text import quoted
from breakeven.texts.equal import text_codes
from metrics.dataset.near_duplicates import NearDuplicates
from metrics.typing import EQUAL, Array

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
        said = rules.NEARLY_REPEATED.clause("conflicting", n=differ) if differ else ""
        out += _again(truth, limits, rules.NEARLY_REPEATED, group, one_each, conflicting=said)
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
    yield rule.found(
        severity="warning" if share >= MUCH - EQUAL else None,
        documents=np.flatnonzero((within >= 0) & several[within]),
        evidence={"documents": n, "largest_share_of_a_split": share},
        n=n,
        where=", ".join(where),
        has="has" if n == 1 else "have",
        **words,
    )
