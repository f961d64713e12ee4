"""An evaluation counted where the rows lie, also beside the same classes for every document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import ibis
import numpy as np
import pyarrow as pa
from ibis import _
from ibis.expr import types as ir
from scipy import sparse

from breakeven.analysis.comparison.fixed_answer import best_answer
from breakeven.analysis.estimation.probabilities import why_not_probabilities
from breakeven.analysis.evaluation.counted import (
    CountedEvaluation,
    CountedLeaks,
    FilterCount,
)
from breakeven.analysis.evaluation.counts import FixedAnswerCounts
from breakeven.analysis.evaluation.curves import Curves
from breakeven.analysis.evaluation.cut import THRESHOLDS, Cut, CutRule, natural_cut, rules_for
from breakeven.analysis.evaluation.leak_counts import RepeatedDocuments
from breakeven.analysis.selection.errors import ChoiceError
from breakeven.analysis.selection.leak_sides import left_out, with_leaks, without_leaks
from breakeven.analysis.selection.where import Where
from breakeven.data.records import Predictions, Problem, Truth
from breakeven.data.splits import default_split, name_as_read, tuning_split
from breakeven.data.wording import examples
from breakeven.engine.accepts import check_rows
from breakeven.engine.class_pairs import count_class_pairs
from breakeven.engine.clusters import effective_in_classes, gathered_kinds
from breakeven.engine.counting import WeightedCells, count_decisions, count_kinds, integer_column
from breakeven.engine.engines import Engine
from breakeven.engine.filters import documents_of, filter_rows
from breakeven.engine.layout import Long, Wide, layout_of, with_limits, with_split
from breakeven.engine.leaks import count_repeated
from breakeven.engine.losses import count_losses
from breakeven.engine.scores import AT_HOME, count_points, count_scores
from breakeven.engine.sources import TableSource
from breakeven.engine.table_files import review_name
from breakeven.readers.base.problems import ReadError

# --- how the decisions differ from the same classes for every document, counted where rows lie
#
# By how many hits, and false alarms, a document differs is a whole number; so is what a cluster's
# documents of one weight add up to. Home comes how many documents, or clusters, differ by the
# same; of weights in clusters, whose sums are fractions, what each cluster has of each weight.


def count_fixed_answer(
    engine: Engine,
    layout: Wide | Long,
    cut: Cut,
    classes: Sequence[int],
    at_home: int = AT_HOME,
) -> FixedAnswerCounts | None:
    """The decisions beside these classes, by their places, for every document.

    None where more than `at_home` sums would come back.
    """
    clustered, weighted = bool(layout.drawn()), layout.weight is not None
    each = _wide(layout, cut, classes) if isinstance(layout, Wide) else _long(layout, cut, classes)
    by = ["cluster"] if clustered else []
    by += ["weight"] if weighted else []
    sums = {"hits": each.hits.sum(), "alarms": each.alarms.sum(), "size": each.count()}
    if clustered:
        each = each.group_by(by).agg(**sums)
    if clustered and weighted:
        counts = engine.run(each.limit(at_home + 1))
        return None if counts.num_rows > at_home else _of_clusters(counts)
    kinds = ["hits", "alarms", "size"] if clustered else ["hits", "alarms", *by]
    counts = engine.run(each.group_by(kinds).agg(times=_.count()).limit(at_home + 1))
    if counts.num_rows > at_home:
        return None
    hits, alarms, times = (integer_column(counts, name) for name in ("hits", "alarms", "times"))
    if clustered:
        size, weight = integer_column(counts, "size").astype(float), np.ones(len(times))
    else:
        size = counts["weight"].to_numpy() if weighted else np.ones(len(times))
        weight = size
    order = np.lexsort([alarms, hits, size])
    cells = (hits * weight, alarms * weight, size, times)
    return FixedAnswerCounts(*(cell[order] for cell in cells))


def _of_clusters(counts: pa.Table) -> FixedAnswerCounts:
    """What the documents of each weight in a cluster come to, by their weights."""
    cluster = counts["cluster"].combine_chunks().dictionary_encode().indices.to_numpy()
    weight = counts["weight"].to_numpy()
    # what adds up always in one order, so that it makes the same sum
    order = np.lexsort([weight, cluster])
    hits, alarms, size = (
        np.bincount(cluster[order], (integer_column(counts, name) * weight)[order])
        for name in ("hits", "alarms", "size")
    )
    last = np.lexsort([alarms, hits, size])
    return FixedAnswerCounts(
        hits[last], alarms[last], size[last], np.ones(len(last), dtype=np.int64)
    )


def _wide(layout: Wide, cut: Cut, classes: Sequence[int]) -> ir.Table:
    rows = layout.documents(cut)
    true, judged = (_of_these(rows[of], classes) for of in ("true", "judged"))
    alarms = rows.assigned.length() - rows.hits.length()
    return rows.select(
        *layout.keys(),
        *layout.drawn(),
        hits=rows.hits.length() - true,
        alarms=alarms - (judged - true),
    )


def _of_these(held: ir.ArrayColumn, classes: Sequence[int]) -> ir.IntegerValue:
    """How many of these classes a list of different ones holds."""
    if len(classes) == 1:
        return held.contains(classes[0]).cast("int64")
    if not classes:
        return ibis.literal(0)
    return held.intersect(ibis.array(list(classes)).cast(held.type())).length()


def _long(layout: Long, cut: Cut, classes: Sequence[int]) -> ir.Table:
    rows = layout.rows(cut)
    own = rows.klass.isin([layout.classes[c] for c in classes]) if classes else ibis.literal(False)
    sums = {
        "found": rows.true & rows.assigned & rows.judged,
        "extra": rows.assigned & rows.judged & ~rows.true,
        "own": own & rows.true & rows.judged,
        "unjudged": own & ~rows.judged,
    }
    each = rows.group_by("id", *layout.keys(), *layout.drawn()).agg(
        **{name: flag.cast("int64").sum() for name, flag in sums.items()}
    )
    # pairs that are absent say no
    return each.mutate(
        hits=each.found - each.own,
        alarms=each.extra - (ibis.literal(len(classes)) - each.own - each.unjudged),
    )


# --- an evaluation counted where the rows lie


ALL = "all"
# candidates hang on the lowest of each document's scores, which no count of a class tells
OF_CLASSES = tuple(rule for rule in THRESHOLDS if rule != "candidates")
COUNTED: tuple[CutRule, ...] = ("given", "largest", *OF_CLASSES, "expected_loss")


@dataclass(frozen=True)
class TableScan:
    """A table of which every row was looked at once, whatever its split.

    `ends`: the lowest and the highest score, None without scores. `written`: splits as they are
    written; `single`: every document has one true class. `repeated`: documents that are in several
    splits, and equal texts of other classes.
    """

    layout: Wide | Long
    ends: tuple[float, float] | None
    written: tuple[str, ...]
    single: bool
    repeated: RepeatedDocuments

    @property
    def splits(self) -> tuple[str, ...]:
        """What the splits are called."""
        return tuple(sorted({name_as_read(name) for name in self.written if name}))

    def in_split(self, split: str | None) -> Wide | Long:
        """The rows of a split; all for None."""
        return with_split(self.layout, split, self.written)

    def part(
        self, engine: Engine, split: str | None, cut: Cut, *filters: Where | None
    ) -> Wide | Long:
        """The rows of a split that all filters keep, ready to be decided by a rule of the simple.

        FilterError where a term cannot be asked here.
        """
        layout = with_limits(engine, self.in_split(split), cut)
        for where in filters:
            if where is not None:
                layout = filter_rows(engine, layout, self.written, cut, where)
        return layout

    def split_of(self, split: str | None) -> str | None:
        """The split that is asked for, as everywhere: test, else all documents. ReadError."""
        splits = self.splits
        if split is not None and split in splits:
            return split
        if split in (ALL, ""):
            return None
        if split is not None:
            there = f"choose one of {examples(splits)}" if splits else "the table has none"
            what, name = f"no split is called {split!r}", self.layout.source.name
            raise ReadError([Problem(what=what, remedy=there, file=name)])
        return default_split(*self._of_each_split())

    @property
    def tuned_on(self) -> str | None:
        """Where thresholds are fitted before anybody chooses; None for nowhere."""
        return tuning_split(*self._of_each_split())

    def _of_each_split(self) -> tuple[Truth, Predictions]:
        """A document of each split, which stands for all of them."""
        one_each = np.arange(len(self.splits))
        truth = Truth(ids=None, classes=(), labels=None, splits=self.splits, split_of=one_each)
        return truth, Predictions("", one_each)

    @property
    def cuts(self) -> tuple[Cut, ...]:
        """The simple rules of decisions that the table allows; as everywhere, the default first."""
        predictions = self.predictions
        natural = natural_cut(predictions, self.single)
        found = [natural]
        if predictions.scores is not None and self.single:
            found.append(Cut("largest"))
        if predictions.scores is not None:
            found.append(natural if natural.rule == "threshold" else Cut("threshold"))
        return tuple(dict.fromkeys(found))

    @property
    def rules(self) -> tuple[CutRule, ...]:
        """The rules by which an engine decides: those of one class, and of a least score each."""
        allowed = [rule for rule in rules_for(self.predictions, labelled=True) if rule in COUNTED]
        return tuple(rule for rule in allowed if rule != "largest" or self.single)

    @property
    def predictions(self) -> Predictions:
        """What kinds of things the system said, of no document; of its scores the two ends."""
        layout, ends = self.layout, self.ends
        decisions = sparse.csc_array((0, 0), dtype=bool) if layout.has_decisions else None
        scores = None if ends is None else np.array([ends])
        probabilities = layout.file.probabilities
        return Predictions(layout.file.system, np.arange(0), scores, decisions, probabilities)


def evaluate_source(
    engine: Engine,
    source: TableSource,
    split: str | None = None,
    threshold: float | None = None,
    at_home: int = AT_HOME,
    where: Where | None = None,
) -> CountedEvaluation:
    """How good the system of a table is on a split, counted by an engine.

    `split`, `threshold`: by default as everywhere. `at_home`: how many rows of sums may come back
    at a time. `where`: which documents are counted; ChoiceError where these are none, or an engine
    cannot ask it. ReadError with everything that is wrong.
    """
    scan = scan_table(engine, source)
    cut = scan.cuts[0]
    if threshold is not None and not scan.layout.scored:
        what = f"{source.file.system} has no scores"
        raise ReadError([Problem(what=what, remedy="leave --threshold out")])
    if threshold is not None:
        cut = Cut("threshold", threshold)
    evaluation = count(engine, scan, scan.split_of(split), cut, where, at_home)
    if evaluation.filter_count is not None and not evaluation.documents:
        raise ChoiceError(
            f"the filter keeps no document: {evaluation.filter_count}", ("change the filter")
        )
    return evaluation


def scan_table(engine: Engine, source: TableSource) -> TableScan:
    """What all rows of a table say. ReadError with everything that is wrong."""
    layout = layout_of(engine, source)
    ends = check_rows(engine, layout)
    found = engine.run(count_kinds(replace(layout, by_split=True), None))
    written = set(found["split"].to_pylist()) if "split" in found.column_names else set()
    some = integer_column(found, "judged") > 0
    single = some.any() and np.all(integer_column(found, "true")[some] == 1)
    repeated = count_repeated(engine, layout, written)
    return TableScan(layout, ends, tuple(sorted(written)), bool(single), repeated)


def count(
    engine: Engine,
    scan: TableScan,
    split: str | None,
    cut: Cut,
    where: Where | None = None,
    at_home: int = AT_HOME,
) -> CountedEvaluation:
    """The evaluation on a split, None for all documents, under a simple rule. ReadError.

    `where` as in `evaluate_source`.
    """
    part = scan.part(engine, split, cut, where)
    evaluation, numbers = _decisions(engine, scan, part, split, cut)
    pairs = count_class_pairs(engine, part, cut, evaluation.counts, at_home)
    evaluation = replace(evaluation, class_pairs=pairs)
    if part.scored:
        curves = count_scores(engine, part, numbers, at_home)
        if evaluation.counts.classes.effective is not None:
            curves = _as_drawn(engine, part, numbers, curves)
        evaluation = replace(evaluation, curves=curves, points=count_points(engine, part, at_home))
        if why_not_probabilities(scan.predictions) is None:
            losses = count_losses(engine, part, numbers, evaluation.single_label)
            evaluation = replace(evaluation, losses=losses)
    if where is not None:
        documents_of_split = documents_of(engine, scan.in_split(split))
        evaluation = replace(
            evaluation,
            filter_count=FilterCount(where.text, evaluation.documents, documents_of_split),
        )
    leaks, fixed = _leaks(engine, scan, evaluation, where), _fixed(engine, part, evaluation)
    return replace(evaluation, leaks=leaks, beside_fixed=fixed)


def _decisions(
    engine: Engine, scan: TableScan, part: Wide | Long, split: str | None, cut: Cut
) -> tuple[CountedEvaluation, WeightedCells]:
    """The evaluation of what a rule decides, without the scores; and the numbers of its tables."""
    file = scan.layout.file
    counts, numbers = count_decisions(engine, part, cut)
    if part.drawn():
        worth = effective_in_classes(engine, part, numbers.weights, cut)
        counts = replace(counts, classes=replace(counts.classes, effective=worth))
    evaluation = CountedEvaluation(
        name=review_name(scan.layout.source.name),
        engine=engine.description,
        system=file.system,
        split=split,
        cut=cut,
        classes=part.classes,
        counts=counts,
        curves=None,
        predictions=scan.predictions,
        weight_column=file.only("weight"),
        cluster_column=file.only("cluster"),
        gathered=gathered_kinds(engine, part, cut, counts),
        with_ids=part.identity is not None,
        splits=tuple(dict.fromkeys(name_as_read(name) for name in scan.written)),
    )
    return evaluation, numbers


def _fixed(
    engine: Engine, part: Wide | Long, evaluation: CountedEvaluation
) -> FixedAnswerCounts | None:
    """The decisions beside the best fixed answer, where the tables do not say it."""
    if not evaluation.tables.positives.any() or (evaluation.by_documents and evaluation.alone):
        return None
    return count_fixed_answer(engine, part, evaluation.cut, best_answer(evaluation))


def _leaks(
    engine: Engine, scan: TableScan, evaluation: CountedEvaluation, where: Where | None
) -> CountedLeaks | None:
    """What is counted with and without the documents that leak; None where none does."""
    if not scan.repeated.leaked(evaluation.split):
        return None

    def decided(where: Where | None) -> CountedEvaluation:
        part = scan.part(engine, evaluation.split, evaluation.cut, where)
        return _decisions(engine, scan, part, evaluation.split, evaluation.cut)[0]

    every = (
        replace(evaluation, curves=None, points=None)
        if left_out(where) is None
        else decided(with_leaks(where))
    )
    without = decided(without_leaks(where, near=False))
    return None if without.documents == every.documents else CountedLeaks(every, without)


def _as_drawn(
    engine: Engine, layout: Wide | Long, counted: WeightedCells, curves: Curves
) -> Curves:
    """The curves with what positives are worth, by the decisions at each break-even point."""
    at = np.array([point.threshold for point in curves.break_even_points])
    # nothing reaches what is beyond all numbers
    least = np.where(np.isnan(at), np.inf, at).tolist()
    cut = Cut("per_class", np.inf, own=tuple(zip(layout.classes, least, strict=True)))
    ready = with_limits(engine, layout, cut)
    effective = effective_in_classes(engine, ready, counted.weights, cut)
    drawn = np.array([tally.r for tally in curves.tallies], dtype=float)
    return replace(curves, worth=np.where(np.isnan(at), drawn, effective.positives))
