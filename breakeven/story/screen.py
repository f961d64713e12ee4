"""One screen of a story: a question, a number, a sentence, a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Key = Literal["what", "good", "fails", "beside", "people", "decide"]

# what each screen answers, in their order
QUESTIONS: dict[Key, str] = {
    "what": "What does it do?",
    "good": "How good is it?",
    "fails": "Where does it fail?",
    "beside": "Is it better than something simpler?",
    "people": "What do people still have to do?",
    "decide": "What is to be decided?",
}


@dataclass(frozen=True, kw_only=True)
class Hundred:
    """So many of a hundred, or of the documents themselves where these are fewer than twenty.

    `low`, `high`: between which the number would be on other documents like these.
    """

    right: int
    of: int
    low: int
    high: int


@dataclass(frozen=True, kw_only=True)
class FoundAndMissed:
    """Documents of one class: found, missed, and others that were taken for it."""

    name: str
    found: float
    missed: float
    extra: float


@dataclass(frozen=True, kw_only=True)
class Ways:
    """Ways to decide, the best first: names, and how many of 100 documents each gets right.

    `mine`: which of them the story is about; `fixed`: which always give one answer.
    """

    names: tuple[str, ...]
    right: tuple[float, ...]
    mine: int
    fixed: tuple[int, ...]


Picture: TypeAlias = Hundred | FoundAndMissed | Ways | None


@dataclass(frozen=True, kw_only=True)
class Screen:
    """What one screen says. All text is plain: names appear as written, in quotation marks.

    `number` is the one to remember; `said` the sentence that holds it; `more` what else to know.
    `page`: where the number stands, by its file. `examples`: rows of the truth of documents to
    show, each with a few words on why.
    """

    key: Key
    number: str
    said: str
    more: tuple[str, ...]
    page: str
    picture: Picture = None
    examples: tuple[tuple[str, int], ...] = ()

    @property
    def question(self) -> str:
        """What it answers."""
        return QUESTIONS[self.key]
