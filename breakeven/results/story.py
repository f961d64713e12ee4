"""The story of a system as pages: its screens, with what somebody wrote of them, and documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from breakeven.analysis.annotators.ceiling import Ceiling, ceiling_of, like_for_like
from breakeven.analysis.comparison.comparison import SystemPair
from breakeven.analysis.evaluation.average_intervals import AverageIntervals
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.findings.finding import Finding
from breakeven.analysis.label_errors.label_evidence import NoEvidence
from breakeven.analysis.selection.selection import split_text
from breakeven.analysis.story.screen_parts import Picture, Screen, ScreenWords, with_words
from breakeven.analysis.story.screens import (
    StoryInput,
    story_of,
    truly_and_given,
    what_to_decide,
)
from breakeven.analysis.story.verdict import PlainVerdict
from breakeven.analysis.workload.costs import Prices
from breakeven.analysis.workload.workload import workload_of
from breakeven.data.records import Review, Truth
from breakeven.data.wording import moment_of
from breakeven.results.values import document_ids
from metrics.typing import F1_BETA

# of a document's text
LONGEST = 600


@dataclass(frozen=True, kw_only=True)
class StoryChoices:
    """What a story is told by: prices, who looks at how much, somebody's own words.

    `send`: the share of documents that people look at, in [0, 1].
    """

    prices: Prices = field(default_factory=Prices)
    send: float = 0.1
    words: tuple[ScreenWords, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ShownDocument:
    """A document of a screen: why it is there, its id, what it is and what it was given.

    `text`: the beginning of what it says; None where texts were not chosen or there is none.
    """

    why: str
    document: str
    true: str
    called: str
    text: str | None


@dataclass(frozen=True, kw_only=True)
class StoryPage:
    """One screen: what heads it, its number, its sentences, its pictures, its documents.

    `author`: who wrote the sentences and when, "" where they were counted. `counted_now`: what was
    counted, where that is not what they were written beside any more.
    """

    key: str
    title: str
    number: str
    sentences: tuple[str, ...]
    author: str
    counted_now: tuple[str, ...]
    pictures: tuple[Picture, ...]
    documents: tuple[ShownDocument, ...]


def story_input(
    review: Review,
    evaluation: Evaluation,
    choices: StoryChoices,
    *,
    verdict: PlainVerdict,
    intervals: AverageIntervals | None,
    others: Sequence[Evaluation],
    before: SystemPair | None,
    target: str,
) -> StoryInput:
    """What the story of an evaluation is told of.

    `intervals`: of the averages; None where documents are too few. `others`: the other systems.
    `before`: beside an earlier version, None without one. `target`: what is reached of it.
    """
    work = workload_of(review, evaluation, choices.prices)
    return StoryInput(
        truth=review.truth,
        evaluation=evaluation,
        verdict=verdict,
        drawn=intervals,
        others=others,
        before=before,
        target=target,
        ceiling=people_ceiling(review.truth, evaluation),
        work=None if isinstance(work, NoEvidence) else work,
        prices=choices.prices,
        send=choices.send,
    )


def story_pages(
    story: StoryInput,
    findings: Sequence[Finding],
    words: Sequence[ScreenWords],
    *,
    texts: bool,
) -> tuple[StoryPage, ...]:
    """All screens as pages. `texts`: whether documents show what they say."""
    last = what_to_decide(story.evaluation, findings, story.work, story.send, story.target)
    return tuple(_pages(story, (*story_of(story), last), words, texts))


def people_ceiling(truth: Truth, evaluation: Evaluation) -> tuple[Ceiling, int] | None:
    """People beside each other and the system beside them; None where nobody can be compared."""
    if len(truth.annotators) < 2:
        return None
    compared = like_for_like(truth, [evaluation])
    if not compared.left_out:
        return None
    return ceiling_of(compared, "micro", F1_BETA, "drop"), compared.documents


def _pages(
    story: StoryInput, screens: Sequence[Screen], words: Sequence[ScreenWords], texts: bool
) -> Iterator[StoryPage]:
    evaluation = story.evaluation
    split = split_text(evaluation.split, story.truth.splits)
    for counted in screens:
        screen = with_words(counted, words, evaluation.system, split)
        own = screen.words
        lines = tuple(screen.counted.splitlines())
        yield StoryPage(
            key=screen.key,
            title=screen.title,
            number=screen.number.text,
            sentences=lines if own is None else tuple(own.text.splitlines()),
            author="" if own is None else _author(own),
            counted_now=lines if screen.stale else (),
            pictures=screen.pictures,
            documents=tuple(_document(story, why, row, texts) for why, row in screen.examples),
        )


def _author(words: ScreenWords) -> str:
    return author_text(words) if words.who else "Somebody’s own words."


def author_text(words: ScreenWords) -> str:
    """Who wrote the words of a screen, and when."""
    return f"In the words of {words.who}, {moment_of(words.at)}."


def _document(story: StoryInput, why: str, row: int, texts: bool) -> ShownDocument:
    truth, evaluation = story.truth, story.evaluation
    position = int(np.searchsorted(evaluation.rows, row))
    true, called = truly_and_given(evaluation, position)
    text = str(truth.columns[truth.text_column][row]) if texts and truth.text_column else None
    return ShownDocument(
        why=why,
        document=document_ids(truth, np.array([row]))[0],
        true=true,
        called=called,
        text=None if text is None else text[:LONGEST],
    )
