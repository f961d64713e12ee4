"""Tables beyond memory: the evaluation that an engine counts where the rows lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

from breakeven.analysis.selection.where import where_of
from breakeven.api.own_measures import checked_measures
from breakeven.data.installation import missing_extra
from breakeven.data.own_measures import OwnMeasure
from breakeven.data.records import Problem
from breakeven.engine.named_tables import DEFAULT_MEMORY_LIMIT
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import Shape
from breakeven.results.counted import CountedResult, counted_result
from metrics.averaging import Undefined
from metrics.typing import DEFAULT_BETA


def evaluate_table(  # noqa: PLR0913 - an option for each choice of reading
    path: str | Path | None = None,
    *,
    engine: Literal["duckdb", "spark"] = "duckdb",
    split: str | None = None,
    threshold: float | None = None,
    where: str | None = None,
    beta: float = DEFAULT_BETA,
    undefined: Undefined = "drop",
    roles: Mapping[str, str] | None = None,
    shape: Shape | None = None,
    separator: str | None = None,
    probabilities: bool | None = None,
    memory_limit: str = DEFAULT_MEMORY_LIMIT,
    spark: str = "local[*]",
    table: str | None = None,
    measures: Iterable[OwnMeasure | str | Path] = (),
) -> CountedResult:
    """How good the system of a table is, counted where the rows lie, however many there are.

    `path`: Parquet, a folder of it, or a DuckDB file, of which `table` names one; without a path
    a `table` that Spark knows. `engine`: DuckDB on this machine, or Spark at the address `spark`;
    what counts on this machine does so within `memory_limit`. `measures` of your own as for
    `with_measures`, other arguments as for `read` and `evaluate`. Truth and predictions stand in
    one table, with a row for each document or for each pair of document and class.

    ReadError with everything that is wrong; ChoiceError, a ValueError, for a filter `where` that
    keeps nothing or asks what an engine does not.

    >>> import breakeven as be, pyarrow as pa, pyarrow.parquet as pq, tempfile
    >>> scores = {"score:a": [0.9, 0.2], "score:b": [0.1, 0.4]}
    >>> rows = pa.table({"id": [1, 2], "true": ["a", "b"], **scores})
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     pq.write_table(rows, f"{folder}/rows.parquet")
    ...     be.evaluate_table(f"{folder}/rows.parquet").counts.exact_match
    1.0
    """
    if extra := missing_extra("ibis"):
        raise ReadError([Problem(what=extra.what, remedy=extra.remedy)])
    own = checked_measures(*measures)
    # loads Ibis
    from breakeven.engine.evaluation import evaluate_source
    from breakeven.engine.sources import open_source, with_columns

    place = None if path is None else Path(path)
    with open_source(engine, place, table, memory_limit, spark) as (running, source):
        edited = with_columns(source, roles or {}, shape, separator, probabilities)
        condition = where_of(where or "")
        evaluation = evaluate_source(running, edited, split, threshold, where=condition)
    return counted_result(evaluation, beta, undefined, own)
