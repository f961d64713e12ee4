"""Class names that are the same but for how they are written, and what they cost."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
from scipy import sparse

from breakeven.analysis.answers.answer_names import UNSEEN
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.records import Truth
from breakeven.data.wording import visible
from metrics import measures
from metrics.incidence import count_per_class
from metrics.typing import F1_BETA, Array

# --- which names are the same


def _unicode(text: str) -> str:
    return UNSEEN.sub("", unicodedata.normalize("NFKC", text))


def _spaces(text: str) -> str:
    return " ".join(text.split())


def _hyphens(text: str) -> str:
    return re.sub(r"[-_\u2010-\u2015]+", " ", text)


# what makes no other name of a name, and how it is called
WAYS: Mapping[str, Callable[[str], str]] = {
    "Unicode form": _unicode,
    "case": str.casefold,
    "hyphens": _hyphens,
    "spaces": _spaces,
}
# a prefix such as `LABEL_`, `__label__` or `class-`: letters and what joins them to the name
PREFIX = re.compile(r"_*[A-Za-z]+(?:__|[_\-: ])")


def _folded(text: str, without: str = "") -> str:
    for way, fold in WAYS.items():
        if way != without:
            text = fold(text)
    return text


@dataclass(frozen=True)
class SameNames:
    """Classes that are one: indices, `first` the one whose name should stay; and the `ways`.

    `ways`: what their names differ in, of `WAYS`, or a prefix, in words.
    """

    first: int
    others: tuple[int, ...]
    ways: tuple[str, ...]

    @property
    def classes(self) -> tuple[int, ...]:
        """All of them, the one that stays first."""
        return (self.first, *self.others)


@dataclass(frozen=True)
class AlikeNames:
    """Every group of classes whose names are the same, of all `names`; at least one group."""

    names: tuple[str, ...]
    groups: tuple[SameNames, ...]

    @property
    def classes(self) -> tuple[int, ...]:
        """All classes in a group, group by group."""
        return tuple(c for group in self.groups for c in group.classes)

    @cached_property
    def class_map(self) -> dict[str, str]:
        """Each name that should go, to the one that should stay."""
        return {
            self.names[c]: self.names[group.first] for group in self.groups for c in group.others
        }


def alike_names(truth: Truth) -> AlikeNames | None:
    """The classes whose names are the same but for how they are written; None where none are.

    Names are the same if they are equal but for case, spaces, hyphens or Unicode form; or if all
    names that are never true have one prefix, without which each is a name that is true, or the
    reverse. The name that stays is the one that is true most often, but none with spaces too many;
    of a prefix the truth's.
    """
    names = truth.classes
    if truth.labels is None:
        return None
    if same := _equal_but_for_ways(names):
        used = count_per_class(truth.labels)
        groups = [_group(names, classes, used) for classes in same]
    elif pairs := _equal_but_for_prefix(names):
        groups = list(_of_prefix(names, pairs, count_per_class(truth.labels)))
    else:
        groups = []
    return AlikeNames(names, tuple(groups)) if groups else None


# every page asks it of the same names
@lru_cache(maxsize=16)
def _equal_but_for_ways(names: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    by_fold: dict[str, list[int]] = {}
    for c, name in enumerate(names):
        if key := _folded(name):
            by_fold.setdefault(key, []).append(c)
    return tuple(tuple(same) for same in by_fold.values() if len(same) > 1)


def _group(names: Sequence[str], same: Sequence[int], used: Array) -> SameNames:
    # one with spaces or signs that nobody sees should not stay, however often it is true; of names
    # that are used alike the one that is written as most are
    def clean(name: str) -> bool:
        return name == _spaces(UNSEEN.sub("", name))

    first = max(same, key=lambda c: (clean(names[c]), used[c], names[c].islower(), -c))
    others = tuple(c for c in same if c != first)
    return SameNames(first, others, _ways([names[c] for c in same]))


def _ways(same: Sequence[str]) -> tuple[str, ...]:
    """What names that fold to one differ in."""
    return tuple(way for way in WAYS if len({_folded(name, way) for name in same}) > 1) or ("form",)


@lru_cache(maxsize=16)
def _equal_but_for_prefix(names: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """`LABEL_0` beside `0`: every name with the prefix, and the name that is its rest.

    None of fewer than two.
    """
    starts = Counter(match[0] for name in names if (match := PREFIX.match(name)) is not None)
    for start, number in starts.most_common(1):
        mine = [c for c, name in enumerate(names) if name.startswith(start)]
        rest = {_folded(name): c for c, name in enumerate(names) if c not in set(mine)}
        pairs = [(c, rest.get(_folded(names[c][len(start) :]), -1)) for c in mine]
        if number > 1 and all(other >= 0 for _, other in pairs):
            return tuple(pairs)
    return ()


def _of_prefix(
    names: Sequence[str], pairs: Sequence[tuple[int, int]], true: Array
) -> Iterator[SameNames]:
    """Groups where the truth has one side alone."""
    prefixed, others = (np.array(side) for side in zip(*pairs, strict=True))
    in_truth = [bool(np.any(true[side] > 0)) for side in (prefixed, others)]
    if in_truth[0] == in_truth[1]:
        return
    start = names[prefixed[0]].removesuffix(names[others[0]])
    for c, other in pairs:
        first, second = (c, other) if in_truth[0] else (other, c)
        yield SameNames(first, (second,), (f"the prefix “{start}”",))


def shown_name(name: str) -> str:
    """A name with what nobody sees in it made visible.

    “billing␣” has a space at its end, and an accent that is a sign of its own stands on a circle.
    """
    inner = name.strip()
    start = name.index(inner[0]) if inner else 0
    end = len(name) - len(name.rstrip()) if inner else len(name)
    if unicodedata.normalize("NFC", inner) != inner:
        inner = "".join(f"◌{sign}" if unicodedata.combining(sign) else sign for sign in inner)
    marked = "␣" * start + inner + "␣" * end
    return visible(marked)


def listed_ways(ways: Sequence[str]) -> str:
    """`case and spaces`."""
    return " and ".join(ways)


# --- what they cost


@dataclass(frozen=True, kw_only=True)
class NamesAsOne:
    """A share of right answers now, and with each group as one class, in [0, 1].

    `measure`: accuracy where each document has one class, else micro F₁. `errors`: how many wrong
    decisions go away. `rows`: documents of the truth with such an error.
    `told_apart`: the system gives each of the names, and rightly in more than half.
    """

    measure: str
    before: float
    after: float
    errors: float
    rows: Array
    told_apart: bool


def names_as_one(evaluation: Evaluation, alike: AlikeNames) -> NamesAsOne:
    """What a system's decisions are worth with each group of names as one class.

    Decisions stay as they are: a merged class is assigned where one of its names was.
    """
    into = _merging(alike)
    truth, assigned = (
        sparse.csc_array((side.astype(np.int64) @ into) > 0)
        for side in (evaluation.truth, evaluation.assigned)
    )
    part = replace(
        evaluation.scored, truth=truth, given=None, unjudged=None,
        classes=tuple(str(c) for c in range(truth.shape[1])),
    )  # fmt: skip
    merged = replace(evaluation, scored=part, assigned=assigned)
    before, after = evaluation.document_tables, merged.document_tables
    fewer = before.fp + before.fn - after.fp - after.fn
    weights = 1.0 if evaluation.weights is None else evaluation.weights
    single = evaluation.single_label
    # of one class a document micro F1 is the share of right ones
    values = [
        float(measures.f_beta(each.tables.pooled(), F1_BETA)) for each in (evaluation, merged)
    ]
    return NamesAsOne(
        measure="accuracy" if single else "micro F₁",
        before=values[0],
        after=values[1],
        errors=float(np.sum(weights * fewer)),
        rows=evaluation.rows[np.flatnonzero(fewer > 0)],
        told_apart=_told_apart(evaluation, alike),
    )


def _merging(alike: AlikeNames) -> sparse.csr_array:
    """Which class each becomes, integer (classes, new classes)."""
    k = len(alike.names)
    becomes = np.arange(k)
    for group in alike.groups:
        becomes[list(group.classes)] = group.first
    _, place = np.unique(becomes, return_inverse=True)
    ones = np.ones(k, dtype=np.int64)
    return sparse.csr_array((ones, (np.arange(k), place)), shape=(k, int(place.max()) + 1))


def _told_apart(evaluation: Evaluation, alike: AlikeNames) -> bool:
    f = np.nan_to_num(np.asarray(measures.f_beta(evaluation.tables, F1_BETA)))
    return bool(np.all(f[list(alike.classes)] > 0.5))
