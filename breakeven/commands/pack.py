"""`pack`: put a review into one file: its files as they are, and how they are read."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from breakeven.api.files import write_pack
from breakeven.api.own_measures import with_measures
from breakeven.commands.file_options import add_files, add_reading, read_from, usage_error
from breakeven.commands.options import add_measures


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `pack`."""
    parser.description = (
        f"{__doc__} Every command reads such a file, the app imports it, and `changes` and `gate` "
        "take it as the earlier version."
    )
    add_files(parser)
    add_reading(parser)
    add_measures(parser)
    parser.add_argument(
        "--out", metavar="FILE", required=True, help="the file to write, such as main.breakeven"
    )


def run(args: argparse.Namespace) -> int:
    """Write the file; exit status 0."""
    done = read_from(args)
    if args.measures:
        measured = with_measures(done.review, *map(Path, args.measures))
        done = replace(done, review=measured)
    out = Path(args.out)
    try:
        write_pack(done, out)
    except OSError as error:
        raise usage_error(f"{out} cannot be written: {error.strerror}", "check --out") from None
    print(f"{out}: {done.review.name}, {out.stat().st_size:,} bytes")
    return 0
