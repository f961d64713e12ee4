"""Answers as the rules read them, before anybody accepts it: counts, examples, likely names.

Tested in `tests/breakeven/readers/shapes/test_answers.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from breakeven.analysis.answers.answer_names import LikelyClass, likely_classes
from breakeven.analysis.answers.parsed_answers import READINGS
from breakeven.data.records import OUTCOMES
from breakeven.readers.base.problems import ReadError, within_limits
from breakeven.readers.base.proposal import Proposal
from breakeven.readers.build import read_content
from breakeven.readers.files.file_table import FileTable
from breakeven.readers.shapes.answers import ReadAnswers, class_list, count_outside, read_answers
from breakeven.readers.shapes.class_map import resolve_class_map
from metrics.typing import Array

SHOWN = 20
LONGEST_SHOWN = 500


@dataclass(frozen=True)
class AnswerExample:
    """One answer and what it was read as: its outcome, the classes, and by which rule.

    `outside`: a name in it that is no class, "" for none.
    """

    system: str
    document: str
    answer: str
    outcome: str
    classes: tuple[str, ...]
    how: str
    outside: str


@dataclass(frozen=True)
class AnswersPreview:
    """What answers come to by the rules.

    `counts`: by system, how many answers have each outcome, in the order of OUTCOMES.
    `examples`: at most SHOWN, of every outcome that there is. `likely`: names outside the classes
    that may be some under another name, to confirm as rows of the class map. `classes`: the names
    that answers are held against. `several`: whether an answer may name more than one.
    """

    counts: Mapping[str, tuple[int, ...]]
    examples: tuple[AnswerExample, ...]
    likely: tuple[LikelyClass, ...]
    classes: tuple[str, ...]
    several: bool

    def as_data(self) -> dict[str, Any]:
        """Plain values throughout."""
        return {
            "counts": {system: list(counts) for system, counts in self.counts.items()},
            "examples": [asdict(one) | {"classes": list(one.classes)} for one in self.examples],
            "likely": [asdict(one) for one in self.likely],
            "classes": list(self.classes),
            "several": self.several,
        }


def preview_of(data: Mapping[str, Any]) -> AnswersPreview:
    """The preview that plain values stand for."""
    return AnswersPreview(
        counts={name: tuple(counts) for name, counts in data["counts"].items()},
        examples=tuple(
            AnswerExample(**{**one, "classes": tuple(one["classes"])}) for one in data["examples"]
        ),
        likely=tuple(LikelyClass(**one) for one in data["likely"]),
        classes=tuple(data["classes"]),
        several=data["several"],
    )


@within_limits()
def preview_answers(tables: Sequence[FileTable], proposal: Proposal) -> AnswersPreview:
    """The answers in opened files as the proposal says. ReadError with every problem found."""
    by_name = {file.name: file for file in proposal.files}
    used = [table for table in tables if by_name[table.name].role not in ("matrix", "left out")]
    contents = [read_content(table, by_name[table.name]) for table in used]
    problems = [problem for content in contents for problem in content.problems]
    if problems:
        raise ReadError(problems)
    final = resolve_class_map(proposal.class_map)
    read = [
        answers for answers in read_answers(contents, proposal, final) if answers.parsed is not None
    ]
    outside: dict[str, int] = {}
    for answers in read:
        for name, times in count_outside(answers).items():
            outside[name] = outside.get(name, 0) + times
    classes, several = class_list(contents, proposal.rules)
    return AnswersPreview(
        counts={
            answers.rows.system: tuple(
                np.bincount(answers.outcomes, minlength=len(OUTCOMES)).tolist()
            )
            for answers in read
        },
        examples=tuple(_examples(read)),
        likely=likely_classes(outside, classes) if outside else (),
        classes=tuple(classes),
        several=several,
    )


def _examples(read: Sequence[ReadAnswers]) -> list[AnswerExample]:
    """Answers of every outcome in turn, far apart in the file; of equal texts the first."""
    if not read:
        return []
    systems = np.concatenate([np.full(len(answers.outcomes), i) for i, answers in enumerate(read)])
    rows = np.concatenate([np.arange(len(answers.outcomes)) for answers in read])
    outcomes = np.concatenate([answers.outcomes for answers in read])
    first = np.concatenate([_first_of_its_text(answers) for answers in read])
    # what is doubtful comes first
    places = [np.flatnonzero((outcomes == o) & first) for o in reversed(range(len(OUTCOMES)))]
    chosen: list[int] = []
    for share in _shares([len(candidates) for candidates in places]):
        outcome, part, total = share
        candidates = places[outcome]
        chosen.append(int(candidates[part * len(candidates) // total]))
    return [_example(read[int(systems[index])], int(rows[index])) for index in chosen]


def _shares(sizes: Sequence[int]) -> list[tuple[int, int, int]]:
    """Of each outcome how many are shown, at most SHOWN in all, in turns: outcome, part, of."""
    taken = [0] * len(sizes)
    while sum(taken) < min(SHOWN, sum(sizes)):
        for outcome, size in enumerate(sizes):
            if taken[outcome] < size and sum(taken) < SHOWN:
                taken[outcome] += 1
    return [(o, part, of) for o, of in enumerate(taken) for part in range(of)]


def _first_of_its_text(answers: ReadAnswers) -> Array:
    # a failure may stand beside any text
    first = np.zeros(len(answers.outcomes), dtype=bool)
    texts = answers.rows.text_of.astype(np.int64) * len(OUTCOMES) + answers.outcomes
    first[np.unique(texts, return_index=True)[1]] = True
    return first


def _example(answers: ReadAnswers, row: int) -> AnswerExample:
    assert answers.parsed is not None
    document = int(answers.rows.documents[row])
    ids, text = answers.content.ids, int(answers.rows.text_of[row])
    named = answers.classes.indices[answers.classes.indptr[row] : answers.classes.indptr[row + 1]]
    return AnswerExample(
        system=answers.rows.system,
        document=str(document + 1 if ids is None else ids[document]),
        answer=answers.rows.texts[text][:LONGEST_SHOWN],
        outcome=OUTCOMES[int(answers.outcomes[row])],
        classes=tuple(answers.names[c] for c in sorted(named.tolist())),
        how="said to have failed"
        if answers.rows.failed[row]
        else READINGS[int(answers.parsed.how[text])],
        outside=str(answers.parsed.outside[text]),
    )
