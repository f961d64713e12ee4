"""The whole review checked: every finding, and what could not be checked for want of data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from breakeven.evaluation.evaluation import Evaluation
from breakeven.findings.better_threshold import better_thresholds, threshold_findings
from breakeven.findings.classes import class_findings
from breakeven.findings.finding import Finding, in_order
from breakeven.findings.gains import if_median
from breakeven.findings.leaks import leak_findings
from breakeven.findings.limits import Limits
from breakeven.findings.scores import calibration_findings, disputed_findings
from breakeven.findings.splits import alike_findings, split_findings
from breakeven.records import Predictions, Truth
from breakeven.splits import date_column, lengths, roles_of
from metrics.dataset.near_duplicates import NearDuplicates, near_duplicates
from metrics.dataset.texts import word_counts


@dataclass(frozen=True)
class Unchecked:
    """A check that the data does not allow, and what to add. Plain text."""

    what: str
    add: str


@dataclass(frozen=True)
class Checked:
    """What the checks found, and which of them the data does not allow."""

    findings: list[Finding]
    unchecked: list[Unchecked]


def search_near(
    truth: Truth, limits: Limits, progress: Callable[[float], None] | None = None
) -> NearDuplicates | None:
    """Near-duplicates across splits among texts that are long enough; None without texts."""
    if truth.text_column is None or len(truth.splits) < 2:
        return None
    texts = truth.columns[truth.text_column]
    long = word_counts(texts) >= limits.min_words
    return near_duplicates(texts, truth.split_of, long, limits.similarity, progress)


def check_data(truth: Truth, limits: Limits, near: NearDuplicates | None) -> Checked:
    """What can be said of the data alone, whatever any system does."""
    found = [
        *leak_findings(truth, limits, near),
        *split_findings(truth, limits),
        *alike_findings(truth, limits),
    ]
    return Checked(in_order(found), unchecked(truth, limits, near))


def check_decisions(
    truth: Truth,
    predictions: Sequence[Predictions],
    evaluation: Evaluation,
    tuning: Evaluation | None,
    limits: Limits,
    beta: float,
) -> list[Finding]:
    """What can be said of one system's decisions; `tuning`: the same on the split to fit on."""
    mine = next(p for p in predictions if p.system == evaluation.system)
    fitted_on = tuning if tuning is not None else evaluation
    better = better_thresholds(fitted_on, limits, beta)
    return [
        *class_findings(truth, evaluation, better, limits, beta),
        *threshold_findings(fitted_on, better, beta),
        *calibration_findings(evaluation, mine),
        *disputed_findings(truth, predictions, evaluation.rows),
    ]


def check_review(
    truth: Truth,
    predictions: Sequence[Predictions],
    evaluation: Evaluation,
    tuning: Evaluation | None,
    limits: Limits,
    beta: float,
    *,
    near: NearDuplicates | None,
) -> Checked:
    """Every finding over the whole review, in order of what mending it would gain."""
    data = check_data(truth, limits, near)
    found = [
        _with_gain(finding, evaluation, beta) if finding.code == "split.few-training" else finding
        for finding in data.findings
    ]
    found += check_decisions(truth, predictions, evaluation, tuning, limits, beta)
    return Checked(in_order(found), data.unchecked)


def _with_gain(finding: Finding, evaluation: Evaluation, beta: float) -> Finding:
    macro, micro = if_median(evaluation.tables, np.array(finding.classes, dtype=np.int64), beta)
    return replace(finding, gain_macro=macro, gain_micro=micro)


def unchecked(truth: Truth, limits: Limits, near: NearDuplicates | None) -> list[Unchecked]:
    """What is missing for which check."""
    return [
        *_without_splits(truth, limits),
        *_without_truth_or_ids(truth),
        *_without_texts(truth, limits, near),
        *_without_lengths_or_dates(truth),
    ]


def _without_splits(truth: Truth, limits: Limits) -> Iterator[Unchecked]:
    if not truth.splits:
        yield Unchecked(
            "There is one set of documents without splits, so nothing can be compared.",
            "Add a column “split” and the training documents (their predictions may be empty).",
        )
        return
    roles = roles_of(truth, limits.train, limits.test)
    if roles.train is None:
        yield Unchecked(
            "No split is known as the training split: too few examples, leaks into test "
            "and the mix of classes were not checked against it.",
            "Add the training documents with “train” in the split column, or choose the "
            "split among the limits.",
        )
    if roles.test is None:
        yield Unchecked(
            "No split is known as the test split.",
            "Call it “test” in the split column, or choose the split among the limits.",
        )


def _without_truth_or_ids(truth: Truth) -> Iterator[Unchecked]:
    if truth.labels is None:
        yield Unchecked("Nobody has labelled these documents.", "Add a column with the truth.")
    numbered = truth.documents is not None and np.array_equal(
        truth.documents, np.arange(1, truth.n + 1).astype(str).astype(object)
    )
    if truth.documents is None or numbered:
        yield Unchecked(
            "Documents have no ids of their own, so the same document in two splits shows "
            "only by its text.",
            "Add a column “id”.",
        )


def _without_texts(
    truth: Truth, limits: Limits, near: NearDuplicates | None
) -> Iterator[Unchecked]:
    if truth.text_column is None:
        yield Unchecked(
            "There are no texts: repeated texts, near-duplicates, contradicting labels and "
            "classes alike in their words were not looked for.",
            "Add a column with the text.",
        )
        return
    short = float((word_counts(truth.columns[truth.text_column]) < limits.min_words).mean())
    if short > 0.5:
        yield Unchecked(
            f"{short:.0%} of the texts have fewer than {limits.min_words} words (titles?), "
            "too few to tell a repeated phrase from a repeated document: near-duplicates "
            "were looked for among the others only.",
            "Add a column with the whole text, or lower the limit of words.",
        )
    elif near is None and len(truth.splits) > 1:
        yield Unchecked("Near-duplicates were not looked for yet.", "Start the search.")


def _without_lengths_or_dates(truth: Truth) -> Iterator[Unchecked]:
    if lengths(truth) is None:
        yield Unchecked(
            "The length of the documents is unknown.", "Add a column “words”, or texts."
        )
    if date_column(truth) is None:
        yield Unchecked(
            "There are no dates: overlap in time and drift were not checked.",
            "Add a column with dates as 2024-01-31.",
        )
