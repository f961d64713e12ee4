"""Document filters as an engine asks them: every term that means exactly the same there."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any

import ibis
import numpy as np
from ibis import _
from ibis.expr import types as ir

from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.selection.decision_terms import of_document, of_pair
from breakeven.analysis.selection.errors import FilterError, MisfitError, index_of, unknown
from breakeven.analysis.selection.expression import (
    AllOf,
    AnyOf,
    Between,
    ClassTerm,
    Column,
    Expression,
    InSplit,
    Judged,
    Leaked,
    More,
    Not,
    OneOf,
    Score,
)
from breakeven.analysis.selection.parse import is_day
from breakeven.analysis.selection.where import NO_LEAKS, Where
from breakeven.data.splits import name_as_read
from breakeven.engine.counting import integer_column
from breakeven.engine.engines import Engine
from breakeven.engine.expressions import sum_flags
from breakeven.engine.layout import Layout, Long, Wide, as_text
from breakeven.engine.leaks import leaked_column, with_leaked

# roles of columns that are kept beside the documents
CARRIED_ROLES = ("slice", "confidence", "text", "weight", "cluster")
OWN = ("id", "labels", "calls")
NOT_SUPPORTED = (
    "an engine cannot filter by this, only by classes, outcomes, scores, splits, leaks, ids "
    "and columns"
)
A_NUMBER = "write a number"


@dataclass(frozen=True)
class FilterInput:
    """Documents that a filter is asked about.

    `judged`, `true`, `called`, `score`: of a class by its name, a value for each document; whether
    it was judged, is true, is assigned, and its score, null without one. `numbers`: of classes of
    each document. `split`: as it is written, in all of `written`. `leaked`: whether an earlier
    split has them, None where nothing asks it. `held`: what was asked for, by names of ours.
    """

    engine: Engine
    layout: Wide | Long
    written: tuple[str, ...]
    judged: Callable[[str], ir.Value]
    true: Callable[[str], ir.Value]
    called: Callable[[str], ir.Value]
    score: Callable[[str], ir.Value | None]
    numbers: Mapping[str, Callable[[], ir.Value]]
    identity: ir.Value | None
    split: ir.Value | None
    leaked: ir.Value | None
    held: dict[str, ir.Value] = field(default_factory=dict)

    def hold(self, value: ir.Value) -> Any:
        """A value, to be put together with others once all are known."""
        name = f"asked{len(self.held)}"
        self.held[name] = value
        return _[name]


def filter_rows(
    engine: Engine, layout: Wide | Long, written: tuple[str, ...], cut: Cut, where: Where
) -> Wide | Long:
    """The rows of the documents that a filter keeps; a rule decides the same of them.

    `layout`: of the split that is looked at. FilterError where a term cannot be asked here.
    """
    term = where.expression
    try:
        if isinstance(layout, Wide):
            rows = _wide(engine, layout, written, cut, term)
        else:
            rows = _long(engine, layout, written, cut, term)
    except MisfitError as error:
        raise FilterError(error.what, where.text, error.position) from None
    return replace(layout, source=replace(layout.source, rows=rows))


def documents_of(engine: Engine, layout: Wide | Long) -> int:
    """How many documents the rows of a layout are of."""
    rows = layout.source.rows.filter(layout.within())
    if isinstance(layout, Long):
        rows = rows.select(id=layout.identity).distinct()
    return int(integer_column(engine.run(rows.agg(number=rows.count())), "number")[0])


def _wide(
    engine: Engine, layout: Wide, written: tuple[str, ...], cut: Cut, term: Expression
) -> ir.Table:
    own, names = layout.source.rows.columns, layout.classes
    if leaks := _asks_leaked(term, written):
        layout = with_leaked(engine, layout, written)
    rows = layout.source.rows.filter(layout.within())
    if cut.rule == "largest":
        rows = rows.mutate(most=layout.largest())

    def is_judged(name: str) -> ir.Value:
        judged = layout.judged(name)
        return ibis.literal(True) if judged is None else judged

    def called(name: str) -> ir.Value:
        return layout.assigned(rows, names.index(name), cut)

    def number(flag: Callable[[str], Any]) -> Callable[[], ir.Value]:
        return lambda: sum_flags([flag(name) for name in names])

    numbers = {
        "labels": number(lambda c: is_judged(c) & layout.true(c)),
        "calls": number(called),
        "missed": number(lambda c: is_judged(c) & layout.true(c) & ~called(c)),
        "extra": number(lambda c: is_judged(c) & called(c) & ~layout.true(c)),
    }
    inputs = FilterInput(
        engine, layout, written, is_judged, layout.true, called, layout.score, numbers,
        layout.identity, layout.splits, layout.source.rows.leaked if leaks else None,
    )  # fmt: skip
    keep = _condition(term, inputs)
    return rows.mutate(**inputs.held).filter(keep).select(*own)


def _long(
    engine: Engine, layout: Long, written: tuple[str, ...], cut: Cut, term: Expression
) -> ir.Table:
    pairs = replace(layout, by_split=True).rows(cut)
    if leaks := _asks_leaked(term, written):
        ids = leaked_column(engine, layout, written)
        pairs = pairs.left_join(ids, pairs.id == ids.leaking)
    named = pairs.klass != ""

    def some(flag: ir.Value) -> Callable[[str], ir.Value]:
        return lambda name: ((pairs.klass == name) & flag).any()

    def number(flag: ir.Value) -> Callable[[], ir.Value]:
        return lambda: (named & flag).cast("int64").sum()

    unjudged = some(~pairs.judged)
    numbers = {
        "labels": number(pairs.judged & pairs.true),
        "calls": number(pairs.assigned),
        "missed": number(pairs.judged & pairs.true & ~pairs.assigned),
        "extra": number(pairs.judged & pairs.assigned & ~pairs.true),
    }

    def score(name: str) -> ir.Value | None:
        return pairs.score.max(where=pairs.klass == name) if layout.scored else None

    inputs = FilterInput(
        engine, layout, written, lambda name: ~unjudged(name), some(pairs.true),
        some(pairs.assigned), score, numbers, pairs.id.min(),
        pairs.split.min() if "split" in pairs.columns else None,
        pairs.leaking.notnull().any() if leaks else None,
    )  # fmt: skip
    keep = _condition(term, inputs)
    kept_ids = pairs.group_by("id").agg(**inputs.held).filter(keep).select(document=_.id)
    rows, own = layout.source.rows.filter(layout.within()), layout.source.rows.columns
    return rows.mutate(document=layout.identity).semi_join(kept_ids, "document").select(*own)


def _condition(term: Expression, inputs: FilterInput) -> Any:
    match term:
        case Not(inner):
            return ~_condition(inner, inputs)
        case AllOf(terms) | AnyOf(terms):
            join = operator.and_ if isinstance(term, AllOf) else operator.or_
            return reduce(join, (_condition(each, inputs) for each in terms))
        case Judged() | More():
            return _of_numbers(term, inputs)
        case Between(Score() as score):
            return _score_between(term, score, inputs)
        case Between(Column() as column):
            return _column_between(term, column, inputs)
        case ClassTerm():
            return _of_class(term, inputs)
        case InSplit():
            return _in_split(term, inputs)
        case OneOf():
            return _one_of(term, inputs)
        case Leaked(near=False):
            return inputs.hold(inputs.leaked)
    raise MisfitError(NOT_SUPPORTED, getattr(term, "position", 0))


def _asks_leaked(term: Expression, written: Iterable[str]) -> bool:
    """Whether a filter asks what leaks; MisfitError where nothing can."""
    match term:
        case Not(inner):
            return _asks_leaked(inner, written)
        case AllOf(terms) | AnyOf(terms):
            return any(_asks_leaked(each, written) for each in terms)
        case Leaked(near=False):
            if len({name_as_read(name) for name in written if name}) < 2:
                raise MisfitError(NO_LEAKS, term.position)
            return True
    return False


def _of_numbers(term: Judged | More, inputs: FilterInput) -> Any:
    missed, extra = (inputs.hold(inputs.numbers[side]()) for side in ("missed", "extra"))
    if isinstance(term, More):
        return missed > extra if term.kind == "missed" else extra > missed
    return of_document(term.kind, missed, extra)


def _of_class(term: ClassTerm, inputs: FilterInput) -> Any:
    index_of("class", term.name, inputs.layout.classes, term.position)
    if term.kind == "called":
        return inputs.hold(inputs.called(term.name))
    judged = inputs.hold(inputs.judged(term.name))
    if term.kind == "unjudged":
        return ~judged
    true = inputs.hold(inputs.true(term.name))
    if term.kind == "true":
        return judged & true
    called = inputs.hold(inputs.called(term.name))
    return of_pair(term.kind, judged, true, called)


def _in_split(term: InSplit, inputs: FilterInput) -> Any:
    called = tuple(sorted({name_as_read(name) for name in inputs.written if name}))
    index_of("split", term.name, called, term.position)
    assert inputs.split is not None
    names = [name for name in inputs.written if name and name_as_read(name) == term.name]
    return inputs.hold(inputs.split).isin(names)


def _score_between(term: Between, score: Score, inputs: FilterInput) -> Any:
    index_of("class", score.name, inputs.layout.classes, score.position)
    if not inputs.layout.scored:
        raise MisfitError("the system has no scores", score.position)
    if isinstance(term.low, str) or isinstance(term.high, str):
        raise MisfitError("scores are numbers, not days", term.position)
    value = inputs.score(score.name)
    if value is None:  # this class has none
        return inputs.hold(ibis.literal(False))
    columns = inputs.layout.file.having("score")
    if isinstance(inputs.layout, Wide):
        columns = [c for c in columns if inputs.layout.file.classes[c] == score.name]
    narrow = all(_is_single(inputs.layout, column) for column in columns)
    return _within(inputs.hold(value), term, narrow)


def _one_of(term: OneOf, inputs: FilterInput) -> Any:
    column = term.column
    if column.name == "id" and column.name not in _columns(inputs):
        if inputs.identity is None:
            raise MisfitError("these documents have no ids", column.position)
        return inputs.hold(inputs.identity).isin(list(term.values))
    value, narrow = _value(column, inputs)
    held = inputs.hold(value)
    if isinstance(value, ir.NumericValue):
        numbers = [_number(column, wanted, term.position) for wanted in term.values]
        return held.isin([float(np.float32(n)) if narrow else n for n in numbers]).fill_null(False)
    if any(is_day(wanted) for wanted in term.values):
        raise MisfitError(NOT_SUPPORTED, term.position)
    return held.isin(list(term.values))


def _column_between(term: Between, column: Column, inputs: FilterInput) -> Any:
    value, narrow = _value(column, inputs)
    if not isinstance(value, ir.NumericValue):
        what = f"the column {column.name!r} holds text, so an engine cannot filter it by range"
        raise MisfitError(what, column.position)
    for bound in (term.low, term.high):
        if bound is not None:
            _number(column, bound, term.position)
    return _within(inputs.hold(value), term, narrow)


def _within(value: Any, term: Between, narrow: bool) -> Any:
    """Whether numbers lie between the bounds; `narrow`: they were in single precision."""
    low, high = (
        None if bound is None else float(np.float32(bound) if narrow else bound)
        for bound in (term.low, term.high)
    )
    inside = value.notnull() & ~value.cast("float64").isnan()
    if low is not None:
        inside &= value > low if term.low_open else value >= low
    if high is not None:
        inside &= value < high if term.high_open else value <= high
    return inside.fill_null(False)


def _columns(inputs: FilterInput) -> list[str]:
    return inputs.layout.file.having(*CARRIED_ROLES)


def _value(column: Column, inputs: FilterInput) -> tuple[ir.Value, bool]:
    """What documents have in a column, as numbers or as text; and whether in single precision."""
    layout, name = inputs.layout, column.name
    if name not in _columns(inputs):
        if name in ("labels", "calls"):
            return inputs.numbers[name](), False
        if name == "length":
            raise MisfitError(NOT_SUPPORTED, column.position)
        raise MisfitError(unknown("column", name, [*_columns(inputs), *OWN]), column.position)
    if isinstance(layout, Long):
        what = "a table with one row per pair cannot be filtered by columns"
        raise MisfitError(what, column.position)
    values = layout.column(name)
    if isinstance(values, ir.NumericColumn) and not isinstance(values, ir.BooleanColumn):
        return values.cast("float64"), _is_single(layout, name)
    if not isinstance(values, ir.StringColumn) or not _is_text(inputs, values):
        what = f"an engine cannot filter by this: the column {name!r} may hold numbers or days"
        raise MisfitError(what, column.position)
    return as_text(values), False


def _is_text(inputs: FilterInput, column: ir.StringColumn) -> bool:
    """Whether some value has no digit: then they are no numbers or days, whoever reads them."""
    given = inputs.layout.source.rows.filter((column != "") & ~column.re_search("[0-9]"))
    return bool(
        integer_column(inputs.engine.run(given.limit(1).agg(number=_.count())), "number")[0]
    )


def _is_single(layout: Layout, column: str) -> bool:
    return bool(layout.column(column).type().is_float32())


def _number(column: Column, bound: float | str, position: int) -> float:
    try:
        return float(bound)
    except ValueError:
        what = f"the column {column.name!r} holds numbers: {A_NUMBER}"
        raise MisfitError(what, position) from None
