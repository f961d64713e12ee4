"""What stands in the table of class names, and the map that it says."""

from __future__ import annotations

import pandas as pd
import pytest

from breakeven.readers.base.problems import ReadError
from breakeven.ui.home.class_options import map_of


def table(*rows: tuple[str | None, str | None]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["old", "new"], dtype=object)


def test_names_that_stay_and_rows_without_anything_say_nothing() -> None:
    rows = table(("a", "a"), ("b", "a"), (None, None), ("", ""), ("c", None), ("d", ""))
    assert map_of(rows) == {"b": "a", "c": None, "d": None}
    assert map_of(table()) == {}


def test_names_are_taken_exactly_as_written() -> None:
    rows = table((" a ", "NA"), ("=1", "'x"), ("<b>", "nan"))
    assert map_of(rows) == {" a ": "NA", "=1": "'x", "<b>": "nan"}


def test_what_is_wrong_in_the_table_is_named_by_its_row() -> None:
    with pytest.raises(ReadError) as caught:
        map_of(table(("a", "b"), (None, "c"), ("a", "c"), (None, None), ("d", "e"), ("e", "d")))
    found = [(p.row, p.what) for p in caught.value.problems]
    assert found == [
        (2, "the old name is empty"),
        (3, "'a' has another new name in row 1"),
        (5, "the class map leads in a circle: 'd', 'e', 'd'"),
    ]
