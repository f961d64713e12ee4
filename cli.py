"""The same evaluation without a browser: `python cli.py evaluate FILE …`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from commands import check, compare, count, evaluate, expected, thresholds
from readers.review import ReadError

COMMANDS = (evaluate, compare, thresholds, check, expected, count)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. 0 when it printed its result, 2 with the list of problems on bad input."""
    parser = argparse.ArgumentParser(prog="cli.py", description="Review text classifiers.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.add(commands)
    args = parser.parse_args(arguments)
    try:
        status: int = args.run(args)
    except ReadError as error:
        print("Nothing was evaluated:", file=sys.stderr)
        for problem in error.problems:
            print(f"- {problem}", file=sys.stderr)
        return 2
    return status


if __name__ == "__main__":
    sys.exit(main())
