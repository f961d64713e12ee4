"""What is said on the Thresholds page."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from tests.pages.claims import Claims, Seen, all_same, claim, same
from tests.pages.said.counting import table_at, tables_by_cut

CLAIMS: Claims = []
says = partial(claim, CLAIMS)


@says(r"# predictions? for # documents?, # right, of # true\. Micro F₁ #")  # fmt: skip
def _(seen: Seen, assigned: str, n: str, *rest: str) -> None:
    t = seen.facts.pooled
    all_same((assigned, n), (t.assigned, seen.facts.n))
    all_same(rest, (t.tp, t.positives, t.f))


@says(r"# predictions? for # documents?(?:, # right)?(?:, of # true|, none true)\. Micro F₁ #")
def _(seen: Seen, assigned: str, n: str, *rest: str | None) -> None:
    t = seen.facts.pooled
    assert not (t.assigned and t.positives)
    all_same((assigned, n), (t.assigned, seen.facts.n))
    shown = tuple(each for each in rest if each)
    all_same(shown, (*([t.tp] if t.assigned else []), *([t.positives] if t.positives else []), t.f))


@says(r"F₁ is best \(#\) at score ≥ #, and at most 0\.01 lower from (?:about )?# to #")
def _(seen: Seen, best: str, score: str, low: str, high: str) -> None:
    cuts = tables_by_cut(seen)
    f = {cut: t.f or Fraction(0) for cut, t in cuts.items()}
    same(best, max(f.values()))
    assert table_at(cuts, score).f == max(f.values())
    inside = [value for cut, value in f.items() if _number(low) + 1e-3 < cut <= _number(high)]
    assert max(f.values()) - min(inside) <= Fraction(1, 100)


def _number(shown: str) -> float:
    return float(shown.replace("−", "-"))
