"""The assessment of a class in words: its verdict, and the evidence for it. Plain text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from breakeven.findings.advice import advice_on
from breakeven.findings.class_assessment import ClassAssessment, Training
from breakeven.findings.class_errors import StandsOut
from breakeven.text import amount_of, count_of, figure_of, percent, quoted, span
from metrics.class_verdicts import VERDICTS, ClassVerdicts, Verdict, decided
from metrics.intervals import Interval

WORDS: Mapping[Verdict, str] = {
    "well": "clearly above the line",
    "missed": "often missed, right when assigned",
    "wrong": "found, but often wrongly assigned",
    "both": "often missed and often wrong",
    "few": "not certain yet, few documents",
    "close": "close to the line",
    "never": "never assigned",
    "absent": "no documents here, yet assigned",
    "nothing": "no documents here, never assigned",
}
# above the level that somebody set
GOOD = "handled well"
# where one of the two is clearly low, and the other cannot be told
LOW_RECALL: Mapping[Verdict, str] = {
    "few": "often missed, too few documents to say more",
    "close": "often missed, precision close to the line",
}
LOW_PRECISION: Mapping[Verdict, str] = {
    "few": "often wrongly assigned, too few documents to say more",
    "close": "often wrongly assigned, recall close to the line",
}
IN_ORDER = (
    GOOD,
    *(WORDS[v] for v in ("well", "missed", "wrong", "both")),
    *(words[v] for words in (LOW_RECALL, LOW_PRECISION) for v in words),
    *(WORDS[v] for v in ("close", "few", "never", "absent", "nothing")),
)

# shares below this say nothing of a class that its documents do not
SMALL_SHARE = 0.001


@dataclass(frozen=True, kw_only=True)
class Reading:
    """Plain text: the verdict names the class, the evidence is one sentence each."""

    verdict: str
    evidence: list[str]
    next_step: str


def read_class(assessment: ClassAssessment) -> Reading:
    """What is to be said of one class."""
    return Reading(
        verdict=_verdict(assessment),
        evidence=_evidence(assessment),
        next_step=advice_on(assessment),
    )


def words_of(verdicts: ClassVerdicts) -> list[str]:
    """The verdict on each class, one of IN_ORDER."""
    words = np.array([WORDS[v] for v in VERDICTS], dtype=object)[verdicts.verdict]
    for low, said in ((verdicts.recall_low, LOW_RECALL), (verdicts.precision_low, LOW_PRECISION)):
        for verdict, replaced in said.items():
            words[low & (verdicts.verdict == VERDICTS.index(verdict))] = replaced
    words[verdicts.good] = GOOD
    return words.tolist()


def _verdict(it: ClassAssessment) -> str:
    words = GOOD if it.good else WORDS[it.verdict]
    if it.verdict in ("few", "close") and it.weakness is not None:
        words = (LOW_RECALL if it.weakness == "missed" else LOW_PRECISION)[it.verdict]
    unsure = it.verdict == "never" and not it.sure
    doubt = ", but it has too few documents to be sure" if unsure else ""
    return f"{quoted(it.name, 60)}: {words}{doubt}"


def _evidence(it: ClassAssessment) -> list[str]:
    sentences = [_recall(it), _precision(it)]
    if it.many_errors:
        sentences.append(f"It has {percent(it.error_share, 1)} of all errors of all classes.")
    if it.bias is not None:
        sentences.append(_bias(it))
    if it.verdict == "close" and it.weakness is None and it.more > 0:
        sentences.append(
            f"Not certain yet: about {count_of(it.more, 'more document')} of it would tell on "
            f"which side of {it.cut:g} it lies, if it goes on like this."
        )
    if it.truly is not None:
        sentences.append(_wrong_ones(it, it.truly))
    if missed := _missed_ones(it):
        sentences.append(missed)
    if it.better is not None:
        sentences.append(it.better.found().what)
    if it.training is not None and not it.training.reviewed:
        sentences.append(_training(it.training))
    return sentences


def _recall(it: ClassAssessment) -> str:
    if not it.positives:
        return "No document here is truly in the class: recall is 0/0, undefined."
    level = _level(it.recall, it.recall_interval, it.cut, it.recall_clear)
    positives = count_of(it.positives, "document")
    return f"It finds {amount_of(it.tp)} of its {positives}: recall {level}."


def _precision(it: ClassAssessment) -> str:
    if not it.assigned:
        return "It is never assigned: precision is 0/0, undefined."
    level = _level(it.precision, it.precision_interval, it.cut, it.precision_clear)
    return (
        f"Of {count_of(it.assigned, 'assignment')} {amount_of(it.tp)} {_are(it.tp)} right: "
        f"precision {level}."
    )


def _bias(it: ClassAssessment) -> str:
    """That the class is assigned too often or too seldom, with the numbers."""
    often = "too often" if it.bias == "over" else "too seldom"
    return (
        f"It is called {often}: {amount_of(it.fp)} wrong {_assignments(it.fp)} against "
        f"{amount_of(it.fn)} missed, more than by chance."
    )


def _assignments(count: float) -> str:
    return "assignment" if count == 1 else "assignments"


def _level(value: float, ends: Interval, cut: float, clear: bool) -> str:
    side = "high" if value >= cut else "low"
    shown = f"{figure_of(value)} (95 %: {span(float(ends.low), float(ends.high))}), {side}"
    if clear:
        return shown
    if decided(ends, cut):
        return f"{shown}, but among so many classes, or in so few documents, that may be chance"
    return f"{shown}, but the interval reaches across the cut of {cut:g}"


def _wrong_ones(it: ClassAssessment, truly: StandsOut) -> str:
    return (
        f"Of {count_of(it.wrong, 'wrong assignment')}, {truly.documents:,} "
        f"{_are(truly.documents)} truly {quoted(truly.name, 40)}."
    )


def _missed_ones(it: ClassAssessment) -> str:
    """Which class the missed documents got, if any; empty where there is nothing to say."""
    got = []
    if it.instead is not None:
        documents = it.instead.documents
        got.append(f"{documents:,} {_are(documents)} assigned {quoted(it.instead.name, 40)}")
    if it.unassigned:
        verb = "gets" if it.unassigned == 1 else "get"
        got.append(f"{it.unassigned:,} {verb} no class at all")
    return f"Of {count_of(it.missed, 'missed document')}, {', '.join(got)}." if got else ""


def _training(training: Training) -> str:
    few = f", fewer than {training.least}" if training.few else ""
    sentence = (
        f"{quoted(training.split)} holds {count_of(training.documents, 'document')} of it{few}"
    )
    if min(training.share, training.share_here) >= SMALL_SHARE:
        sentence += f": {percent(training.share, 1)} there, {percent(training.share_here, 1)} here"
    return f"{sentence}."


def _are(count: float) -> str:
    return "is" if count == 1 else "are"
