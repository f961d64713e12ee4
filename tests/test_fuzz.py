"""A slice of the inputs that nobody wrote; `script/fuzz 100000` tries many more."""

from __future__ import annotations

import pytest

from script.fuzz import main


@pytest.mark.slow
def test_inputs_that_nobody_wrote_are_read_or_refused(capsys: pytest.CaptureFixture[str]) -> None:
    failed = main(["1000"])
    assert not failed, capsys.readouterr().out
