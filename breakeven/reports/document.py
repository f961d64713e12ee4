"""An evaluation as a document to keep."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol


class Evaluated(Protocol):
    """What knows its numbers, and how they read."""

    def to_dict(self) -> dict[str, Any]:
        """The numbers as plain data."""
        ...

    def to_markdown(self) -> str:
        """The numbers as a document."""
        ...


@dataclass(frozen=True, repr=False)
class Report:
    """The document of one evaluation, comparison or list of findings."""

    of: Evaluated

    def to_json(self, path: str | Path | None = None) -> str:
        """The numbers as JSON, undefined as null; also into a file. OSError where it cannot be."""
        text = json.dumps(self.of.to_dict(), indent=2, ensure_ascii=False, allow_nan=False)
        return _kept(text, path)

    def to_markdown(self, path: str | Path | None = None) -> str:
        """The document to paste; also into a file. OSError where it cannot be written."""
        return _kept(self.of.to_markdown(), path)

    def __repr__(self) -> str:
        return f"<Report of {self.of!r}>"


def _kept(text: str, path: str | Path | None) -> str:
    if path is not None:
        Path(path).write_text(f"{text}\n", encoding="utf-8")
    return text


def report(of: Evaluated) -> Report:
    """The document of an evaluation, a comparison or findings.

    >>> import breakeven as be
    >>> r8 = be.evaluate(be.sample("r8"))
    >>> print(be.report(r8).to_markdown().splitlines()[0])
    # R8: logreg on test
    """
    return Report(of)
