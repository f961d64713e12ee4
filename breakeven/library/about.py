"""What is said of a reading beside it: what it holds, and which program read it."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from breakeven.home import home
from breakeven.records import Review


@cache
def code_version() -> str:
    """The version of this program, as it stands in what is saved and signed."""
    try:
        return version("breakeven")
    except PackageNotFoundError:  # a checkout that was not installed
        project = (home() / "pyproject.toml").read_text(encoding="utf-8")
        return str(tomllib.loads(project)["project"]["version"])


def about(review: Review) -> dict[str, Any]:
    """What a list says of a review without opening it."""
    truth = review.truth
    return {
        "documents": truth.n,
        "classes": len(truth.classes),
        "systems": [said.system for said in review.own],
        "splits": list(truth.splits),
    }
