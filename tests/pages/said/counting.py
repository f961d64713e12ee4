"""Counts that sentences of several pages are held to."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb

from tests.pages.claims import Seen
from tests.pages.facts import Cells, wilson


def around(value: str, low: str | None, high: str | None) -> None:
    if low is not None and high is not None:
        assert 0 <= float(low) <= float(value) <= float(high) <= 1


def tables_by_cut(seen: Seen, name: str = "") -> dict[float, Cells]:
    """The table of a class at each of its scores."""
    facts, name = seen.facts, name or seen.chosen
    assert facts.scores is not None
    rows = [(row[name], name in t) for row, t in zip(facts.scores, facts.truth, strict=True)
            if t is not None]  # fmt: skip
    return {
        cut: Cells(
            sum(s >= cut and has for s, has in rows), sum(s >= cut and not has for s, has in rows),
            sum(s < cut and has for s, has in rows), sum(s < cut and not has for s, has in rows),
        )
        for cut in {s for s, _ in rows}
    }  # fmt: skip


def table_at(cuts: dict[float, Cells], shown: str) -> Cells:
    """The table where a score shown cuts: at the least score that is not below it."""
    return cuts[min(s for s in cuts if s >= float(shown))]


def minus(a: Fraction | None, b: Fraction | None) -> Fraction:
    assert a is not None
    assert b is not None
    return a - b


def leaves_half(k: int, n: int, side: int) -> bool:
    """Whether Wilson's interval of k of n lies wholly above (1) or below (-1) one half."""
    low, high = wilson(k, n) if n else (0.0, 1.0)
    return low >= 0.5 if side > 0 else high < 0.5


def clearly(tables: Mapping[str, Cells], side: int) -> dict[str, tuple[bool, bool]]:
    """Whether recall and precision of each class are clearly above (1) or below (-1) one half.

    Exact, of ten documents or more, at 5 % for all of them together by Holm.
    """
    p = {}
    for name, t in tables.items():
        for which, n in enumerate((t.positives, t.assigned)):
            if n >= 10 and t.positives >= 10:
                hits = t.tp if side < 0 else n - t.tp
                p[name, which] = Fraction(sum(comb(n, i) for i in range(hits + 1)), 2**n)
    clear = set()
    for m, (key, value) in zip(
        range(len(p), 0, -1), sorted(p.items(), key=lambda item: item[1]), strict=True
    ):
        if value > Fraction(5, 100 * m):
            break
        clear.add(key)
    return {name: ((name, 0) in clear, (name, 1) in clear) for name in tables}


def weak(tables: Mapping[str, Cells]) -> set[str]:
    """Classes clearly below one half in recall or precision."""
    return {name for name, of in clearly(tables, -1).items() if any(of)}
