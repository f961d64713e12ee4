"""How often a version that is no other system is called a change beyond the noise of two runs.

`python benchmarks/noise_floor.py [--times N]` makes a baseline, a new version and two runs of one
system that all decide by the same chances, 1,000 documents of one class, and prints in how many of
100 the verdict is "more" (aim: at most 2.5, as p is two-sided at 5 %). Of 1,000 each (standard
error 0.5), where the new version is no run of the two, and where it is one of them:

  each document with the same chance, 0.10         1.3    1.2
  one document in five wavers, the others never    2.6    1.6
  runs as a whole too, by a fifth of the chance   19.0   15.8

So the verdict holds for documents that flip one by one. Where runs move as a whole, two of them are
too few, and page and command line say that how much other runs would differ is not known. Of a
version in which 0.10 of the documents flip beyond the noise, 94.0 in 100 are said to be more.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from breakeven.analysis.versions.changes import run_noise
from metrics.typing import Array
from tests.made import evaluation_of, truth_of

DOCUMENTS = 1_000
TRUTH = truth_of(np.zeros((DOCUMENTS, 1), dtype=bool))
Chances = Callable[[np.random.Generator], Array]


def alike(rng: np.random.Generator) -> Array:
    """The same chance for each document in each run."""
    return np.full(DOCUMENTS, 0.1)


def wavering(rng: np.random.Generator) -> Array:
    """One document in five wavers, the others never do."""
    return np.where(np.arange(DOCUMENTS) % 5 == 0, 0.5, 0.0)


def as_a_whole(rng: np.random.Generator) -> Array:
    """Each run has a chance of its own for all documents."""
    return np.full(DOCUMENTS, 0.1 * np.exp(0.2 * rng.normal()))


def said_more(chances: Chances, times: int, *, one_of_the_two: bool, change: float = 0.0) -> float:
    """In how many of 100 more documents are said to have changed than between the runs."""
    rng, times_more = np.random.default_rng(1), 0
    for _ in range(times):
        before, now, first_run, second_run = (
            rng.random(DOCUMENTS) < chances(rng) for _ in range(4)
        )
        now = now ^ (rng.random(DOCUMENTS) < change)
        runs = (now if one_of_the_two else first_run), second_run
        evaluations = [
            evaluation_of(TRUTH, decisions[:, None], str(i))
            for i, decisions in enumerate((before, now, *runs))
        ]
        noise = run_noise(evaluations[0], evaluations[1], (evaluations[2], evaluations[3]))
        times_more += noise is not None and noise.verdict == "more"
    return 100 * times_more / times


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=1_000)
    times = parser.parse_args().times
    for chances in (alike, wavering, as_a_whole):
        apart = said_more(chances, times, one_of_the_two=False)
        shared = said_more(chances, times, one_of_the_two=True)
        print(f"{chances.__name__:12} {apart:5.1f} {shared:5.1f}", flush=True)
    print(f"a change     {said_more(alike, times, one_of_the_two=False, change=0.1):5.1f}")


if __name__ == "__main__":
    main()
