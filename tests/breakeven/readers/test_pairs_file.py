"""A class map as a file of old and new names."""

from __future__ import annotations

import pytest

from breakeven.readers.base.problems import ReadError
from breakeven.readers.pairs_file import read_class_map
from breakeven.readers.shapes.class_map import resolve_class_map


def test_a_class_map_is_a_file_of_old_and_new_names() -> None:
    text = "note,new,old\nx,grain,wheat\ny,,\"old, name\"\nz, b , a \nw,'=1,'-2\nv,grain,wheat\n"
    assert read_class_map("m.csv", text.encode()) == {
        "wheat": "grain",
        "old, name": None,
        " a ": " b ",
        "-2": "=1",
    }


@pytest.mark.parametrize(
    ("text", "row", "column", "message"),
    [
        ("a,b\nx,y\n", 1, "old", "missing"),
        ("old,new\n,y\n", 2, "old", "the old name is empty"),
        ("old,new\na,b\nc,d\na,c\n", 4, "old", "another new name in row 2"),
        ("old,new\na,b\na,\n", 3, "old", "another new name in row 2"),
        ("old,new\na,b\nb,c\nc,a\n", 2, "old", "in a circle: 'a', 'b', 'c', 'a'"),
        ("old,new\nz,b\nb,c\nc,b\n", 3, "old", "in a circle: 'b', 'c', 'b'"),
    ],
)
def test_what_is_wrong_with_a_class_map_is_named(
    text: str, row: int, column: str, message: str
) -> None:
    with pytest.raises(ReadError) as caught:
        read_class_map("m.csv", text.encode())
    first = caught.value.problems[0]
    assert (first.row, first.column, first.file) == (row, column, "m.csv")
    assert message in first.what


def test_names_are_followed_to_the_last_one() -> None:
    assert resolve_class_map({"a": "b", "b": "c", "d": None, "e": "d", "f": "f", "g": "f"}) == {
        **{"a": "c", "b": "c", "d": None, "e": None, "g": "f"}
    }
    with pytest.raises(ReadError, match="circle"):
        resolve_class_map({"a": "b", "b": "a"})
