"""A document filter as a tree of terms, and the text that stands for it.

Tested in `test_parse`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from types import UnionType
from typing import Any, Literal, TypeAlias, get_args

from breakeven.data.hierarchy import Fold

ClassTermKind = Literal["true", "called", "hit", "missed", "extra", "rejected", "unjudged"]
JudgedKind = Literal["wrong", "right", "missed", "extra"]
MistakeKind = Literal["missed", "extra"]
# called without all classes above; truly so; right with all that stands above true and called
TreeTermKind = Literal["inconsistent", "inconsistent-truth", "full-path"]
# a number, or a day as 2024-01-31
RangeBound: TypeAlias = float | str

# words that mean something; as names or text they stand in quotation marks
RESERVED = (
    *dict.fromkeys([*get_args(ClassTermKind), *get_args(JudgedKind)]),
    *("split", "score", "in", "OR", "leaked", "more", "system", "level", "hierarchy"),
    "differs",
    *("word", "text", "matches", "like"),
    *("mark", "tag", "seen", "noted", "doubtful", "disputed", "outcome", "alike", "weekday"),
)
# what is known of any document, where no kept column has that name
OWN_COLUMNS = ("id", "length", "labels", "calls")
BARE = re.compile(r"[^\s\"():=<>,]+")


@dataclass(frozen=True)
class ClassTerm:
    """Documents with this outcome of a class.

    Truly of it, called so, `hit`: both; `missed`: true alone, `extra`: called alone, `rejected`:
    neither; `unjudged`: nobody judged whether it is true, and only there none of the others but
    `called` holds.

    `position` is where the name stands in the text, here and in what follows; it makes no
    difference.
    """

    kind: ClassTermKind
    name: str
    position: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Judged:
    """Documents with a missed or extra class (`wrong`), without one (`right`), or with either."""

    kind: JudgedKind
    position: int = field(default=0, compare=False)


@dataclass(frozen=True)
class More:
    """Documents with more missed than extra classes, or the reverse."""

    kind: MistakeKind
    position: int = field(default=0, compare=False)


@dataclass(frozen=True)
class InTree:
    """Documents by what the hierarchy of the classes says of them."""

    kind: TreeTermKind
    position: int = field(default=0, compare=False)


@dataclass(frozen=True)
class SystemTerm:
    """Documents that a term keeps when it is asked about what another system decided of them.

    None of which that system said nothing.
    """

    name: str
    term: Expression
    position: int = field(default=0, compare=False)


@dataclass(frozen=True)
class LevelTerm:
    """Documents that a term keeps when it is asked about classes that are folded.

    Of scores, and of what is doubtful or disputed of a class, it cannot be asked.
    """

    fold: Fold
    term: Expression
    position: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Differs:
    """Documents of which another system decided any class differently; it spoke of them too."""

    name: str
    position: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Leaked:
    """Documents that are in an earlier split too, by id or text; `near`: nearly equal texts too."""

    near: bool = False
    position: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Doubtful:
    """Documents with a label that is likely wrong, of a class or, for None, of any.

    By the probabilities of the system that is looked at, as the Labels page has it.
    """

    name: str | None = None
    position: int = field(default=0, compare=False)


@dataclass(frozen=True)
class InSplit:
    """Documents of a split."""

    name: str
    position: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Column:
    """A kept column of the files by its name, or one of `OWN_COLUMNS`."""

    name: str
    position: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Score:
    """The score of a class, by its name."""

    name: str
    position: int = field(default=0, compare=False)


@dataclass(frozen=True)
class OneOf:
    """Documents whose column holds one of these values."""

    column: Column
    values: tuple[str, ...]
    position: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Between:
    """Documents whose value lies between two bounds; None is no bound, `_open` excludes it."""

    quantity: Column | Score
    low: RangeBound | None = None
    high: RangeBound | None = None
    low_open: bool = False
    high_open: bool = False
    position: int = field(default=0, compare=False)


@dataclass(frozen=True)
class WeekdayTerm:
    """Documents whose day in a column is this day of the week, by its English name."""

    column: Column
    day: str
    position: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Containing:
    """Documents whose text holds these characters, in upper or lower case."""

    text: str
    position: int = field(default=0, compare=False)


@dataclass(frozen=True)
class HasWord:
    """Documents whose text has this word, in upper or lower case."""

    word: str
    position: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Matching:
    """Documents whose text an RE2 pattern matches somewhere."""

    pattern: str
    position: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Marked:
    """Documents with a mark of this kind, as it is written in a file of marks."""

    kind: str
    position: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Tagged:
    """Documents that a reviewer gave this tag."""

    tag: str
    position: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Noted:
    """Documents that a reviewer wrote a note on."""

    position: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Like:
    """Documents with nearly the text of this one, and itself, by its id."""

    id: str
    position: int = field(default=0, compare=False)


@dataclass(frozen=True)
class AlikeTerm:
    """Documents with nearly the text of another one of the review."""

    position: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Disputed:
    """Documents on which annotators differ: on a class by its name, on any for None."""

    name: str | None = None
    position: int = field(default=0, compare=False)


@dataclass(frozen=True)
class HasOutcome:
    """Documents whose answers come to this: an outcome of OUTCOMES, or `unusable`: no class."""

    outcome: str
    position: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Not:
    """Documents that a term does not keep."""

    term: Expression


@dataclass(frozen=True)
class AllOf:
    """Documents that every term keeps; at least two terms."""

    terms: tuple[Expression, ...]


@dataclass(frozen=True)
class AnyOf:
    """Documents that at least one term keeps; at least two terms."""

    terms: tuple[Expression, ...]


Leaf: TypeAlias = (
    ClassTerm
    | Doubtful
    | Judged
    | More
    | InTree
    | SystemTerm
    | LevelTerm
    | Differs
    | Leaked
    | InSplit
    | OneOf
    | Between
    | WeekdayTerm
    | Containing
    | HasWord
    | Matching
    | Marked
    | Tagged
    | Noted
    | Like
    | AlikeTerm
    | Disputed
    | HasOutcome
)
Expression: TypeAlias = Leaf | Not | AllOf | AnyOf


def to_text(expression: Expression) -> str:
    """The filter as text; `parse` gives the same tree again."""
    match expression:
        case Not(term):
            return f"-{_group(term, AllOf | AnyOf)}"
        case AllOf(terms):
            return " ".join(_group(term, AllOf | AnyOf) for term in terms)
        case AnyOf(terms):
            return " OR ".join(_group(term, AnyOf) for term in terms)
        case _:
            return _LEAVES[type(expression)](expression)


def _group(term: Expression, kinds: UnionType | type) -> str:
    text = to_text(term)
    return f"({text})" if isinstance(term, kinds) else text


def _one_of(term: OneOf) -> str:
    column = quoted(term.column.name)
    values = [quoted(value, value=True) for value in term.values]
    return f"{column}={values[0]}" if len(values) == 1 else f"{column} in ({', '.join(values)})"


def _of_system(term: SystemTerm) -> str:
    return f"system({quoted(term.name)}):{_group(term.term, AllOf | AnyOf)}"


def _at_level(term: LevelTerm) -> str:
    fold = term.fold
    unfolded = "" if fold.unfolded is None else f", {quoted(fold.unfolded)}"
    return f"level({fold.level}{unfolded}):{_group(term.term, AllOf | AnyOf)}"


def _between(term: Between) -> str:
    of = term.quantity
    subject = f"score({quoted(of.name)})" if isinstance(of, Score) else quoted(of.name)
    if term.low is not None and term.high is not None:
        return f"{subject}:{_bound(term.low)}..{_bound(term.high)}"
    if term.low is not None:
        return f"{subject}{'>' if term.low_open else '>='}{_bound(term.low)}"
    assert term.high is not None
    return f"{subject}{'<' if term.high_open else '<='}{_bound(term.high)}"


def _bound(bound: RangeBound) -> str:
    # no exponent: 1e5 would do, but nobody writes it
    if isinstance(bound, str):
        return bound
    return str(int(bound)) if bound == int(bound) and abs(bound) < 1e15 else repr(bound)


def quoted(text: str, value: bool = False) -> str:
    """A name, value or searched text as the filter writes it: in quotation marks where needed."""
    plain = BARE.fullmatch(text) and not text.startswith("-") and "\\" not in text
    if plain and text not in RESERVED and not (value and ".." in text):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


# how each kind of term is written
_LEAVES: dict[type, Callable[[Any], str]] = {
    ClassTerm: lambda term: f"{term.kind}:{quoted(term.name)}",
    Judged: lambda term: str(term.kind),
    More: lambda term: f"more:{term.kind}",
    InTree: lambda term: f"hierarchy:{term.kind}",
    SystemTerm: _of_system,
    LevelTerm: _at_level,
    Differs: lambda term: f"differs:{quoted(term.name)}",
    Leaked: lambda term: "leaked:near" if term.near else "leaked",
    Doubtful: lambda term: "doubtful" + ("" if term.name is None else f":{quoted(term.name)}"),
    InSplit: lambda term: f"split:{quoted(term.name)}",
    OneOf: _one_of,
    Between: _between,
    WeekdayTerm: lambda term: f"weekday({quoted(term.column.name)}):{term.day}",
    Containing: lambda term: quoted(term.text),
    HasWord: lambda term: f"word:{quoted(term.word)}",
    Matching: lambda term: f"matches:{quoted(term.pattern)}",
    Marked: lambda term: "seen" if term.kind == "seen" else f"mark:{quoted(term.kind)}",
    Tagged: lambda term: f"tag:{quoted(term.tag)}",
    Noted: lambda _: "noted",
    AlikeTerm: lambda _: "alike",
    Like: lambda term: f"like:{quoted(term.id)}",
    HasOutcome: lambda term: f"outcome:{quoted(term.outcome, value=True)}",
    Disputed: lambda term: "disputed" + ("" if term.name is None else f":{quoted(term.name)}"),
}
