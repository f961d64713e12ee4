"""What a screen of the story is made of.

A question, a number, sentences whose numbers say where they are from, pictures of one thing each,
and what somebody wrote in their place.

Tested in `tests/breakeven/analysis/story/test_screens.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

import numpy as np

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.expression import Expression
from breakeven.data.wording import NEARLY, hundredths

# --- what a picture of a story shows: each of one kind of thing, never two wholes in one


# fewer documents are told and shown themselves, and not as so many of 100
FEW_DOCUMENTS = 20
# what the part of a hundred that is not right is, which decides its colour and its side
WrongKind = Literal["wrong", "missed", "extra"]
WayKind = Literal["mine", "system", "before", "fixed"]


@dataclass(frozen=True, kw_only=True)
class Hundred:
    """So many of a hundred: the natural number of a share, and out of how many it was counted.

    `name`: what they are of. `low`, `high`: between which `right` may lie over all documents like
    these. `yes`, `no`: what the two kinds of squares are. `counted`: the real numbers, in words.
    """

    name: str
    right: int
    low: int
    high: int
    yes: str
    no: str
    wrong: WrongKind
    counted: str


@dataclass(frozen=True, kw_only=True)
class FewDocuments:
    """Fewer than twenty documents, each itself: its name, what it truly is, what it was given."""

    names: tuple[str, ...]
    true: tuple[str, ...]
    called: tuple[str, ...]
    right: tuple[bool, ...]


@dataclass(frozen=True, kw_only=True)
class ClassFlow:
    """Where all documents go, of one class: found and missed, false alarms, and all the rest."""

    name: str
    found: float
    missed: float
    extra: float
    rest: float


@dataclass(frozen=True, kw_only=True)
class DecisionWays:
    """Ways to decide, the best first: names, and how many of so many each gets right.

    `of`: 100, or the documents themselves where they are few. `what` they are.
    """

    names: tuple[str, ...]
    right: tuple[float, ...]
    kinds: tuple[WayKind, ...]
    of: int = 100
    what: str = "documents"

    @property
    def right_texts(self) -> tuple[str, ...]:
        """How many each gets right, in words."""
        return tuple(so_many(right / self.of, self.of) for right in self.right)


@dataclass(frozen=True, kw_only=True)
class LargestClasses:
    """The largest classes, with how many documents truly have each, and how many classes more."""

    names: tuple[str, ...]
    documents: tuple[float, ...]
    more: int


Picture: TypeAlias = Hundred | FewDocuments | ClassFlow | DecisionWays | LargestClasses


def in_hundred(parts: Sequence[float]) -> tuple[int, ...]:
    """Parts of a whole as whole numbers that add up to 100: the largest remainders are rounded up.

    Of equal remainders the first. `parts` from 0 on, not all of them 0.
    """
    given = np.asarray(parts, dtype=float)
    # what differs by rounding alone is equal
    exact = np.round(100 * given / given.sum(), 9)
    rounded = np.floor(exact).astype(int)
    up = np.argsort(-(exact - rounded), kind="stable")[: 100 - int(rounded.sum())]
    rounded[up] += 1
    return tuple(rounded.tolist())


def shares_out_of(evaluation: Evaluation) -> int:
    """Out of how many shares are told: 100, or the documents where they are fewer than twenty."""
    few = evaluation.documents < FEW_DOCUMENTS and evaluation.weights is None
    return evaluation.documents if few else 100


def so_many(share: float, total: int) -> str:
    """A share in [0, 1] of so many in words, as `shares_out_of` has it."""
    return hundredths(share) if total == 100 else f"{round(share * total)}"


def of_hundred(share: float) -> int:
    """A share in [0, 1] as a whole number of 100; none and all only where that is so."""
    right = in_hundred((share, 1 - share))[0]
    some = NEARLY < share < 1 - NEARLY
    return min(max(right, 1), 99) if some else right


# --- what somebody wrote in place of the sentences of a screen, and beside which numbers


# of a title, and of all sentences of a screen
LONGEST_TITLE, LONGEST_TEXT = 120, 1_500


@dataclass(frozen=True, kw_only=True)
class ScreenWords:
    """Somebody's words of one screen of a story of one system on one split.

    `screen`: its key. `split`: as an address has it. `text`: paragraphs, one a line. `number` and
    `counted`: what the screen showed when they were written. `who`, `at`: by whom and when, ""
    where nobody else will read them.
    """

    screen: str
    system: str
    split: str
    title: str
    text: str
    number: str
    counted: str
    who: str = ""
    at: str = ""


def with_words(screen: Screen, every: Iterable[ScreenWords], system: str, split: str) -> Screen:
    """A screen of a system on a split, with what somebody wrote of it, if anybody did."""
    for words in every:
        if (words.screen, words.system, words.split) == (screen.key, system, split):
            return replace(screen, words=words)
    return screen


# --- one screen of a story: a question, a number, sentences whose numbers say where they are from


ScreenKey = Literal["what", "good", "fails", "beside", "people", "decide"]
SCREEN_KEYS: tuple[ScreenKey, ...] = get_args(ScreenKey)

# what each screen answers, in their order
QUESTIONS: dict[ScreenKey, str] = {
    "what": "What does it do?",
    "good": "How good is it?",
    "fails": "Where does it fail?",
    "beside": "Is it better than something simpler?",
    "people": "What do people still have to do?",
    "decide": "Ready to use?",
}


# which pages numbers are from, by the keys of `breakeven.ui.pages`, which is above
DetailPage: TypeAlias = Literal[
    "summary",
    "classes",
    "confusions",
    "next_steps",
    "compare",
    "labels",
    "history",
    "human_review",
]


@dataclass(frozen=True)
class PageNumber:
    """A number in a sentence, as it stands there, and the page that it is from."""

    text: str
    page: DetailPage
    choices: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class FilteredNumber:
    """A number of documents in a sentence, as it stands there, and the filter that keeps them.

    `term` None: all that are looked at.
    """

    text: str
    count: float
    term: Expression | None


SentencePart: TypeAlias = str | PageNumber | FilteredNumber


@dataclass(frozen=True)
class Sentence:
    """A sentence in plain text, in parts; names in it are as written, in quotation marks."""

    parts: tuple[SentencePart, ...]

    @property
    def text(self) -> str:
        """The whole of it."""
        return "".join(part if isinstance(part, str) else part.text for part in self.parts)


def sentence(*parts: SentencePart) -> Sentence:
    """A sentence of these parts."""
    return Sentence(parts)


def link_numbers(page: DetailPage, text: str) -> tuple[SentencePart, ...]:
    """Sentences of which the first number of each leads to a page; in quotation marks are names."""
    parts: list[SentencePart] = []
    open_to_link = True
    for piece in re.split(r"(“[^”]*”|\d[\d,.]*\d|\d)", text):
        number = piece[:1].isdigit() and open_to_link
        if piece:
            parts.append(PageNumber(piece, page) if number else piece)
        open_to_link = not number and (open_to_link or bool(re.search(r"[.?!] ", piece)))
    return tuple(parts)


@dataclass(frozen=True, kw_only=True)
class Screen:
    """What one screen says, as it was counted.

    `number` is the one to remember; `headline` the sentence that holds it; `more` what else to
    know. `pictures`: each of one thing alone. `examples`: rows of the truth of documents to show,
    each with a few words on why. `words`: what somebody wrote in place of the sentences, if anybody
    did.
    """

    key: ScreenKey
    number: PageNumber | FilteredNumber
    headline: Sentence
    more: tuple[Sentence, ...]
    pictures: tuple[Picture, ...] = ()
    examples: tuple[tuple[str, int], ...] = ()
    words: ScreenWords | None = None

    @property
    def title(self) -> str:
        """What heads it: its question, or what somebody wrote instead."""
        return QUESTIONS[self.key] if self.words is None else self.words.title

    @property
    def counted(self) -> str:
        """All its sentences as they were counted, each on a line."""
        return "\n".join(each.text for each in (self.headline, *self.more))

    @property
    def stale(self) -> bool:
        """Whether what was counted is another than when somebody wrote the words."""
        return self.words is not None and self.words.counted != self.counted
