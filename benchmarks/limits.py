"""What small files that would take much cost: processor seconds, peak memory, and what is said.

Each is opened, proposed and read in a process of its own: `python benchmarks/limits.py`. No file
below 10 MB may take more than 10 s or 1,024 MiB.
"""

from __future__ import annotations

import io
import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

MEGABYTE = 1 << 20
PAIRS = ("id", "class", "truth", "predicted")
GOOD = b"id,true,predicted\n1,a,a\n2,b,a\n"


def parquet(table: pa.Table) -> bytes:
    buffer = io.BytesIO()
    pq.write_table(table, buffer, compression="zstd")
    return buffer.getvalue()


def long_text() -> bytes:
    text = pa.array(["x" * 300_000_000])
    return parquet(pa.table({"true": ["a"], "predicted": ["a"], "text": text}))


def runs(rows: int, *names: str) -> bytes:
    schema = pa.schema([(name, pa.int8()) for name in names])
    piece = pa.table([np.zeros(1_000_000, np.int8)] * len(names), schema=schema)
    buffer = io.BytesIO()
    with pq.ParquetWriter(buffer, schema) as writer:
        for _ in range(rows // 1_000_000):
            writer.write_table(piece)
    return buffer.getvalue()


def decisions(documents: int, classes: int) -> bytes:
    """Pairs with nothing but what is true and decided of each."""
    rng, names = np.random.default_rng(1), pa.array([f"c{c:03}" for c in range(classes)])
    schema = pa.schema(
        {"id": pa.string(), "class": pa.string(), "truth": pa.int8(), "predicted": pa.int8()}
    )
    buffer = io.BytesIO()
    with pq.ParquetWriter(buffer, schema, compression="zstd") as writer:
        for start in range(0, documents, 10_000):
            own = np.arange(start, min(start + 10_000, documents))
            truth = rng.random(len(own) * classes) < 0.02
            predicted = truth ^ (rng.random(len(truth)) < 0.001)
            ids = pa.array([f"d{row:07}" for row in own])
            columns = {
                "id": ids.take(pa.array(np.repeat(np.arange(len(own)), classes))),
                "class": names.take(pa.array(np.tile(np.arange(classes), len(own)))),
                "truth": truth.astype(np.int8),
                "predicted": predicted.astype(np.int8),
            }
            writer.write_table(pa.table(columns, schema=schema))
    return buffer.getvalue()


def few_of_many_keys(keys: int, rows: int) -> bytes:
    return b"\n".join(b'{"c%d":1}' % (row % keys) for row in range(rows))


def one_key_twice(keys: int) -> bytes:
    return b"{" + b",".join(b'"c%d":1' % i for i in [*range(keys), keys - 1]) + b"}"


def wide(columns: int) -> bytes:
    held = {f"score:c{i}": v for i, v in enumerate(np.random.default_rng(1).random((columns, 20)))}
    return parquet(pa.table({"id": range(20), "true": [f"c{i}" for i in range(20)]} | held))


FILES: dict[str, tuple[str, Callable[[], bytes]]] = {
    "one text of 0.3 GB": ("f.parquet", long_text),
    "200,000,000 rows of one value": ("f.parquet", lambda: runs(200_000_000, "true", "predicted")),
    "3,000,000 rows of one value": ("f.parquet", lambda: runs(3_000_000, "true", "predicted")),
    "80,000,000 pairs of one value": ("f.parquet", lambda: runs(80_000_000, *PAIRS)),
    "200,000,000 pairs of one value": ("f.parquet", lambda: runs(200_000_000, *PAIRS)),
    "50,000,000 pairs, decided": ("f.parquet", lambda: decisions(500_000, 100)),
    "9,999 keys, 100,000 lines": ("f.jsonl", lambda: few_of_many_keys(9_999, 100_000)),
    "9,900 keys, 1,100 lines": ("f.jsonl", lambda: few_of_many_keys(9_900, 1_100)),
    "a key twice among 60,000": ("f.jsonl", lambda: one_key_twice(60_000)),
    "1,000 score columns": ("f.parquet", lambda: wide(1_000)),
    "10,000 score columns": ("f.parquet", lambda: wide(10_000)),
    "a matrix of 19,999,999 documents": ("f.csv", lambda: b"true,predicted,count\na,b,19999999\n"),
    "a matrix of 5,000,000 documents": ("f.csv", lambda: b"true,predicted,count\na,b,5000000\n"),
    "10 MB of CR": ("f.csv", lambda: GOOD + b"\r" * 10_000_000),
    "50 MB of CR": ("f.csv", lambda: GOOD + b"\r" * 50_000_000),
    "5,000,000 rows that are too short": ("f.csv", lambda: GOOD + b"x\n" * 5_000_000),
    "3,300,000 empty objects": ("f.jsonl", lambda: b"{}\n" * 3_300_000),
    "a text of 5 MB": ("f.csv", lambda: GOOD + b"3,a," + b"x" * 5_000_000 + b"\n"),
}


def peak() -> float:
    """The most memory that this process has had, in MiB; getrusage would count its parent's."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def read(path: Path) -> dict[str, object]:
    """What reading a file took in this process, and what became of it."""
    from breakeven.readers.base.problems import ReadError
    from breakeven.readers.build import build_review
    from breakeven.readers.columns.propose import propose
    from breakeven.readers.opening import open_tables

    before, least = resource.getrusage(resource.RUSAGE_SELF), peak()
    try:
        tables = open_tables([(path.name, path.read_bytes())])
        became = repr(build_review(tables, propose(tables)))
    except ReadError as error:
        became = f"refused: {error.problems[0].what}"
    after = resource.getrusage(resource.RUSAGE_SELF)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {
        "seconds": seconds,
        "mebibytes": peak() - least,
        "became": became[:100],
    }


def main() -> int:
    over = 0
    print(f"{'file':<36}{'MB':>8}{'CPU s':>8}{'MiB':>8}  what happens")
    with tempfile.TemporaryDirectory() as folder:
        for name, (file, make) in FILES.items():
            path = Path(folder) / file
            path.write_bytes(make())
            size = path.stat().st_size
            command = [sys.executable, __file__, str(path)]
            measured = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
            print(
                f"{name:<36}{size / MEGABYTE:>8.3f}{measured['seconds']:>8.2f}"
                f"{measured['mebibytes']:>8.0f}  {measured['became']}",
                flush=True,
            )
            small = size < 10 * MEGABYTE
            over += small and (measured["seconds"] > 10 or measured["mebibytes"] > 1024)
    return 1 if over else 0


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps(read(Path(sys.argv[1]))))
    else:
        sys.exit(main())
