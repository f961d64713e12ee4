"""How much a system gets right, and where that share may lie, in plain words.

Tested in `tests/breakeven/analysis/story/test_verdict.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.data.records import Truth
from breakeven.data.wording import amount_of, count_of, hundredths, percent, positive_of, quoted
from metrics import measures
from metrics.tallies import ContingencyTable
from metrics.uncertainty.intervals import Interval, precision_interval, recall_interval

# fewer documents are counted themselves, and are no per cent
FEWEST_FOR_PERCENT = 20


@dataclass(frozen=True, kw_only=True)
class PlainShare:
    """So many of some documents or labels, and where the share may lie; in [0, 1] or NaN."""

    hits: float
    total: float
    interval: Interval

    @property
    def value(self) -> float:
        """The share itself; NaN of nothing."""
        return float(measures.ratio(self.hits, self.total))

    @property
    def few(self) -> bool:
        """Whether they are so few that they are counted themselves."""
        return self.total < FEWEST_FOR_PERCENT

    def __str__(self) -> str:
        if self.few:
            return f"{amount_of(self.hits)} of {amount_of(self.total)}"
        return percent(self.value)

    def with_noun(self, singular: str, plural: str, every: str) -> str:
        """With of what it is: `1 of 1 label`, `3 of 4 labels`, `75 % of the labels`."""
        if self.few:
            return f"{amount_of(self.hits)} of {count_of(self.total, singular, plural)}"
        return f"{self} of {every}"

    @property
    def ends(self) -> str:
        """From where to where in per cent; empty where that is not known, or too few to tell."""
        low, high = (float(end) for end in (self.interval.low, self.interval.high))
        return "" if self.few or np.isnan(low) else f"{ends_text(low, high)} %"


def ends_text(low: float, high: float) -> str:
    """From one share to another, of 100; one number where they look alike."""
    ends = hundredths(low), hundredths(high)
    return ends[0] if ends[0] == ends[1] else f"{ends[0]} to {ends[1]}"


def ranges_text(shares: Sequence[PlainShare]) -> list[str]:
    """Where shares may lie over all such documents, in brackets; the first says what that is."""
    texts: list[str] = []
    for share in shares:
        what = "" if any(texts) else "95 % interval: "
        texts.append(f" ({what}{share.ends})" if share.ends else "")
    return texts


def positive_in(classes: tuple[str, ...], truth: Truth | None) -> int | None:
    """The class that a yes-or-no task is about; None where there is none.

    `truth`: whose classes say it, which may be more than these; None where there are but these.
    """
    name = positive_of(classes) if truth is None else truth.positive
    return None if name is None or name not in classes else classes.index(name)


def plain_shares(evaluation: BaseEvaluation, positive: int | None) -> list[PlainShare]:
    """The share of documents with their class; or of true labels found, and of predicted ones."""
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


def shares_text(
    evaluation: BaseEvaluation, positive: int | None, shares: Sequence[PlainShare]
) -> str:
    """The shares in the words of the task; plain text, without a full stop."""
    if len(shares) == 1:
        return f"{quoted(evaluation.system)} gets the right class for {shares[0]}"
    if not shares[0].total:
        return f"no document {_nothing_true(evaluation, positive, shares)}"
    return _recall_and_precision(evaluation, positive, shares, ["", ""])


def shares_on(
    evaluation: BaseEvaluation, positive: int | None, shares: Sequence[PlainShare], place: str
) -> str:
    """As `shares_text`, with how many documents they are of, and where the shares may lie.

    `place`: where the documents are from, as ` of “test”`; or nothing.
    """
    system, (first, *_) = quoted(evaluation.system), shares
    if len(shares) == 1:
        n = first.total if evaluation.weights is None else evaluation.documents
        documents = f"{count_of(n, 'document')}{place}"
        few = first.few and evaluation.weights is None
        share = amount_of(first.hits) if few else percent(first.value)
        return f"{system} gets the right class for {share} of {documents}{ranges_text(shares)[0]}"
    documents = f"{count_of(evaluation.documents, 'document')}{place}"
    if not first.total:
        return f"of {documents} none {_nothing_true(evaluation, positive, shares)}"
    text = _recall_and_precision(evaluation, positive, shares, ranges_text(shares))
    return f"On {documents}, {text}"


def _nothing_true(
    evaluation: BaseEvaluation, positive: int | None, shares: Sequence[PlainShare]
) -> str:
    """That no document has the class, or any, and what that makes of the predictions."""
    system, (_, right) = quoted(evaluation.system), shares
    has = "has a class" if positive is None else f"is {quoted(evaluation.classes[positive])}"
    wrong = f"so every prediction of {system} is wrong"
    return f"{has}, {wrong if right.total else f'and {system} predicts none'}"


def _recall_and_precision(
    evaluation: BaseEvaluation,
    positive: int | None,
    shares: Sequence[PlainShare],
    ranges: Sequence[str],
) -> str:
    """How many true labels are found, and how many predictions are right, each with its range."""
    system, (recalled, right) = quoted(evaluation.system), shares
    labels, predictions = ("true label", "true labels"), ("prediction", "predictions")
    if positive is not None:
        name = quoted(evaluation.classes[positive])
        labels = (f"document that is {name}", f"documents that are {name}")
        predictions = (f"prediction of {name}", f"predictions of {name}")
    finds = f"{system} finds {recalled.with_noun(*labels, f'the {labels[1]}')}{ranges[0]}"
    if not right.total:
        return f"{finds} and predicts none"
    are = "is" if right.few and right.total == 1 else "are"
    return (
        f"{finds}; {right.with_noun(*predictions, f'its {predictions[1]}')} {are} right{ranges[1]}"
    )
