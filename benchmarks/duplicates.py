"""Near-duplicates across splits among 100,000 texts: how long, and whether all are found.

`python benchmarks/duplicates.py [texts]` makes texts of 30 to 150 words from a seed, 70 % train
and 30 % test, and plants near-duplicates in test: training texts in which some words are
changed. Aim: under ten seconds, all of them and nothing that is not there.
"""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from breakeven.analysis.findings.check_limits import Limits
from breakeven.data.corpus import composed_texts, words_in
from metrics.dataset.near_duplicates import RUN, near_duplicates
from metrics.typing import Array

PLANTED = 1_000


def made(texts: int, seed: int = 0) -> tuple[Array, Array, Array, Array]:
    """Texts, their splits, and the planted pairs (later, earlier)."""
    rng = np.random.default_rng(seed)
    vocabulary = np.array([f"word{i}" for i in range(50_000)], dtype=object)
    length = rng.integers(30, 151, texts)
    # few words are frequent, as in language
    words = vocabulary[np.minimum(rng.zipf(1.3, int(length.sum())), len(vocabulary)) - 1]
    ends = np.cumsum(length)
    out = np.array(
        [
            " ".join(words[evaluation - n : evaluation])
            for evaluation, n in zip(ends, length, strict=True)
        ],
        dtype=object,
    )
    train = int(0.7 * texts)
    split = (np.arange(texts) >= train).astype(np.int64)
    earlier = rng.choice(train, PLANTED, replace=False)
    later = train + rng.choice(texts - train, PLANTED, replace=False)
    for source, copy in zip(earlier, later, strict=True):
        changed = out[source].split()
        # up to one word in twenty
        for place in rng.choice(len(changed), rng.integers(1, len(changed) // 20 + 2)):
            changed[place] = "changed"
        out[copy] = " ".join(changed)
    return out, split, later, earlier


def _runs(text: str) -> set[tuple[str, ...]]:
    words = text.split()
    return {tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1)}


def main(texts: int) -> None:
    limits = Limits()
    documents, split, later, earlier = made(texts)
    started = time.perf_counter()
    words = words_in(composed_texts(documents))
    compared = np.where(words.per_text >= limits.min_words, split, -1)
    pairs = near_duplicates(words.codes, words.starts, compared, limits.similarity)
    seconds = time.perf_counter() - started
    overlap = []
    for i, j in zip(later, earlier, strict=True):
        a, b = _runs(documents[i]), _runs(documents[j])
        overlap.append(len(a & b) / len(a | b))
    due = np.array(overlap) >= limits.similarity
    got = np.isin(later, pairs.later)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{texts:,} texts of {np.mean(words.per_text):.0f} words: {seconds:.1f} s")
    print(f"peak memory {peak:,.0f} MiB")
    print(f"planted with an overlap of {limits.similarity:.0%} or more: {due.sum():,}")
    print(f"of these found: {(due & got).sum():,} ({(due & got).sum() / due.sum():.1%})")
    print(f"found though not planted: {np.setdiff1d(pairs.later, later[due]).size:,}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
