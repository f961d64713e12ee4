"""What is true of a small CSV file, counted in plain Python with fractions.

It shares no code with the product: a list of documents, sets of classes, and divisions.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt

Z = 1.959963984540054  # of a two-sided 95 %


@dataclass(frozen=True)
class Cells:
    """A 2 x 2 table: of one class, or of all decisions."""

    tp: int
    fp: int
    fn: int
    tn: int

    @property
    def n(self) -> int:
        return self.tp + self.fp + self.fn + self.tn

    @property
    def positives(self) -> int:
        return self.tp + self.fn

    @property
    def assigned(self) -> int:
        return self.tp + self.fp

    @property
    def errors(self) -> int:
        return self.fp + self.fn

    @property
    def precision(self) -> Fraction | None:
        return over(self.tp, self.assigned)

    @property
    def recall(self) -> Fraction | None:
        return over(self.tp, self.positives)

    @property
    def f(self) -> Fraction | None:
        return over(2 * self.tp, 2 * self.tp + self.fp + self.fn)


def over(a: int, b: int) -> Fraction | None:
    """A quotient; None for 0/0."""
    return Fraction(a, b) if b else None


def mean(values: list[Fraction | None]) -> Fraction | None:
    """Of those that are defined; None where none is."""
    defined = [v for v in values if v is not None]
    return sum(defined, Fraction(0)) / len(defined) if defined else None


def wilson(k: int, n: int) -> tuple[float, float]:
    """Wilson's (1927) interval of a share, 95 %, from its quadratic equation."""
    a, b, c = 1 + Z * Z / n, -(2 * k / n + Z * Z / n), (k / n) ** 2
    root = sqrt(max(b * b - 4 * a * c, 0.0))
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


@dataclass(frozen=True)
class Facts:
    """The documents of one system: truth, what was called, and scores where there are any.

    `truth` is None where nobody has judged.
    """

    classes: tuple[str, ...]
    truth: tuple[frozenset[str] | None, ...]
    called: tuple[frozenset[str], ...]
    scores: tuple[dict[str, float], ...] | None

    @property
    def n(self) -> int:
        return len(self.called)

    @cached_property
    def judged(self) -> list[tuple[frozenset[str], frozenset[str]]]:
        return [(t, c) for t, c in zip(self.truth, self.called, strict=True) if t is not None]

    def table(self, name: str) -> Cells:
        seen = Counter((name in t, name in c) for t, c in self.judged)
        return Cells(seen[True, True], seen[False, True], seen[True, False], seen[False, False])

    @cached_property
    def tables(self) -> dict[str, Cells]:
        return {name: self.table(name) for name in self.classes}

    @cached_property
    def pooled(self) -> Cells:
        tables = self.tables.values()
        return Cells(*(sum(getattr(t, x) for t in tables) for x in ("tp", "fp", "fn", "tn")))

    def macro(self, measure: str) -> Fraction | None:
        return mean([getattr(table, measure) for table in self.tables.values()])

    @cached_property
    def documents(self) -> list[Cells]:
        k = len(self.classes)
        return [
            Cells(len(t & c), len(c - t), len(t - c), k - len(t | c)) for t, c in self.judged
        ]  # fmt: skip

    def per_document(self, measure: str) -> Fraction | None:
        return mean([getattr(table, measure) for table in self.documents])

    @property
    def exact(self) -> int:
        return sum(t == c for t, c in self.judged)

    def instead(self, name: str) -> Counter[str]:
        """Documents of a class that were missed, by the classes assigned wrongly in them."""
        return Counter(
            x for t, c in self.judged if name in t - c for x in (c - t or {"(nothing)"})
        )  # fmt: skip

    def confused(self, true: str, called: str) -> Fraction:
        """Of missed and extra classes of a document, each pair weighs 1 / the larger number."""
        return sum(
            (Fraction(1, max(len(t - c), len(c - t))) for t, c in self.judged
             if true in t - c and called in c - t),
            Fraction(0),
        )  # fmt: skip


def read(content: bytes, cut: float = 0.5) -> dict[str, Facts]:
    """The systems of a file; the one system of a file without their names is called ""."""
    rows = list(csv.DictReader(io.StringIO(content.decode())))
    return {
        name: _system([row for row in rows if row.get("system", "") == name], cut)
        for name in dict.fromkeys(row.get("system", "") for row in rows)
    }


def _system(rows: list[dict[str, str]], cut: float) -> Facts:
    scored = {c.partition(":")[2] or c.removeprefix("proba_"): c for c in rows[0]
              if c.startswith(("score:", "proba_"))}  # fmt: skip
    scores = tuple({name: float(row[c]) for name, c in scored.items()} for row in rows)
    largest = any(c.startswith("proba_") for c in scored.values())
    if not scored:
        called = [_names(row["predicted"]) for row in rows]
    elif largest:
        called = [frozenset([max(values, key=values.__getitem__)]) for values in scores]
    else:
        called = [frozenset(c for c, value in values.items() if value >= cut) for values in scores]
    truth = [_names(row["true"]) if "true" in row else None for row in rows]
    named = {name for values in (*truth, *called) for name in values or ()}
    return Facts(tuple(sorted(named | set(scored))), tuple(truth), tuple(called),
                 scores if scored else None)  # fmt: skip


def _names(cell: str) -> frozenset[str]:
    return frozenset(cell.split(", ")) if cell else frozenset()
