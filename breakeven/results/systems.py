"""All systems side by side: how each stands on averages and classes, and differs from one of them.

The page that compares, its downloads and the report read these records.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from breakeven.analysis.comparison.bootstrap import CLAIM_WORDS, difference
from breakeven.analysis.comparison.caveats import caveats
from breakeven.analysis.comparison.comparison import (
    ComparedSystems,
    SystemPair,
    compare_systems,
    pair_of,
)
from breakeven.analysis.comparison.shared_documents import (
    COMPARED_AVERAGES,
    ComparisonSettings,
    SharedDocuments,
    largest_classes,
    share_answered,
)
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.selection import Selection
from breakeven.data.records import Review
from breakeven.data.wording import count_of, figure_of
from breakeven.results.table_formats import in_latex, in_markdown, latex_table, markdown_table
from breakeven.results.values import plain_count
from metrics.typing import AVERAGES, Array, AverageName
from metrics.uncertainty.intervals import Interval, without_ends
from metrics.uncertainty.significance import corrected

if TYPE_CHECKING:
    import pandas as pd

# --- how all systems stand on one average or class


@dataclass(frozen=True)
class SystemStandings:
    """Several systems on one average or class, and how each stands beside the best.

    `values`: shape (systems,), NaN where undefined. `best`: the system of the highest, of a loss of
    the lowest, -1 where all are undefined or infinite. `beaten`: which are worse than it beyond
    chance, boolean, (systems,); none where nothing was `tested`. `intervals`: 95 %, ends of shape
    (systems,); None where there are none. `positives`: of a class, whose name is from a file; None
    for an average.
    """

    name: str
    positives: float | None
    values: Array
    best: int
    beaten: Array
    intervals: Interval | None
    tested: bool

    @property
    def is_class(self) -> bool:
        """Whether this is of a class, not of an average."""
        return self.positives is not None

    def may_equal_best(self, system: int) -> bool:
        """Not the best, and not worse than it beyond chance; False where nothing was tested."""
        beaten, told = self.beaten[system], math.isfinite(self.values[system])
        return self.tested and system != self.best and not beaten and told

    def number(self, system: int) -> Interval:
        """The value of a system, with the ends of its interval where there are any."""
        value = float(self.values[system])
        if self.intervals is None:
            return without_ends(value)
        low, high = self.intervals.low[system], self.intervals.high[system]
        return Interval(float(low), float(high), value=value)

    def words(self, system: int) -> str:
        """How a system stands, in words."""
        if math.isnan(self.values[system]):
            return "undefined"
        if math.isinf(self.values[system]):
            return "infinite"
        if system == self.best:
            return "best"
        if not self.tested:
            return "not tested"
        return "worse" if self.beaten[system] else "may be as good"


def average_names(side: ComparedSystems) -> dict[str, str]:
    """The averages by name; that over the largest classes only where there are others."""
    classes = len(side.common.evaluations[0].classes)
    top = len(side.settings.top)
    names = {
        "micro_top": f"Micro, {top} largest classes",
        "micro": f"Micro, all {classes:,} classes",
        "macro": f"Macro, all {classes:,} classes",
        "weighted": f"Weighted, all {classes:,} classes",
        "per_document": "Mean over documents",
    }
    if top == classes:
        del names["micro_top"]
    return names


def average_standings(side: ComparedSystems, average: str, name: str = "") -> SystemStandings:
    """How the systems stand on one of `COMPARED_AVERAGES`."""
    position, standing = COMPARED_AVERAGES.index(average), side.standing_of_averages
    return SystemStandings(
        name=name or average,
        positives=None,
        values=side.average(average),
        best=int(standing.best[position]),
        beaten=standing.beaten[position],
        intervals=side.intervals.get(average),
        tested=side.replicates is not None,
    )


def class_standings(side: ComparedSystems, class_index: int) -> SystemStandings:
    """How the systems stand on one class."""
    first, standing = side.common.evaluations[0], side.standing_of_classes
    return SystemStandings(
        name=first.classes[class_index],
        positives=plain_count(first.tables.positives[class_index]),
        values=side.per_class[class_index],
        best=int(standing.best[class_index]),
        beaten=standing.beaten[class_index],
        intervals=None,
        tested=side.replicates is not None,
    )


def standings_of(side: ComparedSystems, classes: Sequence[int]) -> list[SystemStandings]:
    """Of the averages that any system has, then of the given classes."""
    averages = (average_standings(side, key, name) for key, name in average_names(side).items())
    return [
        *(row for row in averages if not np.isnan(row.values).all()),
        *(class_standings(side, c) for c in classes),
    ]


def standings_frame(side: ComparedSystems, rows: Sequence[SystemStandings]) -> pd.DataFrame:
    """One row per average or class and system: value, interval, how it stands."""
    import pandas as pd

    return pd.DataFrame(
        [
            {
                "of": row.name,
                "is_class": row.is_class,
                "positives": row.positives,
                "system": system,
                "measure": side.settings.measure,
                "value": float(row.values[s]),
                "low_95": None if row.intervals is None else float(row.intervals.low[s]),
                "high_95": None if row.intervals is None else float(row.intervals.high[s]),
                "standing": row.words(s),
                "documents": side.common.documents,
            }
            for row in rows
            for s, system in enumerate(side.systems)
        ]
    )


def standings_in_markdown(side: ComparedSystems, rows: Sequence[SystemStandings]) -> str:
    """The table to paste: the best in bold, what may be as good marked."""
    head = ["", *(in_markdown(s) for s in side.systems)]
    return markdown_table(head, _text_rows(side, rows, in_markdown, "**{}**", " ≈"))


def standings_in_latex(side: ComparedSystems, rows: Sequence[SystemStandings]) -> str:
    """The table to paste: the best in bold, what may be as good marked."""
    head = ["", *(in_latex(s) for s in side.systems)]
    return latex_table(head, _text_rows(side, rows, in_latex, r"\textbf{{{}}}", r" $\approx$"))


def _text_rows(
    side: ComparedSystems,
    rows: Sequence[SystemStandings],
    literal: Callable[[object], str],
    bold: str,
    mark: str,
) -> list[list[str]]:
    def cell(row: SystemStandings, s: int) -> str:
        value = figure_of(float(row.values[s]))
        if s == row.best:
            return bold.format(value)
        return value + (mark if row.may_equal_best(s) else "")

    return [[literal(row.name), *(cell(row, s) for s in range(len(side.systems)))] for row in rows]


def differences_to(side: ComparedSystems, system: int, average: str) -> list[Interval]:
    """How far each system is from one of them on an average, that one too; NaN where undefined.

    Of `COMPARED_AVERAGES`, in units of the measure; the paired 95 % interval has no ends where
    nothing was drawn, or where no document tells the two apart.
    """
    values = side.average(average)
    if side.replicates is None:
        return [without_ends(float(value - values[system])) for value in values]
    drawn = side.replicates.averages[average]
    apart = difference(values[system], values, drawn[system], drawn)
    return [
        Interval(float(low), float(high), value=float(value))
        for value, low, high in zip(apart.points, apart.low, apart.high, strict=True)
    ]


# --- every system on F, and its difference to one of them


TESTED: tuple[AverageName, ...] = ("micro", "macro")


@dataclass(frozen=True, kw_only=True)
class SystemDifference:
    """What another system has more than the first, in units of the measure, and what it means.

    `p` of randomisation, `holm` corrected over the systems; NaN where not tested. `claim` in words.
    `beyond`: more than chance, before correction.
    """

    points: Interval
    p: float
    holm: float
    claim: str
    beyond: bool


@dataclass(frozen=True, kw_only=True)
class SystemRow:
    """One system beside the others; `f` by average.

    `reported`: whether it is the first, which the others are held against. `best`: by each
    average; `perhaps`: it may be as good as the best, the best itself included. `micro`,
    `macro`: its difference to the first, None for that. `better`, `worse`: classes on which it is
    so beyond chance, corrected for their number.
    """

    name: str
    decisions: str
    reported: bool
    f: Mapping[AverageName, Interval]
    best: Mapping[AverageName, bool]
    perhaps: Mapping[AverageName, bool]
    micro: SystemDifference | None
    macro: SystemDifference | None
    better: int
    worse: int


@dataclass(frozen=True, kw_only=True)
class SystemComparison:
    """All systems on the documents that each of them spoke of.

    `how`: what was drawn and tested, in words; `care`: what makes it promise too much. `left_out`:
    systems that spoke of no document here. `f_of_classes`: F, shape (classes, systems), classes as
    in the truth, NaN where it is 0/0.
    """

    systems: tuple[SystemRow, ...]
    documents: int
    how: str
    care: tuple[str, ...]
    left_out: tuple[str, ...]
    f_of_classes: Array


def common_documents(
    evaluation: Evaluation, others: Sequence[Evaluation]
) -> SharedDocuments | None:
    """All systems on the documents that each spoke of and answered; None where there are none."""
    if not others:
        return None
    common = share_answered([evaluation, *others])
    return common if common.documents else None


def system_comparison(
    review: Review, selection: Selection, common: SharedDocuments | None
) -> SystemComparison | None:
    """Every system on F, in their order, with the difference of each other one to the first."""
    if common is None:
        return None
    settings = ComparisonSettings(
        "f", selection.beta, selection.undefined, largest_classes(common.evaluations[0])
    )
    side = compare_systems(common, settings)
    averages = {key: average_standings(side, key) for key in AVERAGES}
    pairs = [pair_of(side, 0, i) for i in range(1, len(side.systems))]
    p: dict[AverageName, Array] = {key: np.array([x.p_of(key) for x in pairs]) for key in TESTED}
    holm = {key: corrected(values, "holm") for key, values in p.items()}
    rows = [_row(side, 0, averages, None, {})]
    for i, pair in enumerate(pairs):
        rows.append(_row(side, i + 1, averages, pair, {key: float(holm[key][i]) for key in TESTED}))
    return SystemComparison(
        systems=tuple(rows),
        documents=common.documents,
        how=_method_text(side),
        care=tuple(caveat.text for caveat in caveats(common, settings)),
        left_out=tuple(s.system for s in review.own if s.system not in side.systems),
        f_of_classes=side.per_class,
    )


def _row(
    side: ComparedSystems,
    system: int,
    averages: Mapping[AverageName, SystemStandings],
    pair: SystemPair | None,
    holm: Mapping[AverageName, float],
) -> SystemRow:
    best = {key: row.best == system for key, row in averages.items()}
    real = np.zeros(0, dtype=bool) if pair is None else pair.real_classes
    gap = np.zeros(0) if pair is None else pair.gain
    return SystemRow(
        name=side.systems[system],
        decisions=str(side.common.evaluations[system].cut),
        reported=pair is None,
        f={key: row.number(system) for key, row in averages.items()},
        best=best,
        perhaps={key: best[key] or row.may_equal_best(system) for key, row in averages.items()},
        micro=None if pair is None else _difference(pair, "micro", holm["micro"]),
        macro=None if pair is None else _difference(pair, "macro", holm["macro"]),
        better=int((real & (gap > 0)).sum()),
        worse=int((real & (gap < 0)).sum()),
    )


def _difference(pair: SystemPair, average: AverageName, holm: float) -> SystemDifference:
    points, claim = pair.averages[average], pair.claim(average)
    return SystemDifference(
        points=Interval(float(points.low), float(points.high), value=float(points.points)),
        p=pair.p_of(average),
        holm=holm,
        claim=CLAIM_WORDS[claim],
        beyond=claim == "beyond",
    )


def _method_text(side: ComparedSystems) -> str:
    documents = count_of(side.common.documents, "document")
    if side.replicates is None:
        return f"On {documents} that all systems predicted; differences were not tested."
    drawn = count_of(side.common.drawn, side.common.unit)
    return (
        f"On {documents} that all systems predicted. Intervals are from "
        f"{side.replicates.number:,} samples of {drawn}, the same for all systems (seed "
        f"{side.seed}); p is by swapping the two systems, also corrected by Holm over the systems."
    )
