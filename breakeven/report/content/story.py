"""The story as the first pages of a report: its screens, with what somebody wrote of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from breakeven.analysis.annotators.ceiling import Ceiling, ceiling_of, like_for_like
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.label_errors.label_evidence import NoEvidence
from breakeven.analysis.selection.selection import split_text
from breakeven.analysis.story.screen_parts import Picture, Screen, ScreenWords, with_words
from breakeven.analysis.story.screens import StoryInput, truly_and_given
from breakeven.analysis.workload.costs import Prices
from breakeven.analysis.workload.workload import Workload, workload_of
from breakeven.data.records import Review, Truth
from breakeven.data.wording import moment_of
from breakeven.results.values import document_ids
from metrics.typing import F1_BETA

# of a document's text
LONGEST = 600


@dataclass(frozen=True, kw_only=True)
class StoryChoices:
    """What a story in a report is told by: prices, who looks at how much, somebody's own words."""

    prices: Prices = field(default_factory=Prices)
    send: float = 0.1
    words: tuple[ScreenWords, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ShownDocument:
    """A document of a screen: why it is there, its id, what it is and what it was given."""

    why: str
    document: str
    true: str
    called: str
    text: str | None


@dataclass(frozen=True, kw_only=True)
class StoryPage:
    """One screen: what heads it, its number, its sentences, its pictures, its documents.

    `whose`: who wrote the sentences and when, "" where they were counted. `beside`: what was
    counted, where that is not what they were written beside any more.
    """

    key: str
    title: str
    number: str
    said: tuple[str, ...]
    whose: str
    beside: tuple[str, ...]
    pictures: tuple[Picture, ...]
    documents: tuple[ShownDocument, ...]


def people_ceiling(truth: Truth, evaluation: Evaluation) -> tuple[Ceiling, int] | None:
    """People beside each other and the system beside them; None where nobody can be compared."""
    if len(truth.annotators) < 2:
        return None
    found = like_for_like(truth, [evaluation])
    if not found.left_out:
        return None
    return ceiling_of(found, "micro", F1_BETA, "drop"), found.documents


def work_of(review: Review, evaluation: Evaluation, prices: Prices) -> Workload | None:
    """How sure the system is of each document; None where nobody can say."""
    found = workload_of(review, evaluation, prices)
    return None if isinstance(found, NoEvidence) else found


def pages_of(
    known: StoryInput, screens: Sequence[Screen], words: Sequence[ScreenWords], *, texts: bool
) -> tuple[StoryPage, ...]:
    """The screens as pages of a report. `texts`: whether documents show what they say."""
    return tuple(_pages(known, screens, words, texts))


def _pages(
    known: StoryInput, screens: Sequence[Screen], words: Sequence[ScreenWords], texts: bool
) -> Iterator[StoryPage]:
    of = known.evaluation
    split = split_text(of.split, known.truth.splits)
    for counted in screens:
        screen = with_words(counted, words, of.system, split)
        own = screen.words
        lines = tuple(screen.counted.splitlines())
        yield StoryPage(
            key=screen.key,
            title=screen.title,
            number=screen.number.text,
            said=lines if own is None else tuple(own.text.splitlines()),
            whose="" if own is None else _whose(own),
            beside=lines if screen.stale else (),
            pictures=screen.pictures,
            documents=tuple(_document(known, why, row, texts) for why, row in screen.examples),
        )


def _whose(words: ScreenWords) -> str:
    if not words.who:
        return "Somebody’s own words."
    return f"In the words of {words.who}, {moment_of(words.at)}."


def _document(known: StoryInput, why: str, row: int, texts: bool) -> ShownDocument:
    truth, of = known.truth, known.evaluation
    at = int(np.searchsorted(of.rows, row))
    true, called = truly_and_given(of, at)
    text = str(truth.columns[truth.text_column][row]) if texts and truth.text_column else None
    return ShownDocument(
        why=why,
        document=document_ids(truth, np.array([row]))[0],
        true=true,
        called=called,
        text=None if text is None else text[:LONGEST],
    )
