"""Answers to classes, by declared rules.

Each different text is read once, and repeated answers come to one call a document.

In this order: nothing at all is no answer; the whole answer is a name; what a model thought aloud
is left out; JSON, in a fence or alone; a tag; the last line that begins with `label:` or the like;
a line that is a name; a list of names; an answer that begins as a refusal; a class named in
sentences. A name is held against the classes exactly, then folded (case, spaces, hyphens, width),
then against the class map. Nothing is guessed: two classes where one is asked for are ambiguous.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from scipy import sparse

from breakeven.analysis.answers.answer_names import TOKEN, AnswerNames, fold_name
from breakeven.analysis.answers.answer_rules import AnswerRules
from breakeven.data.records import AMBIGUOUS, CLASS, NONE, OUTCOMES, OUTSIDE, REFUSED, UNPARSEABLE
from metrics.typing import Array

# --- Answers to classes, by declared rules; each different text is read once
#
# In this order: nothing at all is no answer; the whole answer is a name; what a model thought
# aloud is left out; JSON, in a fence or alone; a tag; the last line that begins with `label:` or
# the like; a line that is a name; a list of names; an answer that begins as a refusal; a class
# named in sentences. A name is held against the classes exactly, then folded (case, spaces,
# hyphens, width), then against the class map. Nothing is guessed: two classes where one is asked
# for are ambiguous.


# beyond this an answer is no classification, and reading it takes long
LONGEST = 20_000
LONGEST_NAME = 100
DEEPEST = 4
MOST_LISTED = 100
THOUGHT = re.compile(r"<(think|thinking|reasoning|scratchpad)>.*?</\1>", re.I | re.S)
FENCE = re.compile(r"```[ \t]*+[\w+-]*+[ \t]*+\n?(.*?)```", re.S)
# what may stand around a name: marks of Markdown, quotation marks, brackets
AROUND_AND_SPACE = (
    " \t\n\r\"'`*_~\u201c\u201d\u2018\u2019\u201e\u201a\u00ab\u00bb\u300c\u300d\u300e\u300f()[]{}<>"
)
BEFORE = re.compile(r"^(?:[-*+>•#]+\s+|\(?(?:\d{1,2}|[A-Za-z])[.)]\s+)")
AFTER_AND_SPACE = ".!,;:。！ \t\n\r"
MOST_STRIPPED = 4
# looked for from where blanks begin, or many of them would take long
BETWEEN_CLASSES = re.compile(
    r"(?:(?<!\s)\s+)?[,;|/\n]\s*(?:and\s+|or\s+)?|(?<!\s)\s+(?:and|&)\s+", re.I
)
SPOKEN = str.maketrans({"\u2019": "'", "\u2018": "'"})
ARTICLES = ("a", "an", "the", "about")
# how an answer was read, in words
READINGS = (
    "no answer", "the whole answer", "JSON", "a tag", "after a prefix", "a line alone", "a list",
    "a refusal", "named in a sentence", "nothing fits",
)  # fmt: skip
NO_ANSWER, ENTIRE, JSON, TAG, PREFIX, LINE, LIST, REFUSAL, PROSE, NOTHING = range(len(READINGS))


@dataclass(frozen=True)
class AnswerReading:
    """What one answer says: its outcome, the classes, how it was read, and a name outside them."""

    outcome: int
    classes: frozenset[int] = frozenset()
    how: int = NOTHING
    outside: str = ""


@dataclass(frozen=True)
class ParsedAnswers:
    """What each different answer says.

    `names`: the classes. `outcomes`: indices into OUTCOMES, uint8 (a,). `classes`: boolean csr
    (a, names), rows of outcome class alone. `how`: indices into HOW, (a,). `outside`: the name
    that is no class, object (a,), "" where there is none; also beside classes in a list.
    """

    names: tuple[str, ...]
    outcomes: Array
    classes: sparse.csr_array
    how: Array
    outside: Array


def parse_texts(
    texts: Sequence[str], names: AnswerNames, rules: AnswerRules, several: bool
) -> ParsedAnswers:
    """What answers say. `several`: whether one may name several classes, where no rule says so."""
    reader = _Reader(names, rules, several if rules.several is None else rules.several)
    read = [reader.read(text) for text in texts]
    counts = np.array([0, *(len(reading.classes) for reading in read)])
    flat = np.array([c for reading in read for c in sorted(reading.classes)], dtype=np.int64)
    return ParsedAnswers(
        names=names.classes,
        outcomes=np.array([reading.outcome for reading in read], dtype=np.uint8),
        classes=sparse.csr_array(
            (np.ones(len(flat), dtype=bool), flat, np.cumsum(counts)),
            shape=(len(read), len(names.classes)),
        ),
        how=np.array([reading.how for reading in read], dtype=np.uint8),
        outside=np.array([reading.outside for reading in read], dtype=object),
    )


_Value: TypeAlias = AnswerReading | None


@dataclass(frozen=True)
class _Reader:
    names: AnswerNames
    rules: AnswerRules
    several: bool

    @cached_property
    def words(self) -> dict[str, frozenset[int]]:
        """What is no name, but says as much: words for no class, and yes and no of a single one."""
        alone = len(self.names.classes) == 1
        said = [(self.rules.none, frozenset[int]())]
        if alone:
            said += [(self.rules.no, frozenset()), (self.rules.yes, frozenset([0]))]
        return {fold_name(word): of for words, of in said for word in words}

    @cached_property
    def fields(self) -> dict[str, int]:
        return {fold_name(name): place for place, name in reversed([*enumerate(self.rules.fields)])}

    @cached_property
    def tag(self) -> re.Pattern[str] | None:
        words = "|".join(re.escape(word) for word in self.rules.fields if word)
        return re.compile(rf"<({words})>(.*?)</\1>", re.I | re.S) if words else None

    @cached_property
    def prefix(self) -> re.Pattern[str] | None:
        words = sorted(filter(None, self.rules.prefixes), key=len, reverse=True)
        either = "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in words)
        said = rf"[\s>*_#-]*(?:the\s+)?(?:{either})[*_\s]*(?:[:=：]|(?<=\bis)\s|(?<=\bas)\s)"
        return re.compile(rf"^{said}[*_\s]*(\S.*?)\s*$", re.I | re.M) if words else None

    @cached_property
    def refusals(self) -> tuple[str, ...]:
        return tuple(phrase.lower() for phrase in self.rules.refusals if phrase)

    @cached_property
    def negations(self) -> frozenset[str]:
        # "isn't" is three words here
        return frozenset(
            TOKEN.findall(fold_name(word))[-1] for word in self.rules.negations if word
        )

    @cached_property
    def steps(self) -> tuple[Callable[[str], _Value], ...]:
        return (
            self._name_alone, self._json, self._tagged, self._prefixed, self._line, self._listed,
            self._refused, self._sentence,
        )  # fmt: skip

    def read(self, text: str) -> AnswerReading:
        exact = self.names.exact.get(text)
        if exact is not None:  # whatever a class is called
            return self._of(exact, ENTIRE)
        text = text[:LONGEST]
        if "<" in text:
            text = THOUGHT.sub("", text)
        text = text.strip()
        if not text:
            return AnswerReading(REFUSED, how=NO_ANSWER)
        reading = next(
            (step_reading for step in self.steps if (step_reading := step(text)) is not None), None
        )
        return self._outside(text, NOTHING) if reading is None else reading

    def _of(self, classes: frozenset[int], how: int, outside: str = "") -> AnswerReading:
        """What naming these classes comes to."""
        if not classes:
            return AnswerReading(NONE, how=how)
        if len(classes) > 1 and not self.several:
            return AnswerReading(AMBIGUOUS, how=how)
        return AnswerReading(CLASS, classes, how, outside)

    def _name_alone(self, text: str) -> _Value:
        return self._name(text, ENTIRE)

    def _name(self, text: str, how: int) -> _Value:
        """A name alone, or a word for no class, under what may stand around it."""
        for _ in range(MOST_STRIPPED):
            if len(text) > LONGEST_NAME:
                return None
            classes = self.names.exact.get(text)
            if classes is None:
                key = fold_name(text)
                classes = self.names.folded.get(key)
                if classes is None:
                    classes = self.words.get(key)
            if classes is not None:
                # names that folding alone makes equal are none of them
                alike = len(classes) > 1
                return AnswerReading(AMBIGUOUS, how=how) if alike else self._of(classes, how)
            bare = _without(text)
            if bare == text:
                return None
            text = bare
        return None

    def _json(self, text: str) -> _Value:
        fenced = FENCE.findall(text) if "```" in text else []
        inner = fenced[-1].strip() if fenced else text
        if not inner.startswith(("{", "[", '"')):
            return self._value(inner, JSON) if fenced and inner else self._json_within(text)
        try:
            value = json.loads(inner, parse_int=str, parse_float=str, parse_constant=str)
        except (ValueError, RecursionError):
            return None
        return self._data(value) or AnswerReading(UNPARSEABLE, how=JSON)

    def _json_within(self, text: str) -> _Value:
        """An object that stands in a sentence; the last one."""
        start = text.rfind("{")
        if start < 0 or text.count("{") > DEEPEST:
            return None
        for position in (text.find("{"), start):
            try:
                value, _ = DECODER.raw_decode(text, position)
            except (ValueError, RecursionError):
                continue
            return self._data(value)
        return None

    def _data(self, value: Any, depth: int = 0) -> _Value:
        """What a value of JSON names; None where no field of it is one of the declared."""
        if value is None or value in ([], {}):
            return AnswerReading(NONE, how=JSON)
        if isinstance(value, bool):
            value = str(value).lower()
        if isinstance(value, str):
            return self._value(value, JSON)
        if depth > DEEPEST:
            return None
        if isinstance(value, list):
            readings = [self._data(item, depth + 1) for item in value]
            return self._together([reading for reading in readings if reading is not None], JSON)
        return self._object(value, depth)

    def _object(self, value: dict[str, Any], depth: int) -> _Value:
        fields = [
            (self.fields[key], name) for name in value if (key := fold_name(name)) in self.fields
        ]
        if fields:
            return self._data(value[min(fields)[1]], depth + 1)
        flags = {name: FLAGS.get(str(given).lower()) for name, given in value.items()}
        if None not in flags.values() and all(self.names.find(name) for name in flags):
            yes = [self.names.find(name) or frozenset() for name, on in flags.items() if on]
            return self._of(frozenset().union(*yes), JSON)
        if len(value) == 1:
            return self._data(next(iter(value.values())), depth + 1)
        return None

    def _value(self, text: str, how: int) -> AnswerReading:
        """What a text names that is declared to hold the class."""
        text = text.strip()
        if not text:
            return AnswerReading(NONE, how=how)
        for found in (self._name(text, how), self._listed(text), self._refused(text)):
            if found is not None:
                return AnswerReading(found.outcome, found.classes, how, found.outside)
        found = self._sentence(text)
        return self._outside(text, how) if found is None else found

    def _together(self, readings: list[AnswerReading], how: int) -> _Value:
        """What a list comes to: its classes, whatever else it names."""
        classes = frozenset[int]().union(*(reading.classes for reading in readings))
        outside = next((reading.outside for reading in readings if reading.outside), "")
        if any(reading.outcome in (AMBIGUOUS, UNPARSEABLE, REFUSED) for reading in readings):
            worst = next(o for o in (AMBIGUOUS, UNPARSEABLE, REFUSED) if _any(readings, o))
            return AnswerReading(worst, how=how)
        if classes:
            alone = self.several or not outside
            return self._of(classes, how, outside) if alone else AnswerReading(AMBIGUOUS, how=how)
        if outside:
            return AnswerReading(OUTSIDE, how=how, outside=outside)
        return AnswerReading(NONE, how=how) if readings else None

    def _tagged(self, text: str) -> _Value:
        found = self.tag.findall(text) if self.tag is not None and "</" in text else []
        return self._value(found[-1][1], TAG) if found else None

    def _prefixed(self, text: str) -> _Value:
        if self.prefix is None or not (":" in text or "=" in text or " " in text or "：" in text):
            return None
        found = self.prefix.findall(text)
        return self._value(found[-1], PREFIX) if found else None

    def _line(self, text: str) -> _Value:
        if "\n" not in text:
            return None
        lines = [self._name(line.strip(), LINE) for line in text.split("\n") if line.strip()]
        found = [line for line in lines if line is not None]
        if not found:
            return None
        if self.several and len(found) < len(lines):
            return self._together(found, LINE) if len({one.classes for one in found}) == 1 else None
        return self._together(found, LINE if len(found) < len(lines) else LIST)

    def _listed(self, text: str) -> _Value:
        if len(text) > MOST_LISTED * LONGEST_NAME or not BETWEEN_CLASSES.search(text):
            return None
        parts = [part for part in BETWEEN_CLASSES.split(text.strip("[](){} ")) if part]
        read = [self._name(part, LIST) for part in parts]
        named = [reading for reading in read if reading is not None]
        if not named or len(parts) < 2:
            return None
        others = [_bare(part) for part, reading in zip(parts, read, strict=True) if reading is None]
        if others and not (self.several and all(map(self._is_no_class, others))):
            return None
        return self._together(
            [*named, *(AnswerReading(OUTSIDE, outside=o) for o in others[:1])], LIST
        )

    def _is_no_class(self, part: str) -> bool:
        """Whether a part of a list is a name, and speaks of no class."""
        short = len(part.split()) <= self.rules.longest_name
        return short and not any(self.names.mentioned(TOKEN.findall(fold_name(part))))

    def _refused(self, text: str) -> _Value:
        start = _spoken(text[:300]).lower()
        for phrase in self.refusals:
            if phrase in start:
                return AnswerReading(REFUSED, how=REFUSAL)
        return None

    def _sentence(self, text: str) -> _Value:
        if not self.rules.prose:
            return None
        tokens = TOKEN.findall(fold_name(_spoken(text)))
        named: set[int] = set()
        denied: set[int] = set()
        for position, classes in self.names.mentioned(tokens):
            before = position - 2 if position and tokens[position - 1] in ARTICLES else position - 1
            (denied if before >= 0 and tokens[before] in self.negations else named).update(classes)
        if not named and denied and len(self.names.classes) == 1:
            return AnswerReading(NONE, how=PROSE)
        if len(named) == 1 and not denied:
            return self._of(frozenset(named), PROSE)
        return AnswerReading(AMBIGUOUS, how=PROSE) if named or denied else None

    def _outside(self, text: str, how: int) -> AnswerReading:
        """A name that is no class, or nothing that could be one."""
        name = _bare(text)
        short = len(name.split()) <= self.rules.longest_name and len(name) <= LONGEST_NAME
        if name and short and "\n" not in name:
            return AnswerReading(OUTSIDE, how=how, outside=name)
        return AnswerReading(UNPARSEABLE, how=how)


FLAGS = {"true": True, "false": False, "1": True, "0": False, "yes": True, "no": False}
DECODER = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)


def _any(readings: list[AnswerReading], outcome: int) -> bool:
    return any(reading.outcome == outcome for reading in readings)


def _spoken(text: str) -> str:
    return text if text.isascii() else text.translate(SPOKEN)


def _without(text: str) -> str:
    """A text without one layer of what may stand around a name."""
    text = text.strip()
    if before := BEFORE.match(text):
        text = text[before.end() :]
    return text.rstrip(AFTER_AND_SPACE).strip(AROUND_AND_SPACE)


def _bare(text: str) -> str:
    for _ in range(MOST_STRIPPED):
        text = _without(text)
    return text


# --- what repeated answers come to: shares of votes, and one call for each document


@dataclass(frozen=True)
class AnswerCalls:
    """What the answers on each of m documents come to.

    `outcomes`: indices into OUTCOMES, uint8 (m,). `classes`: boolean csr (m, k), the call.
    `votes`: int csr (m, k), how many answers name each class.
    """

    outcomes: Array
    classes: sparse.csr_array
    votes: sparse.csr_array


def calls_of(
    document: Array, outcomes: Array, classes: sparse.csr_array, m: int, several: bool
) -> AnswerCalls:
    """The call on each document, by the answers that name a class or none on purpose.

    `document`: of each answer, 0..m, shape (a,). Where a document has one class the call is what
    most of them say; of equally many it is none, and the document ambiguous. Where it may have
    `several`, a class is called that more than half of them name. Without any such answer the
    outcome is the commonest of the others; of equals, the one that stands first in OUTCOMES.
    """
    a, k = classes.shape
    gather = sparse.csr_array((np.ones(a, dtype=np.int64), (document, np.arange(a))), shape=(m, a))
    usable = np.isin(outcomes, (CLASS, NONE))
    votes = sparse.csr_array(gather @ classes.astype(np.int64))
    of_none = np.bincount(document[outcomes == NONE], minlength=m)
    spoken = np.bincount(document[usable], minlength=m)
    by_outcome = np.zeros((m, len(OUTCOMES)), dtype=np.int64)
    np.add.at(by_outcome, (document, outcomes), 1)
    by_outcome[:, [CLASS, NONE]] = 0
    others = by_outcome.argmax(axis=1)
    pairs = votes.tocoo()
    if several:
        won = 2 * pairs.data > spoken[pairs.row]
        tied = np.zeros(m, dtype=bool)
    else:
        most = of_none.copy()
        np.maximum.at(most, pairs.row, pairs.data)
        won = pairs.data == most[pairs.row]
        leading = np.bincount(pairs.row[won], minlength=m) + ((of_none == most) & (most > 0))
        tied = leading > 1
        won &= ~tied[pairs.row]
    rows, columns = pairs.row[won], pairs.col[won]
    call = sparse.csr_array((np.ones(len(rows), dtype=bool), (rows, columns)), shape=(m, k))
    outcome = np.where(np.diff(call.indptr) > 0, CLASS, NONE)
    outcome = np.where(tied, AMBIGUOUS, outcome)
    return AnswerCalls(np.where(spoken > 0, outcome, others).astype(np.uint8), call, votes)
