"""`evaluate`: how good a system is, the numbers of the Overview, Classes and Curves pages."""

from __future__ import annotations

import argparse
from typing import Any

from commands.inputs import (
    add_arguments,
    beta,
    evaluation_from,
    noticed,
    number,
    print_json,
    review_from,
)
from metrics.averaging import UNDEFINED
from metrics.export import of_evaluation
from metrics.text_tables import in_markdown, markdown_table

AVERAGES = ("micro", "macro", "per_document")
MEASURES = ("precision", "recall", "f", "accuracy", "error_rate", "fallout", "overlap")

ELEVEN_POINT = {
    "macro": "category pivot, macro",
    "pooled": "all pairs as one list",
    "document_closest": "document pivot (Yang), closest point at recall 1",
    "document_interval": "document pivot (Yang), only within [0.9, 1)",
    "trec_eval_9": "as trec_eval up to 9 prints it",
    "trec_eval_current": "as trec_eval's current source prints it",
}


def add(commands: Any) -> None:
    parser = commands.add_parser("evaluate", help="how good is a system", description=__doc__)
    add_arguments(parser)
    parser.add_argument("--beta", type=beta, default=1.0, help="recall's weight in F (1)")
    parser.add_argument(
        "--undefined", choices=UNDEFINED, default="drop", help="what 0/0 counts as in averages"
    )
    parser.add_argument("--threshold", type=float, help="assign what scores at least this")
    parser.add_argument(
        "--thresholds", metavar="FILE", help="assign by the thresholds of this file (CSV or JSON)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    review = review_from(args)
    result = of_evaluation(
        evaluation_from(review, args), args.beta, args.undefined, review.truth.documents
    )
    notes = [str(note) for note in review.notes]
    if args.format == "json":
        print_json(result | {"notes": notes})
    else:
        print(as_markdown(result, review.name, notes))
    return 0


def as_markdown(result: dict[str, Any], name: str, notes: list[str]) -> str:
    """The evaluation as a document to paste: what was evaluated, averages, classes."""
    split = result["split"] or "all documents"
    optimistic = " (optimistic: tuned on documents shown here)" if result["optimistic"] else ""
    out = [
        f"# {in_markdown(name)}: {in_markdown(result['system'])} on {in_markdown(split)}",
        "",
        f"{result['documents']:,} documents, {result['classes']:,} classes, {result['task']}. "
        f"Decisions: {in_markdown(result['decisions'])}{optimistic}. β = {result['beta']}; "
        f"0/0 in averages: {result['undefined']}.",
        "",
        markdown_table(
            ["average", *MEASURES],
            [
                [kind.replace("_", " "), *(number(result[kind][m]) for m in MEASURES)]
                for kind in AVERAGES
            ],
        ),
        "",
        f"Exact match: {number(result['exact_match'])}.",
    ]
    for kind in AVERAGES[1:]:
        missing = {m: n for m, n in result[kind]["undefined"].items() if n}
        if missing:
            listed = ", ".join(f"{m} {n:,}" for m, n in missing.items())
            out.append(f"Undefined (0/0) in the {kind.replace('_', ' ')} average: {listed}.")
    scored = "break_even" in result
    if scored:
        points = result["break_even"]
        out += [
            "",
            markdown_table(
                ["over all classes", "value"],
                [
                    ["break-even, macro", number(points["macro"])],
                    *(
                        [f"break-even, micro, {what}", f"{number(p['value'])} ({p['how']})"]
                        for what, p in (
                            ("own thresholds", points["micro_own_thresholds"]),
                            ("one global threshold", points["micro_global"]),
                        )
                    ),
                    *(
                        [f"eleven-point, {what}", number(result["eleven_point"][key]["average"])]
                        for key, what in ELEVEN_POINT.items()
                    ),
                    ["average precision, macro", number(result["average_precision"]["macro"])],
                ],
            ),
        ]
    head = ["class", "tp", "fp", "fn", "tn", "precision", "recall", "f", "fallout", "overlap"]
    rows = [
        [
            in_markdown(c),
            *(number(of[key]) for key in head[1:]),
            *(
                [
                    number(of["break_even"]["value"]),
                    of["break_even"]["how"],
                    number(of["eleven_point"]["average"]),
                    number(of["average_precision"]),
                ]
                if scored
                else []
            ),
        ]
        for c, of in result["per_class"].items()
    ]
    more = ["break-even", "how", "eleven-point", "average precision"] if scored else []
    out += ["", markdown_table([*head, *more], rows)]
    return "\n".join(out + noticed(notes))
