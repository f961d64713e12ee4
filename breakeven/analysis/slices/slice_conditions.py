"""All conditions that the documents of a review may meet.

Of columns cut into values and ranges, of dates and of texts.

Slices are made of them: what documents in which a system is weak have in common.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

import numpy as np
from scipy import sparse

from breakeven.data.corpus import Texts, is_word
from breakeven.data.records import Truth
from breakeven.data.splits import dates_of
from breakeven.data.wording import count_of, exact_of, name_of
from metrics.incidence import count_per_class
from metrics.typing import Array

# --- one thing that documents have in common: a value, a range, a day of the week, a word


# a number, or a day as 2024-01-31
ConditionBound: TypeAlias = float | str

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@dataclass(frozen=True)
class HasValue:
    """This value in a column, as text; a number as it is typed in."""

    column: str
    value: str


@dataclass(frozen=True)
class InRange:
    """A number or day of a column between two bounds; None is no bound, `high_open` excludes it."""

    column: str
    low: ConditionBound | None = None
    high: ConditionBound | None = None
    high_open: bool = False


@dataclass(frozen=True)
class NoValue:
    """Nothing in a column of numbers or days, of which `smallest` is the smallest there is."""

    column: str
    smallest: ConditionBound


@dataclass(frozen=True)
class IsWeekday:
    """A column's day is this one of `WEEKDAYS`."""

    column: str
    day: str


@dataclass(frozen=True)
class WithWord:
    """The text has this word."""

    word: str


@dataclass(frozen=True)
class NearlyEqual:
    """Another document has nearly the same text, or (`yes` false) none has."""

    yes: bool


ConditionTest: TypeAlias = HasValue | InRange | NoValue | IsWeekday | WithWord | NearlyEqual


@dataclass(frozen=True)
class Condition:
    """A `feature`, such as a column's name, and its `value`, as both are shown; and `what`.

    `breakeven.analysis.documents.behind.of_condition` is the filter that keeps the same documents.
    """

    feature: str
    value: str
    what: ConditionTest

    @property
    def words(self) -> str:
        """How it is called alone."""
        return f"{self.feature}: {self.value}"


# --- Columns and numbers cut into values and ranges, each a condition


# a column with more values, or with a value of its own in every second document, names documents
MOST_VALUES = 2_000
# up to so many numbers stand each for itself
FEW_NUMBERS = 10
RANGES = 6
# months are units for so many of them
MOST_UNITS = 24
EMPTY = "(empty)"


@dataclass(frozen=True)
class CutColumn:
    """Documents cut into parts by a column, called `name`.

    `codes`: the part of each document, shape (n,), -1 for none. `ordered`: the parts are ranges
    or numbers, that stay in their order; else most frequent ones come first.
    """

    name: str
    parts: tuple[Condition, ...]
    codes: Array
    ordered: bool


def cut_column(name: str, values: Array) -> CutColumn | None:
    """A kept column cut into values, ranges or periods; None where no two documents share one.

    `values`: text, numbers or days, shape (n,).
    """
    if np.issubdtype(values.dtype, np.number):
        return cut_numbers(name, values)
    if (days := dates_of(values)) is not None:
        return cut_days(name, days)
    return _cut_values(name, values)


def _cut_values(name: str, values: Array) -> CutColumn | None:
    # slow to import, and only documents need it
    import pyarrow as pa

    encoded = pa.array(values, pa.large_string()).dictionary_encode()
    if len(encoded.dictionary) > min(MOST_VALUES, max(FEW_NUMBERS, len(values) // 2)):
        return None
    texts = encoded.dictionary.to_pylist()
    of = name_of(name)
    parts = tuple(Condition(of, name_of(t) if t else EMPTY, HasValue(name, t)) for t in texts)
    codes = encoded.indices.fill_null(-1).to_numpy(zero_copy_only=False)
    return CutColumn(name, parts, codes, ordered=False)


def cut_numbers(
    name: str, values: Array, edges: Sequence[float] | None = None, scores: bool = False
) -> CutColumn | None:
    """Numbers cut into themselves where they are few, else into ranges of like many documents.

    `edges`, ascending: where ranges meet instead. Empty ones (NaN) are a part of a column, and in
    none of `scores`, of which even few are ranges. None without any number.
    """
    numbers = values[~np.isnan(values)]
    if not len(numbers):
        return None
    feature, distinct = name_of(name), np.unique(numbers)
    if edges is None and not scores and len(distinct) <= FEW_NUMBERS:
        texts = [exact_of(float(value)) for value in distinct]
        parts = [Condition(feature, text, HasValue(name, text)) for text in texts]
        codes = np.searchsorted(distinct, values)
    else:
        inner = _inner_edges(numbers) if edges is None else np.asarray(edges, dtype=float)
        are_whole = bool(np.all(numbers == np.floor(numbers)))
        parts = _ranges(name, inner, float(distinct[0]) if are_whole else None)
        # as the filter compares: floats in their own precision
        own = inner.astype(values.dtype) if values.dtype.kind == "f" else inner
        codes = np.searchsorted(own, values, side="right")
    codes = np.where(np.isnan(values), -1, codes)
    if not scores and len(numbers) < len(values):
        codes = np.where(codes < 0, len(parts), codes)
        parts.append(Condition(feature, EMPTY, NoValue(name, float(distinct[0]))))
    return CutColumn(name, tuple(parts), codes, ordered=True)


def _inner_edges(numbers: Array) -> Array:
    """Where ranges meet, ascending: tenths between 0 and 1, else quantiles in two digits."""
    low, high = float(numbers.min()), float(numbers.max())
    if low >= 0 and high <= 1:
        return np.arange(1, 10) / 10
    finite = numbers[np.isfinite(numbers)]
    quantiles = np.quantile(finite, np.arange(1, RANGES) / RANGES)
    edges = np.unique([float(f"{q:.2g}") for q in quantiles])
    return np.asarray(edges[(edges > low) & (edges <= high)])


def _ranges(name: str, inner: Array, smallest: float | None) -> list[Condition]:
    """Below the first edge, between two each, and from the last on.

    `smallest`: the least of whole numbers, whose ranges end at them; None for others.
    """
    feature = name_of(name)
    if not len(inner):
        return [Condition(feature, "all", InRange(name, low=-1e300))]
    first, last = float(inner[0]), float(inner[-1])
    below = InRange(name, high=first, high_open=True)
    alone = smallest is not None and first - 1 == smallest
    parts = [
        Condition(feature, exact_of(first - 1) if alone else f"below {exact_of(first)}", below)
    ]
    for low, high in zip(inner[:-1].tolist(), inner[1:].tolist(), strict=True):
        if smallest is not None and low == int(low) and high == int(high):
            shown = exact_of(low) if high - 1 == low else f"{exact_of(low)} to {exact_of(high - 1)}"
            parts.append(Condition(feature, shown, InRange(name, low, high - 1)))
        else:
            shown = f"{exact_of(low)} to below {exact_of(high)}"
            parts.append(Condition(feature, shown, InRange(name, low, high, high_open=True)))
    return [*parts, Condition(feature, f"{exact_of(last)} and more", InRange(name, low=last))]


def cut_days(name: str, days: Array, unit: str = "") -> CutColumn | None:
    """Days cut into days (`D`), months or years; without a `unit` those that are no more than 24.

    `days`: datetime64[D], NaT where empty, which is a part too. None without any day.
    """
    dated = days[~np.isnat(days)]
    if not len(dated):
        return None
    unit = unit or _unit(dated)
    feature, of_unit = name_of(name), days.astype(f"datetime64[{unit}]")
    distinct = np.unique(of_unit[~np.isnat(days)])
    parts = [_period(name, first, last) for first, last in _ends(distinct)]
    codes = np.where(np.isnat(days), -1, np.searchsorted(distinct, of_unit))
    if len(dated) < len(days):
        codes = np.where(codes < 0, len(parts), codes)
        parts.append(Condition(feature, EMPTY, NoValue(name, str(dated.min()))))
    return CutColumn(name, tuple(parts), codes, ordered=True)


def weekday_of(days: Array) -> Array:
    """The day of the week, 0 for Monday to 6, shape (n,); -1 for no day (NaT)."""
    # 1970-01-01 was a Thursday
    number = (days.astype("datetime64[D]").astype(np.int64) + 3) % 7
    return np.where(np.isnat(days), -1, number)


def cut_weekdays(name: str, days: Array) -> CutColumn:
    """Days of the week, those without a document too; `days` as in `cut_days`."""
    of = f"weekday of {name_of(name)}"
    parts = tuple(Condition(of, day, IsWeekday(name, day)) for day in WEEKDAYS)
    return CutColumn(of, parts, weekday_of(days), ordered=True)


def _unit(days: Array) -> str:
    """Days, months or years, whichever are no more than two dozen."""
    for unit in ("D", "M"):
        if len(np.unique(days.astype(f"datetime64[{unit}]"))) <= MOST_UNITS:
            return unit
    return "Y"


def _ends(units: Array) -> Sequence[tuple[str, str]]:
    first = units.astype("datetime64[D]")
    last = (units + 1).astype("datetime64[D]") - 1
    return [(str(a), str(b)) for a, b in zip(first, last, strict=True)]


def _period(name: str, first: str, last: str) -> Condition:
    of = name_of(name)
    if first == last:
        return Condition(of, first, HasValue(name, first))
    # a whole month or year is called by its name
    shown = first[:4] if first.endswith("01-01") and last.endswith("12-31") else first[:7]
    return Condition(of, shown, InRange(name, first, last))


# --- all conditions that the documents of a review may meet: of columns, of dates and of texts
#
# Slices are made of them: what documents in which a system is weak have in common.


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
class ConditionGroup:
    """The answers to one question, such as the values of a column: which documents have each.

    `held`: boolean csc (documents, conditions), none of them met twice but for words. `ordered`:
    the conditions stay in their order; else the most frequent come first.
    """

    name: str
    conditions: tuple[Condition, ...]
    held: sparse.csc_array
    ordered: bool

    def of_documents(self, rows: Array) -> ConditionGroup:
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
class SkippedColumn:
    """A column that makes no condition, and why, in words."""

    column: str
    why: str


@dataclass(frozen=True)
class Conditions:
    """Which documents meet which condition.

    `groups`: conditions of one group are never combined, as no document, or nearly none, meets
    two. `skipped`: columns without a group.
    """

    groups: tuple[ConditionGroup, ...]
    skipped: tuple[SkippedColumn, ...] = ()

    def of_documents(self, rows: Array) -> Conditions:
        """The same of these documents alone, (rows,): conditions of none or all are left out."""
        found = (group.of_documents(rows) for group in self.groups)
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


ConditionEdges = Mapping[str, Sequence[float]]


def conditions_of(
    truth: Truth, texts: Texts | None, edges: ConditionEdges | None = None
) -> Conditions:
    """All conditions of all documents of a truth; `texts`: None where there are none.

    `edges`: where ranges of columns of numbers, or of the `length` of texts, meet, by name; others
    are cut by quantiles. ValueError for edges that do not fit. How sure a system says that it is
    makes none: that tells where it errs, and is no part of the data.
    """
    conditions = column_conditions(truth, texts, edges)
    if truth.confidence is not None:
        groups = tuple(group for group in conditions.groups if group.name != truth.confidence)
        skipped = SkippedColumn(truth.confidence, "it says how sure the system is")
        conditions = Conditions(groups, (*conditions.skipped, skipped))
    if texts is None:
        return conditions
    of_texts = (word_group(texts), near_group(texts))
    return replace(conditions, groups=(*conditions.groups, *(g for g in of_texts if g is not None)))


def column_conditions(
    truth: Truth, texts: Texts | None, edges: ConditionEdges | None = None
) -> Conditions:
    """As `conditions_of`, without words and nearly equal texts, which take longer to find.

    Neither of the texts themselves, nor of the splits, systems, truth and decisions: those are no
    kept columns. Nothing of a column in which documents have few values in common.
    """
    edges = {} if edges is None else edges
    _check(truth, texts, edges)
    groups: list[ConditionGroup] = []
    skipped: list[SkippedColumn] = []
    for name, values in truth.columns.items():
        if name == truth.text_column:
            continue
        cut_groups = [group_of_cut(cut) for cut in _cuts(name, np.asarray(values), edges.get(name))]
        groups += (group for group in cut_groups if group is not None)
        if not any(cut_groups):
            skipped.append(SkippedColumn(name_of(name), _why(np.asarray(values))))
    if texts is not None and LENGTH not in truth.columns:
        cut = cut_numbers(LENGTH, texts.lengths, edges.get(LENGTH))
        of_length = None if cut is None else group_of_cut(_of_characters(cut))
        groups += [] if of_length is None else [of_length]
    return Conditions(tuple(groups), tuple(skipped))


def _of_characters(cut: CutColumn) -> CutColumn:
    """Lengths with their unit, as elsewhere texts are counted in words."""
    parts = [replace(part, value=in_characters(part.value)) for part in cut.parts]
    return replace(cut, parts=tuple(parts))


def in_characters(shown: str) -> str:
    """`440 characters and more`, `below 100 characters`."""
    return f"{shown.removesuffix(' and more')} characters" + " and more" * shown.endswith(" more")


def group_named(
    truth: Truth, texts: Texts | None, name: str, edges: Sequence[float] | None = None
) -> ConditionGroup:
    """The conditions of one question, over all documents of a truth; `edges`: where ranges meet.

    ValueError where nothing of that name parts documents, or the edges do not fit.
    """
    conditions = column_conditions(truth, texts, {} if edges is None else {name: edges})
    groups = {group.name: group for group in reversed(conditions.groups)}
    if name in groups:
        return groups[name]
    if texts is not None and name in OF_TEXTS:
        group = word_group(texts) if name == WORD else near_group(texts)
        if group is None:
            raise ValueError(f"these texts cannot be divided by {name!r}")
        return group
    names = ", ".join([*groups, *(OF_TEXTS if texts is not None else ())]) or "nothing"
    why = next(
        (f" ({skipped.why})" for skipped in conditions.skipped if skipped.column == name), ""
    )
    raise ValueError(f"documents cannot be divided by {name!r}{why}; choose one of {names}")


def _cuts(name: str, values: Array, edges: Sequence[float] | None) -> list[CutColumn]:
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


def group_of_cut(cut: CutColumn) -> ConditionGroup | None:
    """The parts of a column as conditions; None where all documents are in one part."""
    rows, documents = np.flatnonzero(cut.codes >= 0), len(cut.codes)
    pairs = (np.ones(len(rows), dtype=bool), (rows, cut.codes[rows]))
    held = sparse.csc_array(pairs, shape=(documents, len(cut.parts)))
    name = next((part.feature for part in cut.parts), "")
    group = ConditionGroup(name, cut.parts, held, cut.ordered).of_documents(np.arange(documents))
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


def word_group(texts: Texts) -> ConditionGroup | None:
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
    frequent = [str(words.vocabulary[place].as_py()) for place in places]
    conditions = tuple(Condition(WORD, word, WithWord(word)) for word in frequent)
    return ConditionGroup(WORD, conditions, held, ordered=False)


def near_group(texts: Texts) -> ConditionGroup | None:
    """Documents that have a near-duplicate in the review, and those that have none."""
    inside = texts.words.groups >= 0
    if not inside.any() or inside.all():
        return None
    named = (Condition(NEAR, "yes", NearlyEqual(True)), Condition(NEAR, "no", NearlyEqual(False)))
    return ConditionGroup(
        NEAR, named, sparse.csc_array(np.column_stack([inside, ~inside])), ordered=True
    )


def _check(truth: Truth, texts: Texts | None, edges: ConditionEdges) -> None:
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
            allowed = ", ".join(of_numbers) or "none"
            raise ValueError(f"{name!r} holds no numbers to cut into ranges; such are {allowed}")
        ends = np.asarray(listed, dtype=float)
        rising = bool(np.isfinite(ends).all() and np.all(np.diff(ends) > 0))
        if not 0 < len(ends) <= MOST_EDGES or not rising:
            raise ValueError(
                f"ranges of {name!r} need 1 to {MOST_EDGES} edges, each above the one before"
            )
