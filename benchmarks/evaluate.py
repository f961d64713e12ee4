"""`breakeven evaluate` on a large Parquet file: time and memory beside reading and sorting alone.

`python benchmarks/evaluate.py [documents] [classes]` writes a seeded export the size of RCV1
(781,265 x 103, scores in single precision, four fifths of it test), and prints how long the command
takes beside its floor: reading the score columns with pyarrow, and sorting each once on one
processor, which leaves out the start of Python. Each runs in a process of its own, in turn, and the
quickest counts. Then the share of each stage, and the most memory beside the scores. Aims: 2 times
the floor, and 1.6 times the scores.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

ROUNDS = 3
TEST_SHARE = 0.8


def write(path: Path, documents: int, classes: int) -> int:
    """A file of probabilities with the classes of each document; how many bytes of scores."""
    from benchmarks.measures import synthetic

    scores, truth = synthetic(documents, classes)
    np.negative(scores, out=scores)
    scores += 2
    np.exp(scores, out=scores)
    scores += 1
    np.reciprocal(scores, out=scores)
    names = [f"C{c:03}" for c in range(classes)]
    by_document = truth.tocsr()
    ends = by_document.indptr.tolist()
    class_names = [names[c] for c in by_document.indices.tolist()]
    true = ["|".join(class_names[a:b]) for a, b in pairwise(ends)]
    split = np.where(np.random.default_rng(1).random(documents) < TEST_SHARE, "test", "dev")
    ids = [f"d{row}" for row in range(documents)]
    columns: dict[str, Any] = {"id": ids, "true": true, "split": split}
    columns |= {f"score:{name}": own for name, own in zip(names, scores, strict=True)}
    pq.write_table(pa.table(columns), path)
    return scores.nbytes


def floor(path: Path) -> None:
    """Read the score columns, sort each once; seconds by the clock and of processors, as JSON."""
    start, used = time.perf_counter(), time.process_time()
    file = pq.ParquetFile(path)
    columns = [name for name in file.schema_arrow.names if name.startswith("score:")]
    for column in file.read(columns=columns).columns:
        np.sort(column.to_numpy())
    json.dump([time.perf_counter() - start, time.process_time() - used], sys.stderr)


def command(path: Path) -> None:
    """Everything that the command prints."""
    from breakeven.commands.main import main

    assert main(["evaluate", str(path), "--format", "json"]) == 0


def stages(path: Path) -> None:
    """The parts of the command one after the other, and the seconds of each, as JSON."""
    taken: dict[str, float] = {}

    def timed(stage: str, work: Callable[[], Any]) -> Any:
        start = time.perf_counter()
        outcome = work()
        taken[stage] = taken.get(stage, 0.0) + time.perf_counter() - start
        return outcome

    def imports() -> None:
        import breakeven.commands.evaluate

        assert breakeven

    timed("imports", imports)
    from breakeven.analysis.evaluation.eleven_conventions import ScoredElevenPoints
    from breakeven.analysis.selection.selected_evaluation import evaluate_selection
    from breakeven.analysis.selection.selection import select
    from breakeven.readers.build import build_review
    from breakeven.readers.columns.propose import propose
    from breakeven.readers.opening import open_tables
    from breakeven.results.evaluation import evaluation_result

    tables = timed("opening", lambda: open_tables([(path.name, path)]))
    proposal = timed("proposing roles", lambda: propose(tables))
    review = timed("reading", lambda: build_review(tables, proposal))
    tables.clear()
    evaluation, filtered = timed(
        "decisions", lambda: evaluate_selection(review, select(review, {}))
    )
    scored = evaluation.scored
    timed("sorting classes", lambda: scored.break_even_points)
    timed("all pairs as one list", lambda: scored.pooled_break_even)
    timed("classes of each document", lambda: scored.document_points)
    points = ScoredElevenPoints(scored, review.truth.ids)
    timed("eleven points", lambda: [points.by(c) for c in points.conventions])
    result = evaluation_result(review, evaluation, filtered, 1.0, "drop")
    timed("leaks", lambda: result.leaks)
    timed("the rest, and printing", lambda: json.dumps(result.to_dict()))
    json.dump(taken, sys.stderr)


PARTS = {part.__name__: part for part in (floor, command, stages)}


def run(part: str, path: Path, script: str = __file__) -> tuple[float, float, float, str]:
    """Seconds by the clock and of processors, the most bytes held, and what went to stderr."""
    start = time.perf_counter()
    # modules are compiled once, as they are where they are installed
    environment = {
        key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"
    }
    process = subprocess.Popen(
        [sys.executable, script, part, str(path)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert process.stderr is not None
    errors = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = status
    assert status == 0, errors
    seconds = time.perf_counter() - start
    return seconds, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024.0, errors


def apart(write: Callable[..., Any], *given: Any) -> Any:
    """What a function gives that writes a file, in a process of its own.

    A process begins with the most that the one that starts it ever held, so what is measured must
    not be started by one that held a whole table.
    """
    with ProcessPoolExecutor(1, get_context("spawn")) as other:
        return other.submit(write, *given).result()


def print_stages(taken: dict[str, float]) -> None:
    """The seconds of each stage, and its share of all."""
    for stage, seconds in taken.items():
        print(f"  {stage:26}{seconds:6.2f} s {seconds / sum(taken.values()):5.0%}")


def main(documents: int = 781_265, classes: int = 103) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "export.parquet"
        scores = apart(write, path, documents, classes)
        size = path.stat().st_size
        print(f"{documents:,} documents x {classes} classes: {size / 1e6:.0f} MB of Parquet")
        rounds = [(run("floor", path), run("command", path)) for _ in range(ROUNDS)]
        taken = json.loads(run("stages", path)[3])
    least = np.min([json.loads(floor[3]) for floor, _ in rounds], axis=0)
    own = np.min([command[:2] for _, command in rounds], axis=0)
    for name, place in (("by the clock", 0), ("of processors", 1)):
        print(
            f"evaluate takes {own[place]:.2f} s {name}, the floor {least[place]:.2f} s: "
            f"{own[place] / least[place]:.1f} times"
        )
    held = max(r[1][2] for r in rounds)
    print(f"peak memory {held / 1e6:.0f} MB, {held / scores:.1f} times the scores")
    print_stages(taken)


if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1] in PARTS:
        PARTS[sys.argv[1]](Path(sys.argv[2]))
    else:
        main(*map(int, sys.argv[1:]))
