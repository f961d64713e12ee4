"""A document filter as a tree of terms, and the text that stands for it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from types import UnionType
from typing import Literal, TypeAlias, get_args

ClassTerms = Literal["true", "called", "missed", "extra"]
Verdicts = Literal["wrong", "right"]
# a number, or a day as 2024-01-31
Bound: TypeAlias = float | str

# words that mean something; as names or text they stand in quotation marks
RESERVED = (*get_args(ClassTerms), *get_args(Verdicts), "split", "score", "in", "OR", "leaked")
BARE = re.compile(r"[^\s\"():=<>,]+")


@dataclass(frozen=True)
class OfClass:
    """Documents truly of a class, called so, or of which it was missed or extra.

    `at` is where the name stands in the text, here and in what follows; it makes no difference.
    """

    kind: ClassTerms
    name: str
    at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Judged:
    """Documents with a missed or extra class (`wrong`), or without one (`right`)."""

    kind: Verdicts
    at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Leaked:
    """Documents that are in an earlier split too, by id or text; `near`: nearly equal texts too."""

    near: bool = False
    at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class InSplit:
    """Documents of a split."""

    name: str
    at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Column:
    """A kept column of the files, by its name."""

    name: str
    at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Score:
    """The score of a class, by its name."""

    name: str
    at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class OneOf:
    """Documents whose column holds one of these values."""

    column: Column
    values: tuple[str, ...]
    at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Between:
    """Documents whose value lies between two bounds; None is no bound, `_open` excludes it."""

    of: Column | Score
    low: Bound | None = None
    high: Bound | None = None
    low_open: bool = False
    high_open: bool = False
    at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Containing:
    """Documents whose text holds these characters, in upper or lower case."""

    text: str
    at: int = field(default=0, compare=False)


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


Leaf: TypeAlias = OfClass | Judged | Leaked | InSplit | OneOf | Between | Containing
Expression: TypeAlias = Leaf | Not | AllOf | AnyOf


def asks_decisions(expression: Expression) -> bool:
    """Whether a filter goes by what was assigned, so that the documents are picked by outcome."""
    match expression:
        case Not(term):
            return asks_decisions(term)
        case AllOf(terms) | AnyOf(terms):
            return any(asks_decisions(term) for term in terms)
        case OfClass(kind):
            return kind != "true"
        case _:
            return isinstance(expression, Judged)


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
            return _leaf(expression)


def _group(term: Expression, kinds: UnionType | type) -> str:
    text = to_text(term)
    return f"({text})" if isinstance(term, kinds) else text


def _leaf(term: Leaf) -> str:
    match term:
        case OfClass(kind, name):
            return f"{kind}:{quoted(name)}"
        case Judged(kind):
            return kind
        case Leaked(near):
            return "leaked:near" if near else "leaked"
        case InSplit(name):
            return f"split:{quoted(name)}"
        case OneOf(column, (value,)):
            return f"{quoted(column.name)}={quoted(value, value=True)}"
        case OneOf(column, values):
            listed = ", ".join(quoted(value, value=True) for value in values)
            return f"{quoted(column.name)} in ({listed})"
        case Containing(text):
            return quoted(text)
        case Between():
            return _between(term)


def _between(term: Between) -> str:
    of = term.of
    subject = f"score({quoted(of.name)})" if isinstance(of, Score) else quoted(of.name)
    if term.low is not None and term.high is not None:
        return f"{subject}:{_bound(term.low)}..{_bound(term.high)}"
    if term.low is not None:
        return f"{subject}{'>' if term.low_open else '>='}{_bound(term.low)}"
    assert term.high is not None
    return f"{subject}{'<' if term.high_open else '<='}{_bound(term.high)}"


def _bound(bound: Bound) -> str:
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
