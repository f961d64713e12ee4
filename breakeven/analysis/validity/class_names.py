"""Class names that are the same but for how they are written, and what they cost."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy import sparse

from breakeven.analysis.answers.answer_names import UNSEEN
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.records import Predictions, Truth
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


def alike_names(truth: Truth, predictions: Sequence[Predictions] = ()) -> AlikeNames | None:
    """The classes whose names are the same but for how they are written; None where none are.

    Names are the same if they are equal but for case, spaces, hyphens or Unicode form; or if all
    names that are never true have one prefix, without which each is a name that is true, or the
    reverse. The name that stays is the one that most often is true and predicted.
    """
    names = truth.classes
    if truth.labels is None:
        return None
    true = count_per_class(truth.labels)
    used = true.astype(float)
    for said in predictions:
        if said.decisions is not None:
            # a name that is both true and predicted is the one that both sides know
            used = used + np.minimum(count_per_class(said.decisions), 1) * truth.n * (true > 0)
    groups = [*_equal_but_for_ways(names, used)]
    if not groups:
        groups = [*_equal_but_for_prefix(names, true)]
    return AlikeNames(names, tuple(groups)) if groups else None


def _equal_but_for_ways(names: Sequence[str], used: Array) -> list[SameNames]:
    by_fold: dict[str, list[int]] = {}
    for c, name in enumerate(names):
        if key := _folded(name):
            by_fold.setdefault(key, []).append(c)
    groups = []
    for same in by_fold.values():
        if len(same) > 1:
            first = max(same, key=lambda c: (used[c], -c))
            others = tuple(c for c in same if c != first)
            groups.append(SameNames(first, others, _ways([names[c] for c in same])))
    return groups


def _ways(same: Sequence[str]) -> tuple[str, ...]:
    """What names that fold to one differ in."""
    return tuple(way for way in WAYS if len({_folded(name, way) for name in same}) > 1) or ("form",)


def _equal_but_for_prefix(names: Sequence[str], true: Array) -> list[SameNames]:
    """`LABEL_0` beside a true `0`: every name of one side has the prefix, and its rest is there."""
    for prefixed in (true == 0, true > 0):
        mine, others = np.flatnonzero(prefixed), np.flatnonzero(~prefixed)
        if len(mine) < 2 or len(others) < 2:
            continue
        start = PREFIX.match(names[mine[0]])
        if start is None or not all(names[c].startswith(start[0]) for c in mine):
            continue
        rest = {_folded(names[c]): int(c) for c in others}
        found = [(int(c), rest.get(_folded(names[c][len(start[0]) :]))) for c in mine]
        pairs = [(c, other) for c, other in found if other is not None]
        if len(pairs) < len(mine):
            continue
        way = (f"the prefix “{start[0]}”",)
        # the name of the truth stays
        return [
            SameNames(other, (c,), way) if true[c] == 0 else SameNames(c, (other,), way)
            for c, other in pairs
        ]
    return []


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
    values = [float(measures.f_beta(of.tables.pooled(), F1_BETA)) for of in (evaluation, merged)]
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
