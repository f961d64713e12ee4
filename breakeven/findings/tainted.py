"""Documents whose result says nothing of a system, because the data is wrong there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from breakeven.findings.finding import Finding
from breakeven.findings.leaks import leak_findings
from breakeven.findings.limits import Limits
from breakeven.records import Truth
from breakeven.text import count_of
from metrics.dataset.near_duplicates import NearDuplicates
from metrics.typing import Array


@dataclass(frozen=True, kw_only=True)
class Tainted:
    """Documents of the truth that are better left out when a system is judged.

    `documents`: mask over all documents of the truth, shape (n,). `by_rule`: the rows that each
    rule found, by its code (a key of `rules.RULES`), ascending; a document can stand under
    several. Of a leak only the documents of the later split are here, of contradicting labels
    all. `near_searched`: whether nearly equal texts were looked for, too.
    """

    documents: Array
    by_rule: Mapping[str, Array]
    near_searched: bool

    def rows_among(self, rows: Array) -> Array:
        """Those of these rows of the truth that are tainted, shape (found,), in their order."""
        return np.asarray(rows[self.documents[rows]])

    def counts_among(self, rows: Array) -> dict[str, int]:
        """How many of these rows of the truth each rule found, most first; none that found none."""
        counts = {code: int(np.isin(rows, found).sum()) for code, found in self.by_rule.items()}
        return dict(sorted(((c, n) for c, n in counts.items() if n), key=lambda pair: -pair[1]))

    def said_of(self, rows: Array) -> str:
        """How many of these rows are tainted, and by what; plain text, empty where none is."""
        count = len(self.rows_among(rows))
        if not count:
            return ""
        parts = [f"{n:,} {_WORDS[code]}" for code, n in self.counts_among(rows).items()]
        return f"{count:,} of {count_of(len(rows), 'document')}: {', '.join(parts)}"


# what each rule says of a document
_WORDS: Mapping[str, str] = {
    "leak.same-id": "with the id of a document in an earlier split",
    "leak.same-text": "with the text of a document in an earlier split",
    "leak.copied-short-text": "with a short text that was copied from an earlier split",
    "leak.near-duplicate": "with nearly the text of a document in an earlier split",
    "labels.conflict": "with the text of a document that has other classes",
}


def tainted_documents(truth: Truth, limits: Limits, near: NearDuplicates | None) -> Tainted:
    """Every document that leaks from an earlier split, or whose text contradicts its classes.

    `near`: what a search for near-duplicates found, None where none was made. What is no more
    than a notice (short texts that repeat by themselves) taints nothing.
    """
    return tainted_by(leak_findings(truth, limits, near), truth.n, near is not None)


def tainted_by(findings: Iterable[Finding], n: int, near_searched: bool) -> Tainted:
    """The documents, of n, that these findings call spoiled."""
    by_rule = {f.code: f.spoiled for f in findings if len(f.spoiled)}
    mask = np.zeros(n, dtype=bool)
    for rows in by_rule.values():
        mask[rows] = True
    return Tainted(documents=mask, by_rule=by_rule, near_searched=near_searched)
