"""Documents with which the data is wrong, so that their result says nothing of a system.

In an earlier split too, or contradicting others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.duplicates import count_as_leaks, leak_findings, search_near
from breakeven.analysis.findings.finding import Finding
from breakeven.analysis.selection.expression import Leaked
from breakeven.data.records import Truth
from breakeven.data.wording import count_of
from metrics.dataset.near_duplicates import NearDuplicates
from metrics.typing import Array

# --- Documents whose result says nothing of a system, because the data is wrong there


@dataclass(frozen=True, kw_only=True)
class TaintedDocuments:
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

    def summary_of(self, rows: Array) -> str:
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


def tainted_documents(
    truth: Truth, limits: Limits, near: NearDuplicates | None
) -> TaintedDocuments:
    """Every document that leaks from an earlier split, or whose text contradicts its classes.

    `near`: what a search for near-duplicates found, None where none was made. What is no more
    than a notice (short texts that repeat by themselves) taints nothing.
    """
    return tainted_by(leak_findings(truth, limits, near), truth.n, near is not None)


def tainted_by(findings: Iterable[Finding], n: int, near_searched: bool) -> TaintedDocuments:
    """The documents, of n, that these findings call spoiled."""
    by_rule = {f.code: f.spoiled for f in findings if len(f.spoiled)}
    mask = np.zeros(n, dtype=bool)
    for rows in by_rule.values():
        mask[rows] = True
    return TaintedDocuments(documents=mask, by_rule=by_rule, near_searched=near_searched)


# --- Documents with which the data is wrong: in an earlier split too, or contradicting others


# so that a filter keeps the same documents everywhere, whatever limits a reviewer set for findings
USUAL = Limits()


@dataclass(frozen=True)
class DataErrors:
    """Documents with which the data is wrong, by the usual limits; masks of shape (documents,).

    `leaked`: in an earlier split too, by id or by a text that is not short; where `near`, also
    with nearly that text. `contradicting`: their text has other classes elsewhere.
    """

    leaked: Array
    contradicting: Array
    near: bool


def data_errors(truth: Truth, near: NearDuplicates | None = None) -> DataErrors:
    """What is wrong with the documents. `near`: what a search for nearly equal texts found."""
    found = tainted_documents(truth, USUAL, near)
    leaked, contradicting = np.zeros((2, truth.n), dtype=bool)
    for code, rows in found.by_rule.items():
        (leaked if code.startswith("leak.") else contradicting)[rows] = True
    return DataErrors(leaked, contradicting, found.near_searched)


def errors_of(truth: Truth, near: bool) -> DataErrors:
    """As `data_errors`; where `near`, nearly equal texts are searched for first."""
    return data_errors(truth, search_near(truth, USUAL) if near else None)


def with_near_copies(truth: Truth, leaked: Leaked | None) -> bool:
    """Whether nearly equal texts leak; `leaked`: the term by which a filter leaves out what does.

    They do wherever they are counted at all, and where the filter asks for them.
    """
    return count_as_leaks(truth) or (leaked is not None and leaked.near)
