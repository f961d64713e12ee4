"""Tables beyond memory: the evaluation that an engine counts where the rows lie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal

from breakeven.analysis.evaluation.counted import CountedEvaluation
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.selection.where import where_of
from breakeven.analysis.story.verdict import PlainVerdict, verdict_of_counted
from breakeven.data.installation import missing_extra
from breakeven.data.records import Problem
from breakeven.engine.named_tables import DEFAULT_MEMORY_LIMIT
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import Shape
from breakeven.results.counted import counted_export
from breakeven.results.evaluation_export import EvaluationExport
from metrics.averaging import Undefined
from metrics.typing import DEFAULT_BETA


@dataclass(frozen=True, kw_only=True, repr=False)
class CountedResult(CountedEvaluation):
    """What an engine counted, with the numbers that an evaluation in memory prints."""

    beta: float
    undefined: Undefined

    def verdict(self, limits: Limits | None = None) -> PlainVerdict:
        """How good it is in plain answers, as of an evaluation in memory.

        What the counts do not tell is said not to have been counted. `limits.cut`: from which
        precision and recall on a class is not weak, 0.5 by default.
        """
        return verdict_of_counted(self, limits or Limits())

    def _export(self) -> EvaluationExport:
        return counted_export(self, self.verdict(), self.beta, self.undefined)

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven evaluate --format json` prints of it; undefined is None."""
        return self._export().to_dict()

    def to_markdown(self) -> str:
        """What `breakeven evaluate` prints of it."""
        return self._export().to_markdown()


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
) -> CountedResult:
    """How good the system of a table is, counted where the rows lie, however many there are.

    `path`: Parquet, a folder of it, or a DuckDB file, of which `table` names one; without a path
    a `table` that Spark knows. `engine`: DuckDB on this machine, or Spark at the address `spark`;
    what counts on this machine does so within `memory_limit`. Other arguments as for `read` and
    `evaluate`. Truth and predictions stand in one table, with a row for each document or for each
    pair of document and class.

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
    # loads Ibis
    from breakeven.engine.evaluation import evaluate_source
    from breakeven.engine.sources import open_source, with_columns

    place = None if path is None else Path(path)
    with open_source(engine, place, table, memory_limit, spark) as (running, source):
        edited = with_columns(source, roles or {}, shape, separator, probabilities)
        condition = where_of(where or "")
        evaluation = evaluate_source(running, edited, split, threshold, where=condition)
    return counted_result(evaluation, beta, undefined)


def counted_result(
    evaluation: CountedEvaluation, beta: float, undefined: Undefined
) -> CountedResult:
    """A counted evaluation as a result that shows itself."""
    values = {field.name: getattr(evaluation, field.name) for field in fields(evaluation)}
    return CountedResult(**values, beta=float(beta), undefined=undefined)
