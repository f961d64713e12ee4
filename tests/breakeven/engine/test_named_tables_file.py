"""The file of tables that a server offers: read, and refused with everything that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from breakeven.commands.main import main
from breakeven.engine.named_tables import TABLES, file_states
from breakeven.engine.named_tables_file import named_tables, read_named
from breakeven.readers.base.problems import ReadError
from tests.engine_tables import wide


def test_a_table_is_named_with_where_it_is_and_what_counts_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "scores").mkdir()
    wide(tmp_path / "scores" / "1.parquet", 20)
    own = '[[measure]]\nname = "cost"\nformula = "(5*fn + fp)/n"\n'
    (tmp_path / "own.toml").write_text(own, encoding="utf-8")
    file = tmp_path / "tables.toml"
    file.write_text(
        '[tables.lake]\ntitle = "In the lake"\npath = "scores"\nmemory_limit = "1GB"\n'
        'roles = {true = "truth"}\nmeasures = "own.toml"\n\n'
        '[tables.far]\nspark = "sc://host:15002"\ntable = "lake.scores.run_7"\n',
        encoding="utf-8",
    )
    assert named_tables() == ()
    monkeypatch.setenv(TABLES, str(file))
    lake, far = named_tables()
    assert (lake.name, lake.title, lake.memory_limit) == ("lake", "In the lake", "1GB")
    assert (lake.path, lake.spark, lake.roles) == (tmp_path / "scores", None, (("true", "truth"),))
    assert [measure.formula for measure in lake.measures] == ["(5*fn + fp)/n"]
    assert (far.title, far.path, far.spark) == ("far", None, "sc://host:15002")
    before = file_states(lake)
    wide(tmp_path / "scores" / "2.parquet", 20)
    assert len(before) == 1
    assert before != file_states(lake)
    assert file_states(far) == ()


def test_everything_that_is_wrong_is_said_at_once_and_no_server_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tables.toml"
    file.write_text(
        '[tables."a b"]\npath = "gone"\nmemory_limit = "much"\nroles = {x = "king"}\n'
        '[tables.b]\ntitle = 3\ncolour = "red"\n'
        '[tables.c]\nspark = "sc://one"\n'
        '[tables.d]\nspark = "sc://two"\ntable = "t"\nshape = "round"\n'
        "[tables.e]\n"
        '[tables.f]\npath = "."\nmeasures = "gone.toml"\n'
        '[tables.g]\npath = "."\nmeasures = "own.toml"\n',
        encoding="utf-8",
    )
    own = '[[measure]]\nname = "cost"\nformula = "open(fn)"\n'
    (tmp_path / "own.toml").write_text(own, encoding="utf-8")
    monkeypatch.setenv(TABLES, str(file))
    assert main(["serve"]) == 2
    errors = capsys.readouterr().err
    for each in (
        "'a b': its name is part of addresses",
        f"{tmp_path / 'gone'} cannot be found",
        "'much' is not an amount of memory",
        "there is no role 'king' for 'x'",
        "title is 3",
        "it has 'colour'",
        "'c': it has no table",
        "several Spark clusters: 'sc://one', 'sc://two'",
        "there is no shape 'round'",
        "'e': it has neither path nor spark",
        f"'f': its measures: the measures in {tmp_path / 'gone.toml'} cannot be read",
        "'g': its measures: measure 1",
    ):
        assert each in errors, each


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[tables", "it is not TOML"),
        ("tables = 3", "something other than tables"),
        ("[other]", "something other than tables"),
    ],
)
def test_what_is_no_file_of_tables_is_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "tables.toml"
    with pytest.raises(ReadError, match="it cannot be read"):
        read_named(file)
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ReadError, match=message):
        read_named(file)
