"""`check`: whether the splits can be trusted, and what to do next."""

from __future__ import annotations

import argparse
import dataclasses
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from breakeven.analysis.findings.check_limits import ROLES, SETTINGS, Limits, checked
from breakeven.analysis.findings.finding import ORDERS
from breakeven.api.explained import explain
from breakeven.commands.file_options import usage_error, usage_error_from
from breakeven.commands.options import (
    add_arguments,
    add_beta,
    add_where,
    data_from,
    evaluation_from,
    print_json,
    selection_from,
)
from breakeven.data.records import Review
from breakeven.data.wording import count_of
from breakeven.results.findings import Findings, findings_of, why_data_alone
from breakeven.results.scope import class_map_csv


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `check`."""
    parser.description = f"{__doc__} Exit status 1 when there is a finding of severity error."
    add_arguments(parser, files_needed=False)
    parser.add_argument(
        "--explain",
        metavar="CODE",
        help="the page on a finding instead, by its code, such as leak.same-text: how it is "
        "detected, why it matters, what to do, and made data that raise it",
    )
    parser.add_argument(
        "--names",
        metavar="PATH",
        help="where class names are the same but for case, spaces, Unicode form or a prefix: write "
        "the class map that gives each class one name to this CSV file, for --class-map of any "
        "command",
    )
    add_where(parser)
    add_beta(parser)
    parser.add_argument(
        "--sort",
        choices=ORDERS,
        default="errors",
        help=(
            "order findings by the errors they explain, or by the gain in an average F if they "
            "are fixed (errors)"
        ),
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
    if args.explain is not None:
        return _explain(args.explain)
    if not args.files:
        raise usage_error("there is no file to check", "name one, or a code with --explain")
    review = data_from(args)
    limits = _limits_from(args, review)
    if (reason := why_data_alone(review)) is not None:
        if args.where is not None:
            raise usage_error(reason, "leave --where out")
        system, evaluated = selection_from(review, args).system, None
    else:
        evaluated = evaluation_from(review, args)
        system = evaluated[0].system
    findings = findings_of(review, system, evaluated, limits, args.beta, args.sort)
    if args.names is not None:
        _write_names(findings, args.names)
    if args.format == "json":
        print_json(findings.to_dict())
    else:
        print(findings.to_markdown())
    return int(any(f.severity == "error" for f in findings))


def _write_names(findings: Findings, path: str) -> None:
    """Write the class map of names that are the same; a usage error where none are."""
    names = {old: new for finding in findings for old, new in finding.class_map.items()}
    if not names:
        raise usage_error("no class names are the same, so there is no class map", "leave --names")
    try:
        Path(path).write_bytes(class_map_csv({**findings.review.class_map, **names}))
    except OSError as error:
        raise usage_error(f"{path} cannot be written: {error.strerror}", "check --names") from None
    print(f"class map of {count_of(len(names), 'name')} written to {path}", file=sys.stderr)


def _explain(code: str) -> int:
    """Print the page on a finding."""
    try:
        print(explain(code).to_markdown())
    except ValueError as error:
        raise usage_error_from(error, "see docs") from None
    return 0


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
            raise usage_error(f"--{role}: there is no split {name!r}", f"choose one of {known}")
    return limits
