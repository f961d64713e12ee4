"""The drawing of the wings is read from the code, and is the one that is committed."""

from __future__ import annotations

from script import wings

# a over b and c, b over c; d is used by a alone
HOUSE = {"a": {"b", "c", "d"}, "b": {"c"}, "c": set(), "d": set()}


def test_the_committed_drawing_is_what_the_code_gives() -> None:
    assert wings.PICTURE.read_text(encoding="utf-8") == wings.drawn(), "run: python script/wings.py"


def test_a_wing_stands_above_all_that_it_imports_and_no_higher() -> None:
    # d imports nothing and is used by a alone, so it stands right below a
    assert wings.floors_of(HOUSE) == {"a": 2, "b": 1, "c": 0, "d": 1}


def test_an_arrow_is_left_out_where_a_longer_way_leads_there() -> None:
    # from a to c by b
    assert wings.direct(HOUSE) == [("a", "b"), ("a", "d"), ("b", "c")]


def test_crossing_arrows_are_counted() -> None:
    floors = {"a": 1, "b": 1, "c": 0, "d": 0}
    ways: list[list[wings.Item]] = [["a", "d"], ["b", "c"]]
    assert wings.crossings([["c", "d"], ["a", "b"]], ways, floors) == 1
    assert wings.crossings([["d", "c"], ["a", "b"]], ways, floors) == 0
    assert wings.crossings(wings.rows_of(floors, ways), ways, floors) == 0
