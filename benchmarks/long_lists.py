"""Long lists of classes: opening, reading and evaluating them, beside sorting their pairs once.

`python benchmarks/long_lists.py [documents] [classes]` writes seeded Parquet files (153,000 x
670,000 for the size in docs/how-to/scale.md): the classes of each document, some five of them, and
5 to 100 classes that a system lists for it with a score each. How often classes are met falls as
Zipf's law says. It prints the seconds of `breakeven evaluate` beside those of reading the pairs
with pyarrow and sorting them once by class and score, and the most memory of each.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

TRUE_CLASSES = 5
FEWEST, MOST = 5, 100
FOUND = 0.7  # of the true classes that are listed


def write(folder: Path, documents: int, classes: int) -> tuple[Path, int]:
    """A Parquet file of the truth and of the listed classes; how many scores it holds."""
    random = np.random.default_rng(15)
    share = 1 / np.arange(1, classes + 1)
    upto = np.cumsum(share / share.sum())

    def drawn(number: int) -> np.ndarray:
        return np.minimum(np.searchsorted(upto, random.random(number)), classes - 1)

    of_true = np.repeat(np.arange(documents), random.poisson(TRUE_CLASSES - 1, documents) + 1)
    true = np.unique(of_true * classes + drawn(len(of_true)))
    numbers = random.integers(FEWEST, MOST + 1, documents)
    of_listed = np.repeat(np.arange(documents), numbers)
    true_listed = true[random.random(len(true)) < FOUND]
    listed = np.unique(np.concatenate([true_listed, of_listed * classes + drawn(len(of_listed))]))
    is_true = np.isin(listed, true, assume_unique=True)
    scores = 1 / (1 + np.exp(-random.normal(np.where(is_true, 1.0, -2.0), 1.5)))
    names = pa.array([f"class {c}" for c in range(classes)])
    columns = {"id": pa.array([f"d{row}" for row in range(documents)])}
    for key, pairs in (("true", true), ("labels", listed)):
        ends = np.searchsorted(pairs, np.arange(documents + 1) * classes).astype(np.int32)
        columns[key] = pa.ListArray.from_arrays(ends, names.take(pa.array(pairs % classes)))
    columns["scores"] = pa.ListArray.from_arrays(ends, pa.array(scores.astype(np.float32)))
    path = folder / "listed.parquet"
    pq.write_table(pa.table(columns), path)
    return path, len(listed)


def floor(path: Path) -> None:
    """Read the pairs, and sort them once by class and score."""
    file = pq.read_table(path, columns=["labels", "scores"])
    names = pc.list_flatten(file["labels"]).combine_chunks().dictionary_encode()
    scores = pc.list_flatten(file["scores"]).to_numpy()
    np.lexsort((scores, names.indices.to_numpy()))


def command(path: Path) -> None:
    """Everything that the command says of them."""
    from breakeven.commands.main import main

    assert main(["evaluate", str(path), "--format", "json"]) == 0


PARTS = {part.__name__: part for part in (floor, command)}


def run(part: str, path: Path) -> tuple[float, float, float]:
    """Seconds by the clock and of processors, and the most bytes held."""
    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, __file__, part, str(path)], stdout=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = status
    assert status == 0
    return time.perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024.0


def main(documents: int = 15_300, classes: int = 67_000) -> None:
    from benchmarks.evaluate import apart

    with tempfile.TemporaryDirectory() as folder:
        path, scores = apart(write, Path(folder), documents, classes)
        print(
            f"{documents:,} documents x {classes:,} classes, {scores:,} scores: "
            f"{path.stat().st_size / 1e6:.0f} MB of Parquet"
        )
        for part, what in (("floor", "reading and sorting"), ("command", "evaluate")):
            clock, used, held = run(part, path)
            print(f"{what}: {clock:.1f} s, {used:.1f} of processors, {held / 1e9:.2f} GB at most")


if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1] in PARTS:
        PARTS[sys.argv[1]](Path(sys.argv[2]))
    else:
        main(*map(int, sys.argv[1:]))
