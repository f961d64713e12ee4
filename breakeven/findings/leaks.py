"""Findings about documents in two splits, and about labels that contradict each other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from breakeven.findings.finding import Finding, Severity, count_of
from breakeven.findings.limits import Limits
from breakeven.records import Truth
from breakeven.text import listed, quoted
from metrics.dataset.near_duplicates import NearDuplicates
from metrics.dataset.texts import text_codes, word_counts
from metrics.typing import EQUAL, Array


def leak_findings(truth: Truth, limits: Limits, near: NearDuplicates | None) -> list[Finding]:
    """Every leak and contradiction. `near`: what a search for near-duplicates found, if made."""
    out = _same_ids(truth)
    if truth.text_column is not None:
        texts = truth.columns[truth.text_column]
        codes, long = text_codes(texts), word_counts(texts) >= limits.min_words
        out += _same_texts(truth, limits, codes, long)
        if near is not None:
            out += _near(truth, limits, near, codes)
        out += _conflicts(truth, codes, long)
    return out


def _same_ids(truth: Truth) -> list[Finding]:
    if truth.documents is None:
        return []
    twins = across_splits(text_codes(truth.documents), truth.split_of)
    if not len(twins.later):
        return []
    ids = truth.documents[twins.later]
    return [
        Finding(
            "leak.same-id",
            "error",
            f"{count_of(len(ids), 'document id')} of one split also "
            f"{'stands' if len(ids) == 1 else 'stand'} in an earlier one: {listed(ids, 3)}.",
            "Keep each document in one split and train again: what was learnt from is no test.",
            documents=_both(twins),
            evidence={"documents": len(ids)},
        )
    ]


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


def _same_texts(truth: Truth, limits: Limits, codes: Array, long: Array) -> list[Finding]:
    twins = across_splits(codes, truth.split_of)
    out = []
    for long_ones in (True, False):
        kept = long[twins.later] == long_ones
        part = Duplicates(twins.later[kept], twins.earlier[kept])
        if not len(part.later):
            continue
        severity, share = _leak_severity(truth, limits, part.later)
        where = _where(truth, part.later)
        evidence = {"documents": len(part.later), "largest_share_of_a_split": share}
        if long_ones:
            out.append(
                Finding(
                    "leak.same-text",
                    severity,
                    f"{count_of(len(part.later), 'document')} ({where}) "
                    f"{_has(part)} the text of a document in an earlier split.",
                    "Take them out of the later split, or judge without them: a system that "
                    "remembers its training texts gets them right.",
                    documents=_both(part),
                    evidence=evidence,
                )
            )
        else:
            out.append(
                Finding(
                    "leak.same-short-text",
                    "notice",
                    f"{count_of(len(part.later), 'document')} ({where}) {_has(part)} the same "
                    f"{quoted(truth.text_column)} as a document in an earlier split. These texts "
                    f"are shorter than {limits.min_words} words, and short texts repeat without "
                    "being the same document.",
                    "Look at a few of them. If they are the same documents, give the whole text, "
                    "or lower the limit of words, and they are counted as leaks.",
                    documents=_both(part),
                    evidence=evidence,
                )
            )
    return out


def _has(twins: Duplicates) -> str:
    return "has" if len(twins.later) == 1 else "have"


def _where(truth: Truth, rows: Array) -> str:
    counts = np.bincount(truth.split_of[rows], minlength=len(truth.splits))
    return ", ".join(f"{n:,} in {quoted(truth.splits[s])}" for s, n in enumerate(counts) if n)


def _near(truth: Truth, limits: Limits, near: NearDuplicates, codes: Array) -> list[Finding]:
    kept = (near.similarity >= limits.similarity) & (codes[near.later] != codes[near.earlier])
    twins = Duplicates(near.later[kept], near.earlier[kept])
    if not len(twins.later):
        return []
    severity, share = _leak_severity(truth, limits, twins.later)
    return [
        Finding(
            "leak.near-duplicate",
            severity,
            f"{count_of(len(twins.later), 'document')} ({_where(truth, twins.later)}) "
            f"{_has(twins)} nearly the text of a document in an earlier split.",
            "Compare them. Corrected or repeated versions of one document belong in one split.",
            documents=_both(twins),
            evidence={
                "documents": len(twins.later),
                "largest_share_of_a_split": share,
                "lowest_similarity": float(near.similarity[kept].min()),
            },
        )
    ]


def _conflicts(truth: Truth, codes: Array, long: Array) -> list[Finding]:
    rows = conflicts(codes, truth)
    out = []
    for long_ones in (True, False):
        part = rows[long[rows] == long_ones]
        if not len(part):
            continue
        groups = len(np.unique(codes[part]))
        what = (
            f"{count_of(groups, 'text')} with different true classes, on "
            f"{count_of(len(part), 'document')}."
        )
        evidence = {"texts": groups, "documents": len(part)}
        if long_ones:
            action = "Read them and settle which classes are right: at most one set can be."
            out.append(Finding("labels.conflict", "warning", what, action, (), part, evidence))
        else:
            action = (
                "Look at a few: a short text may stand for different documents, and then both "
                "are right."
            )
            out.append(Finding("labels.short-conflict", "notice", what, action, (), part, evidence))
    return out


@dataclass(frozen=True)
class Duplicates:
    """Documents that occur again in a later split; arrays of one length, `later` ascending.

    `earlier`: the first document of an earlier split that is the same.
    """

    later: Array
    earlier: Array


def across_splits(codes: Array, split_of: Array) -> Duplicates:
    """Documents whose code an earlier split has; both of shape (n,), below 0 for none."""
    known = np.flatnonzero((codes >= 0) & (split_of >= 0))
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
    # a random number a class: equal sums are equal sets, but for one chance in 2^64
    signs = np.random.default_rng(0).integers(0, 2**63, len(truth.classes), dtype=np.uint64)
    sums = np.zeros(truth.n, dtype=np.uint64)
    in_class = np.repeat(signs, np.diff(truth.labels.indptr))
    np.add.at(sums, truth.labels.indices, in_class)
    judged = np.ones(truth.n, dtype=bool)
    if truth.unjudged is not None:
        judged[truth.unjudged.indices] = False
    known = np.flatnonzero((codes >= 0) & judged)
    order = known[np.lexsort((known, codes[known]))]
    starts = np.flatnonzero(np.diff(codes[order], prepend=-1) != 0)
    size = np.diff(np.append(starts, len(order)))
    differs = sums[order] != np.repeat(sums[order[starts]], size)
    group = np.repeat(np.arange(len(starts)), size)
    return order[np.isin(group, np.unique(group[differs]))]
