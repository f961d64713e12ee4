"""What a system answered in words, as plain data and in Markdown: outcomes, bracket, repeats.

Tested in `test_answers`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

from breakeven.analysis.answers.answer_outcomes import (
    AnswerBracket,
    AnswerCounts,
    AnswerF,
    AnswerRepeats,
    RepeatShare,
    bracket_of,
    count_answers,
    repeats_of,
)
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.records import OUTCOMES, Review
from breakeven.data.wording import (
    cell_of,
    count_of,
    f_name,
    figure_of,
    interval_text,
    percent,
)
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.values import plain_ends, plain_number
from metrics.averaging import Undefined

# of what a document's answers come to, as heads of tables
OUTCOME_NAMES: Mapping[str, str] = {
    "class": "a class",
    "none": "none on purpose",
    "outside": "outside the classes",
    "unparseable": "unparseable",
    "ambiguous": "ambiguous",
    "refused": "refused or error",
}
# what answers that say no class may count as, and how that is called
COUNTS_AS: Mapping[str, str] = {
    "counted": "no class predicted",
    "left_out": "left out",
    "best": "right at best",
    "worst": "wrong at worst",
}


@dataclass(frozen=True, kw_only=True)
class AnswerSummary:
    """What the answers behind an evaluation come to, of the classes by their names.

    `bracket`: F by what answers without a class count as. `repeats`: None where every document was
    asked about once.
    """

    classes: tuple[str, ...]
    answers: AnswerCounts
    bracket: AnswerBracket
    repeats: AnswerRepeats | None
    beta: float

    @property
    def text(self) -> str:
        """How many answers say no class, and what that may do to F."""
        return unusable_words(self.answers, self.bracket, self.beta)

    def to_dict(self) -> dict[str, Any]:
        """Outcomes, F by what is no class, each class, and repeats; undefined is None."""
        answers, repeats = self.answers, self.repeats
        counts = zip(self.classes, answers.by_class.tolist(), strict=True)
        return {
            "text": self.text,
            "answers": len(answers.answered.document),
            "outcomes": dict(zip(OUTCOMES, answers.outcomes.tolist(), strict=True)),
            "unusable": answers.unusable,
            "f": {name: f_data(getattr(self.bracket, name)) for name in COUNTS_AS},
            "by_class": {
                name: dict(zip(OUTCOMES, outcomes, strict=True)) for name, outcomes in counts
            },
            "asked": dict(answers.answered.asked),
            **({} if repeats is None else {"repeats": repeats_data(repeats, self.beta)}),
        }

    def in_markdown(self) -> list[str]:
        """The lines of a document that say what answers come to."""
        outcomes = [f"{number:,}" for number in self.answers.outcomes.tolist()]
        brackets = {name: getattr(self.bracket, name) for name in COUNTS_AS}
        paragraphs = [
            in_markdown(self.text),
            markdown_table(["documents", *OUTCOME_NAMES.values()], [["answers", *outcomes]]),
            markdown_table(
                ["answers without a class count as", "micro F", "macro F"],
                [[words, *_f_cells(brackets[name])] for name, words in COUNTS_AS.items()],
            ),
        ]
        if self.repeats is not None:
            rows = [
                [in_markdown(run.name), f"{run.documents:,}", *_f_cells(run.f)]
                for run in self.repeats.runs
            ]
            paragraphs += [
                in_markdown(repeats_words(self.repeats, self.beta)),
                markdown_table(["repeat", "documents", "micro F", "macro F"], rows),
            ]
        return [line for paragraph in paragraphs for line in ("", paragraph)]


def _f_cells(f: AnswerF) -> list[str]:
    return [cell_of(f.micro), cell_of(f.macro)]


def answer_summary(
    review: Review, evaluation: Evaluation, beta: float, undefined: Undefined
) -> AnswerSummary | None:
    """What the answers behind an evaluation come to; None where the system gave none."""
    predictions = next(p for p in review.predictions if p.system == evaluation.system)
    answers = count_answers(review.truth, predictions, evaluation.rows)
    if answers is None:
        return None
    answered = answers.answered
    return AnswerSummary(
        classes=evaluation.classes,
        answers=answers,
        bracket=bracket_of(evaluation, answered.usable, beta, undefined),
        repeats=repeats_of(answered, evaluation, beta, undefined),
        beta=beta,
    )


class AnswerFData(TypedDict):
    """F of answers as JSON has it."""

    micro: float | None
    macro: float | None


class ShareData(TypedDict):
    """A share of documents as JSON has it, with its interval."""

    value: float | None
    interval: list[float | int | None]


class RunData(TypedDict):
    """One repeat of a question as JSON has it."""

    name: str
    documents: int
    f: AnswerFData


class RepeatsData(TypedDict):
    """How far repeats of a question agree, as JSON has it."""

    text: str
    documents: int
    flips: ShareData
    always_right: ShareData
    f_of_one: AnswerFData
    deviation: AnswerFData
    runs: list[RunData]


def f_data(f: AnswerF) -> AnswerFData:
    """F of answers as JSON has it."""
    return {"micro": plain_number(f.micro), "macro": plain_number(f.macro)}


def repeats_data(repeats: AnswerRepeats, beta: float) -> RepeatsData:
    """How far repeats of a question agree, as JSON has it."""
    return {
        "text": repeats_words(repeats, beta),
        "documents": repeats.documents,
        "flips": _share_data(repeats.flips),
        "always_right": _share_data(repeats.always_right),
        "f_of_one": f_data(repeats.mean),
        "deviation": f_data(repeats.deviation),
        "runs": [
            {"name": run.name, "documents": run.documents, "f": f_data(run.f)}
            for run in repeats.runs
        ],
    }


def _share_data(share: RepeatShare) -> ShareData:
    return {"value": plain_number(share.value), "interval": plain_ends(share.interval)}


def unusable_words(answers: AnswerCounts, bracket: AnswerBracket, beta: float) -> str:
    """How many documents have an answer that says no class, and what that may do to F; plain."""
    answered = answers.answered
    if not answers.unusable:
        documents = count_of(answered.m, "document")
        return f"Every answer on the {documents} names a class, or none on purpose."
    low, high = bracket.worst, bracket.best
    return (
        f"On {answers.unusable:,} of {count_of(answered.m, 'document')} "
        f"({percent(answers.unusable / answered.m, 1)}) the answers name no class, and not on "
        "purpose. They count as no class predicted. If all of them were wrong, or all right, "
        f"micro {f_name(beta)} would be {_span(low.micro, high.micro)}, and macro {f_name(beta)} "
        f"{_span(low.macro, high.macro)}."
    )


def _span(low: float, high: float) -> str:
    return "undefined" if math.isnan(low) or math.isnan(high) else interval_text(low, high)


def repeats_words(repeats: AnswerRepeats, beta: float) -> str:
    """How far repeats of a question agree, in sentences; plain text."""
    text = (
        f"{count_of(repeats.documents, 'document')} were asked about more than once: on "
        f"{_share_words(repeats.flips)} the answers differ, on "
        f"{_share_words(repeats.always_right)} each of them is right."
    )
    if len(repeats.runs) > 1:
        mean, deviation = repeats.mean.micro, repeats.deviation.micro
        text += (
            f" {f_name(beta)} of one repeat is {figure_of(mean)} ± {figure_of(deviation)} (micro; "
            f"mean and standard deviation of {len(repeats.runs):,}). The numbers here are those "
            "of the vote."
        )
    return text


def _share_words(share: RepeatShare) -> str:
    low, high = plain_ends(share.interval)
    if low is None or high is None:
        return percent(share.value, 1)
    return f"{percent(share.value, 1)} (95 %: {percent(low, 1)} to {percent(high, 1)})"
