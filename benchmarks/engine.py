"""`breakeven evaluate` by engines: the same counts as in memory, and how time and memory grow.

`python benchmarks/engine.py [decisions ...] [--duckdb]` writes seeded tables of 100 classes (in
single precision, as folders of Parquet in parts of a million documents; 10 and 100 million
decisions, a billion takes 4 GB of disk), and has each evaluated by DuckDB within 2 GB and by Spark
in this machine's Java, each in a process of its own. Asserted: on the first part both count what
NumPy counts, and on the whole they say the same, to the last digit. Printed: seconds by the clock
and of the processors, the most memory held (Java's included), and what ten times as many take.
"""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

CLASSES = 100
PART = 1_000_000
LIMIT = "2GB"
SIZES = (10_000_000, 100_000_000)
ENGINES = ("duckdb", "spark")


def write(folder: Path, decisions: int) -> int:
    """A folder of parts; how many bytes they take."""
    documents = decisions // CLASSES
    for part, start in enumerate(range(0, documents, PART)):
        rows = _rows(start, min(PART, documents - start))
        path = folder / f"part-{part:05}.parquet"
        pq.write_table(rows, path, row_group_size=PART // 10, use_dictionary=["true"])
    return sum(file.stat().st_size for file in folder.iterdir())


def _rows(start: int, number: int) -> pa.Table:
    """Documents with two classes of a hundred on average, and a probability for each class."""
    draw = np.random.default_rng([0, start])
    names = [f"C{c:03}" for c in range(CLASSES)]
    columns: dict[str, Any] = {"id": np.arange(start, start + number)}
    true = np.zeros(number, dtype="U20")
    scores = {}
    for c, name in enumerate(names):
        positive = draw.random(number, dtype=np.float32) < 0.04 * (CLASSES - c) / CLASSES
        logit = draw.standard_normal(number, dtype=np.float32) - np.where(positive, -1, 2)
        scores[f"score:{name}"] = (1 / (1 + np.exp(-logit))).astype(np.float32)
        true[positive] = np.char.add(true[positive], f"{name}|")
    columns["true"] = np.char.rstrip(true, "|")
    return pa.table(columns | scores)


def count(engine: str, folder: Path) -> None:
    """Everything that the command prints, as JSON."""
    from breakeven.commands.main import main

    options = {
        "duckdb": ["--engine", "duckdb", "--memory-limit", LIMIT],
        "spark": ["--spark", "local[2]"],
        "memory": ["--engine", "memory"],
    }
    assert main(["evaluate", str(folder), *options[engine], "--format", "json"]) == 0
    own = resource.getrusage(resource.RUSAGE_SELF)
    taken, held = own.ru_utime + own.ru_stime, own.ru_maxrss * 1024
    if engine == "spark":
        java = Path(f"/proc/{pyspark_java()}")
        _, _, after = (java / "stat").read_text().rpartition(")")
        taken += sum(map(int, after.split()[11:13])) / os.sysconf("SC_CLK_TCK")
        (most,) = re.findall(r"VmHWM:\s+(\d+)", (java / "status").read_text())
        held += int(most) * 1024
    print(f"\n{taken} {held}")


def pyspark_java() -> int:
    """The number of the Java that PySpark keeps until this process ends."""
    from pyspark import SparkContext

    return int(getattr(SparkContext, "_gateway").proc.pid)  # noqa: B009 - no name it promises


@dataclass(frozen=True)
class Taken:
    """Seconds by the clock, seconds of processors, and the most bytes held."""

    clock: float
    processors: float
    held: float


def run(engine: str, folder: Path) -> tuple[dict[str, Any], Taken]:
    """What an engine says of a folder, and what it takes."""
    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, __file__, "count", engine, str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    output = process.stdout.read()
    assert process.wait() == 0, engine
    result, _, taken = output.rstrip().rpartition("\n")
    processors, held = map(float, taken.split())
    return json.loads(result), Taken(time.perf_counter() - start, processors, held)


def counted(result: dict[str, Any]) -> dict[str, Any]:
    """The numbers that every engine gives, without average precision, which turns on all scores."""
    left_out = ("intervals", "average_precision", "best_f")
    classes = {
        name: {key: value for key, value in values.items() if key not in left_out}
        for name, values in result["per_class"].items()
    }
    levels = {key: result["eleven_point"][key] for key in ("macro", "pooled")}
    # documents that are alike are added together, which may cost the last digits
    by_document = result["eleven_point"]["document_closest"]["levels"]
    macro = result["intervals"]["macro"]
    return {
        "classes": classes,
        "by_document": [round(level, 12) for level in by_document],
        "macro": {key: [round(end, 9) for end in ends] for key, ends in macro.items()},
        "levels": levels,
        "break_even": result["break_even"],
        "documents": result["documents"],
        "micro": result["micro"],
    }


def same_as_numpy(engines: tuple[str, ...]) -> None:
    """Engines say of a part what is counted in memory: of more scores than come back at a time."""
    with tempfile.TemporaryDirectory() as beside:
        first = Path(beside) / "part.parquet"
        pq.write_table(_rows(0, PART // 20), first)
        known, _ = run("memory", first)
        for engine in engines:
            assert counted(run(engine, first)[0]) == counted(known), engine
    print(f"{PART // 20 * CLASSES:,} decisions: {' and '.join(engines)} count as NumPy does")


def main(sizes: tuple[int, ...], engines: tuple[str, ...]) -> None:
    from benchmarks.evaluate import apart

    same_as_numpy(engines)
    all_taken: dict[str, list[tuple[int, Taken]]] = {engine: [] for engine in engines}
    for decisions in sizes:
        with tempfile.TemporaryDirectory() as made:
            folder = Path(made)
            size = apart(write, folder, decisions)
            print(f"{decisions:,} decisions, {size / 1e9:.2f} GB of Parquet", flush=True)
            results = []
            for engine in engines:
                result, taken = run(engine, folder)
                results.append({k: v for k, v in result.items() if k != "engine"})
                all_taken[engine].append((decisions, taken))
                print(
                    f"  {engine:7}{taken.clock:8.1f} s, {taken.processors:8.1f} s of processors, "
                    f"{taken.held / 1e6:6.0f} MB held",
                    flush=True,
                )
            assert all(result_of_engine == results[0] for result_of_engine in results)
    for engine, of_sizes in all_taken.items():
        for (few, before), (many, after) in pairwise(of_sizes):
            print(
                f"{engine}: {many / few:.0f} times as many take "
                f"{after.processors / before.processors:.1f} times as long of the processors, "
                f"and {after.held / before.held:.1f} times the memory"
            )


if __name__ == "__main__":
    if sys.argv[1:2] == ["count"]:
        count(sys.argv[2], Path(sys.argv[3]))
    else:
        chosen = ENGINES[:1] if "--duckdb" in sys.argv else ENGINES
        given = tuple(int(a) for a in sys.argv[1:] if a != "--duckdb")
        main(given or SIZES, chosen)
