"""A new split.

What is asked of it, which documents have to stay together, which part each goes to, what could not
be met, and how it stands beside the present one, both looked at by the checks of splits.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.duplicates import conflicts, search_near
from breakeven.analysis.selection.data_errors import tainted_documents
from breakeven.data.corpus import Texts
from breakeven.data.equal_texts import text_codes
from breakeven.data.records import Truth
from breakeven.data.splits import class_counts, dates_of, name_as_read
from breakeven.data.units import documents_together, is_often
from breakeven.data.wording import about
from metrics.dataset.stratification import stratified
from metrics.measures import ratio
from metrics.typing import EQUAL, Array

USUAL_SHARES = "train=0.7,dev=0.1,test=0.2"
# shares may add up to so much more or less: three times 0.33 are meant to be thirds
ROUNDED = 0.01


@dataclass(frozen=True, kw_only=True)
class SplitPlan:
    """What is asked of a new split.

    `shares`: of the parts by their names, each above 0, together 1, in the order of time where that
    counts. `group`: the column whose documents of one value stay together. `time`: the column by
    which the parts follow one another. `keep`: splits whose documents stay where they are, and
    beside which the other parts share the rest. `near`: whether nearly equal texts stay together.
    """

    shares: Mapping[str, float]
    group: str | None = None
    time: str | None = None
    keep: tuple[str, ...] = ()
    near: bool = True
    seed: int = 0

    @property
    def dealt(self) -> dict[str, float]:
        """The shares of the parts that are not kept, of what is not kept, together 1."""
        free = {name: share for name, share in self.shares.items() if name not in self.keep}
        every = sum(free.values())
        return {name: share / every for name, share in free.items()}


def parse_shares(text: str) -> dict[str, float]:
    """The parts that a text like `train=0.7,dev=0.1,test=0.2` names; together 1.

    Percents are shares of 100. ValueError for anything else, and for what adds up to neither: a
    share that was meant otherwise cannot be told from a slip.
    """
    shares: dict[str, float] = {}
    for part in text.split(","):
        name, _, number = (piece.strip() for piece in part.rpartition("="))
        try:
            share = float(number)
        except ValueError:
            share = math.nan
        if not name or not 0 < share < math.inf:
            raise ValueError(f"{part.strip()!r} is no part; write {USUAL_SHARES}")
        name = name_as_read(name)
        if name in shares:
            raise ValueError(f"the part {name!r} is named twice; name each once")
        shares[name] = share
    every = sum(shares.values())
    if min(abs(every - target) / target for target in (1, 100)) > ROUNDED + EQUAL:
        raise ValueError(
            f"the parts add up to {about(every)}; give shares that add up to 1, or percents that "
            "add up to 100"
        )
    return {name: share / every for name, share in shares.items()}


def check_plan(plan: SplitPlan, truth: Truth) -> None:
    """ValueError where the plan does not fit the documents."""
    if truth.documents is None:
        raise ValueError("the file gave counts, not documents; there is nothing to divide")
    for column in (plan.group, plan.time):
        if column is not None and column not in truth.columns:
            names = ", ".join(truth.columns) or "none"
            raise ValueError(f"there is no column {column!r}; choose one of {names}")
    for name in plan.keep:
        if name not in truth.splits:
            names = ", ".join(truth.splits) or "none"
            raise ValueError(f"there is no split {name!r} to keep; choose one of {names}")
    if not plan.dealt:
        raise ValueError("every part is kept, so there is nothing to propose; keep fewer")
    if len({*plan.shares, *plan.keep}) < 2:
        (name,) = plan.shares
        raise ValueError(
            f"{name!r} alone divides nothing; name two parts or more, as {USUAL_SHARES}, "
            "or keep a split"
        )


# --- which documents have to stay in one part


# the same texts count as equal, or nearly, as for the checks of splits
USUAL_LIMITS = Limits()


def units_of(truth: Truth, plan: SplitPlan) -> Array:
    """Equal numbers 0.. for documents that stay together, shape (n,): see `documents_together`."""
    group = None if plan.group is None else _values(truth.columns[plan.group])
    return documents_together(truth, USUAL_LIMITS.min_words, group, near=plan.near)


def left_apart(truth: Truth) -> Array:
    """Rows of short texts whose documents have other classes, and are too many to be joined."""
    if truth.text_column is None:
        return np.zeros(0, dtype=np.int64)
    codes = text_codes(truth.columns[truth.text_column])
    twins = conflicts(codes, truth)
    short = Texts(truth).words.per_text < USUAL_LIMITS.min_words
    return np.sort(twins[is_often(codes)[twins] & short[twins]])


def _values(column: Array) -> Array:
    """Equal numbers for equal values, -1 for empty ones."""
    empty = (column == "") if column.dtype == object else np.isnan(column.astype(float))
    found = np.unique(column.astype(str), return_inverse=True)[1]
    return np.where(empty, -1, found)


# --- a new split: which part each document goes to, and what could not be met


@dataclass(frozen=True, kw_only=True)
class UnmetShare:
    """A class of which a part holds other than its share, by a document or more, or nothing.

    `wanted`, `actual`: documents; `together`: most documents of the class that stay together;
    `documents`: of the class, in all the parts that are dealt.
    """

    class_index: int
    part: str
    wanted: float
    actual: int
    together: int
    documents: int


@dataclass(frozen=True, kw_only=True)
class ProposedSplit:
    """A new split of n documents.

    `parts`: kept ones and new ones, by name; `part_of`: index into them, shape (n,), -1 for what is
    left out. `left_out`: rows that stay together with a document of a kept part, which must not
    move and must not be learnt from. `undated`: rows without a time, which went to the first part.
    `early`: rows of a later part that are no later than all of the parts before it. `apart`: rows
    of short texts with several sets of classes that are too frequent to keep together. `units`:
    numbers of what stays together, shape (n,). `unmet`: the farthest first.
    """

    plan: SplitPlan
    parts: tuple[str, ...]
    part_of: Array
    left_out: Array
    undated: Array
    early: Array
    apart: Array
    units: Array
    unmet: tuple[UnmetShare, ...]

    @property
    def joined(self) -> int:
        """How many documents stay together with another one."""
        return int((np.bincount(self.units)[self.units] > 1).sum())

    def applied_to(self, truth: Truth) -> Truth:
        """The same documents in the new parts."""
        return replace(truth, splits=self.parts, split_of=self.part_of)


def propose_split(truth: Truth, plan: SplitPlan) -> ProposedSplit:
    """The split that the plan asks for, as near as the documents allow.

    ValueError where it does not fit them. What stays together goes to one part. By time: a part
    holds what is later than all of the one before, documents of one day are not divided, and what
    stays together goes by its latest document. Else every class has its share of each part.
    """
    check_plan(plan, truth)
    units = units_of(truth, plan)
    stays = np.isin(truth.split_of, [truth.splits.index(name) for name in plan.keep])
    unit_stays = np.zeros(units.max(initial=0) + 1, dtype=bool)
    unit_stays[units[stays]] = True
    free = np.flatnonzero(~unit_stays[units])
    _, unit = np.unique(units[free], return_inverse=True)
    when, undated = np.full(truth.n, np.nan), np.zeros(0, dtype=np.int64)
    if plan.time is None:
        dealt = _by_class(truth, plan, free, unit)
    else:
        when = _times(truth, plan.time)
        dealt = _by_time(when[free], np.array([*plan.dealt.values()]), unit)
        undated = free[np.isnan(when[free])]
    parts = tuple(dict.fromkeys([*plan.shares, *plan.keep]))
    part_of = np.full(truth.n, -1)
    part_of[stays] = [parts.index(truth.splits[s]) for s in truth.split_of[stays]]
    part_of[free] = np.array([parts.index(name) for name in plan.dealt])[dealt[unit]]
    return ProposedSplit(
        plan=plan,
        parts=parts,
        part_of=part_of,
        left_out=np.flatnonzero(unit_stays[units] & ~stays),
        undated=undated,
        early=_early(when, part_of),
        apart=left_apart(truth),
        units=units,
        unmet=_unmet(truth, plan, parts, part_of, free, unit),
    )


def _incidence(truth: Truth, free: Array) -> sparse.csr_array:
    if truth.labels is None:
        return sparse.csr_array((len(free), 0))
    return sparse.csr_array(truth.labels[free], dtype=float)


def _of_units(truth: Truth, free: Array, unit: Array) -> sparse.csr_array:
    """Documents of each class in each unit, (units, classes)."""
    number = int(unit.max(initial=-1)) + 1
    ones = (np.ones(len(unit)), (unit, np.arange(len(unit))))
    into = sparse.csr_array(ones, shape=(number, len(unit)))
    return sparse.csr_array(into @ _incidence(truth, free))


def _by_class(truth: Truth, plan: SplitPlan, free: Array, unit: Array) -> Array:
    shares = np.array([*plan.dealt.values()])
    return stratified(_incidence(truth, free), unit, shares, plan.seed)


def _times(truth: Truth, column: str) -> Array:
    """When each document is from, as a number, NaN where unknown. ValueError without times."""
    values = truth.columns[column]
    if np.issubdtype(values.dtype, np.number):
        return np.asarray(values, dtype=float)
    days = dates_of(values)
    if days is None:
        raise ValueError(f"the column {column!r} holds no dates and no numbers; choose another")
    return np.where(np.isnat(days), np.nan, days.astype(float))


def _by_time(when: Array, shares: Array, unit: Array) -> Array:
    """The part of each unit: by its latest document, and equal times together."""
    latest = np.full(int(unit.max(initial=-1)) + 1, -np.inf)
    np.fmax.at(latest, unit, when)  # what is unknown counts only where nothing else is there
    sizes = np.bincount(unit)
    times, at = np.unique(latest, return_inverse=True)
    documents = np.bincount(at, weights=sizes, minlength=len(times))
    middle = np.cumsum(documents) - documents / 2
    ends = np.cumsum(shares) * documents.sum()
    part = np.searchsorted(ends, middle)
    return np.asarray(np.minimum(part, len(shares) - 1)[at])


def _early(when: Array, part_of: Array) -> Array:
    """Rows whose part comes after one that has a document of the same time or a later one."""
    latest = np.full(int(part_of.max(initial=-1)) + 2, -np.inf)
    known = np.flatnonzero(~np.isnan(when) & (part_of >= 0))
    # shifted by one: the latest of all parts before
    np.maximum.at(latest, part_of[known] + 1, when[known])
    before = np.maximum.accumulate(latest)[part_of[known]]
    return np.asarray(known[when[known] <= before])


def _unmet(
    truth: Truth, plan: SplitPlan, parts: tuple[str, ...], part_of: Array, free: Array, unit: Array
) -> tuple[UnmetShare, ...]:
    """Classes that a part has a document or more too many or too few of, or none at all."""
    if truth.labels is None or not len(free):
        return ()
    only_free = np.full(truth.n, -1)
    only_free[free] = part_of[free]
    counts = class_counts(replace(truth, splits=parts, split_of=only_free))
    together = np.asarray(_of_units(truth, free, unit).max(axis=0).toarray()).ravel()
    unmet = []
    for name, share in plan.dealt.items():
        part = parts.index(name)
        documents = counts.sum(axis=0)
        off = np.abs(counts[part] - share * documents) >= 1 - EQUAL
        unmet += [
            UnmetShare(
                class_index=int(c),
                part=name,
                wanted=float(share * documents[c]),
                actual=int(counts[part, c]),
                together=int(together[c]),
                documents=int(documents[c]),
            )
            for c in np.flatnonzero(off | ((counts[part] == 0) & (documents > 0)))
        ]
    return tuple(sorted(unmet, key=lambda u: -abs(u.actual - u.wanted)))


@dataclass(frozen=True, kw_only=True)
class SplitDivision:
    """How a truth is divided, part by part, in one order; arrays of shape (parts,).

    `documents`; `present`: classes with a document; `leaking`: documents that are in an earlier
    part too, by id or text; `distance`: total variation between the part's mix of classes and that
    of all parts, NaN where it has no labels.
    """

    parts: tuple[str, ...]
    documents: Array
    present: Array
    leaking: Array
    distance: Array


@dataclass(frozen=True, kw_only=True)
class SplitComparison:
    """A proposed split, and how it divides the documents beside the present one."""

    proposed: ProposedSplit
    before: SplitDivision
    after: SplitDivision


def compare_splits(truth: Truth, plan: SplitPlan) -> SplitComparison:
    """The split that a plan asks for beside the present one. ValueError as for `propose_split`."""
    proposed = propose_split(truth, plan)
    before, after = (
        division_of(divided, plan.near) for divided in (truth, proposed.applied_to(truth))
    )
    return SplitComparison(proposed=proposed, before=before, after=after)


def division_of(truth: Truth, near: bool) -> SplitDivision:
    """What each split holds, and what leaks by the usual limits; `near`: nearly equal texts too."""
    tainted = tainted_documents(
        truth, USUAL_LIMITS, search_near(truth, USUAL_LIMITS) if near else None
    )
    leaked = [rows for code, rows in tainted.by_rule.items() if code.startswith("leak.")]
    rows = np.unique(np.concatenate([np.zeros(0, dtype=np.int64), *leaked]))
    counts, splits = class_counts(truth), len(truth.splits)
    mix = ratio(counts, counts.sum(axis=1, keepdims=True))
    overall = ratio(counts.sum(axis=0), counts.sum())
    return SplitDivision(
        parts=truth.splits,
        documents=np.bincount(truth.split_of[truth.split_of >= 0], minlength=splits),
        present=(counts > 0).sum(axis=1),
        leaking=np.bincount(truth.split_of[rows], minlength=splits),
        distance=np.abs(mix - overall).sum(axis=1) / 2,
    )
