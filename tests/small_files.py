"""Small input files: one case of every shape that is read, and of every awkward condition.

Every case is made from a seed and is the same each time. `SMALL_FILES` holds them by name.
"""

from __future__ import annotations

import csv
import io
import json
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

CROPS = ("corn", "grain", "oats", "wheat")
THREE = {"train": 18, "dev": 9, "test": 15}
GROUP = "thread"


@dataclass(frozen=True)
class SmallFile:
    """One review as files, and what must be said to read it.

    `files`: name to content, in the order of the command line. `arguments`: options that the
    reading needs. `truth`: the file that is given as --truth. `systems`, `splits`: what is in
    it, in the reader's order. `groups`: the column that says which documents belong together.
    """

    name: str
    files: dict[str, bytes]
    arguments: tuple[str, ...] = ()
    truth: str | None = None
    systems: tuple[str, ...] = ()
    splits: tuple[str, ...] = ()
    groups: str | None = None

    def command_line(self, folder: Path) -> list[str]:
        """The command line of these files in a folder; names of systems may follow it."""
        truth = [] if self.truth is None else ["--truth", str(folder / self.truth)]
        files = [str(folder / name) for name in self.files if name != self.truth]
        return [*truth, *self.arguments, *files]

    def write(self, folder: Path) -> list[str]:
        """Write the files into a folder; returns its `command_line`."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in self.files.items():
            (folder / name).write_bytes(content)
        return self.command_line(folder)


@dataclass(frozen=True)
class _Made:
    """Documents with classes, and a system's scores of them: both (documents, classes)."""

    classes: tuple[str, ...]
    labels: np.ndarray
    scores: np.ndarray
    rng: np.random.Generator

    @property
    def n(self) -> int:
        return len(self.labels)

    @property
    def ids(self) -> list[str]:
        return [f"d{i:02}" for i in range(1, self.n + 1)]

    @property
    def true(self) -> list[list[str]]:
        return _named(self.labels, self.classes)

    @property
    def called(self) -> list[list[str]]:
        return _named(self.scores >= 0.5, self.classes)

    @property
    def only_true(self) -> list[str]:
        return [self.classes[c] for c in self.labels.argmax(axis=1)]

    @property
    def highest(self) -> list[str]:
        return [self.classes[c] for c in self.scores.argmax(axis=1)]

    def again(self, noise: float) -> np.ndarray:
        """Another system's scores of the same documents."""
        return _scores(self.labels, noise, self.rng)

    def columns_of_scores(self, prefix: str = "score:") -> dict[str, list[float]]:
        return {f"{prefix}{c}": self.scores[:, j].tolist() for j, c in enumerate(self.classes)}

    def flags(self, prefix: str = "") -> dict[str, list[int]]:
        return {f"{prefix}{c}": self.labels[:, j].astype(int).tolist()
                for j, c in enumerate(self.classes)}  # fmt: skip


def _scores(labels: np.ndarray, noise: float, rng: np.random.Generator) -> np.ndarray:
    raw = 0.28 + 0.44 * labels + noise * rng.standard_normal(labels.shape)
    return np.round(np.clip(raw, 0.01, 0.99), 2)


def _named(has: np.ndarray, classes: Sequence[str]) -> list[list[str]]:
    return [[classes[int(c)] for c in np.flatnonzero(row)] for row in has]


def _made(
    seed: str, n: int, classes: Sequence[str] = CROPS, single: bool = False, noise: float = 0.22
) -> _Made:
    """Earlier classes are the more frequent ones; every class has a document."""
    rng = np.random.default_rng(zlib.crc32(seed.encode()))
    k = len(classes)
    labels = np.zeros((n, k), dtype=bool)
    share = 1 / (1.5 + np.arange(k))
    if single:
        labels[np.arange(n), rng.choice(k, n, p=share / share.sum())] = True
        labels[:k] = np.eye(k, dtype=bool)
    else:
        labels = rng.random((n, k)) < 0.8 * share
        labels[np.arange(k), np.arange(k)] = True
    return _Made(tuple(classes), labels, _scores(labels, noise, rng), rng)


def _split(sizes: Mapping[str, int]) -> list[str]:
    return [name for name, size in sizes.items() for _ in range(size)]


def _threads(n: int, largest: int = 3) -> list[str]:
    """Groups of one to `largest` documents that stand one after the other."""
    out: list[str] = []
    while len(out) < n:
        out += [f"t{len(set(out)) + 1:02}"] * (1 + len(set(out)) % largest)
    return out[:n]


def _days(n: int, first: str = "2024-01-30") -> list[str]:
    return [str(np.datetime64(first) + i // 2) for i in range(n)]


def _joined(sets: Iterable[Sequence[str]], separator: str = "|") -> list[str]:
    return [separator.join(one) for one in sets]


def _csv(columns: Mapping[str, Sequence[Any]], delimiter: str = ",") -> bytes:
    """Text with a header; None is an empty cell."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return out.getvalue().encode()


def _json_lines(columns: Mapping[str, Sequence[Any]]) -> bytes:
    rows = (dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True))
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def _parquet(columns: Mapping[str, Any]) -> bytes:
    buffer = io.BytesIO()
    pq.write_table(pa.table(dict(columns)), buffer)
    return buffer.getvalue()


def _stacked(rows: Iterable[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Rows, all with the same keys, to columns."""
    listed = list(rows)
    return {key: [row[key] for row in listed] for key in listed[0]}


def _wide(made: _Made, splits: Sequence[str] | None = None, **more: Sequence[Any]) -> bytes:
    """One row a document, several classes in a cell, a score column for each class."""
    columns: dict[str, Any] = {"id": made.ids, "true": _joined(made.true)}
    columns["predicted"] = _joined(made.called)
    if splits is not None:
        columns["split"] = splits
    return _csv(columns | {GROUP: _threads(made.n)} | made.columns_of_scores() | more)


# --- shapes ---------------------------------------------------------------------------------


def _wide_rows() -> SmallFile:
    made = _made("wide rows", 42)
    files = {"wide.csv": _wide(made, _split(THREE))}
    return SmallFile("wide_rows", files, systems=("wide",), splits=tuple(THREE), groups=GROUP)


def _indicator() -> SmallFile:
    made = _made("indicator", 30, ("obscene", "rude", "toxic"))
    columns: dict[str, Any] = {"id": made.ids, **made.flags(), **made.columns_of_scores("score_")}
    columns |= {"split": _split({"train": 12, "test": 18}), GROUP: _threads(30)}
    files = {"flags.csv": _csv(columns)}
    return SmallFile("indicator", files, systems=("flags",), splits=("train", "test"), groups=GROUP)


def _indicator_in_two_files() -> SmallFile:
    made = _made("indicator in two files", 24, ("obscene", "rude", "toxic"))
    truth: dict[str, Any] = {"id": made.ids, **made.flags(), GROUP: _threads(24)}
    scores: dict[str, Any] = {"id": made.ids[::-1]} | {
        name: values[::-1] for name, values in made.columns_of_scores("").items()
    }
    files = {"truth.csv": _csv(truth), "model.csv": _csv(scores)}
    return SmallFile(
        "indicator_in_two_files",
        files,
        ("--probabilities",),
        "truth.csv",
        systems=("model",),
        groups=GROUP,
    )


def _pair_rows(made: _Made, listed: np.ndarray, splits: Sequence[str]) -> dict[str, list[Any]]:
    threads = _threads(made.n)
    return _stacked(
        {
            "id": made.ids[i],
            "class": made.classes[c],
            "truth": int(made.labels[i, c]),
            "score": made.scores[i, c],
            "split": splits[i],
            GROUP: threads[i],
        }
        for i, c in zip(*np.nonzero(listed), strict=True)
    )


def _pairs() -> SmallFile:
    made = _made("pairs", 20)
    splits = _split({"dev": 8, "test": 12})
    files = {"pairs.csv": _csv(_pair_rows(made, np.ones_like(made.labels), splits))}
    return SmallFile("pairs", files, systems=("pairs",), splits=("dev", "test"), groups=GROUP)


def _sparse_pairs() -> SmallFile:
    made = _made("sparse pairs", 30, (*CROPS, "rye", "soybean"))
    listed = made.labels | (made.scores > 0.45)
    listed[~listed.any(axis=1), 0] = True
    rows = _pair_rows(made, listed, _split({"dev": 12, "test": 18}))
    rows["score"] = [None if i % 11 == 5 else score for i, score in enumerate(rows["score"])]
    rows["predicted"] = [int(score is not None and score >= 0.55) for score in rows["score"]]
    files = {"sparse.csv": _csv(rows)}
    return SmallFile(
        "sparse_pairs", files, systems=("sparse",), splits=("dev", "test"), groups=GROUP
    )


def _sparse_probabilities() -> SmallFile:
    made = _made("sparse probabilities", 24)
    listed = made.scores > 0.3
    listed[~listed.any(axis=1), 0] = True
    rows = _pair_rows(made, listed, _split({"dev": 10, "test": 14}))
    rows["probability"] = rows.pop("score")
    files = {"chances.csv": _csv(rows)}
    return SmallFile(
        "sparse_probabilities", files, systems=("chances",), splits=("dev", "test"), groups=GROUP
    )


def _system_column() -> SmallFile:
    made = _made("system column", 18)
    splits, threads, true = _split({"dev": 6, "test": 12}), _threads(18), _joined(made.true)
    rows = []
    for system, noise in (("nb", 0.4), ("svm", 0.2), ("tree", 0.3)):
        scores = made.again(noise)
        called = _joined(_named(scores >= 0.5, made.classes))
        # the last system leaves two documents out
        for i in range(made.n - 2 * (system == "tree")):
            row = {"id": made.ids[i], "system": system, "true": true[i], "predicted": called[i]}
            row |= {"split": splits[i], GROUP: threads[i]}
            rows.append(row | dict(zip(made.classes, scores[i].tolist(), strict=True)))
    files = {"runs.csv": _csv(_stacked(rows))}
    return SmallFile(
        "system_column",
        files,
        systems=("nb", "svm", "tree"),
        splits=("dev", "test"),
        groups=GROUP,
    )


def _truth_and_systems() -> SmallFile:
    made = _made("truth and systems", 42)
    truth: dict[str, Any] = {
        "id": made.ids,
        "topics": _joined(made.true, ";"),
        "split": _split(THREE),
    }
    truth |= {"date": _days(42), GROUP: _threads(42)}
    first, second = made.again(0.35), made.again(0.2)
    nb: dict[str, Any] = {"doc_id": made.ids} | {
        f"score_{c}": first[:, j] for j, c in enumerate(made.classes)
    }
    # the other way round, without the first two documents and with one that has no truth
    ids = [*made.ids[:1:-1], "d99"]
    rows = np.vstack([second[:1:-1], second[:1]])
    svm: dict[str, Any] = {
        "doc_id": ids,
        "predicted": _joined(_named(rows >= 0.5, made.classes), ";"),
    }
    svm |= {f"score_{c}": rows[:, j] for j, c in enumerate(made.classes)}
    files = {"truth.csv": _csv(truth), "nb.csv": _csv(nb), "svm.csv": _csv(svm)}
    return SmallFile(
        "truth_and_systems",
        files,
        truth="truth.csv",
        systems=("nb", "svm"),
        splits=tuple(THREE),
        groups=GROUP,
    )


def _systems_that_repeat_the_truth() -> SmallFile:
    made = _made("systems that repeat the truth", 24, single=True)
    files = {}
    for name, noise, part in (("x", 0.5, slice(0, 20)), ("y", 0.3, slice(4, 24))):
        scores = made.again(noise)
        called = [made.classes[c] for c in scores.argmax(axis=1)]
        columns: dict[str, Any] = {"id": made.ids, "true": made.only_true, "predicted": called}
        columns[GROUP] = _threads(24)
        files[f"{name}.csv"] = _csv({key: values[part] for key, values in columns.items()})
    return SmallFile("systems_that_repeat_the_truth", files, systems=("x", "y"), groups=GROUP)


def _unlabelled() -> SmallFile:
    made = _made("unlabelled", 30, ("crude", "grain", "trade"))
    columns: dict[str, Any] = {
        "id": made.ids,
        **made.columns_of_scores("proba_"),
        "date": _days(30),
    }
    columns |= {"split": _split({"june": 14, "july": 16}), GROUP: _threads(30)}
    files = {"new.csv": _csv(columns)}
    return SmallFile("unlabelled", files, systems=("new",), splits=("june", "july"), groups=GROUP)


def _square_matrix() -> SmallFile:
    text = "true,cat,cow,dog\ncat,14,1,2\ncow,0,9,3\ndog,4,0,21\n"
    return SmallFile("square_matrix", {"square.csv": text.encode()}, systems=("square",))


def _long_matrix() -> SmallFile:
    text = "true,predicted,count\ncat,cat,12\ncat,dog,3\ndog,dog,9\ndog,cow,2\ndog,,1\ncow,dog,0\n"
    return SmallFile("long_matrix", {"counts.csv": text.encode()}, systems=("counts",))


def _json_lines_with_lists() -> SmallFile:
    made = _made("json lines", 30)
    true: list[list[str] | None] = list(made.true)
    true[-1] = None
    columns: dict[str, Any] = {"id": range(1, 31), "true": true}
    columns |= {"predicted": made.called, **made.columns_of_scores("score_")}
    columns |= {"split": _split({"train": 10, "dev": 8, "test": 12}), GROUP: _threads(30)}
    files = {"lines.jsonl": _json_lines(columns)}
    return SmallFile("json_lines", files, systems=("lines",), splits=tuple(THREE), groups=GROUP)


def _parquet_with_lists() -> SmallFile:
    made = _made("parquet", 42)
    days = pa.array(np.array(_days(42), dtype="datetime64[D]"))
    columns: dict[str, Any] = {
        "doc_id": made.ids,
        "true": made.true,
        "predicted": made.called,
        "date": days,
    }
    columns |= {
        f"score_{c}": made.scores[:, j].astype(np.float32) for j, c in enumerate(made.classes)
    }
    columns |= {"split": _split(THREE), GROUP: _threads(42)}
    files = {"table.parquet": _parquet(columns)}
    return SmallFile("parquet", files, systems=("table",), splits=tuple(THREE), groups=GROUP)


def _decimal_comma() -> SmallFile:
    made = _made("decimal comma", 16, single=True)
    columns: dict[str, Any] = {"id": made.ids, "true": made.only_true}
    columns |= {
        name: [str(value).replace(".", ",") for value in values]
        for name, values in made.columns_of_scores("score_").items()
    }
    columns |= {"length": [f"{i},5" for i in range(16)], GROUP: _threads(16)}
    files = {"comma.csv": _csv(columns, ";")}
    return SmallFile("decimal_comma", files, systems=("comma",), groups=GROUP)


def _named_columns() -> SmallFile:
    made = _made("named columns", 16, ("Äpfel", "Birnen", "Möhren"), single=True)
    columns: dict[str, Any] = {
        "first": made.only_true,
        "second": made.highest,
        "part": ["test", "dev"] * 8,
    }
    roles = ("--truth-column", "first", "--predicted-column", "second", "--split-column", "part")
    options = (*roles, "--encoding", "latin-1")
    files = {"foreign.csv": _csv(columns).decode().encode("latin-1")}
    return SmallFile("named_columns", files, options, systems=("foreign",), splits=("dev", "test"))


# --- splits ---------------------------------------------------------------------------------


def _no_split() -> SmallFile:
    made = _made("no split", 24)
    return SmallFile("no_split", {"flat.csv": _wide(made)}, systems=("flat",), groups=GROUP)


def _two_and_two() -> SmallFile:
    text = (
        "id,true,predicted,split,score:grain,score:wheat\n"
        "1,grain|wheat,grain,train,0.91,0.44\n"
        "2,wheat,wheat,train,0.12,0.87\n"
        "3,grain,grain|wheat,dev,0.78,0.61\n"
        "4,wheat,,dev,0.05,0.42\n"
    )
    files = {"four.csv": text.encode()}
    return SmallFile("two_train_two_dev", files, systems=("four",), splits=("train", "dev"))


def _with_splits(name: str, sizes: Mapping[str, int], single: bool = False) -> SmallFile:
    """Wide rows with these splits, by the names under which they are read."""
    made = _made(name, sum(sizes.values()), single=single)
    files = {f"{name}.csv": _wide(made, _split(sizes))}
    return SmallFile(name, files, systems=(name,), splits=tuple(sizes), groups=GROUP)


def _train_dev() -> SmallFile:
    return _with_splits("train_dev", {"train": 20, "dev": 14})


def _train_holdout() -> SmallFile:
    return _with_splits("train_holdout", {"train": 20, "holdout": 14})


def _train_held_out() -> SmallFile:
    return _with_splits("train_held_out", {"train": 20, "held-out": 14}, single=True)


def _odd_splits() -> SmallFile:
    made = _made("odd splits", 36)
    written = _split({"Validation": 8, "TRAINING": 12, "Eval": 10, "": 6})
    files = {"odd.csv": _wide(made, written)}
    return SmallFile(
        "odd_splits", files, systems=("odd",), splits=("dev", "TRAINING", "Eval"), groups=GROUP
    )


def _probabilities_in_three_splits() -> SmallFile:
    sizes = {"train": 24, "dev": 16, "test": 20}
    made = _made("three splits", 60, ("acq", "crude", "earn"), single=True)
    p = np.round(made.scores / made.scores.sum(axis=1, keepdims=True), 3)
    columns: dict[str, Any] = {"id": made.ids, "true": made.only_true, "split": _split(sizes)}
    columns |= {f"p_{c}": p[:, j] for j, c in enumerate(made.classes)}
    files = {"three.csv": _csv(columns | {"date": _days(60), GROUP: _threads(60)})}
    return SmallFile(
        "probabilities_in_three_splits",
        files,
        systems=("three",),
        splits=tuple(sizes),
        groups=GROUP,
    )


def _leak() -> SmallFile:
    """The same and nearly the same texts in train and test, some with other classes."""
    made = _made("leak", 42, single=True)
    words = made.rng.integers(0, 400, (42, 24))
    texts = [" ".join(f"word{w}" for w in row) for row in words]
    for test, train in ((27, 0), (28, 1), (29, 2)):
        texts[test] = texts[train]
    texts[30] = texts[3].rsplit(" ", 1)[0] + " altered"
    texts[31], texts[4] = "too short", "too short"
    ids = made.ids
    ids[32] = ids[5]
    columns: dict[str, Any] = {"id": ids, "true": made.only_true, "predicted": made.highest}
    columns |= {"split": _split(THREE), "text": texts, GROUP: _threads(42)}
    files = {"leak.csv": _csv(columns | made.columns_of_scores())}
    return SmallFile("leak", files, systems=("leak",), splits=tuple(THREE), groups=GROUP)


# --- classes, decisions and scores ----------------------------------------------------------


def _unjudged() -> SmallFile:
    made = _made("unjudged", 30, ("obscene", "rude", "toxic"))
    flags: dict[str, list[Any]] = {}
    for c, (name, values) in enumerate(made.flags().items()):
        flags[name] = [
            (-1 if i % 2 else None) if (i + 2 * c) % 7 == 3 else value
            for i, value in enumerate(values)
        ]
    columns: dict[str, Any] = {"id": made.ids, **flags, **made.columns_of_scores("score_")}
    columns |= {"split": _split({"dev": 12, "test": 18}), GROUP: _threads(30)}
    files = {"gaps.csv": _csv(columns)}
    return SmallFile("unjudged", files, systems=("gaps",), splits=("dev", "test"), groups=GROUP)


def _one_class() -> SmallFile:
    made = _made("one class", 24, ("spam",))
    columns: dict[str, Any] = {"id": made.ids, **made.flags(), **made.columns_of_scores("score_")}
    columns |= {"split": _split({"dev": 10, "test": 14}), GROUP: _threads(24)}
    files = {"filter.csv": _csv(columns)}
    return SmallFile("one_class", files, systems=("filter",), splits=("dev", "test"), groups=GROUP)


def _no_scores() -> SmallFile:
    made = _made("no scores", 24)
    columns: dict[str, Any] = {
        "id": made.ids,
        "true": _joined(made.true),
        "predicted": _joined(made.called),
    }
    files = {"calls.csv": _csv(columns | {"split": ["dev", "test"] * 12, GROUP: _threads(24)})}
    return SmallFile("no_scores", files, systems=("calls",), splits=("dev", "test"), groups=GROUP)


def _single_label_systems() -> SmallFile:
    made = _made("single-label systems", 20, single=True)
    splits, threads, true = _split({"train": 6, "test": 14}), _threads(20), made.only_true
    rows = []
    for system, noise in (("forest", 0.5), ("logreg", 0.3), ("knn", 0.7)):
        scores = made.again(noise)
        for i in range(made.n):
            row = {"id": made.ids[i], "model": system, "true": true[i]}
            row |= {"predicted": made.classes[scores[i].argmax()], "split": splits[i]}
            row |= {f"score_{c}": scores[i, j] for j, c in enumerate(made.classes)}
            rows.append(row | {GROUP: threads[i]})
    files = {"models.csv": _csv(_stacked(rows))}
    return SmallFile(
        "single_label_systems",
        files,
        systems=("forest", "logreg", "knn"),
        splits=("train", "test"),
        groups=GROUP,
    )


def _binary() -> SmallFile:
    made = _made("binary", 30, ("ham", "spam"), single=True, noise=0.4)
    columns: dict[str, Any] = {"id": made.ids, "true": made.only_true, "predicted": made.highest}
    columns |= {"confidence": made.scores.max(axis=1), "split": _split({"train": 12, "test": 18})}
    files = {"mail.tsv": _csv(columns | {GROUP: _threads(30)}, "\t")}
    return SmallFile("binary", files, systems=("mail",), splits=("train", "test"), groups=GROUP)


def _never_assigned() -> SmallFile:
    made = _made("never assigned", 42)
    made.scores[:, -1] = np.round(made.scores[:, -1] / 4, 3)
    files = {"shy.csv": _wide(made, _split(THREE))}
    return SmallFile("never_assigned", files, systems=("shy",), splits=tuple(THREE), groups=GROUP)


def _without_positives() -> SmallFile:
    """A class that no document has, and one that has documents in train alone."""
    made = _made("without positives", 42, (*CROPS, "rye"))
    made.labels[:, 4] = False
    made.labels[18:, 3] = False
    files = {"rare.csv": _wide(made, _split(THREE))}
    return SmallFile(
        "without_positives", files, systems=("rare",), splits=tuple(THREE), groups=GROUP
    )


def _tied_scores() -> SmallFile:
    made = _made("tied scores", 42)
    made.scores[:] = np.round(made.scores * 2) / 2
    made.scores[:, 1] = 0.5
    files = {"ties.csv": _wide(made, _split(THREE))}
    return SmallFile("tied_scores", files, systems=("ties",), splits=tuple(THREE), groups=GROUP)


def _probabilities_of_0_and_1() -> SmallFile:
    made = _made("probabilities of 0 and 1", 24)
    p = np.where(made.scores > 0.8, 1.0, np.where(made.scores < 0.2, 0.0, made.scores))
    p[:, -1] = 0.0
    columns: dict[str, Any] = {
        "id": made.ids,
        "true": _joined(made.true),
        "split": ["dev", "test"] * 12,
    }
    columns |= {f"proba_{c}": p[:, j] for j, c in enumerate(made.classes)}
    files = {"sure.csv": _csv(columns | {GROUP: _threads(24)})}
    return SmallFile(
        "probabilities_of_0_and_1",
        files,
        systems=("sure",),
        splits=("dev", "test"),
        groups=GROUP,
    )


# --- names and further columns --------------------------------------------------------------


def _hostile_names() -> SmallFile:
    names = ("<b>x</b>", "=1+1", "a|b", "*b* `c` [d](e)", "NA", " x ", '"', "$\\frac{1}{0}$", "é")
    made = _made("hostile names", 40, names)
    # an empty name is no class
    true = [
        [*names_of_document, ""] if i % 9 == 4 else names_of_document
        for i, names_of_document in enumerate(made.true)
    ]
    ids = made.ids
    ids[:4] = ["<script>alert(1)</script>", "=HYPERLINK(1)", "../../x", "a\nb"]
    split = _split({"<i>dev</i>": 16, "test": 24})
    columns: dict[str, Any] = {"id": ids, "true": true, "predicted": made.called}
    columns |= {"split": split, GROUP: _threads(40), **made.columns_of_scores()}
    columns["<img src=x>"] = ["", "<u>1</u>", "@sum", "-"] * 10
    columns["  "] = ["one", "two"] * 20
    files = {"a<b>&c.jsonl": _json_lines(columns)}
    return SmallFile(
        "hostile_names",
        files,
        systems=("a<b>&c",),
        splits=("test", "<i>dev</i>"),
        groups=GROUP,
    )


def _hostile_systems() -> SmallFile:
    made = _made("hostile systems", 16, ("+a", "-b", "@c"), single=True)
    rows = []
    for system, noise in (("<b>x</b>", 0.5), ("=1+1", 0.3), ("--beta", 0.4)):
        scores = made.again(noise)
        for i in range(made.n):
            row = {"id": made.ids[i], "system": system, "true": made.only_true[i]}
            rows.append(row | {f"score:{c}": scores[i, j] for j, c in enumerate(made.classes)})
    files = {"names.csv": _csv(_stacked(rows))}
    return SmallFile("hostile_systems", files, systems=("<b>x</b>", "=1+1", "--beta"))


def _long_names() -> SmallFile:
    names = tuple(f"{c} {' '.join(['and what belongs to it'] * 9)} {c}" for c in CROPS)
    made = _made("long names", 30, names, single=True)
    stem = "a-system-with-a-name-" + "of-many-words-" * 8 + "at-last"
    ids = [f"{i}-{'0123456789' * 12}" for i in made.ids]
    columns: dict[str, Any] = {"id": ids, "true": made.only_true, "predicted": made.highest}
    columns |= {"split": _split({"train": 12, "a split " * 12: 8, "test": 10})}
    columns |= {"column " * 30: ["value " * 40, "v"] * 15, **made.columns_of_scores()}
    files = {f"{stem}.csv": _csv(columns | {GROUP: [f"{t} " * 40 for t in _threads(30)]})}
    return SmallFile(
        "long_names",
        files,
        systems=(stem,),
        splits=("train", "test", "a split " * 12),
        groups=GROUP,
    )


def _kept_columns() -> SmallFile:
    made = _made("kept columns", 42)
    length = made.rng.integers(5, 300, 42)
    price = [None if i % 10 == 7 else f"{i / 4:.2f}" for i in range(42)]
    columns: dict[str, Any] = {"date": _days(42), "n_words": length.tolist(), "price": price}
    columns |= {"lang": ["en", "de", ""] * 14, "code": [f"{i % 6:03}" for i in range(42)]}
    files = {"kept.csv": _wide(made, _split(THREE), **columns)}
    return SmallFile("kept_columns", files, systems=("kept",), splits=tuple(THREE), groups=GROUP)


_CASES: tuple[Callable[[], SmallFile], ...] = (
    _wide_rows,
    _indicator,
    _indicator_in_two_files,
    _pairs,
    _sparse_pairs,
    _sparse_probabilities,
    _system_column,
    _truth_and_systems,
    _systems_that_repeat_the_truth,
    _unlabelled,
    _square_matrix,
    _long_matrix,
    _json_lines_with_lists,
    _parquet_with_lists,
    _decimal_comma,
    _named_columns,
    _no_split,
    _two_and_two,
    _train_dev,
    _train_holdout,
    _train_held_out,
    _odd_splits,
    _probabilities_in_three_splits,
    _leak,
    _unjudged,
    _one_class,
    _no_scores,
    _single_label_systems,
    _binary,
    _never_assigned,
    _without_positives,
    _tied_scores,
    _probabilities_of_0_and_1,
    _hostile_names,
    _hostile_systems,
    _long_names,
    _kept_columns,
)
SMALL_FILES: dict[str, SmallFile] = {case.name: case for case in (make() for make in _CASES)}
