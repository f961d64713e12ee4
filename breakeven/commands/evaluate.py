"""`evaluate`: how good a system is: the numbers of the pages Summary, Classes and Curves."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import Literal

from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.label_errors.label_noise import NoisyTruth
from breakeven.analysis.selection.errors import ChoiceError
from breakeven.analysis.selection.leak_sides import sides_counted
from breakeven.analysis.selection.where import where_of
from breakeven.api.own_measures import checked_measures
from breakeven.commands.file_options import columns_named, edited_file, usage_error
from breakeven.commands.options import (
    FORMATS,
    add_arguments,
    add_cut,
    add_f,
    add_target,
    add_where,
    evaluation_from,
    print_json,
    review_from,
    target_from,
)
from breakeven.data.installation import missing_extra
from breakeven.engine.table_files import memory_size
from breakeven.readers.base.memory import release_free_memory
from breakeven.results.counted import counted_result
from breakeven.results.evaluation import EvaluationResult, evaluation_result
from breakeven.results.label_noise import noise_bands, noise_words
from breakeven.results.sklearn_report import sklearn_report
from breakeven.results.table_formats import in_markdown

# --- Tables beyond memory: which engine counts them, and what it prints


# the layout of scikit-learn's report
SKLEARN = "sklearn"
TABLE_ENDINGS = (".parquet", ".duckdb", ".ddb")
# what an engine does not do, by the option that asks for it
IN_MEMORY = (
    "truth", "system", "thresholds", "label_noise", "class_map", "gold", "unbounded",
    "answers", "hierarchy", "hierarchy_separator", "marks", "as_if", "encoding", "delimiter",
    "quote", "decimal", "header", "target", "rules",
)  # fmt: skip


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Where a table is counted that may be larger than memory."""
    engine = parser.add_argument_group("engine", "tables of Parquet or DuckDB beyond memory")
    engine.add_argument(
        "--engine",
        choices=("memory", "duckdb", "spark"),
        help="where to count (default: in memory if the table fits, going by the size that its "
        "files state; else in duckdb)",
    )
    engine.add_argument(
        "--memory-limit",
        metavar="SIZE",
        default="2GB",
        help="memory for DuckDB, or for Spark on this machine (2GB)",
    )
    engine.add_argument(
        "--spark",
        metavar="URL",
        help="count with Spark at this address (spark://…, sc://… or local[4]): the table of "
        "--table NAME, or a folder of Parquet that Spark can read",
    )


def engine_of(args: argparse.Namespace) -> Literal["duckdb", "spark"] | None:
    """What counts the table that the arguments name; None where it is read into memory."""
    if args.spark or args.engine == "spark":
        if args.engine not in (None, "spark"):
            raise usage_error("--spark and --engine are both given", "leave one of them out")
        return "spark"
    if args.engine == "duckdb":
        return "duckdb"
    if args.engine == "memory" or len(args.files) != 1:
        return None
    path = Path(args.files[0])
    if not path.is_dir() and not (path.is_file() and path.suffix.lower() in TABLE_ENDINGS):
        return None
    size = memory_size(path)
    if size is None or size.fits:
        return None
    print(f"counted by DuckDB: {size}; choose another with --engine", file=sys.stderr)
    return "duckdb"


def run_engine(args: argparse.Namespace, engine: Literal["duckdb", "spark"]) -> int:
    """Print what an engine counts; exit status 0. Raises ReadError, also for what it cannot do."""
    _check_engine(args)
    # loads Ibis
    from breakeven.engine.evaluation import evaluate_source
    from breakeven.engine.sources import open_source

    own = checked_measures(*map(Path, args.measures))
    if len(args.files) > 1:
        raise usage_error("an engine counts one table", "give one file, or one folder of Parquet")
    path, tables = Path(args.files[0]) if args.files else None, args.table or []
    if len(tables) > 1:
        raise usage_error("there are two tables", "give --table once")
    table = tables[0] if tables else None
    place = open_source(engine, path, table, args.memory_limit, args.spark or "local[*]")
    with place as (running, source):
        for option, column in columns_named(args):
            if source.file.column_named(column) is None:
                raise usage_error(f"the table has no column {column!r}", f"check {option}")
        edited = replace(source, file=edited_file(source.file, args))
        try:
            where = where_of(args.where or "")
            evaluation = evaluate_source(running, edited, args.split, args.threshold, where=where)
        except ChoiceError as error:
            raise usage_error(f"--where: {error.what}", error.remedy) from None
    if args.format == SKLEARN:
        return _print_report(evaluation)
    result = counted_result(evaluation, args.beta, args.undefined, own)
    if (leaks := sides_counted(evaluation)) is not None:
        print(f"warning: {leaks}", file=sys.stderr)
    if args.format == "json":
        print_json(result.to_dict())
    else:
        print(result.to_markdown())
    return 0


def _check_engine(args: argparse.Namespace) -> None:
    """Whether there is an engine here, and it can do what is asked. Raises ReadError."""
    if extra := missing_extra("ibis"):
        raise usage_error(*extra)
    for option in IN_MEMORY:
        if getattr(args, option, None) not in (None, "", False, []):
            name = option.replace("_", "-")
            raise usage_error(
                f"an engine cannot count with --{name}", "leave it out, or add --engine memory"
            )


# --- `evaluate`: how good a system is, the numbers of the Overview, Classes and Curves pages


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `evaluate`."""
    parser.description = __doc__
    add_arguments(parser, formats=(*FORMATS, SKLEARN), files_needed=False)
    add_engine(parser)
    add_where(parser)
    add_f(parser)
    add_cut(parser)
    parser.add_argument(
        "--label-noise",
        type=float,
        metavar="SHARE",
        help="also print what F may be if this share of the labels is wrong",
    )
    add_target(parser)


def run(args: argparse.Namespace) -> int:
    """Print the measures of one system; exit status 0."""
    if engine := engine_of(args):
        return run_engine(args, engine)
    if not args.files:
        raise usage_error("no file is given", "name at least one, or a table of Spark")
    rules = target_from(args)
    review = review_from(args)
    evaluation, filtered = evaluation_from(review, args)
    result = evaluation_result(review, evaluation, filtered, args.beta, args.undefined)
    if result.leaks is not None:
        print(f"warning: {result.leaks}", file=sys.stderr)
    if args.format == SKLEARN:
        return _print_report(evaluation)
    # reading, decisions and leaks are done with: what follows holds as much again
    release_free_memory()
    noise = _noise(result, args.label_noise)
    verdict = None if rules is None else result.target_verdict(rules)
    if args.format == "json":
        noise_data = (
            {} if noise is None else {"label_noise": noise_bands(noise, args.beta, args.undefined)}
        )
        first = {} if verdict is None else {"target_verdict": verdict.to_dict()}
        print_json(first | result.to_dict() | noise_data)
    else:
        if verdict is not None:
            print(f"{verdict.to_markdown()}\n")
        print(result.to_markdown())
        if noise is not None:
            print(f"\n{in_markdown(noise_words(noise, 'micro', args.beta, args.undefined))}")
    return 0


def _print_report(evaluation: BaseEvaluation) -> int:
    """What scikit-learn's `classification_report` prints; exit status 0."""
    try:
        print(sklearn_report(evaluation).to_text(), end="")
    except ValueError as error:
        what, _, remedy = str(error).partition("; ")
        raise usage_error(what, remedy) from None
    return 0


def _noise(result: EvaluationResult, share: float | None) -> NoisyTruth | None:
    """The band for a stated share of wrong labels; None where none is stated."""
    if share is None:
        return None
    try:
        return result.with_label_noise(share)
    except ValueError as error:
        what, _, remedy = str(error).partition("; ")
        raise usage_error(what, remedy) from None
