"""What the verdict says, wherever it stands."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import comb

from tests.pages.claims import Claims, Seen, all_same, claim, same
from tests.pages.facts import Cells, Facts, wilson
from tests.pages.said.counting import clearly, weak

CLAIMS: Claims = []
says = partial(claim, CLAIMS)
# fewer are counted themselves, and not in per cent
FEW = 20
WITHIN = r"(?: \((?:95 % interval: )?#(?: to #)? %\))?"


def share(shown: str, total: str | None, hits: int, n: int) -> None:
    """`86 %`, or `3 of 4`, is this many of these; never none or all of what is not."""
    if n < FEW:
        all_same((shown, total or ""), (hits, n))
        return
    same(shown, Fraction(100 * hits, n))
    assert total is None
    assert hits in (0, n) or 0 < float(shown) < 100


def within(ends: tuple[str | None, ...], hits: int, n: int, *, alone: bool) -> None:
    """Wilson's interval in per cent; of decisions that hang together at least as wide as half."""
    shown = [float(end) for end in ends if end is not None]
    if n < FEW:
        assert not shown
        return
    low, high = wilson(hits, n)
    if alone:
        bounds = [end for end in ends if end is not None]
        all_same((bounds[0], bounds[-1]), (100 * max(low, 0.0), 100 * min(high, 1.0)))
        return
    assert shown[0] - 0.5 <= 100 * hits / n <= shown[-1] + 0.5
    assert 0.5 <= (shown[-1] - shown[0]) / (100 * (high - low)) <= 2.2


@says(rf"“\w+” gets the right class for #(?: %)? of # documents?{WITHIN}\.")
def _(seen: Seen, right: str, n: str, *ends: str | None) -> None:
    facts = seen.facts
    same(n, len(facts.judged))
    share(right, n if facts.n < FEW else None, facts.exact, facts.n)
    within(ends, facts.exact, facts.n, alone=True)


LABELS = r"(?:true labels?|documents? that (?:is|are) @)"
PREDICTIONS = r"(?:its )?predictions?(?: of @)?"


@says(rf"On # documents?, “\w+” finds #(?: %| of #) (?:of the )?{LABELS}{WITHIN}; "
      rf"#(?: %| of #) (?:of )?{PREDICTIONS} (?:is|are) right{WITHIN}\.")  # fmt: skip
def _(seen: Seen, n: str, *rest: str | None) -> None:
    same(n, len(seen.facts.judged))
    hits, true, name, low, high, right, given, _, *other = rest
    t = seen.facts.pooled if name is None else seen.facts.tables[name]
    share(hits or "", true, t.tp, t.positives)
    within((low, high), t.tp, t.positives, alone=name is not None)
    share(right or "", given, t.tp, t.assigned)
    within(tuple(other), t.tp, t.assigned, alone=name is not None)


@says(r"Of # documents? none has a class, so every prediction of “\w+” is wrong")
def _(seen: Seen, n: str) -> None:
    same(n, seen.facts.n)
    assert not seen.facts.pooled.positives
    assert seen.facts.pooled.assigned


ANSWERING = r"(always|never) answering ((?:“\w+”(?:, | and )?)+|no class|every class)"


@says(rf"#(?: %| of #) right; {ANSWERING}: #(?: %| of #)\.")
def _(seen: Seen, mine: str, n: str | None, how: str, answer: str, *rest: str | None) -> None:
    facts, (theirs, of) = seen.facts, rest
    share(mine, n, facts.exact, facts.n)
    found = [sum(t == given for t, _ in facts.judged) for given in for_all(facts)]
    share(theirs or "", of, max(found), facts.n)
    (given,) = given_by(facts, f"{how} {answer}")
    assert found[for_all(facts).index(given)] == max(found)


@says(rf"it finds # % of the true labels, and # % of its predictions are right; {ANSWERING} finds "
      r"# %, with # % right\.")  # fmt: skip
def _(seen: Seen, recall: str, right: str, how: str, answer: str, *theirs: str) -> None:
    facts, t = seen.facts, seen.facts.pooled
    share(recall, None, t.tp, t.positives)
    share(right, None, t.tp, t.assigned)
    (given,) = given_by(facts, f"{how} {answer}")
    hits = sum(facts.tables[c].positives for c in given)
    share(theirs[0], None, hits, t.positives)
    share(theirs[1], None, hits, len(given) * len(facts.judged))
    # by F no other set of classes is better
    assert f_of(facts, given) == max(f_of(facts, other) for other in for_all(facts))


@says(r"But always answering no class gets more documents completely right: # % against # %\.")
def _(seen: Seen, theirs: str, mine: str) -> None:
    judged = seen.facts.judged
    share(theirs, None, sum(not t for t, _ in judged), len(judged))
    share(mine, None, seen.facts.exact, len(judged))


def given_by(facts: Facts, answer: str) -> list[frozenset[str]]:
    if answer == "every class":
        return [frozenset(facts.classes)]
    if answer.startswith("never") or answer == "always no class":
        return [frozenset()]
    return [frozenset(re.findall(r"“([^”]+)”", answer))]


def for_all(facts: Facts) -> list[frozenset[str]]:
    """Every set of classes, of few classes; of one where each document has one."""
    one_each = len(facts.classes) > 1 and all(len(t) == 1 for t, _ in facts.judged)
    sizes = [1] if one_each else range(len(facts.classes) + 1)
    return [frozenset(s) for size in sizes for s in combinations(facts.classes, size)]


def f_of(facts: Facts, given: frozenset[str]) -> Fraction:
    hits = sum(facts.tables[c].positives for c in given)
    return Fraction(2 * hits, facts.pooled.positives + len(given) * len(facts.judged))


def _there(seen: Seen) -> dict[str, Cells]:
    return {c: t for c, t in seen.facts.tables.items() if t.positives}


@says(r"No class is clearly below 50 %")
def _(seen: Seen) -> None:
    assert not weak(seen.facts.tables)


@says(r"# of # class(?:es)? (?:is|are) clearly below 50 %[^:]*: ((?:@(?: \([^)]*\))?(?:, | and )?)+"
      r"(?:(?: and )?\d+ more)?)")  # fmt: skip
def _(seen: Seen, some: str, k: str, names: str, *_: str) -> None:
    found = {c: seen.facts.tables[c].errors for c in weak(seen.facts.tables)}
    all_same((some, k), (len(found), len(_there(seen))))
    shown = [c for c in re.findall(r"\w+", names) if c in found]
    more = re.search(r"(\d+) more", names)
    assert len(shown) + (int(more[1]) if more else 0) == len(found)
    # most errors first
    assert [found[c] for c in shown] == sorted(found.values(), reverse=True)[: len(shown)]


# --- the lines of the verdict card: a sign, what is so, and a way to where it is explained


@says(rf"^([✓✗?])(clearly better than|clearly worse than|no better than|no clear difference from|"
      rf"no more documents completely right than) {ANSWERING} \(# %\)$")  # fmt: skip
def _(seen: Seen, sign: str, how: str, does: str, answer: str, theirs: str) -> None:
    """Of the answer that is completely right most often."""
    facts = seen.facts
    (given,) = given_by(facts, f"{does} {answer}")
    right = {s: sum(t == s for t, _ in facts.judged) for s in for_all(facts)}
    assert right[given] == max(right.values())
    same(theirs, Fraction(100 * right[given], len(facts.judged)))
    ahead = facts.exact - right[given]
    signs = {"clearly better than": "✓", "no clear difference from": "?"}
    assert sign == signs.get(how, "✗")
    if how.startswith("clearly"):
        assert (ahead > 0) == (how == "clearly better than")
        # each document is a toss between the two, where only one of them is right
        only = [(t == c) - (t == given) for t, c in facts.judged]
        assert sign_test(only.count(1), only.count(-1)) <= 0.05
    else:
        assert how == "no clear difference from" or ahead <= 0


@says(
    r"^\?(?:best of # systems, no clear difference from “(\w+)”"
    r"|no difference from “(\w+)”) · Compare$"
)
def _(seen: Seen, number: str | None, other: str | None, same_as: str | None) -> None:
    facts, theirs = seen.facts, seen.systems[other or same_as or ""]
    both = list(zip(facts.judged, theirs.judged, strict=True))
    only = [(t == c) - (t == d) for (t, c), (_, d) in both]
    if same_as:
        assert not sum(only)
        return
    same(number or "", len(seen.systems))
    assert facts.exact == max(each.exact for each in seen.systems.values())
    assert sign_test(only.count(1), only.count(-1)) > 0.05


def sign_test(a: int, b: int) -> float:
    """How often fair tosses would be as far apart, either way."""
    n = a + b
    tail = sum(comb(n, i) for i in range(min(a, b) + 1)) / 2**n
    return min(1.0, 2 * tail)


@says(r"^(✗)# of # class(?:es)? (?:is|are) clearly below 50 % · See which$")
def _(seen: Seen, _sign: str, some: str, k: str) -> None:
    there = _there(seen)
    all_same((some, k), (len(weak(there)), len(there)))
    assert int(some)


@says(r"^✓(?:no class is|@ is not) clearly below 50 % · All classes$")
def _(seen: Seen, name: str | None) -> None:
    assert not weak(seen.facts.tables)
    assert name is None or seen.facts.classes == (name,)


@says(r"# of # class(?:es)? ha(?:s|ve) too few documents to judge(?! to)",
      r"^\?# class(?:es)? ha(?:s|ve) too few documents to judge · What to add$")  # fmt: skip
def _(seen: Seen, few: str, k: str | None = None) -> None:
    there, high = _there(seen), clearly(seen.facts.tables, 1)
    told = len(weak(there)) + sum(all(high[c]) for c in there)
    if k is not None:
        same(k, len(there))
    # of the others those that are close to the line have documents enough
    assert 0 < int(few) <= len(there) - told


@says(r"Left out: # class(?:es)? with fewer than 10 documents")
def _(seen: Seen, few: str) -> None:
    same(few, sum(t.positives < 10 for t in _there(seen).values()))


@says(r"Every class has fewer than 10 documents here")
def _(seen: Seen) -> None:
    assert all(t.positives < 10 for t in _there(seen).values())
