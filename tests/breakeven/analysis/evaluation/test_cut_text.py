"""Cuts in addresses: whatever stands there is a cut or none."""

from __future__ import annotations

import base64
import json
import zlib

import pytest

from breakeven.analysis.evaluation.cut_text import cut_from_text


def packed(text: str) -> str:
    return base64.urlsafe_b64encode(zlib.compress(text.encode())).decode().rstrip("=")


@pytest.mark.parametrize(
    "text",
    [
        f"per_class:own={packed('[' * 2_000)}",
        f"per_class:own_costs={packed('[' * 100_000)}",
        f"per_class:own={packed(json.dumps([[['a'], {}]]))}",
        "rcut:k=" + "9" * 5_000,
        "f:beta=nan",
    ],
)
def test_what_is_no_cut_is_none(text: str) -> None:
    assert cut_from_text(text) is None
