"""`compare`: which of two systems is better, and is the difference real."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from commands.inputs import (
    add_arguments,
    beta,
    evaluation_from,
    number,
    print_json,
    review_from,
    wrong,
)
from metrics.averaging import UNDEFINED
from metrics.comparability import obstacles
from metrics.comparison import pair_of, side_by_side
from metrics.comparison_export import of_comparison
from metrics.paired import (
    AVERAGES,
    OF_DECISIONS,
    OF_RANKINGS,
    REPLICATES,
    Settings,
    largest_classes,
    on_common_documents,
)
from metrics.text_tables import in_markdown, markdown_table
from readers.review import Review
from readers.samples import SAMPLES

# no per-document average is taken of a ranking per class
METRICS = tuple(
    f"{average}_{measure}"
    for measure in (*OF_DECISIONS, *OF_RANKINGS)
    for average in AVERAGES
    if measure in OF_DECISIONS or average != "per_document"
)
NAMES = {
    "micro": "micro",
    "macro": "macro",
    "per_document": "per document",
}


def add(commands: Any) -> None:
    parser = commands.add_parser(
        "compare",
        help="which of two systems is better",
        description=f"{__doc__} Name files or a sample, and two systems where there are more; "
        "differences are the second minus the first.",
    )
    add_arguments(parser, several_systems=True)
    parser.add_argument(
        "--metric", choices=METRICS, default="micro_f", metavar="METRIC", help=", ".join(METRICS)
    )
    parser.add_argument("--beta", type=beta, default=1.0, help="recall's weight in F (1)")
    parser.add_argument(
        "--undefined", choices=UNDEFINED, default="drop", help="what 0/0 counts as in averages"
    )
    parser.add_argument("--threshold", type=float, help="assign what scores at least this")
    parser.add_argument(
        "--replicates", type=int, default=REPLICATES, help=f"test sets drawn ({REPLICATES:,})"
    )
    parser.add_argument("--seed", type=int, default=0, help="the same seed, the same numbers (0)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    files = [f for f in args.files if f in SAMPLES or Path(f).exists()]
    named = [f for f in args.files if f not in files]
    if not files:
        raise wrong(
            f"{named[0]!r} is no file here", f"name files, or a sample: {', '.join(SAMPLES)}"
        )
    if args.replicates < 100:
        raise wrong(f"{args.replicates} replicates tell nothing", "take at least 100")
    review = review_from(argparse.Namespace(**{**vars(args), "files": files}))
    chosen = _two_systems(review, named)
    evaluations = [
        evaluation_from(review, argparse.Namespace(**{**vars(args), "system": name}))
        for name in chosen
    ]
    common = on_common_documents(evaluations)
    if common.documents == 0:
        raise wrong("the two systems have no document in common", "compare on the same documents")
    measure = next(m for m in (*OF_DECISIONS, *OF_RANKINGS) if args.metric.endswith(m))
    average = args.metric.removesuffix(f"_{measure}")
    scoreless = [e.system for e in evaluations if e.scored.scores is None]
    if measure in OF_RANKINGS and scoreless:
        raise wrong(f"{' and '.join(scoreless)} has no scores", "choose f, precision or recall")
    top = largest_classes(common.evaluations[0])
    settings = Settings(measure, args.beta, args.undefined, top)
    side = side_by_side(common, settings, args.replicates, args.seed)
    result = of_comparison(side, pair_of(side, 0, 1), average, obstacles(common, settings))
    if args.format == "json":
        print_json(result | {"notes": [str(note) for note in review.notes]})
    else:
        print(as_markdown(result, review.name))
    return 0


def _two_systems(review: Review, named: list[str]) -> list[str]:
    systems = [p.system for p in review.predictions]
    unknown = [name for name in named if name not in systems]
    if unknown:
        known = ", ".join(systems)
        raise wrong(f"{unknown[0]!r} is neither a file nor a system", f"choose of {known}")
    if not named and len(systems) == 2:
        return systems
    if len(named) != 2:
        have = f"there {'is' if len(systems) == 1 else 'are'} {', '.join(systems)}"
        raise wrong(f"two systems are compared, and {have}", "name two, or add a file")
    return named


def as_markdown(result: dict[str, Any], name: str) -> str:
    """The comparison as a document to paste: the answer, averages, tests, classes."""
    a, b = (in_markdown(result[key]["system"]) for key in ("a", "b"))
    names = NAMES | {"micro_top": f"micro, {len(result['top_classes'])} largest classes"}
    averages = [(names[n], of) for n, of in result["averages"].items()]
    out = [
        f"# {in_markdown(name)}: {b} against {a}",
        "",
        f"{result['documents']:,} documents of {in_markdown(result['split'] or 'all splits')}, "
        f"{result['classes']:,} classes, {result['task']}. Metric: {result['metric']}, "
        f"β = {result['beta']}, 0/0 in averages: {result['undefined']}. "
        f"{result['replicates']:,} replicates, seed {result['seed']}.",
        "",
        _answer(result, a, b),
        "",
        markdown_table(
            ["average", a, b, "points", "95 % interval", "relative", "p", "detectable"],
            [[what, number(of["a"]), number(of["b"]), *_difference(of)] for what, of in averages],
        ),
        "",
        f"Points are {b} minus {a}, in hundredths; the interval is of the paired difference; p by "
        "approximate randomisation; detectable: the smallest true difference found in 80 of 100 "
        "such test sets.",
        "",
        markdown_table(
            ["test", "p", f"for {b}", "of", "asks", "assumes", "not for"],
            [
                [
                    t["name"],
                    _p(t["p"]),
                    number(t["for_b"]),
                    f"{t['trials']:,} {t['of']}",
                    *(t[key] for key in ("asks", "assumes", "not_for")),
                ]
                for t in result["tests"]
            ],
        ),
    ]
    if result["care"]:
        out += ["", "Take care:", "", *(f"- {in_markdown(o['text'])}" for o in result["care"])]
    rows = [
        [
            in_markdown(c),
            number(of["positives"]),
            number(of["a"]),
            number(of["b"]),
            number(of["points"], 1),
            _span(of),
            number(of["differing_documents"]),
            _p(of["p"]),
            _p(of["p_holm"]),
            _p(of["p_bh"]),
            in_markdown(of["better"]) if of["better"] is not None else "—",
        ]
        for c, of in result["per_class"].items()
    ]
    head = ["class", "positives", a, b, "points", "95 % interval", "documents that differ"]
    return "\n".join([*out, "", markdown_table([*head, "p", "p Holm", "p BH", "better"], rows)])


def _answer(result: dict[str, Any], a: str, b: str) -> str:
    d = result["difference"]
    if d["points"] is None:
        return f"**{result['metric']} is undefined for one of the two: nothing to compare.**"
    gap = f"{b} is {abs(d['points']):.1f} points {'above' if d['points'] >= 0 else 'below'} {a}"
    if d["beyond_chance"] is None:
        return f"**{gap}**; how sure that is was not measured."
    p = "" if d["p"] is None else f"; p {_p(d['p'])}"
    real = "more than chance" if d["beyond_chance"] else "which may be chance"
    return f"**{gap}, {real}** (95 %: {_span(d)}{p})."


def _difference(of: dict[str, Any]) -> list[str]:
    d = of["difference"]
    relative = "—" if d["relative"] is None else f"{100 * d['relative']:+.1f} %"
    return [
        number(d["points"], 1),
        _span(d),
        relative,
        _p(d["p"]),
        number(d["smallest_detectable"], 1),
    ]


def _span(of: dict[str, Any]) -> str:
    return "—" if of["low"] is None else f"{of['low']:.1f} to {of['high']:.1f}"


def _p(value: float | None) -> str:
    if value is None:
        return "—"
    return "< 0.001" if value < 0.001 else f"{value:.3f}"
