"""Claims of the Summary's tiles and first findings, and of the head that every page has."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from tests.pages.claims import Claims, Seen, all_same, claim, same
from tests.pages.facts import Cells, wilson
from tests.pages.said.workload import doubts, sent

CLAIMS: Claims = []
says = partial(claim, CLAIMS)
# a share and from where to where it may lie, in per cent: one end where both look alike
WITHIN = r"(?: #(?:–#)? %)?"


@says(r"^# documents? · # class(?:es)?(?:, nobody has labelled them)?(?:$| · )")
def _(seen: Seen, n: str, k: str) -> None:
    all_same((n, k), (seen.facts.n, len(seen.facts.classes)))


@says(r"@: # true, # predicted, # right, # missed, # false alarms")
def _(seen: Seen, name: str, *shown: str) -> None:
    t = seen.facts.tables[name]
    all_same(shown, (t.positives, t.assigned, t.tp, t.fn, t.fp))


@says(r"^(\w+)(?: and (\w+))? (?:has|have) the highest (?:accuracy|F₁ over all labels) here, #"
      r"(?:; (\w+) is next with #)?")  # fmt: skip
def _(
    seen: Seen, first: str, equal: str | None, most: str, after: str | None, less: str | None
) -> None:
    # of F undefined nothing is said
    by_system = {name: facts.pooled.f or Fraction(0) for name, facts in seen.systems.items()}
    highest = max(by_system.values())
    for name in filter(None, (first, equal)):
        same(most, by_system[name])
    same(most, highest)
    if after is not None and less is not None:
        rest = [f for name, f in by_system.items() if name != first]
        same(less, by_system[after])
        same(less, max(rest))


# --- tiles: each in one line


@says(rf"^Found · (?:#(?: %)?) · (?:missed in # documents?|nothing is true here) · recall{WITHIN}$")
def _(seen: Seen, value: str, documents: str | None, *ends: str | None) -> None:
    t = seen.facts.pooled
    _is_share(value, t.recall)
    if t.positives:
        same(documents or "", sum(bool(truth - c) for truth, c in seen.facts.judged))
    _near(ends, t.tp, t.positives)


@says(rf"^Right when predicted · # % · false alarms in # documents? · precision{WITHIN}$")
def _(seen: Seen, value: str, documents: str, *ends: str | None) -> None:
    t = seen.facts.pooled
    _is_share(value, t.precision)
    same(documents, sum(bool(c - truth) for truth, c in seen.facts.judged))
    _near(ends, t.tp, t.assigned)


@says(rf"^(?:Accuracy|Completely right) · # % · # documents? ·{WITHIN}$")
def _(seen: Seen, value: str, documents: str, *ends: str | None) -> None:
    right, n = seen.facts.exact, len(seen.facts.judged)
    same(documents, right)
    _is_share(value, Fraction(right, n))
    _of_documents(ends, right, n)


@says(rf"^Average of the classes · # % · mean F₁ of # classes ·{WITHIN}$")
def _(seen: Seen, value: str, k: str, *ends: str | None) -> None:
    defined = [t.f for t in seen.facts.tables.values() if t.f is not None]
    same(k, len(defined))
    _is_share(value, seen.facts.macro("f"))
    shown = [float(end) for end in ends if end]
    assert not shown or shown[0] <= float(value) <= shown[-1]


@says(r"F₁ is below 0\.5 for # of # classes?(?:; (?:#|all) of these ha(?:s|ve) (?:fewer than|"
      r"at least) 10 documents|, which has (?:fewer than 10|10 or more) documents)\.")  # fmt: skip
def _(seen: Seen, low: str, k: str, few: str | None) -> None:
    there = [t for t in seen.facts.tables.values() if t.positives]
    lows = [t for t in there if (t.f or 0) < 0.5]
    all_same((low, k), (len(lows), len(there)))
    if few:
        same(few, sum(t.positives < 10 for t in lows))


def _positive(seen: Seen) -> Cells:
    (table,) = seen.facts.tables.values()
    return table


@says(rf"^Caught · # % · # of # @ · recall{WITHIN}$")
def _(seen: Seen, value: str, hits: str, n: str, name: str, *ends: str | None) -> None:
    t = seen.facts.tables[name]
    assert t == _positive(seen)
    _is_share(value, t.recall)
    all_same((hits, n), (t.tp, t.positives))
    _of_documents(ends, t.tp, t.positives)


@says(rf"^False alarms · # % · # of # alarms? · 1 − precision{WITHIN}$")
def _(seen: Seen, value: str, wrong: str, n: str, *ends: str | None) -> None:
    t = _positive(seen)
    _is_share(value, Fraction(t.fp, t.assigned))
    all_same((wrong, n), (t.fp, t.assigned))
    _of_documents(ends, t.fp, t.assigned)


@says(rf"^Others hit · #(?: %)? · # of # others? · fallout{WITHIN}$")
def _(seen: Seen, value: str, wrong: str, n: str, *ends: str | None) -> None:
    t = _positive(seen)
    negatives = t.n - t.positives
    _is_share(value, Fraction(t.fp, negatives) if negatives else None)
    all_same((wrong, n), (t.fp, negatives))
    _of_documents(ends, t.fp, negatives)


@says(rf"^Right · # % · (always|never) @: # % · accuracy{WITHIN}$")
def _(seen: Seen, value: str, answer: str, name: str, its: str, *ends: str | None) -> None:
    t, n = seen.facts.tables[name], len(seen.facts.judged)
    _is_share(value, Fraction(seen.facts.exact, n))
    right = t.positives if answer == "always" else n - t.positives
    assert 2 * right >= n
    _is_share(its, Fraction(right, n))
    _of_documents(ends, seen.facts.exact, n)


@says(r"^Sent to people · # % · makes # % right$")
def _(seen: Seen, share: str, right: str) -> None:
    wrong = [errors > 0 for _, errors in doubts(seen)]
    gone = sent(seen)
    same(share, 10)  # as long as nobody chooses another
    left = sum(w for d, w in enumerate(wrong) if d not in gone)
    _is_share(right, 1 - Fraction(left, len(wrong)))


def _is_share(shown: str, share: Fraction | None) -> None:
    """In per cent, never none or all of what is not."""
    same(shown, None if share is None else 100 * share)
    assert share in (None, 0, 1) or 0 < float(shown) < 100


def _of_documents(ends: tuple[str | None, ...], hits: int, n: int) -> None:
    """Wilson's interval in per cent; of a single document, or of none, it may be left out."""
    shown = [end for end in ends if end is not None]
    if n > 1:
        assert shown
    if shown:
        low, high = wilson(hits, n)
        all_same((shown[0], shown[-1]), (100 * max(low, 0.0), 100 * min(high, 1.0)))


def _near(ends: tuple[str | None, ...], hits: int, n: int) -> None:
    """As wide as Wilson's, within a factor: decisions on one document are not independent."""
    shown = [float(end) for end in ends if end is not None]
    if not n:
        assert not shown
        return
    low, high = wilson(hits, n)
    assert shown[0] - 0.5 <= 100 * hits / n <= shown[-1] + 0.5
    assert 0.5 <= (shown[-1] - shown[0]) / (100 * (high - low)) <= 2.2
