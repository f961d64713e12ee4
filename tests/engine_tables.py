"""Tables with every trap that an engine may fall into, and the comparison with memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from scipy import sparse

import breakeven as be
from breakeven.analysis.class_structure.merge_search import gains_of, pair_gains
from breakeven.analysis.evaluation.average_intervals import AverageIntervals, average_intervals
from breakeven.analysis.evaluation.counted import Confused, CountedEvaluation
from breakeven.analysis.evaluation.document_kinds import average_intervals_of
from breakeven.analysis.evaluation.eleven_conventions import ScoredElevenPoints
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.evaluation.leak_counts import RepeatedDocuments, TextConflicts
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.duplicates import leak_findings
from breakeven.analysis.selection.data_errors import data_errors
from breakeven.analysis.story.verdict import PlainVerdict
from breakeven.data.records import Truth
from metrics.averaging import UNDEFINED
from metrics.merging.merge_gains import CountedMeetings, MeetingWay
from metrics.typing import AVERAGES, Array
from metrics.uncertainty.intervals import Interval

# composed and decomposed accents, case alone, a blank at the end, and signs that SQL quotes
NAMES = ("a", "A", "é", "e\u0301", "NA ", "b\"c'd")
# both zeros, numbers below the normal ones, neighbours of powers of two, and far ones
TRAPS = [
    0.0, -0.0, 5e-324, 1e-310, 2.2250738585072014e-308, 1e-300, 0.5, np.nextafter(0.5, 0),
    np.nextafter(0.5, 1), 1.0, np.nextafter(1.0, 0), -1.0, -1e-300, -5e-324, 0.1, 0.25, 1e300,
]  # fmt: skip
# of each class by itself
MEANS = ("macro", "weighted")


def without_checks(verdict: PlainVerdict) -> PlainVerdict:
    """What an engine can know: nobody checks a table that it counts."""
    return PlainVerdict(tuple(of for of in verdict.answers if of.key != "checks"))


def flags(path: Path, documents: int, names: str, shares: list[float]) -> dict[str, str]:
    """A row a document: for each class, a letter, a flag and a score; the roles of its columns.

    `shares`: how often a class is true, false, and not judged.
    """
    draw = np.random.default_rng(4)
    true = draw.choice([1, 0, -1], (documents, len(names)), p=shares)
    columns: dict[str, object] = {"id": np.arange(documents)}
    columns |= {f"true {name}": true[:, c] for c, name in enumerate(names)}
    columns |= {f"score {name}": draw.random(documents) for name in names}
    pq.write_table(pa.table(columns), path)
    roles = {f"true {name}": f"indicator:{name}" for name in names}
    return roles | {f"score {name}": f"score:{name}" for name in names}


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
    document, klass = (index.ravel() for index in np.indices((documents, classes)))
    truth = draw.choice([1, 0, -1], len(document), p=[0.2, 0.7, 0.1])
    score = np.round(draw.random(len(document)) + 0.3 * (truth == 1), 2) / 1.3
    is_listed = draw.random(len(document)) < 0.8
    ids = np.array([f"d{row}" for row in document[is_listed]] + ["empty 1", "empty 2"])
    names = np.array([f"C{c}" for c in klass[is_listed]] + ["", ""])
    listed = int(is_listed.sum())
    judged = np.append(truth[is_listed], [0, 0])
    # every second pair that is not judged has an empty cell, the others are -1
    is_empty = (judged == -1) & (np.cumsum(judged == -1) % 2 == 0)
    columns = {
        "id": ids,
        "class": names,
        "truth": pa.array(judged, mask=is_empty),
        "score": pa.array(
            np.append(
                score[is_listed], [0.9, 0.5]
            ),  # what names no class is none, whatever it scores
            mask=np.append(draw.random(listed) < 0.1, [False, True]),
        ),
    }
    if clustered:
        clusters_of_documents = clusters(draw, documents)
        columns["cluster"] = np.append(clusters_of_documents[document[is_listed]], ["", ""])
        columns["weight"] = np.append(
            draw.choice([0.5, 1.0, 2.0], documents)[document[is_listed]], [1, 1]
        )
    pq.write_table(pa.table(columns), path)
    return path


# of more than twenty words, but for the last three; each beside others that equal it
LONG = "the quick brown fox jumps over the lazy dog and runs home again because it is late "
TEXTS = (
    (LONG + "tonight for once", LONG.upper() + "\u3000 Tonight\tfor\x1conce "),
    (LONG + "straße ΣΊΣΥΦΟΣ İ ŉ ﬃ", LONG + "STRASSE σίσυφος i\u0307 ʼN FFI"),
    (LONG + "caf\u00e9 two three", LONG + "cafe\u0301 two three"),  # these are not equal
    (
        "漢字かな交じり文の長い文章を二十字より多く書く",
        "漢字かな交じり文の長い文章を二十字より多く書く ",
    ),
    (LONG + "\u13a0 \uab70 \u2126 \u212a", LONG + "\uab70 \u13a0 \u03c9 k"),
    ("Short text", "short  TEXT"),
    ("", " \u2003"),
    ("か\u3099" * 19 + "a", "か\u3099" * 19 + "A"),  # twenty words once composed
)


def leaking(path: Path, layout: str = "wide", documents: int = 240, seed: int = 5) -> Path:
    """Documents that stand in several splits, by ids and texts that differ in case and spacing."""
    draw = np.random.default_rng(seed)
    own = [f"{LONG}and its number {n}" for n in range(documents)]
    pick = draw.integers(0, 2 * len(TEXTS), documents)
    text = [TEXTS[p // 2][p % 2] if draw.random() < 0.3 else own[n] for n, p in enumerate(pick)]
    splits = ["Train", "train", "dev", "test", "other", "" if layout == "long" else "other"]
    split = draw.choice(splits, documents, p=[0.2, 0.2, 0.2, 0.2, 0.1, 0.1])
    # short texts that nobody has but one document of training and one of the next splits
    for number in range(24):
        first, second = 10 * number + 3, 10 * number + 8
        split[[first, second]] = ["train", ("test", "dev", "test")[number % 3]]
        text[first] = f"copied number {number} STRASSE"
        text[second] = f"Copied  number {number} straße "
    # every tenth id equals the one before but for case
    ids = [f"Doc {n}" if n % 10 else f"doc  {n + 1} " for n in range(documents)]
    true, scores = draw.random((documents, 3)) < 0.3, np.round(draw.random((documents, 3)), 2)
    if layout == "wide":
        # the same id in two splits is a document in each
        ids = [own_id if n % 15 else ids[max(n - 1, 0)] for n, own_id in enumerate(ids)]
        ids = _once_a_split(ids, split)
        names = np.array(["a", "b", "c"], dtype=object)
        columns: dict[str, object] = {"id": ids, "true": ["|".join(names[row]) for row in true]}
        columns |= {"split": split, "text": text}
        columns |= {f"score:{name}": scores[:, c] for c, name in enumerate(names)}
    else:
        n, c = (index.ravel() for index in np.indices(true.shape))
        columns = {"id": np.array(ids, dtype=object)[n], "class": np.array(["a", "b", "c"])[c]}
        columns |= {"truth": draw.permutation([-1] + [1] * 5)[n % 6] * true.ravel()}
        columns |= {"score": scores.ravel(), "split": split[n]}
        columns |= {"text": np.array(text, dtype=object)[n]}
    pq.write_table(pa.table(columns), path)
    return path


def _once_a_split(ids: list[str], split: Array) -> list[str]:
    """Ids of which none stands twice in a split."""
    seen: dict[str, set[str]] = {}
    out: list[str] = []
    for one, of in zip(ids, split.tolist(), strict=True):
        out.append(f"{one} of {len(out)}" if of in seen.get(one, set()) else one)
        seen.setdefault(out[-1], set()).add(of)
    return out


def in_memory(path: Path, **options: object) -> Evaluation:
    """The same table evaluated in memory."""
    return be.evaluate(be.read(path), **options).evaluation  # type: ignore[arg-type]


def assert_same(counted: CountedEvaluation, expected: Evaluation) -> None:
    """Every count, and every point of the curves, is that of the evaluation in memory."""
    assert (counted.split, counted.cut, counted.classes) == (
        expected.split,
        expected.cut,
        expected.classes,
    )
    assert counted.documents == expected.documents
    for cell in ("tp", "fp", "fn", "tn"):
        np.testing.assert_array_equal(
            getattr(counted.counts.classes, cell), getattr(expected.tables, cell), cell
        )
    assert kinds(counted) == kinds_in_memory(expected)
    curves, scored = counted.curves, expected.scored
    assert curves is not None
    assert tuple(curves.break_even_points) == tuple(scored.break_even_points)
    for ours, theirs in zip(curves.eleven_points, scored.eleven_points, strict=True):
        np.testing.assert_array_equal(ours.levels, theirs.levels)
    assert curves.pooled_break_even == scored.pooled_break_even
    for tally, sorted_tally in zip(curves.tallies, scored.tallies, strict=True):
        assert (tally.n, tally.r) == (sorted_tally.n, sorted_tally.r)
    assert_same_conventions(counted, expected)


def assert_same_conventions(counted: CountedEvaluation, expected: Evaluation) -> None:
    """Eleven points by every convention that was counted, over as many units, as in memory.

    Documents that are alike are added together, which may cost the last digit of a mean.
    """
    ours, theirs = counted.eleven_points, ScoredElevenPoints(expected.scored, None)
    for undefined in UNDEFINED:
        for convention in ours.conventions:
            by, other = ours.by(convention, undefined), theirs.by(convention, undefined)
            assert (by.units, by.rankings) == (other.units, other.rankings), (convention, undefined)
            np.testing.assert_allclose(by.value.levels, other.value.levels, rtol=1e-13, atol=0)


def assert_same_tallies(counted: CountedEvaluation, expected: Evaluation) -> None:
    """Every distinct score with its documents and positives, as NumPy's sort counts them."""
    assert counted.curves is not None
    assert counted.curves.complete
    for ours, theirs in zip(counted.curves.tallies, expected.scored.tallies, strict=True):
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


def assert_same_confusion(confused: Confused, expected: Evaluation) -> None:
    """Every cell of the matrix, and how many documents are behind it, is as in memory.

    Parts of one are added in another order, which may cost the last digit.
    """
    ours, theirs = (matrix.counts.toarray() for matrix in (confused.matrix, expected.confusion))
    np.testing.assert_allclose(ours, theirs, rtol=1e-12, atol=0)
    behind = np.zeros_like(confused.behind.toarray())
    names = (*range(len(expected.classes)), None)
    for i, j in np.ndindex(behind.shape):
        if i + j < 2 * len(expected.classes):
            behind[i, j] = len(expected.documents_with(names[i], names[j]))
    np.testing.assert_array_equal(confused.behind.toarray(), behind)


def assert_same_gains(
    counted: CountedEvaluation, met: Mapping[MeetingWay, sparse.csr_array], expected: Evaluation
) -> None:
    """Which pairs of classes gain as one, and how much beyond their sizes, is as in memory."""
    for beta in (1.0, 2.0):
        meetings = CountedMeetings(met, counted.tables, counted.weighed)
        pairs = gains_of(counted, meetings, beta), pair_gains(expected, beta)
        ours, theirs = (
            {
                (a, b): numbers
                for a, b, *numbers in zip(
                    *(column.tolist() for column in (p.first, p.second, p.gain, p.by_size)),
                    strict=True,
                )
            }
            for p in pairs
        )
        assert set(ours) == set(theirs)
        for pair, numbers in theirs.items():
            assert ours[pair] == pytest.approx(numbers, rel=1e-9), pair
        assert np.all(np.diff(pairs[0].beyond) <= 1e-12)


def assert_same_leaks(repeated: RepeatedDocuments, truth: Truth) -> None:
    """How many documents of each split are in an earlier one, as the checks in memory find them."""
    leaks, conflicts = repeated.leaks, repeated.conflicts
    assert leaks is not None
    assert conflicts is not None
    assert leaks.splits == truth.splits
    per_split = partial(np.bincount, minlength=len(truth.splits))
    assert leaks.documents.tolist() == per_split(truth.split_of[truth.split_of >= 0]).tolist()
    assert leaks.leaked.tolist() == per_split(truth.split_of[data_errors(truth).leaked]).tolist()
    findings = {finding.code: finding for finding in leak_findings(truth, Limits(), None)}
    for code, counted in (
        ("leak.same-id", leaks.by_id),
        ("leak.same-text", leaks.by_text),
        ("leak.copied-short-text", leaks.copied),
    ):
        assert counted.tolist() == per_split(truth.split_of[findings[code].spoiled]).tolist(), code
    numbers = {code: finding.evidence for code, finding in findings.items()}
    assert leaks.by_short_text.sum() == numbers["leak.same-short-text"]["documents"] > 0
    wrong, short = numbers["labels.conflict"], numbers["labels.short-conflict"]
    assert conflicts == TextConflicts(
        wrong["texts"], wrong["documents"], short["texts"], short["documents"]
    )


def kinds(counted: CountedEvaluation) -> dict[tuple[int, ...], int]:
    """How many documents have each table, and number of judged classes."""
    counts = counted.counts
    assert counts.times is not None
    return _numbered(
        [counts.documents.tp, counts.documents.fp, counts.documents.fn, counts.judged],
        counts.times,
    )


def kinds_in_memory(evaluation: Evaluation) -> dict[tuple[int, ...], int]:
    """The same of an evaluation in memory."""
    tables = evaluation.document_tables
    return _numbered(
        [tables.tp, tables.fp, tables.fn, evaluation.judged_pairs],
        np.ones(evaluation.documents, int),
    )


def _numbered(cells: list[Array], times: Array) -> dict[tuple[int, ...], int]:
    found: dict[tuple[int, ...], int] = {}
    for *kind, number in zip(*(cell.tolist() for cell in cells), times.tolist(), strict=True):
        found[tuple(kind)] = found.get(tuple(kind), 0) + number
    return found


def assert_same_drawing(counted: CountedEvaluation, expected: Evaluation) -> None:
    """What documents are worth, and every interval that engines give, is as in memory."""
    assert (counted.documents, counted.kinds.drawn) == (expected.documents, expected.drawn)
    if expected.scored.sampled:
        ours, theirs = counted.counts.classes.effective, expected.tables.effective
        assert ours is not None
        assert theirs is not None
        for name in ("assigned", "positives", "either"):
            np.testing.assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-12)
        worth = expected.independent_documents
        assert counted.kinds.independent() == pytest.approx(worth, rel=1e-12)
    assert counted.curves is not None
    for name in ("break_even_intervals", "average_precision_intervals"):
        ends, others = getattr(counted.curves, name), getattr(expected.scored, name)
        np.testing.assert_allclose(ends.low, others.low, rtol=1e-12)
        np.testing.assert_allclose(ends.high, others.high, rtol=1e-12)
    assert_same_conventions(counted, expected)
    for undefined in UNDEFINED:
        intervals = average_intervals_of(counted.kinds, 1.0, undefined)
        other_intervals = average_intervals(expected, 1.0, undefined, further=True)
        assert intervals is not None
        assert other_intervals is not None
        assert intervals.macro or counted.class_pairs is None
        complete = expected.scored.unjudged is None
        for interval, other in _pairs_of_intervals(intervals, other_intervals, complete=complete):
            assert interval.low == pytest.approx(other.low, rel=1e-11, nan_ok=True)
            assert interval.high == pytest.approx(other.high, rel=1e-11, nan_ok=True)


def _pairs_of_intervals(
    ours: AverageIntervals, theirs: AverageIntervals, *, complete: bool
) -> Iterator[tuple[Interval, Interval]]:
    """Each interval that was counted beside that of memory.

    `complete`: every pair is judged, so that true negatives are in every other document.
    """
    yield ours.exact_match, theirs.exact_match
    if ours.macro:
        assert (ours.few, ours.classes) == (theirs.few, theirs.classes)
        assert set(ours.all_classes) == set(theirs.all_classes)
    for kind in AVERAGES:
        intervals, others = getattr(ours, kind), getattr(theirs, kind)
        for key, interval in intervals.items():
            if kind in MEANS and not complete and key not in ("precision", "recall", "f"):
                assert np.isnan(interval.low)
            else:
                yield interval, others[key]
    for key, interval in ours.all_classes.items():
        yield interval, theirs.all_classes[key]
