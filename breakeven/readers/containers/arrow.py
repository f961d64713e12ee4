"""Arrow's own files: Feather and streams."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from breakeven.readers.containers.limits import Budget, refusal
from breakeven.readers.files.held import Held

FILE = b"ARROW1\0\0"
FIRST_FEATHER = b"FEA1"
# a stream has no mark of its own: each message begins so, and the first has a schema
MESSAGE = b"\xff\xff\xff\xff"
BROKEN = (pa.ArrowException, OSError, ValueError, MemoryError, StopIteration, NotImplementedError)


def is_arrow(start: bytes) -> bool:
    """Whether this is a file or stream of Arrow, by its first bytes."""
    return start.startswith((FILE, FIRST_FEATHER, MESSAGE))


def read_arrow(name: str, data: bytes, budget: Budget) -> Held:
    """The table of a file or stream. Raises ReadError where it is broken, or too large.

    What it says of where texts begin and end is checked before anything follows it.
    """
    if data.startswith(FIRST_FEATHER):
        what = "this is Feather of the first version, which is not read any more"
        raise refusal(name, what, "write it again with a newer pyarrow, or as Parquet")
    try:
        buffer = pa.BufferReader(data)
        if data.startswith(FILE):
            file = pa.ipc.open_file(buffer)
            schema = file.schema
            batches = (file.get_batch(i) for i in range(file.num_record_batches))
        else:
            stream = pa.ipc.open_stream(buffer)
            schema, batches = stream.schema, iter(stream)
        parts = []
        for batch in batches:
            batch.validate(full=True)
            parts.append(batch)
            budget.take_rows(batch)
        table = pa.Table.from_batches(parts, schema=schema)
    except BROKEN as error:
        said = " ".join(str(error).split())[:200] or type(error).__name__
        what = f"the Arrow file is broken, cut short, or too large ({said})"
        raise refusal(name, what, "write or transfer it again") from error
    return Held(table, np.arange(1, table.num_rows + 1))
