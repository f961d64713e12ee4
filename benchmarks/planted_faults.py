"""Planted faults: how often `check` names each, at which place, and what it says of clean data.

`python benchmarks/planted_faults.py [--times N] [--clean N] [--sizes small middle] [--kind WORDS]`
plants each kind of fault of `planted_kinds` in the data of `planted_data`: one class of six,
several of twelve, one of two; small, middle, large. It prints for each kind how many of the sets
are named, at which place in the mean, in how many the place is the first (of faults that void the
numbers), and how often advice is given that is wrong where this is the cause. Then so many clean
sets of each task and size: how many have a warning or an error, and how many each finding.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import breakeven as be
from benchmarks.planted_data import SIZES, TASKS, Made, clean
from benchmarks.planted_kinds import KINDS, Kind
from breakeven.analysis.advice.findings_list import lines_of
from breakeven.analysis.findings.finding import Finding
from breakeven.data.records import Review

SIZE_NAMES = tuple(SIZES)


class Tried:
    """What came of the sets with one kind of fault."""

    def __init__(self, kind: Kind) -> None:
        """Nothing yet."""
        self.kind, self.sets = kind, 0
        self.places: list[int] = []
        self.wrong_advice = 0
        self.missed: list[str] = []

    def add(self, review: Review, name: str, made: Made) -> None:
        """One set more; `made`: without the fault, whose own findings are no wrong advice."""
        self.sets += 1
        findings = be.check(review)
        lines = [[finding.code for finding in line.findings] for line in lines_of(findings)]
        mine = set(self.kind.codes)
        place = next((i for i, codes in enumerate(lines, 1) if mine & set(codes)), 0)
        if place:
            self.places.append(place)
        else:
            self.missed.append(name)
        wrong = {each for each in _advice(review, findings) if each[0] in self.kind.wrong}
        if wrong:
            clean_review = made.review()
            self.wrong_advice += bool(wrong - _advice(clean_review, be.check(clean_review)))

    @property
    def line(self) -> str:
        """Named, place, first, wrong advice."""
        place = f"{np.mean(self.places):6.1f}" if self.places else "     –"
        first = f"{sum(p == 1 for p in self.places):4d}" if self.kind.voids else "   –"
        wrong = f"{self.wrong_advice:4d}" if self.kind.wrong else "   –"
        return f"{len(self.places):4d} of {self.sets:3d} {place} {first} {wrong}"


def _advice(review: Review, findings: Sequence[Finding]) -> set[tuple[str, tuple[str, ...]]]:
    """What warnings and errors say to do: their codes and the names of their classes.

    To judge the labels first is no wrong advice, whatever the cause.
    """
    advising = (f for f in findings if f.severity != "notice" and not f.withheld)
    return {
        (f.code, tuple(str(review.truth.classes[c]) for c in f.classes))
        for f in advising
        if f.evidence.get("advised") != "judge"
    }


def tried(kind: Kind, sizes: Sequence[str], times: int) -> Tried:
    """A kind of fault in every task where it can be."""
    out = Tried(kind)
    for task in kind.tasks:
        for size in sizes:
            for seed in range(times):
                made = clean(task, size, 1_000 + seed)
                planted = kind.plant(made, np.random.default_rng(seed))
                out.add(planted.review(), f"{task} {size} {seed}", made)
    return out


def clean_sets(sizes: Sequence[str], times: int) -> tuple[Counter[str], int, int]:
    """How often each finding is raised in clean data; sets with a warning or error; all sets."""
    counts: Counter[str] = Counter()
    loud = sets = 0
    for task in TASKS:
        for size in sizes:
            for seed in range(times):
                findings = be.check(clean(task, size, seed).review())
                counts.update({f"{f.severity:8} {f.code}" for f in findings})
                loud += any(f.severity != "notice" for f in findings)
                sets += 1
    return counts, loud, sets


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--clean", type=int, default=12)
    parser.add_argument("--sizes", nargs="*", default=list(SIZE_NAMES), choices=SIZE_NAMES)
    parser.add_argument("--kind", default="")
    parser.add_argument("--missed", action="store_true", help="print which sets were not named")
    given = parser.parse_args()
    print(f"{'kind of fault':42} {'named':>11} {'place':>6} first wrong")
    every = [0, 0, 0, 0, 0, 0]
    for name, kind in KINDS.items():
        if given.kind not in name:
            continue
        of_kind = tried(kind, given.sizes, given.times)
        print(f"{name:42} {of_kind.line}", flush=True)
        if given.missed and of_kind.missed:
            print(f"    not named: {', '.join(of_kind.missed)}")
        every[0] += len(of_kind.places)
        every[1] += of_kind.sets
        if kind.voids:
            every[2] += sum(place == 1 for place in of_kind.places)
            every[3] += of_kind.sets
        if kind.wrong:
            every[4] += of_kind.wrong_advice
            every[5] += of_kind.sets
    print(f"named {every[0]} of {every[1]}; first {every[2]} of {every[3]} that void the numbers; "
          f"wrong advice in {every[4]} of {every[5]}")  # fmt: skip
    if given.clean:
        counts, loud, sets = clean_sets(given.sizes, given.clean)
        print(f"clean sets with a warning or an error: {loud} of {sets}")
        for code, number in sorted(counts.items()):
            print(f"  {code:42} {number:4d}")


if __name__ == "__main__":
    main()
