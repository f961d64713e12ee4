r"""The grammar of document filters: text to a tree, with errors that point at the character.

    filter = group {"OR" group}         group = term {term}            (all of them)
    term   = "-" term | "(" filter ")" | "wrong" | "right" | "missed" | "extra"
           | "leaked" | "leaked:near" | "more:missed" | "more:extra"
           | "hierarchy:" ("inconsistent" | "inconsistent-truth" | "full-path")
           | ("true" | "called" | "hit" | "missed" | "extra" | "rejected" | "unjudged") ":" class
           | "split:" split | "differs:" system | "system(" system "):" term
           | "level(" whole number ["," parent] "):" term
           | "word:" word | "text:" text | "matches:" pattern | text | "like:" id | "alike"
           | "mark:" kind | "tag:" tag | "seen" | "noted" | "doubtful" | "doubtful:" class
           | "disputed" | "disputed:" class | "outcome:" outcome
           | subject (":" | "=") (value | range) | subject ("<" | "<=" | ">" | ">=") bound
           | column "in" "(" value {"," value} ")" | "weekday(" column "):" day
    subject = column | "score(" class ")"
    range  = [bound] ".." [bound]       bound = number | 2024-01-31
    day = "Monday" | ... | "Sunday"

Names, values and texts of several words stand in quotation marks, with \" and \\ inside.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, get_args

from breakeven.analysis.selection.errors import FilterError
from breakeven.analysis.selection.expression import (
    BARE,
    AlikeTerm,
    AllOf,
    AnyOf,
    Between,
    ClassTerm,
    ClassTermKind,
    Column,
    Containing,
    Differs,
    Disputed,
    Doubtful,
    Expression,
    HasOutcome,
    HasWord,
    InSplit,
    InTree,
    Judged,
    JudgedKind,
    Leaked,
    LevelTerm,
    Like,
    Marked,
    Matching,
    MistakeKind,
    More,
    Not,
    Noted,
    OneOf,
    RangeBound,
    Score,
    SystemTerm,
    Tagged,
    TreeTermKind,
    WeekdayTerm,
)
from breakeven.analysis.slices.slice_conditions import WEEKDAYS
from breakeven.data.hierarchy import Fold

VALUE = re.compile(r"[^\s\"(),]+")
SPACE = re.compile(r"\s*")
QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"', re.S)
COMPARISON = re.compile(r"<=|>=|<|>|:|=")
NEAR = re.compile(r"near(?![^\s)])")
IN = re.compile(r"in\s*\(")
IN_BRACKETS = re.compile(r'[^"()]*[^"()\s]')
LEVEL = re.compile(r"[1-9]\d{0,2}(?!\d)")
NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?")
DAY = re.compile(r"\d{4}-\d\d-\d\d")
# deeper brackets are no question anybody asks, and Python would run out of stack
DEEPEST = 50
# terms that are a word, a colon and a name or text: what each is, and how what follows is called
NAMED: Mapping[str, tuple[Callable[[str, int], Expression], str]] = {
    "differs": (Differs, "the name of a system"),
    "doubtful": (Doubtful, "the name of a class"),
    "word": (HasWord, "a word"),
    "text": (Containing, "what the text holds"),
    "matches": (Matching, "a pattern"),
    "mark": (Marked, "a mark, such as unclear,"),
    "tag": (Tagged, "a tag"),
    "like": (Like, "the id of a document"),
    "disputed": (Disputed, "the name of a class"),
    "outcome": (HasOutcome, "an outcome of answers, such as refused,"),
}

# terms that are a word, a colon and one of a few words
KINDS: Mapping[str, tuple[Callable[[Any, int], Expression], tuple[str, ...]]] = {
    "more": (More, get_args(MistakeKind)),
    "hierarchy": (InTree, get_args(TreeTermKind)),
}


def parse(text: str) -> Expression:
    """The tree of a filter. FilterError, with the character, where the text is none."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise FilterError("this is no valid Unicode", text, error.start) from None
    reader = _Reader(text)
    expression = reader.any_of()
    if reader.position < len(text):
        raise reader.error("there is a closing bracket without an opening one")
    return expression


class _Reader:
    """A text and how far it was read: `position` is the next character, never a space."""

    def __init__(self, text: str) -> None:
        self.text, self.position, self.depth = text, 0, 0
        self.skip(SPACE)

    def error(self, what: str, position: int | None = None) -> FilterError:
        return FilterError(what, self.text, self.position if position is None else position)

    def skip(self, pattern: re.Pattern[str]) -> str | None:
        """Read what the pattern matches here, and space after it; None where it does not."""
        found = pattern.match(self.text, self.position)
        if found is None:
            return None
        self.position = found.end()
        if pattern is not SPACE:
            self.skip(SPACE)
        return found[0]

    def next_is(self, start: str) -> bool:
        return self.text.startswith(start, self.position)

    def ended(self) -> bool:
        return self.position >= len(self.text) or self.next_is(")")

    def at_or(self) -> bool:
        found = BARE.match(self.text, self.position)
        return found is not None and found[0] == "OR"

    def any_of(self) -> Expression:
        groups = [self.all_of()]
        while self.at_or():
            self.position += len("OR")
            self.skip(SPACE)
            groups.append(self.all_of())
        return groups[0] if len(groups) == 1 else AnyOf(tuple(groups))

    def all_of(self) -> Expression:
        terms = []
        while not self.ended() and not self.at_or():
            terms.append(self.term())
        if not terms:
            raise self.error("a term is expected here, such as true:NAME, wrong or a word")
        return terms[0] if len(terms) == 1 else AllOf(tuple(terms))

    def term(self) -> Expression:
        start = self.position
        if self.next_is("-"):
            self.position += 1
            if self.ended() or self.text[self.position].isspace() or self.at_or():
                raise self.error("a term is expected after -")
            return self.deeper(start, lambda: Not(self.term()))
        if self.next_is("("):
            return self.deeper(start, self.bracketed)
        name, was_quoted = self.word()
        if not was_quoted and name == "score" and self.text.startswith("(", start + len(name)):
            return self.score()
        if not was_quoted and name == "system" and self.text.startswith("(", start + len(name)):
            return self.of_system(start)
        if not was_quoted and name == "level" and self.text.startswith("(", start + len(name)):
            return self.at_level(start)
        if not was_quoted and name == "weekday" and self.text.startswith("(", start + len(name)):
            return self.on_weekday()
        if self.skip(IN):
            return self.one_of(Column(name, start), start)
        return self.named(name, was_quoted, start)

    def named(self, name: str, was_quoted: bool, start: int) -> Expression:
        """The term that begins with this name or word, which was read."""
        sign = self.skip(COMPARISON)
        if sign is None:
            return Containing(name, start) if was_quoted else _alone(name, start)
        term = None if was_quoted else self.special(name, sign, start)
        return term or self.compared(Column(name, start), sign)

    def special(self, name: str, sign: str, start: int) -> Expression | None:
        """The term of a reserved word and a sign, which were read; None where they are none."""
        if name in get_args(ClassTermKind) and sign in ":=":
            return ClassTerm(name, *self.name("the name of a class", name, sign))  # type: ignore[arg-type]
        if name == "split" and sign in ":=":
            return InSplit(*self.name("the name of a split", name, sign))
        if sign == ":" and name in NAMED:
            make, what = NAMED[name]
            return make(*self.name(what, name, sign))
        if sign == ":" and name in KINDS:
            return self.kind_of(name, start)
        if sign in ":=" and name == "leaked" and self.skip(NEAR):
            return Leaked(near=True, position=start)
        return None

    def deeper(self, start: int, read: Callable[[], Expression]) -> Expression:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.error(f"more than {DEEPEST} brackets in one another", start)
        term = read()
        self.depth -= 1
        return term

    def bracketed(self) -> Expression:
        opened = self.position
        self.position += 1
        self.skip(SPACE)
        inner = self.any_of()
        if not self.next_is(")"):
            raise self.error("this bracket is not closed", opened)
        self.close()
        return inner

    def close(self) -> None:
        self.position += 1
        self.skip(SPACE)

    def word(self, pattern: re.Pattern[str] = BARE) -> tuple[str, bool]:
        """A name or value, and whether it stood in quotation marks."""
        if self.next_is('"'):
            opened = self.position
            match = QUOTED.match(self.text, self.position)
            if match is None:
                raise self.error("this quotation mark is not closed", opened)
            self.position = match.end()
            self.skip(SPACE)
            return re.sub(r"\\(.)", r"\1", match[1], flags=re.S), True
        bare = self.skip(pattern)
        if bare is None:
            raise self.error(f"a name or a word is expected, not {self.text[self.position]!r}")
        return bare, False

    def name(self, what: str, word: str, sign: str) -> tuple[str, int]:
        if self.ended():
            raise self.error(f"{what} is expected after {word}{sign}")
        at = self.position
        return self.word(VALUE)[0], at

    def kind_of(self, name: str, start: int) -> Expression:
        make, kinds = KINDS[name]
        kind_start = self.position
        kind = "" if self.ended() else self.word(VALUE)[0]
        if kind not in kinds:
            raise self.error(f"{' or '.join(kinds)} is expected after {name}:", kind_start)
        return make(kind, start)

    def in_brackets(self, what: str, word: str) -> tuple[str, int]:
        """A name in brackets after a word, which was read, and where it stands."""
        self.close()
        at = self.position
        if self.ended():
            raise self.error(f"the name of a {what} is expected after {word}(")
        name = self.word(IN_BRACKETS)[0]
        if not self.next_is(")"):
            raise self.error(f"a closing bracket is expected after the {what}")
        self.close()
        return name, at

    def score(self) -> Expression:
        of = Score(*self.in_brackets("class", "score"))
        sign = self.skip(COMPARISON)
        if sign is None:
            raise self.error("a range is expected, such as score(NAME):0.3..0.5")
        return self.compared(of, sign)

    def on_weekday(self) -> Expression:
        column, at = self.in_brackets("column", "weekday")
        if self.skip(COMPARISON) not in (":", "=") or self.ended():
            raise self.error("a day is expected, such as weekday(NAME):Monday")
        day_at = self.position
        day = self.word(VALUE)[0].capitalize()
        if day not in WEEKDAYS:
            raise self.error(f"a day of the week is expected: {', '.join(WEEKDAYS)}", day_at)
        return WeekdayTerm(Column(column, at), day, day_at)

    def of_system(self, opened: int) -> Expression:
        name, at = self.in_brackets("system", "system")
        if self.skip(COMPARISON) != ":" or self.ended() or self.at_or():
            raise self.error("a term is expected, such as system(NAME):wrong")
        return self.deeper(opened, lambda: SystemTerm(name, self.term(), at))

    def at_level(self, opened: int) -> Expression:
        self.close()
        level_start = self.position
        number = self.skip(LEVEL)
        if number is None:
            raise self.error(
                "a whole number is expected after level(, such as level(1):wrong", level_start
            )
        parent = None
        if self.next_is(","):
            self.close()
            if self.ended():
                raise self.error("the name of a class with others below it is expected")
            parent = self.word(IN_BRACKETS)[0]
        if not self.next_is(")"):
            raise self.error("a closing bracket is expected after the level")
        self.close()
        if self.skip(COMPARISON) != ":" or self.ended() or self.at_or():
            raise self.error("a term is expected, such as level(1):wrong")
        fold = Fold(int(number), parent)
        return self.deeper(opened, lambda: LevelTerm(fold, self.term(), opened))

    def one_of(self, column: Column, start: int) -> Expression:
        values = []
        while True:
            if self.ended():
                raise self.error(f"a value of {column.name} is expected")
            values.append(self.word(VALUE)[0])
            if self.next_is(")"):
                break
            if not self.next_is(","):
                raise self.error("a comma or a closing bracket is expected")
            self.close()
        self.close()
        return OneOf(column, tuple(values), start)

    def compared(self, quantity: Column | Score, sign: str) -> Expression:
        value_start = self.position
        if sign not in ":=":
            bound = self.bound(sign)
            if sign[0] == ">":
                return Between(quantity, low=bound, low_open=sign == ">", position=value_start)
            return Between(quantity, high=bound, high_open=sign == "<", position=value_start)
        if self.ended():
            raise self.error(f"a value or a range is expected after {sign}")
        value, was_quoted = self.word(VALUE)
        if not was_quoted and ".." in value:
            return self.range(quantity, value, value_start)
        if isinstance(quantity, Column):
            return OneOf(quantity, (value,), value_start)
        score = _bound_of(value)
        if score is None or was_quoted:
            raise self.error("a range is expected, such as 0.3..0.5", value_start)
        return Between(quantity, score, score, position=value_start)

    def bound(self, sign: str) -> RangeBound:
        at = self.position
        text = "" if self.ended() else self.word(VALUE)[0]
        bound = _bound_of(text)
        if bound is None:
            raise self.error(f"a number or a day as 2024-01-31 is expected after {sign}", at)
        return bound

    def range(self, quantity: Column | Score, value: str, start: int) -> Between:
        first, _, last = value.partition("..")
        low, high = _bound_of(first), _bound_of(last)
        wrong = (first and low is None) or (last and high is None) or not (first or last)
        mixed = low is not None and high is not None and type(low) is not type(high)
        if wrong or mixed:
            raise self.error(
                "a range has two numbers or two days, one of which may be left out: 0.3..0.5, "
                "2024-01-31..; text with two points stands in quotation marks",
                start,
            )
        return Between(quantity, low, high, position=start)


def _alone(word: str, position: int) -> Expression:
    if word in get_args(JudgedKind):
        return Judged(word, position)  # type: ignore[arg-type]
    if word == "seen":
        return Marked(word, position)
    if word == "noted":
        return Noted(position)
    if word == "alike":
        return AlikeTerm(position)
    if word == "doubtful":
        return Doubtful(position=position)
    if word == "disputed":
        return Disputed(position=position)
    return Leaked(position=position) if word == "leaked" else Containing(word, position)


def _bound_of(text: str) -> RangeBound | None:
    if NUMBER.fullmatch(text):
        number = float(text)
        return number if math.isfinite(number) else None
    return text if is_day(text) else None


def is_day(text: str) -> bool:
    """Whether the text is a day of the calendar, as 2024-01-31."""
    try:
        return bool(DAY.fullmatch(text)) and date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
