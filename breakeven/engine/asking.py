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

from breakeven.engine.confusing import count_confusion
from breakeven.engine.evaluating import Looked, count, look
from breakeven.engine.meeting import count_meetings
from breakeven.engine.named import NamedTable, State
from breakeven.engine.opening import as_said, opened
from breakeven.engine.rows import Order, rows_of
from breakeven.engine.running import Engine, EngineName
from breakeven.engine.source import Source
from breakeven.engine.where import documents_of
from breakeven.evaluation.cut import Cut
from breakeven.selection.where import Where

WAITING = "Another question is being answered; this one comes next …"


@dataclass(frozen=True)
class Look:
    """What all rows say: a `Looked`."""

    words = "Checking every row of the table …"


@dataclass(frozen=True)
class Part:
    """The documents of a split, None for all, as a rule decides them; `where` as `count` has it."""

    split: str | None
    cut: Cut
    where: Where | None = None


@dataclass(frozen=True)
class Count:
    """The evaluation on a part: a `CountedEvaluation`."""

    part: Part
    words = "Counting classes, documents and scores …"


@dataclass(frozen=True)
class Confuse:
    """What is taken for what on a part: a `Confused`."""

    part: Part
    words = "Counting what is taken for what …"


@dataclass(frozen=True)
class Meet:
    """How classes meet on a part: what `count_meetings` says."""

    part: Part
    words = "Counting how classes meet …"


@dataclass(frozen=True)
class Number:
    """How many documents of a part another filter keeps: an int."""

    part: Part
    also: Where
    words = "Counting the documents that the filter keeps …"


@dataclass(frozen=True)
class Listed:
    """So `many` of these documents in an order, from the `first` on: a list of `Row`."""

    part: Part
    also: Where | None
    order: Order
    first: int
    many: int
    words = "Fetching the documents …"


Question: TypeAlias = Look | Count | Confuse | Meet | Number | Listed


@dataclass
class Asked:
    """A question: how far it is, in words; its answer, or what was wrong, in `future`.

    `at`: when the answer was there.
    """

    words: str = WAITING
    at: datetime | None = None
    future: Future[Any] = field(default_factory=Future)


@dataclass
class Askings:
    """Questions and their answers, at most so many, the one asked for longest ago first.

    Shared by all visitors. A table is asked one of them at a time.
    """

    most: int
    _held: dict[tuple[NamedTable, State, Question], Asked] = field(default_factory=dict)
    _busy: dict[str, Lock] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def ask(
        self, table: NamedTable, state: State, question: Question, looked: Looked | None = None
    ) -> Asked:
        """A question of a table as it is now, asked once. `looked`: what was answered to `Look`."""
        key = (table, state, question)
        with self._lock:
            asked = self._held.pop(key, None)
            begin = asked is None
            if asked is None:
                asked = Asked()
            self._held[key] = asked
            self._make_room()
            busy = _SPARK if table.spark else self._busy.setdefault(table.name, Lock())
        if begin:
            arguments = (asked, busy, table, question, looked)
            Thread(target=_answer, args=arguments, daemon=True).start()
        return asked

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
counts = Askings(16)
readings = Askings(64)


def _answer(
    asked: Asked, busy: Lock, table: NamedTable, question: Question, looked: Looked | None
) -> None:
    with busy:
        asked.words = question.words
        try:
            with _open(table) as (engine, source):
                found = _answered(question, engine, source, looked)
        except BaseException as error:
            asked.at = datetime.now(UTC)
            asked.future.set_exception(error)
        else:
            asked.at = datetime.now(UTC)
            asked.future.set_result(found)


@contextmanager
def _open(table: NamedTable) -> Iterator[tuple[Engine, Source]]:
    kind: EngineName = "spark" if table.spark else "duckdb"
    place = opened(kind, table.path, table.table, table.memory_limit, table.spark or "")
    with place as (engine, source):
        said = as_said(source, dict(table.roles), table.shape, table.separator, table.probabilities)
        yield engine, replace(said, name=table.title)


def _answered(question: Question, engine: Engine, source: Source, looked: Looked | None) -> Any:
    if isinstance(question, Look):
        return look(engine, source)
    assert looked is not None
    # the same rows, where this engine finds them
    there = replace(looked, layout=replace(looked.layout, source=source))
    part = question.part
    if isinstance(question, Count):
        return count(engine, there, part.split, part.cut, part.where)
    also = question.also if isinstance(question, Number | Listed) else None
    layout = there.part(engine, part.split, part.cut, part.where, also)
    if isinstance(question, Confuse):
        return count_confusion(engine, layout, part.cut)
    if isinstance(question, Meet):
        return count_meetings(engine, layout, part.cut)
    if isinstance(question, Number):
        return documents_of(engine, layout)
    return rows_of(engine, layout, part.cut, question.order, question.first, question.many)
