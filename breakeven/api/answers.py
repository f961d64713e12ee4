"""Answers of language models as the rules read them, before anybody accepts it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from breakeven.analysis.answers.answer_rules import AnswerRules
from breakeven.api.files import OpenedFiles, distinct, named_file, proposed
from breakeven.readers.answers_preview import AnswersPreview
from breakeven.readers.base.proposal import Proposal
from breakeven.results.answers import of_preview, preview_in_markdown


@dataclass(frozen=True, repr=False)
class AnswersRead:
    """What the answers in files come to: counts of outcomes, examples, and likely names.

    `preview` holds them, `rules` what they were read by.
    """

    preview: AnswersPreview
    rules: AnswerRules

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven answers --format json` prints."""
        return of_preview(self.preview.as_data(), self.rules)

    def to_markdown(self) -> str:
        """What `breakeven answers` prints."""
        return preview_in_markdown(self.to_dict())

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
    named = distinct([named_file(file, i) for i, file in enumerate(files, 1)])
    return answers_read(*proposed(named, options))


def answers_read(given: OpenedFiles, proposal: Proposal) -> AnswersRead:
    """The answers in opened files. ReadError; ValueError where no column holds any."""
    if not proposal.has_answers:
        raise ValueError("no column holds answers; give one the role answer")
    rules = proposal.rules
    return AnswersRead(given.answers(proposal), rules)
