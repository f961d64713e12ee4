"""What is said on the Curves page."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from tests.pages.claims import Claims, Seen, all_same, claim, same
from tests.pages.facts import mean
from tests.pages.said.counting import minus, table_at, tables_by_cut

CLAIMS: Claims = []
says = partial(claim, CLAIMS)


@says(
    r"@: F₁ # now, # at the best threshold here, #\.",
    r"@: F₁ # now\. No threshold does better here \(at best #, from # on\)\.",
)
def _(seen: Seen, name: str, now: str, f: str, score: str) -> None:
    same(now, seen.facts.tables[name].f)
    cuts = tables_by_cut(seen)
    same(f, max(t.f or Fraction(0) for t in cuts.values()))
    same(f, table_at(cuts, score).f)


@says(r"@: F₁ # now")
def _(seen: Seen, name: str, f: str) -> None:
    same(f, seen.facts.tables[name].f)


@says(r"Precision and recall are exactly equal, #, at score ≥ #: # predicted, # of them right, "
      r"# true")  # fmt: skip
def _(seen: Seen, value: str, score: str, *counts: str) -> None:
    t = table_at(tables_by_cut(seen), score)
    assert t.fp == t.fn
    same(value, t.precision)
    all_same(counts, (t.assigned, t.tp, t.positives))


@says(r"They come closest at score ≥ # \(P #, R #, gap #: # predicted, # of them right, # "
      r"true\)\. The break-even point is interpolated as their mean, #")  # fmt: skip
def _(seen: Seen, score: str, p: str, r: str, gap: str, *counts: str) -> None:
    cuts = tables_by_cut(seen)
    t = table_at(cuts, score)
    least = min(abs(minus(c.precision, c.recall)) for c in cuts.values() if c.tp)
    assert t.precision is not None
    assert t.recall is not None
    all_same((p, r, gap), (t.precision, t.recall, least))
    all_same(counts, (t.assigned, t.tp, t.positives, (t.precision + t.recall) / 2))


@says(r"All # scores are equal, so these documents are not ranked at all\. The only threshold "
      r"predicts the class for every one of them: precision is its share, # %\.")  # fmt: skip
def _(seen: Seen, n: str, prevalence: str) -> None:
    (t,) = tables_by_cut(seen).values()
    all_same((n, prevalence), (t.n, Fraction(100 * t.positives, t.n)))


@says(r"Do not rely on the break-even value #\. Because of equal scores, precision \(#\) and "
      r"recall \(#\) come no closer than #,")  # fmt: skip
def _(seen: Seen, value: str, *rest: str) -> None:
    (t,) = tables_by_cut(seen).values()
    assert t.precision is not None
    assert t.recall is not None
    same(value, (t.precision + t.recall) / 2)
    all_same(rest, (t.precision, t.recall, abs(t.precision - t.recall)))


@says(r"in # classes \(.*?\) precision and recall come no closer than 0\.1, because all scores are "
      r"equal, so the only threshold predicts the class for every document\. At their own points "
      r"these classes cause # of the # errors pooled under “own thresholds”\. Without them own "
      r"thresholds give — \(undefined\) instead of # and macro is — instead of #")  # fmt: skip
def _(seen: Seen, k: str, wrong: str, errors: str, own: str, macro: str) -> None:
    tied = [c for c in seen.facts.classes if len(tables_by_cut(seen, c)) == 1]
    assert len(tied) == len(seen.facts.classes)  # here no class ranks anything
    t = seen.facts.pooled  # at the only threshold, every document gets every class
    all_same((k, wrong, errors), (len(tied), t.fp, t.fp))
    assert t.precision is not None
    same(own, (t.precision + 1) / 2)
    same(macro, mean([((u.precision or 0) + Fraction(1)) / 2 for u in seen.facts.tables.values()]))


@says(r"precision and recall come no closer than 0\.1,")
def _(seen: Seen) -> None:
    tables = [tables_by_cut(seen, name).values() for name in seen.facts.classes]
    gaps = [min(abs(minus(t.precision, t.recall)) for t in cuts if t.tp) for cuts in tables]
    assert max(gaps) > Fraction(1, 10)


@says(r"Every score is the same \(#\)")
def _(seen: Seen, score: str) -> None:
    assert {float(score)} == {s for of in seen.facts.scores or () for s in of.values()}


@says(r"P = R = # here, so their mean and F are equal for every β",
      r"P = # (?:<|>) R = #\. Their mean # is (above|below) F for β < √\(R/P\) = # and "
      r"(?:above|below) it for larger β\. At β = 1 it is never below F₁")  # fmt: skip
def _(seen: Seen, p: str, *rest: str) -> None:
    cuts = tables_by_cut(seen).values()
    alike = [t for t in cuts if t.tp and _shown(t.precision) == p]
    if not rest and p == "0.000":
        assert any(t.assigned and not t.tp for t in cuts)
        return
    if not rest:
        assert any(t.fp == t.fn for t in alike)
        return
    r, mean, side, crossing = rest
    (t,) = {(t.precision, t.recall) for t in alike if _shown(t.recall) == r}
    precision, recall = (float(value or 0) for value in t)
    assert side == ("above" if precision < recall else "below")
    all_same((mean, crossing), (Fraction((precision + recall) / 2),
                                Fraction((recall / precision) ** 0.5)))  # fmt: skip


def _shown(value: Fraction | None) -> str:
    return "" if value is None else f"{float(value):.3f}"
