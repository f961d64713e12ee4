"""Marks taken home as CSV and Parquet, and loaded again, also onto changed data."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from breakeven.data.marks import MarkEvent, replay_marks
from breakeven.data.marks_table import marks_frame
from breakeven.data.records import Truth
from breakeven.readers.base.problems import ReadError
from breakeven.readers.marks_file import read_marks
from breakeven.ui.app.session.downloads import guarded_csv, parquet
from tests.made import event, holding, matrix_of, truth_of

TEXTS = ["plain", "=1+1", "", "mehr\nZeilen", "ünï", "plain"]
# one id in two splits, an id and a class that are formulas, one that looks like a list
IDS = ["1", "=cmd", "x", "x", "", " y"]
CLASSES = ("=a", '["b"]', "c,c")
TIME = "2024-01-31T12:00:00Z"


def truth(**more: Any) -> Truth:
    return truth_of(
        matrix_of(["a", "b", "a", "ab", "c", ""], 3),
        ids=np.array([i or "z" for i in IDS], dtype=object),
        classes=CLASSES,
        columns={"text": np.array(TEXTS, dtype=object)},
        text_column="text",
        splits=("train", "test"),
        split_of=np.array([0, 0, 0, 1, 1, -1]),
        **more,
    )


def written(text: str) -> bytes:
    return f"id,mark,class,right classes,when\n{text}".encode()


words = st.text("ab=-@'\"\n;,ü ", max_size=6)
whole = st.builds(
    event,
    st.lists(st.integers(0, 5), min_size=1, unique=True),
    st.sampled_from(["label wrong", "unclear", "duplicate", "leave out", "seen", "note", "tag"]),
    note=words,
    who=words,
)
times = st.sampled_from(["", TIME, "2025-01-31T12:00:00Z"])


@settings(max_examples=25)
@given(st.lists(whole, min_size=1, max_size=6), times, st.sets(st.integers(0, 2)))
@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_what_is_written_is_read_again(
    ending: str, events: list[MarkEvent], when: str, right: set[int]
) -> None:
    log = [
        event(
            e.rows.tolist(),
            e.kind,
            note=e.note,
            who=e.who,
            when=when,
            tag="odd one" if e.kind == "tag" else "",
            right=tuple(sorted(right)) if e.kind == "label wrong" else None,
        )
        for e in events
    ]
    log.append(event([0, 5], "not in the class", class_index=1, when=when))
    marked, marks = truth(), replay_marks(6, log)
    frame = marks_frame(marked, marks)
    data = guarded_csv(frame) if ending == "csv" else parquet(frame)
    read, left_out = read_marks(f"marks.{ending}", data, marked)
    assert not left_out
    assert holding(replay_marks(6, read)) == holding(marks)


def test_the_columns_and_the_guard_of_a_file() -> None:
    marks = replay_marks(
        6, [event([1], "label wrong", right=(0, 1), who="Ann", note="-1", when=TIME)]
    )
    lines = guarded_csv(marks_frame(truth(), marks)).decode().split("\r\n")
    assert lines[0] == "id,split,class,mark,right classes,note,who,when,text sha256"
    # printf '=1+1' | sha256sum
    digest = "bac90eef5bf3aecd6123c6c185642260ca6b2ae97f32fac7e72871cee02cd212"
    assert lines[1].startswith("'=cmd,train,,label wrong,")
    assert ",'-1,Ann,2024-01-31T12:00:00Z," in lines[1]
    assert lines[1].endswith(f",{digest}")


def test_a_file_by_hand_needs_an_id_and_a_mark() -> None:
    data = b"ID,Mark\n1,unclear\n1,tag: look again \n"
    events, left_out = read_marks("m.csv", data, truth())
    assert not left_out
    assert [(e.rows.tolist(), e.kind, e.tag) for e in events] == [
        ([0], "unclear", ""),
        ([0], "tag", "look again"),
    ]


def test_a_class_alone_is_one_right_class_and_brackets_are_none() -> None:
    data = written('1,label wrong,,"c,c",\n=cmd,label wrong,,[],\nz,label wrong,,"[""b""]",\n')
    events, _ = read_marks("m.csv", data, truth())
    # a class that looks like a list is written as a list of itself
    assert [e.right for e in events[:2]] == [(2,), ()]


def test_times_are_put_in_order_and_in_one_zone() -> None:
    data = written("1,unclear,,,2024-01-31T12:00:00+01:00\n1,duplicate,,,2024-01-31T10:59:59\n")
    events, _ = read_marks("m.csv", data, truth())
    assert [(e.kind, e.when) for e in events] == [
        ("duplicate", "2024-01-31T10:59:59Z"),
        ("unclear", "2024-01-31T11:00:00Z"),
    ]


def test_what_is_no_file_of_marks_is_refused_with_every_problem() -> None:
    data = written(
        ",unclear,,,\n1,foo,,,\n1,in the class,,,\n1,leave out,=a,,\n1,unclear,,=a,\n"
        '1,label wrong,,"[1]",\n1,unclear,,,yesterday\n'
    )
    with pytest.raises(ReadError) as refused:
        read_marks("m.csv", data, truth())
    problems = sorted((p.row, p.column, p.what) for p in refused.value.problems)
    assert problems == [
        (2, "id", "the id is missing"),
        (3, "mark", "'foo' is not a mark"),
        (4, "class", "“in the class” is about a class, but none is given"),
        (5, "class", "“leave out” is about the whole document"),
        (6, "right classes", "“unclear” has no right classes"),
        (7, "right classes", "'[1]' is not a list of classes"),
        (8, "when", "'yesterday' is not a time"),
    ]
    assert all(p.remedy and p.file == "m.csv" for p in refused.value.problems)
    with pytest.raises(ReadError, match=r"column 'mark': this column is missing"):
        read_marks("m.csv", b"id,predicted\n1,a\n", truth())


def test_what_is_not_there_any_more_is_left_out_and_said() -> None:
    before = replay_marks(6, [event([0, 1, 4, 5], "unclear"), event([2, 3], "duplicate")])
    data = guarded_csv(marks_frame(truth(), before))
    now = truth()
    now.columns["text"][1] = "other words"
    documents = now.documents
    assert documents is not None
    documents[5] = "another id"
    events, left_out = read_marks("m.csv", data, now)
    assert {row for e in events for row in e.rows.tolist()} == {0, 2, 3, 4}
    assert [(p.row, p.column, p.what) for p in left_out] == [
        (5, "id", "no document has the id ' y'"),
        (3, "text sha256", "the text of '=cmd' has changed since it was marked"),
    ]


def test_classes_that_are_not_there_leave_their_mark_out() -> None:
    data = written('1,unclear,new,,\n1,label wrong,,"[""c,c"", ""new""]",\n1,leave out,,,\n')
    events, left_out = read_marks("m.csv", data, truth())
    assert [e.kind for e in events] == ["leave out"]
    assert [(p.row, p.what) for p in left_out] == [
        (2, "there is no class 'new'"),
        (3, """'["c,c", "new"]' names an unknown class"""),
    ]
    single = truth_of(matrix_of(["a", "b"], 2))
    data = written('d0,label wrong,,"[""a"", ""b""]",\nd1,label wrong,,a,\n')
    events, left_out = read_marks("m.csv", data, single)
    assert [e.right for e in events] == [(0,)]
    assert left_out[0].what.endswith("a document has exactly one class here")


def test_an_id_of_two_splits_needs_its_split() -> None:
    events, left_out = read_marks("m.csv", b"id,split,mark\nx,test,seen\nx,,seen\n", truth())
    assert [e.rows.tolist() for e in events] == [[3]]
    assert left_out[0].what == "no document has the id 'x' in this split"


def test_where_no_mark_fits_nothing_is_loaded() -> None:
    with pytest.raises(ReadError, match="no mark in this file fits these documents"):
        read_marks("m.csv", written("7,unclear,,,\n"), truth())
