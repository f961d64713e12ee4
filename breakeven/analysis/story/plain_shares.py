"""How many of a hundred a system gets right, and how many others it would, in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.data.records import Truth
from breakeven.data.wording import amount_of, hundredths, positive_of, quoted
from metrics import measures
from metrics.tallies import ContingencyTable
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
    ranges_text = ", and ".join(ends)
    return (
        f"Over all documents like these {share} {ranges_text} of 100; {ranges} the true share 95 "
        "times in 100."
    )


@dataclass(frozen=True, kw_only=True)
class PlainShare:
    """So many of some documents or decisions, and where the share may lie; in [0, 1] or NaN."""

    hits: float
    total: float
    interval: Interval

    @property
    def value(self) -> float:
        """The share itself; NaN of nothing."""
        return float(measures.ratio(self.hits, self.total))

    def __str__(self) -> str:
        if self.total < FEWEST_FOR_HUNDRED:
            return f"{amount_of(self.hits)} of {amount_of(self.total)}"
        return f"{hundredths(self.value)} of 100"

    @property
    def ends(self) -> str:
        """From where to where of 100; empty where that is not known, or too few to tell."""
        low, high = (float(end) for end in (self.interval.low, self.interval.high))
        if self.total < FEWEST_FOR_HUNDRED or np.isnan(low):
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


def plain_shares(evaluation: BaseEvaluation, positive: int | None) -> list[PlainShare]:
    """The share of documents with their class; or of true classes found, and of those given."""
    if positive is None and evaluation.one_of:
        right, documents, interval = evaluation.exact_match_share()
        return [PlainShare(hits=right, total=documents, interval=interval)]
    if positive is None:
        of_precision, of_recall, _ = evaluation.micro_intervals(1.0)
        table: ContingencyTable = evaluation.tables.pooled()
    else:
        table = evaluation.tables[positive]
        of_precision, of_recall = precision_interval(table), recall_interval(table)
    hits = float(table.tp)
    return [
        PlainShare(hits=hits, total=float(table.positives), interval=of_recall),
        PlainShare(hits=hits, total=float(table.assigned), interval=of_precision),
    ]


def shares_text(evaluation: BaseEvaluation, positive: int | None, shares: list[PlainShare]) -> str:
    """The shares in the words of the task; plain text, without a full stop."""
    system = quoted(evaluation.system)
    if len(shares) == 1:
        return f"{system} gives {shares[0]} the right class"
    recalled, named = shares
    if positive is not None:
        name = quoted(evaluation.classes[positive])
        start = f"{system} finds {recalled} that {_are(recalled)} {name}"
        calls, none = f"{named} that it calls so {_are(named)}", f"none is {name}"
    else:
        classes = "true class" if recalled.total == 1 else "true classes"
        start = f"{system} finds {recalled} {classes}"
        calls, none = f"{named} that it names {_are(named)} right", "no document has a class"
    if not named.total:
        return f"{start if recalled.total else none}; {system} names none"
    return f"{start}; {calls}" if recalled.total else f"{none}, so all that {system} names is wrong"


def _are(share: PlainShare) -> str:
    """The verb for so many of these."""
    return "is" if share.total == 1 else "are"
