"""What GitHub Actions shows of a gate: annotations of a step, and its summary."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from breakeven.gate.gate_verdict import GateVerdict

# GitHub shows so many of a kind for each step, and drops the others without a word
MOST_OF_A_KIND = 10
KINDS = {"failed": "error", "cannot tell": "warning"}


def annotation_lines(verdicts: Sequence[GateVerdict]) -> list[str]:
    """A line for each rule that failed, as an error, or cannot be told, as a warning.

    Of more than ten of a kind, the first nine and how many more.
    """
    lines = []
    for outcome, kind in KINDS.items():
        of = [verdict for verdict in verdicts if verdict.outcome == outcome]
        shown = of if len(of) <= MOST_OF_A_KIND else of[: MOST_OF_A_KIND - 1]
        lines += [_line(kind, f"{outcome}: {one.name}", one.sentence) for one in shown]
        if more := len(of) - len(shown):
            lines.append(_line(kind, f"{outcome}: {more:,} more", "The summary has all of them."))
    return lines


def _line(kind: str, title: str, message: str) -> str:
    return f"::{kind} title={_escaped(title, ':,')}::{_escaped(message)}"


def _escaped(text: str, more: str = "") -> str:
    """Text in a command of GitHub's; in a property the signs of `more` would end it."""
    for sign in f"%\r\n{more}":
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text


def step_summary(environment: Mapping[str, str] | None = None) -> Path | None:
    """The file of the step's summary; None outside of GitHub Actions."""
    known = os.environ if environment is None else environment
    given = known.get("GITHUB_STEP_SUMMARY", "")
    return Path(given) if given and known.get("GITHUB_ACTIONS") == "true" else None
