"""`evaluate`: how good a system is, the numbers of the Overview, Classes and Curves pages."""

from __future__ import annotations

import argparse
import sys

from breakeven.api.evaluation import EvaluationResult, result_of
from breakeven.commands.engine import add_engine, engine_of, run_engine
from breakeven.commands.files import wrong
from breakeven.commands.inputs import (
    add_arguments,
    add_where,
    evaluation_from,
    print_json,
    review_from,
)
from breakeven.commands.measuring import add_cut, add_f
from breakeven.labels.label_noise import NoisyTruth
from breakeven.readers.spare import give_back_spare
from breakeven.reports.ceiling import noise_words, of_noise
from breakeven.reports.tables import in_markdown


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `evaluate`."""
    parser.description = __doc__
    add_arguments(parser, files_needed=False)
    add_engine(parser)
    add_where(parser)
    add_f(parser)
    add_cut(parser)
    parser.add_argument(
        "--label-noise",
        type=float,
        metavar="SHARE",
        help="also say what F may be if this share of the labels is wrong",
    )


def run(args: argparse.Namespace) -> int:
    """Print the measures of one system; exit status 0."""
    if engine := engine_of(args):
        return run_engine(args, engine)
    if not args.files:
        raise wrong("no file is given", "name at least one, or a table of Spark")
    review = review_from(args)
    evaluation, kept = evaluation_from(review, args)
    result = result_of(review, evaluation, kept, args.beta, args.undefined)
    if result.leaks is not None:
        print(f"warning: {result.leaks}", file=sys.stderr)
    # reading, decisions and leaks are done with: what follows holds as much again
    give_back_spare()
    noise = _noise(result, args.label_noise)
    if args.format == "json":
        found = {} if noise is None else {"label_noise": of_noise(noise, args.beta, args.undefined)}
        print_json(result.to_dict() | found)
    else:
        print(result.to_markdown())
        if noise is not None:
            print(f"\n{in_markdown(noise_words(noise, 'micro', args.beta, args.undefined))}")
    return 0


def _noise(result: EvaluationResult, share: float | None) -> NoisyTruth | None:
    """The band for a stated share of wrong labels; None where none is stated."""
    if share is None:
        return None
    try:
        return result.with_label_noise(share)
    except ValueError as error:
        what, _, remedy = str(error).partition("; ")
        raise wrong(what, remedy) from None
