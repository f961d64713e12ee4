"""Tables beyond memory: which engine counts them, and what it prints."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Literal

from breakeven.commands.files import columns_named, edited_file, wrong
from breakeven.commands.inputs import print_json

ENDINGS = (".parquet", ".duckdb", ".ddb")
# what an engine does not do, by the option that asks for it
IN_MEMORY = (
    "truth", "system", "thresholds", "label_noise", "class_map", "gold", "unbounded",
    "answers", "hierarchy", "hierarchy_separator", "marks", "as_if", "encoding", "delimiter",
    "quote", "decimal", "header",
)  # fmt: skip


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Where a table is counted that may be larger than memory."""
    engine = parser.add_argument_group("engine", "tables of Parquet or DuckDB beyond memory")
    engine.add_argument(
        "--engine",
        choices=("memory", "duckdb", "spark"),
        help="what counts: by default memory where the table fits, by what its files say of their "
        "size, else duckdb",
    )
    engine.add_argument(
        "--memory-limit",
        metavar="SIZE",
        default="2GB",
        help="what DuckDB, or Spark on this machine, may hold (2GB)",
    )
    engine.add_argument(
        "--spark",
        metavar="URL",
        help="count with Spark at this address (spark://…, sc://… or local[4]), of --table NAME or "
        "a folder of Parquet that it can read",
    )


def engine_of(args: argparse.Namespace) -> Literal["duckdb", "spark"] | None:
    """What counts the table that the arguments name; None where it is read into memory."""
    if args.spark or args.engine == "spark":
        if args.engine not in (None, "spark"):
            raise wrong("there are two engines", "give --spark or --engine")
        return "spark"
    if args.engine == "duckdb":
        return "duckdb"
    if args.engine == "memory" or len(args.files) != 1:
        return None
    path = Path(args.files[0])
    if not path.is_dir() and not (path.is_file() and path.suffix.lower() in ENDINGS):
        return None
    from breakeven.engine.size import fitting

    size = fitting(path)
    if size is None or size.fits:
        return None
    print(f"counted by DuckDB: {size}; choose another with --engine", file=sys.stderr)
    return "duckdb"


def run_engine(args: argparse.Namespace, engine: Literal["duckdb", "spark"]) -> int:
    """Print what an engine counts; exit status 0. Raises ReadError, also for what it cannot do."""
    from dataclasses import replace

    from breakeven.api.engine import result_of
    from breakeven.engine.evaluating import evaluate_source
    from breakeven.engine.opening import opened
    from breakeven.selection import ChoiceError
    from breakeven.selection.leaks import sides_counted
    from breakeven.selection.where import where_of

    for option in IN_MEMORY:
        if getattr(args, option, None) not in (None, "", False, []):
            name = option.replace("_", "-")
            raise wrong(f"an engine counts without --{name}", "leave it out, or --engine memory")
    if len(args.files) > 1:
        raise wrong("an engine counts one table", "give one file, or one folder of Parquet")
    path, tables = Path(args.files[0]) if args.files else None, args.table or []
    if len(tables) > 1:
        raise wrong("there are two tables", "give --table once")
    table = tables[0] if tables else None
    place = opened(engine, path, table, args.memory_limit, args.spark or "local[*]")
    with place as (running, source):
        for option, column in columns_named(args):
            if source.file.column_named(column) is None:
                raise wrong(f"the table has no column {column!r}", f"check {option}")
        as_said = replace(source, file=edited_file(source.file, args))
        try:
            where = where_of(args.where or "")
            found = evaluate_source(running, as_said, args.split, args.threshold, where=where)
        except ChoiceError as error:
            raise wrong(f"--where: {error.what}", error.remedy) from None
    result = result_of(found, args.beta, args.undefined)
    if (leaks := sides_counted(found)) is not None:
        print(f"warning: {leaks}", file=sys.stderr)
    if args.format == "json":
        print_json(result.to_dict())
    else:
        print(result.to_markdown())
    return 0
