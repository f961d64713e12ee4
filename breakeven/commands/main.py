"""The command `breakeven`: finds the command asked for and runs it. `cli.py` is the same."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module

from breakeven.data.installation import CODE_VERSION

# a command's module is imported when it is run: none pays for what another needs
COMMANDS: Mapping[str, str] = {
    "evaluate": "how good a system is",
    "compare": "which of two systems is better",
    "changes": "what changed since an earlier version",
    "report": "everything about a system, as a report",
    "answers": "how the answers of a language model will be read",
    "documents": "which documents are behind the numbers",
    "slices": "whether a system is equally good on all kinds of documents",
    "groups": "whether a system is as good on small classes as on large ones",
    "confusion": "which classes get confused",
    "merge": "what would change if classes were merged",
    "hierarchy": "how good a system is on a class hierarchy",
    "curves": "what every threshold gives: precision against recall, ROC, net benefit",
    "ranked": "how well the classes of each document are ranked",
    "thresholds": "fit a threshold for each class and write them to a file",
    "workload": "how much people still have to review, and which errors remain",
    "check": "whether the splits can be trusted, and what to do next",
    "gate": "whether a system passes rules that were fixed beforehand",
    "label-errors": "which labels are likely wrong",
    "agree": "how well the annotators agree",
    "split": "propose splits without leaks, with every class in proportion",
    "test-size": "how large the test set must be, and which classes cannot be judged",
    "learning-curve": "what more training documents would bring",
    "expected": "what F to expect on documents without labels",
    "count": "how many documents of each class to expect",
    "pack": "put a review into one file, to move it or compare with it later",
    "library": "saved reviews: list, save, export, import, verify, prune, delete, members",
    "serve": "start the app on this machine",
}


def main(arguments: Sequence[str] | None = None, name: str = "breakeven") -> int:
    """Run one command. 0 when it printed its result, 2 with the list of problems on bad input.

    Also 2 where the result cannot be printed, 130 where the user stopped it.
    `name`: what the usage calls the program.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    _ready_to_print()
    try:
        try:
            return _run(given, name)
        finally:
            # what cannot be printed is met here, help and refusals of the parser too, where it can
            # be said; Python would complain at exit
            if sys.stdout is not None:
                sys.stdout.flush()
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # what reads the output (head, less) has enough
        _print_no_more()
        return 0
    except OSError as error:
        _print_no_more()
        print(f"The result cannot be printed: {error.strerror or error}.", file=sys.stderr)
        return 2


def _ready_to_print() -> None:
    """A sign that the output's encoding lacks is printed by its number; warnings have a place."""
    if sys.stderr is None:  # closed: what is printed there would come among the results
        sys.stderr = io.StringIO()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _print_no_more() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser(name: str, chosen: str) -> argparse.ArgumentParser:
    """All commands by name, the chosen one with its arguments."""
    parser = argparse.ArgumentParser(prog=name, description="Review text classifiers.")
    parser.add_argument("--version", action="version", version=f"Breakeven {CODE_VERSION}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command, what in COMMANDS.items():
        own = commands.add_parser(command, help=what)
        if command == chosen:
            module = import_module(f"breakeven.commands.{command.replace('-', '_')}")
            module.add(own)
            own.set_defaults(run=module.run)
    return parser


def _run(given: list[str], name: str) -> int:
    parser = _parser(name, given[0] if given else "")
    args, rest = parser.parse_known_args(given)
    if "handed_on" in args:
        args.handed_on = rest
    elif rest:
        parser.error(f"unknown arguments: {' '.join(rest)}")
    elif sys.stdout is None:
        print("The result cannot be printed: standard output is closed.", file=sys.stderr)
        return 2
    # loads NumPy
    from breakeven.readers.base.problems import ReadError

    try:
        status: int = args.run(args)
    except ReadError as error:
        print("Nothing was done:", file=sys.stderr)
        for problem in error.problems:
            print(f"- {problem}", file=sys.stderr)
        return 2
    return status
