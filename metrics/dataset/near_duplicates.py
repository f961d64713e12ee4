"""Texts of one split that nearly occur in an earlier one."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from metrics.dataset.texts import words_of
from metrics.typing import Array

PERMUTATIONS = 128
RUN = 3  # words
AT_ONCE = 2_000
# of texts with very many look-alikes the first that qualify are enough
MOST_COMPARED = 50


@dataclass(frozen=True)
class NearDuplicates:
    """Pairs of documents in different splits; arrays of one length, by falling similarity.

    `later`, `earlier`: rows of the documents, each later one once with the most similar found;
    `similarity`, in [0, 1]: the overlap of their runs of three words. `compared`: how many
    texts were long enough to compare.
    """

    later: Array
    earlier: Array
    similarity: Array
    compared: int


def runs_of(text: object) -> set[str]:
    """All runs of three words of a text; the text itself when it is shorter."""
    words = words_of(text)
    return {" ".join(words[i : i + RUN]) for i in range(max(1, len(words) - RUN + 1))}


def near_duplicates(
    texts: Array,
    split_of: Array,
    long_enough: Array,
    limit: float,
    progress: Callable[[float], None] | None = None,
) -> NearDuplicates:
    """Documents with a text that a document of an earlier split has with at least this overlap.

    `texts`: (n,), `split_of`: (n,), splits in their order, -1 for none; `long_enough`: mask
    (n,) of the texts to compare. `progress` is told the share done. MinHash finds the
    candidates and may miss pairs close to the limit; the similarity of a pair is exact.
    Source: Broder (1997); datasketch.
    """
    from datasketch import MinHash, MinHashLSH

    compared = np.flatnonzero(long_enough & (split_of >= 0))
    splits = np.unique(split_of[compared])
    # a lower threshold for candidates: what MinHash rates too low still gets compared
    index = MinHashLSH(threshold=max(0.05, limit - 0.15), num_perm=PERMUTATIONS)
    found: list[tuple[int, int, float]] = []
    done = 0
    for split in splits:
        of_split = compared[split_of[compared] == split]
        for start in range(0, len(of_split), AT_ONCE):
            rows = of_split[start : start + AT_ONCE].tolist()
            runs = [runs_of(texts[row]) for row in rows]
            hashes = MinHash.bulk(
                [[run.encode() for run in of_text] for of_text in runs],
                num_perm=PERMUTATIONS,
                hashfunc=zlib.crc32,  # datasketch mixes it; its usual SHA-1 takes half the time
            )
            if split != splits[0]:
                for row, mine, minhash in zip(rows, runs, hashes, strict=True):
                    candidates = [c for c in index.query(minhash) if split_of[c] != split]
                    if candidates:
                        best = _most_similar(mine, sorted(candidates)[:MOST_COMPARED], texts)
                        if best[1] >= limit:
                            found.append((row, *best))
            if split != splits[-1]:
                with index.insertion_session() as session:
                    for row, minhash in zip(rows, hashes, strict=True):
                        session.insert(row, minhash)
            done += len(rows)
            if progress is not None:
                progress(done / len(compared))
    found.sort(key=lambda pair: (-pair[2], pair[0]))
    later, earlier, similarity = zip(*found, strict=True) if found else ((), (), ())
    return NearDuplicates(
        np.array(later, dtype=np.int64),
        np.array(earlier, dtype=np.int64),
        np.array(similarity, dtype=float),
        len(compared),
    )


def _most_similar(mine: set[str], candidates: list[int], texts: Array) -> tuple[int, float]:
    best = (-1, 0.0)
    for row in candidates:
        other = runs_of(texts[row])
        overlap = len(mine & other) / len(mine | other)
        if overlap > best[1]:
            best = (row, overlap)
    return best
