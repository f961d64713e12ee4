"""One kind of finding for the whole review.

Their order, one line for many of a rule, and what F would gain if it were mended.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, get_args

import numpy as np

from breakeven.analysis.slices.slice_conditions import Condition
from metrics import measures
from metrics.averaging import Undefined, mean_of
from metrics.measures import ratio
from metrics.tallies import ContingencyTable
from metrics.typing import Array

# --- one kind of finding for the whole review, and their order


Severity = Literal["error", "warning", "notice"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
# what follows of a finding: the numbers are void or do not mean what they seem; they are uncertain
# or about something else; or the system could be better. It is the order of every list
Effect = Literal["voids", "uncertain", "improves"]
EFFECTS: tuple[Effect, ...] = get_args(Effect)
# what findings can be sorted by: errors that they explain, or gain in an average F
FindingOrder = Literal["errors", "macro", "micro"]
ORDERS: tuple[FindingOrder, ...] = get_args(FindingOrder)


@dataclass(frozen=True, kw_only=True)
class Trial:
    """What happened when the advice of a finding was followed, or why nobody could try it.

    `what`: what was done, in a clause. `measure` is `before` without it and `after` with it, from
    0 on, on `documents` documents; `better`: which of two values is. `low` to `high`: the
    difference, with 95 % confidence, NaN where it is not known. `measured`: what was counted where
    that promises too much and `after` is an estimate; else NaN. All of them NaN where it was not
    tried: `not_tried` says why. `remark`: what must be kept in mind of it, as a sentence, "" for
    nothing. `commands`: what does it and prints that value, one after the other; none where nothing
    does.
    """

    what: str = ""
    measure: str = ""
    where: str = ""
    before: float = math.nan
    after: float = math.nan
    low: float = math.nan
    high: float = math.nan
    measured: float = math.nan
    better: Literal["higher", "lower"] = "higher"
    documents: int = 0
    remark: str = ""
    commands: tuple[str, ...] = ()
    not_tried: str = ""

    @property
    def gain(self) -> float:
        """By how much the measure got better; negative where it got worse."""
        change = self.after - self.before
        return -change if self.better == "lower" else change


@dataclass(frozen=True, kw_only=True)
class Finding:
    """Something to act on, with its evidence. All text is plain: names appear as written.

    `code` is stable, a key of `rules.RULES`, and `title` that rule's. `effect`: what follows of it
    for the numbers, by which every list is ordered. `classes` are indices into
    the truth's classes, `pairs` of them with the value found of each, `documents` rows of the
    truth. `spoiled`: those of the documents whose result says nothing of a system, because the data
    is wrong there. `errors`: how many wrong decisions (missed
    and wrongly assigned) it explains, `error_share` of all of them, 0 where it explains none: what
    two findings explain may overlap. `met`: conditions that all of its documents meet, and no
    others under review; none where it is not about such. `class_map`: old names to new ones, by
    which reading the file again mends it; empty where that does not. `gain_macro` and `gain_micro`:
    by how much F would rise if this was mended, as `gains` reckons; NaN where nothing can be said.
    `because_of`: the code of the finding that this one follows from, "" where it follows from none;
    `withheld`: that one makes the advice wrong, so `action` says only what comes first. `change`:
    by how much tp, fp and fn of a class, an index, would change if this was mended; none where
    nobody can say. `members`: the findings of one rule that this one stands for, each about other
    classes; none where it stands for itself. `trial`: what happened when the advice was followed;
    None where nobody tried.
    """

    code: str
    severity: Severity
    effect: Effect
    title: str
    what: str
    action: str
    classes: tuple[int, ...] = ()
    pairs: tuple[tuple[int, int, float], ...] = ()
    documents: Array = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    spoiled: Array = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    evidence: Mapping[str, Any] = field(default_factory=dict)
    errors: float = 0.0
    error_share: float = 0.0
    gain_macro: float = math.nan
    gain_micro: float = math.nan
    met: tuple[Condition, ...] = ()
    class_map: Mapping[str, str] = field(default_factory=dict)
    because_of: str = ""
    withheld: bool = False
    change: tuple[tuple[int, float, float, float], ...] = ()
    members: tuple[Finding, ...] = ()
    trial: Trial | None = None

    @property
    def about(self) -> str:
        """The family of the code, as `class` of `class.low-recall`."""
        return self.code.partition(".")[0]


# of what makes numbers uncertain: sizes, which hold of nearly every review, come last
OF_SIZES = ("split.imbalance", "split.small-test", "class.close", "class.too-few")


def in_order(findings: Iterable[Finding], by: FindingOrder = "errors") -> list[Finding]:
    """What voids the numbers first, then what makes them uncertain, then what would improve them.

    Of the first two the gravest first; of the last by the share of the wrong decisions that a
    finding explains, or by what mending it would gain.
    """

    def key(finding: Finding) -> tuple[int, int, bool, float, float, int]:
        gain = finding.gain_micro if by == "micro" else finding.gain_macro
        explained, gained = finding.error_share, gain if gain > 0 else 0.0
        first, second = (explained, gained) if by == "errors" else (gained, explained)
        severity = SEVERITIES.index(finding.severity)
        grave = 0 if finding.effect == "improves" else severity
        size = finding.code in OF_SIZES
        return EFFECTS.index(finding.effect), grave, size, -first, -second, severity

    return sorted(findings, key=key)


# --- what F would be if something were mended


# by how much macro and micro F would rise; NaN where nothing can be said
Gains = tuple[float, float]
NO_GAIN: Gains = (math.nan, math.nan)


def f_macro(tables: ContingencyTable, beta: float, undefined: Undefined = "drop") -> float:
    """Mean F over the classes, in [0, 1]; NaN where none is left to average."""
    return mean_of(measures.f_beta(tables, beta), undefined).value


def f_micro(tables: ContingencyTable, beta: float) -> float:
    """F of all classes pooled, in [0, 1]; NaN where nothing is assigned and nothing true."""
    return float(measures.f_beta(tables.pooled(), beta))


@dataclass(frozen=True)
class GainBaseline:
    """The tables of all classes as decided now, beside which a change of some is reckoned.

    `tables`: shape (classes,). What a change does to the averages follows of the classes that it
    changes, so that of many classes each change is as cheap as of few.
    """

    tables: ContingencyTable
    beta: float

    @cached_property
    def f(self) -> Array:
        """F of each class, shape (classes,); NaN where it is 0/0."""
        return np.asarray(measures.f_beta(self.tables, self.beta))

    @cached_property
    def errors(self) -> float:
        """Wrong decisions in all, missed and wrongly assigned, by the documents' weights."""
        return float(np.sum(self.tables.fp) + np.sum(self.tables.fn))

    @cached_property
    def median(self) -> float:
        """The median F of the classes that have documents; NaN where no F of one is defined."""
        known = (self.tables.positives > 0) & ~np.isnan(self.f)
        return float(np.median(self.f[known])) if known.any() else math.nan

    @cached_property
    def _pooled(self) -> tuple[float, float, float]:
        return _sums(self.tables.tp, self.tables.fp, self.tables.fn)

    @cached_property
    def _defined(self) -> tuple[int, float]:
        return _defined(self.f)

    def gain(self, classes: Array, tp: Array, fp: Array, fn: Array) -> Gains:
        """By how much macro and micro F rise if these classes had these counts, in [-1, 1].

        `classes`: distinct indices; `tp`, `fp`, `fn` of the same shape. NaN where either average
        is undefined, before or after.
        """
        none = np.zeros(len(classes))
        after = np.asarray(measures.f_beta(ContingencyTable(tp, fp, fn, none), self.beta))
        (number, total), (less, lost), (more, won) = (
            self._defined, _defined(self.f[classes]), _defined(after),
        )  # fmt: skip
        now = number - less + more
        if not number or not now:
            macro = math.nan
        elif now == number:
            macro = (won - lost) / number
        else:
            macro = (total - lost + won) / now - total / number
        table = self.tables
        old = _sums(table.tp[classes], table.fp[classes], table.fn[classes])
        cells = zip(self._pooled, old, _sums(tp, fp, fn), strict=True)
        moved = tuple(before + (new - gone) for before, gone, new in cells)
        return macro, _f(moved, self.beta) - _f(self._pooled, self.beta)

    def changed(self, change: Iterable[tuple[int, float, float, float]]) -> Gains:
        """By how much macro and micro F rise if tp, fp and fn of classes change by so much.

        A class may stand there several times.
        """
        parts = list(change)
        classes, place = np.unique([c for c, *_ in parts], return_inverse=True)
        now = self.tables[classes]
        moved = (np.bincount(place, [part[cell] for part in parts]) for cell in (1, 2, 3))
        cells = zip(now.cells[:3], moved, strict=True)
        tp, fp, fn = (np.maximum(old + by, 0.0) for old, by in cells)
        return self.gain(classes, tp, fp, fn)

    def each_at_median(self, classes: Array) -> list[Gains]:
        """As `if_median`, of each of these classes alone."""
        table, f = self.tables[classes], self.f[classes]
        raised, positives = (table.positives > 0) & (f < self.median), table.positives
        hit = self.median * positives
        tp = np.where(raised, hit, table.tp)
        fp = np.where(raised, (1 - self.median) * positives, table.fp)
        fn = np.where(raised, positives - hit, table.fn)
        none = np.zeros(len(classes))
        after = np.asarray(measures.f_beta(ContingencyTable(tp, fp, fn, none), self.beta))
        number, total = self._defined
        now = number - (~np.isnan(f)).astype(int) + ~np.isnan(after)
        lost, won = np.nan_to_num(f), np.nan_to_num(after)
        macro = ratio(total - lost + won, now) - ratio(total, number)
        macro = np.where(now == number, ratio(won - lost, number), macro)
        all_tp, all_fp, all_fn = self._pooled
        pooled = ContingencyTable(
            all_tp + (tp - table.tp), all_fp + (fp - table.fp), all_fn + (fn - table.fn), none
        )
        micro = measures.f_beta(pooled, self.beta) - _f(self._pooled, self.beta)
        return list(zip(macro.tolist(), np.asarray(micro).tolist(), strict=True))

    def if_median(self, classes: Array) -> Gains:
        """Gain in macro and micro F if these classes reached the median F.

        A class at the median finds that share of its positives and is right in that share of its
        assignments, so its F is the median whatever beta. Classes above it stay as they are, and
        so do classes without documents.
        """
        named = self.tables[classes]
        raised = classes[(named.positives > 0) & (self.f[classes] < self.median)]
        positives = self.tables[raised].positives
        hit = self.median * positives
        return self.gain(raised, hit, (1 - self.median) * positives, positives - hit)


def _defined(f: Array) -> tuple[int, float]:
    """How many values are defined, and their sum."""
    known = f[~np.isnan(f)]
    return len(known), float(known.sum())


def _sums(*cells: Array) -> tuple[float, float, float]:
    tp, fp, fn = (float(np.sum(cell)) for cell in cells)
    return tp, fp, fn


def _f(cells: tuple[float, ...], beta: float) -> float:
    tp, fp, fn = (np.asarray(cell) for cell in cells)
    return float(measures.f_beta(ContingencyTable(tp, fp, fn, np.zeros(())), beta))
