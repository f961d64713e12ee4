"""`check`: are the splits fit to judge by, and what should be done next."""

from __future__ import annotations

import argparse
import dataclasses
import sys
from collections.abc import Callable
from typing import Any

from breakeven.commands.inputs import (
    add_arguments,
    add_where,
    beta,
    evaluation_from,
    print_json,
    review_from,
    system_from,
    wrong,
)
from breakeven.evaluation.evaluation import Evaluation, evaluate
from breakeven.evaluation.fit import fit_cut
from breakeven.evaluation.scored import score_split
from breakeven.findings.finding import in_order
from breakeven.findings.limits import ROLES, SETTINGS, Limits, checked
from breakeven.findings.review import Checked, check_data, check_review, search_near
from breakeven.records import Review
from breakeven.report import class_map
from breakeven.report.findings import as_markdown, of_checked
from breakeven.report.where import of_where, under_title
from breakeven.splits import tuning_split


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `check`."""
    parser.description = f"{__doc__} Exit status 1 when there is a finding of severity error."
    add_arguments(parser)
    add_where(parser)
    parser.add_argument("--beta", type=beta, default=1.0, help="recall's weight in F (1)")
    parser.add_argument(
        "--gain", choices=("macro", "micro"), default="macro", help="the F to sort by"
    )
    limits = parser.add_argument_group("limits")
    for field in dataclasses.fields(Limits):
        words = SETTINGS[field.name].words if field.name in SETTINGS else ROLES[field.name]
        limits.add_argument(
            f"--{field.name.replace('_', '-')}",
            dest=f"limit_{field.name}",
            type=_within(field.name),
            default=field.default,
            metavar="NAME" if field.name in ROLES else "N",
            help=words[0].lower() + words[1:] + (f" ({field.default})" if field.default else ""),
        )


def run(args: argparse.Namespace) -> int:
    """Print the findings; exit status 1 when one of them is an error."""
    review = review_from(args)
    limits = _limits_from(args, review)
    near = search_near(review.truth, limits, _progress())
    if review.truth.labels is None:
        if args.where is not None:
            raise wrong("nobody has labelled these documents", "leave --where out")
        e, kept = None, None
        result = check_data(review.truth, limits, near)
    else:
        e, kept = evaluation_from(review, args)
        result = check_review(
            review.truth,
            review.predictions,
            e,
            _tuning(review, e, limits),
            limits,
            args.beta,
            near,
        )
    result = Checked(in_order(result.findings, args.gain), result.unchecked)
    system = e.system if e else system_from(review, args).system
    subject: dict[str, Any] = {
        "review": review.name,
        "documents": review.truth.n,
        "classes": len(review.truth.classes),
        "system": system,
        "split": e.split if e else None,
        **of_where(kept),
        "limits": dataclasses.asdict(limits),
    }
    if args.format == "json":
        print_json(subject | of_checked(review.truth, result) | class_map.of_class_map(review))
    else:
        print(
            under_title(as_markdown(review, result, subject), kept) + class_map.as_markdown(review)
        )
    return int(any(f.severity == "error" for f in result.findings))


def _within(name: str) -> Callable[[str], Any]:
    def convert(text: str) -> Any:
        try:
            return checked(name, text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return convert


def _limits_from(args: argparse.Namespace, review: Review) -> Limits:
    limits = Limits(
        **{f.name: getattr(args, f"limit_{f.name}") for f in dataclasses.fields(Limits)}
    )
    for role in ROLES:
        name = getattr(limits, role)
        if name and name not in review.truth.splits:
            known = ", ".join(review.truth.splits) or "none"
            raise wrong(f"--{role}: there is no split {name!r}", f"choose of {known}")
    return limits


def _tuning(review: Review, e: Evaluation, limits: Limits) -> Evaluation | None:
    said = next(p for p in review.predictions if p.system == e.system)
    split = tuning_split(review.truth, said, limits.train, limits.test)
    if split is None:
        return None
    part = score_split(review.truth, said, split)
    return evaluate(said, part, split, fit_cut(review.truth, said, e.cut))


def _progress() -> Callable[[float], None] | None:
    if not sys.stderr.isatty():
        return None

    def show(share: float) -> None:
        end = "\n" if share >= 1 else ""
        print(f"\rlooking for near-duplicates: {share:.0%}", end=end, file=sys.stderr, flush=True)

    return show
