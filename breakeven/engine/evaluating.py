"""An evaluation counted where the rows lie."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from breakeven.engine.by_document import count_points
from breakeven.engine.class_pairs import count_class_pairs
from breakeven.engine.columns import layout_of, with_limits, with_split
from breakeven.engine.counting import Numbers, count_decisions, kinds, whole
from breakeven.engine.door import check
from breakeven.engine.files import review_name
from breakeven.engine.fixed_answer import count_beside_fixed
from breakeven.engine.gathered import effective_in_classes, gathered_kinds
from breakeven.engine.layout import Long, Wide
from breakeven.engine.leaking import Conflicts, Leaks, count_conflicts, count_leaks
from breakeven.engine.running import Engine
from breakeven.engine.source import Source
from breakeven.engine.tallies import AT_HOME, count_scores
from breakeven.engine.where import documents_of, kept_by
from breakeven.evaluation.counted import (
    BesideFixed,
    CountedEvaluation,
    CountedLeaks,
    KeptDocuments,
)
from breakeven.evaluation.curves import Curves
from breakeven.evaluation.cut import THRESHOLDS, Cut, CutRule, natural_cut, rules_for
from breakeven.evaluation.fixed_answer import best_answer, by_documents
from breakeven.readers.problems import ReadError, examples
from breakeven.records import Predictions, Problem, Truth
from breakeven.selection.errors import ChoiceError
from breakeven.selection.leaks import left_out, with_leaks, without_leaks
from breakeven.selection.where import Where
from breakeven.splits import default_split, name_as_read, tuning_split

ALL = "all"
COUNTED: tuple[CutRule, ...] = ("given", "largest", *THRESHOLDS, "expected_loss")


@dataclass(frozen=True)
class Looked:
    """A table of which every row was looked at once, whatever its split.

    `ends`: the lowest and the highest score, None without scores. `written`: splits as they are
    written; `single`: every document has one true class. `leaks`, `conflicts`: documents that are
    in several splits, and equal texts of other classes; None where there is nothing to compare.
    """

    layout: Wide | Long
    ends: tuple[float, float] | None
    written: tuple[str, ...]
    single: bool
    leaks: Leaks | None = None
    conflicts: Conflicts | None = None

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
                layout = kept_by(engine, layout, self.written, cut, where)
        return layout

    def split_of(self, asked: str | None) -> str | None:
        """The split that is asked for, as everywhere: test, else all documents. ReadError."""
        splits = self.splits
        if asked is not None and asked in splits:
            return asked
        if asked in (ALL, ""):
            return None
        if asked is not None:
            there = f"there are {examples(splits)}" if splits else "the table has none"
            what, name = f"no split is called {asked!r}", self.layout.source.name
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
        said = self.said
        natural = natural_cut(said, self.single)
        found = [natural]
        if said.scores is not None and self.single:
            found.append(Cut("largest"))
        if said.scores is not None:
            found.append(natural if natural.rule == "threshold" else Cut("threshold"))
        return tuple(dict.fromkeys(found))

    @property
    def rules(self) -> tuple[CutRule, ...]:
        """The rules by which an engine decides: those of one class, and of a least score each."""
        allowed = [rule for rule in rules_for(self.said, labelled=True) if rule in COUNTED]
        return tuple(rule for rule in allowed if rule != "largest" or self.single)

    @property
    def said(self) -> Predictions:
        """What kinds of things the system said, of no document; of its scores the two ends."""
        layout, ends = self.layout, self.ends
        decisions = sparse.csc_array((0, 0), dtype=bool) if layout.has_decisions else None
        scores = None if ends is None else np.array([ends])
        told = layout.file.probabilities
        return Predictions(layout.file.system, np.arange(0), scores, decisions, told)


def evaluate_source(
    engine: Engine,
    source: Source,
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
    looked = look(engine, source)
    cut = looked.cuts[0]
    if threshold is not None and not looked.layout.scored:
        what = f"{source.file.system} has no scores"
        raise ReadError([Problem(what=what, remedy="leave --threshold out")])
    if threshold is not None:
        cut = Cut("threshold", threshold)
    found = count(engine, looked, looked.split_of(split), cut, where, at_home)
    if found.kept is not None and not found.documents:
        raise ChoiceError(f"the filter keeps nothing: {found.kept}", "ask for less")
    return found


def look(engine: Engine, source: Source) -> Looked:
    """What all rows of a table say. ReadError with everything that is wrong."""
    layout = layout_of(engine, source)
    ends = check(engine, layout)
    found = engine.run(kinds(replace(layout, by_split=True), None))
    written = set(found["split"].to_pylist()) if "split" in found.column_names else set()
    some = whole(found, "judged") > 0
    single = some.any() and np.all(whole(found, "true")[some] == 1)
    leaks = count_leaks(engine, layout, written)
    conflicts = count_conflicts(engine, layout)
    return Looked(layout, ends, tuple(sorted(written)), bool(single), leaks, conflicts)


def count(
    engine: Engine,
    looked: Looked,
    split: str | None,
    cut: Cut,
    where: Where | None = None,
    at_home: int = AT_HOME,
) -> CountedEvaluation:
    """The evaluation on a split, None for all documents, under a simple rule. ReadError.

    `where` as in `evaluate_source`.
    """
    part = looked.part(engine, split, cut, where)
    found, numbers = _decisions(engine, looked, part, split, cut)
    pairs = count_class_pairs(engine, part, cut, found.counts, at_home)
    found = replace(found, class_pairs=pairs)
    if part.scored:
        curves = count_scores(engine, part, numbers, at_home)
        if found.counts.classes.effective is not None:
            curves = _as_drawn(engine, part, numbers, curves)
        found = replace(found, curves=curves, points=count_points(engine, part, at_home))
    if where is not None:
        of = documents_of(engine, looked.in_split(split))
        found = replace(found, kept=KeptDocuments(where.text, found.documents, of))
    leaks, fixed = _leaks(engine, looked, found, where), _fixed(engine, part, found)
    return replace(found, leaks=leaks, beside_fixed=fixed)


def _decisions(
    engine: Engine, looked: Looked, part: Wide | Long, split: str | None, cut: Cut
) -> tuple[CountedEvaluation, Numbers]:
    """The evaluation of what a rule decides, without the scores; and the numbers of its tables."""
    file = looked.layout.file
    counts, numbers = count_decisions(engine, part, cut)
    if part.drawn():
        worth = effective_in_classes(engine, part, numbers.weights, cut)
        counts = replace(counts, classes=replace(counts.classes, effective=worth))
    found = CountedEvaluation(
        name=review_name(looked.layout.source.name),
        engine=engine.said,
        system=file.system,
        split=split,
        cut=cut,
        classes=part.classes,
        counts=counts,
        curves=None,
        weight_column=file.only("weight"),
        cluster_column=file.only("cluster"),
        gathered=gathered_kinds(engine, part, cut, counts),
        splits=tuple(dict.fromkeys(name_as_read(name) for name in looked.written)),
    )
    return found, numbers


def _fixed(engine: Engine, part: Wide | Long, found: CountedEvaluation) -> BesideFixed | None:
    """The decisions beside the best fixed answer, where the tables do not say it."""
    if not found.tables.positives.any() or (by_documents(found) and found.alone):
        return None
    return count_beside_fixed(engine, part, found.cut, best_answer(found))


def _leaks(
    engine: Engine, looked: Looked, found: CountedEvaluation, where: Where | None
) -> CountedLeaks | None:
    """What is counted with and without the documents that leak; None where none does."""
    if looked.leaks is None or not looked.leaks.within(found.split):
        return None

    def decided(where: Where | None) -> CountedEvaluation:
        part = looked.part(engine, found.split, found.cut, where)
        return _decisions(engine, looked, part, found.split, found.cut)[0]

    every = (
        replace(found, curves=None, points=None)
        if left_out(where) is None
        else decided(with_leaks(where))
    )
    without = decided(without_leaks(where, near=False))
    return None if without.documents == every.documents else CountedLeaks(every, without)


def _as_drawn(engine: Engine, layout: Wide | Long, counted: Numbers, curves: Curves) -> Curves:
    """The curves with what positives are worth, by the decisions at each break-even point."""
    at = np.array([point.threshold for point in curves.break_even_points])
    # nothing reaches what is beyond all numbers
    least = np.where(np.isnan(at), np.inf, at).tolist()
    cut = Cut("per_class", np.inf, own=tuple(zip(layout.classes, least, strict=True)))
    ready = with_limits(engine, layout, cut)
    effective = effective_in_classes(engine, ready, counted.weights, cut)
    drawn = np.array([tally.r for tally in curves.tallies], dtype=float)
    return replace(curves, worth=np.where(np.isnan(at), drawn, effective.positives))
