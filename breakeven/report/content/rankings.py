"""What rankings are worth: curves thinned for drawing, break-even and eleven points of all.

Tested in `test_gather`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from breakeven.analysis.comparison.shared_documents import SharedDocuments
from breakeven.analysis.evaluation.eleven_conventions import ScoredElevenPoints
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.evaluation.matrix_part import part_of
from breakeven.analysis.evaluation.scored import ScoredSplit
from breakeven.data.records import Review
from breakeven.data.wording import count_of
from breakeven.report.content.record import (
    BreakEvenRow,
    ElevenRow,
    MostConfused,
    RankingCurve,
    RankingCurves,
)
from breakeven.results.evaluation_export import ELEVEN_POINT
from metrics import confusion, measures
from metrics.averaging import Undefined
from metrics.confusion import in_blocks
from metrics.ranking.break_even import BreakEven, break_even
from metrics.ranking.curves import average_precision, pr_curve, thinned
from metrics.ranking.eleven_point import eleven_point
from metrics.tallies import ContingencyTable, ScoreTally

# equal steps of recall, each of up to four points
OF_ALL, OF_A_CLASS = 120, 40
MOST_CONFUSED, MOST_PAIRS = 12, 12


def curves_of(
    review: Review,
    evaluation: Evaluation,
    common: SharedDocuments | None,
    weakest: Sequence[int],
    undefined: Undefined,
) -> RankingCurves | None:
    """Curves of all pairs and of these classes; None where the system has no scores."""
    scored = evaluation.scored
    if not scored.has_scores:
        return None
    points = ScoredElevenPoints(scored, review.truth.ids)
    others = () if common is None else common.evaluations[1:]
    ranked = [evaluation, *(e for e in others if e.scored.has_scores)]
    return RankingCurves(
        all=tuple(_curve(e.system, e.scored.pooled, e.tables.pooled(), OF_ALL) for e in ranked),
        classes=tuple(
            _curve(evaluation.classes[c], scored.tallies[c], evaluation.tables[c], OF_A_CLASS)
            for c in weakest
        ),
        break_even=_break_even(evaluation, undefined),
        eleven=tuple(
            ElevenRow(
                key=key,
                name=ELEVEN_POINT["macro" if key == "category" else key],
                average=of.value.average,
                levels=tuple(of.value.levels.tolist()),
                units=of.units,
                of=of.of,
            )
            for key in points.conventions
            for of in [points.by(key, undefined)]
        ),
        average_precision=evaluation.macro_average_precision(undefined).value,
    )


def _curve(name: str, tally: ScoreTally, now: ContingencyTable, steps: int) -> RankingCurve:
    whole, eleven = pr_curve(tally), eleven_point(tally)
    drawn = thinned(whole, steps)
    return RankingCurve(
        name=name,
        recall=np.asarray(drawn.recall, dtype=float),
        precision=np.asarray(drawn.precision, dtype=float),
        points=len(whole),
        break_even=break_even(tally),
        levels=eleven.levels,
        eleven_point=eleven.average,
        average_precision=float(average_precision(tally)),
        now=(float(measures.recall(now)), float(measures.precision(now))),
        prevalence=tally.r / tally.n if tally.n else math.nan,
        positives=float(tally.r),
    )


def _break_even(evaluation: Evaluation, undefined: Undefined) -> tuple[BreakEvenRow, ...]:
    average = evaluation.macro_break_even(undefined)
    own = evaluation.micro_break_even_own_thresholds()
    one = evaluation.micro_break_even_global()
    over = f"all {average.of:,} classes" if average.of != 1 else "the one class"
    if average.left_out:
        over = f"{average.units:,} of {count_of(average.of, 'class', 'classes')}"
    return (
        BreakEvenRow(
            name=f"Macro: the mean over {over}",
            value=average.value,
            how="",
            threshold=math.nan,
        ),
        BreakEvenRow(
            name="Micro, each class cut at its own point",
            value=own.value,
            how=own.how,
            threshold=math.nan,
        ),
        BreakEvenRow(
            name="Micro, one threshold for all",
            value=one.value,
            how=one.how,
            threshold=_short(evaluation.scored, one),
        ),
    )


def _short(scored: ScoredSplit, point: BreakEven) -> float:
    if math.isnan(point.threshold):
        return math.nan
    return float(scored.pooled.short(point.threshold).item())


def confusions_of(evaluation: Evaluation) -> MostConfused | None:
    """The classes most often taken for each other, as on Confusion; None where no two are."""
    matrix = evaluation.confusion
    found = confusion.largest_confusions(matrix)
    k = matrix.classes
    between = np.flatnonzero((found.true < k) & (found.assigned < k))[:MOST_PAIRS]
    if not len(between):
        return None
    confused = confusion.confused_classes(matrix)
    chosen = in_blocks(matrix, confusion.of_frequent_pairs(matrix, MOST_CONFUSED))
    names, part = evaluation.classes, part_of(matrix, chosen, nothing=False)
    of = count_of(len(confused), "class", "classes")
    which = f"The {len(chosen):,} most often confused of {of} that are"
    if len(chosen) == len(confused):
        which = f"The {of} that are confused with another"
    rest = (
        f" The others have {count_of(round(part.left, 2), 'confusion')} more." if part.left else ""
    )
    return MostConfused(
        rule=f"{which}, those that are confused side by side.{rest}",
        classes=tuple(names[c] for c in chosen),
        cells=(part.wrong + np.diag(part.right))[: len(chosen), : len(chosen)],
        pairs=tuple(
            (names[found.true[i]], names[found.assigned[i]], float(found.count[i]))
            for i in between.tolist()
        ),
    )
