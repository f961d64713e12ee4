"""`breakeven merge --divide` says what Python says."""

from __future__ import annotations

import json

import pytest

import breakeven as be
from tests.breakeven.commands.running import run


def test_dividing_is_the_same_in_python(capsys: pytest.CaptureFixture[str]) -> None:
    found = be.evaluate(be.sample("r8")).divided("trade")
    status, out, _ = run(capsys, "merge", "r8", "--divide", "trade", "--format", "json")
    assert (status, json.loads(out)) == (0, found.to_dict())
    assert run(capsys, "merge", "r8", "--divide", "trade")[1] == found.to_markdown() + "\n"
    # 75 are truly of trade, and 5 more were called so
    assert sum(part["documents"] for part in found.to_dict()["parts"]) == 80


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (["no"], "there is no class 'no'"),
        (["trade", "--best", "1"], "cannot be combined with merging"),
    ],
)
def test_what_cannot_be_divided_is_refused(
    options: list[str], what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _, err = run(capsys, "merge", "r8", "--divide", *options)
    assert status == 2
    assert what in err
