"""`serve`: start the app; what follows is passed on to `streamlit run`."""

from __future__ import annotations

import argparse
import os
import sys

from breakeven.data.installation import home, why_not_to_start
from breakeven.data.system import become, shortcomings


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `serve`: none of its own."""
    parser.description = (
        f"{__doc__} It listens on this machine only, at http://127.0.0.1:8501; to use another "
        "port: serve --server.port 8600."
    )
    parser.set_defaults(handed_on=[])


def run(args: argparse.Namespace) -> int:
    """Becomes the server; says what this system cannot do.

    ReadError where the tables that it is to offer are not as they should be.
    """
    if os.environ.get("BREAKEVEN_TABLES"):
        # loads NumPy
        from breakeven.engine.named_tables_file import named_tables

        named_tables()  # what is wrong with them is said now, not to the first visitor
    # loads Streamlit, as the server does a moment later anyway
    if why := why_not_to_start():
        print(why, file=sys.stderr)
        return 2
    app = str(home() / "app.py")
    # two allocator arenas: memory of large uploads goes back to the system
    surroundings = {"MALLOC_ARENA_MAX": "2"} | os.environ
    command = [sys.executable, "-m", "streamlit", "run", app, *args.handed_on]
    for sentence in shortcomings():
        print(sentence, file=sys.stderr)
    sys.stdout.flush()
    return become(command, surroundings)
