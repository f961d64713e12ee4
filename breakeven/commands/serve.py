"""`serve`: start the app; what follows is handed on to `streamlit run`."""

from __future__ import annotations

import argparse
import os
import sys

from breakeven.home import home


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `serve`: none of its own."""
    parser.description = (
        f"{__doc__} It listens on this machine only, at http://127.0.0.1:8501 unless told "
        "otherwise, as by: serve --server.port 8600."
    )
    parser.set_defaults(handed_on=[])


def run(args: argparse.Namespace) -> int:
    """Becomes the server: this process is replaced and does not come back."""
    app = str(home() / "app.py")
    # two allocator arenas: memory of large uploads goes back to the system
    surroundings = {"MALLOC_ARENA_MAX": "2"} | os.environ
    command = [sys.executable, "-m", "streamlit", "run", app, *args.handed_on]
    sys.stdout.flush()
    os.execve(sys.executable, command, surroundings)  # noqa: S606 - no shell is wanted here
