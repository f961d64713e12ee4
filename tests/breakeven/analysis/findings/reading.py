"""Small files read as the command line reads them."""

from __future__ import annotations

import argparse
from pathlib import Path

from breakeven.commands import options
from breakeven.data.records import Review
from tests.small_files import SmallFile


def review_of(given: SmallFile, folder: Path) -> Review:
    """The review of a small file, written to a folder."""
    parser = argparse.ArgumentParser()
    options.add_arguments(parser)
    return options.review_from(parser.parse_args(given.write(folder)))
