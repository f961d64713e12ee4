"""What the head of a table beyond memory chooses."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from breakeven.engine.named_tables import TABLES
from tests.pages.reading import open_page


@pytest.mark.parametrize(("named", "chosen"), [("b", "b"), ("nobody", "a")])
def test_the_class_of_the_address_is_looked_at_else_the_largest(
    named: str, chosen: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    true, called = ["a", "a", "b", "c"], ["a", "b", "b", "a"]
    ids = [f"d{i}" for i in range(4)]
    pq.write_table(
        pa.table({"id": ids, "true": true, "predicted": called}), tmp_path / "rows.parquet"
    )
    (tmp_path / "tables.toml").write_text('[tables.lake]\npath = "rows.parquet"\n', "utf-8")
    monkeypatch.setenv(TABLES, str(tmp_path / "tables.toml"))
    app = open_page(
        "confusions", review="table:lake", confusions__part="classes", **{"class": named}
    )
    (row,) = app.session_state["tables"]["selection"]["rows"]
    (table,) = (shown.value for shown in app.dataframe if "class" in shown.value)
    assert table["class"].iloc[row] == chosen
