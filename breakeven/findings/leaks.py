"""Findings about documents in two splits, and about labels that contradict each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from breakeven.findings import data_rules as rules
from breakeven.findings.finding import Finding, Severity
from breakeven.findings.limits import Limits
from breakeven.records import Truth
from breakeven.text import quoted
from breakeven.texts.equal import text_codes
from breakeven.texts.words import word_counts
from metrics.dataset.near_duplicates import NearDuplicates
from metrics.incidence import sets_of
from metrics.typing import EQUAL, Array


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
        yield rules.SAME_ID.found(
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


def _leak_severity(truth: Truth, limits: Limits, later: Array) -> tuple[Severity, float]:
    """By the largest share of a split that is in an earlier one."""
    sizes = np.bincount(truth.split_of[truth.split_of >= 0], minlength=len(truth.splits))
    hit = np.bincount(truth.split_of[later], minlength=len(truth.splits))
    share = float((hit / np.maximum(sizes, 1)).max())
    return ("error" if share >= limits.leak_share - EQUAL else "warning"), share


def _same_texts(truth: Truth, limits: Limits, codes: Array, long: Array) -> Iterator[Finding]:
    twins = across_splits(codes, truth.split_of)
    for long_ones in (True, False):
        kept = long[twins.later] == long_ones
        part = Duplicates(twins.later[kept], twins.earlier[kept])
        if not len(part.later):
            continue
        severity, share = _leak_severity(truth, limits, part.later)
        evidence = {"documents": len(part.later), "largest_share_of_a_split": share}
        if long_ones:
            yield rules.SAME_TEXT.found(
                severity=severity,
                documents=_both(part),
                spoiled=part.later,
                evidence=evidence,
                **_who(truth, part),
            )
        else:
            yield rules.SAME_SHORT_TEXT.found(
                documents=_both(part),
                evidence=evidence,
                column=truth.text_column,
                min_words=limits.min_words,
                **_who(truth, part),
            )


def _who(truth: Truth, twins: Duplicates) -> dict[str, Any]:
    """How many documents are in an earlier split too, in which splits, and the verb."""
    counts = np.bincount(truth.split_of[twins.later], minlength=len(truth.splits))
    where = [f"{n:,} in {quoted(truth.splits[s])}" for s, n in enumerate(counts) if n]
    n = len(twins.later)
    return {"n": n, "where": ", ".join(where), "has": "has" if n == 1 else "have"}


def _near(truth: Truth, limits: Limits, near: NearDuplicates, codes: Array) -> Iterator[Finding]:
    kept = (near.similarity >= limits.similarity) & (codes[near.later] != codes[near.earlier])
    twins = Duplicates(near.later[kept], near.earlier[kept])
    if not len(twins.later):
        return
    severity, share = _leak_severity(truth, limits, twins.later)
    yield rules.NEAR_DUPLICATE.found(
        severity=severity,
        documents=_both(twins),
        spoiled=np.sort(twins.later),
        evidence={
            "documents": len(twins.later),
            "largest_share_of_a_split": share,
            "lowest_similarity": float(near.similarity[kept].min()),
        },
        **_who(truth, twins),
    )


def _conflicts(truth: Truth, codes: Array, long: Array) -> Iterator[Finding]:
    rows = conflicts(codes, truth)
    for rule, long_ones in ((rules.CONFLICT, True), (rules.SHORT_CONFLICT, False)):
        part = rows[long[rows] == long_ones]
        if n := len(part):
            texts = len(np.unique(codes[part]))
            yield rule.found(
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


def across_splits(codes: Array, split_of: Array) -> Duplicates:
    """Documents whose code an earlier split has; both of shape (n,), below 0 for none."""
    # most documents are alone
    again = np.bincount(codes + 1)[codes + 1] > 1
    known = np.flatnonzero((codes >= 0) & (split_of >= 0) & again)
    # by code, then split, then row: the first of a code is in its earliest split
    order = known[np.lexsort((known, split_of[known], codes[known]))]
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
    known = np.flatnonzero((codes >= 0) & judged)
    order = known[np.lexsort((known, codes[known]))]
    starts = np.flatnonzero(np.diff(codes[order], prepend=-1) != 0)
    size = np.diff(np.append(starts, len(order)))
    differs = sets[order] != np.repeat(sets[order[starts]], size)
    group = np.repeat(np.arange(len(starts)), size)
    return order[np.isin(group, np.unique(group[differs]))]
