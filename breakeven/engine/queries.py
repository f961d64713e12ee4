"""What a server asks of its named tables: answered once for all who look, one question at a time.

An answer may take hours. It is worked out beside the pages, goes on where nobody waits any more,
and is kept until others were asked for more lately, or the table's files have changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from threading import Lock, Thread
from typing import Any, TypeAlias

from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.selection.where import Where
from breakeven.engine.class_pairs import count_meetings
from breakeven.engine.confusion import count_confused
from breakeven.engine.document_rows import RowOrder, fetch_rows
from breakeven.engine.engines import Engine, EngineName
from breakeven.engine.evaluation import TableScan, count, scan_table
from breakeven.engine.filters import documents_of
from breakeven.engine.named_tables import FileStates, NamedTable
from breakeven.engine.sources import TableSource, open_source, with_columns

WAITING = "Another count is running; this one comes next …"


@dataclass(frozen=True)
class ScanQuery:
    """What all rows say: a `TableScan`."""

    words = "Checking every row of the table …"


@dataclass(frozen=True)
class TableSubset:
    """The documents of a split, None for all, as a rule decides them; `where` as `count` has it."""

    split: str | None
    cut: Cut
    where: Where | None = None


@dataclass(frozen=True)
class CountQuery:
    """The evaluation on a part: a `CountedEvaluation`."""

    part: TableSubset
    words = "Counting classes, documents and scores …"


@dataclass(frozen=True)
class ConfusionQuery:
    """What is taken for what on a part: a `Confused`."""

    part: TableSubset
    words = "Counting which classes get confused …"


@dataclass(frozen=True)
class MeetingQuery:
    """How classes meet on a part: what `count_meetings` says."""

    part: TableSubset
    words = "Counting which classes occur together …"


@dataclass(frozen=True)
class NumberQuery:
    """How many documents of a part another filter keeps: an int."""

    part: TableSubset
    also: Where
    words = "Counting the documents that the filter keeps …"


@dataclass(frozen=True)
class ListQuery:
    """So `many` of these documents in an order, from the `first` on: a list of `DocumentRow`."""

    part: TableSubset
    also: Where | None
    order: RowOrder
    first: int
    many: int
    words = "Fetching the documents …"


TableQuery: TypeAlias = (
    ScanQuery | CountQuery | ConfusionQuery | MeetingQuery | NumberQuery | ListQuery
)


@dataclass
class PendingAnswer:
    """A question: how far it is, in words; its answer, or what was wrong, in `future`.

    `answered_at`: when the answer was there.
    """

    words: str = WAITING
    answered_at: datetime | None = None
    future: Future[Any] = field(default_factory=Future)


@dataclass
class AnswerCache:
    """Questions and their answers, at most so many, the one asked for longest ago first.

    Shared by all visitors. A table is asked one of them at a time.
    """

    most: int
    _held: dict[tuple[NamedTable, FileStates, TableQuery], PendingAnswer] = field(
        default_factory=dict
    )
    _busy: dict[str, Lock] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def ask(
        self,
        table: NamedTable,
        state: FileStates,
        question: TableQuery,
        scan: TableScan | None = None,
    ) -> PendingAnswer:
        """A question of a table as it is now, asked once.

        `scan`: what was answered to `ScanQuery`.
        """
        key = (table, state, question)
        with self._lock:
            pending = self._held.pop(key, None)
            begin = pending is None
            if pending is None:
                pending = PendingAnswer()
            self._held[key] = pending
            self._make_room()
            busy = _SPARK if table.spark else self._busy.setdefault(table.name, Lock())
        if begin:
            arguments = (pending, busy, table, question, scan)
            Thread(target=_answer, args=arguments, daemon=True).start()
        return pending

    def forget(self, table: NamedTable) -> None:
        """Forget what a table answered: it is asked anew."""
        with self._lock:
            for key in [key for key, asked in self._held.items() if key[0] == table]:
                if self._held[key].future.done():
                    del self._held[key]

    def _make_room(self) -> None:
        answered = [key for key, asked in self._held.items() if asked.future.done()]
        for key in answered[: max(0, len(self._held) - self.most)]:
            del self._held[key]


# a server has one Spark, whose tables share a session
_SPARK = Lock()
counts = AnswerCache(16)
readings = AnswerCache(64)


def _answer(
    pending: PendingAnswer,
    busy: Lock,
    table: NamedTable,
    question: TableQuery,
    scan: TableScan | None,
) -> None:
    with busy:
        pending.words = question.words
        try:
            with _open(table) as (engine, source):
                answer = _answered(question, engine, source, scan)
        except BaseException as error:
            pending.answered_at = datetime.now(UTC)
            pending.future.set_exception(error)
        else:
            pending.answered_at = datetime.now(UTC)
            pending.future.set_result(answer)


@contextmanager
def _open(table: NamedTable) -> Iterator[tuple[Engine, TableSource]]:
    kind: EngineName = "spark" if table.spark else "duckdb"
    place = open_source(kind, table.path, table.table, table.memory_limit, table.spark or "")
    with place as (engine, source):
        said = with_columns(
            source, dict(table.roles), table.shape, table.separator, table.probabilities
        )
        yield engine, replace(said, name=table.title)


def _answered(
    question: TableQuery, engine: Engine, source: TableSource, scan: TableScan | None
) -> Any:
    if isinstance(question, ScanQuery):
        return scan_table(engine, source)
    assert scan is not None
    # the same rows, where this engine finds them
    own_scan = replace(scan, layout=replace(scan.layout, source=source))
    part = question.part
    if isinstance(question, CountQuery):
        return count(engine, own_scan, part.split, part.cut, part.where)
    also = question.also if isinstance(question, NumberQuery | ListQuery) else None
    layout = own_scan.part(engine, part.split, part.cut, part.where, also)
    if isinstance(question, ConfusionQuery):
        return count_confused(engine, layout, part.cut)
    if isinstance(question, MeetingQuery):
        return count_meetings(engine, layout, part.cut)
    if isinstance(question, NumberQuery):
        return documents_of(engine, layout)
    return fetch_rows(engine, layout, part.cut, question.order, question.first, question.many)
