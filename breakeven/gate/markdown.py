"""The verdicts as Markdown: what the command prints, and what a pipeline shows of a step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from breakeven.data.wording import count_of, shorten
from breakeven.gate.gate_verdict import GATE_OUTCOMES, GateOutcome, GateVerdict, overall_outcome
from breakeven.results.table_formats import in_markdown

# GitHub takes 1 MiB of a summary: so many rows of long names stay below that
MOST_ROWS = 500
LONGEST = 200
SIGNS: Mapping[GateOutcome, str] = {"passed": "✅", "failed": "❌", "cannot tell": "❔"}
# what needs attention comes first
ORDER: tuple[GateOutcome, ...] = ("failed", "cannot tell", "passed")


def gate_markdown(said: Mapping[str, Any], verdicts: Sequence[GateVerdict]) -> str:
    """A title with the outcome, what it is about, a table of the verdicts, and what to know.

    `said`: the result as plain data.
    """
    outcome = overall_outcome(verdicts)
    about = [
        f"Review {_plain(said['review'])}, system {_plain(said['system'])}"
        + (f", baseline {_plain(said['baseline'])}" if said["baseline"] else "")
        + ".",
        f"{_counted(verdicts)}. {_promise(said)}",
        f"Rules: SHA-256 `{said['rules_digest']}`. {said['asked'] or ''}".strip(),
    ]
    ordered = sorted(verdicts, key=lambda verdict: ORDER.index(verdict.outcome))
    rows = [_row(verdict) for verdict in ordered[:MOST_ROWS]]
    table = ["| rule | asked | verdict | found |", "| --: | --- | --- | --- |", *rows]
    if more := len(ordered) - len(rows):
        table.append(f"| | and {more:,} more | | |")
    cautions = [f"- Take care: {in_markdown(one)}" for one in said["cautions"]]
    return "\n\n".join(
        [f"# {SIGNS[outcome]} Gate: {outcome}", *about, "\n".join(table)]
        + (["\n".join(cautions)] if cautions else [])
    )


def _plain(name: object) -> str:
    return in_markdown(shorten(str(name), LONGEST))


def _row(verdict: GateVerdict) -> str:
    asked = _plain(verdict.name)
    found = in_markdown(shorten(verdict.sentence, 2 * LONGEST))
    sign = SIGNS[verdict.outcome]
    return f"| {verdict.rule} | {asked} | {sign} {verdict.outcome} | {found} |"


def _counted(verdicts: Sequence[GateVerdict]) -> str:
    counts = {one: sum(v.outcome == one for v in verdicts) for one in GATE_OUTCOMES}
    listed = ", ".join(f"{number:,} {one}" for one, number in counts.items() if number)
    return f"{count_of(len(verdicts), 'verdict')}: {listed}"


def _promise(said: Mapping[str, Any]) -> str:
    chance = f"{100 * (1 - said['confidence']):.3g} in 100"
    if said["family"] == "holm":
        return f"Chance that any passed falsely, or that any failed falsely: at most {chance} each."
    return f"Chance that one of them is false: at most {chance}, each by itself."
