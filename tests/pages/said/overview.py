"""What is said on the Overview page."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from tests.pages.claims import Claims, Seen, all_same, claim, same
from tests.pages.facts import wilson
from tests.pages.said.counting import around, minus

CLAIMS: Claims = []
says = partial(claim, CLAIMS)


@says(r"# documents? · # class(?:es)?,")
def _(seen: Seen, n: str, k: str) -> None:
    all_same((n, k), (seen.facts.n, len(seen.facts.classes)))


@says(r"On the # documents? given, “\w+” names the right class for #: accuracy # %"
      r"(?: \(95 %: # % to # %\))?")  # fmt: skip
def _(seen: Seen, n: str, right: str, share: str, *ends: str | None) -> None:
    exact = seen.facts.exact
    all_same((n, right, share), (seen.facts.n, exact, Fraction(100 * exact, seen.facts.n)))
    _share_of_documents(seen, ends, 100)


@says(r"Accuracy #(?: \(95 %: # to #\))?: the share of # documents? that got their class")
def _(seen: Seen, share: str, low: str | None, high: str | None, n: str) -> None:
    all_same((share, n), (Fraction(seen.facts.exact, seen.facts.n), seen.facts.n))
    _share_of_documents(seen, (low, high), 1)


def _share_of_documents(seen: Seen, ends: tuple[str | None, ...], scale: int) -> None:
    """Wilson's interval; of a single document none is told."""
    shown = tuple(end for end in ends if end is not None)
    if seen.facts.n > 1 or shown:
        low, high = wilson(seen.facts.exact, seen.facts.n)
        all_same(shown, (scale * max(low, 0.0), scale * min(high, 1.0)))


@says(r"On the # documents? given, “\w+” assigns # class(?:es)?, # of them rightly "
      r"\(precision #\), and so finds # of # true class(?:es)? \(recall #\)")  # fmt: skip
def _(seen: Seen, n: str, *rest: str) -> None:
    t = seen.facts.pooled
    same(n, seen.facts.n)
    all_same(rest, (t.assigned, t.tp, t.precision, t.tp, t.positives, t.recall))


@says(r"Over all decisions F₁ is #(?: \(95 %: # to #\))?")
def _(seen: Seen, f: str, low: str | None, high: str | None) -> None:
    same(f, seen.facts.pooled.f)
    around(f, low, high)


@says(r"The mean over all # classes \(macro F₁\) is #, (about as good as|as over|lower|higher)")
def _(seen: Seen, k: str, f: str, than: str) -> None:
    macro = seen.facts.macro("f")
    all_same((k, f), (len(seen.facts.classes), macro))
    gap = float(minus(macro, seen.facts.pooled.f))
    near = "about as good as" if macro else "as over"
    assert than == ("lower" if gap < -0.02 else "higher" if gap > 0.02 else near)


@says(r"# % of the documents get exactly their classes")
def _(seen: Seen, share: str) -> None:
    same(share, Fraction(100 * seen.facts.exact, seen.facts.n))


@says(r"# classes have documents here of which none is found; the largest is @ with # documents")
def _(seen: Seen, k: str, name: str, most: str) -> None:
    never = {c: t.positives for c, t in seen.facts.tables.items() if t.positives and not t.tp}
    all_same((k, most), (len(never), max(never.values())))
    assert never[name] == max(never.values())


@says(r"(?:Only )?# % of all document/class pairs are true, (?:and|so) answering “no” to "
      r"everything is (?:already )?right in # %")  # fmt: skip
def _(seen: Seen, true: str, right: str) -> None:
    t = seen.facts.pooled
    all_same(
        (true, right), (Fraction(100 * t.positives, t.n), Fraction(100 * (t.n - t.positives), t.n))
    )


@says(r"# class(?:es)? ha(?:s|ve) fewer than 10 documents, of # averaged")
def _(seen: Seen, few: str, k: str) -> None:
    sizes = [t.positives for t in seen.facts.tables.values()]
    all_same((few, k), (sum(n < 10 for n in sizes), len(sizes)))


@says(r"Naming @ for all is right for # % of them: hold the system’s # % against that")
def _(seen: Seen, name: str, share: str, own: str) -> None:
    sizes = {c: t.positives for c, t in seen.facts.tables.items()}
    n = seen.facts.n
    assert sizes[name] == max(sizes.values())
    all_same((share, own), (Fraction(100 * sizes[name], n), Fraction(100 * seen.facts.exact, n)))


@says(r"All # class(?:es)? with documents here")
def _(seen: Seen, k: str) -> None:
    same(k, sum(t.positives > 0 for t in seen.facts.tables.values()))


@says(r"Documents with no wrong decision: #; with any: #, of which # with a class missed and # "
      r"with one wrongly assigned")  # fmt: skip
def _(seen: Seen, *shown: str) -> None:
    judged = seen.facts.judged
    missed, extra = sum(bool(t - c) for t, c in judged), sum(bool(c - t) for t, c in judged)
    all_same(shown, (seen.facts.exact, len(judged) - seen.facts.exact, missed, extra))


@says(r"Documents with no wrong decision: #; with one: #")
def _(seen: Seen, right: str, wrong: str) -> None:
    all_same((right, wrong), (seen.facts.exact, seen.facts.n - seen.facts.exact))


@says(r"@: # true, # predicted, # right, # missed, # false alarms")
def _(seen: Seen, name: str, *shown: str) -> None:
    t = seen.facts.tables[name]
    all_same(shown, (t.positives, t.assigned, t.tp, t.fn, t.fp))
