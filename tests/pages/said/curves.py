"""What is said on the Curves page."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from tests.pages.claims import Claims, Seen, all_same, claim, same
from tests.pages.facts import mean
from tests.pages.said.counting import minus, table_at, tables_by_cut

CLAIMS: Claims = []
says = partial(claim, CLAIMS)


@says(r"For @, the decisions now have precision #, recall # and F₁ #\.")
def _(seen: Seen, name: str, *rest: str) -> None:
    t = seen.facts.tables[name]
    all_same(rest, (t.precision, t.recall, t.f))


@says(
    r"The best any threshold gives on these documents is F₁ #, at score ≥ #",
    r"No single threshold does better on these documents \(at best F₁ #, at score ≥ #\)",
)
def _(seen: Seen, f: str, score: str) -> None:
    cuts = tables_by_cut(seen)
    same(f, max(t.f or Fraction(0) for t in cuts.values()))
    same(f, table_at(cuts, score).f)


@says(r"Precision and recall meet exactly at #, at score ≥ #: # assigned, # of them right, "
      r"for # positives")  # fmt: skip
def _(seen: Seen, value: str, score: str, *counts: str) -> None:
    t = table_at(tables_by_cut(seen), score)
    assert t.fp == t.fn
    same(value, t.precision)
    all_same(counts, (t.assigned, t.tp, t.positives))


@says(r"They come closest at score ≥ # \(P #, R #, gap #: # assigned, # of them right, for # "
      r"positives\), so the break-even point is interpolated as their mean, #")  # fmt: skip
def _(seen: Seen, score: str, p: str, r: str, gap: str, *counts: str) -> None:
    cuts = tables_by_cut(seen)
    t = table_at(cuts, score)
    least = min(abs(minus(c.precision, c.recall)) for c in cuts.values() if c.tp)
    assert t.precision is not None
    assert t.recall is not None
    all_same((p, r, gap), (t.precision, t.recall, least))
    all_same(counts, (t.assigned, t.tp, t.positives, (t.precision + t.recall) / 2))


@says(r"All # scores are equal, so the system does not rank these documents at all: one threshold "
      r"assigns them all, with the prevalence \(# %\) as its precision")  # fmt: skip
def _(seen: Seen, n: str, prevalence: str) -> None:
    (t,) = tables_by_cut(seen).values()
    all_same((n, prevalence), (t.n, Fraction(100 * t.positives, t.n)))


@says(r"The break-even value # is doubtful: equal scores leave no threshold where precision \(#\) "
      r"and recall \(#\) come closer than #,")  # fmt: skip
def _(seen: Seen, value: str, *rest: str) -> None:
    (t,) = tables_by_cut(seen).values()
    assert t.precision is not None
    assert t.recall is not None
    same(value, (t.precision + t.recall) / 2)
    all_same(rest, (t.precision, t.recall, abs(t.precision - t.recall)))


@says(r"In # classes \(.*?\) all scores are equal, so the only threshold assigns every document\. "
      r"Cut at their own points, they bring # of the # wrong decisions that “own "
      r"thresholds” pools, "
      r"and doubtful values to the macro mean\. Without them own thresholds give — \(undefined\) "
      r"instead of # and macro is — instead of #")  # fmt: skip
def _(seen: Seen, k: str, wrong: str, errors: str, own: str, macro: str) -> None:
    tied = [c for c in seen.facts.classes if len(tables_by_cut(seen, c)) == 1]
    assert len(tied) == len(seen.facts.classes)  # here no class ranks anything
    t = seen.facts.pooled  # at the only threshold, every document gets every class
    all_same((k, wrong, errors), (len(tied), t.fp, t.fp))
    assert t.precision is not None
    same(own, (t.precision + 1) / 2)
    same(macro, mean([((u.precision or 0) + Fraction(1)) / 2 for u in seen.facts.tables.values()]))


@says(r"Gaps above 0\.1 spoil the first two here")
def _(seen: Seen) -> None:
    tables = [tables_by_cut(seen, name).values() for name in seen.facts.classes]
    gaps = [min(abs(minus(t.precision, t.recall)) for t in cuts if t.tp) for cuts in tables]
    assert max(gaps) > Fraction(1, 10)


@says(r"Every score is the same \(#\)")
def _(seen: Seen, score: str) -> None:
    assert {float(score)} == {s for of in seen.facts.scores or () for s in of.values()}


@says(r"At score ≥ #, # documents? (?:is|are) named")
def _(seen: Seen, score: str, n: str) -> None:
    same(n, table_at(tables_by_cut(seen), score).assigned)


@says(r"P = R = # here, so their mean and F are equal for every β",
      r"P = # (?:<|>) R = #, so their mean # lies (above|below) F for β < √\(R/P\) = # and "
      r"(?:above|below) it for larger β\. At β = 1 it is never below F₁")  # fmt: skip
def _(seen: Seen, p: str, *rest: str) -> None:
    found = [t for t in tables_by_cut(seen).values() if t.tp and _shown(t.precision) == p]
    if not rest:
        assert any(t.fp == t.fn for t in found)
        return
    r, mean, side, crossing = rest
    (t,) = {(t.precision, t.recall) for t in found if _shown(t.recall) == r}
    precision, recall = (float(value or 0) for value in t)
    assert side == ("above" if precision < recall else "below")
    all_same((mean, crossing), (Fraction((precision + recall) / 2),
                                Fraction((recall / precision) ** 0.5)))  # fmt: skip


def _shown(value: Fraction | None) -> str:
    return "" if value is None else f"{float(value):.3f}"
