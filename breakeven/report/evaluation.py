"""An evaluation as plain data, the same for the command line and for downloads.

Undefined is None, so that JSON says null.
"""

from __future__ import annotations

import math
from typing import Any

from breakeven.evaluation.eleven_conventions import ElevenBy, conventions_of, eleven_by
from breakeven.evaluation.evaluation import Evaluation
from breakeven.evaluation.sampling_text import sampling_text
from breakeven.report.cautions import OPTIMISTIC
from breakeven.report.tables import in_markdown, markdown_table, noticed
from breakeven.report.values import plain, whole
from breakeven.text import cell_of
from metrics.averaging import Average, Undefined
from metrics.catalogue.shown import entries_shown, measures_shown
from metrics.ranking.break_even import BreakEven
from metrics.ranking.eleven_point import ElevenPoint
from metrics.typing import Array

AVERAGES = ("micro", "macro", "per_document")

ELEVEN_POINT = {
    "macro": "category pivot, macro",
    "pooled": "all pairs as one list",
    "document_closest": "document pivot (Yang), closest point at recall 1",
    "document_interval": "document pivot (Yang), only within [0.9, 1)",
    "trec_eval_9": "as trec_eval up to 9 prints it",
    "trec_eval_current": "as trec_eval's current source prints it",
}


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
    by_measure = {key: measure(tables) for key, measure in measures_shown("export", beta).items()}
    per_class: dict[str, dict[str, Any]] = {}
    for c, name in enumerate(e.classes):
        per_class[name] = {
            cell: whole(getattr(tables, cell)[c]) for cell in ("tp", "fp", "fn", "tn")
        } | {key: plain(values[c]) for key, values in by_measure.items()}
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
    if (worth := e.independent_documents) is not None:
        out["sampling"] = {
            "weights": e.scored.weight_column,
            "clusters": e.scored.cluster_column,
            "total_weight": whole(e.weighed),
            "drawn": e.drawn,
            "unit": e.unit,
            "text": sampling_text(e),
            "independent_documents": plain(worth),
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
            for convention in conventions_of(e.scored)
        }
        out["average_precision"] = {"macro": plain(e.macro_average_precision(undefined).value)}
    return out


def _sampled(sampling: dict[str, Any] | None) -> list[str]:
    return [] if sampling is None else ["", f"Sampling: {in_markdown(sampling['text'])}."]


def as_markdown(result: dict[str, Any], name: str, notes: list[str]) -> str:
    """The evaluation as a document to paste: what was evaluated, averages, classes."""
    split = result["split"] or "all documents"
    averaged = [entry.key for entry in entries_shown("average")]
    optimistic = f" ({OPTIMISTIC})" if result["optimistic"] else ""
    out = [
        f"# {in_markdown(name)}: {in_markdown(result['system'])} on {in_markdown(split)}",
        "",
        f"{result['documents']:,} documents, {result['classes']:,} classes, {result['task']}. "
        f"Decisions: {in_markdown(result['decisions'])}{optimistic}. β = {result['beta']}; "
        f"0/0 in averages: {result['undefined']}.",
        *_sampled(result.get("sampling")),
        "",
        markdown_table(
            ["average", *averaged],
            [
                [kind.replace("_", " "), *(cell_of(result[kind][m]) for m in averaged)]
                for kind in AVERAGES
            ],
        ),
        "",
        f"Exact match: {cell_of(result['exact_match'])}.",
    ]
    for kind in AVERAGES[1:]:
        missing = {m: n for m, n in result[kind]["undefined"].items() if n}
        if missing:
            listed = ", ".join(f"{m} {n:,}" for m, n in missing.items())
            out.append(f"Undefined (0/0) in the {kind.replace('_', ' ')} average: {listed}.")
    if "break_even" in result:
        out += ["", _curves_in_markdown(result)]
    out += ["", _classes_in_markdown(result)]
    return "\n".join(out + noticed(notes))


def _curves_in_markdown(result: dict[str, Any]) -> str:
    """What the scores give over all classes."""
    points = result["break_even"]
    pooled = (
        ("own thresholds", points["micro_own_thresholds"]),
        ("one global threshold", points["micro_global"]),
    )
    return markdown_table(
        ["over all classes", "value"],
        [
            ["break-even, macro", cell_of(points["macro"])],
            *(
                [f"break-even, micro, {what}", f"{cell_of(p['value'])} ({p['how']})"]
                for what, p in pooled
            ),
            *(
                [f"eleven-point, {what}", cell_of(result["eleven_point"][key]["average"])]
                for key, what in ELEVEN_POINT.items()
                if key in result["eleven_point"]
            ),
            ["average precision, macro", cell_of(result["average_precision"]["macro"])],
        ],
    )


def _classes_in_markdown(result: dict[str, Any]) -> str:
    """One row a class; what its scores give only where there are some."""
    scored = "break_even" in result
    head = ["class", "tp", "fp", "fn", "tn", *(entry.key for entry in entries_shown("export"))]
    rows = [
        [
            in_markdown(c),
            *(cell_of(of[key]) for key in head[1:]),
            *(
                [
                    cell_of(of["break_even"]["value"]),
                    of["break_even"]["how"],
                    cell_of(of["eleven_point"]["average"]),
                    cell_of(of["average_precision"]),
                ]
                if scored
                else []
            ),
        ]
        for c, of in result["per_class"].items()
    ]
    more = ["break-even", "how", "eleven-point", "average precision"] if scored else []
    return markdown_table([*head, *more], rows)
