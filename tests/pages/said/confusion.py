"""What is said on the page Confusions."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from tests.pages.claims import Claims, Seen, all_same, claim, same

CLAIMS: Claims = []
says = partial(claim, CLAIMS)


@says(r"# of # documents? \(# %\) (?:is|are) in a wrong class")
def _(seen: Seen, wrong: str, n: str, share: str) -> None:
    facts = seen.facts
    errors = facts.n - facts.exact
    all_same((wrong, n, share), (errors, facts.n, Fraction(100 * errors, facts.n)))


@says(r"Most often, @ was predicted in place of @ \(# documents?\)")
def _(seen: Seen, called: str, true: str, documents: str) -> None:
    facts = seen.facts
    same(documents, sum(true in t - c and called in c - t for t, c in facts.judged))
    assert facts.confused(true, called) == max(
        facts.confused(a, b) for a in facts.classes for b in facts.classes
    )


@says(r"# labels? (?:was|were) missed")
def _(seen: Seen, fn: str) -> None:
    same(fn, seen.facts.pooled.fn)


@says(r": # (?:was|were) replaced by another class, # got none")
def _(seen: Seen, replaced: str, rest: str) -> None:
    both = _with_another(seen)
    all_same((replaced, rest), (both, seen.facts.pooled.fn - both))


@says(r"(?<![,\d] )# false alarms?\.")
def _(seen: Seen, fp: str) -> None:
    same(fp, seen.facts.pooled.fp)


@says(r"# of # documents? of @ missed \(# %\)")
def _(seen: Seen, missed: str, n: str, name: str, share: str) -> None:
    cells = seen.facts.table(name)
    all_same(
        (missed, n, share),
        (cells.fn, cells.positives, Fraction(100 * cells.fn, cells.positives)),
    )


@says(r"# of # alarms? (?:is|are) false \(# %\)")
def _(seen: Seen, false: str, n: str, share: str) -> None:
    cells = next(c for c in seen.facts.tables.values() if str(c.assigned) == n)
    all_same((false, share), (cells.fp, Fraction(100 * cells.fp, cells.assigned)))


@says(r"# more pairs?, (?:each )?too rare to judge", r"# pairs?, (?:each )?too rare to judge")
def _(seen: Seen, rare: str) -> None:
    # below five of the documents of both
    facts = seen.facts
    both = [
        facts.confused(a, b) + facts.confused(b, a)
        for at, a in enumerate(facts.classes)
        for b in facts.classes[at + 1 :]
    ]
    same(rare, sum(0 < times < 5 for times in both))


@says(r"All classes: # missed = # with another class instead \+ # with nothing instead; "
      r"# false alarms? = # for another class \+ # for nothing")  # fmt: skip
def _(seen: Seen, *shown: str) -> None:
    t, both = seen.facts.pooled, _with_another(seen)
    all_same(shown, (t.fn, both, t.fn - both, t.fp, both, t.fp - both))


@says(
    r"True @, predicted @: # documents?(?:, all right| \(counted as #: some have several errors\))?"
)
def _(seen: Seen, true: str, called: str, n: str, weight: str | None) -> None:
    facts = seen.facts
    if true == called:
        same(n, sum(true in t & c for t, c in facts.judged))
        return
    same(n, sum(true in t - c and called in c - t for t, c in facts.judged))
    same(weight or n, facts.confused(true, called))


@says(r"True (?:\(nothing\)|not @), predicted @: # documents?")
def _(seen: Seen, *shown: str) -> None:
    called, n = shown[-2:]
    same(n, sum(called in c - t and len(c - t) > len(t - c) for t, c in seen.facts.judged))


@says(r"True @, predicted (?:\(nothing\)|not @): # documents?")
def _(seen: Seen, true: str, *shown: str) -> None:
    same(shown[-1], sum(true in t - c and len(t - c) > len(c - t) for t, c in seen.facts.judged))


def _with_another(seen: Seen) -> Fraction:
    return sum(
        (seen.facts.confused(a, b) for a in seen.facts.classes for b in seen.facts.classes),
        Fraction(0),
    )
