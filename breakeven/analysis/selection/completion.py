"""What a filter that is being typed may go on with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import get_args

from breakeven.analysis.selection.expression import ClassTermKind, quoted

MOST = 8
# what is offered before anything is typed, and the order of what begins alike
HEADS = (
    *("missed:", "extra:", "hit:", "true:", "called:", "wrong", "right", "missed", "extra"),
    *("rejected:", "unjudged:", "score(", "split:", "system(", "differs:", "more:missed"),
    *("more:extra", "level(", "leaked", "leaked:near", "word:", "text:", "matches:", "like:"),
    *(
        "hierarchy:inconsistent",
        "hierarchy:full-path",
        "alike",
        "id=",
        "length>",
        "labels=",
        "calls=",
        "mark:",
        "tag:",
        "seen",
    ),
    *("noted", "doubtful", "doubtful:", "disputed", "disputed:", "outcome:"),
)
# terms that need what another needs
NEEDS = {
    **dict.fromkeys(("wrong", "right", "missed", "extra", "more:missed", "more:extra"), "hit"),
    **{"labels=": "true", "calls=": "called"},
    **dict.fromkeys(("leaked", "leaked:near"), "split"),
    "disputed": "disputed",
    **dict.fromkeys(("hierarchy:inconsistent", "hierarchy:full-path"), "level"),
    **dict.fromkeys(("word:", "matches:", "like:", "alike", "length>"), "text"),
}
# what stands between spaces and brackets; a quotation mark may not be closed yet
TOKEN = re.compile(r'(?:"(?:[^"\\]|\\.)*(?:"|$)|[^\s"()])+', re.S)
IN_BRACKETS = re.compile(r'(?:^|(?<=[\s(:-]))(score|system|level)\(\s*("?[^()"]*)$')
# what asks about classes that are folded to a level, and the level
FOLDED = re.compile(r"(?:^|[\s(:-])level\((\d+)[^()]*\):-*(?:\([^()]*)?$")
# a name with blanks as it is typed at first, without quotation marks
WITH_BLANKS = re.compile(r"(?:^|(?<=[\s(:-]))(\w+):([^\s\"()][^\"()]*\s[^\"()]*)$")
LISTED = re.compile(r'("(?:[^"\\]|\\.)*"|[^\s"(),]+)\s+in\s*\((?:[^()]*,)?\s*("?[^()",]*)$')


@dataclass(frozen=True)
class CompletionName:
    """A name or value that a filter may ask for, and how many documents it keeps, if known."""

    name: str
    count: int | None = None


@dataclass(frozen=True)
class CompletionNames:
    """What a filter may ask for. `by_term`: by the word before colon or bracket (true, system, …).

    Where there is nothing of a kind its sequence is empty, and the word is not offered; of words
    that are not there, such as id, names are not known.

    `columns`: by the name of a kept column, its values; none where they are numbers or days.
    `folded`: the classes as they are at each level, by its number as text.
    """

    by_term: Mapping[str, Sequence[CompletionName]]
    columns: Mapping[str, Sequence[CompletionName]]
    folded: Mapping[str, Sequence[CompletionName]] = field(default_factory=dict)


@dataclass(frozen=True)
class Completion:
    """One way to go on: the whole filter with it, and the term alone, with its count if known."""

    text: str
    term: str
    count: int | None = None


def completions(text: str, names: CompletionNames, most: int = MOST) -> tuple[Completion, ...]:
    """How the last term of a filter may go on, the likeliest first; none where it is complete."""
    at, typed, offered = _offers_for_end(text, names)
    found: dict[str, Completion] = {}
    for term, count in offered:
        if term != typed and term not in found:
            found[term] = Completion(text[:at] + term, term, count)
        if len(found) == most:
            break
    return tuple(found.values())


OfferedName = tuple[str, int | None]


def _offers_for_end(text: str, names: CompletionNames) -> tuple[int, str, Iterator[OfferedName]]:
    """Where the last term begins, what there is of it, and what it may become."""
    if inside := IN_BRACKETS.search(text):
        head, part = inside.groups()
        after = ")" if head == "score" else "):"
        candidates = names.by_term.get(head, ())
        offers = ((f"{head}({quoted(n.name)}{after}", n.count) for n in _like(part, candidates))
        return inside.start(), inside[0], offers
    if listed := LISTED.search(text):
        column, part = listed.groups()
        values = names.columns.get(_bare(column), ())
        offers = ((quoted(n.name, value=True), n.count) for n in _like(part, values))
        return listed.start(2), part, offers
    if (blanks := WITH_BLANKS.search(text)) and (begun := _begun(blanks[1], blanks[2], names)):
        return blanks.start(), blanks[0], iter(begun)
    start = _last_term(text)
    return start, text[start:], _terms(text[start:], _at_level(text[:start], names))


def _begun(head: str, part: str, names: CompletionNames) -> list[OfferedName]:
    """The names that begin with a part that has a blank; none where one ends before the blank."""
    asked, listed = part.casefold(), names.by_term.get(head, ())
    if any(f"{name.name.casefold()} " == asked for name in listed):
        return []
    like = _like(part, [name for name in listed if name.name.casefold().startswith(asked)])
    return [(f"{head}:{quoted(name.name)}", name.count) for name in like]


def _at_level(before: str, names: CompletionNames) -> CompletionNames:
    """The names with the classes that are meant behind what stands before."""
    found = FOLDED.search(before)
    if found is None or found[1] not in names.folded:
        return names
    classes = dict.fromkeys(get_args(ClassTermKind), names.folded[found[1]])
    return replace(
        names, by_term={**names.by_term, **{k: classes.get(k, v) for k, v in names.by_term.items()}}
    )


def _last_term(text: str) -> int:
    """Where the term begins that is being typed, behind minus signs and system(…):."""
    *_, last = [None, *TOKEN.finditer(text)]
    if last is None or last.end() < len(text):
        return len(text)
    behind = ":-" if text[: last.start()].endswith(")") else "-"
    return len(text) - len(last[0].lstrip(behind))


def _terms(typed: str, names: CompletionNames) -> Iterator[OfferedName]:
    head, sign, part = _cut(typed)
    if not sign:
        yield from _heads(typed, names)
    elif sign == ":" and head in names.by_term and not typed.startswith('"'):
        for name in _like(part, names.by_term[head]):
            yield f"{head}:{quoted(name.name)}", name.count
    elif values := names.columns.get(_bare(head)):
        for value in _like(part, values):
            yield f"{head}{sign}{quoted(value.name, value=True)}", value.count


def _heads(typed: str, names: CompletionNames) -> Iterator[OfferedName]:
    """Words that begin so, columns, and classes by their names alone."""
    start = _bare(typed).casefold()
    for head in HEADS:
        if head.startswith(start) and names.by_term.get(NEEDS.get(head, head.rstrip(":(")), True):
            yield head, None
    for column, values in names.columns.items():
        if column.casefold().startswith(start):
            yield f"{quoted(column)}{'=' if values else '>'}", None
    if len(start) > 1:
        for name in _like(typed, names.by_term.get("true", ())):
            yield f"true:{quoted(name.name)}", name.count


def _cut(typed: str) -> tuple[str, str, str]:
    """A term at its first : or = outside quotation marks."""
    found = re.match(r'("(?:[^"\\]|\\.)*"|[^":=]*)([:=])', typed)
    return (found[1], found[2], typed[found.end() :]) if found else (typed, "", "")


def _bare(name: str) -> str:
    """A name without its quotation marks, of which the last may be missing yet."""
    if not name.startswith('"'):
        return name
    inner = name[1:-1] if len(name) > 1 and name.endswith('"') else name[1:]
    return re.sub(r"\\(.)", r"\1", inner)


def _like(part: str, names: Sequence[CompletionName]) -> list[CompletionName]:
    """Names that begin with a part, then those that hold it; each the most frequent first."""
    asked = _bare(part).strip().casefold()
    places = ((name.name.casefold().find(asked), name) for name in names)
    found = [(at > 0, -(name.count or 0), name) for at, name in places if at >= 0]
    return [name for *_, name in sorted(found, key=lambda each: each[:2])]
