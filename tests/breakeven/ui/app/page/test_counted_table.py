"""Counts of a table beyond memory lead to documents where these can be told apart."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from breakeven.engine.named_tables import TABLES
from tests.pages.reading import html_of, open_page

ROWS = {"true": ["a", "a", "b", "c"], "predicted": ["a", "b", "b", "a"]}
IDS = {"id": ["d0", "d1", "d2", "d3"]}
WEIGHTS = {"weight": [1.0, 2.0, 1.0, 1.0]}


@pytest.mark.parametrize(
    ("columns", "linked"),
    [(IDS | ROWS, True), (ROWS, False), (IDS | ROWS | WEIGHTS, False)],
    ids=["ids", "no ids", "weights"],
)
def test_counts_are_links_where_documents_have_ids_and_weigh_the_same(
    columns: dict[str, list[object]], linked: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pq.write_table(pa.table(columns), tmp_path / "rows.parquet")
    (tmp_path / "tables.toml").write_text('[tables.lake]\npath = "rows.parquet"\n', "utf-8")
    monkeypatch.setenv(TABLES, str(tmp_path / "tables.toml"))
    app = open_page("confusions", review="table:lake", confusions__part="classes")
    assert ('href="documents?' in html_of(app)) == linked
