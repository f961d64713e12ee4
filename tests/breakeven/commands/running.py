"""The command line, run in this process."""

from __future__ import annotations

import pytest

from breakeven.commands.main import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit status, and what was printed as result and beside it."""
    status = main(arguments)
    out, err = capsys.readouterr()
    return status, out, err
