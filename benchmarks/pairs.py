"""`breakeven evaluate` on a large file of document/class pairs, beside DuckDB's counts of them.

`python benchmarks/pairs.py [documents] [classes] [documents|classes|shuffled]` writes seeded pairs
as Parquet (a million documents of 100 classes, or 100 million pairs: id, class, truth, score in
single precision), sorted by document, by class, or in no order, and prints how long the command
takes beside DuckDB on all processors.

DuckDB is asked for counts alone: the rows of each class and truth, which is the least that has to
be done; and the same at a threshold together with the number of documents, which is what the
contingency tables need. It is not asked for the rest of what the command does: which rows are
wrong or come twice, every threshold of each class and of all pairs, the ranking of each document.
Its seconds are those of its queries, without loading it; the command's are those of its whole
process, from the start of Python to the last line printed.

Each runs in a process of its own, in turn, and the quickest counts. Then the share of each stage,
and the most memory that was held. Aim: 3 times DuckDB.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

ROUNDS = 2
POSITIVES = 0.03
# pairs that are made at a time
PIECE = 5_000_000


def write(path: Path, documents: int, classes: int, order: str) -> int:
    """Pairs with probabilities that are higher where the class is true; how many."""
    ids = pa.array([f"d{row:07}" for row in range(documents)])
    names = pa.array([f"C{c:03}" for c in range(classes)])
    pairs = documents * classes
    anywhere = np.random.default_rng(1).permutation(pairs) if order == "shuffled" else None
    schema = pa.schema(
        {"id": pa.string(), "class": pa.string(), "truth": pa.int8(), "score": pa.float32()}
    )
    with pq.ParquetWriter(path, schema) as writer:
        for start in range(0, pairs, PIECE):
            pair = np.arange(start, min(start + PIECE, pairs))
            if anywhere is not None:
                pair = anywhere[pair]
            if order == "classes":
                klass, document = np.divmod(pair, documents)
            else:
                document, klass = np.divmod(pair, classes)
            rng = np.random.default_rng([0, start])
            truth = rng.random(len(pair)) < POSITIVES
            score = rng.standard_normal(len(pair), dtype=np.float32) - 2 + 3 * truth
            columns = {
                "id": ids.take(pa.array(document)),
                "class": names.take(pa.array(klass)),
                "truth": truth.astype(np.int8),
                "score": (1 / (1 + np.exp(-score))).astype(np.float32),
            }
            writer.write_table(pa.table(columns, schema=schema))
    return pairs


def _duckdb(path: Path, *questions: str) -> None:
    import duckdb

    start, used = time.perf_counter(), time.process_time()
    for question in questions:
        duckdb.execute(question, [str(path)]).fetchall()
    json.dump([time.perf_counter() - start, time.process_time() - used], sys.stderr)


def least(path: Path) -> None:
    """The rows of each class and truth."""
    _duckdb(path, "SELECT class, truth, count(*) FROM read_parquet(?) GROUP BY ALL")


def tables(path: Path) -> None:
    """The contingency table of each class at a threshold, and how many documents there are."""
    _duckdb(
        path,
        "SELECT class, truth, score >= 0.5, count(*) FROM read_parquet(?) GROUP BY ALL",
        "SELECT count(DISTINCT id) FROM read_parquet(?)",
    )


def command(path: Path) -> None:
    """Everything that the command prints."""
    from breakeven.commands.main import main

    assert main(["evaluate", str(path), "--engine", "memory", "--format", "json"]) == 0


PARTS = {part.__name__: part for part in (least, tables, command)}


def main(documents: int = 1_000_000, classes: int = 100, order: str = "documents") -> None:
    from benchmarks.evaluate import apart, print_stages, run

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pairs.parquet"
        pairs = apart(write, path, documents, classes, order)
        size = path.stat().st_size
        print(f"{pairs:,} pairs of {classes} classes, sorted by {order}: {size / 1e6:.0f} MB")
        parts = ("least", "tables", "command")
        rounds = [[run(part, path, __file__) for part in parts] for _ in range(ROUNDS)]
        taken = json.loads(run("stages", path)[3])
    own = np.min([command[:2] for _, _, command in rounds], axis=0)
    for name, place in (("by the clock", 0), ("of processors", 1)):
        print(f"evaluate takes {own[place]:.2f} s {name}")
        for peer in (0, 1):
            seconds = min(json.loads(round_taken[peer][3])[place] for round_taken in rounds)
            ratio = own[place] / seconds
            print(f"  DuckDB's {parts[peer]}: {seconds:.2f} s, {ratio:.1f} times")
    print(f"peak memory {max(command[2] for _, _, command in rounds) / 1e6:.0f} MB")
    print_stages(taken)


if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1] in PARTS:
        PARTS[sys.argv[1]](Path(sys.argv[2]))
    else:
        numbers = [int(number) for number in sys.argv[1:3]]
        main(*numbers, *sys.argv[3:])  # type: ignore[arg-type]
