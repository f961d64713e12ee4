"""Tables with every trap that an engine may fall into, and the comparison with memory."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import breakeven as be
from breakeven.evaluation.average_intervals import average_intervals
from breakeven.evaluation.counted import Confused, CountedEvaluation
from breakeven.evaluation.evaluation import Evaluation
from breakeven.evaluation.kinds import average_intervals_of
from metrics.averaging import UNDEFINED
from metrics.typing import Array

# composed and decomposed accents, case alone, a blank at the end, and signs that SQL quotes
NAMES = ("a", "A", "é", "e\u0301", "NA ", "b\"c'd")
# both zeros, numbers below the normal ones, neighbours of powers of two, and far ones
TRAPS = [
    0.0, -0.0, 5e-324, 1e-310, 2.2250738585072014e-308, 1e-300, 0.5, np.nextafter(0.5, 0),
    np.nextafter(0.5, 1), 1.0, np.nextafter(1.0, 0), -1.0, -1e-300, -5e-324, 0.1, 0.25, 1e300,
]  # fmt: skip


def wide(
    path: Path,
    documents: int = 400,
    seed: int = 0,
    weighted: bool = False,
    clustered: bool = False,
) -> Path:
    """A row a document: two classes in single precision, half of the scores traps."""
    draw = np.random.default_rng(seed)
    true = draw.random((documents, len(NAMES))) < 0.2
    names = np.array(NAMES, dtype=object)
    columns: dict[str, object] = {
        "id": [f"d{row}" for row in range(documents)],
        "true": ["|".join(names[row]) for row in true],
        "split": draw.choice(["Test", "test", "dev", ""], documents, p=[0.4, 0.3, 0.2, 0.1]),
    }
    if weighted:
        columns["weight"] = draw.choice([0.0, 0.5, 1.0, 2.0], documents)
    if clustered:
        columns["cluster"] = clusters(draw, documents)
    for c, name in enumerate(NAMES):
        scores = np.round(draw.normal(size=documents) + true[:, c], 1)
        scores = np.where(draw.random(documents) < 0.5, draw.choice(TRAPS, documents), scores)
        with np.errstate(over="ignore", under="ignore"):
            narrow = np.minimum(scores, 1e30).astype(np.float32)
        columns[f"score:{name}"] = narrow if c < 2 else scores
    pq.write_table(pa.table(columns), path)
    return path


def clusters(draw: np.random.Generator, documents: int) -> Array:
    """One large cluster, many small ones, documents without any, and what is called as one."""
    names = np.array(["large", "d7", "é", "e\u0301", *(f"t{thread}" for thread in range(60))])
    share = np.array([0.3, 0.05, 0.05, 0.05, *np.full(60, 0.55 / 60)])
    return np.where(draw.random(documents) < 0.2, "", draw.choice(names, documents, p=share))


def long(
    path: Path, documents: int = 300, classes: int = 7, seed: int = 1, clustered: bool = False
) -> Path:
    """A row a pair: some left out, some not judged, some without a score, documents without any."""
    draw = np.random.default_rng(seed)
    document, klass = (at.ravel() for at in np.indices((documents, classes)))
    truth = draw.choice([1, 0, -1], len(document), p=[0.2, 0.7, 0.1])
    score = np.round(draw.random(len(document)) + 0.3 * (truth == 1), 2) / 1.3
    kept = draw.random(len(document)) < 0.8
    ids = np.array([f"d{row}" for row in document[kept]] + ["empty 1", "empty 2"])
    names = np.array([f"C{c}" for c in klass[kept]] + ["", ""])
    listed = int(kept.sum())
    columns = {
        "id": ids,
        "class": names,
        "truth": np.append(truth[kept], [0, 0]),
        "score": pa.array(
            np.append(score[kept], [0.5, 0.5]),
            mask=np.append(draw.random(listed) < 0.1, [True, True]),
        ),
    }
    if clustered:
        of = clusters(draw, documents)
        columns["cluster"] = np.append(of[document[kept]], ["", ""])
        columns["weight"] = np.append(
            draw.choice([0.5, 1.0, 2.0], documents)[document[kept]], [1, 1]
        )
    pq.write_table(pa.table(columns), path)
    return path


def in_memory(path: Path, **options: object) -> Evaluation:
    """The same table evaluated in memory."""
    return be.evaluate(be.read(path), **options)  # type: ignore[arg-type]


def assert_same(counted: CountedEvaluation, known: Evaluation) -> None:
    """Every count, and every point of the curves, is that of the evaluation in memory."""
    assert (counted.split, counted.cut, counted.classes) == (
        known.split,
        known.cut,
        known.classes,
    )
    assert counted.documents == known.documents
    for cell in ("tp", "fp", "fn", "tn"):
        np.testing.assert_array_equal(
            getattr(counted.counts.classes, cell), getattr(known.tables, cell), cell
        )
    assert kinds(counted) == kinds_in_memory(known)
    curves, scored = counted.curves, known.scored
    assert curves is not None
    assert tuple(curves.break_even_points) == tuple(scored.break_even_points)
    for ours, theirs in zip(curves.eleven_points, scored.eleven_points, strict=True):
        np.testing.assert_array_equal(ours.levels, theirs.levels)
    assert curves.pooled_break_even == scored.pooled_break_even
    for tally, whole in zip(curves.tallies, scored.tallies, strict=True):
        assert (tally.n, tally.r) == (whole.n, whole.r)


def assert_same_tallies(counted: CountedEvaluation, known: Evaluation) -> None:
    """Every distinct score with its documents and positives, as NumPy's sort counts them."""
    assert counted.curves is not None
    assert counted.curves.complete
    for ours, theirs in zip(counted.curves.tallies, known.scored.tallies, strict=True):
        assert theirs.weights is None
        for own, number, sorted_ in (
            (ours.scores, ours.weights, theirs.scores),
            (ours.positives, ours.positive_weights, theirs.positives),
        ):
            scores, times = np.unique(sorted_.astype(float) + 0.0, return_counts=True)
            np.testing.assert_array_equal(own, scores)
            np.testing.assert_array_equal(number, times)
        assert (ours.unscored, ours.unscored_positives) == (
            theirs.unscored,
            theirs.unscored_positives,
        )


def assert_same_confusion(confused: Confused, known: Evaluation) -> None:
    """Every cell of the matrix, and how many documents are behind it, is as in memory.

    Parts of one are added in another order, which may cost the last digit.
    """
    ours, theirs = (of.counts.toarray() for of in (confused.matrix, known.confusion))
    np.testing.assert_allclose(ours, theirs, rtol=1e-12, atol=0)
    behind = np.zeros_like(confused.behind.toarray())
    names = (*range(len(known.classes)), None)
    for i, j in np.ndindex(behind.shape):
        if i + j < 2 * len(known.classes):
            behind[i, j] = len(known.documents_with(names[i], names[j]))
    np.testing.assert_array_equal(confused.behind.toarray(), behind)


def kinds(counted: CountedEvaluation) -> dict[tuple[int, ...], int]:
    """How many documents have each table, and number of judged classes."""
    counts = counted.counts
    assert counts.times is not None
    return _numbered(
        [counts.documents.tp, counts.documents.fp, counts.documents.fn, counts.judged],
        counts.times,
    )


def kinds_in_memory(known: Evaluation) -> dict[tuple[int, ...], int]:
    """The same of an evaluation in memory."""
    of = known.document_tables
    return _numbered([of.tp, of.fp, of.fn, known.judged_pairs], np.ones(known.documents, int))


def _numbered(cells: list[Array], times: Array) -> dict[tuple[int, ...], int]:
    found: dict[tuple[int, ...], int] = {}
    for *kind, number in zip(*(cell.tolist() for cell in cells), times.tolist(), strict=True):
        found[tuple(kind)] = found.get(tuple(kind), 0) + number
    return found


def assert_same_drawing(counted: CountedEvaluation, known: Evaluation) -> None:
    """What documents are worth, and every interval that engines give, is as in memory."""
    assert (counted.documents, counted.kinds.drawn) == (known.documents, known.drawn)
    if known.scored.sampled:
        ours, theirs = counted.counts.classes.effective, known.tables.effective
        assert ours is not None
        assert theirs is not None
        for name in ("assigned", "positives", "either"):
            np.testing.assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-12)
        worth = known.independent_documents
        assert counted.kinds.independent() == pytest.approx(worth, rel=1e-12)
    assert counted.curves is not None
    for name in ("break_even_intervals", "average_precision_intervals"):
        ends, others = getattr(counted.curves, name), getattr(known.scored, name)
        np.testing.assert_allclose(ends.low, others.low, rtol=1e-12)
        np.testing.assert_allclose(ends.high, others.high, rtol=1e-12)
    for undefined in UNDEFINED:
        found = average_intervals_of(counted.kinds, 1.0, undefined)
        beside = average_intervals(known, 1.0, undefined)
        assert found is not None
        assert beside is not None
        pairs = [(found.exact_match, beside.exact_match)]
        for kind in ("micro", "per_document"):
            of = getattr(beside, kind)
            pairs += [(interval, of[key]) for key, interval in getattr(found, kind).items()]
        for interval, other in pairs:
            assert interval.low == pytest.approx(other.low, rel=1e-11)
            assert interval.high == pytest.approx(other.high, rel=1e-11)
