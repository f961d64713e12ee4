"""`expected`: what F to expect of documents that nobody has labelled, and the best decisions."""

from __future__ import annotations

import argparse
import math
from typing import Any

from commands.estimating import ESTIMATES, estimating_from
from commands.inputs import add_arguments, beta, noticed, number, print_json
from metrics.averaging import UNDEFINED
from metrics.estimates import c_f_of, outlook
from metrics.estimates_export import of_outlook
from metrics.loss import ERROR_RATE
from metrics.text_tables import in_markdown, markdown_table

OF_BEST = ("size", "expected F", "approximation", "± bound", "least probability")


def add(commands: Any) -> None:
    parser = commands.add_parser(
        "expected", help="what F to expect without labels", description=__doc__
    )
    add_arguments(parser)
    parser.add_argument("--beta", type=beta, default=1.0, help="recall's weight in F (1)")
    parser.add_argument(
        "--undefined",
        choices=UNDEFINED,
        default="drop",
        help="F where nothing is assigned and nothing true: 0 with zero, else 1",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    given = estimating_from(args)
    c_f = c_f_of(args.undefined)
    classes = given.of.classes
    result = {
        **given.subject,
        "beta": args.beta if math.isfinite(args.beta) else "inf",
        "c_f": c_f,
        **of_outlook(classes, outlook(given.of, args.beta, c_f, [ERROR_RATE] * len(classes))),
        "notes": given.notes,
    }
    if args.format == "json":
        print_json(result)
    else:
        print(as_markdown(result, given.review.name))
    return 0


def as_markdown(result: dict[str, Any], name: str) -> str:
    """The estimates as a document to paste."""
    split = result["split"] or "all documents"
    rows = [[in_markdown(c), *_cells(of)] for c, of in result["per_class"].items()]
    micro = result["micro"]
    first = [["*all pairs as one problem (micro)*", *_cells(micro)]] if micro is not None else []
    macro = result["macro"]
    first += [
        [
            "*mean over classes (macro)*",
            number(macro["in_use"]["assigned"]),
            number(macro["in_use"]["expected_f"]),
            number(macro["best"]["assigned"]),
            *_of_best(macro["best"]),
            "",
        ]
    ]
    out = [
        f"# {in_markdown(name)}: {in_markdown(result['system'])} on {in_markdown(split)}, expected",
        "",
        ESTIMATES,
        "",
        f"{result['documents']:,} documents, {result['classes']:,} classes. Decisions in use: "
        f"{in_markdown(result['decisions'])}. β = {result['beta']}; F is {result['c_f']:g} where "
        "nothing is assigned and nothing true.",
        "",
        markdown_table(["class", "in use", "expected F", *(f"best: {h}" for h in OF_BEST)],
                       first + rows),
    ]  # fmt: skip
    return "\n".join(out + noticed(result["notes"]))


def _cells(of: dict[str, Any]) -> list[str]:
    best = of["best"]
    return [
        number(of["in_use"]["assigned"]),
        number(of["in_use"]["expected_f"]),
        number(best["assigned"]),
        *_of_best(best),
        number(best["least_probability"]),
    ]


def _of_best(best: dict[str, Any]) -> list[str]:
    return [number(best["expected_f"]), number(best["approximation"]), number(best["bound"], 4)]
