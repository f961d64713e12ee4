"""An evaluation counted where the rows lie."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from breakeven.engine.counting import count_decisions, kinds, whole
from breakeven.engine.door import check
from breakeven.engine.layout import Long, Wide, layout_of, with_split
from breakeven.engine.running import Engine
from breakeven.engine.source import Source
from breakeven.engine.tallies import AT_HOME, count_scores
from breakeven.evaluation.counted import CountedEvaluation
from breakeven.evaluation.cut import Cut, natural_cut
from breakeven.readers.problems import ReadError, examples
from breakeven.records import Predictions, Problem, Truth
from breakeven.splits import default_split, name_as_read

ALL = "all"


@dataclass(frozen=True)
class Looked:
    """What all rows say. `written`: splits as they are written; `single`: one class each."""

    written: tuple[str, ...]
    single: bool

    @property
    def splits(self) -> tuple[str, ...]:
        """What the splits are called."""
        return tuple(sorted({name_as_read(name) for name in self.written if name}))


def evaluate_source(
    engine: Engine,
    source: Source,
    split: str | None = None,
    threshold: float | None = None,
    at_home: int = AT_HOME,
) -> CountedEvaluation:
    """How good the system of a table is on a split, counted by an engine.

    `split`, `threshold`: by default as everywhere. `at_home`: how many rows of sums may come back
    at a time. ReadError with everything that is wrong.
    """
    layout = layout_of(engine, source)
    ends = check(engine, layout)
    looked = _look(engine, layout)
    chosen = _split_of(looked, split, source.name)
    cut = _cut(layout, ends, looked, threshold)
    part = with_split(layout, chosen, looked.written)
    counts, numbers = count_decisions(engine, part, cut)
    curves = count_scores(engine, part, numbers, at_home) if layout.scored else None
    return CountedEvaluation(
        name=source.name,
        engine=engine.said,
        system=source.file.system,
        split=chosen,
        cut=cut,
        classes=layout.classes,
        counts=counts,
        curves=curves,
        weight_column=source.file.only("weight"),
    )


def _look(engine: Engine, layout: Wide | Long) -> Looked:
    """What all rows say, whatever their split."""
    found = engine.run(kinds(replace(layout, by_split=True), None))
    written = set(found["split"].to_pylist()) if "split" in found.column_names else set()
    some = whole(found, "judged") > 0
    single = some.any() and np.all(whole(found, "true")[some] == 1)
    return Looked(tuple(sorted(written)), bool(single))


def _split_of(looked: Looked, asked: str | None, name: str) -> str | None:
    """The split that is asked for, as everywhere: test, else all documents."""
    splits = looked.splits
    if asked is not None and asked in splits:
        return asked
    if asked in (ALL, ""):
        return None
    if asked is not None:
        there = f"there are {examples(splits)}" if splits else "the table has none"
        raise ReadError([Problem(what=f"no split is called {asked!r}", remedy=there, file=name)])
    one_each = np.arange(len(splits))
    truth = Truth(documents=None, classes=(), labels=None, splits=splits, split_of=one_each)
    return default_split(truth, Predictions("", one_each))


def _cut(
    layout: Wide | Long, ends: tuple[float, float] | None, looked: Looked, threshold: float | None
) -> Cut:
    """The rule of decisions: a threshold that is given, else as everywhere."""
    if threshold is not None and not layout.scored:
        what = f"{layout.file.system} has no scores"
        raise ReadError([Problem(what=what, remedy="leave --threshold out")])
    if threshold is not None:
        return Cut("threshold", threshold)
    decisions = sparse.csc_array((0, 0), dtype=bool) if layout.has_decisions else None
    said = Predictions(
        layout.file.system,
        np.arange(0),
        None if ends is None else np.array([ends]),
        decisions,
        layout.file.probabilities,
    )
    return natural_cut(said, looked.single)
