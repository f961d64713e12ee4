"""An evaluation that an engine counted, by the names of any evaluation.

What needs the documents themselves is left out, and said.
"""

from __future__ import annotations

import math
from typing import Any

from breakeven.analysis.evaluation.counted import CountedEvaluation
from breakeven.analysis.evaluation.curves import Curves
from breakeven.analysis.evaluation.document_kinds import average_intervals_of
from breakeven.analysis.evaluation.evaluation import sampled_as
from breakeven.analysis.selection.leak_sides import sides_counted
from breakeven.results.averages import averages_of
from breakeven.results.evaluation_export import (
    of_break_even,
    of_classes,
    of_conventions,
)
from breakeven.results.scope import of_where
from breakeven.results.values import plain_count, plain_number
from breakeven.results.variants import LeakVariants, ResultVariant, leak_variants
from metrics.averaging import Undefined

# what of it is told with the averages
OF_AVERAGES = ("macro_intervals", "eleven_points")


def left_out(evaluation: CountedEvaluation) -> str:
    """What memory would print and was not counted, as a sentence; "" where that is nothing."""
    missing = evaluation.not_counted
    said = "; ".join(str(missing[name]) for name in OF_AVERAGES if name in missing)
    return f"not counted by an engine: {said}" if said else ""


def of_counted(evaluation: CountedEvaluation, beta: float, undefined: Undefined) -> dict[str, Any]:
    """Everything that was counted, as `of_evaluation` has it; undefined is None."""
    counts, curves = evaluation.counts, evaluation.curves
    intervals = average_intervals_of(evaluation.kinds, beta, undefined)
    result: dict[str, Any] = {
        "documents": evaluation.documents,
        "classes": len(evaluation.classes),
        "task": "single-label" if counts.single_label else "multi-label",
        "one_of": counts.one_of,
        "system": evaluation.system,
        "split": evaluation.split,
        "decisions": str(evaluation.cut),
        "optimistic": evaluation.optimistic,
        "exactly_true_number": counts.exactly_true_number,
        "beta": beta if math.isfinite(beta) else "inf",
        "undefined": undefined,
        "engine": evaluation.engine,
        **averages_of(evaluation, beta, undefined, intervals).to_dict(),
        "per_class": of_classes(evaluation.classes, counts.classes, curves, beta),
    }
    if counts.weights is not None or evaluation.gathered is not None:
        result["sampling"] = _of_sampling(evaluation)
    missing = left_out(evaluation)
    notes = [*evaluation.notes, *([missing] if missing else [])]
    if curves is not None:
        result |= _of_curves(evaluation, curves, undefined)
        absent = evaluation.not_counted.get("average_precision")
        notes += [] if absent is None else [str(absent)]
    leaks = counted_leaks(evaluation, beta, undefined)
    result |= of_where(evaluation.kept)
    return result | ({} if leaks is None else {"leaks": leaks.to_dict()}) | {"notes": notes}


def counted_leaks(
    evaluation: CountedEvaluation, beta: float, undefined: Undefined
) -> LeakVariants[ResultVariant] | None:
    """F with and without the documents that leak; None where none does."""
    sides = sides_counted(evaluation)
    return None if sides is None else leak_variants(sides, beta, undefined)


def _of_sampling(evaluation: CountedEvaluation) -> dict[str, Any]:
    kinds, worth = evaluation.kinds, evaluation.kinds.independent()
    return {
        "weights": evaluation.weight_column,
        "clusters": evaluation.cluster_column,
        "total_weight": plain_count(float(kinds.weight @ kinds.times)),
        "drawn": kinds.drawn,
        "unit": "document" if evaluation.gathered is None else "cluster",
        "text": sampled_as(evaluation, evaluation.documents, worth),
        "independent_documents": plain_number(worth),
    }


def _of_curves(
    evaluation: CountedEvaluation, curves: Curves, undefined: Undefined
) -> dict[str, Any]:
    return {
        "break_even": {
            "macro": plain_number(curves.macro_break_even(undefined).value),
            "micro_own_thresholds": of_break_even(curves.micro_break_even_own_thresholds()),
            "micro_global": of_break_even(curves.pooled_break_even),
        },
        "eleven_point": of_conventions(evaluation.eleven_points, undefined),
        "average_precision": {
            "macro": plain_number(curves.macro_average_precision(undefined).value)
        },
    }
