"""Class maps and hierarchies that somebody sent, read in a process of its own, with its limits.

They may be any file that is read: a workbook, a database or Parquet unfolds to far more than its
size, and a server has no memory for that. Commands read their own files where they are.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from breakeven.readers.worker.client import WorkerUnpacking
from breakeven.readers.worker.connection import HAS_WORKER


def class_map_apart(name: str, data: bytes | Path) -> dict[str, str | None]:
    """As `read_class_map`, apart where the system has such processes.

    `name`: what the file is called, by whose ending it is read, and in messages. ReadError with
    every problem, and where reading takes more than it may.
    """
    answer: dict[str, str | None] = _apart("unpack_class_map", name, data)["found"]
    return answer


def hierarchy_apart(name: str, data: bytes | Path) -> dict[str, Any]:
    """As `read_hierarchy`, apart where the system has such processes.

    `name` and ReadError as for `class_map_apart`.
    """
    answer: dict[str, Any] = _apart("unpack_hierarchy", name, data)["found"]
    return answer


def _apart(function: str, name: str, data: bytes | Path) -> dict[str, Any]:
    """What a function of this module answers, there or here."""
    if HAS_WORKER:
        return WorkerUnpacking(f"{__name__}:{function}", name, data).answer
    here = {"unpack_class_map": unpack_class_map, "unpack_hierarchy": unpack_hierarchy}
    return here[function](name, data)[0]


# --- what that process does: plain data, which comes back as JSON


def unpack_class_map(name: str, data: bytes | Path) -> tuple[dict[str, Any], list[bytes]]:
    """A class map as plain data, and no bytes beside it.

    A name without a new one has None, which JSON keeps. ReadError.
    """
    from breakeven.readers.pairs_file import read_class_map  # brings Arrow

    return {"found": read_class_map(name, data)}, []


def unpack_hierarchy(name: str, data: bytes | Path) -> tuple[dict[str, Any], list[bytes]]:
    """A hierarchy as plain data, and no bytes beside it.

    ReadError, also where a name stands above itself.
    """
    from breakeven.readers.hierarchy import read_hierarchy  # brings Arrow

    return {"found": read_hierarchy(name, data)}, []
