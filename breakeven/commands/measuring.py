"""Options of commands that measure: what F weighs, what decides, and how often is drawn."""

from __future__ import annotations

import argparse

from breakeven.comparison.bootstrap import REPLICATES
from metrics.averaging import UNDEFINED


def add_beta(parser: argparse.ArgumentParser) -> None:
    """How much recall weighs in F."""
    parser.add_argument("--beta", type=beta, default=1.0, help="recall's weight in F (1)")


def add_f(parser: argparse.ArgumentParser) -> None:
    """How much recall weighs in F, and what averages make of 0/0."""
    add_beta(parser)
    parser.add_argument(
        "--undefined", choices=UNDEFINED, default="drop", help="what 0/0 counts as in averages"
    )


def add_threshold(parser: argparse.ArgumentParser) -> None:
    """One threshold for all classes."""
    parser.add_argument("--threshold", type=threshold, help="assign what scores at least this")


def add_cut(parser: argparse.ArgumentParser) -> None:
    """One threshold for all classes, or one for each from a file."""
    add_threshold(parser)
    parser.add_argument(
        "--thresholds", metavar="FILE", help="assign by the thresholds of this file (CSV or JSON)"
    )


def add_draws(parser: argparse.ArgumentParser) -> None:
    """How many test sets are drawn for a bootstrap, and which."""
    parser.add_argument(
        "--replicates",
        type=replicates,
        default=REPLICATES,
        help=f"test sets drawn ({REPLICATES:,})",
    )
    parser.add_argument("--seed", type=seed, default=0, help="the same seed, the same numbers (0)")


# argparse names a value that is none of these after the function
def threshold(text: str) -> float:
    """A threshold, its minus as typed or as shown."""
    return float(text.replace("−", "-"))


def beta(text: str) -> float:
    """A β: a number from 0 on, or inf."""
    value = float(text)
    if not value >= 0:
        raise argparse.ArgumentTypeError("β is a number from 0 on, or inf")
    return value


def replicates(text: str) -> int:
    """How many test sets are drawn, at least 100."""
    number = int(text)
    if number < 100:
        raise argparse.ArgumentTypeError(f"{number} replicates tell nothing; take at least 100")
    return number


def seed(text: str) -> int:
    """What random numbers begin with, from 0 on."""
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError("a seed is a whole number from 0 on")
    return number
