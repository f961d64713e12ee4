"""Filters of documents and the counts of their facets: time beside polars in the same run.

`python benchmarks/documents.py [documents] [classes]` makes a seeded collection (100,000 documents
of 90 classes, texts of 120 words, two kept columns), makes it ready as the app does once a review,
and then filters it by every kind of term, and counts all facets. The peer does the same filters on
a polars frame of the same columns; its counts are one `group_by` a facet. The best of five is
printed, and every answer is compared with the peer's.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from scipy import sparse

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from breakeven.analysis.documents.facets import facets_of, parted_columns
from breakeven.analysis.documents.words_with import groups_of, words_between
from breakeven.analysis.selection.candidates import CandidateDocuments
from breakeven.analysis.selection.selected_evaluation import candidates_of_selection
from breakeven.analysis.selection.selection import select
from breakeven.analysis.selection.where import mask, where_of
from breakeven.data.records import Predictions, Review, Truth
from metrics.typing import Array

ROUNDS = 5
WORDS, LENGTH = 20_000, 120


def collection(documents: int, classes: int, seed: int = 0) -> Review:
    """Documents with Zipf-like classes and words, decisions that miss and add a tenth."""
    rng = np.random.default_rng(seed)
    prevalence = np.minimum(0.3, 0.4 / np.arange(1, classes + 1))
    labels = rng.random((documents, classes)) < prevalence
    decided = np.where(
        labels, rng.random(labels.shape) < 0.9, rng.random(labels.shape) < prevalence / 10
    )
    scores = (rng.random((classes, documents)) * 0.5 + decided.T * 0.5).astype(np.float32)
    words = np.array([f"w{i}" for i in range(WORDS)], dtype=object)
    drawn = words[np.minimum(rng.zipf(1.3, (documents, LENGTH)) - 1, WORDS - 1)]
    texts = np.array([" ".join(row) for row in drawn], dtype=object)
    truth = Truth(
        np.array([f"d{i}" for i in range(documents)]),
        tuple(f"c{c}" for c in range(classes)),
        sparse.csc_array(labels),
        ("train", "test"),
        rng.integers(0, 2, documents),
        columns={
            "text": texts,
            "source": np.array(list("abcde"), dtype=object)[rng.integers(0, 5, documents)],
            "pages": rng.integers(1, 500, documents),
        },
        text_column="text",
    )
    first = Predictions("s", np.arange(documents), scores, sparse.csc_array(decided))
    other = Predictions("t", np.arange(documents), None, sparse.csc_array(labels))
    return Review("made", truth, (first, other), (), "0" * 64)


def frame_of(review: Review) -> pl.DataFrame:
    """One row a document, a column for truth, decision and score of the first two classes."""
    truth, predictions = review.truth, review.predictions[0]
    assert truth.labels is not None
    assert predictions.decisions is not None
    columns: dict[str, Any] = {"split": truth.split_of, **truth.columns}
    for c in (0, 1):
        columns[f"true{c}"] = truth.labels[:, [c]].toarray().ravel()
        columns[f"called{c}"] = predictions.decisions[:, [c]].toarray().ravel()
        columns[f"score{c}"] = predictions.scores[c]
    columns["wrong"] = np.asarray((truth.labels != predictions.decisions).sum(axis=1)) > 0
    return pl.DataFrame(columns)


def pairs_of(review: Review) -> pl.DataFrame:
    """One row for each pair that is true or called, as a table of a database would have it."""
    truth, predictions = review.truth, review.predictions[0]
    assert truth.labels is not None
    assert predictions.decisions is not None
    either = sparse.csc_array(truth.labels + predictions.decisions).tocoo()
    return pl.DataFrame(
        {
            "document": either.row,
            "class": either.col,
            "true": truth.labels.toarray()[either.row, either.col],
            "called": predictions.decisions.toarray()[either.row, either.col],
        }
    )


PEER: dict[str, pl.Expr] = {
    "true:c1": pl.col("true1"),
    "missed:c0": pl.col("true0") & ~pl.col("called0"),
    "hit:c0 -called:c1": pl.col("true0") & pl.col("called0") & ~pl.col("called1"),
    "wrong": pl.col("wrong"),
    "score(c0):0.4..0.6": pl.col("score0").is_between(0.4, 0.6),
    "split:test": pl.col("split") == 1,
    "source in (a, b)": pl.col("source").is_in(["a", "b"]),
    "pages>200": pl.col("pages") > 200,
    "w77": pl.col("text").str.contains("w77", literal=True),
    '"w77 w1"': pl.col("text").str.contains("w77 w1", literal=True),
    "word:w77": pl.col("text").str.contains(r"\bw77\b"),
    'matches:"w7[0-9] w1"': pl.col("text").str.contains("w7[0-9] w1"),
    "length>500": pl.col("text").str.len_chars() > 500,
    "system(t):called:c0": pl.col("true0"),
    "differs:t": pl.col("wrong"),
    "wrong (missed:c0 OR word:w77) source=a -split:train": (
        pl.col("wrong")
        & ((pl.col("true0") & ~pl.col("called0")) | pl.col("text").str.contains(r"\bw77\b"))
        & (pl.col("source") == "a")
        & (pl.col("split") == 1)
    ),
}


def best(work: Callable[[], Any]) -> tuple[float, Any]:
    """The shortest of some rounds in seconds, and what the last one gave."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - start)
    return min(times), result


def peer_rows(frame: pl.DataFrame, condition: pl.Expr) -> Array:
    """Which documents polars keeps."""
    return frame.with_row_index("row").filter(condition)["row"].to_numpy()


def peer_facets(frame: pl.DataFrame, pairs: pl.DataFrame, condition: pl.Expr) -> dict[int, int]:
    """Counts of every facet by polars; how many documents are truly of each class comes back."""
    some = frame.with_row_index("document").filter(condition)
    pairs_kept = pairs.join(some.select("document"), on="document", how="semi")
    by_class = pairs_kept.group_by("class").agg(
        pl.col("true").sum(),
        pl.col("called").sum(),
        (pl.col("true") & pl.col("called")).sum().alias("hit"),
    )
    pairs_kept.group_by("document").agg(pl.col("true").sum(), pl.col("called").sum())
    for column in ("split", "source", "wrong", "true0", "called0"):
        some.group_by(column).len()
    cuts = [pl.col("score0") * 10, pl.col("pages") / 80, pl.col("text").str.len_chars() / 100]
    for cut in cuts:
        some.group_by(cut.floor()).len()
    return dict(by_class.select("class", "true").iter_rows())


def compare_facets(
    documents: CandidateDocuments, frame: pl.DataFrame, pairs: pl.DataFrame, columns: Any
) -> None:
    """All facets of three filters, filtering included."""
    for text in ("wrong", "missed:c0", "wrong (missed:c0 OR word:w77) source=a -split:train"):
        where = where_of(text)
        assert where is not None

        def count(where: Any = where) -> Array:
            rows = np.flatnonzero(mask(where, documents))
            return facets_of(documents, rows, columns, 0).classes.true

        mine, true = best(count)
        peer, want = best(partial(peer_facets, frame, pairs, PEER[text]))
        assert {c: n for c, n in enumerate(true.tolist()) if n} == {
            c: n for c, n in want.items() if n
        }
        print(f"  {text:52} {mine * 1e3:7.0f} ms   {mine / peer:5.2f} of polars")


def main(documents: int = 100_000, classes: int = 90) -> None:
    review = collection(documents, classes)
    frame, pairs = frame_of(review), pairs_of(review)
    size = sum(map(len, review.truth.columns["text"])) / 1e6
    print(f"{documents:,} documents x {classes} classes, texts of {size:.0f} MB\n")
    candidates = candidates_of_selection(
        review, select(review, {"system": "s", "split": "all", "cut": "given"})
    )
    texts = candidates.lookups.texts()
    split_words = best(lambda: frame["text"].str.split(" ").explode().value_counts())[0]
    start = time.perf_counter()
    assert texts.words.counts.nnz
    index = time.perf_counter() - start
    columns = parted_columns(review.truth, texts)
    print(f"index of words, once: {index:.1f} s, {index / split_words:.1f} of counting by polars\n")
    for text, expression in PEER.items():
        where = where_of(text)
        assert where is not None
        first = time.perf_counter()
        mask(where, candidates)
        first = time.perf_counter() - first
        mine, mask_found = best(partial(mask, where, candidates))
        peer, rows = best(partial(peer_rows, frame, expression))
        assert np.array_equal(np.flatnonzero(mask_found), rows), text
        times = f"{mine * 1e3:7.1f} ms   {mine / peer:5.2f} of polars   first {first * 1e3:.0f}"
        print(f"  {text:52} {times}")
    print("\na filter and the counts of all its facets")
    compare_facets(candidates, frame, pairs, columns)
    everything = np.arange(len(candidates.rows))
    words, _ = best(lambda: words_between(candidates, everything, *groups_of("c0")))
    alike, _ = best(lambda: texts.words.likeness(0))
    print(f"\nwords that go with missed documents {words * 1e3:.0f} ms, ", end="")
    print(f"likeness {alike * 1e3:.0f} ms")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
