"""Class maps and hierarchies that were sent are read apart, as commands read them here."""

from __future__ import annotations

import gzip

import pyarrow as pa
import pytest

from breakeven.readers.base.problems import ReadError
from breakeven.readers.hierarchy import read_hierarchy
from breakeven.readers.pairs_file import read_class_map
from breakeven.readers.worker import small_files
from breakeven.readers.worker.small_files import class_map_apart, hierarchy_apart
from tests.breakeven.readers.reading import parquet
from tests.system import needs_worker

MAP = "old,new\nwheat,grain\ncorn,grain\nold news,\né\u2028,'=x\n".encode()
TREE = b"parent,child\nfood,grain\ngrain,wheat\nfood,wheat\n,food\n"


@needs_worker
def test_what_is_read_apart_is_what_is_read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = {"wheat": "grain", "corn": "grain", "old news": None, "é\u2028": "=x"}
    above = {"parents": {"grain": ["food"], "wheat": ["grain", "food"], "food": []}}
    for has_worker in (True, False):  # where a system has no such processes, here
        monkeypatch.setattr(small_files, "HAS_WORKER", has_worker)
        assert class_map_apart("map.csv", MAP) == expected == read_class_map("map.csv", MAP)
        assert hierarchy_apart("tree.csv", TREE) == above == read_hierarchy("tree.csv", TREE)


def test_what_is_wrong_is_said_with_row_and_file() -> None:
    twice = b"old,new\na,b\na,c\n"
    for read in (class_map_apart, read_class_map):
        with pytest.raises(ReadError) as refusal:
            read("map.csv", twice)
        (problem,) = refusal.value.problems
        assert (problem.file, problem.row) == ("map.csv", 3)
    with pytest.raises(ReadError, match="parent"):
        hierarchy_apart("tree.csv", twice)


def test_what_unfolds_ends_with_its_own_process() -> None:
    bomb = gzip.compress(b"old,new\n" + b"a,b\n" * 15_000_000)
    with pytest.raises(ReadError, match="unpack to more than"):
        class_map_apart("map.csv.gz", bomb)
    names = pa.array([f"{i}" for i in range(1000)])
    table = pa.table({"old": names, "new": pa.array(["x"] * 1000)})
    assert len(class_map_apart("map.parquet", parquet(table))) == 1000
