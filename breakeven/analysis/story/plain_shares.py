"""How many of a hundred a system gets right, and how many others it would, in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from breakeven.analysis.evaluation.average_intervals import decided, exactly_right, micro_intervals
from breakeven.analysis.evaluation.counted import AnyEvaluation, CountedEvaluation
from breakeven.data.records import Truth
from breakeven.data.wording import amount_of, hundredths, positive_of, quoted
from metrics import measures
from metrics.tallies import ContingencyTable
from metrics.typing import DEFAULT_BETA
from metrics.uncertainty.average_intervals import mean_interval
from metrics.uncertainty.intervals import Interval, precision_interval, recall_interval

# fewer documents are counted themselves, and not as so many of 100
FEWEST_FOR_HUNDRED = 20


def range_text(ends: Sequence[str]) -> str:
    """Where shares may lie over all such documents, and how sure that is.

    Each as `PlainShare.ends`.
    """
    if len(ends) == 1:
        share, ranges = "the share is", "a range like this holds"
    else:
        share, ranges = "the shares are", "ranges like these hold"
    said = ", and ".join(ends)
    return (
        f"Over all documents like these {share} {said} of 100; {ranges} the true share 95 times "
        "in 100."
    )


@dataclass(frozen=True, kw_only=True)
class PlainShare:
    """So many of some documents or decisions, and where the share may lie; in [0, 1] or NaN."""

    hits: float
    of: float
    interval: Interval

    @property
    def value(self) -> float:
        """The share itself; NaN of nothing."""
        return float(measures.ratio(self.hits, self.of))

    def __str__(self) -> str:
        if self.of < FEWEST_FOR_HUNDRED:
            return f"{amount_of(self.hits)} of {amount_of(self.of)}"
        return f"{hundredths(self.value)} of 100"

    @property
    def ends(self) -> str:
        """From where to where of 100; empty where that is not known, or too few to tell."""
        low, high = (float(end) for end in (self.interval.low, self.interval.high))
        if self.of < FEWEST_FOR_HUNDRED or np.isnan(low):
            return ""
        return ends_text(low, high)


def ends_text(low: float, high: float) -> str:
    """From one share to another, of 100; one number where they look alike."""
    ends = hundredths(low), hundredths(high)
    return ends[0] if ends[0] == ends[1] else f"{ends[0]} to {ends[1]}"


def positive_in(classes: tuple[str, ...], truth: Truth | None) -> int | None:
    """The class that a yes-or-no task is about; None where there is none.

    `truth`: whose classes say it, which may be more than these; None where there are but these.
    """
    name = positive_of(classes) if truth is None else truth.positive
    return None if name is None or name not in classes else classes.index(name)


def plain_shares(evaluation: AnyEvaluation, positive: int | None) -> list[PlainShare]:
    """The share of documents with their class; or of true classes found, and of those given."""
    if positive is None and evaluation.one_of:
        return [_right(evaluation)]
    if positive is None:
        of_precision, of_recall = _micro_intervals(evaluation)
        table: ContingencyTable = evaluation.tables.pooled()
    else:
        table = evaluation.tables[positive]
        of_precision, of_recall = precision_interval(table), recall_interval(table)
    hits = float(table.tp)
    return [
        PlainShare(hits=hits, of=float(table.positives), interval=of_recall),
        PlainShare(hits=hits, of=float(table.assigned), interval=of_precision),
    ]


def _right(evaluation: AnyEvaluation) -> PlainShare:
    """The share of documents that are right."""
    if isinstance(evaluation, CountedEvaluation):
        table, kinds = evaluation.counts.documents, evaluation.kinds
        counted = kinds.weight * kinds.times * (evaluation.counts.judged > 0)
        right = counted * ((table.fp == 0) & (table.fn == 0))
        ends = kinds.exact_match_interval()
        return PlainShare(hits=float(right.sum()), of=float(counted.sum()), interval=ends)
    right, counted = exactly_right(evaluation)
    ends = mean_interval(right, counted, decided(evaluation).gathered)
    weights = 1.0 if evaluation.weights is None else evaluation.weights
    hits, of = (float(np.sum(weights * n)) for n in (right, counted))
    return PlainShare(hits=hits, of=of, interval=ends)


def _micro_intervals(evaluation: AnyEvaluation) -> tuple[Interval, Interval]:
    """Of precision and recall over all decisions."""
    if isinstance(evaluation, CountedEvaluation):
        kinds = evaluation.kinds
        return kinds.micro_interval(measures.precision), kinds.micro_interval(measures.recall)
    of_precision, of_recall, _ = micro_intervals(evaluation, DEFAULT_BETA)
    return of_precision, of_recall


def shares_text(evaluation: AnyEvaluation, positive: int | None, shares: list[PlainShare]) -> str:
    """The shares in the words of the task; plain text, without a full stop."""
    system = quoted(evaluation.system)
    if len(shares) == 1:
        return f"{system} gives {shares[0]} the right class"
    found, named = shares
    if positive is not None:
        name = quoted(evaluation.classes[positive])
        start = f"{system} finds {found} that {_are(found)} {name}"
        calls, none = f"{named} that it calls so {_are(named)}", f"none is {name}"
    else:
        classes = "true class" if found.of == 1 else "true classes"
        start = f"{system} finds {found} {classes}"
        calls, none = f"{named} that it names {_are(named)} right", "no document has a class"
    if not named.of:
        return f"{start if found.of else none}; {system} names none"
    return f"{start}; {calls}" if found.of else f"{none}, so all that {system} names is wrong"


def _are(share: PlainShare) -> str:
    """The verb for so many of these."""
    return "is" if share.of == 1 else "are"
