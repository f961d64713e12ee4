"""The tables beyond memory that whoever runs a server lets its visitors open, by name.

They stand in a file of TOML that BREAKEVEN_TABLES names, with how much memory each may take.
Nothing else says what is opened: a visitor chooses of these names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from breakeven.data.own_measures import OwnMeasure
    from breakeven.readers.base.proposal import Shape


# --- how much memory an engine may take, as it is written


DEFAULT_MEMORY_LIMIT = "2GB"
MEMORY_LIMIT = re.compile(r"([0-9]+(?:\.[0-9]+)?) ?([KMGT])(i?)B")
MEMORY_LIMIT_FORMAT = "write it as 2GB or 500MB"


# --- the tables beyond memory that whoever runs a server lets its visitors open, by name
#
# They stand in a file of TOML that BREAKEVEN_TABLES names. Nothing else says what is opened: a
# visitor chooses of these names.


TABLES = "BREAKEVEN_TABLES"


@dataclass(frozen=True)
class NamedTable:
    """A table by its name: where it is, what counts it, and what is said of its columns.

    `path`: Parquet, a folder of it, or a DuckDB file, of which `table` names one; None for a
    `table` that Spark knows. `spark`: the address of a cluster, None where DuckDB counts. `roles`:
    pairs of column and role. `measures`: of one's own, which nothing has to be counted again for.
    """

    name: str
    title: str
    path: Path | None
    table: str | None
    spark: str | None
    memory_limit: str
    roles: tuple[tuple[str, str], ...]
    shape: Shape | None
    separator: str | None
    probabilities: bool | None
    measures: tuple[OwnMeasure, ...] = field(default=(), compare=False)


# of files: how they are now, so that what was counted before they changed is not taken for it
FileStates = tuple[tuple[str, int, int], ...]


def file_states(table: NamedTable) -> FileStates:
    """When each file of a table was changed, and its size; nothing is known of Spark's tables."""
    if table.path is None:
        return ()
    inside = [table.path] if table.path.is_file() else sorted(table.path.rglob("*"))
    found = [(str(p), p.stat()) for p in inside if p.is_file()]
    return tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in found)
