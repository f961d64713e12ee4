"""Every number in the sentences about people, against counts in plain Python with fractions."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cached_property

import numpy as np
import pytest

from breakeven.data.gold import with_gold
from breakeven.data.records import Review
from tests.made import annotators, noisy, not_none, review_of
from tests.pages.claims import same
from tests.pages.prose import blocks_of
from tests.pages.reading import open_page, open_people, text_of

Labels = dict[int, frozenset[int]]


class Counted:
    """What three people and two systems said of 60 documents of four classes."""

    def __init__(self) -> None:
        people = {"anna": 0.1, "ben": 0.2, "carla": 0.2, "s": 0.15, "t": 0.02}
        truth = annotators(60, people=people, seed=3)
        *three, s, t = truth.annotators
        judged = with_gold(replace(truth, annotators=tuple(three)), "majority")
        self.review = review_of(judged, s=s.labels.toarray(), t=t.labels.toarray())
        self.people = {a.name: self._sets(a.labels.toarray()) for a in three}
        self.systems = {a.name: self._sets(a.labels.toarray()) for a in (s, t)}

    @staticmethod
    def _sets(matrix: np.ndarray) -> Labels:
        return {i: frozenset(int(c) for c in np.flatnonzero(row)) for i, row in enumerate(matrix)}

    def f_against_others(self, labels: Labels, person: str) -> Fraction:
        """Micro F against the vote of everybody but this person, ties left out."""
        others = [theirs for name, theirs in self.people.items() if name != person]
        cells: Counter[tuple[bool, bool]] = Counter()
        for i, classes in labels.items():
            for c in range(4):
                votes = sum(c in theirs[i] for theirs in others)
                if 2 * votes != len(others):
                    cells[2 * votes > len(others), c in classes] += 1
        hits = 2 * cells[True, True]
        return Fraction(hits, hits + cells[True, False] + cells[False, True])

    @cached_property
    def of_people(self) -> Fraction:
        return sum((self.f_against_others(s, n) for n, s in self.people.items()), Fraction(0)) / 3

    def of_system(self, name: str) -> Fraction:
        said = self.systems[name]
        return sum((self.f_against_others(said, n) for n in self.people), Fraction(0)) / 3

    def ahead(self, name: str) -> Fraction:
        """Share of documents and people on which a system is as close to the others, or closer."""
        total = Fraction(0)
        for person, own in self.people.items():
            others = [theirs for n, theirs in self.people.items() if n != person]
            wins = sum(
                sum(self._overlap(self.systems[name][i], theirs[i]) for theirs in others)
                >= sum(self._overlap(own[i], theirs[i]) for theirs in others)
                for i in own
            )
            total += Fraction(wins, len(own))
        return total / 3

    @staticmethod
    def _overlap(a: frozenset[int], b: frozenset[int]) -> Fraction:
        return Fraction(len(a & b), len(a | b)) if a | b else Fraction(1)


@pytest.fixture(scope="module")
def counted() -> Counted:
    return Counted()


def match_in(pattern: str, blocks: list[str]) -> re.Match[str]:
    return next(m for block in blocks if (m := re.search(pattern, block)))


@pytest.mark.parametrize("page", ["labels", "summary", "compare"])
def test_what_people_and_systems_reach_is_what_counting_gives(page: str, counted: Counted) -> None:
    blocks = blocks_of(open_page(page, counted.review, system="s", summary__part="people"))
    reach = match_in(
        r"On the (\d+) documents that annotators and systems? judged, (\d) people reach F₁ (\S+) "
        r"\(95 %: (\S+) to (\S+)\) over all labels \(micro\), each compared with the vote",
        blocks,
    )
    assert (reach[1], reach[2]) == ("60", "3")
    same(reach[3], counted.of_people)
    assert float(reach[4]) < counted.of_people < float(reach[5])
    for name in ("s",) if page == "summary" else ("s", "t"):
        value = counted.of_system(name)
        more = match_in(
            rf"“{name}” reaches (\S+) \(95 %: (\S+) to (\S+)\) against the same votes: (\S+) "
            r"points (more|less), (.+?) \(95 %: (\S+) to (\S+) points\)\.",
            blocks,
        )
        same(more[1], value)
        assert float(more[2]) < value < float(more[3])
        gap = 100 * (value - counted.of_people)
        same(more[4], abs(gap))
        assert more[5] == ("more" if gap > 0 else "less")
        low, high = (float(more[i].replace("−", "-").replace("+", "")) for i in (7, 8))
        assert low < gap < high
        beyond = "clearly better than people are"
        assert more[6] == (beyond if low > 0 else "no clear difference from people")


def test_the_test_of_standing_in_says_how_many_and_how_often(counted: Counted) -> None:
    app = open_people(counted.review, system="s", labels__people="instead")
    blocks = blocks_of(app)
    for name in ("s", "t"):
        match = match_in(
            rf"“{name}” may (not )?stand in for one of these people: it wins against (\d) of (\d) "
            r"\(ω (\S+); at least half is required\), and is at least as close to the others as a "
            r"person is on (\d+) % of the documents \(ρ (\S+)\)",
            blocks,
        )
        assert match[3] == "3"
        same(match[4], Fraction(int(match[2]), 3))
        assert (match[1] is None) == (int(match[2]) >= 2)
        same(match[5], 100 * counted.ahead(name))
        same(match[6], counted.ahead(name))
    assert match_in(r"ε = 0\.1 is a choice", blocks)


def test_the_band_of_stated_noise_is_that_of_every_way_to_be_wrong(counted: Counted) -> None:
    part = {"labels__people": "noise", "labels__noise": "0.1"}
    blocks = blocks_of(open_people(counted.review, system="s", **part))
    match = match_in(
        r"as stated \((\S+) % of the labels wrong, (\S+) % of the true ones missing\), F₁ of "
        r"“s” against the truth, (\S+) over all labels \(micro\), lies between (\S+) and "
        r"(\S+) if the errors coincide",
        blocks,
    )
    assert (match[1], match[2]) == ("10.0", "10.0")
    low = high = hits = sizes = Fraction(0)
    for cells in _tables(counted.review):
        tp, fp, fn, tn = map(Fraction, cells)
        wrong = (tp + fn) / 10  # as many labels are wrong as are missing
        hits += tp
        low += tp - min(wrong, tp) + max(Fraction(0), wrong - tn)
        high += tp - max(Fraction(0), wrong - fn) + min(wrong, fp)
        sizes += 2 * tp + fp + fn
    same(match[3], 2 * hits / sizes)
    same(match[4], 2 * low / sizes)
    same(match[5], 2 * high / sizes)


def _tables(review: Review) -> list[tuple[int, int, int, int]]:
    truth = not_none(review.truth.labels).toarray()
    called = not_none(review.predictions[0].decisions).toarray()
    open_ = review.truth.unjudged
    judged = np.ones_like(truth) if open_ is None else ~open_.toarray()
    tables = []
    for c in range(truth.shape[1]):
        cells = Counter(
            (bool(t), bool(d))
            for t, d, j in zip(truth[:, c], called[:, c], judged[:, c], strict=True)
            if j
        )
        tables.append(
            (cells[True, True], cells[False, True], cells[True, False], cells[False, False])
        )
    return tables


def test_who_copied_a_system_is_named_until_left_out() -> None:
    really = not_none(annotators(200, seed=2).labels).toarray()
    called = noisy(really, 0.25, 0.08, np.random.default_rng(1))
    truth = with_gold(annotators(200, seed=2, copies=called), "majority")
    review = review_of(truth, s=called)
    shown = text_of(open_people(review))
    assert "copy labels exactly as s predicts, and so votes for it" in shown
    assert "“s” reaches" in shown
    shown = text_of(open_people(review, labels__without='["copy"]'))
    assert "and so votes for it" not in shown
    assert "Left out, as asked: “copy”" in shown
    assert re.search(
        r"“s” reaches \S+ .*? against the same votes: \S+ points less, "
        r"clearly worse than people are",
        shown,
    )
