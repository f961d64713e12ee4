"""What a system answered in words, as plain data and in Markdown: outcomes, bracket, repeats.

Tested in `test_answers`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

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
from breakeven.analysis.answers.answer_rules import AnswerRules
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.records import OUTCOMES, Review
from breakeven.data.wording import (
    NOTHING,
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
    "counted": "no class assigned",
    "left_out": "left out",
    "best": "right at best",
    "worst": "wrong at worst",
}


def of_answers(
    review: Review, evaluation: Evaluation, beta: float, undefined: Undefined
) -> dict[str, Any]:
    """What the answers behind an evaluation come to, under `answers`, ready for JSON.

    Nothing where the system gave none.
    """
    predictions = next(p for p in review.predictions if p.system == evaluation.system)
    answers = count_answers(review.truth, predictions, evaluation.rows)
    if answers is None:
        return {}
    answered = answers.answered
    bracket = bracket_of(evaluation, answered.usable, beta, undefined)
    repeats = repeats_of(answered, evaluation, beta, undefined)
    found = {
        "text": unusable_words(answers, bracket, beta),
        "answers": len(answered.document),
        "outcomes": dict(zip(OUTCOMES, answers.outcomes.tolist(), strict=True)),
        "unusable": answers.unusable,
        "f": {name: _of_f(getattr(bracket, name)) for name in COUNTS_AS},
        "by_class": {
            name: dict(zip(OUTCOMES, counts, strict=True))
            for name, counts in zip(evaluation.classes, answers.by_class.tolist(), strict=True)
        },
        "asked": dict(answered.asked),
    }
    return {"answers": found | ({} if repeats is None else {"repeats": _of_repeats(repeats, beta)})}


def _of_f(f: AnswerF) -> dict[str, Any]:
    return {"micro": plain_number(f.micro), "macro": plain_number(f.macro)}


def _of_repeats(repeats: AnswerRepeats, beta: float) -> dict[str, Any]:
    return {
        "text": repeats_words(repeats, beta),
        "documents": repeats.documents,
        "flips": _of_share(repeats.flips),
        "always_right": _of_share(repeats.always_right),
        "f_of_one": _of_f(repeats.mean),
        "deviation": _of_f(repeats.deviation),
        "runs": [
            {"name": run.name, "documents": run.documents, "f": _of_f(run.f)}
            for run in repeats.runs
        ],
    }


def _of_share(share: RepeatShare) -> dict[str, Any]:
    return {"value": plain_number(share.value), "interval": plain_ends(share.interval)}


def unusable_words(answers: AnswerCounts, bracket: AnswerBracket, beta: float) -> str:
    """How many documents have an answer that says no class, and what that may do to F; plain."""
    answered = answers.answered
    if not answers.unusable:
        documents = count_of(answered.m, "document")
        return f"Every answer on the {documents} names a class, or says none on purpose."
    low, high = bracket.worst, bracket.best
    return (
        f"On {answers.unusable:,} of {count_of(answered.m, 'document')} "
        f"({percent(answers.unusable / answered.m, 1)}) the answers say no class, and not on "
        f"purpose. They count as no class assigned; had they been right, or wrong, {f_name(beta)} "
        f"would be {_span(low.micro, high.micro)} over all decisions (micro), and "
        f"{_span(low.macro, high.macro)} as the mean over classes (macro)."
    )


def _span(low: float, high: float) -> str:
    return "undefined" if math.isnan(low) or math.isnan(high) else interval_text(low, high)


def repeats_words(repeats: AnswerRepeats, beta: float) -> str:
    """How far repeats of a question agree, in sentences; plain text."""
    said = (
        f"{count_of(repeats.documents, 'document')} were asked about more than once: on "
        f"{_share_words(repeats.flips)} the answers differ, on "
        f"{_share_words(repeats.always_right)} each of them is right."
    )
    if len(repeats.runs) > 1:
        one, by = repeats.mean.micro, repeats.deviation.micro
        said += (
            f" {f_name(beta)} of one repeat is {figure_of(one)} ± {figure_of(by)} over all "
            f"decisions, the mean and standard deviation of {len(repeats.runs):,}; the numbers "
            "here are those of the vote."
        )
    return said


def _share_words(share: RepeatShare) -> str:
    low, high = plain_ends(share.interval)
    if low is None or high is None:
        return percent(share.value, 1)
    return f"{percent(share.value, 1)} (95 %: {percent(low, 1)} to {percent(high, 1)})"


def answers_in_markdown(answers: dict[str, Any] | None) -> list[str]:
    """The lines of a document that say what answers come to; none without any."""
    if answers is None:
        return []
    counts = [f"{answers['outcomes'][name]:,}" for name in OUTCOMES]
    lines = [
        in_markdown(answers["text"]),
        markdown_table(["documents", *OUTCOME_NAMES.values()], [["answers", *counts]]),
        markdown_table(
            ["answers without a class count as", "micro F", "macro F"],
            [
                [words, *(cell_of(answers["f"][name][kind]) for kind in ("micro", "macro"))]
                for name, words in COUNTS_AS.items()
            ],
        ),
    ]
    if "repeats" in answers:
        repeats = answers["repeats"]
        lines.append(in_markdown(repeats["text"]))
        lines.append(
            markdown_table(
                ["repeat", "documents", "micro F", "macro F"],
                [
                    [in_markdown(run["name"]), f"{run['documents']:,}"]
                    + [cell_of(run["f"][kind]) for kind in ("micro", "macro")]
                    for run in repeats["runs"]
                ],
            )
        )
    return [line for each in lines for line in ("", each)]


def of_preview(preview: Mapping[str, Any], rules: AnswerRules) -> dict[str, Any]:
    """What answers come to before they are accepted, and the rules, ready for JSON."""
    counts = {
        system: dict(zip(OUTCOMES, numbers, strict=True))
        for system, numbers in preview["counts"].items()
    }
    return {**preview, "counts": counts, "rules": rules.as_data()}


def preview_in_markdown(found: Mapping[str, Any]) -> str:
    """The same as a document: counts, examples, names that may be classes, and the rules."""
    counts = [
        [in_markdown(system), *(f"{numbers[name]:,}" for name in OUTCOMES)]
        for system, numbers in found["counts"].items()
    ]
    examples = [
        [
            in_markdown(one["document"]),
            in_markdown(one["answer"]),
            OUTCOME_NAMES[one["outcome"]],
            in_markdown(", ".join(one["classes"])) if one["classes"] else NOTHING,
            one["how"],
        ]
        for one in found["examples"]
    ]
    lines = [
        "# Answers, as they will be read",
        markdown_table(["answers", *OUTCOME_NAMES.values()], counts),
        markdown_table(["document", "answer", "is read as", "classes", "by"], examples),
    ]
    if found["likely"]:
        rows = [
            [in_markdown(one["name"]), f"{one['answers']:,}", in_markdown(one["like"]),
             f"{one['alike']:.0f}"]
            for one in found["likely"]
        ]  # fmt: skip
        lines += [
            "Names that are no class, and the class most like each: a class map makes one of them.",
            markdown_table(["old", "answers", "new", "alike, of 100"], rows),
        ]
    lines.append("The rules, to be changed with --answers:")
    lines.append(f"```json\n{json.dumps(found['rules'], indent=2, ensure_ascii=False)}\n```")
    return "\n\n".join(lines)
