"""What is said on the Splits and Guidance pages."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import partial
from typing import Any

from tests.pages.claims import Claims, Seen, all_same, claim, same
from tests.pages.facts import Cells, Facts, mean, over, wilson
from tests.pages.said.counting import clearly
from tests.pages.said.verdict import f_of, for_all, given_by

CLAIMS: Claims = []
says = partial(claim, CLAIMS)


@says(r"# errors?, # warnings?, # notices?(?: on the data)?")
def _(seen: Seen, *counts: str) -> None:
    same(counts[0], 0)  # these files have no splits and no texts


@says(r"Of # checks # found something and # found nothing; # could not be made")
def _(_: Seen, *counts: str) -> None:
    checks, *parts = map(int, counts)
    assert checks == sum(parts)


@says(r"# findings? (?:puts?|makes?) the numbers (?:in doubt|less certain)")
def _(seen: Seen, number: str) -> None:
    # how many there are is held by the list itself: no check says more than once what it found
    assert 1 <= int(number) <= 20


@says(r"^Not clearly better than a fixed answer # errors$")
def _(seen: Seen, errors: str) -> None:
    same(errors, seen.facts.pooled.errors)  # all of them


@says(r"^Too few test documents: # class(?:es)?(?:\.|$)")
def _(seen: Seen, wide: str) -> None:
    same(wide, sum(_half_width(t) > 0.05 for t in seen.facts.tables.values()))


@says(r"^Scores rank the wrong way round: # class(?:es)?(?:\.|$)")
def _(seen: Seen, low: str) -> None:
    same(low, sum(_area(seen, c) < 0.5 for c in seen.facts.classes))


@says(r"^Too few documents to say: # class(?:es)?(?:\.|$)")
def _(seen: Seen, k: str) -> None:
    assert int(k) <= len(seen.facts.classes)


@says(r"(Micro F₁|Accuracy) is #; the best fixed answer, (.+?), would reach #(?:, shuffled "
      r"predictions #)?\.(?: It finds # of # documents? in @; a fixed answer finds all or none\.)?"
      r"(?: Macro F₁ is higher than that of the fixed answer, # against #: the system helps with "
      r"the rarer classes\.)?")  # fmt: skip
def _(
    seen: Seen, measure: str, mine: str, answer: str, its: str, shuffled: str, *more: str
) -> None:
    facts, t = seen.facts, seen.facts.pooled
    (given,) = given_by(facts, answer)
    if measure == "Accuracy":
        all_same((mine, its), (Fraction(facts.exact, facts.n), _right_for_all(facts, given)))
        assert _right_for_all(facts, given) == max(_right_for_all(facts, s) for s in for_all(facts))
        return
    all_same((mine, its), (t.f or 0, f_of(facts, given)))
    assert f_of(facts, given) == max(f_of(facts, other) for other in for_all(facts))
    if shuffled:
        same(shuffled, 2 * _hits_by_chance(seen) / (t.assigned + t.positives))
    if more[-1]:
        alone = [f_of_class(facts, c, given) for c in facts.classes]
        all_same(more[-2:], (facts.macro("f"), mean(alone)))


def f_of_class(facts: Facts, name: str, given: frozenset[str]) -> Fraction | None:
    """F of a class where these are given to every document."""
    t, n = facts.tables[name], len(facts.judged) if name in given else 0
    return over(2 * t.positives if n else 0, t.positives + n)


def _right_for_all(facts: Facts, given: frozenset[str]) -> Fraction:
    return Fraction(sum(t == given for t, _ in facts.judged), len(facts.judged))


def _hits_by_chance(seen: Seen) -> Fraction:
    """What decisions hit on average, shuffled over the documents within each class."""
    n = len(seen.facts.judged)
    return sum(
        (Fraction(t.assigned * t.positives, n) for t in seen.facts.tables.values()), Fraction(0)
    )


@says(r"(micro f1|accuracy) # · baseline (?:micro f1|accuracy) # · hits # · hits by chance #")
def _(seen: Seen, name: str, mine: str, its: str, hits: str, by_chance: str) -> None:
    facts = seen.facts
    all_same((hits, by_chance), (facts.pooled.tp, _hits_by_chance(seen)))
    every = for_all(facts)
    if name == "accuracy":
        best = max(_right_for_all(facts, given) for given in every)
        all_same((mine, its), (Fraction(facts.exact, facts.n), best))
    else:
        all_same((mine, its), (facts.pooled.f or 0, max(f_of(facts, given) for given in every)))


@says(r"tp # · fp # · fn # · precision # · recall #")
def _(seen: Seen, *shown: str) -> None:
    found = [
        t for t in seen.facts.tables.values() if (t.tp, t.fp, t.fn) == tuple(map(int, shown[:3]))
    ]
    all_same(shown[3:], (found[0].precision, found[0].recall))


@says(
    r"Predictions of @ are often false alarms: # of # predictions are right "
    r"\(precision, 95 %: at most #\)"
)
def _(seen: Seen, name: str, right: str, called: str, high: str) -> None:
    t = seen.facts.tables[name]
    all_same((right, called), (t.tp, t.assigned))
    _no_less(high, wilson(t.tp, t.assigned)[1])


def _no_less(shown: str, high: float) -> None:
    """An upper bound is shown rounded up, if at all."""
    assert -0.005 <= float(shown) - high < 0.0101


@says(
    r"@ is predicted too often: # times for # documents, with # wrong and # missed; precision is #"
)
def _(seen: Seen, name: str, *shown: str) -> None:
    t = seen.facts.tables[name]
    all_same(shown, (t.assigned, t.positives, t.fp, t.fn, t.precision))


@says(r"Causes # errors? \(# % of all\)\.(?: Fixing it: about \+# micro F, \+# macro F)?")
def _(seen: Seen, n: str, share: str, *gains: str | None) -> None:
    same(share, Fraction(100 * int(n), seen.facts.pooled.errors))
    for gain, f in zip(gains, (seen.facts.pooled.f, seen.facts.macro("f")), strict=True):
        assert gain is None or (f is not None and 0 <= Fraction(gain) <= 1 - f)


@says(r"@ and @ are confused in # of their # documents \(# of the first are predicted as the "
      r"second, # of the second as the first\)")  # fmt: skip
def _(seen: Seen, a: str, b: str, *shown: str) -> None:
    wrong, of, ab, ba = shown
    judged = seen.facts.judged
    one, two = ([x in t - c and y in c - t for t, c in judged] for x, y in ((a, b), (b, a)))
    all_same((ab, ba), (sum(one), sum(two)))
    same(wrong, sum(x or y for x, y in zip(one, two, strict=True)))
    same(of, sum(a in t or b in t for t, _ in judged))


@says(r"@ first: it loses # % of its documents to @")
def _(seen: Seen, a: str, share: str, b: str) -> None:
    lost = sum(a in t - c and b in c - t for t, c in seen.facts.judged)
    same(share, Fraction(100 * lost, seen.facts.tables[a].positives))


@says(r"documents # · rate #")
def _(seen: Seen, n: str, rate: str) -> None:
    pairs = [(a, b) for a in seen.facts.classes for b in seen.facts.classes if a < b]
    rates = {
        (seen.facts.confused(a, b) + seen.facts.confused(b, a),
         sum(a in t or b in t for t, _ in seen.facts.judged))
        for a, b in pairs
    }  # fmt: skip
    assert any(_shown(n, w) and _shown(rate, w / of) for w, of in rates)


def _shown(shown: str, exact: Any) -> bool:
    try:
        same(shown, exact)
    except AssertionError:
        return False
    return True


@says(r"# class(?:es)? ha(?:s|ve) too few documents here to say .*?: (@(?:(?:, | and )@)*)\.$")
def _(seen: Seen, k: str, names: str, *_: str) -> None:
    named = re.findall("|".join(seen.facts.classes), names)
    same(k, len(named))
    low, high = (clearly(seen.facts.tables, side) for side in (-1, 1))
    for name in named:  # one is not clearly on a side of one half, and neither is below it
        assert not any(low[name])
        assert not all(high[name])


@says(r"classes # · most documents #")
def _(seen: Seen, k: str, most: str) -> None:
    sizes = [t.positives for t in seen.facts.tables.values()]
    assert int(k) <= len(sizes)
    assert int(most) in sizes


@says(r"For # of # class(?:es)? F is less certain than ±0\.05; the least certain is @ with ±#")
def _(seen: Seen, wide: str, k: str, name: str, half: str) -> None:
    halves = {c: _half_width(t) for c, t in seen.facts.tables.items()}
    all_same((wide, k, half), (sum(h > 0.05 for h in halves.values()), len(halves), halves[name]))
    assert halves[name] == max(halves.values())


@says(r"classes # · widest #")
def _(seen: Seen, k: str, widest: str) -> None:
    halves = [_half_width(t) for t in seen.facts.tables.values()]
    all_same((k, widest), (sum(h > 0.05 for h in halves), max(halves)))


def _half_width(t: Cells) -> float:
    """Of the interval of F₁: that of the overlap, carried over by F = 2 J / (1 + J)."""
    if not t.tp + t.errors:
        return 0.0
    low, high = (2 * j / (1 + j) for j in wilson(t.tp, t.tp + t.errors))
    return (high - low) / 2


@says(r"Of # classes the documents score lower than those not in the class: .*?\. In @ a "
      r"document of "
      r"the class has the higher score in # ?% of the pairs; without looking it would be 50 "
      r"?%")  # fmt: skip
def _(seen: Seen, k: str, name: str, share: str) -> None:
    areas = {c: _area(seen, c) for c in seen.facts.classes}
    all_same((k, share), (sum(area < 0.5 for area in areas.values()), 100 * areas[name]))
    assert areas[name] == min(areas.values())


@says(r"classes # · lowest area #")
def _(seen: Seen, k: str, lowest: str) -> None:
    areas = [_area(seen, c) for c in seen.facts.classes]
    all_same((k, lowest), (sum(area < 0.5 for area in areas), min(areas)))


def _area(seen: Seen, name: str) -> float:
    """Of pairs of a document in the class and one outside: how often the first scores higher."""
    assert seen.facts.scores is not None
    rows = [(of[name], name in t) for of, t in zip(seen.facts.scores, seen.facts.truth, strict=True)
            if t is not None]  # fmt: skip
    inside, outside = ([s for s, has in rows if has is side] for side in (True, False))
    wins = sum((a > b) + (a == b) / 2 for a in inside for b in outside)
    return wins / (len(inside) * len(outside))


def _promised(seen: Seen, region: str) -> tuple[Fraction, int]:
    """What the scores of a region add up to as probabilities, and how many of it are true."""
    assert seen.facts.scores is not None
    rows = [(scores, true)
            for scores, true in zip(seen.facts.scores, seen.facts.truth, strict=True)
            if true is not None]  # fmt: skip
    if region == "largest":
        pairs = [
            (max(scores.values()), max(scores, key=scores.__getitem__) in true)
            for scores, true in rows
        ]
    else:
        above = region == "above"
        pairs = [(score, name in true) for scores, true in rows for name, score in scores.items()
                 if (score >= 0.5) is above]  # fmt: skip
    return sum((Fraction(score) for score, _ in pairs), Fraction(0)), sum(
        is_true for _, is_true in pairs
    )


REGIONS = {
    "probabilities 0.5 and above": "above",
    "probabilities below 0.5": "below",
    "largest probabilities of the documents": "largest",
}


OFF = r"(?:: #(?: ?% too (?:much|little)| times as many as there are))?"


@says(rf"The ({'|'.join(map(re.escape, REGIONS))}) add up to #, and # (?:is|are) true{OFF}[.;]")
def _(seen: Seen, region: str, expected: str, hits: str, off: str | None) -> None:
    _off(_promised(seen, REGIONS[region]), expected, hits, off)


@says(rf"those below 0\.5 add up to #, and # (?:is|are) true{OFF}\.")
def _(seen: Seen, expected: str, hits: str, off: str | None) -> None:
    _off(_promised(seen, "below"), expected, hits, off)


def _off(promised: tuple[Fraction, int], expected: str, hits: str, off: str | None) -> None:
    total, true = promised
    all_same((expected, hits), (total, true))
    if off is not None:
        same(off, total / true if total > 2 * true else 100 * abs(total - true) / true)


@says(r"expected # · found #(?: · relative #)?")
def _(seen: Seen, expected: str, hits: str, relative: str | None) -> None:
    for region in REGIONS.values():
        total, true = _promised(seen, region)
        if abs(total - Fraction(expected.replace(",", ""))) < 1 and true == float(hits):
            break
    _relatively((total, true), expected, hits, relative)


@says(r"expected below # · found below #(?: · relative below #)?")
def _(seen: Seen, expected: str, hits: str, relative: str | None) -> None:
    _relatively(_promised(seen, "below"), expected, hits, relative)


def _relatively(
    promised: tuple[Fraction, int], expected: str, hits: str, relative: str | None
) -> None:
    total, true = promised
    all_same((expected, hits), (total, true))
    if relative is not None:
        same(relative, abs(total - true) / true)


@says(r"Tried: with the sign of all scores changed, the share of pairs of documents that @ ranks "
r"in the right order "
      r"is # instead of # \(#(?:; 95 %: # to #)?\)\.")  # fmt: skip
def _(seen: Seen, name: str, after: str, before: str, change: str, *ends: str | None) -> None:
    area = _area(seen, name)
    # turned round, each pair that was right is wrong
    all_same((after, before, change), (1 - area, area, 1 - 2 * area))
    low, high = (None if end is None else float(end.replace("−", "-")) for end in ends)
    # too few documents have no ends
    assert low is None or high is None or low <= 1 - 2 * area <= high
