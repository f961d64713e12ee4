"""How many of a hundred a system gets right, and how many others it would, in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from breakeven.analysis.evaluation.counts import EvaluationFacts
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


def plain_shares(evaluation: EvaluationFacts, positive: int | None) -> list[PlainShare]:
    """The share of documents with their class; or of true classes found, and of those given."""
    if positive is None and evaluation.one_of:
        hits, of, interval = evaluation.exact_match_share()
        return [PlainShare(hits=hits, of=of, interval=interval)]
    if positive is None:
        of_precision, of_recall, _ = evaluation.micro_intervals(1.0)
        table: ContingencyTable = evaluation.tables.pooled()
    else:
        table = evaluation.tables[positive]
        of_precision, of_recall = precision_interval(table), recall_interval(table)
    found = float(table.tp)
    return [
        PlainShare(hits=found, of=float(table.positives), interval=of_recall),
        PlainShare(hits=found, of=float(table.assigned), interval=of_precision),
    ]


def shares_text(evaluation: EvaluationFacts, positive: int | None, shares: list[PlainShare]) -> str:
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
