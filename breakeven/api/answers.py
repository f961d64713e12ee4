"""Answers of language models as the rules read them, before anybody accepts it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from breakeven.analysis.answers.answer_rules import AnswerRules
from breakeven.api.files import OpenedFiles, named_file, propose_files, with_distinct_names
from breakeven.data.records import OUTCOMES
from breakeven.data.wording import NOTHING
from breakeven.readers.answers_preview import AnswersPreview
from breakeven.readers.base.proposal import Proposal
from breakeven.results.answers import OUTCOME_NAMES
from breakeven.results.table_formats import in_markdown, markdown_table


@dataclass(frozen=True, repr=False)
class AnswersRead:
    """What the answers in files come to: counts of outcomes, examples, and likely names.

    `preview` holds them, `rules` what they were read by.
    """

    preview: AnswersPreview
    rules: AnswerRules

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven answers --format json` prints."""
        counts = {
            system: dict(zip(OUTCOMES, numbers, strict=True))
            for system, numbers in self.preview.counts.items()
        }
        return {**self.preview.as_data(), "counts": counts, "rules": self.rules.as_data()}

    def to_markdown(self) -> str:
        """What `breakeven answers` prints."""
        return preview_in_markdown(self.preview, self.rules)

    def __repr__(self) -> str:
        systems = ", ".join(self.preview.counts)
        answers = sum(map(sum, self.preview.counts.values()))
        return f"<AnswersRead: answers {answers:,}, of {systems}>"


def parse_answers(*files: Any, **options: Any) -> AnswersRead:
    r"""How answers of language models in files are read, to look at before `read` takes them so.

    `files` and `options` are those of `read`. ReadError, ValueError as there; ValueError where no
    column holds answers.

    >>> import breakeven as be
    >>> file = b"id,true,llm\n1,wheat,Wheat.\n2,corn,I think it is corn\n3,corn,maize\n"
    >>> be.parse_answers(file).preview.counts
    {'file 1': (2, 0, 1, 0, 0, 0)}
    """
    if not files:
        raise ValueError("no file is given; give at least one")
    named = with_distinct_names([named_file(file, i) for i, file in enumerate(files, 1)])
    return answers_read(*propose_files(named, options))


def answers_read(given: OpenedFiles, proposal: Proposal) -> AnswersRead:
    """The answers in opened files. ReadError; ValueError where no column holds any."""
    if not proposal.has_answers:
        raise ValueError("no column holds answers; give a column the role answer")
    rules = proposal.rules
    return AnswersRead(given.answers(proposal), rules)


def preview_in_markdown(preview: AnswersPreview, rules: AnswerRules) -> str:
    """What answers come to before they are accepted: counts, examples, likely names, the rules."""
    counts = [
        [in_markdown(system), *(f"{number:,}" for number in numbers)]
        for system, numbers in preview.counts.items()
    ]
    examples = [
        [
            in_markdown(example.document),
            in_markdown(example.answer),
            OUTCOME_NAMES[example.outcome],
            in_markdown(", ".join(example.classes)) if example.classes else NOTHING,
            example.how,
        ]
        for example in preview.examples
    ]
    lines = [
        "# Answers, as they will be read",
        markdown_table(["answers", *OUTCOME_NAMES.values()], counts),
        markdown_table(["document", "answer", "is read as", "classes", "by"], examples),
    ]
    if preview.likely:
        rows = [
            [in_markdown(name.name), f"{name.answers:,}", in_markdown(name.like),
             f"{name.alike:.0f}"]
            for name in preview.likely
        ]  # fmt: skip
        lines += [
            "Names that are not classes, each with the most similar class. A class map joins them.",
            markdown_table(["old", "answers", "new", "similarity, %"], rows),
        ]
    lines.append("The rules; change them with --answers:")
    lines.append(f"```json\n{json.dumps(rules.as_data(), indent=2, ensure_ascii=False)}\n```")
    return "\n\n".join(lines)
