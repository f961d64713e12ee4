"""Which column says what, as expressions that an engine counts: a row a document, or a pair.

Which layout a table has follows from what its columns are taken for.

Tested in `tests/breakeven/engine/test_evaluation.py` and `test_accepts.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import ibis
import pyarrow as pa
from ibis.expr import types as ir

from breakeven.analysis.evaluation.cut import Cut
from breakeven.data.records import Problem
from breakeven.data.splits import name_as_read
from breakeven.engine.engines import Engine
from breakeven.engine.expressions import ClassLists, Later, join_pairwise, lists, literal_list
from breakeven.engine.sources import TableSource
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import FileProposal

# --- which column says what, as expressions that an engine counts: a row a document, or a pair


# roles of columns that list classes, and of those that hold a flag of one
TRUTH, CALLED = ("truth", "indicator"), ("predicted", "decision")
# of a document: its classes that are true and assigned, true alone, and assigned alone
SIDES = ("hits", "missed", "extra")


@dataclass(frozen=True)
class Layout:
    """A table whose columns are known. `split`: what splits are called that are looked at.

    `classes`: every class that is true, scored or decided, in sorted order. `by_split`: documents
    are counted split by split.
    """

    source: TableSource
    classes: tuple[str, ...] = ()
    split: tuple[str, ...] | None = None
    by_split: bool = False

    @property
    def file(self) -> FileProposal:
        """What the columns are taken for."""
        return self.source.file

    def column(self, name: str) -> ir.Column:
        """A column by its name."""
        return self.source.rows[f"c{self.source.names.index(name)}"]

    def only(self, role: str) -> ir.Column | None:
        """The column of a role; None where there is none."""
        name = self.file.only(role)
        return None if name is None else self.column(name)

    @property
    def identity(self) -> ir.StringColumn | None:
        """The id of each row as text, "" where there is none; None without ids."""
        found = self.only("id")
        return None if found is None else as_text(found)

    @property
    def weight(self) -> ir.FloatingColumn | None:
        """How much each row's document counts."""
        found = self.only("weight")
        return None if found is None else found.cast("float64")

    @cached_property
    def splits(self) -> ir.StringColumn | None:
        """The split of each row as it is written; None where nothing says it."""
        found = self.only("split")
        return None if found is None else as_text(found)

    @cached_property
    def cluster(self) -> ir.StringColumn | None:
        """The cluster of each row's document, its own where it has none; None without clusters."""
        column = self.only("cluster")
        if column is None:
            return None
        given = as_text(column)
        alone = ibis.literal("alone")
        if self.identity is not None:
            # an id stands in several splits for several documents
            split = ibis.literal("") if self.splits is None else self.splits
            alone = ibis.literal("d") + split.length().cast("string") + ":" + split + self.identity
        return ibis.ifelse(given == "", alone, ibis.literal("c") + given)

    def drawn(self) -> dict[str, ir.Value]:
        """What documents were drawn together in, where they were."""
        return {} if self.cluster is None else {"cluster": self.cluster}

    def within(self) -> ir.BooleanValue:
        """Whether a row is of the splits that are looked at."""
        if self.split is None or self.splits is None:
            return ibis.literal(True)
        return self.splits.isin(self.split)

    def keys(self) -> dict[str, ir.Value]:
        """What documents are told apart by, beside what is counted of them."""
        keys: dict[str, ir.Value] = {} if self.weight is None else {"weight": self.weight}
        return keys | ({"split": self.splits} if self.by_split and self.splits is not None else {})

    @property
    def scored(self) -> bool:
        """Whether there are scores."""
        return bool(self.file.having("score"))

    @property
    def narrow(self) -> bool:
        """Whether all scores are in single precision, or less."""
        kinds = [self.column(column).type() for column in self.file.having("score")]
        return all(kind.is_float32() or kind.is_float16() for kind in kinds)

    @property
    def has_decisions(self) -> bool:
        """Whether there are decisions."""
        return bool(self.file.having("predicted", "decision"))


@dataclass(frozen=True)
class Wide(Layout):
    """A row a document, with a score column for each class."""

    @cached_property
    def _score_of(self) -> dict[str, str]:
        return {self.file.classes[column]: column for column in self.file.having("score")}

    def score(self, name: str) -> ir.FloatingValue | None:
        """A class's score in double precision: else engines would round it each in its way."""
        column = self._score_of.get(name)
        return None if column is None else self.column(column).cast("float64")

    def true(self, name: str) -> ir.BooleanValue:
        """Whether documents are truly in a class, False also where nobody judged it."""
        return self._flag(name, *TRUTH)

    def called(self, name: str) -> ir.BooleanValue:
        """Whether the table's own decisions assign a class."""
        return self._flag(name, *CALLED)

    def _flag(self, name: str, as_classes: str, as_flags: str) -> ir.BooleanValue:
        if (cell := self._cell(as_classes)) is not None:
            return lists(cell, self.file.separator, name)
        columns = [c for c in self.file.having(as_flags) if self.file.classes[c] == name]
        if not columns:
            return ibis.literal(False)
        return (self.column(columns[0]).cast("float64") == 1).fill_null(False)

    def _flag_later(self, unfolding: ClassLists, as_classes: str, as_flags: str) -> Later:
        """As `_flag`, of all classes."""
        if (cell := self._cell(as_classes)) is None:
            return unfolding.each([self._flag(name, as_classes, as_flags) for name in self.classes])
        return unfolding.lists(cell, self.file.separator)

    def _cell(self, as_classes: str) -> ir.Column | None:
        """The column that lists classes, None without one."""
        column = self.only(as_classes)
        return column if column is None or isinstance(column, ir.ArrayColumn) else as_text(column)

    def judged(self, name: str) -> ir.BooleanValue | None:
        """Whether somebody judged a class; None where everybody did."""
        columns = [c for c in self.file.having("indicator") if self.file.classes[c] == name]
        if self.file.only("truth") is not None or not columns:
            return None
        return (self.column(columns[0]).cast("float64") >= 0).fill_null(False)

    def largest(self) -> ir.IntegerValue:
        """The place among the classes of each document's largest score, the earlier of equals."""
        scores = {c: self.score(name) for c, name in enumerate(self.classes)}
        there = {c: score for c, score in scores.items() if score is not None}
        most = join_pairwise([*there.values()], ibis.greatest)
        return ibis.coalesce(
            *(ibis.ifelse(score == most, c, ibis.null("int64")) for c, score in there.items())
        )

    def documents(self, cut: Cut | None) -> ir.Table:
        """A row a document: which of its classes are judged, of these true, assigned, and `SIDES`.

        Also which are not judged and assigned (called), or not (open). Ascending lists of places,
        beside scores (of all classes, null without one), keys and cluster. Without a cut nothing is
        assigned.
        """
        unfolding = ClassLists(self.classes)
        true, assigned = self._flag_later(unfolding, *TRUTH), self._assigned_later(unfolding, cut)
        scores, judged = unfolding.same(ibis.array(self._scores())), self._judged_later(unfolding)
        columns = [*self.keys(), *self.drawn()]
        rows = unfolding.folded(self._rows_within(), columns)
        every, none = (
            literal_list(range(len(self.classes)), "int32"),
            ibis.literal([], "array<int32>"),
        )
        rows = rows.mutate(
            judged=every if judged is None else every.filter(lambda c: judged(rows, c)),
            unjudged=none if judged is None else every.filter(lambda c: ~judged(rows, c)),
            scores=scores(rows, None),
        )
        rows = rows.mutate(
            true=rows.judged.filter(lambda place: true(rows, place)),
            assigned=rows.judged.filter(lambda place: assigned(rows, place)),
        )
        rows = rows.mutate(
            hits=rows.true.filter(lambda place: assigned(rows, place)),
            missed=rows.true.filter(lambda place: ~assigned(rows, place)),
            extra=rows.assigned.filter(lambda place: ~rows.true.contains(place)),
            called=rows.unjudged.filter(lambda place: assigned(rows, place)),
            open=rows.unjudged.filter(lambda place: ~assigned(rows, place)),
        )
        return rows.drop(*unfolding.held, "unjudged")

    def decided_pairs(self, cut: Cut | None, columns: Iterable[str]) -> ir.Table:
        """A row for each judged pair: klass (its place), true, assigned, beside what is kept."""
        unfolding = ClassLists(self.classes)
        true, assigned = self._flag_later(unfolding, *TRUTH), self._assigned_later(unfolding, cut)
        each = self._judged_pairs(unfolding, columns, range(len(self.classes)))
        klass = each.klass
        return each.select(
            "klass", *columns, true=true(each, klass), assigned=assigned(each, klass)
        )

    def scored_pairs(self, columns: Iterable[str]) -> ir.Table:
        """As `decided_pairs`, with the score of each instead, null where there is none."""
        unfolding = ClassLists(self.classes)
        true, score = self._flag_later(unfolding, *TRUTH), unfolding.each(self._scores())
        each = self._judged_pairs(unfolding, columns, range(len(self.classes)))
        klass = each.klass
        return each.select("klass", *columns, true=true(each, klass), score=score(each, klass))

    def _rows_within(self) -> ir.Table:
        return self.source.rows.filter(self.within()).mutate(**self.keys(), **self.drawn())

    def _judged_later(self, unfolding: ClassLists) -> Later | None:
        """As `judged`, of all classes."""
        judged = [self.judged(name) for name in self.classes]
        if all(flag is None for flag in judged):
            return None
        return unfolding.each([ibis.literal(True) if flag is None else flag for flag in judged])

    def _judged_pairs(
        self, unfolding: ClassLists, columns: Iterable[str], places: Sequence[int]
    ) -> ir.Table:
        flag = self._judged_later(unfolding)
        each = unfolding.unfolded(self._rows_within(), columns, places)
        return each if flag is None else each.filter(flag(each, each.klass))

    def _assigned_later(self, unfolding: ClassLists, cut: Cut | None) -> Later:
        """As `assigned`, of all classes."""
        if cut is None or not (cut.rule == "given" or self.scored):
            return lambda each, place: ibis.literal(False)
        if cut.rule == "given":
            return self._flag_later(unfolding, *CALLED)
        if cut.rule == "largest":
            most = unfolding.same(self.largest())
            return lambda each, place: (most(each, place) == place).fill_null(False)
        score = unfolding.each(self._scores())
        if not cut.own:
            return lambda each, place: (score(each, place) >= cut.threshold).fill_null(False)
        own = dict(cut.own)
        least = literal_list([own.get(name, cut.threshold) for name in self.classes], "float64")
        return lambda each, place: (score(each, place) >= least[place]).fill_null(False)

    def _scores(self) -> list[ir.Value]:
        none = ibis.null("float64")
        scores = [self.score(name) for name in self.classes]
        return [none if score is None else score for score in scores]

    def assigned(self, rows: ir.Table, c: int, cut: Cut | None) -> ir.BooleanValue:
        """Whether a rule assigns the class at a place to rows, which know the `largest` for it."""
        score = self.score(self.classes[c])
        if cut is not None and cut.rule == "given":
            return self.called(self.classes[c])
        if cut is None or score is None:
            return ibis.literal(False)
        if cut.rule == "largest":
            return rows.most == c
        least = dict(cut.own).get(self.classes[c], cut.threshold)
        return score >= least

    def names(self, engine: Engine) -> tuple[str, ...]:
        """Every class that is true, scored or decided, in sorted order."""
        found = {self.file.classes[c] for c in self.file.having("score", "indicator", "decision")}
        for column in self.file.having("truth", "predicted"):
            only = self.file.classes.get(column)
            found |= {only} if only is not None else self._listed(engine, column)
        return tuple(sorted(found - {""}))

    def _listed(self, engine: Engine, column: str) -> set[str]:
        cell, separator = self.column(column), self.file.separator
        if isinstance(cell, ir.ArrayColumn):
            cell = cell.unnest()
        elif separator != "none":
            # Spark takes it for a pattern
            plain = re.escape(separator) if engine.name == "spark" else separator
            cell = as_text(cell).split(plain).unnest()
        else:
            cell = as_text(cell)
        names = engine.run(self.source.rows.select(name=cell).distinct())["name"].to_pylist()
        return {name for name in names if name is not None}

    def pairs(self) -> ir.Table:
        """Every judged pair that has a score: class (its place), score, positive, and the keys."""
        unfolding, keys = ClassLists(self.classes), list(self.keys())
        score, true = unfolding.each(self._scores()), self._flag_later(unfolding, *TRUTH)
        scored = [c for c, name in enumerate(self.classes) if name in self._score_of]
        each = self._judged_pairs(unfolding, keys, scored)
        positive = true(each, each.klass).cast("int64")
        return each.select("klass", *keys, score=score(each, each.klass), positive=positive)


@dataclass(frozen=True)
class Long(Layout):
    """A row a document/class pair; absent pairs say no.

    `limits`: what the score of each class (limited) must reach (least), where that differs.
    """

    limits: ir.Table | None = None

    @property
    def name(self) -> ir.StringColumn:
        """The class of each row, "" for a document without any."""
        column = self.file.class_of_pairs()
        assert column is not None
        return as_text(self.column(column))

    @property
    def truth(self) -> ir.FloatingValue:
        """1, 0, or -1 for not judged."""
        column = self.only("truth")
        assert column is not None
        return column.cast("float64").fill_null(-1.0)

    @property
    def score(self) -> ir.FloatingValue | None:
        """In double precision; null where there is none."""
        column = self.only("score")
        return None if column is None else column.cast("float64")

    def rows(self, cut: Cut | None) -> ir.Table:
        """Every row that is looked at: id, class, true, judged, score, and what the cut assigns.

        Rows that name no class keep their document alone.
        """
        score = ibis.null("float64") if self.score is None else self.score
        taken = self.source.rows.filter(self.within()).select(
            id=self.identity,
            klass=self.name,
            true=(self.truth == 1) & (self.name != ""),
            judged=(self.truth >= 0) | (self.name == ""),
            score=score,
            given=self._called() & (self.name != ""),
            **self.keys(),
            **self.drawn(),
        )
        if cut is None:
            return taken.mutate(assigned=ibis.literal(False))
        if cut.rule == "given":
            return taken.mutate(assigned=taken.given)
        if cut.rule != "largest":
            return self._reaching(taken, cut)
        scored = taken.score.notnull() & (taken.klass != "")
        place = ibis.row_number().over(
            group_by=taken.id,
            order_by=[scored.cast("int8").desc(), taken.score.desc(), taken.klass.asc()],
        )
        return taken.mutate(assigned=scored & (place == 0))

    def _reaching(self, taken: ir.Table, cut: Cut) -> ir.Table:
        """Rows with what is assigned by a least score, of all classes or of each its own."""
        if not cut.own:
            reached = (taken.score >= cut.threshold).fill_null(False)
            return taken.mutate(assigned=reached & (taken.klass != ""))
        assert self.limits is not None
        each = taken.left_join(self.limits, taken.klass == self.limits.limited)
        each = each.mutate(assigned=(each.score >= each.least).fill_null(False))
        return each.drop("limited", "least")

    def _called(self) -> ir.BooleanValue:
        column = self.only("predicted")
        if column is None:
            return ibis.literal(False)
        return (column.cast("float64") == 1).fill_null(False)

    def names(self, engine: Engine) -> tuple[str, ...]:
        """Every class that is named, in sorted order."""
        found = engine.run(self.source.rows.select(name=self.name).distinct())["name"].to_pylist()
        return tuple(sorted(name for name in found if name))

    def pairs(self) -> ir.Table:
        """As of a row a document; the class by its name."""
        rows = self.rows(None)
        kept = rows.filter(rows.judged & rows.score.notnull() & (rows.klass != ""))
        return kept.select(
            "klass", "score", positive=kept.true.cast("int64"), **{k: kept[k] for k in self.keys()}
        )


def as_text(column: ir.Column) -> ir.StringColumn:
    """A column as text, "" where there is none."""
    return column.cast("string").fill_null("")


# --- which layout a table has, by what its columns are taken for; and what its rows are cut by


# what an engine can do nothing with, by the role of the column
NOT_COUNTED = ("annotated", "annotator", "grade", "answer", "repeat", "slot", "system")
READ_INTO_MEMORY = "give it another role, or add --engine memory"


def layout_of(engine: Engine, source: TableSource) -> Wide | Long:
    """The layout that a table's roles make, with its classes. ReadError for another."""
    file = source.file
    problems = [
        Problem(
            what=f"an engine cannot count a column of the role {file.columns[column]}",
            remedy=READ_INTO_MEMORY,
            column=column,
            file=source.name,
        )
        for column in file.having(*NOT_COUNTED)
    ]
    if file.systems:
        what = f"a row says what {len(file.parts())} systems predicted, and an engine counts one"
        problems.append(Problem(what=what, remedy="keep one of them", file=source.name))
    if file.role != "both":
        what, remedy = "truth and predictions are in different tables", "join them into one"
        problems.append(Problem(what=what, remedy=file.question or remedy, file=source.name))
    if file.separator == "list" and any(
        isinstance(Layout(source).column(c), ir.StringColumn)
        for c in file.having("truth", "predicted")
    ):
        what = "classes are a list written as text in brackets"
        remedy = "write a column of lists, or use a separator"
        problems.append(Problem(what=what, remedy=remedy, file=source.name))
    if problems:
        raise ReadError(problems)
    layout: Wide | Long = Long(source) if file.shape == "long" else Wide(source)
    return replace(layout, classes=layout.names(engine))


def with_split(layout: Wide | Long, split: str | None, written: Iterable[str]) -> Wide | Long:
    """The rows of a split, however it is written in them; all for None."""
    if split is None:
        return layout
    return replace(layout, split=tuple(w for w in written if w and name_as_read(w) == split))


def with_limits(engine: Engine, layout: Wide | Long, cut: Cut) -> Wide | Long:
    """The same rows, ready to be decided by the thresholds of a cut, class by class if it has such.

    A row a pair finds its class's threshold beside it, whose number it may not know by itself.
    """
    if isinstance(layout, Wide) or not cut.own:
        return layout
    least = dict.fromkeys(layout.classes, cut.threshold) | dict(cut.own)
    names, limits = pa.array([*least], pa.string()), pa.array([*least.values()], pa.float64())
    return replace(layout, limits=engine.put(pa.table({"limited": names, "least": limits})))
