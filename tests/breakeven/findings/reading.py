"""Small files read as the command line reads them."""

from __future__ import annotations

import argparse
from pathlib import Path

from breakeven.commands import inputs
from breakeven.records import Review
from tests.small_files import SmallFile


def review_of(given: SmallFile, folder: Path) -> Review:
    """The review of a small file, written to a folder."""
    parser = argparse.ArgumentParser()
    inputs.add_arguments(parser)
    return inputs.review_from(parser.parse_args(given.write(folder)))
