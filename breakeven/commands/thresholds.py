"""`thresholds`: fit a threshold for each class on one split and write them to a file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from breakeven.analysis.evaluation.class_thresholds import FILE_KINDS, SavedThresholds, to_save
from breakeven.analysis.evaluation.cut import (
    TUNED,
    WISH_AVERAGES,
    WISHED,
    ClassCosts,
    Cut,
    CutRule,
    FittedCut,
    costs_of,
    rules_for,
)
from breakeven.analysis.evaluation.fit import fit_cut, tables_at, untunable
from breakeven.analysis.evaluation.scored import ScoredSplit, score_split
from breakeven.commands.file_options import usage_error
from breakeven.commands.options import (
    add_arguments,
    add_beta,
    named_split,
    print_json,
    review_from,
    system_from,
)
from breakeven.data.records import Predictions, Review
from breakeven.data.splits import default_split
from breakeven.data.wording import cell_of, count_of, exact_of
from breakeven.results import scope
from breakeven.results.promises import PromiseResult, promise_of
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.thresholds import (
    WishOptions,
    thresholds_file,
    where_to_tune,
    wished_cut,
)
from metrics.measures import f_beta
from metrics.thresholds.costs import CostMatrix

RULES: tuple[CutRule, ...] = (*TUNED, "expected_loss")


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `thresholds`."""
    parser.description = __doc__
    add_arguments(parser)
    parser.add_argument(
        "--tune-on",
        metavar="SPLIT",
        help=(
            "the split to fit on, or “all” (default: dev, else one that is neither train nor test; "
            "without one cross-fitted on the documents evaluated)"
        ),
    )
    parser.add_argument(
        "--rule",
        choices=RULES,
        default="f",
        help="what the thresholds aim at; recall, precision and candidates reach a wish (f)",
    )
    _add_wish(parser)
    add_beta(parser)
    parser.add_argument(
        "--guard",
        action=argparse.BooleanOptionalAction,
        default=True,
        help=(
            "set the threshold of a class whose best F stays below 0.1 just above its highest "
            "score (yes)"
        ),
    )
    parser.add_argument(
        "--costs",
        type=costs,
        default=CostMatrix(),
        metavar="TP,FP,FN,TN",
        help="costs of the four outcomes, for the rules loss and expected_loss (0,1,1,0)",
    )
    parser.add_argument(
        "--out",
        default="thresholds.csv",
        metavar="PATH",
        help=(
            f"the file to write, in the format of its ending: {', '.join(FILE_KINDS)} "
            "(thresholds.csv)"
        ),
    )


def _add_wish(parser: argparse.ArgumentParser) -> None:
    wish = parser.add_argument_group("wish", "for the rules recall, precision and candidates")
    wish.add_argument(
        "--least",
        type=float,
        default=0.9,
        metavar="SHARE",
        help="the recall or precision to reach, or for candidates the share of documents all of "
        "whose classes are offered (0.9)",
    )
    wish.add_argument(
        "--average",
        choices=WISH_AVERAGES,
        default="class",
        help="reach it in each class, over all of them (micro), or on average over documents "
        "(class)",
    )
    wish.add_argument(
        "--promise",
        action="store_true",
        help=(
            "choose thresholds that also reach it on other documents like these, in 95 of 100 "
            "cases, and print what that costs"
        ),
    )
    wish.add_argument(
        "--tries",
        type=int,
        default=1,
        metavar="N",
        help=(
            "how many levels of --least you have tried, with this one: the promise is corrected "
            "for them (1)"
        ),
    )


def costs(text: str) -> CostMatrix:
    """Four costs from the command line."""
    try:
        return costs_of(text)
    except ValueError:
        raise argparse.ArgumentTypeError("give four numbers: TP,FP,FN,TN") from None


def _saved(review: Review, system: str, fitted: FittedCut) -> SavedThresholds:
    try:
        return to_save(review, system, fitted)
    except ValueError:
        raise usage_error(
            "with these costs an error is cheaper than a right prediction, so a class would be "
            "predicted below its threshold",
            "check --costs",
        ) from None


def run(args: argparse.Namespace) -> int:
    """Fit a threshold per class and write them to a file; exit status 0."""
    review = review_from(args)
    predictions = system_from(review, args)
    path = Path(args.out)
    kind = path.suffix.removeprefix(".")
    if kind not in FILE_KINDS:
        raise usage_error(
            f"{path.name} has no known ending", f"end it in one of {', '.join(FILE_KINDS)}"
        )
    cut = _cut(review, predictions, args)
    part = None
    if cut.rule != "expected_loss":
        part = score_split(review.truth, predictions, cut.split)
        if not len(part.rows):
            raise usage_error(
                f"{predictions.system} has no predictions for the split {args.tune_on!r}",
                "choose another with --tune-on",
            )
    fitted = fit_cut(review.truth, predictions, cut, part)
    saved = _saved(review, predictions.system, fitted)
    _write(path, thresholds_file(saved, kind))
    number = count_of(len(saved.thresholds), "threshold")
    print(f"{number} written to {path}", file=sys.stderr)
    summary: dict[str, Any] = {
        "file": str(path),
        "review": review.name,
        "system": predictions.system,
        "decisions": str(cut),
        "fingerprint": review.fingerprint,
        "not_tuned": {review.truth.classes[c]: fitted.how[c] for c in untunable(fitted)},
    }
    wish = None
    if cut.rule in WISHED:
        shown = default_split(review.truth, predictions)
        if args.split is not None:
            shown = named_split(review, args.split)
        wish = promise_of(review, predictions.system, cut, shown)
        summary["wish"] = wish.to_dict()
    if args.format == "json":
        print_json(summary | scope.class_map_data(review))
        return 0
    print(f"# {in_markdown(predictions.system)}: {in_markdown(cut)}\n")
    if cut.cross_fitted:
        print(f"{scope.CROSS_FITTED_TEXT.capitalize()}.\n")
    _print_classes(review, saved, fitted, part, wish)
    print(scope.class_map_in_markdown(review), end="")
    return 0


def _print_classes(
    review: Review,
    saved: SavedThresholds,
    fitted: FittedCut,
    part: ScoredSplit | None,
    wish: PromiseResult | None,
) -> None:
    """What a wish gives, or each class's threshold with its F where it was found."""
    if wish is not None:
        print(wish.to_markdown())
    elif part is not None:
        beta = fitted.cut.beta
        tables = tables_at(part, fitted)
        values = f_beta(tables, beta)
        rows = [
            [
                in_markdown(name),
                exact_of(saved.thresholds[name]),
                fitted.how[c],
                cell_of(int(tables.positives[c])),
                cell_of(float(values[c])),
            ]
            for c, name in enumerate(review.truth.classes)
        ]
        print(markdown_table(["class", "threshold", "how", "positives", f"F{beta:g} there"], rows))


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise usage_error(f"{path} cannot be written: {error.strerror}", "check --out") from None


def _cut(review: Review, predictions: Predictions, args: argparse.Namespace) -> Cut:
    truth = review.truth
    if predictions.scores is None:
        raise usage_error(f"{predictions.system} has no scores", "thresholds need scores")
    if args.rule not in rules_for(predictions, truth.labels is not None):
        needed = "probabilities" if args.rule == "expected_loss" else "labelled documents"
        raise usage_error(f"the rule {args.rule} needs {needed}", "choose another with --rule")
    split, crossed = _tuned_on(review, predictions, args)
    cut = Cut(
        args.rule,
        beta=args.beta,
        guard=args.guard,
        split=split,
        cross_fitted=crossed,
        costs=ClassCosts(args.costs),
    )
    wish = WishOptions(
        least=args.least, average=args.average, promise=args.promise, tries=args.tries
    )
    try:
        return wished_cut(cut, wish)
    except ValueError as error:
        what, _, remedy = str(error).partition("; ")
        raise usage_error(what, remedy) from None


def _tuned_on(
    review: Review, predictions: Predictions, args: argparse.Namespace
) -> tuple[str | None, bool]:
    """The split to fit on, None for all documents or none, and whether the rule is cross-fitted.

    Raises ReadError.
    """
    splits = review.truth.splits
    if args.rule == "expected_loss":
        return None, False
    if args.tune_on is not None:
        return named_split(review, args.tune_on) if splits else None, False
    split, crossed = where_to_tune(review.truth, predictions, args.rule)
    if split is None and not crossed and splits:
        choices = ", ".join(dict.fromkeys([*splits, "all"]))
        raise usage_error("there is no split dev to fit on", f"choose one of {choices}")
    return split, crossed
