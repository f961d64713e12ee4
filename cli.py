"""The same evaluation without a browser: `python cli.py evaluate FILE …`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from breakeven.commands import check, compare, count, evaluate, expected, thresholds
from breakeven.readers.problems import ReadError

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
        sys.stdout.flush()
    except ReadError as error:
        print("Nothing was evaluated:", file=sys.stderr)
        for problem in error.problems:
            print(f"- {problem}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # what reads the output (head, less) has enough; Python would complain at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


if __name__ == "__main__":
    sys.exit(main())
