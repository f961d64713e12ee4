"""The command `breakeven`: what it imports, and that the app starts from any folder."""

from __future__ import annotations

import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from breakeven.commands.main import COMMANDS, main
from tests.paths import ROOT
from tests.ports import free_port

LOADED = """
import sys
from breakeven.commands.main import main
try:
    main({arguments!r})
except SystemExit:
    pass
print("\\nLOADED", *{{name for name in sys.modules}})
"""


def loaded_by(*arguments: str) -> set[str]:
    """The modules loaded after a command has run."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED.format(arguments=arguments)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    return set(done.stdout.rpartition("LOADED")[2].split())


def test_help_imports_nothing_heavy() -> None:
    loaded = loaded_by("--help")
    assert not loaded & {"numpy", "scipy", "pandas", "pyarrow", "streamlit", "plotly"}


def test_evaluate_imports_only_what_it_uses() -> None:
    loaded = loaded_by("evaluate", "r8")
    assert "breakeven.results.evaluation_export" in loaded
    assert not loaded & {"scipy.stats", "statsmodels", "streamlit", "plotly"}
    commands = {name for name in loaded if name.startswith("breakeven.commands.")}
    assert not commands & {f"breakeven.commands.{c}" for c in COMMANDS if c != "evaluate"}


def test_evaluate_reads_parquet_without_pandas_or_an_engine(tmp_path: Path) -> None:
    path = tmp_path / "scores.parquet"
    scores = {"score:a": [0.9, 0.2, 0.4], "score:b": [0.1, 0.4, 0.8]}
    documents = {"id": ["x", "y", "z"], "true": ["a", "a|b", "b"], "split": ["dev", "test", "test"]}
    pq.write_table(pa.table(documents | scores), path)
    loaded = loaded_by("evaluate", str(path), "--format", "json")
    assert {"pyarrow.parquet", "breakeven.results.evaluation_export"} <= loaded
    assert not loaded & {"pandas", "ibis", "duckdb", "scipy.stats", "sqlalchemy"}


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    assert end.value.code == 0
    shown = capsys.readouterr().out
    modules = {file.stem for file in (ROOT / "breakeven" / "commands").glob("*.py")}
    assert modules - {"__init__", "main", "options", "file_options"} == {
        c.replace("-", "_") for c in COMMANDS
    }
    assert all(f"    {name}" in shown for name in COMMANDS)


def test_an_unknown_option_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["evaluate", "r8", "--sytem", "svm"])
    assert end.value.code == 2
    assert "unknown arguments: --sytem svm" in capsys.readouterr().err


def test_serve_starts_the_app_from_any_folder_and_hands_arguments_on(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, str(ROOT / "cli.py"), "serve", "--server.port", str(port)]
    with (tmp_path / "log").open("w") as log:
        server = subprocess.Popen(command, cwd=tmp_path, stdout=log, stderr=log)
    try:
        assert fetched(f"http://127.0.0.1:{port}/_stcore/health") == "ok"
        assert "<title>" in fetched(f"http://127.0.0.1:{port}/")
    finally:
        server.terminate()
        server.wait(30)
    # the settings beside app.py are used wherever it is started: this machine only
    assert f"127.0.0.1:{port}" in (tmp_path / "log").read_text()


def fetched(address: str) -> str:
    """What an address of a starting server holds, as soon as it answers."""
    until = time.monotonic() + 120
    while True:
        try:
            with urllib.request.urlopen(address, timeout=30) as answer:
                text: str = answer.read().decode()
                return text
        except (urllib.error.URLError, ConnectionError):
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


def test_the_script_runs_isolated_too() -> None:
    command = [sys.executable, "-I", str(ROOT / "cli.py"), "--help"]
    assert (
        b"Review text classifiers"
        in subprocess.run(command, check=True, capture_output=True).stdout
    )
