"""Inputs that nobody wrote: files of every shape and format, addresses, saved thresholds.

Each is made as a sound one first and then spoilt a little, so that it gets far before it is
refused. Everything comes from one random number generator: the same seed, the same input.
"""

from __future__ import annotations

import base64
import csv
import datetime
import decimal
import io
import json
import random
import re
import uuid
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

NAMES = (
    "a", "b", "grain", "wheat", "", " ", "1", "0", "01", "1.0", "NA", "None", "nan", "true", "a|b",
    "a, b", "['a']", '["a", "b"]', "=1+1", "é", "e\u0301", "\u202eevil", "<b>x</b>", 'q"q', "a\nb",
    "a\rb", "\t", "-1", "inf", "1e999", "9007199254740993", "x" * 300, "\U0001f600", "\ufeff", "{}",
)  # fmt: skip
NUMBERS = (
    "0", "1", "-1", "0.5", "1.0", "", "nan", "inf", "-inf", "1e999", "1e-320", "0,5", "x", " 1 ",
    "9007199254740993", "-9223372036854775809", "1_000", "٣", "true", "+1", ".5", "5.", "0x10",
)  # fmt: skip
HEADERS = (
    "id", "true", "predicted", "label", "prediction", "score", "score:a", "proba_a", "true:a", "a",
    "b", "class", "count", "split", "system", "text", "weight", "cluster", "confidence", "", " ",
    "Unnamed: 0", "y_true", "y_pred", "predicted:a", "x.y", "grain", "labels", "date", "annotator",
    "annotator_1", "annotator_2", "label_anna", "annotation_id", "lead_time", "annotations",
)  # fmt: skip
SHAPES = ("labels", "wide scores", "indicator", "long", "square matrix", "long matrix")
Rows = list[list[str]]
EXAMPLES = Path(__file__).resolve().parents[1] / "tests" / "data" / "formats"
EXAMPLE_ENDINGS = (
    ".json", ".jsonl", ".csv", ".tsv", ".txt", ".parquet", ".arff", ".spacy", ".eval", ".zip",
)  # fmt: skip
MOST_OF_AN_EXAMPLE = 50_000
# a value or key of JSON, or a number; and what is put in its place
VALUE = re.compile(rb'"(?:[^"\\]|\\.)*"|-?[0-9]+(?:\.[0-9]+)?|true|false|null')
INSTEAD = (
    b"null", b"true", b"0", b"-1", b"1e999", b'""', b'"a"', b"[]", b"{}", b'["a"]', b'{"a": 1}',
    b'"\\ud83d"', b'"\\u0000"', b'[[1], "a"]', b'{"label": "a", "score": 0.5}', b'"id"', b'"label"',
)  # fmt: skip


@dataclass(frozen=True)
class File:
    """A file's name and bytes; `rows`: header and rows, where they are known to be those."""

    name: str
    data: bytes
    rows: Rows | None


def files(rng: random.Random) -> list[File]:
    """One file or several, sound or spoilt in cells, rows, columns or bytes."""
    made = [_table(rng) for _ in range(rng.choice((1, 1, 1, 1, 2, 3)))]
    return [_file(rng, _spoilt(rng, rows), number) for number, rows in enumerate(made)]


def example(rng: random.Random) -> File:
    """A file as one of the tools wrote it, spoilt in values, keys or bytes."""
    path = rng.choice(examples())
    data = path.read_bytes()
    if path.suffix in (".json", ".jsonl", ".csv", ".txt", ".tsv") and rng.random() < 0.7:
        for _ in range(rng.choice((1, 1, 2, 5))):
            values = list(VALUE.finditer(data))
            if values:
                start, end = rng.choice(values).span()
                data = data[:start] + rng.choice(INSTEAD) + data[end:]
    else:
        data = _spoilt_bytes(rng, data)
    return File(path.name, data, None)


@cache
def examples() -> list[Path]:
    """The files of the tools, small ones, in an order that stays."""
    found = (path for path in sorted(EXAMPLES.rglob("*")) if path.suffix in EXAMPLE_ENDINGS)
    return [path for path in found if path.stat().st_size <= MOST_OF_AN_EXAMPLE]


def _table(rng: random.Random) -> Rows:
    n, k = rng.randint(1, 8), rng.randint(1, 4)
    classes = rng.sample(NAMES if rng.random() < 0.3 else NAMES[:4], k)
    ids = [f"d{i}" for i in range(n)]
    number = _number if rng.random() < 0.2 else lambda rng: f"{rng.random():.3f}"

    def cell() -> str:
        many = rng.random() < 0.4
        return "|".join(rng.sample(classes, rng.randint(0, k))) if many else rng.choice(classes)

    shape = rng.choice(SHAPES)
    if shape == "long matrix":
        pairs = [[a, b, str(rng.randint(0, 9))] for a in classes for b in classes]
        return [["true", "predicted", "count"], *pairs]
    if shape == "square matrix":
        return [["", *classes], *([a, *(str(rng.randint(0, 9)) for _ in classes)] for a in classes)]
    if shape == "long":
        flags = [
            [i, c, rng.choice(("0", "1", "-1", "")), number(rng)] for i in ids for c in classes
        ]
        return [["id", "class", "truth", "score"], *flags]
    if shape == "indicator":
        marks = [[i, *(rng.choice("01") for _ in range(2 * k))] for i in ids]
        return [["id", *(f"true:{c}" for c in classes), *(f"pred_{c}" for c in classes)], *marks]
    several = rng.choice(("system", "system", "annotator"))
    head = ["id", "true", "predicted", "split", several, "weight", "cluster", "text"]
    systems, splits = ("s", "t"), ("train", "dev", "test", "")
    columns_used = [True, True, True, *(rng.random() < 0.3 for _ in head[3:])]
    pick = rng.choice
    rows = [
        [i, cell(), label or cell(), pick(splits), s, number(rng), pick("uv"), pick(NAMES)]
        for i, label in [(i, cell() if several == "annotator" else "") for i in ids]
        for s in (systems if columns_used[4] else ("",))
    ]
    table = [
        [value for value, keep in zip(row, columns_used, strict=True) if keep]
        for row in [head, *rows]
    ]
    if shape == "wide scores":
        table = [[*table[0], *(f"score:{c}" for c in classes)]] + [
            [*row, *(number(rng) for _ in classes)] for row in table[1:]
        ]
    return table


def _number(rng: random.Random) -> str:
    return rng.choice(NUMBERS)


def _spoilt(rng: random.Random, rows: Rows) -> Rows:
    rows = [list(row) for row in rows]
    for _ in range(rng.choice((0, 0, 0, 0, 1, 1, 3))):
        row = rng.randrange(len(rows))
        column = rng.randrange(len(rows[0]))
        kind = rng.randrange(8)
        if kind <= 1:
            rows[row][column] = rng.choice(NAMES + NUMBERS)
        elif kind == 2:
            rows[0][column] = rng.choice(HEADERS)
        elif kind == 3:
            rows.insert(row + 1, list(rows[row]))
        elif kind == 4 and len(rows) > 1:
            del rows[max(row, 1)]
        elif kind == 5:
            value = rng.choice(NAMES + NUMBERS)
            rows[1:] = [[*r[:column], value, *r[column + 1 :]] for r in rows[1:]]
        elif kind == 6 and len(rows[0]) > 1:
            rows = [r[:column] + r[column + 1 :] for r in rows]
        else:
            extra = [rng.choice(HEADERS), *(rng.choice(NAMES + NUMBERS) for _ in rows[1:])]
            rows = [[*r, value] for r, value in zip(rows, extra, strict=True)]
    return rows


def _file(rng: random.Random, rows: Rows, number: int) -> File:
    kind = rng.choice(("csv", "csv", "tsv", "txt", "jsonl", "json", "parquet", "parquet"))
    rows_written: Rows | None = rows
    if kind == "parquet":
        data = _parquet(rng, rows)
    elif kind in ("jsonl", "json"):
        data = _json(rng, rows, kind)
    else:
        data, rows_written = _delimited(rng, rows)
    if rng.random() < 0.1:
        data, rows_written = _spoilt_bytes(rng, data), None
    if kind in ("csv", "jsonl", "parquet") and rng.random() < 0.05:
        kind, rows_written = rng.choice(("csv", "jsonl", "json", "parquet", "xyz", "")), None
    return File(f"f{number}.{kind}", data, rows_written)


def _delimited(rng: random.Random, rows: Rows) -> tuple[bytes, Rows | None]:
    mark = rng.choice((",", ",", ";", "\t"))
    text = io.StringIO()
    csv.writer(text, delimiter=mark, lineterminator=rng.choice(("\n", "\r\n"))).writerows(rows)
    encoding = rng.choice(("utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-16", "latin-1"))
    # a single column has no mark that says which one it is; blank lines are no rows
    known = rows if mark == "," and all(any(row) for row in rows) and len(rows[0]) > 1 else None
    return text.getvalue().encode(encoding, "replace"), known if encoding != "latin-1" else None


def _json(rng: random.Random, rows: Rows, kind: str) -> bytes:
    values: tuple[Any, ...] = (None, True, 1, 0.5, [], ["a"], [["a"]], {"label": "a"}, "x", 10**30)
    objects = []
    for row in rows[1:]:
        record: dict[str, Any] = dict(zip(rows[0], row, strict=True))
        for key, cell in record.items():
            if rng.random() < 0.1:
                record[key] = rng.choice(values)
            elif rng.random() < 0.2 and cell in ("0", "1", "0.5"):
                record[key] = float(cell)
        objects.append(record)
    as_list = kind == "json" and rng.random() < 0.5
    lines = json.dumps(objects) if as_list else "\n".join(json.dumps(record) for record in objects)
    return lines.encode()


def _parquet(rng: random.Random, rows: Rows) -> bytes:
    columns = list(zip(*rows[1:], strict=True)) or [()] * len(rows[0])
    arrays = [
        _typed(rng, list(map(str, column))) if rng.random() < 0.4 else pa.array(column, pa.string())
        for column in columns
    ]
    buffer = io.BytesIO()
    table = pa.Table.from_arrays(arrays, names=rows[0])
    pq.write_table(table, buffer, compression=rng.choice(("snappy", "none", "zstd")))
    return buffer.getvalue()


def _typed(rng: random.Random, column: list[str]) -> pa.Array:
    """A column of any type that Parquet can hold: of its own values where they fit, else of any."""
    n = len(column)
    make = rng.choice(tuple(TYPES.values()))
    try:
        array = make(rng, column)
    except (pa.ArrowException, ValueError, TypeError, OverflowError, ArithmeticError):
        array = pa.nulls(n, pa.string())
    views = pa.types.is_string_view(array.type) or pa.types.is_binary_view(array.type)
    if n and not views and rng.random() < 0.3:
        # a missing value anywhere
        place = [i if rng.random() < 0.8 else None for i in range(n)]
        array = array.take(pa.array(place, pa.int64()))
    return array


def _integers(kind: pa.DataType) -> Callable[[random.Random, list[str]], Any]:
    width = kind.bit_width
    signed = pa.types.is_signed_integer(kind)
    low, high = (-(2 ** (width - 1)), 2 ** (width - 1)) if signed else (0, 2**width)

    def make(rng: random.Random, column: list[str]) -> Any:
        far = rng.random() < 0.3
        return pa.array(
            [rng.randrange(low, high) if far else rng.choice((0, 1)) for _ in column], kind
        )

    return make


def _of(kind: pa.DataType, low: int, high: int) -> Callable[[random.Random, list[str]], Any]:
    def make(rng: random.Random, column: list[str]) -> Any:
        return (
            pa.array([rng.randrange(low, high) for _ in column], pa.int64())
            .cast(pa.int32() if kind.bit_width == 32 else pa.int64())
            .view(kind)
        )

    return make


def _floats(kind: pa.DataType) -> Callable[[random.Random, list[str]], Any]:
    odd = (float("nan"), float("inf"), -0.0, 1.0, 0.0)

    def make(rng: random.Random, column: list[str]) -> Any:
        values = [rng.choice(odd) if rng.random() < 0.1 else rng.random() for _ in column]
        return pa.array(values, pa.float64()).cast(kind)

    return make


def _lists(make_type: Callable[[pa.DataType], pa.DataType]) -> Callable[..., Any]:
    def make(rng: random.Random, column: list[str]) -> Any:
        inner = rng.choice((pa.string(), pa.large_string(), pa.int64(), pa.binary(), pa.date32()))
        if inner in (pa.int64(), pa.date32()):
            values: list[Any] = [[rng.randrange(3_000_000)] for _ in column]
        else:
            values = [[part.encode() if inner == pa.binary() else part] for part in column]
        return pa.array(values, make_type(inner))

    return make


def _decimals(kind: pa.DataType) -> Callable[[random.Random, list[str]], Any]:
    return lambda rng, column: pa.array(
        [decimal.Decimal(rng.randrange(10_000)) / 100 for _ in column], kind
    )


FAR = 2**62
EXTENSION = pa.ExtensionArray.from_storage
TYPES: dict[str, Callable[[random.Random, list[str]], Any]] = {
    "null": lambda rng, column: pa.nulls(len(column)),
    "bool": lambda rng, column: pa.array([rng.random() < 0.5 for _ in column]),
    "large_string": lambda rng, column: pa.array(column, pa.large_string()),
    "string_view": lambda rng, column: pa.array(column, pa.string_view()),
    "dictionary": lambda rng, column: pa.array(column).dictionary_encode(),
    "binary": lambda rng, column: pa.array([c.encode("utf-16") for c in column]),
    "binary_view": lambda rng, column: pa.array([b"\xff" for _ in column], pa.binary_view()),
    "dictionary of bytes": lambda rng, c: pa.array([b"\xff" for _ in c]).dictionary_encode(),
    "fixed": lambda rng, column: pa.array([rng.randbytes(16) for _ in column], pa.binary(16)),
    "uuid": lambda rng, c: pa.array([uuid.UUID(int=i).bytes for i in range(len(c))], pa.uuid()),
    "date32": _of(pa.date32(), -(2**31), 2**31),
    "time32": _of(pa.time32("ms"), 0, 86_400_000),
    "time64": _of(pa.time64("ns"), 0, 86_400 * 10**9),
    "timestamp": _of(pa.timestamp("ms"), -FAR, FAR),
    "nanoseconds": _of(pa.timestamp("ns"), -FAR, FAR),
    "zone": _of(pa.timestamp("us", "Europe/Berlin"), -FAR, FAR),
    "no zone": _of(pa.timestamp("ms", "No/Where"), -FAR, FAR),
    "duration": _of(pa.duration("ms"), -FAR, FAR),
    "day": lambda rng, column: pa.array([datetime.date(2024, 1, 1) for _ in column]),
    "list": _lists(pa.list_),
    "large_list": _lists(pa.large_list),
    "list_view": _lists(pa.list_view),
    "fixed_size_list": _lists(lambda inner: pa.list_(inner, 1)),
    "list of lists": lambda rng, column: pa.array([[[c]] for c in column]),
    "list of records": lambda rng, column: pa.array([[{"label": c, "score": 0.5}] for c in column]),
    "struct": lambda rng, column: pa.array([{"label": c, "score": 0.5} for c in column]),
    "map": lambda rng, c: pa.array([[(v, 1)] for v in c], pa.map_(pa.string(), pa.int64())),
    "json": lambda rng, column: EXTENSION(pa.json_(), pa.array(column)),
    "bool8": lambda rng, c: EXTENSION(pa.bool8(), pa.array([1] * len(c), pa.int8())),
    "broken text": lambda rng, column: pa.array([b"\xff" for _ in column]).view(pa.string()),
}  # fmt: skip
TYPES |= {str(kind): _integers(kind) for kind in (
    pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.uint8(), pa.uint16(), pa.uint32(), pa.uint64()
)}  # fmt: skip
TYPES |= {str(kind): _floats(kind) for kind in (pa.float16(), pa.float32(), pa.float64())}
TYPES |= {
    str(kind): _decimals(kind)
    for kind in (
        pa.decimal32(9, 2),
        pa.decimal64(18, 2),
        pa.decimal128(38, 2),
        pa.decimal256(76, 2),
    )
}


def _spoilt_bytes(rng: random.Random, data: bytes) -> bytes:
    held = bytearray(data)
    for _ in range(rng.choice((1, 1, 3, 20))):
        if not held:
            break
        position = rng.randrange(len(held))
        kind = rng.randrange(5)
        if kind == 0:
            held[position] = rng.randrange(256)
        elif kind == 1:
            del held[position : position + rng.choice((1, 5, 100))]
        elif kind == 2:
            held[position:position] = rng.choice(
                (b"\0", b'"', b"\n", b"\xff\xfe", b"\r", b"[" * 5_000, b"PAR1")
            )
        elif kind == 3:
            held[position:position] = held[: rng.randrange(50)]
        else:
            del held[position:]
    return bytes(held)


TERMS = (
    "true:a", "called:b", "missed:a", "extra:zz", "wrong", "right", "split:test", "score(a):0..1",
    "score(a):1e999..", "n_words>200", "weight>=0.5", "text=x", "text in (a, b)",
    "date:2024-01-01..",
    "date:9999-99-99..", "OR", "-", "(", ")", '"', "AND", "a b", "\\", ":", "..", "<=", "in (",
    "cluster=u", "é", "\0", "(" * 3_000, "-" * 3_000, "true:" * 50, "9" * 5_000,
    "split:" + "x" * 5_000,
)  # fmt: skip
RULES = (
    "given", "threshold", "rcut", "pcut", "f", "break_even", "loss", "expected_loss", "per_class",
    "costs", "true_number", "nonsense", "",
)  # fmt: skip
PARTS = (
    "split=dev", "split=", "k=3", "k=-1", "k=" + "9" * 5_000, "beta=inf", "beta=nan", "factor=-1",
    "costs=1,2,3,4", "costs=nan,1,1,1", "ties=include", "guard=1", "tuned=1", "system=s",
    "system=zz",
    "threshold=x", "threshold=1e999", "own=", "own_costs=", "between=1", "&", "=", "%00", "%ff",
)  # fmt: skip


def address(rng: random.Random) -> dict[str, str]:
    """The parameters of a page's address, some of them sound."""
    values: dict[str, Callable[[], str]] = {
        "system": lambda: rng.choice(("s", "t", "f0", *NAMES)),
        "split": lambda: rng.choice(("test", "dev", "train", "all", *NAMES)),
        "class": lambda: rng.choice(NAMES),
        "beta": lambda: rng.choice(NUMBERS),
        "undefined": lambda: rng.choice(("drop", "zero", "one", "partition", *NAMES)),
        "cut": lambda: cut(rng),
        "where": lambda: " ".join(rng.choice(TERMS) for _ in range(rng.randint(1, 6))),
    }
    chosen = rng.sample(sorted(values), rng.randint(0, len(values)))
    return {key: values[key]() for key in chosen}


def cut(rng: random.Random) -> str:
    """The text of a cut, packed parts included."""
    parts = [rng.choice(PARTS) for _ in range(rng.randint(0, 4))]
    contents = (
        "[" * 2_000, '[["a", "0.5"]]', '[["a", "nan"]]', '[["a", "1,2,3,4"]]', '[["a"]]', "{}",
        "null",
        '[[["a"], "1"]]', '{"a": "b"}', '"aa"', '[["zz", "inf"]]', "x",
    )  # fmt: skip
    for key in ("own", "own_costs"):
        if rng.random() < 0.3:
            raw = zlib.compress(rng.choice(contents).encode())
            raw = _spoilt_bytes(rng, raw) if rng.random() < 0.2 else raw
            parts.append(f"{key}={base64.urlsafe_b64encode(raw).decode().rstrip('=')}")
    text = rng.choice(RULES) + (":" + "&".join(parts) if parts else "")
    return rng.choice(
        (text, text, text, "threshold:" + rng.choice(NUMBERS), text[: len(text) // 2])
    )


def thresholds(rng: random.Random) -> tuple[str, bytes]:
    """A file of saved thresholds, its name first."""
    sound = rng.random() < 0.5
    names, numbers = (NAMES[:4], ("0.5", "-1", "inf")) if sound else (NAMES, NUMBERS)
    pairs = {rng.choice(names): rng.choice(numbers) for _ in range(rng.randint(0, 5))}
    if rng.random() < 0.5:
        odd: Any = rng.choice((pairs, pairs, pairs, [], None, {"a": {"a": {}}}, {"a": 10**400}))
        about = {"thresholds": odd, "rule": cut(rng), "system": rng.choice(NAMES), "date": 3}
        data = json.dumps(about).encode()
        data = b'{"thresholds": ' + b'{"a":' * 5_000 if rng.random() < 0.05 else data
        name = "t.json"
    else:
        text = io.StringIO()
        head = ["class", "threshold", "how", "rule", "system"]
        rows = [[c, t, "", cut(rng), "s"] for c, t in pairs.items()]
        csv.writer(text).writerows([head, *rows] if sound else _spoilt(rng, [head, *rows]))
        data, name = text.getvalue().encode(), "t.csv"
    return name, _spoilt_bytes(rng, data) if rng.random() < 0.3 else data
