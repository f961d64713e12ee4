"""What is said on the Confusion page."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from tests.pages.claims import Claims, Seen, all_same, claim, same

CLAIMS: Claims = []
says = partial(claim, CLAIMS)


@says(r"# of # documents? \(# %\) got a wrong class, most often @ in place of @ \(# times?\)")
def _(seen: Seen, *shown: str) -> None:
    wrong, n, share, called, true, times = shown
    facts = seen.facts
    errors = facts.n - facts.exact
    all_same((wrong, n, share), (errors, facts.n, Fraction(100 * errors, facts.n)))
    pairs = [facts.confused(a, b) for a in facts.classes for b in facts.classes]
    same(times, facts.confused(true, called))
    assert facts.confused(true, called) == max(pairs)


@says(r"# true class(?:es)? (?:was|were) missed")
def _(seen: Seen, fn: str) -> None:
    same(fn, seen.facts.pooled.fn)


@says(r"# % had another class in their place, most often @ in place of @ "
      r"\(# times?\)(?:; in place of the other # stands \(nothing\))?")  # fmt: skip
def _(seen: Seen, share: str, called: str, true: str, times: str, rest: str | None) -> None:
    facts, with_another = seen.facts, _with_another(seen)
    same(share, 100 * with_another / facts.pooled.fn)
    same(times, facts.confused(true, called))
    assert facts.confused(true, called) == max(
        facts.confused(a, b) for a in facts.classes for b in facts.classes
    )
    assert (rest is None) == (with_another == facts.pooled.fn)
    if rest is not None:
        same(rest, facts.pooled.fn - with_another)


@says(r"# were wrongly assigned, # of them in no other’s place")
def _(seen: Seen, fp: str, extra: str) -> None:
    all_same((fp, extra), (seen.facts.pooled.fp, seen.facts.pooled.fp - _with_another(seen)))


@says(r"# more pairs?, (?:each )?too rare to tell", r"# pairs?, (?:each )?too rare to tell")
def _(seen: Seen, rare: str) -> None:
    # below five of the documents of both
    facts = seen.facts
    both = [
        facts.confused(a, b) + facts.confused(b, a)
        for at, a in enumerate(facts.classes)
        for b in facts.classes[at + 1 :]
    ]
    same(rare, sum(0 < times < 5 for times in both))


@says(r"All classes: # fn = # with another class instead \+ # with nothing instead; "
      r"# fp = # instead of another class \+ # instead of nothing")  # fmt: skip
def _(seen: Seen, *shown: str) -> None:
    t, both = seen.facts.pooled, _with_another(seen)
    all_same(shown, (t.fn, both, t.fn - both, t.fp, both, t.fp - both))


@says(r"True @, assigned @: # documents?(?:, weighing # in the matrix)?")
def _(seen: Seen, true: str, called: str, n: str, weight: str | None) -> None:
    facts = seen.facts
    same(n, sum(true in t - c and called in c - t for t, c in facts.judged))
    same(weight or n, facts.confused(true, called))


@says(r"True \(nothing\), assigned @: # documents?")
def _(seen: Seen, called: str, n: str) -> None:
    same(n, sum(called in c - t and len(c - t) > len(t - c) for t, c in seen.facts.judged))


def _with_another(seen: Seen) -> Fraction:
    return sum(
        (seen.facts.confused(a, b) for a in seen.facts.classes for b in seen.facts.classes),
        Fraction(0),
    )
