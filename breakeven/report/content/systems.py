"""Systems beside each other, as the page that compares them reckons."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from breakeven.analysis.comparison.bootstrap import CLAIM_WORDS
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
from breakeven.data.wording import count_of
from breakeven.report.content.record import (
    SystemComparison,
    SystemDifference,
    SystemRow,
)
from metrics.typing import AVERAGES, Array, AverageName
from metrics.uncertainty.intervals import Interval, without_ends
from metrics.uncertainty.significance import corrected

TESTED: tuple[AverageName, ...] = ("micro", "macro")


def shared_documents(
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
    """Every system on F, the report's own first, with its difference to each other one."""
    if common is None:
        return None
    settings = ComparisonSettings(
        "f", selection.beta, selection.undefined, largest_classes(common.evaluations[0])
    )
    side = compare_systems(common, settings)
    pairs = [pair_of(side, 0, i) for i in range(1, len(side.systems))]
    p: dict[AverageName, Array] = {key: np.array([x.p_of(key) for x in pairs]) for key in TESTED}
    holm = {key: corrected(values, "holm") for key, values in p.items()}
    rows = [_row(side, 0, None, {})]
    for i, pair in enumerate(pairs):
        rows.append(_row(side, i + 1, pair, {key: float(holm[key][i]) for key in TESTED}))
    spoke = set(side.systems)
    return SystemComparison(
        systems=tuple(rows),
        documents=common.documents,
        how=_how(side),
        care=tuple(caveat.text for caveat in caveats(common, settings)),
        left_out=tuple(s.system for s in review.own if s.system not in spoke),
        f_of_classes=side.per_class,
    )


def _row(
    side: ComparedSystems, i: int, pair: SystemPair | None, holm: dict[AverageName, float]
) -> SystemRow:
    standing, intervals = side.standing_of_averages, side.intervals

    def f(key: AverageName) -> Interval:
        value = float(side.values[i].averages[key])
        if key not in intervals:
            return without_ends(value)
        ends = intervals[key]
        return Interval(float(ends.low[i]), float(ends.high[i]), value=value)

    def is_best(key: AverageName) -> bool:
        return int(standing.best[COMPARED_AVERAGES.index(key)]) == i

    def may_be(key: AverageName) -> bool:
        beaten = bool(standing.beaten[COMPARED_AVERAGES.index(key), i])
        tested = side.replicates is not None and not np.isnan(f(key).value)
        return is_best(key) or (tested and not beaten)

    real = np.zeros(0, dtype=bool) if pair is None else pair.real_classes
    gap = np.zeros(0) if pair is None else np.asarray(pair.per_class.points)
    return SystemRow(
        name=side.systems[i],
        decisions=str(side.common.evaluations[i].cut),
        reported=pair is None,
        f={key: f(key) for key in AVERAGES},
        best={key: is_best(key) for key in AVERAGES},
        perhaps={key: may_be(key) for key in AVERAGES},
        micro=None if pair is None else _difference(pair, "micro", holm["micro"]),
        macro=None if pair is None else _difference(pair, "macro", holm["macro"]),
        better=int((real & (gap > 0)).sum()),
        worse=int((real & (gap < 0)).sum()),
    )


def _difference(pair: SystemPair, average: AverageName, holm: float) -> SystemDifference:
    of, claim = pair.averages[average], pair.claim(average)
    return SystemDifference(
        points=Interval(float(of.low), float(of.high), value=float(of.points)),
        p=pair.p_of(average),
        holm=holm,
        claim=CLAIM_WORDS[claim],
        beyond=claim == "beyond",
    )


def _how(side: ComparedSystems) -> str:
    documents = count_of(side.common.documents, "document")
    if side.replicates is None:
        return f"On {documents} that all systems spoke of; differences were not tested."
    drawn = count_of(side.common.drawn, side.common.unit)
    return (
        f"On {documents} that all systems spoke of. {side.replicates.number:,} times {drawn} were "
        f"drawn, the same for all systems (seed {side.seed}); p by swapping the two systems, also "
        "corrected by Holm over the systems."
    )
