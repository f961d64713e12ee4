"""What the verdict says, wherever it stands."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import partial
from itertools import combinations

from tests.pages.claims import Claims, Seen, all_same, claim, same
from tests.pages.facts import Cells, Facts, over, wilson
from tests.pages.said.counting import around, clearly, weak

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
    if answer.startswith("never"):
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


@says(r"^# %$")
def _(seen: Seen, shown: str) -> None:
    t, n = seen.facts.pooled, seen.facts.n
    shares = [t.recall, t.precision, Fraction(seen.facts.exact, n)]
    assert any(is_share(shown, share) for share in shares if share is not None)


def is_share(shown: str, share: Fraction) -> bool:
    return abs(float(shown) - 100 * float(share)) <= 0.0500001


@says(r"^# of # class(?:es)?$")
def _(seen: Seen, some: str, k: str) -> None:
    there = _there(seen)
    all_same((some, k), (len(weak(there)), len(there)))


@says(r"^# of # true class(?:es)?; some missed in # documents$")
def _(seen: Seen, *shown: str) -> None:
    t = seen.facts.pooled
    all_same(shown, (t.tp, t.positives, sum(bool(t - c) for t, c in seen.facts.judged)))


@says(r"^# of # class(?:es)? named; some wrong in # documents$")
def _(seen: Seen, *shown: str) -> None:
    t = seen.facts.pooled
    all_same(shown, (t.tp, t.assigned, sum(bool(c - t) for t, c in seen.facts.judged)))


@says(r"^# of # documents? gets? (?:their class|its class|exactly (?:its|their) classes)$")
def _(seen: Seen, right: str, n: str) -> None:
    all_same((right, n), (seen.facts.exact, len(seen.facts.judged)))


@says(r"^(recall|precision|accuracy|exact match) #(?: \(95 %: # to #\))?$")
def _(seen: Seen, name: str, value: str, low: str | None, high: str | None) -> None:
    t = seen.facts.pooled
    exact = over(seen.facts.exact, len(seen.facts.judged))
    same(value, {"recall": t.recall, "precision": t.precision}.get(name, exact))
    around(value, low, high)


@says(r"^F₁ # over all decisions(?: \(95 %: # to #\))?(?:; # as the mean of "
      rf"{OVER})?\.$")  # fmt: skip
def _(seen: Seen, f: str, low: str | None, high: str | None, macro: str, *over: str) -> None:
    same(f, seen.facts.pooled.f)
    around(f, low, high)
    assert bool(macro) == (len(seen.facts.classes) > 1)
    if macro:
        same(macro, seen.facts.macro("f"))
        _meant(seen, *over)


@says(rf"^F₁ # as the mean of {OVER}\.$")
def _(seen: Seen, macro: str, *over: str) -> None:
    same(macro, seen.facts.macro("f"))
    _meant(seen, *over)


def _meant(seen: Seen, here: str, without: str | None) -> None:
    """All classes with documents, and of the others those that something is given to."""
    same(here, len(_there(seen)))
    same(without or "0", sum(t.f is not None for t in seen.facts.tables.values()) - int(here))


@says(r"^The other # % are of (?:# class(?:es)?)?(?: with documents here)?(?: and )?"
      r"(?:# class(?:es)? without)?\.$")  # fmt: skip
def _(seen: Seen, left: str, here: str | None, without: str | None) -> None:
    errors = sorted((t.errors for t in seen.facts.tables.values() if t.errors), reverse=True)
    same(left, Fraction(100 * sum(errors[8:]), sum(errors)))
    assert int(here or 0) + int(without or 0) == len(errors[8:])


@says(r"^Of # classes in the data # ha(?:s|ve) documents here\.$")
def _(seen: Seen, k: str, there: str) -> None:
    all_same((k, there), (len(seen.facts.tables), len(_there(seen))))


@says(r"^Clearly below 50 %$")
def _(seen: Seen) -> None:
    """The head of a tile: the count below it is held to."""


@says(r"^# class(?:es)? ha(?:s|ve) too few documents to judge$",
      r"# of # class(?:es)? ha(?:s|ve) too few documents to judge")  # fmt: skip
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
