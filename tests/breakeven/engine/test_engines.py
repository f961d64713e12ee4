"""Engines that run: what they may take, and that nothing of them stays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from breakeven.engine.engines import PREFIX, duckdb_engine
from breakeven.readers.base.problems import ReadError
from tests.paths import ROOT

SPILLS = """
from pathlib import Path
from breakeven.engine.engines import duckdb_engine
with duckdb_engine("400MB", Path({folder!r})) as engine:
    engine.backend.raw_sql("SET threads = 1")
    print("ready", flush=True)
    engine.backend.raw_sql(
        "CREATE TEMP TABLE t AS SELECT i, hash(i) AS h, hash(i + 1) AS g FROM range(60000000) r(i)"
    )
    engine.backend.raw_sql("SELECT count(*) FROM (SELECT h, g FROM t ORDER BY h, g)").fetchall()
"""


def test_a_limit_of_memory_that_is_none_is_refused() -> None:
    with pytest.raises(ReadError, match="'much' is not an amount of memory"), duckdb_engine("much"):
        pass


def test_the_limit_of_memory_holds_and_the_folder_for_the_rest_goes(tmp_path: Path) -> None:
    with duckdb_engine("300MB", tmp_path) as engine:
        (folder,) = tmp_path.iterdir()
        settings = dict(
            engine.backend.raw_sql(
                "SELECT name, value FROM duckdb_settings() "
                "WHERE name IN ('memory_limit', 'temp_directory')"
            ).fetchall()
        )
        # 150 MB, as Python takes the rest
        assert settings == {"memory_limit": "143.0 MiB", "temp_directory": str(folder)}
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are killed otherwise there")
@pytest.mark.parametrize("with_all_it_started", [False, True])
def test_a_count_that_is_killed_half_way_leaves_no_file(
    tmp_path: Path, with_all_it_started: bool
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", SPILLS.format(folder=str(tmp_path))],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    assert soon(lambda: any(file.is_file() for file in tmp_path.rglob("*")))  # it spills
    # as a terminal or a scheduler ends it: all processes of its group at once
    end = os.killpg if with_all_it_started else os.kill
    end(process.pid, signal.SIGKILL)
    process.communicate()
    assert soon(lambda: not list(tmp_path.glob(f"{PREFIX}*")))


def soon(held: Callable[[], bool], patience: float = 60) -> bool:
    end = time.monotonic() + patience
    while not held() and time.monotonic() < end:
        time.sleep(0.05)
    return bool(held())
