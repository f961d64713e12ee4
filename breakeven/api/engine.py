"""Tables beyond memory: the evaluation that an engine counts where the rows lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Literal, get_args

from breakeven.engine.evaluating import evaluate_source
from breakeven.engine.running import DEFAULT_LIMIT, Engine, duckdb_engine, spark_engine
from breakeven.engine.size import Size, size_of
from breakeven.engine.source import (
    Source,
    duckdb_source,
    parquet_files,
    parquet_source,
    spark_source,
)
from breakeven.evaluation.counted import CountedEvaluation
from breakeven.readers.problems import ReadError
from breakeven.readers.proposal import Shape
from breakeven.records import Problem
from breakeven.reports.counted import of_counted
from breakeven.reports.evaluation import as_markdown
from metrics.averaging import Undefined

EngineChoice = Literal["memory", "duckdb", "spark"]
ENGINES: tuple[EngineChoice, ...] = get_args(EngineChoice)
DUCKDB = (".duckdb", ".ddb")


@dataclass(frozen=True, kw_only=True, repr=False)
class CountedResult(CountedEvaluation):
    """What an engine counted, with the numbers that an evaluation in memory prints."""

    beta: float
    undefined: Undefined

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven evaluate --format json` prints of it; undefined is None."""
        return {"review": self.name} | of_counted(self, self.beta, self.undefined)

    def to_markdown(self) -> str:
        """What `breakeven evaluate` prints of it."""
        result = self.to_dict()
        return as_markdown(result, self.name, [f"counted by {self.engine}", *result["notes"]])


def evaluate_table(  # noqa: PLR0913 - an option for each choice of reading
    path: str | Path | None = None,
    *,
    engine: Literal["duckdb", "spark"] = "duckdb",
    split: str | None = None,
    threshold: float | None = None,
    beta: float = 1.0,
    undefined: Undefined = "drop",
    roles: Mapping[str, str] | None = None,
    shape: Shape | None = None,
    separator: str | None = None,
    probabilities: bool | None = None,
    memory_limit: str = DEFAULT_LIMIT,
    spark: str = "local[*]",
    table: str | None = None,
) -> CountedResult:
    """How good the system of a table is, counted where the rows lie, however many there are.

    `path`: Parquet, a folder of it, or a DuckDB file, of which `table` names one; without a path
    a `table` that Spark knows. `engine`: DuckDB on this machine within `memory_limit`, or Spark
    at the address `spark`. Other arguments as for `read` and `evaluate`. Truth and predictions
    stand in one table, with a row for each document or for each pair of document and class.

    ReadError with everything that is wrong.

    >>> import breakeven as be, pyarrow as pa, pyarrow.parquet as pq, tempfile
    >>> scores = {"score:a": [0.9, 0.2], "score:b": [0.1, 0.4]}
    >>> rows = pa.table({"id": [1, 2], "true": ["a", "b"], **scores})
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     pq.write_table(rows, f"{folder}/rows.parquet")
    ...     be.evaluate_table(f"{folder}/rows.parquet").counts.exact_match
    1.0
    """
    place = None if path is None else Path(path)
    with opened(engine, place, table, memory_limit, spark) as (running, source):
        file = source.file.with_roles(roles or {}, shape=shape)
        if separator is not None:
            file = replace(file, separator=separator)
        if probabilities is not None:
            file = replace(file, probabilities=probabilities)
        found = evaluate_source(running, replace(source, file=file), split, threshold)
    return result_of(found, beta, undefined)


def result_of(found: CountedEvaluation, beta: float, undefined: Undefined) -> CountedResult:
    """A counted evaluation as a result that shows itself."""
    known = {field.name: getattr(found, field.name) for field in fields(found)}
    return CountedResult(**known, beta=float(beta), undefined=undefined)


@contextmanager
def opened(
    engine: Literal["duckdb", "spark"],
    path: Path | None,
    table: str | None,
    memory_limit: str = DEFAULT_LIMIT,
    spark: str = "local[*]",
) -> Iterator[tuple[Engine, Source]]:
    """An engine that runs, and the table that it is to count. ReadError."""
    running = duckdb_engine(memory_limit) if engine == "duckdb" else spark_engine(spark)
    if path is not None and not path.exists():
        raise _wrong(f"{path} is not there", "check the path")
    if path is None and (engine == "duckdb" or table is None):
        raise _wrong("no table is given", "name a file or a folder, or a table that Spark knows")
    with running as own:
        if path is None:
            assert table is not None
            yield own, spark_source(own, table)
        elif path.suffix.lower() in DUCKDB:
            if engine == "spark":
                raise _wrong("Spark reads no DuckDB files", "choose the engine duckdb")
            yield own, duckdb_source(own, path, table)
        else:
            yield own, parquet_source(own, path)


def fitting(path: Path) -> Size | None:
    """Whether a table fits into memory; None for files that no engine counts. ReadError."""
    if path.suffix.lower() in DUCKDB:
        return size_of([path])
    if path.is_dir() and not any(p.suffix.lower() == ".parquet" for p in path.rglob("*")):
        return None
    return size_of(parquet_files(path)) if path.is_dir() or path.suffix == ".parquet" else None


def _wrong(what: str, remedy: str) -> ReadError:
    return ReadError([Problem(what=what, remedy=remedy)])
