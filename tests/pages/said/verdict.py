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
# which classes a mean is of
OVER = (
    r"(?:the )?# class(?:es)?(?: with documents here)?(?: and # without that (?:is|are) given to "
    r"some)?"
)
says = partial(claim, CLAIMS)
# fewer are counted themselves, and not as so many of 100
FEW = 20


def share(shown: str, total: str, hits: int, n: int) -> None:
    """`86 of 100`, or `3 of 4`, is this many of these."""
    if n < FEW:
        all_same((shown, total), (hits, n))
    else:
        all_same((shown, total), (Fraction(100 * hits, n), 100))


@says(r"On (?:this|these) # documents?, “\w+” gives # of # the right class")
def _(seen: Seen, n: str, right: str, total: str) -> None:
    same(n, seen.facts.n)
    share(right, total, seen.facts.exact, seen.facts.n)


@says(r"On (?:this|these) # documents?, “\w+” finds # of # that (?:is|are) @; "
      r"# of # that it calls so (?:is|are)")  # fmt: skip
def _(seen: Seen, n: str, hits: str, true: str, name: str, *calls: str) -> None:
    same(n, seen.facts.n)
    t = seen.facts.tables[name]
    share(hits, true, t.tp, t.positives)
    right, called = calls
    share(right, called, t.tp, t.assigned)


@says(r"On (?:this|these) # documents?, “\w+” finds # of # true class(?:es)?; # of # that it "
      r"names (?:is|are) right")  # fmt: skip
def _(seen: Seen, n: str, hits: str, true: str, right: str, named: str) -> None:
    same(n, seen.facts.n)
    t = seen.facts.pooled
    share(hits, true, t.tp, t.positives)
    share(right, named, t.tp, t.assigned)


@says(r"On (?:this|these) # documents?, no document has a class")
def _(seen: Seen, n: str) -> None:
    same(n, seen.facts.n)
    assert not seen.facts.pooled.positives


@says(r"Over all documents like these the share is #(?: to #)? of 100; a range like this holds "
      r"the true share 95 times in 100")  # fmt: skip
def _(seen: Seen, low: str, high: str | None) -> None:
    low_end, high_end = wilson(seen.facts.exact, seen.facts.n)
    all_same((low, high or low), (100 * max(low_end, 0), 100 * min(high_end, 1)))


@says(r"Over all documents like these the shares are #(?: to #)?, and #(?: to #)? of 100; ranges "
      r"like these hold the true share 95 times in 100")  # fmt: skip
def _(seen: Seen, *ends: str | None) -> None:
    t = seen.facts.pooled
    for low, high, value in ((*ends[:2], t.recall), (*ends[2:], t.precision)):
        assert low is not None
        assert isinstance(value, Fraction)
        assert 0 <= float(low) <= round(100 * float(value), 1) <= float(high or low) <= 100


ANSWERING = r"always answering (“[^;.]+”|no class|every class)"
ANSWER = r"the best fixed answer, (always [^,;.]+|never @|every class),"


@says(rf"it is right for # of #; {ANSWER} is right for # of #")
def _(seen: Seen, mine: str, n: str, answer: str, *more: str) -> None:
    facts, (theirs, of) = seen.facts, more[-2:]
    share(mine, n, facts.exact, facts.n)
    found = [sum(t == given for t, _ in facts.judged) for given in for_all(facts)]
    share(theirs, of, max(found), facts.n)
    (given,) = given_by(facts, answer)
    assert found[for_all(facts).index(given)] == max(found)


@says(rf"it finds # of # true class(?:es)?, and # of # that it names (?:is|are) right; {ANSWER} "
      r"finds # of #, and # of # that it names (?:is|are) right",
      rf"it finds # of # true class(?:es)? and names none; {ANSWER} finds # of #, and # of # that "
      r"it names (?:is|are) right")  # fmt: skip
def _(seen: Seen, *shown: str) -> None:
    facts, t = seen.facts, seen.facts.pooled
    position = next(i for i, part in enumerate(shown) if part and not part[0].isdigit())
    (given,) = given_by(facts, shown[position])
    hits = sum(facts.tables[c].positives for c in given)
    pairs = [(t.tp, t.positives), (t.tp, t.assigned)][: position // 2]
    pairs += [(hits, t.positives), (hits, len(given) * len(facts.judged))]
    parts = [part for part in shown if part and part[0].isdigit()]
    for (a, b), (right, total) in zip(
        zip(parts[::2], parts[1::2], strict=True), pairs, strict=True
    ):
        share(a, b, right, total)
    # by F no other set of classes is better
    f = [f_of(facts, other) for other in for_all(facts)]
    assert f_of(facts, given) == max(f)


@says(r"But to give no class at all is exactly right for # of # documents; what it gives is for # "
      r"of #")  # fmt: skip
def _(seen: Seen, theirs: str, total: str, mine: str, n: str) -> None:
    judged = seen.facts.judged
    share(theirs, total, sum(not t for t, _ in judged), len(judged))
    share(mine, n, seen.facts.exact, len(judged))


@says(r"But it finds # of # that (?:is|are) @, of which that answer finds none")
def _(seen: Seen, hits: str, true: str, name: str) -> None:
    share(hits, true, seen.facts.tables[name].tp, seen.facts.tables[name].positives)


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


@says(rf"^([✓✗?])(clearly better than|clearly worse than|no better than|no clear difference to|no "
      rf"more documents completely right than) {ANSWERING} \(# %\)$")  # fmt: skip
def _(seen: Seen, sign: str, how: str, answer: str, *more: str) -> None:
    """Of the answer that is completely right most often."""
    facts = seen.facts
    (given,) = given_by(facts, f"always {answer}")
    right = {s: sum(t == s for t, _ in facts.judged) for s in for_all(facts)}
    assert right[given] == max(right.values())
    same(more[-1], Fraction(100 * right[given], len(facts.judged)))
    ahead = facts.exact - right[given]
    signs = {"clearly better than": "✓", "no clear difference to": "?"}
    assert sign == signs.get(how, "✗")
    if how.startswith("clearly"):
        assert (ahead > 0) == (how == "clearly better than")
        # each document is a toss between the two, where only one of them is right
        only = [(t == c) - (t == given) for t, c in facts.judged]
        assert sign_test(only.count(1), only.count(-1)) <= 0.05
    else:
        assert how == "no clear difference to" or ahead <= 0


@says(
    r"^\?(?:best of # systems, no clear difference to “(\w+)”|no difference to “(\w+)”) · Compare$"
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


@says(r"^(✗)# of # class(?:es)? (?:is|are) clearly below 50 % · See them$")
def _(seen: Seen, _sign: str, some: str, k: str) -> None:
    there = _there(seen)
    all_same((some, k), (len(weak(there)), len(there)))
    assert int(some)


@says(r"^✓(?:no class is|@ is not) clearly below 50 % · See them$")
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


@says(r"Left out: # class(?:es)? of fewer than 10 documents")
def _(seen: Seen, few: str) -> None:
    same(few, sum(t.positives < 10 for t in _there(seen).values()))


@says(r"Every class has fewer than 10 documents here")
def _(seen: Seen) -> None:
    assert all(t.positives < 10 for t in _there(seen).values())
