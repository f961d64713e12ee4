"""The names that an answer may give, how a text is held against them.

And which misspelt ones are likely meant.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

# --- the names that an answer may give, and how a text is held against them


# what may stand between the words of a name, one as good as another
BETWEEN = re.compile(r"[\s_\-\u2010-\u2015]+")
UNSEEN = re.compile(r"[\u00ad\u200b-\u200f\u2060\ufeff]")
# a word, or a sign; where a script writes no spaces, each of its letters
UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
TOKEN = re.compile(rf"[{UNSPACED}]|[^\W{UNSPACED}]+|[^\w\s]")
# shorter names are words of sentences as well: "a", "no", "1"
SHORTEST_IN_PROSE = 3
SHORTEST_UNSPACED = 2


def fold_name(text: str) -> str:
    """A name without what makes no other name of it: case, width, spaces, hyphens, underscores."""
    if text.isascii():
        found = text.lower()
        return " ".join(found.replace("-", " ").replace("_", " ").split()) or found.strip()
    found = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    found = UNSEEN.sub("", found)
    return BETWEEN.sub(" ", found).strip() or found.strip()


@dataclass(frozen=True)
class AnswerNames:
    """Class names and what stands for them, by which answers are read.

    `exact`, `folded`: name to the classes that it stands for, indices; none for a name of the
    class map that means no class; several where names differ in what folding makes equal alone.
    `in_prose`: by their first word and how many they have, the longest first, the names of which
    sentences may speak, as words, and their classes.
    """

    classes: tuple[str, ...]
    exact: Mapping[str, frozenset[int]]
    folded: Mapping[str, frozenset[int]]
    in_prose: Mapping[str, Mapping[int, Mapping[tuple[str, ...], frozenset[int]]]]

    def find(self, text: str) -> frozenset[int] | None:
        """The classes that a text as a whole names; None where it names nothing known."""
        found = self.exact.get(text)
        return self.folded.get(fold_name(text)) if found is None else found

    def mentioned(self, tokens: Sequence[str]) -> Iterator[tuple[int, frozenset[int]]]:
        """Where classes stand in the words of a folded text, longer names before shorter ones."""
        skip = 0
        for position, token in enumerate(tokens):
            if token not in self.in_prose or position < skip:
                continue
            by_length = self.in_prose[token]
            for length, names in by_length.items():
                classes = names.get(tuple(tokens[position : position + length]))
                if classes is not None:
                    yield position, classes
                    skip = position + length
                    break


def answer_names(classes: Sequence[str], becomes: Mapping[str, str | None]) -> AnswerNames:
    """The names by which answers are read.

    `classes`: known names. `becomes`: names replaced by others, or by no class, as a resolved
    class map says. A name of a class goes before what a class map makes of a name that folds to
    the same.
    """
    every = dict.fromkeys([*classes, *becomes])
    final = {name: becomes.get(name, name) for name in every if name}
    places = {name: i for i, name in enumerate(sorted({n for n in final.values() if n}))}
    exact = {
        name: frozenset() if new is None else frozenset([places[new]])
        for name, new in final.items()
    }
    folded: dict[str, frozenset[int]] = {}
    for source in (classes, becomes):
        of_source: dict[str, frozenset[int]] = {}
        for name in filter(None, source):
            key = fold_name(name)
            of_source[key] = of_source.get(key, frozenset()) | exact[name]
        folded = of_source | folded
    return AnswerNames(tuple(places), exact, folded, _in_prose(folded))


def _in_prose(
    folded: Mapping[str, frozenset[int]],
) -> dict[str, dict[int, dict[tuple[str, ...], frozenset[int]]]]:
    found: dict[str, dict[int, dict[tuple[str, ...], frozenset[int]]]] = {}
    as_words = {tuple(TOKEN.findall(key)): key for key in folded}
    for words in sorted(as_words, key=len, reverse=True):
        key = as_words[words]
        unspaced = bool(re.search(f"[{UNSPACED}]", key))
        if folded[key] and len(key) >= (SHORTEST_UNSPACED if unspaced else SHORTEST_IN_PROSE):
            found.setdefault(words[0], {}).setdefault(len(words), {})[words] = folded[key]
    return found


# --- Names outside the class list that are likely misspelt classes: proposed, never taken so


# of 100: below it two names are hardly the same
LEAST_ALIKE = 70.0
MOST_PROPOSED = 50
MOST_COMPARED_NAMES = 1_000


@dataclass(frozen=True)
class LikelyClass:
    """A name that answers give, in how many of them, the class most like it, and how like it is.

    `alike`: 0 to 100, the share of characters that the two have in common, in order.
    """

    name: str
    answers: int
    like: str
    alike: float


def likely_classes(named: Mapping[str, int], classes: Sequence[str]) -> tuple[LikelyClass, ...]:
    """The classes that names outside the list may stand for, the commonest names first.

    `named`: name to how many answers give it. None for a name that two classes are equally like.
    """
    from rapidfuzz import fuzz, process

    by_key = {fold_name(name): name for name in classes}
    likely = []
    for name in sorted(named, key=lambda name: (-named[name], name))[:MOST_COMPARED_NAMES]:
        best = process.extract(
            fold_name(name), list(by_key), scorer=fuzz.ratio, limit=2, score_cutoff=LEAST_ALIKE
        )
        if best and (len(best) == 1 or best[0][1] > best[1][1]):
            likely.append(LikelyClass(name, named[name], by_key[best[0][0]], round(best[0][1], 1)))
    return tuple(likely[:MOST_PROPOSED])
