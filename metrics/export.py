"""An evaluation as plain data, the same for the command line and for downloads.

Undefined is None, so that JSON says null.
"""

from __future__ import annotations

import math
from typing import Any

from metrics import measures
from metrics.averaging import Average, Undefined
from metrics.breakeven import BreakEven
from metrics.eleven_conventions import CONVENTIONS, ElevenBy, eleven_by
from metrics.eleven_point import ElevenPoint
from metrics.evaluation import Evaluation
from metrics.tallies import Array


def plain(value: Any) -> float | int | None:
    """A number of the standard library; None for NaN. Whole counts become int."""
    number = float(value)
    return None if math.isnan(number) else number


def whole(value: Any) -> float | int:
    """A count: int, or float where counts are fractions."""
    number = float(value)
    return int(number) if number.is_integer() else number


def of_break_even(point: BreakEven) -> dict[str, Any]:
    """A break-even point, `how` it was got, and where it lies."""
    return {
        "value": plain(point.value),
        "how": point.how,
        "threshold": plain(point.threshold),
        "precision": plain(point.precision),
        "recall": plain(point.recall),
    }


def of_eleven_point(result: ElevenPoint) -> dict[str, Any]:
    """The eleven levels, and their average."""
    return {"levels": [plain(v) for v in result.levels], "average": plain(result.average)}


def _of_convention(result: ElevenBy) -> dict[str, Any]:
    return of_eleven_point(result.value) | {"averaged": result.units, "of": result.of}


def _values(averages: dict[str, Average]) -> dict[str, Any]:
    return {name: plain(average.value) for name, average in averages.items()} | {
        "undefined": {name: int(a.undefined.sum()) for name, a in averages.items()},
        "averaged": {name: a.units for name, a in averages.items()},
    }


def of_evaluation(
    e: Evaluation, beta: float, undefined: Undefined, documents: Array | None = None
) -> dict[str, Any]:
    """Everything the pages show of one evaluation, by the names of the command line.

    `documents`: the ids of all documents of the truth, by which trec_eval breaks ties.
    """
    tables = e.tables
    by_measure = {
        name: measure(tables) for name, measure in measures.decision_measures(beta).items()
    }
    per_class: dict[str, dict[str, Any]] = {}
    for c, name in enumerate(e.classes):
        per_class[name] = {
            cell: whole(getattr(tables, cell)[c]) for cell in ("tp", "fp", "fn", "tn")
        } | {m: plain(by_measure[m][c]) for m in ("precision", "recall", "f", "fallout", "overlap")}
    out: dict[str, Any] = {
        "documents": e.documents,
        "classes": len(e.classes),
        "task": "single-label" if e.single_label else "multi-label",
        "system": e.system,
        "split": e.split,
        "decisions": str(e.cut),
        "optimistic": e.optimistic,
        "exactly_true_number": e.exactly_true_number,
        "beta": beta if math.isfinite(beta) else "inf",
        "undefined": undefined,
        "micro": {name: plain(v) for name, v in e.micro(beta).items()},
        "macro": _values(e.macro(beta, undefined)),
        "per_document": _values(e.per_document(beta, undefined)),
        "exact_match": plain(e.exact_match),
        "per_class": per_class,
    }
    if e.scored.scores is not None:
        for c, name in enumerate(e.classes):
            per_class[name] |= {
                "break_even": of_break_even(e.scored.break_even_points[c]),
                "eleven_point": of_eleven_point(e.scored.eleven_points[c]),
                "average_precision": plain(e.scored.average_precisions[c]),
            }
        out["break_even"] = {
            "macro": plain(e.macro_break_even(undefined).value),
            "micro_own_thresholds": of_break_even(e.micro_break_even_own_thresholds()),
            "micro_global": of_break_even(e.micro_break_even_global()),
        }
        ids = e.rows if documents is None else documents[e.rows]
        out["eleven_point"] = {
            "macro" if convention == "category" else convention: _of_convention(
                eleven_by(e.scored, ids, convention, undefined)
            )
            for convention in CONVENTIONS
        }
        out["average_precision"] = {"macro": plain(e.macro_average_precision(undefined).value)}
    return out
