"""One screen of a story: a question, a number, sentences whose numbers say where they are from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from breakeven.selection.expression import Expression
from breakeven.story.pictures import Picture
from breakeven.story.words import Words

Key = Literal["what", "good", "fails", "beside", "people", "decide"]
KEYS: tuple[Key, ...] = get_args(Key)

# what each screen answers, in their order
QUESTIONS: dict[Key, str] = {
    "what": "What does it do?",
    "good": "How good is it?",
    "fails": "Where does it fail?",
    "beside": "Is it better than something simpler?",
    "people": "What do people still have to do?",
    "decide": "What is to be decided?",
}


@dataclass(frozen=True)
class At:
    """A number in a sentence, as it stands there, and the page that it is from, by its file."""

    text: str
    page: str
    choices: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Counted:
    """A number of documents in a sentence, as it stands there, and the filter that keeps them.

    `term` None: all that are looked at.
    """

    text: str
    count: float
    term: Expression | None


Part: TypeAlias = str | At | Counted


@dataclass(frozen=True)
class Sentence:
    """A sentence in plain text, in parts; names in it are as written, in quotation marks."""

    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        """The whole of it."""
        return "".join(part if isinstance(part, str) else part.text for part in self.parts)


def sentence(*parts: Part) -> Sentence:
    """A sentence of these parts."""
    return Sentence(parts)


def numbers_from(page: str, said: str) -> tuple[Part, ...]:
    """A sentence whose numbers are all from one page; those in quotation marks are names."""
    pieces = re.split(r"(“[^”]*”|\d[\d,.]*\d|\d)", said)
    return tuple(At(piece, page) if piece[:1].isdigit() else piece for piece in pieces if piece)


@dataclass(frozen=True, kw_only=True)
class Screen:
    """What one screen says, as it was counted.

    `number` is the one to remember; `said` the sentence that holds it; `more` what else to know.
    `pictures`: each of one thing alone. `examples`: rows of the truth of documents to show, each
    with a few words on why. `words`: what somebody wrote in place of the sentences, if anybody did.
    """

    key: Key
    number: At | Counted
    said: Sentence
    more: tuple[Sentence, ...]
    pictures: tuple[Picture, ...] = ()
    examples: tuple[tuple[str, int], ...] = ()
    words: Words | None = None

    @property
    def title(self) -> str:
        """What heads it: its question, or what somebody wrote instead."""
        return QUESTIONS[self.key] if self.words is None else self.words.title

    @property
    def counted(self) -> str:
        """All its sentences as they were counted, each on a line."""
        return "\n".join(each.text for each in (self.said, *self.more))

    @property
    def stale(self) -> bool:
        """Whether what was counted is another than when somebody wrote the words."""
        return self.words is not None and self.words.counted != self.counted
