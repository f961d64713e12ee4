"""`compare`: which of two systems is better, and whether the difference is real."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from breakeven.analysis.comparison.shared_documents import (
    COMPARED_AVERAGES,
    COMPARED_MEASURES,
    OF_PROBABILITIES,
    ComparisonSettings,
    averages_compared,
)
from breakeven.analysis.selection.errors import ChoiceError
from breakeven.analysis.selection.where import restricted_to
from breakeven.commands.file_options import STANDARD_INPUT, usage_error
from breakeven.commands.options import (
    add_arguments,
    add_draws,
    add_f,
    add_threshold,
    add_where,
    evaluation_from,
    print_json,
    review_from,
)
from breakeven.data.records import Review
from breakeven.readers.base.problems import ReadError
from breakeven.readers.samples import SAMPLES
from breakeven.results.comparison import compare_evaluations, loaded_of_two, sides_of_two
from breakeven.results.evaluation import evaluation_result
from metrics.catalogue.names import average_and_measure, meant_by, measure_of
from metrics.measures import OF_DOCUMENTS

# the average and the measure of each
METRICS = {
    f"{average}_{measure}": (average, measure)
    for measure in COMPARED_MEASURES
    for average in averages_compared(measure)
}

ALONE = (*OF_PROBABILITIES, *OF_DOCUMENTS)


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `compare`."""
    parser.description = (
        f"{__doc__} Name files or a sample, and two systems where there are more; differences are "
        "the second minus the first."
    )
    add_arguments(parser, several_systems=True)
    add_where(parser)
    parser.add_argument(
        "--metric",
        type=_metric,
        default="micro_f",
        metavar="METRIC",
        help=f"{', '.join(METRICS)}; other names too, as weighted_f1 or macro_sensitivity, and "
        "those of --measures, as macro_cost",
    )
    add_f(parser)
    add_threshold(parser)
    add_draws(parser)


def _metric(name: str) -> str:
    """The metric that is called so, in the words of `METRICS`; the name itself where none is."""
    if name in METRICS:
        return name
    # by its name alone a loss or share is of all documents, or all labels, as others print it
    alone = measure_of(name, ALONE)
    if alone in ALONE:
        return f"micro_{alone}"
    named = average_and_measure(name, COMPARED_AVERAGES, COMPARED_MEASURES)
    return name if named is None else "_".join(named)


def run(args: argparse.Namespace) -> int:
    """Print two systems side by side with their tests; exit status 0."""
    files = [f for f in args.files if f in (*SAMPLES, STANDARD_INPUT) or Path(f).exists()]
    named = [f for f in args.files if f not in files]
    if not files:
        raise usage_error(
            f"{named[0]!r} is not a file here", f"name files, or a sample: {', '.join(SAMPLES)}"
        )
    review = review_from(argparse.Namespace(**{**vars(args), "files": files}))
    chosen = _two_systems(review, named)
    first, filtered = evaluation_from(review, _about(args, chosen[0]))
    second, _ = evaluation_from(review, _about(args, chosen[1], where=None))
    results = (
        evaluation_result(review, first, filtered, args.beta, args.undefined),
        evaluation_result(review, second, None, args.beta, args.undefined),
    )
    evaluations = [first, second if filtered is None else restricted_to(second, filtered.rows)]
    average, settings = _settings(args, review)
    try:
        comparison = compare_evaluations(
            evaluations,
            settings,
            average,
            replicates=args.replicates,
            seed=args.seed,
            review=review,
            filtered=filtered,
            sides=sides_of_two(*results),
        )
    except ChoiceError as error:
        raise usage_error(error.what, error.remedy) from None
    comparison = replace(comparison, loaded=loaded_of_two(*results))
    if args.format == "json":
        print_json(comparison.to_dict())
    else:
        print(comparison.to_markdown())
    return 0


def _settings(args: argparse.Namespace, review: Review) -> tuple[str, ComparisonSettings]:
    """The average of the metric, and what is measured. ReadError where none is so called."""
    for own, average in product(review.measures, COMPARED_AVERAGES):
        if args.metric == f"{average}_{own.name}":
            return average, ComparisonSettings(own.name, args.beta, args.undefined, (), own)
    if args.metric not in METRICS:
        raise _unknown(args.metric, (*METRICS, *(f"micro_{own.name}" for own in review.measures)))
    average, measure = METRICS[args.metric]
    return average, ComparisonSettings(measure, args.beta, args.undefined, ())


def _unknown(name: str, choices: Sequence[str]) -> ReadError:
    """A metric is refused: with what its name means where it means a measure."""
    key = meant_by(name, COMPARED_AVERAGES)
    averaged = [metric for metric, (_, measure) in METRICS.items() if measure == key]
    remedy = f"choose one of {', '.join(averaged or choices)}"
    if key is None or averaged:
        return usage_error(f"there is no metric {name!r}", remedy)
    return usage_error(f"{name!r} means {key}, which is not compared", remedy)


def _about(args: argparse.Namespace, system: str, **more: Any) -> argparse.Namespace:
    return argparse.Namespace(**{**vars(args), "system": system, **more})


def _two_systems(review: Review, named: list[str]) -> list[str]:
    systems = [p.system for p in review.predictions]
    unknown = [name for name in named if name not in systems]
    if unknown:
        choices = ", ".join(systems)
        raise usage_error(
            f"{unknown[0]!r} is neither a file nor a system", (f"choose one of {choices}")
        )
    if not named and len(systems) == 2:
        return systems
    if len(named) != 2:
        have = f"there {'is' if len(systems) == 1 else 'are'} {', '.join(systems)}"
        raise usage_error(f"a comparison needs two systems, and {have}", "name two, or add a file")
    return named
