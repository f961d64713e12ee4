"""The command on real clusters of this machine, and killed while Spark counts."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import breakeven as be
from breakeven.engine.engines import PREFIX
from tests.breakeven.engine.spark_clusters import (
    PATIENCE,
    children,
    connect,
    missing,
    runs,
    standalone,
    surroundings,
)
from tests.breakeven.engine.test_engines import soon
from tests.engine_tables import wide
from tests.paths import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")]


@pytest.fixture(autouse=True)
def java() -> None:
    missing()


def command(table: Path, spark: str) -> list[str]:
    asked = ["evaluate", str(table), "--spark", spark, "--format", "json"]
    return [sys.executable, str(ROOT / "cli.py"), *asked]


def evaluated(table: Path, spark: str, folder: Path) -> dict[str, Any]:
    """What the command prints of a table."""
    own = surroundings(folder)
    done = subprocess.run(
        command(table, spark), check=False, env=own, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def assert_as_in_memory(counted: dict[str, Any], table: Path) -> None:
    """The numbers of each class, of all pairs and of documents are those of memory."""
    expected = json.loads(json.dumps(be.evaluate(be.read(table)).to_dict()))
    for key in ("split", "documents", "micro", "break_even"):
        assert counted[key] == expected[key], key
    for kind, own in counted["eleven_point"].items():
        # of documents with equal points one stands for all, so the last digit of a sum may differ
        levels = expected["eleven_point"][kind]
        assert own == {key: pytest.approx(value, rel=1e-12) for key, value in levels.items()}, kind
    assert counted["per_class"].keys() == expected["per_class"].keys()
    for name, numbers in expected["per_class"].items():
        assert counted["per_class"][name] == numbers, name


def test_a_cluster_of_its_own_counts_what_memory_counts(tmp_path: Path) -> None:
    table = wide(tmp_path / "wide.parquet")
    with standalone(tmp_path) as url:
        found = evaluated(table, url, tmp_path)
    assert url in found["engine"]
    assert_as_in_memory(found, table)


def test_a_server_of_connect_counts_what_memory_counts(tmp_path: Path) -> None:
    table = wide(tmp_path / "wide.parquet")
    with connect(tmp_path) as url:
        found = evaluated(table, url, tmp_path)
    assert url in found["engine"]
    assert_as_in_memory(found, table)


def test_a_count_of_spark_that_is_killed_half_way_leaves_nothing(tmp_path: Path) -> None:
    table = tmp_path / "table.parquet"
    draw = np.random.default_rng(0)
    columns: dict[str, Any] = {"id": np.arange(200_000), "true": draw.choice(["A", "B"], 200_000)}
    columns |= {f"score:{name}": draw.random(200_000) for name in "AB"}
    pq.write_table(pa.table(columns), table)
    spilled = tmp_path / "spilled"
    spilled.mkdir()
    process = subprocess.Popen(
        command(table, "local[2]"),
        env=surroundings(spilled),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    # what one half of a count hands to the other
    assert soon(lambda: any(spilled.rglob("shuffle_*.data")), PATIENCE)
    java = [number for number, name in children(process.pid).items() if name == "java"]
    assert len(java) == 1
    # Java's own temporary files are in the folder that goes
    arguments = Path(f"/proc/{java[0]}/cmdline").read_text().split("\0")
    (own,) = [each.partition("=")[2] for each in arguments if each.startswith("-Djava.io.tmpdir=")]
    assert own.startswith(str(spilled / PREFIX))
    process.send_signal(signal.SIGKILL)
    printed, _ = process.communicate()
    assert printed == ""
    assert soon(lambda: not runs(java[0]))
    assert soon(lambda: not list(spilled.rglob(f"{PREFIX}*")))
    assert soon(lambda: not any(spilled.rglob("shuffle_*")))
