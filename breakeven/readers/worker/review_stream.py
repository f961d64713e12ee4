"""A review as an Arrow stream and back: what passes from the process that read it.

Nothing in a stream is run when it is read: arrays of numbers and texts, and plain JSON.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any, Literal

import numpy as np
import pyarrow as pa
from scipy import sparse

from breakeven.data.hierarchy import Hierarchy
from breakeven.data.records import Annotator, Answered, Grades, Predictions, Problem, Review, Truth
from breakeven.readers.files.cells import encoded
from breakeven.readers.files.file_table import FileTable
from metrics.typing import Array

ABOUT = b"about"
PLAIN = ("text_column", "weight_column", "cluster_column", "gold", "unbounded")
OF_TRUTH = ("classes", "splits", *PLAIN, "joined_by_order")


def write_review(review: Review, sink: Any, compression: Literal["lz4"] | None = None) -> None:
    """Write a review to an open file, compressed where it is to stay."""
    write_table(table_of(review), sink, compression)


def write_table(table: pa.Table, sink: Any, compression: Literal["lz4"] | None = None) -> None:
    """Write what `table_of` or `columns_of` made to an open file, as a stream."""
    options = pa.ipc.IpcWriteOptions(compression=compression)
    with pa.ipc.new_stream(sink, table.schema, options=options) as stream:
        stream.write_table(table)


def table_of(review: Review) -> pa.Table:
    """A review as a table of one row: each of its arrays in a column, the rest said beside them."""
    arrays: dict[str, pa.Array] = {}

    def put(name: str, values: Any) -> Any:
        """Hand an array over; what says of it how it is to be put together again."""
        if values is None:
            return None
        if sparse.issparse(values):
            values.sum_duplicates()  # in order, so that nobody has to put it in order later
            parts = [put(f"{name}.{part}", getattr(values, part)) for part in SPARSE]
            return {"of": values.format, "shape": values.shape, "parts": parts}
        arrays[name] = _column(values)
        return {"of": values.dtype.str, "shape": values.shape, "name": name}

    truth = review.truth
    about = {
        "name": review.name,
        "fingerprint": review.fingerprint,
        "class_map": dict(review.class_map),
        "formats": review.formats,
        "hierarchy": None
        if review.hierarchy is None
        else {"nodes": review.hierarchy.nodes, "parents": put("parents", review.hierarchy.parents)},
        "notes": [asdict(note) for note in review.notes],
        "truth": {name: getattr(truth, name) for name in OF_TRUTH}
        | {name: put(f"truth.{name}", getattr(truth, name)) for name in ARRAYS_OF_TRUTH},
        "columns": [
            [name, put(f"column {i}", values)]
            for i, (name, values) in enumerate(truth.columns.items())
        ],
        "grades": None
        if truth.grades is None
        else {"names": truth.grades.names, "codes": put("grades", truth.grades.codes)},
        "annotators": [
            {"name": record.name}
            | {name: put(f"by {i} {name}", getattr(record, name)) for name in ARRAYS_OF_ANNOTATORS}
            for i, record in enumerate(truth.annotators)
        ],
        "predictions": [
            {"system": record.system, "probabilities": record.probabilities}
            | {name: put(f"{i} {name}", getattr(record, name)) for name in ARRAYS_OF_PREDICTIONS}
            | {
                "answered": None
                if record.answered is None
                else {"runs": record.answered.runs, "asked": dict(record.answered.asked)}
                | {
                    name: put(f"{i} answered {name}", getattr(record.answered, name))
                    for name in ARRAYS_OF_ANSWERED
                }
            }
            for i, record in enumerate(review.predictions)
        ],
    }
    # each array is the one list in a column of its own
    lists = [pa.LargeListArray.from_arrays([0, len(values)], values) for values in arrays.values()]
    table = pa.Table.from_arrays(lists, names=list(arrays))
    return table.replace_schema_metadata({ABOUT: json.dumps(about)})


SPARSE = ("data", "indices", "indptr")
ARRAYS_OF_TRUTH = ("documents", "labels", "split_of", "unjudged", "weights", "clusters")
# what of these is put back under another name
FIELDS = {"documents": "ids"}
ARRAYS_OF_PREDICTIONS = ("rows", "scores", "decisions")
ARRAYS_OF_ANNOTATORS = ("rows", "labels", "unjudged")
ARRAYS_OF_ANSWERED = (
    "document", "run", "outcomes", "classes", "texts", "outcome", "cost", "latency"
)  # fmt: skip


def read_review(source: Any) -> Review:
    """The review that `write_review` wrote, open or as bytes; its arrays cannot be written to."""
    table = pa.ipc.open_stream(source).read_all()
    about = json.loads(table.schema.metadata[ABOUT])

    def get(record: Any) -> Any:
        if record is None:
            return None
        if record["of"] in ("csc", "csr"):
            make: Callable[..., Any] = getattr(sparse, f"{record['of']}_array")
            matrix = make(tuple(map(get, record["parts"])), shape=tuple(record["shape"]))
            matrix.has_canonical_format = True
            return matrix
        values = table.column(record["name"]).chunk(0).values
        return _array(values, np.dtype(record["of"])).reshape(record["shape"])

    truth, above = about["truth"], about.get("hierarchy")
    return Review(
        name=about["name"],
        truth=Truth(
            **{FIELDS.get(name, name): get(truth[name]) for name in ARRAYS_OF_TRUTH},
            classes=tuple(truth["classes"]),
            splits=tuple(truth["splits"]),
            columns={name: get(values) for name, values in about["columns"]},
            **{name: truth[name] for name in PLAIN},
            joined_by_order=tuple(truth.get("joined_by_order", ())),
            grades=None
            if about["grades"] is None
            else Grades(tuple(about["grades"]["names"]), get(about["grades"]["codes"])),
            annotators=tuple(
                Annotator(
                    record["name"], **{name: get(record[name]) for name in ARRAYS_OF_ANNOTATORS}
                )
                for record in about["annotators"]
            ),
        ),
        predictions=tuple(
            Predictions(
                system=record["system"],
                probabilities=record["probabilities"],
                **{name: get(record[name]) for name in ARRAYS_OF_PREDICTIONS},
                answered=None
                if record.get("answered") is None
                else Answered(
                    runs=tuple(record["answered"]["runs"]),
                    asked=record["answered"]["asked"],
                    **{name: get(record["answered"][name]) for name in ARRAYS_OF_ANSWERED},
                ),
            )
            for record in about["predictions"]
        ),
        notes=tuple(Problem(**note) for note in about["notes"]),
        fingerprint=about["fingerprint"],
        class_map=about["class_map"],
        # what was saved by an earlier program does not say it
        formats=tuple(about.get("formats", ())),
        hierarchy=None
        if above is None
        else Hierarchy(tuple(above["nodes"]), get(above["parents"]), len(truth["classes"])),
    )


def columns_of(table: FileTable, columns: Sequence[str]) -> pa.Table:
    """Some columns of a table as text, each text once."""
    arrays = [pa.array(np.asarray(table.lines))]
    for name in columns:
        codes, texts = encoded(table.column(name))
        indices = pa.array(codes, mask=codes < 0)
        arrays.append(pa.DictionaryArray.from_arrays(indices, pa.array(texts, pa.large_string())))
    # places as names: a column may be called as the first is
    found = pa.Table.from_arrays(arrays, names=[str(place) for place in range(len(arrays))])
    about = {"name": table.name, "kind": table.kind, "columns": list(columns)}
    return found.replace_schema_metadata({ABOUT: json.dumps(about)})


def read_columns(source: Any) -> FileTable:
    """The table of those columns that `columns_of` took, each row with its line."""
    table = pa.ipc.open_stream(source).read_all()
    about = json.loads(table.schema.metadata[ABOUT])
    columns = tuple(about["columns"])
    return FileTable(
        name=about["name"],
        kind=about["kind"],
        columns=columns,
        lines=table.column(0).to_numpy(),
        digest="",
        source=pa.Table.from_arrays(table.columns[1:], names=list(columns)),
    )


def _column(values: Array) -> pa.Array:
    if values.dtype == object:
        return pa.array(values.ravel(), pa.large_string()).dictionary_encode()
    flat = np.ascontiguousarray(values).ravel()
    return pa.array(flat.view(np.uint8) if flat.dtype == bool else flat)


def _array(values: pa.Array, kind: np.dtype) -> Array:
    if kind.hasobject:
        # equal texts are one object
        texts = np.array([*values.dictionary.to_pylist(), None], dtype=object)[:-1]
        found = texts[values.indices.to_numpy(zero_copy_only=False)]
        found.flags.writeable = False
        return found
    return values.to_numpy(zero_copy_only=True).view(kind)
