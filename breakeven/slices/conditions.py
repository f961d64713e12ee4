"""All conditions that the documents of a review may meet: of columns, of dates and of texts.

Slices are made of them: what documents in which a system is weak have in common.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy import sparse

from breakeven.records import Truth
from breakeven.slices.condition import Condition, NearlyEqual, WithWord
from breakeven.slices.cutting import CutUp, cut_column, cut_days, cut_numbers, cut_weekdays
from breakeven.splits import dates_of
from breakeven.text import count_of, name_of
from breakeven.texts.texts import Texts, is_word
from metrics.incidence import count_per_class
from metrics.typing import Array

# of words that at most half of the texts have, so many of the most frequent
MOST_WORDS = 50
# words in fewer texts are looked for in none
FEWEST_TEXTS = 10
# from so many documents on, whole numbers of which each has its own are ids
FEWEST_IDS = 100
# edges that somebody gives
MOST_EDGES = 50

WORD = "word"
LENGTH = "length"
NEAR = "near-duplicate"
OF_TEXTS = (WORD, NEAR)


@dataclass(frozen=True)
class Group:
    """The answers to one question, such as the values of a column: which documents have each.

    `held`: boolean csc (documents, conditions), none of them met twice but for words. `ordered`:
    the conditions stay in their order; else the most frequent come first.
    """

    name: str
    conditions: tuple[Condition, ...]
    held: sparse.csc_array
    ordered: bool

    def at(self, rows: Array) -> Group:
        """The same of some of the documents, without conditions that none or all of them meet."""
        held = sparse.csc_array(self.held[rows])
        sizes = count_per_class(held)
        some = np.flatnonzero((sizes > 0) & (sizes < len(rows)))
        return replace(
            self,
            conditions=tuple(self.conditions[c] for c in some),
            held=sparse.csc_array(held[:, some]),
        )


@dataclass(frozen=True)
class Skipped:
    """A column that makes no condition, and why, in words."""

    column: str
    why: str


@dataclass(frozen=True)
class Conditions:
    """Which documents meet which condition.

    `groups`: conditions of one group are never combined, as no document, or nearly none, meets
    two. `skipped`: columns without a group.
    """

    groups: tuple[Group, ...]
    skipped: tuple[Skipped, ...] = ()

    def at(self, rows: Array) -> Conditions:
        """The same of these documents alone, (rows,): conditions of none or all are left out."""
        found = (group.at(rows) for group in self.groups)
        return replace(self, groups=tuple(group for group in found if group.conditions))

    @cached_property
    def all(self) -> tuple[Condition, ...]:
        """The conditions of all groups, one after the other."""
        return tuple(condition for group in self.groups for condition in group.conditions)

    @cached_property
    def held(self) -> sparse.csc_array:
        """Boolean csc (documents, conditions), in the order of `all`; at least one group."""
        return sparse.csc_array(sparse.hstack([group.held for group in self.groups], format="csc"))

    @cached_property
    def group_of(self) -> Array:
        """The group of each condition, (conditions,), from 0."""
        return np.repeat(np.arange(len(self.groups)), [len(g.conditions) for g in self.groups])


Edges = Mapping[str, Sequence[float]]


def conditions_of(truth: Truth, texts: Texts | None, edges: Edges | None = None) -> Conditions:
    """All conditions of all documents of a truth; `texts`: None where there are none.

    `edges`: where ranges of columns of numbers, or of the `length` of texts, meet, by name; others
    are cut by quantiles. ValueError for edges that do not fit. How sure a system says that it is
    makes none: that tells where it errs, and is no part of the data.
    """
    found = column_conditions(truth, texts, edges)
    if truth.confidence is not None:
        kept = tuple(group for group in found.groups if group.name != truth.confidence)
        said = Skipped(truth.confidence, "it says how sure the system is")
        found = Conditions(kept, (*found.skipped, said))
    if texts is None:
        return found
    of_texts = (word_group(texts), near_group(texts))
    return replace(found, groups=(*found.groups, *(g for g in of_texts if g is not None)))


def column_conditions(truth: Truth, texts: Texts | None, edges: Edges | None = None) -> Conditions:
    """As `conditions_of`, without words and nearly equal texts, which take longer to find.

    Neither of the texts themselves, nor of the splits, systems, truth and decisions: those are no
    kept columns. Nothing of a column in which documents have few values in common.
    """
    edges = {} if edges is None else edges
    _check(truth, texts, edges)
    groups: list[Group] = []
    skipped: list[Skipped] = []
    for name, values in truth.columns.items():
        if name == truth.text_column:
            continue
        found = [group_of_cut(cut) for cut in _cuts(name, np.asarray(values), edges.get(name))]
        groups += (group for group in found if group is not None)
        if not any(found):
            skipped.append(Skipped(name_of(name), _why(np.asarray(values))))
    if texts is not None and LENGTH not in truth.columns:
        cut = cut_numbers(LENGTH, texts.lengths, edges.get(LENGTH))
        of_length = None if cut is None else group_of_cut(cut)
        groups += [] if of_length is None else [of_length]
    return Conditions(tuple(groups), tuple(skipped))


def group_named(
    truth: Truth, texts: Texts | None, name: str, edges: Sequence[float] | None = None
) -> Group:
    """The conditions of one question, over all documents of a truth; `edges`: where ranges meet.

    ValueError where nothing of that name parts documents, or the edges do not fit.
    """
    found = column_conditions(truth, texts, {} if edges is None else {name: edges})
    groups = {group.name: group for group in reversed(found.groups)}
    if name in groups:
        return groups[name]
    if texts is not None and name in OF_TEXTS:
        group = word_group(texts) if name == WORD else near_group(texts)
        if group is None:
            raise ValueError(f"these texts are not parted by {name!r}")
        return group
    known = ", ".join([*groups, *(OF_TEXTS if texts is not None else ())]) or "nothing"
    why = next((f" ({skipped.why})" for skipped in found.skipped if skipped.column == name), "")
    raise ValueError(f"documents are not parted by {name!r}{why}; they are by {known}")


def _cuts(name: str, values: Array, edges: Sequence[float] | None) -> list[CutUp]:
    """A column cut into its parts; of days into months and, too, into days of the week."""
    if edges is not None:
        cut = cut_numbers(name, values, edges)
    elif _are_ids(values):
        cut = None
    elif (days := dates_of(values)) is not None:
        by_month = cut_days(name, days, "M")
        return [] if by_month is None else [by_month, cut_weekdays(name, days)]
    else:
        cut = cut_column(name, values)
    return [] if cut is None else [cut]


def _are_ids(values: Array) -> bool:
    """Whether each of many documents has a whole number of its own."""
    of_whole = np.issubdtype(values.dtype, np.integer) and len(values) >= FEWEST_IDS
    return bool(of_whole and len(np.unique(values)) == len(values))


def group_of_cut(cut: CutUp) -> Group | None:
    """The parts of a column as conditions; None where all documents are in one part."""
    rows, documents = np.flatnonzero(cut.codes >= 0), len(cut.codes)
    pairs = (np.ones(len(rows), dtype=bool), (rows, cut.codes[rows]))
    held = sparse.csc_array(pairs, shape=(documents, len(cut.parts)))
    name = next((part.of for part in cut.parts), "")
    group = Group(name, cut.parts, held, cut.ordered).at(np.arange(documents))
    return group if group.conditions else None


def _why(values: Array) -> str:
    """Why a column that parts no documents does not."""
    different = _different(values)
    if different <= 1:
        return "all documents have the same there" if different else "it is empty"
    return f"{count_of(different, 'value')} in {count_of(len(values), 'document')} are too many"


def _different(values: Array) -> int:
    """How many values there are but for missing ones."""
    if values.dtype != object:
        found = np.unique(values)
        return int(np.sum(~np.isnan(found))) if found.dtype.kind == "f" else len(found)
    # slow to import, and only documents need it
    import pyarrow as pa
    from pyarrow import compute

    return int(compute.count_distinct(pa.array(values, pa.large_string())).as_py())


def word_group(texts: Texts) -> Group | None:
    """The most frequent words of all texts, but for those that more than half of them have."""
    words, n = texts.words, len(texts.arrow)
    documents = words.texts_per_word
    fit = np.flatnonzero((documents >= min(FEWEST_TEXTS, n // 2)) & (2 * documents <= n))
    places: list[int] = []
    for place in fit[np.argsort(-documents[fit], kind="stable")].tolist():
        # a filter asks for whole words: a letter that is only part of one is left out
        if is_word(str(words.vocabulary[place].as_py())):
            places.append(place)
        if len(places) == MOST_WORDS:
            break
    if not places:
        return None
    held = sparse.csc_array(words.counts[:, places], dtype=bool)
    found = [str(words.vocabulary[place].as_py()) for place in places]
    conditions = tuple(Condition(WORD, word, WithWord(word)) for word in found)
    return Group(WORD, conditions, held, ordered=False)


def near_group(texts: Texts) -> Group | None:
    """Documents that have a near-duplicate in the review, and those that have none."""
    inside = texts.words.groups >= 0
    if not inside.any() or inside.all():
        return None
    named = (Condition(NEAR, "yes", NearlyEqual(True)), Condition(NEAR, "no", NearlyEqual(False)))
    return Group(NEAR, named, sparse.csc_array(np.column_stack([inside, ~inside])), ordered=True)


def _check(truth: Truth, texts: Texts | None, edges: Edges) -> None:
    """ValueError for edges of what holds no numbers, and for edges that cut nothing."""
    of_numbers = [
        name
        for name, values in truth.columns.items()
        if name != truth.text_column and np.issubdtype(np.asarray(values).dtype, np.number)
    ]
    if texts is not None and LENGTH not in truth.columns:
        of_numbers.append(LENGTH)
    for name, listed in edges.items():
        if name not in of_numbers:
            known = ", ".join(of_numbers) or "none"
            raise ValueError(f"{name!r} holds no numbers to cut into ranges; such are {known}")
        ends = np.asarray(listed, dtype=float)
        rising = bool(np.isfinite(ends).all() and np.all(np.diff(ends) > 0))
        if not 0 < len(ends) <= MOST_EDGES or not rising:
            raise ValueError(
                f"ranges of {name!r} need 1 to {MOST_EDGES} edges, each above the one before"
            )
