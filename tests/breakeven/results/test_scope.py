"""A class map survives being written, whatever the classes are called."""

from __future__ import annotations

import csv
import io

from hypothesis import assume, example, given
from hypothesis import strategies as st

from breakeven.readers.pairs_file import read_class_map
from breakeven.results.scope import class_map_csv

# any text but NUL and lone surrogates, which no file may hold
NAMES = st.text(
    st.characters(blacklist_characters="\0", blacklist_categories=["Cs"]), min_size=1, max_size=8
)


@given(st.dictionaries(NAMES, st.none() | NAMES.map(lambda name: f"{name}→"), min_size=1))
@example({"=1+1": "'=1", "'": "''x", "a\rb": "a\nb", " x ": None, "a,b;c\td": 'e"f', "\r": "\n"})
def test_round_trip(class_map: dict[str, str | None]) -> None:
    # names that only differ by the arrow could lead in a circle or on: keep those that stay
    class_map = {old: new for old, new in class_map.items() if new not in class_map}
    assume(class_map)
    data = class_map_csv(class_map)
    assert read_class_map("m.csv", data) == class_map
    for row in csv.reader(io.StringIO(data.decode(), newline="")):
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) for cell in row)
