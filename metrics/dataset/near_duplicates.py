"""Texts of one split that nearly occur in an earlier one."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

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
    compared = np.flatnonzero(long_enough & (split_of >= 0))
    splits = np.unique(split_of[compared])
    index = _index(limit)
    found: list[tuple[int, int, float]] = []
    done = 0
    for split in splits:
        of_split = compared[split_of[compared] == split]
        for start in range(0, len(of_split), AT_ONCE):
            rows = of_split[start : start + AT_ONCE].tolist()
            runs, hashes = _hashed(texts, rows)
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


def near_groups(
    texts: Array,
    long_enough: Array,
    limit: float,
    progress: Callable[[float], None] | None = None,
) -> Array:
    """Equal numbers for documents that near-duplicates join, whatever their splits; shape (n,).

    Arguments as for `near_duplicates`. A text that is like no other is alone; a chain of texts,
    each like the next, is one group.
    """
    compared = np.flatnonzero(long_enough)
    index, edges = _index(limit), []
    done = 0
    for start in range(0, len(compared), AT_ONCE):
        rows = compared[start : start + AT_ONCE].tolist()
        for row, mine, minhash in zip(rows, *_hashed(texts, rows), strict=True):
            edges += [(row, other) for other in _alike(mine, index.query(minhash), texts, limit)]
            index.insert(row, minhash)
        done += len(rows)
        if progress is not None:
            progress(done / len(compared))
    first, second = np.array(edges, dtype=np.int64).reshape(-1, 2).T
    joined = sparse.coo_array((np.ones(len(first)), (first, second)), shape=(len(texts),) * 2)
    return np.asarray(sparse.csgraph.connected_components(joined, directed=False)[1])


def _alike(mine: set[str], candidates: list[int], texts: Array, limit: float) -> Iterator[int]:
    """Those of some texts that have at least this overlap with the runs of one."""
    for other in sorted(candidates)[:MOST_COMPARED]:
        runs = runs_of(texts[other])
        if len(mine & runs) >= limit * len(mine | runs):
            yield other


def _index(limit: float) -> Any:
    from datasketch import MinHashLSH

    # a lower threshold for candidates: what MinHash rates too low still gets compared
    return MinHashLSH(threshold=max(0.05, limit - 0.15), num_perm=PERMUTATIONS)


def _hashed(texts: Array, rows: list[int]) -> tuple[list[set[str]], list[Any]]:
    """The runs of these texts, and what MinHash makes of them."""
    from datasketch import MinHash

    runs = [runs_of(texts[row]) for row in rows]
    hashes = MinHash.bulk(
        [[run.encode() for run in of_text] for of_text in runs],
        num_perm=PERMUTATIONS,
        hashfunc=zlib.crc32,  # datasketch mixes it; its usual SHA-1 takes half the time
    )
    return runs, hashes
