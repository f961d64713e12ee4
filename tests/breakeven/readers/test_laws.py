"""What holds for any class names, and for any bytes at all."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from breakeven.data.records import Problem, Review
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import FileProposal, Proposal
from breakeven.readers.build import read_review
from breakeven.readers.pairs_file import read_class_map
from breakeven.readers.shapes.class_map import resolve_class_map
from tests.made import not_none

# any text but NUL and lone surrogates, which no file may hold
NAMES = st.text(
    st.characters(blacklist_characters="\0", blacklist_categories=["Cs"]), min_size=1, max_size=8
)
LABELS = {"id": "id", "true": "truth", "predicted": "predicted"}


def as_csv(header: Any, rows: Any) -> Any:
    out = io.StringIO(newline="")
    writer = csv.writer(out, quoting=csv.QUOTE_ALL)
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue().encode()


def as_json_lines(header: Any, rows: Any) -> Any:
    return "\n".join(json.dumps(dict(zip(header, row, strict=True))) for row in rows).encode()


def as_parquet(header: Any, rows: Any) -> Any:
    buffer = io.BytesIO()
    columns = list(zip(*rows, strict=True))
    pq.write_table(pa.Table.from_arrays([pa.array(c) for c in columns], names=header), buffer)
    return buffer.getvalue()


WRITERS = {"f.csv": as_csv, "f.jsonl": as_json_lines, "f.parquet": as_parquet}


@pytest.mark.parametrize("name", WRITERS)
@settings(max_examples=60)
@given(st.lists(st.tuples(NAMES, NAMES), min_size=1, max_size=6))
@example([("0", "[[]]")])  # brackets, in which no object is
def test_any_class_name_comes_through_exactly(name: str, pairs: list[tuple[str, str]]) -> None:
    rows = [(str(i), true, called) for i, (true, called) in enumerate(pairs)]
    data = WRITERS[name](list(LABELS), rows)
    proposal = Proposal((FileProposal(name, "both", "labels", LABELS),))
    review = read_review([(name, data)], proposal)
    classes = review.truth.classes
    assert set(classes) == {text for pair in pairs for text in pair}
    assert list(classes) == sorted(classes)
    labels, called = (
        not_none(review.truth.labels).toarray(),
        not_none(review.predictions[0].decisions).toarray(),
    )
    assert [classes[row.argmax()] for row in labels] == [true for true, _ in pairs]
    assert [classes[row.argmax()] for row in called] == [assigned for _, assigned in pairs]


@pytest.mark.parametrize("name", ["f.jsonl", "f.parquet"])
@settings(max_examples=40)
@given(st.lists(st.lists(NAMES, max_size=4), min_size=1, max_size=5).filter(any))
def test_any_lists_of_class_names_come_through_exactly(
    name: str, lists: list[list[Any] | list[str]]
) -> None:
    rows = [(str(i), classes, classes[:1]) for i, classes in enumerate(lists)]
    review = read_review([(name, WRITERS[name](list(LABELS), rows))])
    classes = review.truth.classes
    found = [
        {classes[j] for j in np.flatnonzero(row)} for row in not_none(review.truth.labels).toarray()
    ]
    assert found == [set(classes) for classes in lists]


@pytest.mark.parametrize("name", WRITERS)
@settings(max_examples=40)
@given(
    st.lists(NAMES.filter(lambda n: n == n.strip()), min_size=2, max_size=4, unique=True),
    st.integers(0, 2**32 - 1),
)
def test_any_scores_reach_the_class_of_their_column(
    name: str, classes: list[str], seed: int
) -> None:
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(3, len(classes)))
    columns = rng.permutation(len(classes))
    header = ["id", "true", *(f"score:{classes[j]}" for j in columns)]
    rows = [
        (str(i), classes[i % len(classes)], *(float(scores[i, j]) for j in columns))
        for i in range(3)
    ]
    mapping = {f"score:{name}": name for name in classes}
    roles = {"id": "id", "true": "truth"} | dict.fromkeys(mapping, "score")
    proposal = Proposal((FileProposal(name, "both", "wide scores", roles, mapping),))
    review = read_review([(name, WRITERS[name](header, rows))], proposal)
    read_scores = review.predictions[0].scores
    for j, each in enumerate(classes):
        place = review.truth.classes.index(each) if each in review.truth.classes else None
        assert place is not None
        assert np.asarray(read_scores[[place], :]).ravel().tolist() == scores[:, j].tolist()


SEEDS = {
    "f.csv": b'id,true,predicted,score_a,score_b,split\n1,"a",a,0.5,1,train\n2,b|a,a,1,2,test\n',
    "f.tsv": b"id\tclass\ttruth\tscore\n1\ta\t1\t0.5\n1\tb\t0\t0.25\n2\ta\t0\t\n",
    "f.jsonl": b'{"id": 1, "true": ["a"], "predicted": ["a", "b"]}\n{"id": 2, "true": ["b"]}\n',
    "m.csv": b"true,a,b\na,5,1\nb,0,2\n",
    "f.parquet": as_parquet(
        ["id", "true", "score_a", "score_b", "on"],
        [(1, "a", 0.5, 1.0, True), (2, "b", 1.5, 2.0, False), (3, "a", 0.0, 0.0, None)],
    ),
}


def outcome(name: str, data: bytes) -> None:
    """A review or a ReadError whose problems can be shown: nothing else may happen."""
    problems: tuple[Problem, ...] = ()
    review = None
    try:
        review = read_review([(name, data)])
    except ReadError as error:
        problems = error.problems
    assert isinstance(review, Review) or problems
    if review is not None and not review.predictions:
        # then there is something else to look at: what is true, or texts of splits
        assert review.truth.labels is not None or (review.truth.splits and review.truth.text_column)
    assert all(str(problem) and problem.remedy for problem in problems)


@settings(max_examples=150)
@given(st.sampled_from(sorted(SEEDS)), st.binary(max_size=200))
def test_random_bytes_are_read_or_refused(name: str, data: bytes) -> None:
    outcome(name, data)


@settings(max_examples=300)
@given(
    st.sampled_from(sorted(SEEDS)),
    st.lists(
        st.tuples(
            st.floats(0, 1),
            st.integers(0, 4),
            st.one_of(
                st.binary(max_size=3), st.sampled_from([b",", b'"', b"\n", b"|", b"[", b"-1"])
            ),
        ),
        min_size=1,
        max_size=4,
    ),
)
def test_damaged_files_are_read_or_refused(
    name: str, edits: list[tuple[float, int, bytes]]
) -> None:
    data = SEEDS[name]
    for where, removed, added in edits:
        at = int(where * len(data))
        data = data[:at] + added + data[at + removed :]
    outcome(name, data)


CELLS = st.sampled_from(["", "a", "b", "a|b", "1", "0", "-1", "0.5", "nan", "x", "['a']", '["b"]'])
HEADERS = ["id", "true", "predicted", "class", "score", "system", "split", "text", "a", "b",
           "proba_a", "proba_b", "count", "confidence", "truth", "weight", "cluster",
           ""]  # fmt: skip


@settings(max_examples=300)
@given(st.lists(st.sampled_from(HEADERS), min_size=1, max_size=6, unique=True), st.data())
def test_any_table_is_read_or_refused(header: list[str], data: Any) -> None:
    rows = data.draw(st.lists(st.tuples(*[CELLS] * len(header)), min_size=1, max_size=5))
    for name, write in WRITERS.items():
        outcome(name, write(header, rows))


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(
        st.binary(max_size=60),
        st.lists(st.sampled_from(["a", "b", "c", "=a", "'", "", "\r"]), max_size=8).map(
            lambda cells: as_csv(["old", "new"], zip(cells[::2], cells[1::2], strict=False))
        ),
    )
)
def test_any_class_map_is_read_or_refused(data: bytes) -> None:
    problems: tuple[Problem, ...] = ()
    class_map: dict[str, str | None] = {}
    try:
        class_map = read_class_map("m.csv", data)
    except ReadError as error:
        problems = error.problems
    assert class_map or problems
    assert all(str(problem) and problem.remedy for problem in problems)
    final = resolve_class_map(class_map)
    # what a name becomes in the end is not replaced again
    assert not set(final.values()) & set(final)
    assert "" not in {*class_map, *final.values()}
