"""Large text files: how long reading takes and how much memory, beside pyarrow's plain CSV read.

`python benchmarks/readers.py 200` writes a file of 200 MB in each format and reads it in a process
of its own, on one processor. Ratios are to pyarrow reading the same bytes as CSV (types guessed,
fields at the same commas, tabs or blanks) right before: of opening alone, of opening with the
proposal and the review, and of the most memory beyond the file. Aims: 3 for tables and 6 for JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import numpy as np
import pyarrow as pa
from pyarrow import csv

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from benchmarks.limits import peak

MEGABYTE = 10**6
TIMES = 3  # of which the quickest counts: what else a machine does only adds to them
CLASSES = ("sport", "politics", "economy", "science", "arts", "travel")
WORDS = [f"w{number}" for number in range(5_000)]


class Document:
    """A document with its class, scores that add up to 1, and a text of twenty words."""

    def __init__(self, number: int, chance: np.random.Generator) -> None:
        drawn = [float(x) for x in chance.random(len(CLASSES))]
        self.scores = {
            name: round(x / sum(drawn), 6) for name, x in zip(CLASSES, drawn, strict=True)
        }
        self.identity = f"d{number}"
        self.true = CLASSES[int(chance.integers(len(CLASSES)))]
        self.text = " ".join(WORDS[place] for place in chance.integers(len(WORDS), size=20))

    def row(self) -> dict[str, str | float]:
        """One row a document."""
        scores = {f"score:{name}": score for name, score in self.scores.items()}
        return {"id": self.identity, "true": self.true, "text": self.text, **scores}


def documents() -> Iterator[Document]:
    chance = np.random.default_rng(1)
    return (Document(number, chance) for number in count())


def delimited(delimiter: str) -> Iterator[str]:
    yield delimiter.join(next(documents()).row())
    for document in documents():
        yield delimiter.join(map(str, document.row().values()))


def long_form() -> Iterator[str]:
    yield "id,class,truth,score"
    for document in documents():
        for name, score in document.scores.items():
            yield f"{document.identity},{name},{int(name == document.true)},{score}"


def json_lines() -> Iterator[str]:
    return (json.dumps(document.row()) for document in documents())


def nested_lines() -> Iterator[str]:
    for document in documents():
        scores = [{"label": name, "score": score} for name, score in document.scores.items()]
        about = {"id": document.identity, "true": document.true, "text": document.text}
        yield json.dumps(about | {"scores": scores})


def fasttext() -> Iterator[str]:
    return (f"__label__{document.true} {document.text}" for document in documents())


def predict_prob() -> Iterator[str]:
    for document in documents():
        scores = sorted(document.scores.items(), key=lambda pair: -pair[1])
        yield " ".join(f"__label__{name} {score}" for name, score in scores)


def trec_run() -> Iterator[str]:
    for document in documents():
        for rank, (name, score) in enumerate(document.scores.items(), start=1):
            yield f"{name} Q0 {document.identity} {rank} {score} bm25"


# name of the format, of the file, the delimiter of the plain read, the aim, and the lines
FORMATS: dict[str, tuple[str, str, int, Callable[[], Iterator[str]]]] = {
    "CSV": ("f.csv", ",", 3, lambda: delimited(",")),
    "TSV": ("f.tsv", "\t", 3, lambda: delimited("\t")),
    "CSV, a row a pair": ("f.csv", ",", 3, long_form),
    "fastText, labels": ("f.txt", " ", 3, fasttext),
    "fastText, predicted": ("f.txt", " ", 3, predict_prob),
    "TREC run": ("f.txt", " ", 3, trec_run),
    "JSON lines": ("f.jsonl", ",", 6, json_lines),
    "JSON lines, nested": ("f.jsonl", ",", 6, nested_lines),
    "JSON list": ("f.json", ",", 6, json_lines),
}


def write(path: Path, lines: Iterator[str], size: int) -> None:
    """Lines until the file is so large; with the ending .json one list, a record a line."""
    listed = path.suffix == ".json"
    with path.open("w", encoding="utf-8", newline="") as file:
        written = file.write("[" if listed else "")
        while written < size:
            written += file.write(f"{next(lines)}{',' if listed else ''}\n")
        file.write(f"{next(lines)}]" if listed else "")


def quickest(read: Callable[[], object]) -> float:
    """Seconds of the processor."""
    taken = []
    for _ in range(TIMES):
        start = time.process_time()
        read()
        taken.append(time.process_time() - start)
    return min(taken)


def measured(path: Path, delimiter: str) -> dict[str, float]:
    """Seconds of the processor and MB of memory of a plain read, and of ours, in this process."""
    from breakeven.readers.base.problems import ReadError
    from breakeven.readers.build import build_review
    from breakeven.readers.columns.propose import propose
    from breakeven.readers.opening import open_tables

    pa.set_cpu_count(1)
    raw = path.read_bytes()
    names = csv.ReadOptions(autogenerate_column_names=True, use_threads=False)
    # the last line of a list has one comma less
    parsing = csv.ParseOptions(delimiter=delimiter, invalid_row_handler=lambda _: "skip")
    held = peak()
    plain = quickest(lambda: csv.read_csv(pa.BufferReader(raw), names, parsing))
    plainly = peak() - held
    opened = quickest(lambda: open_tables([(path.name, raw)]))
    start = time.process_time()
    tables = open_tables([(path.name, raw)])
    with suppress(ReadError):  # a file of labels alone is no review
        build_review(tables, propose(tables))
    return {
        "plain": plain,
        "opened": opened,
        "whole": time.process_time() - start,
        "plain memory": plainly,
        "memory": peak() - held,
    }


def main(megabytes: int) -> int:
    over = 0
    print(f"{megabytes} MB each{'':12}{'plain s':>9}{'opened':>9}{'review':>9}{'memory':>9}  aim")
    with tempfile.TemporaryDirectory() as folder:
        for name, (file, delimiter, aim, lines) in FORMATS.items():
            path = Path(folder) / file
            write(path, lines(), megabytes * MEGABYTE)
            command = [sys.executable, __file__, str(path), delimiter]
            taken = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
            opened, review_times = (taken[key] / taken["plain"] for key in ("opened", "whole"))
            memory = taken["memory"] / max(1.0, taken["plain memory"])
            print(
                f"{name:22}{taken['plain']:>9.2f}{opened:>8.1f}x{review_times:>8.1f}x{memory:>8.1f}x"
                f"{aim:>5}",
                flush=True,
            )
            over += opened > aim
    return 1 if over else 0


if __name__ == "__main__":
    if len(sys.argv) == 3:
        print(json.dumps(measured(Path(sys.argv[1]), sys.argv[2])))
    else:
        sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
