"""The ids of documents by what columns hold, whatever their headers.

Files are joined on the column whose different values they share. The order of rows is no key, nor
is a number that only counts them: where nothing else is shared, the user is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, product
from typing import TYPE_CHECKING, Literal

import numpy as np
import pyarrow as pa

from breakeven.data.wording import count_of, quoted
from breakeven.readers.base.header_words import (
    hints_predicted,
    says_either,
    says_id,
    says_predicted,
    says_score,
    says_truth,
)
from breakeven.readers.base.proposal import OF_A_CLASS
from breakeven.readers.columns.column_content import is_free_text, mostly_distinct
from breakeven.readers.columns.column_guess import NAMES, ColumnGuess
from breakeven.readers.columns.same_ids import count_from_other_starts, first_number, fold_ids
from breakeven.readers.files.arrow_types import is_list, is_number
from breakeven.readers.files.cells import NUMBER, encoded, is_nested, numbers
from metrics.typing import Array

if TYPE_CHECKING:
    import pandas as pd

# what an id is made of; names have no digits, as of people
KeyKind = Literal["code", "number", "name", "text"]
# headers of what only counts rows: a library wrote them, or a spreadsheet
COUNTERS = (
    "", "index", "level_0", "row", "row number", "row_number", "rownum", "rownumber", "row_no",
    "line", "line number", "line_number", "lineno", "zeile", "zeilennummer", "ligne", "fila",
    "riga", "linha", "#",
)  # fmt: skip
NAMELESS = re.compile(r"^unnamed: ?\d+$")
NO_KEYS = frozenset(
    name
    for what in ("truth", "predicted", "split", "confidence", "system", "class", "count", "weight")
    for name in NAMES[what]
)
DATE = re.compile(
    r"^(\d{4}[-/.]\d{1,2}([-/.]\d{1,2})?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})([T ].*)?$|^\d{1,2}:\d{2}"
)
# seconds and thousandths of seconds since 1970, in this century so far
TIMES = ((10**9, 2 * 10**9), (10**12, 2 * 10**12))
SHARED = 0.5  # of the values of the smaller file, for both to speak of the same documents
SURELY = 0.9  # of them where headers differ, and values may be alike by chance
SPARSE = 0.5  # numbers that leave so much of their range free are not alike by chance
NEARLY = 0.98  # of the rows have a value of their own: the others are slips, and said to be
MOST_CELLS = 200  # that tell what a column is made of
FEW = 20  # rows in which names may be classes
LEAST_COUNTED = 5  # rows from which on numbers without a gap count them
SHORT = 4  # digits of numbers that are hardly lengths or amounts
MOST_COMPARED = 1_000_000  # rows of files whose values are compared
MOST_COLUMNS = 200  # beyond which numbers with a point are scores, and not looked at
OTHERWISE = 0.02  # of the rows that two columns may join otherwise
STRENGTH: dict[KeyKind, int] = {"code": 3, "number": 3, "name": 2, "text": 2}


@dataclass(eq=False)
class KeyColumn:
    """A column that may say which document a row is about.

    `distinct`: nearly all of the first rows have a value of their own. `fixed`: the format of the
    file says that it is the id.
    """

    guess: ColumnGuess
    name: str
    kind: KeyKind
    distinct: bool
    fixed: bool = False

    @cached_property
    def once(self) -> bool:
        """Whether each row has a value of its own; a long column is looked at when it is asked."""
        return self.distinct and self.guess.table.unique_texts(self.name) is not None

    @property
    def repeats(self) -> bool:
        """Whether values come back by design, as no slip."""
        return not self.distinct

    @property
    def header(self) -> str:
        """The header as it is compared."""
        return self.name.strip().lower()

    @cached_property
    def values(self) -> pd.Index:
        """The different values as they are compared; of each row its own where `once`."""
        column = self.guess.table.column(self.name)
        once = self.guess.table.unique_texts(self.name) if self.once else None
        return fold_ids(encoded(column)[1] if once is None else once.to_pylist())

    @cached_property
    def different(self) -> pd.Index:
        """The different values."""
        return self.values if self.values.is_unique else self.values.unique()

    @cached_property
    def start(self) -> int | None:
        """The first of numbers without a gap."""
        return first_number(self.different) if self.kind == "number" else None

    @cached_property
    def dense(self) -> bool:
        """Whether numbers leave little of their range free, so that others are like them."""
        if self.kind != "number":
            return False
        found = numbers(pa.chunked_array([pa.array(self.different, pa.large_string())]))
        found = found[np.isfinite(found)]
        return not len(found) or len(found) > SPARSE * (np.ptp(found) + 1)

    @cached_property
    def counts_rows(self) -> bool:
        """Whether numbers count the rows, in their order or in another."""
        return self.once and self.start in (0, 1)

    @property
    def is_counter(self) -> bool:
        """Whether a column only counts rows, and says so by its header, or by none."""
        return is_counter(self.name) and self.counts_rows

    @property
    def strength(self) -> int:
        """How much it says that two files have the same values here."""
        return 1 if self.dense else STRENGTH[self.kind]

    @property
    def called_id(self) -> bool:
        """Whether the header says id, or the format does."""
        return self.fixed or self.header in USUAL or says_id(self.name)


USUAL = tuple(name for name in NAMES["id"] if name not in ("", "unnamed: 0", "index"))


def is_counter(header: str) -> bool:
    """Whether a header is that of what only counts rows."""
    name = header.strip().lower()
    return name in COUNTERS or NAMELESS.fullmatch(name) is not None


@dataclass
class _Group:
    """Columns of several files that hold the same values."""

    held: list[KeyColumn]
    share: float

    @property
    def files(self) -> set[int]:
        return {id(one.guess) for one in self.held}

    @property
    def strength(self) -> int:
        return min(one.strength for one in self.held)

    @property
    def is_text(self) -> bool:
        return self.held[0].kind == "text"

    def rank(self) -> tuple[float, ...]:
        """The greater, the likelier these are the ids."""
        called = sum(one.called_id for one in self.held) / len(self.held)
        same = len({one.header for one in self.held}) == 1
        place = min(one.guess.table.columns.index(one.name) for one in self.held)
        return (
            len(self.files), not self.is_text, all(one.once for one in self.held), self.strength,
            round(self.share, 1), called, same, self.share, -place,
        )  # fmt: skip

    def key_of(self, guess: ColumnGuess) -> KeyColumn:
        return next(one for one in self.held if one.guess is guess)


@dataclass
class _Search:
    """What was compared of several files; `tried`: of two columns, what share is in both."""

    ties: list[tuple[KeyColumn, KeyColumn, float]] = field(default_factory=list)
    tried: list[tuple[KeyColumn, KeyColumn, float]] = field(default_factory=list)


def find_keys(guesses: Sequence[ColumnGuess]) -> None:
    """Give the columns that files share, as their ids; where it is their texts, join on these.

    A file that shares none knows what was `tried`.
    """
    if len(guesses) < 2 or any(guess.table.room is not None for guess in guesses):
        return
    held = [[*_held(guess)] for guess in guesses]
    usual = _usual(held)
    if usual is not None or any(g.table.rows > MOST_COMPARED for g in guesses):
        for key in usual or ():
            _take_id(key, usual or [])
        return
    search = _compared(held)
    groups = _groups(search.ties)
    while groups:
        best = max(groups, key=_Group.rank)
        rivals = [group for group in groups if group is not best and _contradict(best, group)]
        stronger = max(
            (r for r in rivals if r.strength > 1), key=_Group.rank, default=None
        )  # numbers that only count give way to what tells more
        if stronger is not None and best.strength == 1:
            groups.remove(best)
            continue
        if stronger is not None or _texts_differ(best):
            _ask_which(best, stronger)
        else:
            _take(best)
        groups = [group for group in groups if not group.files & best.files] + [
            rest for group in groups if group is not best and (rest := _without(group, best))
        ]
    for guess in guesses:
        if guess.only("id") is None and not guess.joined_on:
            guess.tried = guess.tried or _best_tried(guess, search.tried)
            guess.keyless = True


def _without(group: _Group, taken: _Group) -> _Group | None:
    """What a group still joins to files that are taken: those that are not yet."""
    if not group.files & taken.files or group.files <= taken.files:
        return None
    return group


def same_documents(first: ColumnGuess, second: ColumnGuess) -> bool:
    """Whether two files speak of the same documents, as far as their ids tell."""
    ids = [guess.only("id") for guess in (first, second)]
    if None in ids or any(guess.table.rows > MOST_COMPARED for guess in (first, second)):
        return True
    held = [
        fold_ids(encoded(guess.table.column(column or ""))[1])
        for guess, column in zip((first, second), ids, strict=True)
    ]
    return bool(held[0].isin(held[1]).any())


def find_own_id(guess: ColumnGuess) -> None:
    """The id of a file alone: the column that differs in every row and looks like one.

    Where a header is that of ids and its values come back, rows share their documents, and none.
    """
    if guess.has("id") or guess.unclear or guess.has_known_format or guess.table.room is not None:
        return
    held = [key for key in _held(guess) if key.kind != "text"]
    if any(key.header in USUAL and key.header != "file" and not key.once for key in held):
        return
    held = [key for key in held if guess.roles.get(key.name) is None]
    apart = _apart(guess, held)
    likely = sorted(apart or held, key=_own_rank, reverse=True)
    best = next((key for key in likely if apart or (key.once and _looks_like_id(key))), None)
    if best is not None:
        guess.roles[best.name] = "id"
        if best.header not in NAMES["id"]:
            why = "differs in every row" if best.once else "repeats for each annotator"
            guess.reasons[best.name] = f"it {why}, and looks like an id"


def _apart(guess: ColumnGuess, held: Sequence[KeyColumn]) -> list[KeyColumn]:
    """Columns that come back, once for each class, system, or person that rows are of."""
    headers = {name for what in ("class", "system", "annotator") for name in NAMES[what]}
    by = [c for c in guess.table.columns if c.strip().lower() in headers]
    by = [c for c in by if kind_of(guess, c) is not None]
    keys = []
    for key in held:
        sure = key.called_id or (key.kind == "code" and not key.dense)
        if key.once or not key.repeats or key.name in by or not sure:
            continue
        codes = encoded(guess.table.first(key.name))[0]
        for column in by:
            other = encoded(guess.table.first(column))[0]
            if len(set(zip(codes.tolist(), other.tolist(), strict=True))) == len(codes):
                keys.append(key)
                break
    return keys


def _own_rank(key: KeyColumn) -> tuple[float, ...]:
    place = key.guess.table.columns.index(key.name)
    kind = STRENGTH[key.kind]
    return (not is_counter(key.name), key.header in USUAL, key.called_id, kind, -place)


def _looks_like_id(key: KeyColumn) -> bool:
    """Whether values without another file's beside them are ids: the header only breaks a tie."""
    if key.header in NAMES["id"] or key.kind == "code":
        return True
    if key.called_id or key.kind != "number":
        return key.called_id and key.kind != "text"
    if key.counts_rows:
        in_order = key.values.tolist() == [
            str(i + (key.start or 0)) for i in range(len(key.values))
        ]
        return in_order and len(key.values) >= LEAST_COUNTED
    lengths = set(map(len, key.values))
    return len(key.values) >= LEAST_COUNTED and len(lengths) == 1 and min(lengths) >= SHORT


def _held(guess: ColumnGuess) -> Iterator[KeyColumn]:
    """The columns of a file that may hold ids; of one whose format says it, the one that does."""
    table = guess.table
    if guess.has_known_format:
        drafted = table.draft.roles if table.draft is not None else {}
        for column in (c for c in table.columns if drafted.get(c) in ("id", "text")):
            kind, fixed = kind_of(guess, column), drafted[column] == "id"
            distinct = mostly_distinct(table.first(column), NEARLY)
            if kind is not None and (distinct or fixed):
                yield KeyColumn(guess, column, kind, distinct, fixed)
        return
    for column in table.columns:
        name = column.strip().lower()
        if guess.roles.get(column) in OF_A_CLASS or says_score(column) or name in NO_KEYS:
            continue
        kind = kind_of(guess, column)
        if kind is None or (_says_classes(column) and (kind == "name" or table.rows < FEW)):
            continue
        distinct = mostly_distinct(table.first(column), NEARLY)
        if distinct or kind != "text":
            yield KeyColumn(guess, column, kind, distinct)


def _says_classes(header: str) -> bool:
    """Whether a header says that a column holds classes, true or predicted, and not an id."""
    said = says_truth(header) or says_predicted(header) or hints_predicted(header)
    return says_either(header) or (said and not says_id(header))


def kind_of(guess: ColumnGuess, column: str) -> KeyKind | None:
    """What a column would be made of if it held ids; None of fractions, dates and lists."""
    table, kind = guess.table, guess.table.type_of(column)
    if is_nested(kind) or is_list(kind) or pa.types.is_boolean(kind):
        return None
    if guess.is_numeric(column) and guess.is_fractional(column) and not is_number(kind):
        return None
    if pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        if len(table.columns) > MOST_COLUMNS:
            return None
        values = numbers(table.first(column))
        values = values[np.isfinite(values)]
        return "number" if len(values) and not (values % 1).any() else None
    if pa.types.is_integer(kind):
        return None if _are_times(table.first(column)) else "number"
    cells = [cell for cell in encoded(table.first(column))[1][:MOST_CELLS] if cell.strip()]
    return _kind_of_texts(cells, table.decimal_comma)


def _kind_of_texts(cells: Sequence[str], decimal_comma: bool) -> KeyKind | None:
    bare = [cell.strip() for cell in cells]
    if not bare or sum(DATE.match(cell) is not None for cell in bare) > len(bare) / 2:
        return None
    numeric = [cell.replace(",", ".") if decimal_comma else cell for cell in bare]
    numeric = [cell for cell in numeric if re.match(NUMBER, cell)]
    if len(numeric) == len(bare):
        are_integers = all(re.fullmatch(r"[+-]?\d+(\.0*)?", cell) for cell in numeric)
        return "number" if are_integers and not _in_times([float(c) for c in numeric]) else None
    if is_free_text(bare):
        return "text"
    digits = sum(any(sign.isdigit() for sign in cell) for cell in bare)
    one_word = sum(not re.search(r"\s", cell) for cell in bare)
    return "code" if min(digits, one_word) >= SURELY * len(bare) else "name"


def _are_times(values: pa.ChunkedArray) -> bool:
    return _in_times(numbers(values).tolist())


def _in_times(values: Sequence[float]) -> bool:
    """Whether all numbers are seconds since 1970, or thousandths of them, of this century."""
    return bool(values) and any(
        all(low <= value <= high for value in values) for low, high in TIMES
    )


def _usual(held: Sequence[Sequence[KeyColumn]]) -> list[KeyColumn] | None:
    """The ids by their usual header, where all files have them under one and share no others."""
    headers = [{key.header: key for key in by_header if not key.is_counter} for by_header in held]
    named = next((name for name in USUAL if all(name in by_header for by_header in headers)), None)
    if named is None:
        return None
    keys = [by_header[named] for by_header in headers]
    others = [
        [key for name, key in by_header.items() if name != named and key.distinct]
        for by_header in headers
    ]
    others = [by_header for by_header in others if by_header]
    pairs = combinations([key.guess for key in keys], 2)
    if len(others) > 1 or any(_same_texts(key, two) for key, two in pairs):
        return None
    return keys


def _compared(held: Sequence[Sequence[KeyColumn]]) -> _Search:
    search = _Search()
    for left, right in combinations(held, 2):
        for a, b in product(left, right):
            if not _comparable(a, b):
                continue
            share = _share(a, b)
            if _is_shared(a, b, share):
                search.ties.append((a, b, share))
            elif a.kind != "text":
                search.tried.append((a, b, share))
    return search


def _comparable(a: KeyColumn, b: KeyColumn) -> bool:
    """Whether two columns may be one; where no row of either has a value of its own, only slips."""
    if (a.kind == "text") != (b.kind == "text"):
        return False
    return a.once or b.once or (a.header == b.header and not a.repeats and not b.repeats)


def _share(a: KeyColumn, b: KeyColumn) -> float:
    """How many of the different values of the column with fewer are in the other."""
    fewer, more = sorted((a.different, b.different), key=len)
    return float(fewer.isin(more).mean()) if len(fewer) else 0.0


def _is_shared(a: KeyColumn, b: KeyColumn, share: float) -> bool:
    """Whether two columns hold the ids of the same documents."""
    same = a.header == b.header
    if share < SHARED or (a.is_counter or b.is_counter):
        return False
    if (
        a.start is not None
        and b.start is not None
        and count_from_other_starts(a.different, b.different)
    ):
        return False
    if a.kind == "name" or b.kind == "name":
        few = min(len(a.different), len(b.different)) < FEW
        if few and not (a.called_id or b.called_id):
            return False
    if same:
        return True
    if a.repeats or b.repeats:
        return share >= SURELY and a.strength == b.strength == STRENGTH["code"]
    if a.kind == b.kind == "code":
        return True
    if a.dense or b.dense:
        both = len(a.different) == len(b.different) or a.fixed or b.fixed
        return share >= SURELY and a.called_id and b.called_id and both
    return share >= SURELY


def _groups(ties: Sequence[tuple[KeyColumn, KeyColumn, float]]) -> list[_Group]:
    """The columns that are tied to each other, of each file the one that shares most."""
    group_of: dict[int, list[KeyColumn]] = {}
    shares: dict[int, float] = {}
    for a, b, share in sorted(ties, key=lambda tie: -tie[2]):
        first, second = group_of.get(id(a), [a]), group_of.get(id(b), [b])
        files = {id(member.guess) for member in first}
        if first is second or files & {id(member.guess) for member in second}:
            continue
        together = first + second
        shares[id(together)] = min(share, shares.get(id(first), 1.0), shares.get(id(second), 1.0))
        group_of.update((id(member), together) for member in together)
    different = {id(group): group for group in group_of.values()}
    return [_Group(group, shares[key]) for key, group in different.items()]


def _contradict(left: _Group, right: _Group) -> bool:
    """Whether two groups join rows otherwise, in any two files that both are of."""
    both = [held for held in left.held if id(held.guess) in right.files]
    for a, b in combinations(both, 2):
        by_one, by_two = _rows(a, b), _rows(right.key_of(a.guess), right.key_of(b.guess))
        if by_one is None or by_two is None:
            continue
        there = (by_one >= 0) & (by_two >= 0)
        if there.any() and float((by_one != by_two)[there].mean()) > OTHERWISE:
            return True
    return False


def _rows(a: KeyColumn, b: KeyColumn) -> Array | None:
    """Of each row of one file the row of the other that goes with it; None where values recur."""
    if not (a.once and b.once and a.values.is_unique and b.values.is_unique):
        return None
    return np.asarray(a.values.get_indexer(b.values))


def _texts_differ(group: _Group) -> bool:
    """Whether the rows that numbers join have other texts under the same header."""
    if group.strength > 1:
        return False
    for a, b in combinations(group.held, 2):
        places = _rows(a, b)
        if places is None or not (places >= 0).any():
            continue
        rows = np.flatnonzero(places >= 0)
        for ours, theirs in _same_texts(a.guess, b.guess):
            same = _texts(a.guess, ours)[places[rows]] == _texts(b.guess, theirs)[rows]
            if float(np.mean(same)) < SHARED:
                return True
    return False


def _same_texts(left: ColumnGuess, right: ColumnGuess) -> list[tuple[str, str]]:
    """Free texts of two files under one header."""
    by_header = {column.strip().lower(): column for column in left.table.columns}
    pairs = []
    for column in right.table.columns:
        other = by_header.get(column.strip().lower())
        if other is not None and kind_of(left, other) == kind_of(right, column) == "text":
            pairs.append((other, column))
    return pairs


def _texts(guess: ColumnGuess, column: str) -> pd.Index:
    return fold_ids([text or "" for text in guess.table.column(column).to_pylist()])


def _take(group: _Group) -> None:
    for one in group.held:
        if one.guess.joined_on:
            continue
        if group.is_text:
            one.guess.joined_on = one.name
        else:
            _take_id(one, group.held)


def _take_id(key: KeyColumn, keys: Sequence[KeyColumn]) -> None:
    guess = key.guess
    if key.fixed or guess.has("id"):
        return
    guess.roles[key.name] = "id"
    if key.header not in USUAL and len(keys) > 1:
        guess.reasons[key.name] = "the other files have the same values"


def _ask_which(group: _Group, rival: _Group | None) -> None:
    """Two columns join the rows of the same files, and not alike: neither is taken."""
    for one in group.held:
        what = f"by {quoted(one.name)} its rows match other documents than "
        if rival is None:
            what += "by their texts"
        else:
            other = next((r.name for r in rival.held if r.guess is one.guess), rival.held[0].name)
            what += f"by {quoted(other)}"
        one.guess.tried, one.guess.unclear = what, True


def _best_tried(guess: ColumnGuess, tried: Sequence[tuple[KeyColumn, KeyColumn, float]]) -> str:
    """Which columns were compared, and how much they share, in words; "" where there were none."""
    own = [(a, b, s) if a.guess is guess else (b, a, s) for a, b, s in tried
           if guess in (a.guess, b.guess)]  # fmt: skip
    if not own:
        return ""
    mine, theirs, share = max(own, key=lambda tie: (tie[2], tie[0].header == tie[1].header))
    where = f"{quoted(theirs.name)} of {theirs.guess.table.name}"
    if mine.is_counter and theirs.is_counter:
        return f"{quoted(mine.name)} and {where} only count the rows"
    fewer = min(len(mine.different), len(theirs.different))
    shared = count_of(round(share * fewer), "value")
    return f"{quoted(mine.name)} and {where} share {shared} of {fewer:,}"
