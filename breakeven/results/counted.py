"""An evaluation that an engine counted, by the names of any evaluation.

What needs the documents themselves is left out, and said.
"""

from __future__ import annotations

from breakeven.analysis.evaluation.counted import CountedEvaluation
from breakeven.analysis.evaluation.counts import NotCounted
from breakeven.analysis.evaluation.document_kinds import average_intervals_of
from breakeven.analysis.evaluation.evaluation import sampled_as
from breakeven.analysis.selection.leak_sides import sides_counted
from breakeven.analysis.story.verdict import PlainVerdict
from breakeven.results.averages import averages_of
from breakeven.results.evaluation_export import (
    DocumentSampling,
    EvaluationExport,
    EvaluationNumbers,
)
from breakeven.results.rankings import ranking_averages
from breakeven.results.variants import leak_variants
from metrics.averaging import Undefined

# what of it stands with the averages
AVERAGE_PARTS = ("macro_intervals", "eleven_points")


def averages_not_counted(evaluation: CountedEvaluation) -> NotCounted | None:
    """What memory would print beside the averages and was not counted; None where nothing is."""
    missing = evaluation.not_counted
    text = "; ".join(str(missing[name]) for name in AVERAGE_PARTS if name in missing)
    return NotCounted(f"not counted by an engine: {text}") if text else None


def counted_numbers(
    evaluation: CountedEvaluation, beta: float, undefined: Undefined
) -> EvaluationNumbers:
    """Everything that was counted, as of an evaluation in memory."""
    intervals = average_intervals_of(evaluation.kinds, beta, undefined)
    curves = evaluation.curves
    return EvaluationNumbers(
        evaluation=evaluation,
        beta=beta,
        undefined=undefined,
        averages=averages_of(evaluation, beta, undefined, intervals),
        sampling=None if evaluation.alone else _sampling_of(evaluation),
        rankings=None if curves is None else ranking_averages(evaluation.eleven_points, undefined),
        engine=evaluation.engine,
    )


def _sampling_of(evaluation: CountedEvaluation) -> DocumentSampling:
    kinds, worth = evaluation.kinds, evaluation.kinds.independent()
    return DocumentSampling(
        weights=evaluation.weight_column,
        clusters=evaluation.cluster_column,
        total_weight=float(kinds.weight @ kinds.times),
        drawn=kinds.drawn,
        unit="document" if evaluation.gathered is None else "cluster",
        text=sampled_as(evaluation, evaluation.documents, worth),
        independent_documents=worth,
    )


def counted_export(
    evaluation: CountedEvaluation, verdict: PlainVerdict, beta: float, undefined: Undefined
) -> EvaluationExport:
    """Everything that was counted, with what was not and what belongs beside it."""
    sides = sides_counted(evaluation)
    absent = [averages_not_counted(evaluation)]
    if evaluation.curves is not None:
        absent.append(evaluation.not_counted.get("average_precision"))
    return EvaluationExport(
        review=evaluation.name,
        verdict=verdict,
        numbers=counted_numbers(evaluation, beta, undefined),
        leaks=None if sides is None else leak_variants(sides, beta, undefined),
        where=evaluation.filter_count,
        notes=evaluation.notes,
        not_counted=[each for each in absent if each is not None],
    )
